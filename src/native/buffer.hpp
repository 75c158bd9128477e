// A growing array of plain data. realloc may move whole pages instead of copying them, and nothing is filled in twice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace ply {

template <class T>
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

  T& operator[](uint32_t i) { return data_[i]; }
  const T& operator[](uint32_t i) const { return data_[i]; }
  uint32_t size() const { return size_; }
  uint64_t bytes_held() const { return uint64_t{capacity_} * sizeof(T); }

  // Forget the items, keep the memory.
  void clear() { size_ = 0; }

  // Room for n more, not filled in; returns the place of the first.
  uint32_t grow(uint32_t n) {
    if (n > capacity_ - size_) reserve(uint64_t{size_} + n);
    size_ += n;
    return size_ - n;
  }

  void resize(uint32_t size, const T& fill) {
    if (size > size_) {
      const uint32_t first = grow(size - size_);
      std::fill(data_ + first, data_ + size, fill);
    }
    size_ = size;
  }

 private:
  void reserve(uint64_t wanted) {
    if (wanted > UINT32_MAX) throw std::length_error("a tree has at most 2^32 rows");
    const uint64_t capacity =
        std::min<uint64_t>(std::max<uint64_t>({wanted, uint64_t{capacity_} * 2, 256}), UINT32_MAX);
    void* moved = std::realloc(static_cast<void*>(data_), capacity * sizeof(T));
    if (moved == nullptr) throw std::bad_alloc();
    data_ = static_cast<T*>(moved);
    capacity_ = static_cast<uint32_t>(capacity);
  }

  void swap(Buffer& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  T* data_ = nullptr;
  uint32_t size_ = 0;
  uint32_t capacity_ = 0;
};

}  // namespace ply
