# make serve: install, build the database from seeds/, serve it on http://127.0.0.1:8001
# make test:  install, run the tests

PORT ?= 8001
VENV := .venv
STAMP := $(VENV)/.installed
PYTHON := $(shell for python in python3.12 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null && { echo $$python; break; }; done)

.PHONY: serve test requirements clean

serve: $(STAMP)
	@$(VENV)/bin/python build_db.py --serve --port $(PORT)

test: $(STAMP)
	@$(VENV)/bin/python -m pytest -q $(TESTS)

$(STAMP): requirements.txt
ifeq ($(PYTHON),)
	$(error Python 3.12 or newer is needed, as python3.12 or python3; install it and run make again)
endif
	@echo "Installing into $(VENV) (the first time takes a minute or two)"
	@$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r requirements.txt
	@touch $(STAMP)

requirements: $(STAMP)  ## after a change in pyproject.toml, or for newer releases (then with UV_FLAGS=--upgrade)
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check uv
	@$(VENV)/bin/uv pip compile pyproject.toml --extra test --universal --python-version 3.12 --generate-hashes \
		--no-emit-index-url --custom-compile-command "make requirements" --quiet -o requirements.txt $(UV_FLAGS)

clean:
	rm -rf $(VENV) .ontherecord ontherecord.db inspect-data.json .pytest_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
