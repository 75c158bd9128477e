#include "solve/make_alpha_beta.hpp"

namespace ply {

template class ByGame<AnyAlphaBeta>;

AlphaBetaMakers& alpha_beta_makers() {
  static AlphaBetaMakers makers;
  return makers;
}

}  // namespace ply
