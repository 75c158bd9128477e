#include "search/pool/pool.hpp"

#include <chrono>

namespace ply {

SearchesMakers& searches_makers() {
  static SearchesMakers makers;
  return makers;
}

Pool::Pool(const AnyGame& game, PoolSpec spec, int threads) : spec_(std::move(spec)) {
  if (spec_.searches < 1 || spec_.batches < 1 || spec_.batches > spec_.searches || spec_.simulations < 2 ||
      threads < 1 || threads > 1024) {
    throw std::invalid_argument(
        "a pool needs searches, batches (no more than searches), simulations (2 or more) and "
        "1 to 1024 threads");
  }
  rule_ = network_twins().make(spec_.select);
  const int words = static_cast<int>(game.initial()->pack().size());
  if (spec_.cached) {
    evaluations_ = std::make_unique<Evaluations>(spec_.cached, words, game.num_players() + spec_.actions);
  }
  searches_ = searches_makers().make(game, spec_, *rule_, evaluations_.get());
  batches_.resize(spec_.batches);
  for (uint32_t i = 0; i < spec_.searches; ++i) {
    batches_[uint64_t{i} * spec_.batches / spec_.searches].searches.push_back(i);
  }
  for (Batch& batch : batches_) {
    batch.positions.resize(batch.searches.size() * words);
    batch.waits.resize(batch.searches.size());
    start_batch(batch);
    turns_.push_back(&batch);
  }
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Pool::~Pool() {
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  work_came_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Pool::start_batch(Batch& batch) {
  batch.chunks = static_cast<uint32_t>((batch.searches.size() + kChunk - 1) / kChunk);
  batch.taken = batch.done = 0;
  batch.finished.resize(batch.chunks);
  waiting_.push_back(&batch);
}

void Pool::work() {
  std::unique_lock guard(mutex_);
  for (;;) {
    work_came_.wait(guard, [&] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    Batch& batch = *waiting_.front();
    const uint32_t chunk = batch.taken++;
    if (batch.taken == batch.chunks) waiting_.pop_front();
    guard.unlock();
    std::exception_ptr failure;
    try {
      const size_t first = size_t{chunk} * kChunk, end = std::min<size_t>(first + kChunk, batch.searches.size());
      searches_->work(std::span(batch.searches).subspan(first, end - first), first,
                      batch.answered ? &batch.answers : nullptr,
                      batch.positions.data() + first * searches_->packed_words(), batch.waits.data() + first,
                      batch.finished[chunk]);
    } catch (...) {
      failure = std::current_exception();
    }
    guard.lock();
    if (failure && !failure_) failure_ = failure;
    if (++batch.done == batch.chunks) work_done_.notify_all();
  }
}

void Pool::wait_for(std::unique_lock<std::mutex>& guard, const Batch& batch, Wait wait) {
  while (batch.done < batch.chunks) {
    const auto moment = std::chrono::milliseconds(50);
    if (work_done_.wait_for(guard, moment, [&] { return batch.done == batch.chunks; })) break;
    guard.unlock();
    wait();
    guard.lock();
  }
  if (failure_) std::rethrow_exception(failure_);
}

void Pool::wait_for_all(std::unique_lock<std::mutex>& guard, Wait wait) {
  for (const Batch& batch : batches_) wait_for(guard, batch, wait);
}

// Remove ended searches from the batch; the others keep their order.
void Pool::drop_ended(Batch& batch) {
  const size_t words = searches_->packed_words();
  size_t kept = 0;
  for (size_t row = 0; row < batch.searches.size(); ++row) {
    if (!batch.waits[row]) continue;
    if (kept != row) {
      batch.searches[kept] = batch.searches[row];
      batch.waits[kept] = 1;
      std::copy_n(&batch.positions[row * words], words, &batch.positions[kept * words]);
    }
    ++kept;
  }
  batch.searches.resize(kept);
}

std::span<const uint64_t> Pool::collect(Wait wait) {
  std::unique_lock guard(mutex_);
  while (!turns_.empty()) {
    Batch& batch = *turns_.front();
    wait_for(guard, batch, wait);
    if (turns_.empty() || turns_.front() != &batch) continue;  // another thread was quicker
    turns_.pop_front();
    for (Records& records : batch.finished) {
      finished_.append(records);
      records.clear();
    }
    drop_ended(batch);
    if (batch.searches.empty()) continue;
    out_.push_back(&batch);
    return {batch.positions.data(), batch.searches.size() * searches_->packed_words()};
  }
  if (!out_.empty()) throw std::logic_error("every batch is out: deliver answers before the next collect");
  return {};
}

size_t Pool::expected() const {
  const std::lock_guard guard(mutex_);
  if (out_.empty()) throw std::logic_error("no batch is out: collect positions before answers are delivered");
  return out_.front()->searches.size();
}

void Pool::deliver(Answers answers) {
  {
    const std::lock_guard guard(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    Batch& batch = *out_.front();
    out_.pop_front();
    batch.answers = std::move(answers);
    batch.answered = true;
    start_batch(batch);
    turns_.push_back(&batch);
  }
  work_came_.notify_all();
}

Records Pool::take_records() {
  const std::lock_guard guard(mutex_);
  return std::exchange(finished_, Records{});
}

uint64_t Pool::simulations(Wait wait) {
  std::unique_lock guard(mutex_);
  wait_for_all(guard, wait);
  uint64_t total = 0;
  for (uint32_t i = 0; i < spec_.searches; ++i) total += searches_->simulations(i);
  return total;
}

Tree Pool::tree(uint32_t search, Wait wait) {
  std::unique_lock guard(mutex_);
  wait_for_all(guard, wait);
  return searches_->tree(search);
}

std::string Pool::key(uint32_t search, Wait wait) {
  std::unique_lock guard(mutex_);
  wait_for_all(guard, wait);
  return searches_->key(search);
}

uint64_t Pool::seed(uint32_t search, Wait wait) {
  std::unique_lock guard(mutex_);
  wait_for_all(guard, wait);
  return searches_->seed(search);
}

void Pool::forget_evaluations(Wait wait) {
  std::unique_lock guard(mutex_);
  wait_for_all(guard, wait);
  if (evaluations_) evaluations_->clear();
}

}  // namespace ply
