"""Functions that templates call: paths, links, words for numbers."""

from datasette import hookimpl

from ontherecord.site.templating import FUNCTIONS


@hookimpl
def prepare_jinja2_environment(env):
    env.globals.update(FUNCTIONS)
