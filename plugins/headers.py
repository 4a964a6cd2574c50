"""A Content-Security-Policy and CORS on every answer, under plain `datasette .` too."""

from datasette import hookimpl

from ontherecord.site.headers import add_headers


@hookimpl
def asgi_wrapper():
    return add_headers
