# `make` alone lists the targets. They install what they need into .venv first.
#
#   make run    starts the server on this machine
#   make test   runs all tests

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
NPM := $(BIN)/python hatch_build.py npm

HOST := 127.0.0.1
PORT := 8000
# More of pytest's arguments: make test PYTEST="-k lobby"
PYTEST :=
# Which pictures: make pictures PICTURES="--only start person --widths 390 1440"
PICTURES :=

.PHONY: help run client gallery pictures board docs docs-links setup test check format soak rules mutants bench lock clean

help:
	@echo 'make run     start the server on http://$(HOST):$(PORT) (HOST=0.0.0.0: reachable from your network; PORT=...)'
	@echo 'make test    run all tests: Python, client, browser'
	@echo 'make check   check style, language, types and imports of Python and of the client'
	@echo 'make format  format Python and the client, and fix what can be fixed automatically'
	@echo 'make docs    build the documentation, which the server then shows at /docs'
	@echo 'make docs-links  check the links from the documentation to other sites (needs the network)'
	@echo 'make soak    run the long tests: faults, nights, and the laws of all games'
	@echo 'make rules   list the numbered rules of each game that no test names'
	@echo 'make mutants change a hundred places of each game, one at a time, and list those that no test notices'
	@echo 'make bench   measure the server, and the client in a browser'
	@echo 'make lock    update the lock files'
	@echo 'make gallery show every component of the client in all its states, while you draw'
	@echo 'make pictures take pictures of all pages on all screens, and lay them out on one page'
	@echo 'make board   build the npm package @partie/board, for boards of games that live in their own package'
	@echo 'make clean   delete build results (not .venv, not data)'

# The first Python that is new enough and can make a .venv. A python3 that is a stub of some version manager fails like
# one that does not exist.
define FIND_PYTHON
old=; bare=; \
for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	version=$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue; \
	if ! $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then old="$$old$${old:+, }$$python is $$version"; \
	elif ! $$python -c 'import venv, ensurepip' 2>/dev/null; then bare="$$python ($$version)"; \
	else echo $$python; exit 0; fi; \
done; \
if [ -n "$$bare" ]; then \
	echo "Partie needs the venv module, and $$bare does not have it." >&2; \
	echo 'Install it, on Debian or Ubuntu with: apt install python3-venv' >&2; \
elif [ -n "$$old" ]; then \
	echo "Partie needs Python 3.11 or newer, but $$old." >&2; \
	echo 'Install a newer one, or say where it is: make run PYTHON=/path/to/python3' >&2; \
else \
	echo 'Partie needs Python 3.11 or newer and found none.' >&2; \
	echo 'On Debian or Ubuntu: apt install python3 python3-venv. On macOS: brew install python.' >&2; \
	echo 'Or say where it is: make run PYTHON=/path/to/python3' >&2; \
fi; \
exit 1
endef

# Run a command quietly. If it fails, print everything that it said.
LOG := $(VENV)/setup.log
define QUIETLY
{ $(1) >$(LOG) 2>&1 || { cat $(LOG) >&2; false; }; }
endef

# Where a package is not ready-made, pip compiles it. Redis is the one that most often needs that.
define INSTALL
$(call QUIETLY,$(PIP) install --require-hashes -r $(1)) || { \
	for tool in cc make; do command -v $$tool >/dev/null || { \
		echo "Partie could not install its packages, and there is no \`$$tool\` to compile them with." >&2; \
		echo 'On Debian or Ubuntu: apt install build-essential. On macOS: xcode-select --install.' >&2; \
		exit 1; }; \
	done; \
	echo 'Partie could not install its packages; the reason is above. Run the same command to try again.' >&2; \
	exit 1; }
endef

$(VENV)/.python:
	@python=$$($(FIND_PYTHON)) && echo "Creating $(VENV) with $$python" && mkdir -p $(VENV) && \
		$(call QUIETLY,$$python -m venv $(VENV))
	@touch $@

$(VENV)/.run: $(VENV)/.python requirements.lock pyproject.toml
	@echo 'Installing packages; this takes a minute or two'
	@$(call INSTALL,requirements.lock)
	@$(call QUIETLY,$(PIP) install --no-deps --no-build-isolation --editable .)
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	@echo 'Installing packages for development'
	@$(call INSTALL,requirements-dev.lock)
	@touch $@

$(VENV)/.docs: $(VENV)/.run requirements-docs.lock
	@echo 'Installing packages for the documentation'
	@$(call INSTALL,requirements-docs.lock)
	@touch $@

client: $(VENV)/.run
	@$(BIN)/python hatch_build.py

gallery: $(VENV)/.run
	@exec $(NPM) run gallery

pictures: $(VENV)/.dev client
	@$(BIN)/python -m tests.tooling
	@$(BIN)/python -m tests.browser.pictures $(PICTURES)

board: $(VENV)/.run
	@$(call QUIETLY,$(NPM) run board:build)
	@echo 'Install it with: npm install $(CURDIR)/client-web/packages/board'

docs: $(VENV)/.docs
	@$(BIN)/python hatch_build.py docs

docs-links: $(VENV)/.docs
	@$(BIN)/python hatch_build.py links

run: $(VENV)/.run client
	@exec $(BIN)/partie serve --data-dir ./data --host $(HOST) --port $(PORT)

setup: $(VENV)/.dev client
	@$(BIN)/python hatch_build.py docs
	@$(BIN)/python -m tests.tooling

test: setup
	@$(BIN)/python -m tests.parts $(PYTEST)

check: $(VENV)/.dev
	@echo '== Style'
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@echo '== Language'
	@$(BIN)/python -m tests.tooling.language
	@echo '== Spelling'
	@$(BIN)/codespell
	@echo '== Types'
	@$(BIN)/mypy
	@echo '== Generated files'
	@$(BIN)/partie types --check
	@echo '== Imports'
	@$(BIN)/lint-imports
	@echo '== Documentation'
	@$(BIN)/python hatch_build.py docs
	@echo '== Client'
	@$(NPM) run lint
	@$(NPM) run layers
	@$(NPM) run check

format: $(VENV)/.dev
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(NPM) run format -- --log-level=warn

soak: setup
	@$(BIN)/python -m tests.simulation --seed=1250 --nights=1000000 --all
	@PARTIE_CONFORMANCE=thorough $(BIN)/pytest tests/engines engines/examples --timeout=7200 $(PYTEST)
	@$(BIN)/pytest -m 'soak or hypothesis' -s --timeout=7200 --hypothesis-profile=explore $(PYTEST)

rules: $(VENV)/.dev
	@$(BIN)/python -m tests.rules

mutants: $(VENV)/.dev
	@$(BIN)/python -m tests.mutants

bench: setup
	@$(BIN)/partie bench
	@$(BIN)/python -m tests.browser.bench

lock: $(VENV)/.python
	@$(call QUIETLY,$(PIP) install 'uv>=0.13')
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command 'make lock' pyproject.toml --extra server --extra embedded --group build -o requirements.lock
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command 'make lock' pyproject.toml --extra server --extra embedded --group build --group docs \
		-c requirements.lock -o requirements-docs.lock
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command 'make lock' pyproject.toml --extra server --extra embedded --group build --group docs --group dev \
		-c requirements.lock -c requirements-docs.lock -o requirements-dev.lock
	@$(NPM) install --package-lock-only

clean:
	@rm -rf server/partie/http/static server/partie/http/site docs/_build dist client-web/node_modules client-web/dist client-web/packages/*/dist tests/.artifacts
	@rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find engines server tests -name __pycache__ -type d -prune -exec rm -rf {} +
