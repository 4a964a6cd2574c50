"""No traceback with every local variable for a page that is not there.

Datasette prints one where rich is installed, and spaCy brings rich: a second of work per wrong address.
"""

from datasette import handle_exception, hookimpl


@hookimpl
def startup():
    handle_exception.rich = None
