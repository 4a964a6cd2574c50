"""What cannot be answered: addresses that are too long, which pages repeat and servers in between cut or refuse, hosts that are none, and too large values.

In: Datasette and its application. Out: the application, asked only for what has an address.
"""

from collections.abc import Awaitable, Callable
from sqlite3 import DataError
from urllib.parse import urlsplit

from datasette import Response
from datasette.app import Datasette

# Characters behind the question mark. Ten thousand typed letters, or a page of SQL, are fewer; what is longer is a mistake.
LONGEST = 16_000
# Bytes of one step of a path: a file system knows no longer names, and an id of 240 letters is no longer when it is written with percent signs.
LONGEST_STEP = 4_000
LONGEST_NAME = 255
HOSTLESS = "No host"  # a page needs to know it
TOLD = f"What stands behind the question mark of this address is longer than {LONGEST:,} characters. Ask for less at a time."


def host_of(datasette: Datasette, request) -> str:
    """The site's address as this visitor knows it, without a path."""
    return datasette.absolute_url(request, "/").rstrip("/")


def refuse_long(datasette: Datasette) -> Callable[[Callable], Callable[..., Awaitable[None]]]:
    """Wraps the application so that a longer address is answered with status 414, a host that is none with 400, and what to do."""

    def wrap(application: Callable) -> Callable[..., Awaitable[None]]:
        async def wrapped(scope, receive, send):
            fault = _find_fault(scope) if scope["type"] == "http" else None
            if fault is None:
                return await application(scope, receive, send)
            await (await _refuse(datasette, scope["path"], *fault)).asgi_send(send)

        return wrapped

    return wrap


def refuse_large(datasette: Datasette, path: str, error: Exception) -> Awaitable[Response] | None:
    """The answer where SQL would have made a value beyond `functions.LONGEST_VALUE`; None for other errors."""
    if isinstance(error, DataError) and "too big" in str(error):
        return _refuse(datasette, path, 400, "Too large", "string or blob too big: this SQL makes a value of more than 8 MB. Ask for less at a time.")
    return None


def _find_fault(scope: dict) -> tuple[int, str, str] | None:
    """Status, title and message for an address that cannot be answered."""
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    try:
        urlsplit(f"http://{host}/").port  # noqa: B018 - reading it is what finds the fault
    except ValueError:
        return 400, HOSTLESS, "The host of this address is none."
    longest = max(map(len, scope["path"].split("/")))
    if len(scope.get("query_string", b"")) > LONGEST or longest > LONGEST_STEP:
        return 414, "Address too long", TOLD
    if longest > LONGEST_NAME and "static" in scope["path"].split("/")[1:3]:
        return 404, "Not found", "There is no such file."
    return None


async def _refuse(datasette: Datasette, path: str, status: int, title: str, message: str) -> Response:
    told = {"ok": False, "error": message, "status": status, "title": title}
    if title == HOSTLESS or path.endswith((".json", ".csv")) or path.startswith("/reconcile"):
        return Response.json(told, status=status)
    return Response.html(await datasette.render_template("error.html", told), status=status)
