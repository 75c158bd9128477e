// The engine for a search: the one whose parts the compiler sees through where there is one.
#pragma once

#include "search/engine.hpp"

namespace ply {

template <class Game>
SearchPtr make_engine(const Game& game, std::string_view key, SearchSpec spec, uint64_t seed, uint64_t stream) {
  const auto with = [&]<class Parts>() -> SearchPtr {
    return std::make_unique<Engine<Game, Parts>>(game, game.from_key(key), std::move(spec), seed, stream);
  };
  if (spec.memory) return with.template operator()<MergedParts>();
  if (spec.plain("ucb1", "mean", 0)) return with.template operator()<PlainParts<Ucb1, PlainMean>>();
  if (spec.plain("tree_shape", "mean", kNeedShape) && TreeShape(spec.select_spec).kept()) {
    return with.template operator()<PlainParts<TreeShape, PlainMean>>();
  }
  if (spec.plain("bayes_uct1", "bayes", kNeedPosterior)) {
    return with.template operator()<PlainParts<BayesUct<false>, Bayes>>();
  }
  if (spec.plain("bayes_uct2", "bayes", kNeedPosterior)) {
    return with.template operator()<PlainParts<BayesUct<true>, Bayes>>();
  }
  return with.template operator()<AnyParts>();
}

}  // namespace ply
