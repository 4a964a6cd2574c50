"""Functions that templates call: paths, links, words for numbers."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.templating import FUNCTIONS


@hookimpl
def prepare_jinja2_environment(env):
    env.globals.update(FUNCTIONS)
