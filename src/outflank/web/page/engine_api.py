"""The API for the page's own engine: its WebAssembly module, weights and opening book."""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, send_file, url_for

from outflank.web.api.routing import route
from outflank.web.page.engine_assets import EngineFile, engine_files
from outflank.web.page.page import FOREVER, MODULE, WORKER, address

bp = Blueprint("engine", __name__)


@dataclass(frozen=True, slots=True)
class FileView:
    """A file with a permanent address, which can be cached forever."""

    address: str
    size: int  # bytes


@dataclass(frozen=True, slots=True)
class EngineView:
    """The files of the engine."""

    worker: str
    module: str
    weights: FileView
    light: FileView  # weights a quarter the size, nearly as strong
    book: FileView


@route(bp, "GET", "/api/engine")
def engine() -> EngineView:
    """Return the files of the browser's engine."""
    files = engine_files()
    views = (_view(files[name]) for name in ("weights", "light", "book"))
    return EngineView(address(WORKER), address(MODULE), *views)


@bp.get("/engine/<name>")
def file(name: str) -> Response:
    """Download one of these files, compressed."""
    found = next((one for one in engine_files().values() if one.name == name), None)
    if found is None:
        abort(404)
    response = send_file(found.path, mimetype="application/octet-stream", etag=False)
    response.headers["Cache-Control"] = FOREVER
    return response


def _view(one: EngineFile) -> FileView:
    return FileView(url_for("engine.file", name=one.name), one.size)
