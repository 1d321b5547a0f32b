"""Hooks of `make docs`: the README as home page, the boards, and the API reference.

The reference has a page for each public package, generated from its docstrings. A link to a file
outside of docs/ becomes plain text, because the site has no copy of that file.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
ROOMS = {
    "outflank": "outflank",
    "outflank.board": "board: the rules",
    "outflank.game": "game: one game",
    "outflank.batch": "batch: many positions",
    "outflank.engine": "engine: thinking",
    "outflank.formats": "formats: in and out",
    "outflank.players": "players: who moves",
    "outflank.arena": "arena: measuring players",
    "outflank.openings": "openings: their names",
    "outflank.book": "book: the opening book",
    "outflank.pictures": "pictures: PNG and GIF",
    "outflank.rl": "rl: learning environments",
}
BOARD = ROOT / "src/outflank/web/static/js/embed/othello_board.js"  # draws <othello-board>
_LINK = re.compile(r"\[([^\]]*)\]\(([^)#:]+)(?:#[^)]*)?\)")


def page_of(room: str) -> str:
    """Return a reference page: the package's docstring and public names."""
    module = import_module(room)
    names = sorted(module.__all__, key=str.lower)
    lines = [f"# {room}", "", module.__doc__ or "", ""]
    for name in names:
        lines += [f"::: {_home(module, name)}", ""]
    return "\n".join(lines)


def _home(module: Any, name: str) -> str:
    """Return the module in which a name is defined and documented."""
    value = getattr(module, name)
    home = getattr(value, "__module__", None)
    if home is None or not str(home).startswith("outflank") or not hasattr(value, "__qualname__"):
        return f"{module.__name__}.{name}"
    return f"{home}.{value.__qualname__}"


def on_config(config: Any) -> Any:
    """Insert the reference pages at REFERENCE in the table of contents."""
    for entry in config.nav:
        if entry.get("Python reference") == "REFERENCE":
            entry["Python reference"] = [{title: _file(room)} for room, title in ROOMS.items()]
    return config


def _file(room: str) -> str:
    return f"reference/{room}.md"


def on_files(files: Files, config: Any) -> Files:
    """Add the README and the reference."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8").replace("docs/", "")
    files.append(File.generated(config, "index.md", content=readme))
    files.append(File.generated(config, BOARD.name, abs_src_path=str(BOARD)))
    for room in ROOMS:
        files.append(File.generated(config, _file(room), content=page_of(room)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Replace links to files outside of the documents by their text."""
    folder = Path("docs") if page.file.src_uri != "index.md" else Path()

    def target(match: re.Match[str]) -> str:
        path = match[2]
        inside = (folder / path) if path.startswith("..") or not folder.name else None
        if inside is None or files.get_file_from_path(path) is not None:
            return match[0]
        outside = Path(*[part for part in inside.parts if part not in ("docs", "..")])
        if not (ROOT / outside).exists():
            return match[0]  # dead: reported by the build
        return match[1]

    return _LINK.sub(target, markdown)
