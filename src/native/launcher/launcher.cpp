// The module plyground._native of a wheel. It loads the build of the core that suits this CPU and returns that instead.
#include <Python.h>
#include <dlfcn.h>

#include <string>

namespace {

const char* core_for_this_cpu() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v3") ? "_native_x86_64_v3" : "_native_x86_64";
}

// The folder of this module, with a slash at its end.
std::string own_folder() {
  static const char here = 0;
  Dl_info info{};
  if (!dladdr(&here, &info) || !info.dli_fname) return "";
  const std::string file = info.dli_fname;
  return file.substr(0, file.rfind('/') + 1);
}

}  // namespace

PyMODINIT_FUNC PyInit__native() {
  const std::string file = own_folder() + core_for_this_cpu() + PLYGROUND_CORE_SUFFIX;
  void* core = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* init = core ? dlsym(core, "PyInit__native") : nullptr;
  if (!init) {
    const char* reason = dlerror();
    PyErr_SetString(PyExc_ImportError, reason ? reason : "no core for this CPU");
    return nullptr;
  }
  return reinterpret_cast<PyObject* (*)()>(init)();
}
