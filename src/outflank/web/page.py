"""The page itself and its files."""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

from flask import (
    Blueprint,
    Response,
    abort,
    redirect,
    render_template,
    send_from_directory,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from outflank.web.upkeep import page_opened
from outflank.web.visitors import remember_longer, visitor

STATIC = Path(__file__).parent / "static"
YEAR = 365 * 24 * 3600

bp = Blueprint("page", __name__)


@cache
def fingerprint() -> str:
    """Changes when a file of the page does; part of every address, so browsers keep files long."""
    digest = hashlib.sha256()
    for file in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        digest.update(file.relative_to(STATIC).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


def sheets() -> list[str]:
    """The style sheets, a file a component: common ones first, what single screens need last."""
    folders = ("base", "desktop", "game", "screens")
    found = [path for folder in folders for path in sorted((STATIC / "css" / folder).glob("*.css"))]
    return [path.relative_to(STATIC).as_posix() for path in found]


@bp.get("/")
def page() -> str:
    """The desktop."""
    remember_longer()
    page_opened(visitor())
    modules = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
    return render_template(
        "page.html",
        print=fingerprint(),
        modules=modules,
        sheets=sheets(),
        version=version("outflank"),
    )


@bp.get("/assets/<print_>/<path:name>")
def asset(print_: str, name: str) -> AnyResponse:
    """A file of the page. An address with an old fingerprint leads to the new one."""
    if print_ != fingerprint():
        return redirect(url_for("page.asset", print_=fingerprint(), name=name))
    response = send_from_directory(STATIC, name, max_age=YEAR)
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


@bp.get("/favicon.ico")
def favicon() -> AnyResponse:
    """The picture in the tab."""
    return redirect(url_for("page.asset", print_=fingerprint(), name="emblem.svg"))


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Lets a phone put the game on its home screen."""
    from flask import jsonify

    response = jsonify(
        name="Outflank",
        short_name="Othello",
        display="standalone",
        start_url="/",
        background_color="#004e98",
        theme_color="#245edb",
        icons=[
            {
                "src": url_for("page.asset", print_=fingerprint(), name="emblem.svg"),
                "sizes": "any",
                "type": "image/svg+xml",
            }
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


@bp.get("/static/<path:name>")
def no_static(name: str) -> Response:
    """Nothing is served without a fingerprint."""
    abort(404)
