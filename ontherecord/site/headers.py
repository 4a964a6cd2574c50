"""Headers of every answer: what a page may load, and that other sites' scripts may read the data.

In: an ASGI application. Out: the same, wrapped. No page loads anything from another host or runs a script that
stands in the page; pages that draw charts may make functions from text, because datasette-vega does, and they
and the page of the SQL editor may style elements, because these tools write their styles into the page.
"""

from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs

from ontherecord.site.describing import DATABASE

# Datasette repeats the whole address in a header; servers in between refuse answers with headers of some thousand bytes. The page
# itself has the link, too.
LONGEST_LINK = 2000
OPEN = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-headers", b"Authorization, Content-Type"),
    (b"access-control-expose-headers", b"Link, ETag"),
]
# Where forms are sent to, POST too.
FORMS = "/reconcile"
_POLICY = (
    "default-src 'none'; script-src 'self'{script}; style-src 'self'{style}; img-src 'self' data:{image}; "
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'"
)
PLAIN_POLICY = _POLICY.format(script="", style="", image="")
EDITOR_POLICY = _POLICY.format(script="", style=" 'unsafe-inline'", image="")
CHART_POLICY = _POLICY.format(script=" 'unsafe-eval'", style=" 'unsafe-inline'", image=" blob:")


def draws_charts(path: str, query: str) -> bool:
    """Whether datasette-vega belongs on the page: those of tables, views, questions and SQL."""
    parts = path.strip("/").split("/")
    if parts[0] in ("", "-", "static", "charts", "reconcile"):
        return False
    return len(parts) == 2 or (len(parts) == 1 and "sql" in parse_qs(query))


def choose_policy(path: str, query: str) -> str:
    """The Content-Security-Policy of the page at this path, the strictest under which it works."""
    if draws_charts(path, query):
        return CHART_POLICY
    return EDITOR_POLICY if path.strip("/") == DATABASE else PLAIN_POLICY


def add_headers(application: Callable) -> Callable[..., Awaitable[None]]:
    """The application with the policy and the permission to read on each of its answers."""

    async def wrapped(scope, receive, send):
        async def send_with_headers(message):
            if message["type"] == "http.response.start":
                message = {**message, "headers": _with(list(message.get("headers", [])), scope)}
            await send(message)

        await application(scope, receive, send_with_headers if scope["type"] == "http" else send)

    return wrapped


def _with(headers: list[tuple[bytes, bytes]], scope: dict) -> list[tuple[bytes, bytes]]:
    policy = choose_policy(scope["path"], scope.get("query_string", b"").decode("latin-1"))
    wanted = [
        *OPEN,
        (b"access-control-allow-methods", b"GET, HEAD, POST, OPTIONS" if scope["path"] == FORMS else b"GET, HEAD, OPTIONS"),
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"strict-origin-when-cross-origin"),
    ]
    names = {name for name, _ in wanted}
    kept = [(name, value) for name, value in headers if name.lower() not in names and not (name.lower() == b"link" and len(value) > LONGEST_LINK)]
    return kept + wanted
