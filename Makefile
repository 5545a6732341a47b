# Every target sets itself up: a bare Python 3.11, git and make are enough.
.PHONY: run tour browser test check lint types layers clauses docs bench bench-journal bench-server long crash-long many-long tamper-long storm storm-long storm-proof storm-versions soak bench-scale bench-recovery mutation fuzz schema-long coverage lock wheel verifier clean
V = .venv/bin
READY = .venv/ready
PLAY = .venv/play
# Some machines forbid it; without compiled modules every process would read all of them anew.
unexport PYTHONDONTWRITEBYTECODE

run: $(PLAY)            ## open a house in the browser
	@$(V)/sicbo serve

tour: $(PLAY)           ## see the product at work in the terminal
	@$(V)/sicbo tour

browser: $(READY)       ## the screens in a real browser, all languages and widths: a few minutes
	@$(V)/python -m tests.browser.finding
	@$(V)/pytest -n 2 $(or $(SCREENS),tests/browser)

.PHONY: types-web
types-web: $(READY)     ## the types that the screens' modules state: a quarter of a minute, with Node or a wheel of it
	@scripts/types-web

.PHONY: screenshots
screenshots: $(READY)   ## photograph every screen, in every language and at three widths, into screenshots/
	@$(V)/python -m tests.browser.finding
	@$(V)/python -m tests.browser.screenshots screenshots

coverage: $(READY)      ## every branch of the core, the ledger, promotions, authority and the verifier is tested: five minutes
	@scripts/coverage

test: $(READY)          ## everything that must hold: lint, types, layers, tests, documents
	@scripts/check

check: test             ## the same

.PHONY: test-again
test-again: $(READY)    ## the same, SICBO_RUNS=100 times or until it fails: six hours
	@SICBO_RUNS=$${SICBO_RUNS:-100} $(V)/python -m tests.soak.again

$(READY): pyproject.toml requirements.lock scripts/setup
	@scripts/setup

$(PLAY): pyproject.toml requirements.lock scripts/setup
	@if [ -e $(READY) ]; then $(MAKE) --silent $(READY) && touch $@; else scripts/setup play; fi

clauses: $(READY)       ## write the proving tests into the registry of clauses
	@$(V)/python scripts/clauses.py

docs: clauses           ## write the generated pages
	@$(V)/python scripts/pages.py

bench: $(READY)         ## speed, as ratios in one run, held against benchmarks/reference.json: minutes, or QUICK=--quick
	@$(V)/python -m benchmarks.ratios --begin
	@for part in start distribution table simulate; do $(V)/python -m benchmarks.$$part $(QUICK) || exit 1; done
	@$(V)/python -m benchmarks.ratios

bench-journal: $(READY) ## the same for the journal, recovery and the verifier: some minutes
	@$(V)/python -m benchmarks.journal
	@$(V)/python -m benchmarks.slip
	@$(V)/python -m benchmarks.recovery

bench-server: $(READY)  ## slips acknowledged and results told against a bare echo, 20,000 slips in a second: a minute
	@$(V)/python -m benchmarks.server --terminals $${HALL:-1000}
	@$(V)/python -m benchmarks.burst --terminals $${HALL:-1000}

bench-scale: $(READY)   ## tables and processes, each against fewer of them: five minutes
	@$(V)/python -m benchmarks.scale
	@$(V)/python -m benchmarks.processes

.PHONY: bench-terminals
bench-terminals: $(READY) ## terminals (TERMINALS="10 100") in play for SICBO_HOLD=45 seconds, and a crowd: five minutes
	@$(V)/python -m benchmarks.terminals $${TERMINALS:-}
	@$(V)/python -m benchmarks.crowd --terminals $${CROWD:-10000}

bench-recovery: $(READY) ## coming up again and the verifier, with EVENTS=1000000
	@$(V)/python -m benchmarks.recovery --events $${EVENTS:-1000000}

long: $(READY)          ## five thousand random evenings at every layout: hours
	@SICBO_EXAMPLES=$${SICBO_EXAMPLES:-5000} $(V)/pytest -n 2 --timeout=0 tests/table/evenings/test_machine.py

crash-long: $(READY)    ## a million power cuts, ten thousand kill points, a thousand kills, of the server too: half an hour
	@SICBO_IMAGES=$${SICBO_IMAGES:-1000000} SICBO_POINTS=$${SICBO_POINTS:-10000} SICBO_KILLS=$${SICBO_KILLS:-1000} SICBO_SERVER_KILLS=$${SICBO_SERVER_KILLS:-1000} $(V)/pytest -n 2 --timeout=0 tests/crash

many-long: $(READY)     ## failovers to a promoted standby, kills of PostgreSQL, random misfortunes of many processes: two hours
	@SICBO_MISFORTUNES=$${SICBO_MISFORTUNES:-500} SICBO_FAILOVERS=$${SICBO_FAILOVERS:-20} SICBO_PG_KILLS=$${SICBO_PG_KILLS:-500} $(V)/pytest -n 2 --timeout=0 tests/processes tests/journal/test_postgres_killed.py

tamper-long: $(READY)   ## a million forgeries and a million forged proofs: ten minutes
	@SICBO_MUTATIONS=$${SICBO_MUTATIONS:-1000000} SICBO_PROOFS=$${SICBO_PROOFS:-1000000} $(V)/pytest -n 2 --timeout=0 tests/verify/test_tamper.py tests/verify/test_proofs.py

storm: $(READY)         ## the whole house in a storm, 100 seeds; CRASHES=10000: until it survived so many; SEED=7 replays one
	@$(V)/python -m tests.storm $(if $(SEED),--seed $(SEED),$(if $(CRASHES),--crashes $(CRASHES)))

storm-long: $(READY)    ## ten million events in a storm: a quarter of an hour
	@$(V)/python -m tests.storm --from $${SEED:-1} --seeds $${SEEDS:-900}

storm-proof: $(READY)   ## sixteen planted bugs and as many more, and the seed that finds each
	@$(V)/python -m tests.storm.proof

storm-versions: $(READY) ## the same seeds on every Python that is here: the same journals, byte for byte
	@scripts/versions

soak: $(READY)          ## every long form and the goals; SOAK=short: ten minutes; PARTS="storm fuzz"; ARGS=--write: into docs
	@$(V)/python -m tests.soak $(if $(SOAK),--$(SOAK)) $(ARGS) $(PARTS)

mutation: $(READY)      ## small wrong changes to what decides, and whether a test notices: MUTANTS=200, SEED=1
	@$(V)/python -m tests.mutation --mutants $${MUTANTS:-200} --seed $${SEED:-1}

fuzz: $(READY)          ## atheris on every decoder for a minute each, or SECONDS=600, or RUNS=1000000 inputs; TARGET="note vkey"; KEEP=1
	@scripts/fuzz $(TARGET)

schema-long: $(READY)   ## 20,000 requests that the OpenAPI document allows or does not: a quarter of an hour
	@SICBO_CASES=$${SICBO_CASES:-20000} $(V)/pytest -n 2 --timeout=0 tests/server/routes/test_schema.py

.PHONY: sbom audit
sbom: $(READY)          ## write dist/sbom.json: what the project is made of, as CycloneDX
	@scripts/supply sbom

audit: $(READY)         ## ask for known holes in what is locked; needs the network
	@scripts/supply audit

lock: $(READY)          ## choose versions anew
	@$(V)/uv pip compile -q --universal --generate-hashes --python-version 3.11 --extra cluster --extra gym --extra lab --extra plot --extra postgres --group dev pyproject.toml -o requirements.lock
	@for tools in fuzz supply; do $(V)/uv pip compile -q --universal --generate-hashes --python-version 3.11 scripts/$$tools.in -o scripts/$$tools.lock; done

wheel: $(READY)         ## build the wheel and try it in a clean environment
	@scripts/wheel

verifier:               ## build dist/sicbo-verify.pyz, which a bare python3 runs
	@scripts/verifier

clean:                  ## forget everything that can be made again
	@rm -rf .venv .venv-fuzz .fuzz .venv-audit .venv-3.* dist build screenshots .coverage* .mypy_cache .ruff_cache .hypothesis .import_linter_cache
