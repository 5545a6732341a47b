# Every target sets itself up: a bare Python 3.11, git and make are enough.
.PHONY: run test check lint types layers clauses docs bench long coverage lock wheel clean
V = .venv/bin
READY = .venv/ready

run: $(READY)           ## see the product at work
	@$(V)/sicbo tour

test: $(READY)          ## everything that must hold: lint, types, layers, tests, coverage, documents
	@scripts/check

check: test             ## the same

$(READY): pyproject.toml requirements.lock scripts/setup
	@scripts/setup

clauses: $(READY)       ## write the proving tests into the registry of clauses
	@$(V)/python scripts/clauses.py

docs: clauses           ## write the generated pages
	@$(V)/python scripts/pages.py

bench: $(READY)         ## speed, as ratios in one run
	@$(V)/python benchmarks/distribution.py
	@$(V)/python benchmarks/table.py

long: $(READY)          ## five thousand random evenings at every layout: hours
	@SICBO_EXAMPLES=5000 $(V)/pytest -n 2 --timeout=0 tests/table/test_machine.py

lock: $(READY)          ## choose versions anew
	@$(V)/uv pip compile -q --universal --generate-hashes --python-version 3.11 --extra lab --extra plot --group dev pyproject.toml -o requirements.lock

wheel: $(READY)         ## build the wheel and try it in a clean environment
	@scripts/wheel

clean:                  ## forget everything that can be made again
	@rm -rf .venv dist build .coverage* .mypy_cache .ruff_cache .hypothesis .import_linter_cache
