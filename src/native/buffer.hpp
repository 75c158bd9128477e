// A growing array of plain data. realloc may remap whole pages instead of copying, and new items are not initialised.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "allowance.hpp"

namespace ply {

template <class T, class Size = uint32_t>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Buffer() { std::free(data_); }

  T& operator[](Size i) { return data_[i]; }
  const T& operator[](Size i) const { return data_[i]; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  Size size() const { return size_; }
  uint64_t bytes_held() const { return uint64_t{capacity_} * sizeof(T); }

  // Drop the items, keep the memory.
  void clear() { size_ = 0; }

  // Keep the first `size` items.
  void truncate(Size size) { size_ = std::min(size_, size); }

  // Ensure that the next n items need no allocation.
  void reserve_more(Size n) {
    if (n > capacity_ - size_) reserve(uint64_t{size_} + n);
  }

  // Append n items, not initialised; returns the index of the first.
  Size grow(Size n) {
    reserve_more(n);
    size_ += n;
    return size_ - n;
  }

  void push_back(const T& item) {
    const Size at = grow(1);  // before `data_` is read, because it may move the data
    data_[at] = item;
  }

  void resize(Size size, const T& fill) {
    if (size > size_) {
      const Size first = grow(size - size_);
      std::fill(data_ + first, data_ + size, fill);
    }
    size_ = size;
  }

  // Free the memory that the items do not need.
  void shrink() {
    if (size_ == 0) {
      std::free(data_);
      data_ = nullptr;
    } else if (void* moved = std::realloc(static_cast<void*>(data_), size_ * sizeof(T))) {
      data_ = static_cast<T*>(moved);
    } else {
      return;
    }
    capacity_ = size_;
  }

 private:
  static constexpr uint64_t kMost = std::numeric_limits<Size>::max();

  void reserve(uint64_t wanted) {
    if (wanted > kMost) throw std::length_error("a tree has at most 2^32 rows");
    uint64_t capacity = std::min<uint64_t>(std::max<uint64_t>({wanted, uint64_t{capacity_} * 2, 256}), kMost);
    if (allowance_here) capacity = allowance_here->grow(capacity_, wanted, capacity, sizeof(T));
    void* moved = std::realloc(static_cast<void*>(data_), capacity * sizeof(T));
    if (moved == nullptr) {
      if (allowance_here) allowance_here->give_back((capacity - capacity_) * sizeof(T));
      throw std::bad_alloc();
    }
    data_ = static_cast<T*>(moved);
    capacity_ = static_cast<Size>(capacity);
  }

  void swap(Buffer& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  T* data_ = nullptr;
  Size size_ = 0;
  Size capacity_ = 0;
};

}  // namespace ply
