// Hints to the processor. Results never depend on them; compilers without the builtin leave them out.
#pragma once

namespace ply {

// Fetch the line of memory at this address, which will be read soon.
inline void prefetch([[maybe_unused]] const void* address) {
#ifdef __GNUC__  // clang has it too
  __builtin_prefetch(address);
#endif
}

// The same for memory that will be written.
inline void prefetch_to_write([[maybe_unused]] const void* address) {
#ifdef __GNUC__
  __builtin_prefetch(address, 1);
#endif
}

}  // namespace ply
