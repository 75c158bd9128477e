#include "search/search.hpp"
#include "search/transpositions.hpp"

namespace ply {

SearchSpec::SearchSpec() = default;
SearchSpec::SearchSpec(SearchSpec&&) noexcept = default;
SearchSpec::~SearchSpec() = default;

}  // namespace ply
