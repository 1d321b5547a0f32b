"""Files with which the page goes on without this server: those of ``make site``."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, send_from_directory

from outflank.translation import _
from outflank.web.page.page import FOREVER, STATIC, Bundle, files
from outflank.web.settings import SETTINGS, InvalidSettings, Settings

PLACE = "site"
SERVICE = "service_worker.js"
ENGINE = ("light", "book")  # its files, besides the worker and the module
bp = Blueprint("offline", __name__)


@cache
def described(folder: Path) -> dict[str, Any]:
    """Return what a site says of its files, with addresses on this server."""
    try:
        known: dict[str, Any] = json.loads((folder / "offline.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        why = _("{folder} is not a folder of `make site`: {error}", folder=folder, error=error)
        raise InvalidSettings(why) from None
    for key in ("files", "worker", "prepared", "engine"):
        known[key] = f"/{PLACE}/{known[key]}"
    known["extras"] = {name: f"/{PLACE}/{path}" for name, path in known["extras"].items()}
    return known | {"service": f"/{SERVICE}"}


def _folder() -> Path:
    settings: Settings = current_app.extensions[SETTINGS]
    return settings.site or abort(404)


@bp.get(f"/{PLACE}/<path:name>")
def site_file(name: str) -> Response:
    response = send_from_directory(_folder(), name)
    response.headers["Cache-Control"] = FOREVER
    return response


@bp.get(f"/{SERVICE}")
def service_worker() -> Response:
    """Return the service worker with the list of files; browsers install it on request only."""
    folder, found = _folder(), files()
    known = described(folder)
    listed = [f"/{PLACE}/{path.relative_to(folder)}" for path in _python(folder)]
    listed += ["/", known["engine"], known["prepared"], known["worker"]]
    engine = json.loads((folder / "engine.json").read_text("utf-8"))
    parts = engine["worker"], engine["module"], *(engine[one]["address"] for one in ENGINE)
    listed += [f"/{PLACE}/{part}" for part in parts]
    if isinstance(found, Bundle):
        listed += [f"/assets/{found.fingerprint}/{name}" for name in found.files]
    about = {
        "version": f"{found.fingerprint}-{known['files'].split('/')[-2]}",
        "first": sorted(listed),
        "index": "/",
        "server": True,
    }
    script = (STATIC / "js" / "offline" / SERVICE).read_text("utf-8")
    text = f"globalThis.outflankFiles = {json.dumps(about)};\n{script}"
    return Response(text, mimetype="text/javascript")


def _python(folder: Path) -> list[Path]:
    place = described(folder)["files"].removeprefix(f"/{PLACE}/")
    return sorted((folder / place).iterdir())
