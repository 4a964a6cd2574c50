"""Functions that templates call (paths, links, words for numbers), and the direction of all that they write."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.direction import close_direction
from ontherecord.site.templating import FUNCTIONS


@hookimpl
def prepare_jinja2_environment(env):
    env.globals.update(FUNCTIONS)
    env.finalize = close_direction
