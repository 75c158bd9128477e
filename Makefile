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
	@$(BIN)/python -c "import plyground"
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

bench: .venv/dev
	$(BIN)/plyground bench

clean:
	rm -rf .venv build dist src/plyground/_native.pyi
