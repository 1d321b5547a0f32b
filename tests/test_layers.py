"""Who may import whom, stated once and checked by reading the imports of every file."""

import ast
import sys
from importlib import import_module
from pathlib import Path

import pytest

import outflank

PACKAGE = Path(outflank.__file__).parent

# A layer and what it may import of ours. Nothing points back, and screens never import each other.
LAYERS: dict[str, set[str]] = {
    "workers": set(),
    "board": {"_native"},
    "batch": {"_native", "board"},
    "game": {"board"},
    "formats": {"_native", "board", "game"},
    "club": {"game"},
    "engine": {"_native", "board"},
    "openings": {"_native", "board"},
    "book": {"_native", "board", "engine", "workers"},
    "protocols": {"board", "book", "game", "formats", "engine", "workers"},
    "players": {"board", "book", "engine", "game", "protocols", "workers"},
    "pictures": {"board", "game"},
    "study": {"board", "book", "engine", "game", "openings"},
    "learning": {
        "_native",
        "arena",
        "batch",
        "board",
        "engine",
        "formats",
        "game",
        "players",
        "workers",
    },
    "rl": {"batch", "board", "players"},
    "sitting": {"board", "game", "players"},
    "table": {"board", "players", "sitting", "study", "workers"},
    "arena": {"board", "engine", "game", "formats", "players", "workers"},
    "storage": {"board", "club", "game", "formats", "openings", "pictures", "study"},
    "distance": {"board", "sitting", "storage", "table"},
    "web": {
        "arena",
        "board",
        "club",
        "sitting",
        "storage",
        "study",
        "table",
        "workers",
    },
    "terminal": {"board", "distance", "sitting", "storage", "study", "table"},
    "window": {"board", "distance", "sitting", "storage", "study", "table"},
}

# What a layer may import from outside; a layer not named here may import anything.
OUTSIDE: dict[str, set[str]] = {
    "workers": set(),
    "board": set(),
    "game": set(),
    "formats": set(),
    "engine": {"numpy"},
    "openings": set(),
    "book": set(),
    "protocols": set(),
    "pictures": set(),
    "study": set(),
    "players": set(),
    "sitting": set(),
    "club": set(),
    "distance": {"msgspec"},
}

ANYTHING = {"cli", "__main__"}  # the command line may import whatever a command needs
OPENER = "on_demand"  # how a front door opens; every room may use it


def layer_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(file: Path) -> set[str]:
    """Every module a file imports, by its full dotted name."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written in full"
            assert node.module is not None
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


# The package's own door is no room, nor is the file of a wheel that picks a build of the core.
FILES = [
    file
    for file in PACKAGE.rglob("*.py")
    if file not in (PACKAGE / "__init__.py", PACKAGE / "_native.py")
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_file_imports_only_what_its_layer_may(file: Path) -> None:
    layer = layer_of(file)
    if layer in ANYTHING | {OPENER}:
        return
    assert layer in LAYERS, f"{layer} is a new layer: say in LAYERS what it may import"
    for name in imports_of(file):
        top, *rest = name.split(".")
        if top == "outflank":
            allowed = LAYERS[layer] | {layer, OPENER}
            assert rest[0] in allowed, f"{layer} may not import outflank.{rest[0]}"
        elif layer in OUTSIDE:
            assert top in OUTSIDE[layer] | sys.stdlib_module_names, f"{layer} may not import {top}"


def test_every_layer_in_the_table_exists() -> None:
    assert {layer_of(file) for file in FILES} - ANYTHING - {OPENER} == set(LAYERS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_room_is_entered_by_its_front_door(file: Path) -> None:
    """Who wants something of another room asks its ``__init__``, where it is among ``__all__``."""
    layer = layer_of(file)
    for name in imports_of(file):
        top, *rest = name.split(".")
        if top != "outflank" or rest[0] in {layer, "_native", OPENER} | ANYTHING or len(rest) == 1:
            continue
        room, *wanted = rest
        assert len(wanted) == 1, f"{name}: say `from outflank.{room} import {wanted[-1]}`"
        offered = import_module(f"outflank.{room}").__all__
        assert wanted[0] in offered, f"outflank.{room} does not offer {wanted[0]}"


@pytest.mark.parametrize("room", sorted(LAYERS))
def test_a_front_door_gives_what_it_says(room: str) -> None:
    """Also where it opens on demand, and where a file and what it offers are called the same."""
    door = import_module(f"outflank.{room}")
    for node in ast.walk(ast.parse(Path(str(door.__file__)).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and room in node.module:
            source = import_module(node.module)
            for alias in node.names:
                assert getattr(door, alias.name) is getattr(source, alias.name)
