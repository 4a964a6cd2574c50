"""Addresses that are too long: pages repeat their address many times, and servers in between cut or refuse it.

In: Datasette and its application. Out: the application behind a limit.
"""

from collections.abc import Awaitable, Callable

from datasette import Response
from datasette.app import Datasette

# Characters behind the question mark. Ten thousand typed letters, or a page of SQL, are fewer; what is longer is a mistake.
LONGEST = 16_000
TOLD = f"What stands behind the question mark of this address is longer than {LONGEST:,} characters. Ask for less at a time."


def refuse_long(datasette: Datasette) -> Callable[[Callable], Callable[..., Awaitable[None]]]:
    """Wraps the application so that a longer address is answered with status 414 and what to do."""

    def wrap(application: Callable) -> Callable[..., Awaitable[None]]:
        async def wrapped(scope, receive, send):
            if scope["type"] != "http" or len(scope.get("query_string", b"")) <= LONGEST:
                return await application(scope, receive, send)
            await (await _refuse(datasette, scope["path"])).asgi_send(send)

        return wrapped

    return wrap


async def _refuse(datasette: Datasette, path: str) -> Response:
    told = {"ok": False, "error": TOLD, "status": 414, "title": "Address too long"}
    if path.endswith((".json", ".csv")) or path.startswith("/reconcile"):
        return Response.json(told, status=414)
    return Response.html(await datasette.render_template("error.html", told), status=414)
