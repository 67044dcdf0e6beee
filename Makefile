# Everything is made by these targets; `make` alone lists them.
#
#   make run    starts the service on this machine, whatever it needs is installed into .venv first
#   make test   runs every test, whatever they need is installed first

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
NPM := $(BIN)/python hatch_build.py npm

HOST := 127.0.0.1
PORT := 8000
# More of pytest's arguments: make test PYTEST="-k lobby"
PYTEST :=

# Files go to the processes in the order of tests/conftest.py; pytest-xdist would keep those with few tests for the end,
# and these take longest.
FILES := --dist=loadfile --no-loadscope-reorder

.PHONY: help run client setup test check soak rules bench lock clean

help:
	@echo 'make run    start the service on http://$(HOST):$(PORT) (HOST=0.0.0.0 lets others on the network in, PORT=...)'
	@echo 'make test   run all tests: Python, client, browser'
	@echo 'make check  style, types, import contracts, of Python and of the client'
	@echo 'make soak   the long fault tests'
	@echo 'make rules  the numbered rules of each game, and those that no test names'
	@echo 'make bench  measure the service against its floor, and the client in a browser'
	@echo 'make lock   write the lock files anew'
	@echo 'make clean  remove what was built (not .venv, not data)'

# A python3 that is a stub of some version manager fails here like one that is too old.
define FIND_PYTHON
for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
		echo $$python; exit 0; \
	fi; \
done; \
echo 'Partie needs Python 3.11 or newer with its venv module, and found none.' >&2; \
echo 'On Debian or Ubuntu: apt install python3 python3-venv. Elsewhere: name one, make run PYTHON=/path/to/python3.' >&2; \
exit 1
endef

$(VENV)/.python:
	@python=$$($(FIND_PYTHON)) && echo "Making $(VENV) with $$python" && $$python -m venv $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.python requirements.lock pyproject.toml
	@echo 'Installing the packages of requirements.lock'
	@$(PIP) install --quiet --require-hashes -r requirements.lock
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	@echo 'Installing the packages of requirements-dev.lock'
	@$(PIP) install --quiet --require-hashes -r requirements-dev.lock
	@touch $@

client: $(VENV)/.run
	@$(BIN)/python hatch_build.py

run: $(VENV)/.run client
	@exec $(BIN)/partie serve --data-dir ./data --host $(HOST) --port $(PORT)

setup: $(VENV)/.dev client
	@$(BIN)/python -m tests.tooling

# The service's tests wait for disks and clocks half of the time: three processes fill two processors.
test: setup
	@echo '== Client'
	@$(NPM) test
	@echo '== Games'
	@$(BIN)/pytest tests/engines tests/golden --numprocesses=2 $(FILES) $(PYTEST)
	@echo '== Service'
	@$(BIN)/pytest tests/fuzz tests/faults tests/tooling tests/server tests/simulation --numprocesses=3 $(FILES) $(PYTEST)
	@echo '== Nights'
	@$(BIN)/python -m tests.simulation --nights=10000 --all --quiet
	@echo '== What the bench measures'
	@$(BIN)/pytest tests/bench $(PYTEST)
	@echo '== Browser'
	@$(BIN)/pytest tests/browser --ignore=tests/browser/test_measures.py --numprocesses=2 --dist=load --maxschedchunk=1 $(PYTEST)
	@echo '== What the browser measures'
	@$(BIN)/pytest tests/browser/test_measures.py $(PYTEST)

check: $(VENV)/.dev
	@echo '== Style'
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@echo '== Types'
	@$(BIN)/mypy
	@echo '== Generated files'
	@$(BIN)/partie types --check
	@echo '== Imports'
	@$(BIN)/lint-imports
	@echo '== Client'
	@$(NPM) run lint
	@$(NPM) run check

soak: setup
	@$(BIN)/python -m tests.simulation --seed=10000 --nights=1000000 --all
	@$(BIN)/pytest -m soak -s --timeout=7200 --hypothesis-profile=explore $(PYTEST)

rules: $(VENV)/.dev
	@$(BIN)/python -m tests.rules

bench: setup
	@$(BIN)/partie bench
	@$(BIN)/python -m tests.browser.bench

lock: $(VENV)/.python
	@$(PIP) install --quiet 'uv>=0.13'
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command 'make lock' pyproject.toml --group build -o requirements.lock
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command 'make lock' pyproject.toml --group build --group dev -c requirements.lock \
		-o requirements-dev.lock
	@$(NPM) install --package-lock-only

clean:
	@rm -rf server/partie/http/static dist client-web/node_modules client-web/dist tests/.artifacts
	@rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find engines server tests -name __pycache__ -type d -prune -exec rm -rf {} +
