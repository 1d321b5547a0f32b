"""Who may import whom, stated once and checked by reading the imports of every file."""

import ast
import sys
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

import outflank

PACKAGE = Path(outflank.__file__).parent

# A package and what it may import of ours. Nothing points back; screens never import each other.
LAYERS: dict[str, set[str]] = {
    "workers": set(),
    "board": {"_native"},
    "batch": {"_native", "board"},
    "game": {"board"},
    "formats": {"_native", "board", "game"},
    "club": {"game"},
    "engine": {"_native", "board"},
    "openings": {"_native", "board", "game"},
    "book": {"_native", "board", "engine", "workers"},
    "protocols": {"board", "book", "game", "formats", "engine", "workers"},
    "players": {"board", "book", "engine", "game", "openings", "protocols", "workers"},
    "pictures": {"board", "game"},
    "study": {"board", "book", "engine", "game", "openings", "workers"},
    "play": {"board", "engine", "game", "openings", "players", "study", "workers"},
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
    "arena": {"board", "engine", "game", "formats", "openings", "players", "workers"},
    "storage": {"board", "club", "game", "formats", "openings", "pictures", "play", "study"},
    "web": {
        "arena",
        "board",
        "book",
        "club",
        "engine",
        "formats",
        "game",
        "openings",
        "play",
        "players",
        "storage",
        "study",
        "workers",
    },
    "terminal": {"board", "formats", "play", "storage", "study", "workers"},
    "window": {"board", "formats", "play", "storage", "study", "workers"},
}

# What a package may import from outside; one that is not named here may import anything.
OUTSIDE: dict[str, set[str]] = {
    "workers": set(),
    "board": set(),
    "game": set(),
    "formats": set(),
    "engine": set(),
    "openings": set(),
    "book": set(),
    "protocols": set(),
    "pictures": {"PIL"},
    "study": set(),
    "players": {"numpy", "onnxruntime"},  # by the player `onnx` only, when it plays
    "play": {"msgspec"},
    "club": {"confusable_homoglyphs"},
}

ANYTHING = {"cli", "__main__"}  # the command line may import whatever a command needs
COMMON = {"lazy_import", "translation"}  # every package may use them
# Packages that users of the library import; others are imported module by module.
FRONT_DOORS = {
    "arena",
    "batch",
    "board",
    "book",
    "engine",
    "formats",
    "game",
    "openings",
    "pictures",
    "players",
    "rl",
}


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


# The library's own front door is no package, nor is the file that picks a build of the core.
FILES = [
    file
    for file in PACKAGE.rglob("*.py")
    if file not in (PACKAGE / "__init__.py", PACKAGE / "_native.py")
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_file_imports_only_what_its_layer_may(file: Path) -> None:
    layer = layer_of(file)
    if layer in ANYTHING | COMMON:
        return
    assert layer in LAYERS, f"{layer} is a new layer: say in LAYERS what it may import"
    for name in imports_of(file):
        top, *rest = name.split(".")
        if top == "outflank":
            allowed = LAYERS[layer] | {layer} | COMMON
            assert rest[0] in allowed, f"{layer} may not import outflank.{rest[0]}"
        elif layer in OUTSIDE:
            assert top in OUTSIDE[layer] | sys.stdlib_module_names, f"{layer} may not import {top}"


def test_every_layer_in_the_table_exists_and_imports_what_it_may() -> None:
    used: dict[str, set[str]] = {layer: set() for layer in LAYERS}
    for file in FILES:
        if layer_of(file) in LAYERS:
            ours = {name.split(".")[1] for name in imports_of(file) if name.startswith("outflank.")}
            used[layer_of(file)] |= ours - {layer_of(file)} - COMMON
    assert used == LAYERS


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_nothing_is_imported_from_where_it_is_not_defined(file: Path) -> None:
    """A name comes from the module that defines it, or from the front door of its package."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("outflank."):
            continue
        module = str(node.module)
        source = import_module(module)
        for alias in node.names:
            imported = getattr(source, alias.name, None)
            home = getattr(imported, "__module__", None)
            ours = str(home).startswith("outflank.") and home != "outflank._native"
            if not isinstance(imported, type) or not ours:
                continue
            assert str(home) == module or str(home).startswith(f"{module}."), (
                f"{file}: {alias.name} is defined in {home}, not in {module}"
            )


def test_only_packages_that_users_import_have_a_front_door() -> None:
    for file in PACKAGE.glob("*/__init__.py"):
        offers = [node for node in ast.parse(file.read_text("utf-8")).body if _is_all(node)]
        assert bool(offers) == (file.parent.name in FRONT_DOORS), file.parent.name


def _is_all(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets
    )


@pytest.mark.parametrize("package", sorted(FRONT_DOORS))
def test_a_front_door_gives_what_it_says(package: str) -> None:
    """Also where it imports lazily, and where a file and what it offers have one name."""
    door = import_module(f"outflank.{package}")
    for node in ast.walk(ast.parse(Path(str(door.__file__)).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and package in node.module:
            source = import_module(node.module)
            for alias in node.names:
                assert getattr(door, alias.name) is getattr(source, alias.name)


def test_a_class_name_is_defined_once() -> None:
    defined: defaultdict[str, list[str]] = defaultdict(list)
    for file in FILES:
        if "migrations" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                defined[node.name].append(str(file.relative_to(PACKAGE)))
    twice = {name: files for name, files in defined.items() if len(files) > 1}
    assert not twice
