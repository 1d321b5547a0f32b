# Outflank's development loop. `make help` lists the targets.
#
# Everything lives in .venv; stamps in it record what was installed from which files, so a second run
# rebuilds nothing that has not changed.

PYTHON ?= $(shell tools/find-python)
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
STAMPS := $(VENV)/stamps
CATALOGUES := $(wildcard src/outflank/locale/*/LC_MESSAGES/*.po)
NATIVE_SOURCES := $(shell find native -name '*.[ch]pp') CMakeLists.txt
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
PRINT_LIBRARIES := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# What fails among others runs once more, alone: a busy machine must not refuse a change. Both results are printed;
# a test that needs this has a race, which is to be fixed.
ALONE := $(BIN)/python -m pytest --last-failed --last-failed-no-failures none
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

.PHONY: test test-python test-browser test-portable
test: ## Run the tests, after setting up whatever they need.
	@$(MAKE) -s --no-print-directory test-python
	@$(MAKE) -s --no-print-directory test-browser  # apart: Playwright keeps an event loop in its process

test-python: $(STAMPS)/development $(PAGE_TOOLS)
	@tools/system-packages test
	$(PYTEST) -m "not slow" --ignore=tests/browser || $(ALONE) -m "not slow" --ignore=tests/browser

test-browser: $(STAMPS)/development $(PAGE_TOOLS)
	@tools/system-packages test
	$(PYTEST) -m "not slow" tests/browser || $(ALONE) -m "not slow" tests/browser

# What does not need Linux: the rules, formats and engine, and a game, a server, a match and a tournament.
PORTABLE := $(addprefix tests/,batch board book engine formats game openings portability players rl)
test-portable: $(STAMPS)/outflank ## Run the tests that every system must pass: Windows, macOS, other processors.
	$(PIP) install --no-compile --group test
	$(PYTEST) -m "not slow" $(PORTABLE)

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

.PHONY: sdist
sdist: ## Build the source distribution into dist/.
	@tools/make-venv $(PYTHON) build/sdist-env scikit-build-core
	@tools/build-sdist build/sdist-env/bin/python dist

.PHONY: test-sdist
test-sdist: sdist ## Install the source distribution as others do, play, and print the processor time it took.
	@tools/test-sdist $(PYTHON) dist

.PHONY: wheels
wheels: ## Build and test all wheels of this system with cibuildwheel, from the source distribution in dist/.
	@tools/make-venv $(PYTHON) build/wheels-env cibuildwheel
	@build/wheels-env/$(notdir $(BIN))/python -m cibuildwheel --output-dir dist dist/outflank-*.tar.gz

IMAGE ?= outflank
DOCKER ?= $(firstword $(foreach tool,podman docker buildah,$(shell command -v $(tool))))
BASE ?=
.PHONY: container test-container publish-container
container: ## Build the container image of the server, with the wheel in dist/.
	@ls dist/outflank-*manylinux*.whl >/dev/null 2>&1 || $(MAKE) --no-print-directory wheel
	@tools/container build $(DOCKER) $(IMAGE) $(BASE)

deploy/requirements.txt: pyproject.toml ## The exact libraries of the image, with their checksums.
	@tools/make-venv $(PYTHON) build/pins-env uv
	@build/pins-env/bin/uv pip compile -q --universal --generate-hashes --no-header --no-annotate --no-emit-index-url \
	  --python-version 3.11 --extra postgres --extra sign-in --upgrade pyproject.toml -o $@

.PHONY: audit
audit: deploy/requirements.txt ## Look the libraries up in the advisories of the package index.
	@tools/make-venv $(PYTHON) build/audit-env pip-audit
	@build/audit-env/bin/pip-audit --require-hashes --disable-pip -r $<

test-container: ## Start the image, play a move in it, and check its size, user and health.
	@tools/container test $(DOCKER) $(IMAGE)

publish-container:
	@tools/container publish $(DOCKER) $(IMAGE) $(TAG)

.PHONY: release-check checksums github-release
release-check: ## Check that TAG=v… fits the version and the changelog.
	@python3 tools/release.py check "$(TAG)"

checksums:
	@mkdir -p dist/packages && mv dist/outflank-* dist/packages
	@tar -czf dist/outflank-site.tar.gz -C build/site .
	@cd dist && sha256sum outflank-site.tar.gz packages/* | sed 's| packages/| |' >SHA256SUMS

github-release:
	@gh release create "$(TAG)" --verify-tag --notes-file CHANGELOG.md dist/packages/* dist/outflank-site.tar.gz dist/SHA256SUMS

.PHONY: pages
pages: site docs  # what GitHub Pages serves: the game, and the documents below it
	@rm -rf build/pages && cp -r build/site build/pages && cp -r build/docs build/pages/docs

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
	@$(PIP) install --no-deps --no-build-isolation -C wheel.py-api= --editable .
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
