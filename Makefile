# Outflank's development loop. `make help` lists the targets.
#
# Everything lives in .venv; stamps in it record what was installed from which files, so a second run
# rebuilds nothing that has not changed.

PYTHON ?= $(shell tools/find-python)
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
CATALOGUES := $(wildcard src/outflank/locale/*/LC_MESSAGES/*.po)
NATIVE_SOURCES := $(shell find native -name '*.[ch]pp') CMakeLists.txt
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
PRINT_LIBRARIES := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
NODE := PATH="$(CURDIR)/$(BIN):$$PATH"# Node.js comes from PyPI, into the same environment
PAGE_TOOLS := node_modules/.package-lock.json

unexport PYTHONDONTWRITEBYTECODE  # which images set: every Python would compile anew what it imports

.DEFAULT_GOAL := help

.PHONY: help
help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: play
play: $(STAMPS)/outflank ## Play in the browser, after setting up whatever is missing.
	@$(BIN)/outflank serve $(ARGS) || [ $$? -eq 130 ]  # 130: left with Ctrl-C

.PHONY: terminal
terminal: $(STAMPS)/outflank ## Play in the terminal, after setting up whatever is missing.
	@$(BIN)/outflank play $(ARGS) || [ $$? -eq 130 ]

.PHONY: test
test: $(STAMPS)/development $(PAGE_TOOLS) ## Run the tests, after setting up whatever they need.
	@tools/system-packages test
	$(PYTEST) -m "not slow" --ignore=tests/browser
	$(PYTEST) -m "not slow" tests/browser  # apart: Playwright keeps an event loop in its process

.PHONY: test-slow
test-slow: $(STAMPS)/development $(STAMPS)/wasm $(STAMPS)/docs ## Run the tests that take minutes.
	@tools/system-packages test
	$(PYTEST) -m slow --ignore=tests/browser
	$(PYTEST) -m slow tests/browser

.PHONY: check
check: lint test ## Lint and test: what must pass before a commit.

.PHONY: lint
lint: $(STAMPS)/development $(PAGE_TOOLS) ## Check format, style and types of Python and of the page; write nothing.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/windows src  # finds what Windows lacks
	$(BIN)/python tools/catalogues.py check
	$(NODE) npm run --silent lint

.PHONY: format
format: $(STAMPS)/development $(PAGE_TOOLS) ## Write Python, JavaScript and CSS in the project's format, and the API's types for the page.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python tools/api_types.py
	$(NODE) npm run --silent format

.PHONY: translations
translations: $(STAMPS)/development ## Bring the catalogues up to date with the sources; fail while a translation is missing.
	$(BIN)/python tools/catalogues.py extract
	$(BIN)/python tools/catalogues.py complete

.PHONY: docs
docs: $(STAMPS)/docs ## Build the documents and the library's reference as a site: build/docs/index.html.
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict -q

.PHONY: site
site: $(STAMPS)/development $(PAGE_TOOLS) ## Build the game as files for any static host: build/site.
	$(NODE) $(BIN)/python tools/build_site.py

.PHONY: bench
bench: $(STAMPS)/compare $(STAMPS)/development ## Run the benchmarks and print their figures as ratios.
	@for script in benchmarks/bench_*.py; do $(BIN)/python $$script || exit 1; done

.PHONY: setup
setup: $(STAMPS)/development $(PAGE_TOOLS) ## Set up the virtual environment for development.

.PHONY: native
native: $(STAMPS)/outflank ## Build the native core anew where its sources changed.

.PHONY: wasm
wasm: $(STAMPS)/wasm ## Build the page's engine (WebAssembly) anew; the result is committed.
	$(BIN)/python tools/build_wasm.py

SANITIZED := $(filter-out native/python/% native/tools/% native/wasm/% native/learning/% native/batch.cpp,$(shell find native -name '*.cpp')) \
  native/learning/fit.cpp

.PHONY: native-sanitize
native-sanitize: ## Run the native core under the address, undefined-behaviour and thread sanitizers.
	@mkdir -p build/sanitize
	@for kind in address,undefined thread; do \
	  echo "Sanitizer: $$kind"; \
	  $(CXX) -std=c++20 -O1 -g -march=native -fsanitize=$$kind -fno-sanitize-recover=all -Inative \
	    $(SANITIZED) native/tools/workload.cpp -pthread -o build/sanitize/workload && \
	  build/sanitize/workload || exit 1; \
	done

.PHONY: wheel
wheel: ## Build the wheel for everybody into dist/: any processor, manylinux; PYTHON=python3.12 for all from 3.12 on.
	@tools/check-tools $(PYTHON)
	@tools/build-wheel $(PYTHON) dist

.PHONY: test-wheel
test-wheel: wheel ## Run the tests against the wheel, in an environment of its own without a compiler.
	@tools/system-packages test
	@tools/test-wheel $(PYTHON) dist

.PHONY: clean
clean: ## Remove everything that was built or installed here.
	rm -rf $(VENV) node_modules build dist artifacts src/outflank/_native.pyi

$(STAMPS)/venv:
	@tools/check-tools $(PYTHON)
	@echo "1 of 2: making a virtual environment in $(VENV), with what builds the native core…"
	@tools/make-venv $(PYTHON) $(VENV) scikit-build-core nanobind cmake ninja babel
	@mkdir -p $(STAMPS) && touch $@

# Both at once: pip waits for the network, and the compiler has not always work for every core.
$(STAMPS)/outflank: $(STAMPS)/venv $(STAMPS)/catalogues pyproject.toml $(NATIVE_SOURCES)
	@echo "2 of 2: compiling the native core for this processor, and fetching the libraries; twenty seconds on two cores…"
	@$(MAKE) -s --no-print-directory -j2 libraries core
	@touch $@

.PHONY: libraries core
libraries:
	@$(BIN)/python -c '$(PRINT_LIBRARIES)' >$(STAMPS)/libraries.txt
	@$(PIP) install --no-compile -r $(STAMPS)/libraries.txt
	@echo "        the libraries are here…"
core:
	@$(PIP) install --no-deps --no-build-isolation -C cmake.define.OUTFLANK_NATIVE=ON -C wheel.py-api= --editable .
	@echo "        the native core is compiled…"

$(STAMPS)/catalogues: $(STAMPS)/venv tools/catalogues.py $(CATALOGUES)
	@$(BIN)/python tools/catalogues.py compile
	@touch $@

$(STAMPS)/development: $(STAMPS)/outflank
	$(PIP) install --no-compile --group test --group browser --group lint --group page
	@touch $@

$(STAMPS)/wasm $(STAMPS)/docs $(STAMPS)/compare: $(STAMPS)/%: $(STAMPS)/outflank
	$(PIP) install --no-compile --group $*
	@touch $@

$(PAGE_TOOLS): package.json package-lock.json .npmrc $(STAMPS)/development
	$(NODE) npm ci --loglevel=error
	@touch $@
