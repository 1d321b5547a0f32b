"""The page and its files."""

import gzip
import hashlib
import json
from functools import cache
from importlib.metadata import version
from pathlib import Path, PurePosixPath

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    send_from_directory,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from outflank.translation import ENGLISH, FOLDER, _, language, languages, speaking
from outflank.web.http.upkeep import page_opened
from outflank.web.http.visitors import remember_longer, visitor
from outflank.web.page import bundle
from outflank.web.settings import SETTINGS, InvalidSettings, Settings

STATIC = Path(__file__).parents[1] / "static"
YEAR = 365 * 24 * 3600
FOREVER = f"public, max-age={YEAR}, immutable"
PAGE = "outflank.page"
FIRST, SCRIPT, SHEET = "js/boot.js", "js/main.js", "css/page.css"
WORKER, MODULE = "js/thinking/worker.js", "engine/outflank.wasm"
PYTHON_WORKER = "js/offline/python_worker.js"
KINDS = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}

bp = Blueprint("page", __name__)


class Packed:
    """A file in memory, plain and compressed."""

    def __init__(self, body: bytes, mimetype: str) -> None:
        self.body = body
        self.mimetype = mimetype
        self.small = gzip.compress(body, 9, mtime=0)

    def response(self) -> Response:
        if request.accept_encodings["gzip"] > 0:
            response = Response(self.small, mimetype=self.mimetype)
            response.headers["Content-Encoding"] = "gzip"
        else:
            response = Response(self.body, mimetype=self.mimetype)
        response.headers["Vary"] = "Accept-Encoding"
        return response


class Files:
    """The page's original files, read again for each request."""

    @property
    def fingerprint(self) -> str:
        """A hash of all files, part of every address so that browsers can cache them."""
        files = {name: (STATIC / name).read_bytes() for name in _names("*")}
        return _fingerprint(files | _catalogues())

    @property
    def sheets(self) -> list[str]:
        return sheets()

    @property
    def modules(self) -> list[str]:
        return [name for name in _names("*.js") if not name.startswith("js/lazy/")]

    def response(self, name: str) -> Response:
        if (text := _catalogues().get(name)) is not None:
            return Response(text, mimetype=KINDS[PurePosixPath(name).suffix])
        return send_from_directory(STATIC, name)


class Bundle:
    """The page's files, bundled and compressed when the server starts."""

    sheets = (SHEET,)
    modules = (SCRIPT,)

    def __init__(self) -> None:
        texts = {name: (STATIC / name).read_bytes() for name in [FIRST, MODULE, *_names("*.svg")]}
        texts |= _catalogues()
        for entry in (SCRIPT, WORKER, PYTHON_WORKER):
            made = bundle.scripts(STATIC / "js", entry.removeprefix("js/"))
            texts |= {f"js/{name}": text.encode() for name, text in made.items()}
        texts[SHEET] = bundle.sheet(STATIC, sheets(), SHEET).encode()
        self.fingerprint = _fingerprint(texts)
        self._pages: dict[tuple[bool, str, str], Packed] = {}
        self.files = {
            name: Packed(text, KINDS[PurePosixPath(name).suffix]) for name, text in texts.items()
        }

    def page(self) -> Packed:
        """Return the desktop page in the current language, the same for all visitors."""
        key = current_app.extensions[SETTINGS].one_game, language(), request.script_root
        if key not in self._pages:
            self._pages[key] = Packed(_render(self).encode(), "text/html")
        return self._pages[key]

    def response(self, name: str) -> Response:
        return self.files[name].response() if name in self.files else abort(404)


def sheets() -> list[str]:
    """List the style sheets, common ones first and special screens last."""
    folders = ("base", "desktop", "game", "screens")
    return [name for folder in folders for name in _names("*.css", f"css/{folder}")]


def init_app(app: Flask) -> None:
    """Bundle the page, or refuse to start with the bundler's error."""
    settings: Settings = app.extensions[SETTINGS]
    try:
        app.extensions[PAGE] = put_together() if settings.bundled else Files()
    except bundle.CannotBundle as error:
        raise InvalidSettings(
            _("{error}. Use --unbundled to serve the files of the page unbundled", error=error)
        ) from None


@cache
def put_together() -> Bundle:
    """Bundle the page once for all applications of a process."""
    return Bundle()


def files() -> Bundle | Files:
    found: Bundle | Files = current_app.extensions[PAGE]
    return found


@bp.get("/")
def page() -> Response:
    remember_longer()
    page_opened(visitor())
    found = files()
    return found.page().response() if isinstance(found, Bundle) else Response(_render(found))


@bp.get("/assets/<print_>/<path:name>")
def asset(print_: str, name: str) -> AnyResponse:
    """Serve a file of the page; outdated fingerprints redirect to the current one."""
    found = files()
    if print_ != found.fingerprint:
        return redirect(address(name))
    response = found.response(name)
    response.headers["Cache-Control"] = FOREVER
    return response


@bp.get("/favicon.ico")
def favicon() -> AnyResponse:
    return redirect(address("emblem.svg"))


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the manifest that lets a phone install the page on its home screen."""
    from flask import jsonify

    response = jsonify(
        name="Outflank",
        short_name=_("Othello"),
        display="standalone",
        start_url=url_for("page.page"),
        background_color="#004e98",
        theme_color="#245edb",
        icons=[{"src": address("emblem.svg"), "sizes": "any", "type": "image/svg+xml"}],
    )
    response.mimetype = "application/manifest+json"
    return response


@bp.get("/static/<path:name>")
def no_static(name: str) -> Response:
    """Reject addresses without a fingerprint."""
    abort(404)


def address(name: str) -> str:
    return url_for("page.asset", print_=files().fingerprint, name=name)


def _render(found: Bundle | Files) -> str:
    return render_template(
        "page.html",
        _=_,
        print=found.fingerprint,
        modules=found.modules,
        sheets=found.sheets,
        version=version("outflank"),
        language=language(),
        first=FIRST if language() == ENGLISH else _first(language()),
        sentences="" if language() == ENGLISH else address(f"locale/{language()}.json"),
        languages={code: _own_name(code) for code in languages()},
        one_game=current_app.extensions[SETTINGS].one_game,
        offline=_offline(),
    )


def _offline() -> str:
    """What the page needs to go on without this server; empty if the host has not set that up."""
    from outflank.web.page.offline_files import described  # circular import

    folder = current_app.extensions[SETTINGS].site
    return "" if folder is None else json.dumps(described(folder))


def _own_name(code: str) -> str:
    with speaking(code):
        # i18n: the name of your language in your language, such as Deutsch or 日本語
        return _("English")


def _catalogues() -> dict[str, bytes]:
    """For each language the first module with the page's sentences, and those of lazy modules."""
    boot, found = (STATIC / FIRST).read_bytes(), {}
    for code in languages():
        if code != ENGLISH:
            folder = FOLDER / code / "LC_MESSAGES"
            sentences = (folder / "page.json").read_bytes()
            found[_first(code)] = b"globalThis.outflankCatalogue = %s;\n%s" % (sentences, boot)
            found[f"locale/{code}.json"] = (folder / "page-lazy.json").read_bytes()
    return found


def _first(code: str) -> str:
    return FIRST.replace(".js", f".{code}.js")


def _names(pattern: str, folder: str = "") -> list[str]:
    found = sorted(path for path in (STATIC / folder).rglob(pattern) if path.is_file())
    return [path.relative_to(STATIC).as_posix() for path in found]


def _fingerprint(texts: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, text in sorted(texts.items()):
        digest.update(name.encode() + b"\0" + text)
    return digest.hexdigest()[:12]
