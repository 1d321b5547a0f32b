"""What the page needs to think by itself: its engine, and what that has learned."""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, send_file, url_for

from outflank.web.api.routing import route
from outflank.web.page.engine_assets import EngineFile, engine_files
from outflank.web.page.page import FOREVER, MODULE, WORKER, address

bp = Blueprint("engine", __name__)


@dataclass(frozen=True, slots=True)
class FileView:
    """A file to fetch once: under this address it is never another one."""

    address: str
    size: int  # bytes


@dataclass(frozen=True, slots=True)
class EngineView:
    """Where the parts of the engine are."""

    worker: str
    module: str
    weights: FileView
    light: FileView  # weights of a quarter of the bytes, nearly as good
    book: FileView


@route(bp, "GET", "/api/engine")
def engine() -> EngineView:
    """The engine for a browser that thinks by itself."""
    files = engine_files()
    views = (_view(files[name]) for name in ("weights", "light", "book"))
    return EngineView(address(WORKER), address(MODULE), *views)


@bp.get("/engine/<name>")
def file(name: str) -> Response:
    """One of its files, already packed."""
    found = next((one for one in engine_files().values() if one.name == name), None)
    if found is None:
        abort(404)
    response = send_file(found.path, mimetype="application/octet-stream", etag=False)
    response.headers["Cache-Control"] = FOREVER
    return response


def _view(one: EngineFile) -> FileView:
    return FileView(url_for("engine.file", name=one.name), one.size)
