# Every target sets itself up: Python 3.11 or newer, git and make are enough.
.DEFAULT_GOAL := help
.PHONY: help run tour test lint browser coverage docs bench long lock build clean
V = .venv/bin
READY = .venv/ready
PLAY = .venv/play
# Some machines set this; without compiled modules every process would read all of them again.
unexport PYTHONDONTWRITEBYTECODE

help:                   ## list these targets
	@sed -n 's/^\([a-z]*\):[^#]*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

run: $(PLAY)            ## open a house in the browser
	@$(V)/sicbo serve

tour: $(PLAY)           ## see the product at work in the terminal
	@$(V)/sicbo tour

test: $(READY)          ## lint, types, layers, tests, documents: everything that must hold
	@scripts/check

lint: $(READY)          ## format, lint, types and layers alone: half a minute
	@scripts/check lint

browser: $(READY)       ## test the screens in a real browser, in all languages and at three widths
	@$(V)/python -m tests.browser.finding
	@$(V)/pytest -n 2 $(or $(SCREENS),tests/browser)

coverage: $(READY)      ## require that tests reach every branch of the core and the verifier
	@scripts/coverage

docs: $(READY)          ## write the registry of clauses and the generated pages
	@$(V)/python scripts/clauses.py
	@$(V)/python scripts/pages.py

bench: $(READY)         ## benchmarks as ratios in one run: make bench PART=server (PART=list)
	@scripts/bench $(PART)

long: $(READY)          ## long forms of the tests: make long PART=storm (no PART: list them)
	@scripts/long $(PART)

lock: $(READY)          ## choose new versions of the dependencies
	@$(V)/uv pip compile -q --universal --generate-hashes --python-version 3.11 --extra cluster --extra gym --extra lab --extra plot --extra postgres --group dev pyproject.toml -o requirements.lock
	@for tools in fuzz supply; do $(V)/uv pip compile -q --universal --generate-hashes --python-version 3.11 scripts/$$tools.in -o scripts/$$tools.lock; done

build: $(READY)         ## build and try the wheel, and dist/sicbo-verify.pyz, the verifier in one file
	@scripts/wheel
	@scripts/verifier

clean:                  ## remove everything that can be made again
	@rm -rf .venv .venv-fuzz .fuzz .venv-audit .venv-3.* dist build screenshots .coverage* .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(READY): pyproject.toml requirements.lock scripts/setup
	@scripts/setup

$(PLAY): pyproject.toml requirements.lock scripts/setup
	@if [ -e $(READY) ]; then $(MAKE) --silent $(READY) && touch $@; else scripts/setup play; fi
