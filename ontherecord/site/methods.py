"""Nothing can be written: the addresses of the data are read, and nothing else.

In: an ASGI application. Out: the same, asked only with the methods that it answers; Datasette would answer some of the
others with error 500.
"""

from collections.abc import Awaitable, Callable

from datasette import Response

READING = ("GET", "HEAD", "OPTIONS")
# Reconciliation sends its queries in a form; Datasette's own pages see to themselves.
WITH_FORMS = (["reconcile"], ["-"])


def refuse_writing(application: Callable) -> Callable[..., Awaitable[None]]:
    """The application with status 405 for what would write."""

    async def wrapped(scope, receive, send):
        if scope["type"] != "http" or scope["method"] in _allowed(scope["path"]):
            return await application(scope, receive, send)
        told = {"ok": False, "error": f"{scope['method']} is not possible here; the data can be read only", "status": 405, "title": "Method not allowed"}
        await Response.json(told, status=405, headers={"Allow": ", ".join(_allowed(scope["path"]))}).asgi_send(send)

    return wrapped


def _allowed(path: str) -> tuple[str, ...]:
    return (*READING, "POST") if path.split("/")[1:2] in WITH_FORMS else READING
