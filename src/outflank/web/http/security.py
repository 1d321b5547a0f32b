"""Protection against other sites: security headers, and rejection of cross-site requests."""

from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request

from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.club.program_tokens import recognize
from outflank.web.settings import SETTINGS

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # for the page's WebAssembly engine only
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cache-Control": "no-store",
}

CORS_HEADERS = {
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Methods": "GET, POST, PATCH, PUT, DELETE",
    "Access-Control-Allow-Headers": "Content-Type",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_SAFE = ("GET", "HEAD", "OPTIONS")
CHANGING_GETS = ("/move",)  # the classic /move plays on GET, so it is treated like a POST


def init_app(app: Flask) -> None:
    app.before_request(guard)

    @app.after_request
    def protect(response: Response) -> Response:
        if (origin := _allowed_origin()) is not None:
            response.headers.update(CORS_HEADERS | {"Access-Control-Allow-Origin": origin})
            response.vary.add("Origin")
        given = {name.lower() for name, _ in response.headers}
        for name, value in HEADERS.items():
            if name.lower() not in given:
                response.headers.add(name, value)
        return response


def guard() -> None:
    """Reject other hosts, NUL characters and cross-site requests; identify programs by tokens."""
    hosts = current_app.extensions[SETTINGS].hosts
    if hosts and urlsplit(f"//{request.host}").hostname not in hosts:
        abort(400)
    if "\0" in request.path or b"%00" in request.query_string:  # PostgreSQL cannot store them
        abort(404)
    if "Authorization" in request.headers:
        view = current_app.view_functions.get(request.endpoint or "")
        recognize(opened=getattr(view, "programs", False))
    _refuse_other_sites()


def _refuse_other_sites() -> None:
    """Reject requests that another site's page makes a browser send.

    Browsers report the origin of a request in ``Sec-Fetch-Site`` and ``Origin``. Programs report
    nothing, and have no visitor's cookie that could be misused.
    """
    if request.method in _SAFE and request.path not in CHANGING_GETS:
        return
    if _allowed_origin() is not None:
        return
    site = request.headers.get("Sec-Fetch-Site", "none")
    origin = request.headers.get("Origin")
    if site not in ("same-origin", "none") or (origin is not None and not _is_ours(origin)):
        raise ApiError(
            403,
            "other-site",
            _("This request comes from another site. Open Outflank itself to play."),
        )


def _allowed_origin() -> str | None:
    """Return the other origin that sent this request, if the host allows it."""
    origin = request.headers.get("Origin")
    return origin if origin in current_app.extensions[SETTINGS].allow_origins else None


def _is_ours(origin: str) -> bool:
    return urlsplit(origin).netloc.lower() == request.host.lower()
