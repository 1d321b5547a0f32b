"""Build the game as files for any static host: ``make site`` writes build/site.

The page is the server's, with relative addresses. Pyodide, the Python for browsers, comes from npm;
our code and the libraries come from this environment, compiled to bytecode by Pyodide itself; only
msgspec has a binary part and comes as a WebAssembly wheel from PyPI. Addresses contain a hash of
the contents, so that browsers can keep the files forever.
"""

import argparse
import gzip
import hashlib
import importlib.metadata
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from icons import draw_icons, manifest

from outflank import _native
from outflank.engine import weights
from outflank.openings.statistics import FILE as STATISTICS
from outflank.translation import ENGLISH, FOLDER, languages
from outflank.web.offline.application import OfflineApplication
from outflank.web.page.engine_assets import engine_files
from outflank.web.page.page import MODULE, PYTHON_WORKER, STATIC, WORKER, put_together

ROOT = Path(__file__).parent.parent
PYODIDE = ROOT / "node_modules" / "pyodide"
SOURCE = ROOT / "src" / "outflank"
WHEELS = ROOT / "build" / "wheels-for-site"
MSGSPEC = "msgspec==0.22.0"  # the newest with a wheel for this Pyodide
PLATFORM = ["--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14"]
INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
STDLIB = "python_stdlib.zip"
LIBRARIES = (
    "alembic",
    "blinker",
    "click",
    "flask",
    "itsdangerous",
    "jinja2",
    "mako",
    "markupsafe",
    "platformdirs",
    "segno",
    "sqlalchemy",
    "typing_extensions",
    "werkzeug",
)
NOT_NEEDED = (  # packages of ours and parts of libraries that the page never imports
    "outflank/batch",
    "outflank/cli",
    "outflank/learning",
    "outflank/pictures",
    "outflank/rl",
    "outflank/terminal",
    "outflank/window",
    "outflank/web/static",
    "outflank/web/templates",
    "outflank/arena/reports/templates",
    "sqlalchemy/dialects/mssql",
    "sqlalchemy/dialects/mysql",
    "sqlalchemy/dialects/oracle",
    "sqlalchemy/ext/asyncio",
    "sqlalchemy/testing",
    "alembic/testing",
    "alembic/templates",
    "mako/testing",
    "werkzeug/debug",
)
STDLIB_NOT_NEEDED = (
    "ensurepip",
    "idlelib",
    "lib2to3",
    "pydoc_data",
    "tkinter",
    "turtledemo",
    "turtle.py",
    "unittest",
    "venv",
    "curses",
    "_pyrepl",
    "xmlrpc",
    "wsgiref",
    "pdb.py",
    "doctest.py",
)
MOVES_PREPARED = 3  # of the player, before Python must be ready
# Modules that exist on servers only; they are imported for what the page never calls.
STUBS = {"resource": "", "fcntl": ""}


# --- Python --------------------------------------------------------------------------------------


def copy_python(folder: Path) -> None:
    """Copy our package and the libraries, without what the page cannot use."""
    shutil.copytree(SOURCE, folder / "outflank")
    for name in LIBRARIES:
        origin = Path(str(find_spec(name).origin))  # type: ignore[union-attr]
        if origin.name == "__init__.py":
            shutil.copytree(origin.parent, folder / name)
        else:
            shutil.copy(origin, folder)
    for name in NOT_NEEDED:
        shutil.rmtree(folder / name, ignore_errors=True)
    for path in sorted(folder.rglob("*"), reverse=True):
        unwanted = path.suffix in (
            ".so",
            ".pyi",
            ".typed",
            ".weights",
            ".po",
            ".pot",
            ".mo",
            ".pyx",
        )
        if path.is_file() and (
            unwanted or path.name in (STATISTICS, "page.json", "page-lazy.json")
        ):
            path.unlink()
        elif path.name == "__pycache__":
            shutil.rmtree(path)
    for name in (*LIBRARIES, "outflank"):
        own = folder / f"{name}-{importlib.metadata.version(name)}.dist-info"
        own.mkdir()
        text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {own.name.split('-')[1][:-10]}\n"
        (own / "METADATA").write_text(text, "utf-8")


def add_stand_ins(package: Path) -> None:
    """Put plain Python in the place of the native core, and its numbers beside it."""
    shutil.copy(package / "web" / "offline" / "native.py", package / "_native.py")
    constants = {
        name: getattr(_native, name)
        for name in dir(_native)
        if name.isupper() and isinstance(getattr(_native, name), int | float | str | tuple)
    }
    (package / "native.json").write_text(json.dumps(constants), "utf-8")
    # The weights are in the page's engine; Python reads an empty file of the same format.
    packed = zlib.compress(b"")
    head = (weights.MAGIC, weights.VERSION, _native.STAGES, _native.PARAMETERS)
    digests = weights.layout_digest(), hashlib.sha256(packed).digest()
    file = package / "engine" / weights.DEFAULT_FILE.name
    file.write_bytes(weights.HEADER.pack(*head, *digests) + packed)
    digest = hashlib.sha256(weights.DEFAULT_FILE.read_bytes()).hexdigest()
    file.with_suffix(".sha256").write_text(digest, "ascii")


def empty_database(path: Path) -> None:
    """Write a database with all tables and no rows, as one file."""
    with tempfile.TemporaryDirectory() as folder:
        offline = OfflineApplication(Path(folder))
        offline.close()
        with sqlite3.connect(Path(folder) / "games.sqlite3") as database:
            database.execute("PRAGMA journal_mode = DELETE")
            database.commit()
            database.execute("VACUUM")
        database.close()
        shutil.copy(Path(folder) / "games.sqlite3", path)


def fetch_msgspec(folder: Path) -> None:
    """Unpack msgspec's WebAssembly wheel, downloaded once."""
    if not (found := list(WHEELS.glob("msgspec-*.whl"))):
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "download"]
        only = ["--no-deps", "--only-binary", ":all:", "--implementation", "cp", *PLATFORM]
        subprocess.run([*pip, *only, "-d", str(WHEELS), MSGSPEC], check=True)
        found = list(WHEELS.glob("msgspec-*.whl"))
    with zipfile.ZipFile(found[0]) as wheel:
        wheel.extractall(folder)


def compiled(libraries: Path, stdlib: Path) -> tuple[set[str], set[str]]:
    """Compile both folders; return the modules of a usual visit, and those of Pyodide's start."""
    script = ROOT / "tools" / "compile_python.mjs"
    made = subprocess.run(
        ["node", str(script), str(libraries), str(stdlib)], check=True, stdout=subprocess.PIPE
    )
    found: dict[str, list[str]] = json.loads(made.stdout)
    files, early = ({file.removesuffix("c") for file in found[key]} for key in ("all", "early"))
    return files, early


def is_early(name: str, early: set[str]) -> bool:
    """Return True for what Pyodide needs before it can unpack anything else."""
    module = f"/lib/python314.zip/{name.removesuffix('c')}"
    return module in early or not name.endswith((".py", ".pyc"))


def bundled(target: Path, files: Mapping[str, Path]) -> None:
    """Pack files in one stream, similar ones together; equal contents are equal files."""
    with tarfile.open(target, "w:xz", preset=9) as archive:
        for name in sorted(files, key=lambda name: (Path(name).suffix, name)):
            entry = tarfile.TarInfo(name)
            entry.size = files[name].stat().st_size
            with files[name].open("rb") as content:
                archive.addfile(entry, content)


def zipped(target: Path, files: Mapping[str, Path]) -> None:
    """Pack files by their names; equal contents are equal files."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, path in sorted(files.items()):
            info = zipfile.ZipInfo(name)
            archive.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)


def split(folder: Path, place: str, imported: set[str]) -> tuple[dict[str, Path], dict[str, Path]]:
    """Separate the files of a visit from modules that are rarely imported."""
    often: dict[str, Path] = {}
    seldom: dict[str, Path] = {}
    for path in folder.rglob("*"):
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            module = f"{place}/{name.removesuffix('c')}"
            rare = name.endswith((".py", ".pyc")) and module not in imported
            rare = rare and "migrations" not in path.parts
            (seldom if rare else often)[name] = path
    return often, seldom


def build_python(target: Path, work: Path) -> dict[str, Any]:
    """Write Pyodide, our code and the libraries to a folder; return what the page must know."""
    libraries, stdlib = work / "libraries", work / "stdlib"
    libraries.mkdir()
    copy_python(libraries)
    add_stand_ins(libraries / "outflank")
    fetch_msgspec(libraries)
    empty_database(libraries / "empty.sqlite3")
    for name, text in STUBS.items():
        (libraries / f"{name}.py").write_text(text, "utf-8")
    with zipfile.ZipFile(PYODIDE / STDLIB) as archive:
        archive.extractall(stdlib)
    for name in STDLIB_NOT_NEEDED:
        path = stdlib / name
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
    imported, early = compiled(libraries, stdlib)
    often, seldom = split(libraries, "/libraries", imported)
    always, never = split(stdlib, "/lib/python314.zip", imported)
    at_once = {name: always[name] for name in always if is_early(name, early)}
    later = {name: path for name, path in always.items() if name not in at_once}
    names = sorted(name.rsplit(".", 1)[0].replace("/", ".") for name in never | seldom)
    (work / "seldom.txt").write_text("\n".join(names), "utf-8")
    often["seldom.txt"] = work / "seldom.txt"
    files = work / "files"
    files.mkdir()
    bundled(files / "outflank.tar.xz", often | later)
    zipped(files / STDLIB, at_once)
    zipped(files / "seldom.zip", never | seldom)
    for name in INTERPRETER:
        shutil.copy(PYODIDE / name, files)
    return place_python(files, target)


def place_python(files: Path, target: Path) -> dict[str, Any]:
    """Move the files to a folder named by their hash, and compress what hosts may not."""
    digest = hashlib.sha256()
    for path in sorted(files.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    place = target / "python" / digest.hexdigest()[:12]
    place.mkdir(parents=True)
    packed, sizes = [], {}
    for path in sorted(files.iterdir()):
        body, name = path.read_bytes(), path.name
        if path.suffix in (".wasm", ".json"):
            packed.append(name)
            # Hosts declare a file named .gz as encoded, and browsers would unpack it before us.
            body, name = gzip.compress(body, 9, mtime=0), f"{name}.packed"
        (place / name).write_bytes(body)
        if path.suffix != ".mjs" and path.name != "seldom.zip":  # what is fetched at the start
            sizes[path.name] = len(body)
    return {"files": f"{place.relative_to(target)}/", "packed": packed, "sizes": sizes}


def add_extras(target: Path) -> dict[str, Any]:
    """Write what Python needs only for some: catalogues, and the statistics of openings."""
    extras = {f"{code}.mo": FOLDER / code / "LC_MESSAGES" / "outflank.mo" for code in languages()}
    del extras[f"{ENGLISH}.mo"]
    extras[STATISTICS] = SOURCE / "openings" / STATISTICS
    found = {}
    (target / "python" / "extras").mkdir()
    for name, path in extras.items():
        body = gzip.compress(path.read_bytes(), 9, mtime=0)
        digest = hashlib.sha256(body).hexdigest()[:12]
        found[name] = f"python/extras/{digest}-{name}.packed"
        (target / found[name]).write_bytes(body)
    return found


# --- The page ------------------------------------------------------------------------------------


def prepared_views(code: str) -> dict[str, Any]:
    """Return the views of a new game after each of the player's first moves, by these moves."""
    headers = {"accept-language": code.replace("_", "-"), "cookie": f"language={code}"}
    views: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        offline = OfflineApplication(Path(folder))

        def send(path: str, body: dict[str, Any]) -> Any:
            status, _found, content = offline.handle(
                "POST", path, headers, json.dumps(body).encode()
            )
            assert status in (200, 201), content
            return json.loads(content)

        waiting: list[tuple[str, ...]] = [()]
        while waiting:
            moves = waiting.pop()
            view = send("/api/games", {})
            for at, square in enumerate(moves):
                asked = {"square": square, "ply": 2 * at, "answer": True}
                view = send(f"/api/games/{view['id']}/moves", asked)
            views["".join(moves)] = view | {"id": ""}
            if len(moves) < MOVES_PREPARED:
                waiting += [(*moves, square) for square in view["legal"]]
        offline.close()
    return views


def write_page(target: Path, offline: dict[str, Any]) -> list[str]:
    """Write the page in all languages and its files; return the names of those a visit needs."""
    files = put_together()
    assets = f"assets/{files.fingerprint}"
    for name, file in files.files.items():
        (target / assets / name).parent.mkdir(parents=True, exist_ok=True)
        (target / assets / name).write_bytes(file.body)
    engine: dict[str, Any] = {"worker": f"{assets}/{WORKER}", "module": f"{assets}/{MODULE}"}
    (target / "engine").mkdir()
    for kind, one in engine_files().items():
        shutil.copy(one.path, target / "engine" / one.name)
        engine[kind] = {"address": f"engine/{one.name}", "size": one.size}
    (target / "engine.json").write_text(json.dumps(engine), "utf-8")
    first = ["engine.json", engine["light"]["address"], engine["book"]["address"]]
    offline |= {"engine": "engine.json", "worker": f"{assets}/{PYTHON_WORKER}"}
    offline |= {"service": "service_worker.js", "prepared": "prepared.json"}
    with tempfile.TemporaryDirectory() as folder:
        application = OfflineApplication(Path(folder), bundled=True)
        for code in languages():
            views = json.dumps(prepared_views(code), ensure_ascii=False, separators=(",", ":"))
            prepared = "prepared.json" if code == ENGLISH else f"prepared.{code}.json"
            (target / prepared).write_text(views, "utf-8")
            html = application.handle("GET", "/", {"cookie": f"language={code}"}, b"")[2].decode()
            given = json.dumps(offline | {"prepared": prepared}).replace("'", "&#39;")
            html = html.replace("<html ", f"<html data-site data-offline='{given}' ", 1)
            html = html.replace('="/assets/', '="assets/').replace(
                '"/manifest.webmanifest"', '"manifest.webmanifest"'
            )
            html = html.replace(
                "</title>", '</title>\n<link rel="apple-touch-icon" href="icons/apple.png">', 1
            )
            (target / page_name(code)).write_text(html, "utf-8")
        application.close()
    always = [f"{assets}/{name}" for name in files.files if not name.startswith("wallpapers/")]
    page = [
        name
        for name in always
        if not any(f".{code}." in name or f"/{code}." in name for code in languages())
    ]
    return [*page, f"{assets}/wallpapers/hill.svg", "index.html", "prepared.json", *first]


def page_name(code: str) -> str:
    return "index.html" if code == ENGLISH else f"{code}.html"


def build(target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as work:
        offline = build_python(target, Path(work))
    offline["extras"] = add_extras(target)
    first = write_page(target, offline)
    (target / "offline.json").write_text(json.dumps(offline), "utf-8")  # for outflank serve --site
    shutil.copy(STATIC / "js" / "embed" / "othello_board.js", target)  # docs/embed.md
    draw_icons(target / "icons")
    (target / "manifest.webmanifest").write_text(json.dumps(manifest(), indent=1), "utf-8")
    first += ["manifest.webmanifest", "icons/192.png"]
    first += [f"{offline['files']}{path.name}" for path in (target / offline["files"]).iterdir()]
    digest = hashlib.sha256()
    for path in sorted(target.rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(target)).encode() + path.read_bytes())
    listed = {"version": digest.hexdigest()[:12], "first": sorted(first), "index": "index.html"}
    script = (STATIC / "js" / "offline" / "service_worker.js").read_text("utf-8")
    text = f"globalThis.outflankFiles = {json.dumps(listed)};\n{script}"
    (target / "service_worker.js").write_text(text, "utf-8")
    (target / ".nojekyll").write_text("", "utf-8")  # for GitHub Pages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "site")
    args = parser.parse_args()
    os.environ.setdefault("NODE_NO_WARNINGS", "1")
    build(args.output)
    files = [path for path in args.output.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"{args.output}: {len(files)} files, {size:.1f} MB")


if __name__ == "__main__":
    main()
