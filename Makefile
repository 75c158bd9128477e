# make demo   set up .venv and show plyground at work
# make test   set up what the tests need and run them all
# make check  the whole gate: lint, types, formatting, tests
# make sanitize  the native tests under AddressSanitizer and UndefinedBehaviorSanitizer
PYTHON ?= python3
BIN := .venv/bin
# No build isolation, so that the build folder stays valid and an edited C++ file is rebuilt on import.
INSTALL := $(BIN)/pip install --quiet --no-build-isolation --config-settings=editable.rebuild=true
BUILD_TOOLS := "scikit-build-core>=1.1" "nanobind>=3.1" "cmake>=3.26" "ninja>=1.11"
.DEFAULT_GOAL := demo

.venv/base: pyproject.toml CMakeLists.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || \
	  { echo "make: $(PYTHON) has no venv module (on Debian: apt-get install python3-venv)"; exit 1; }
	@echo "Setting up .venv (a minute or two the first time) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip $(BUILD_TOOLS)
	@$(INSTALL) --editable .
	@$(BIN)/plyground doctor --brief
	@touch $@

.venv/dev: .venv/base
	@$(INSTALL) --editable ".[dev]"
	@touch $@

.PHONY: demo test check lint types format sanitize bench clean
demo: .venv/base
	@$(BIN)/python examples/demo.py

test: .venv/dev
	@$(BIN)/plyground doctor --brief
	$(BIN)/python -m pytest -n 2

check: lint types test

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $$(find src/native -name '*.[ch]pp')

types: .venv/dev
	$(BIN)/mypy --strict

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find src/native -name '*.[ch]pp')

# A second build beside the first. -S leaves out the editable install of .venv, PYTHONPATH brings its packages
# back; the sanitizers' library and that of C++ must be there before Python is. Python itself leaks by design.
SANITIZED := build/sanitize
SANITIZED_PATH = $(SANITIZED)/site:$(shell $(BIN)/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")
SANITIZERS = $(shell $(CXX) -print-file-name=libasan.so):$(shell $(CXX) -print-file-name=libstdc++.so.6)
SANITIZED_PYTHON = ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
  PYTHONPATH="$(SANITIZED_PATH)" LD_PRELOAD="$(SANITIZERS)" $(BIN)/python -S
NATIVE_TESTS = $(wildcard tests/test_twins*.py) tests/test_bad_input.py tests/test_learners.py tests/test_rng.py

sanitize: .venv/dev
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --upgrade \
	  --target $(SANITIZED)/site --config-settings=build-dir=$(SANITIZED)/cmake \
	  --config-settings=cmake.define.PLYGROUND_SANITIZE=ON .
	@$(SANITIZED_PYTHON) -c "from plyground import _native; assert 'sanitize' in _native.FLAGS"
	$(SANITIZED_PYTHON) -m pytest --timeout 1800 -p no:cacheprovider $(NATIVE_TESTS)

bench: .venv/dev
	$(BIN)/plyground bench

clean:
	rm -rf .venv build dist src/plyground/_native.pyi
