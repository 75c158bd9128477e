#include "solve/make_alpha_beta.hpp"

namespace ply {

AlphaBetaMakers& alpha_beta_makers() {
  static AlphaBetaMakers makers;
  return makers;
}

}  // namespace ply
