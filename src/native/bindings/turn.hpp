// Lets threads take turns at an object, because any thread may call plyground.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>

#include "turns.hpp"

namespace ply {

enum class Use { kReads, kChanges };

// This thread's turn, until the end of the scope. Waits without the interpreter lock, because the thread that has the
// turn may need it. A part written in Python that is called within a turn may read the object but not change it.
class Turn {
 public:
  Turn(Turns& turns, Use use) {
    if (turns.mine()) {
      if (use == Use::kChanges) throw std::runtime_error("a part cannot change the object that is calling it");
      return;
    }
    if (!turns.try_begin()) {
      nanobind::gil_scoped_release release;
      turns.begin();
    }
    turns_ = &turns;
  }
  ~Turn() { end(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  void end() {
    if (turns_) turns_->end();
    turns_ = nullptr;
  }

 private:
  Turns* turns_ = nullptr;
};

// Throws after Ctrl-C. Long computations call it about 20 times a second.
inline void check_signals() {
  nanobind::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

}  // namespace ply
