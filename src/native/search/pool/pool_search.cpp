#include "search/pool/pool_search.hpp"

#include "search/backup/mean.hpp"
#include "search/pool/pool_tree.hpp"
#include "search/priors.hpp"

namespace ply {
namespace {

constexpr double kRounding = 1e-6;  // a network's value may exceed the range of the game by this much

std::string shown(double number) {
  std::string text = std::to_string(number);
  return text.substr(0, text.find_last_not_of('0') + 1 + (text.find_last_not_of('0') == text.find('.')));
}

// The softmax of the logits of these actions.
void fill_priors(const uint16_t* actions, int count, const float* logits, double* priors) {
  for (int i = 0; i < count; ++i) priors[i] = logits[actions[i]];
  softmax(priors, count);
  if (!(priors[0] >= 0.0))
    throw std::invalid_argument("the logits of the network must be numbers, not NaN or infinite");
}

}  // namespace

PoolSearch::PoolSearch(uint32_t its_number, Rng generator) : number(its_number), rng(generator) {
  path.reserve(16);
}
PoolSearch::PoolSearch(PoolSearch&&) noexcept = default;
PoolSearch::~PoolSearch() = default;

PoolSearches::PoolSearches(const PoolSpec& spec, const NetworkRule& rule, Evaluations* evaluations, int words,
                           int players, int most_actions)
    : spec_(spec),
      rule_(rule),
      evaluations_(evaluations),
      words_(words),
      players_(players),
      most_actions_(most_actions) {
  if (spec.actions < 1 || spec.actions > most_actions) {
    throw std::invalid_argument("a game of this type has 1 to " + std::to_string(most_actions) + " actions");
  }
}

uint64_t PoolSearches::simulations(uint32_t number) const {
  return search(number).simulations_before + search(number).done();
}

Tree PoolSearches::tree(uint32_t number) const {
  return whole_tree(search(number).tree, players_, most_actions_, rule_.reads_judged(), planned());
}

uint64_t PoolSearches::seed(uint32_t number) const {
  return search(number).seed;
}

void PoolSearches::read(const Answers& answers, size_t row, float* numbers) const {
  for (int i = 0; i < players_; ++i) {
    const bool given = static_cast<size_t>(i) < answers.values.columns();
    numbers[i] = given ? answers.values.at(row, i) : -numbers[0];
    if (!(numbers[i] >= spec_.low - kRounding && numbers[i] <= spec_.high + kRounding)) {
      throw std::invalid_argument("the values of the network must be from " + shown(spec_.low) + " to " +
                                  shown(spec_.high) + ", not " + shown(numbers[i]));
    }
  }
  for (int i = 0; i < spec_.actions; ++i) numbers[players_ + i] = answers.logits.at(row, i);
}

void PoolSearches::absorb(PoolSearch& search, const uint16_t* actions, double* priors, int count, int mover,
                          const float* numbers) const {
  NetworkTree& tree = search.tree;
  const uint32_t leaf = search.path.back();
  Values values{};
  for (int i = 0; i < players_; ++i) values[(mover + i) % players_] = numbers[i];
  if (rule_.reads_judged()) {
    tree.judged.resize(tree.rows.size(), 0.0);
    tree.judged[leaf] = values[mover];
  }
  if (actions[count - 1] >= spec_.actions) throw std::invalid_argument("the game has more actions than it declares");
  fill_priors(actions, count, numbers + players_, priors);
  tree.expand(leaf, actions, priors, count, mover);
  if (leaf == kRoot) rule_.start_root(tree, Rng(search.seed, kNoiseStream));
  add_to_means(tree.rows, search.path, values);
}

uint32_t PoolSearches::decide(const PoolSearch& search) const {
  const NetworkTree& tree = search.tree;
  if (search.moves < spec_.sampled_moves) {
    return sample_child(tree, spec_.temperature, Rng(search.seed, kDecisionStream));
  }
  const uint32_t by_rule = rule_.decide(tree.view(planned()));
  return by_rule != kRoot ? by_rule : most_visited(tree);
}

uint64_t* PoolSearches::record(const PoolSearch& search, Records& records, uint32_t chosen, int seat) const {
  const NetworkTree& tree = search.tree;
  const Row& root = tree.rows[kRoot];
  std::vector<double> policy(root.num_children);
  rule_.target(tree.view(planned()), policy.data());
  records.policies.resize(records.policies.size() + spec_.actions);
  float* target = &records.policies[records.policies.size() - spec_.actions];
  for (int i = 0; i < root.num_children; ++i) {
    target[tree.rows[root.first_child + i].action] = static_cast<float>(policy[i]);
  }
  records.values.push_back(static_cast<float>(root.value));
  records.seats.push_back(static_cast<int8_t>(seat));
  records.actions.push_back(tree.rows[chosen].action);
  records.moves.push_back(search.moves);
  records.positions.resize(records.positions.size() + words_);
  return &records.positions[records.positions.size() - words_];
}

void PoolSearches::end_game(const PoolSearch& search, size_t number, const Values& returns, Records& records,
                            FinishedGames& ended) const {
  for (const int8_t seat : records.seats) {
    for (int i = 0; i < players_; ++i) {
      records.outcomes.push_back(static_cast<float>(returns[(seat + i) % players_]));
    }
  }
  records.searches.assign(records.seats.size(), search.number);
  records.games.assign(records.seats.size(), search.games);
  ended.add(number, records);
}

}  // namespace ply
