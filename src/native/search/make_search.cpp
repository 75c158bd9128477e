#include "search/make_search.hpp"

#include "search/fusable.hpp"

namespace ply {

SearchMakers& search_makers(std::string_view fused) {
  static std::map<std::string, SearchMakers, std::less<>> makers;
  return makers[std::string(fused)];
}

SearchPtr make_search(const AnyGame& game, std::string_view key, SearchSpec spec, uint64_t seed, uint64_t stream,
                      bool general) {
  const std::string_view fused = general ? "" : fusable(spec);
  const SearchMakers& makers = search_makers(search_makers(fused).has(game) ? fused : "");
  return makers.make(game, key, std::move(spec), seed, stream);
}

}  // namespace ply
