"""Players from a Python file: ``./mybot.py`` or ``./mybot.py:MyBot``."""

import importlib.util
import inspect
import os
import re
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

_FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<class>[A-Za-z_]\w*)(?![\w=]))?(?::(?P<settings>.*))?")
_OURS = Path(__file__).parents[1]
_added: list[str] = []  # the folder of the player loaded last, if we put it on the path
# The path and the modules are Python's own and everybody's: one player is loaded at a time. A file
# may load another player while it is loaded itself.
_loading = threading.RLock()


class InvalidPlayerFile(ValueError):
    """A file that cannot be read as a player; the sentence says why."""


def load_player_class(text: str) -> tuple[type[Any], str, str] | None:
    """The class, its name and its settings, if the text names a Python file; else None."""
    parts = parts_of_text(text)
    if parts is None:
        return None
    path, name, settings = parts
    with _loading:
        player_class = _pick(_run(path), path, name)
    return player_class, f"{path.stem}:{player_class.__name__}", settings


def parts_of_text(text: str) -> tuple[Path, str | None, str] | None:
    """The Python file, which is there, the class and the settings that a text names, if it does."""
    match = _FILE.fullmatch(text.strip())
    if match is None:
        return None
    path = Path(match["path"])
    if not path.is_file():
        raise InvalidPlayerFile(f"there is no file {str(path)!r}; give the path to a Python file")
    return path, match["class"], match["settings"] or ""


def player_file(text: str) -> Path | None:
    """The Python file that the text of a player names, if it does."""
    match = _FILE.fullmatch(text.strip())
    return None if match is None else Path(match["path"])


def full_path_of_player(text: str) -> str:
    """The text of a player, the path of its Python file made absolute, if it has one."""
    match = _FILE.fullmatch(text.strip())
    if match is None:
        return text
    return str(Path(match["path"]).resolve()) + text.strip()[match.end("path") :]


def _run(path: Path) -> dict[str, Any]:
    spec = importlib.util.spec_from_file_location(f"outflank_player_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise InvalidPlayerFile(f"{path} is not something Python can load")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    _let_import_beside(str(path.parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[spec.name]
        place = "" if isinstance(error, SyntaxError) else f" ({place_of(error)})"
        raise InvalidPlayerFile(
            f"{path} cannot be loaded: {type(error).__name__}: {error}{place}"
        ) from error
    return {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__
    }


def place_of(error: BaseException) -> str:
    """Where an error comes from outside of Outflank, as ``mybot.py:12``; nothing if nowhere."""
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}:{error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not Path(frame.filename).is_relative_to(_OURS)]
    return f"{Path(theirs[-1].filename).name}:{theirs[-1].lineno}" if theirs else ""


def _let_import_beside(folder: str) -> None:
    """Let a player import the files beside it, and not those of the same name beside another."""
    for other in [one for one in _added if one != folder]:
        for name, module in list(sys.modules.items()):
            top = other + os.sep + name.partition(".")[0]  # a module there, or a package
            if (getattr(module, "__file__", None) or "").startswith((f"{top}.py", top + os.sep)):
                del sys.modules[name]
        _added.remove(other)
        with suppress(ValueError):
            sys.path.remove(other)
    if folder not in sys.path:
        _added.append(folder)
        sys.path.append(folder)


def _pick(classes: dict[str, Any], path: Path, name: str | None) -> type[Any]:
    players = {
        title: cls for title, cls in classes.items() if callable(getattr(cls, "choose", None))
    }
    if name is not None:
        if name not in players:
            has = ", ".join(players) or "none"
            raise InvalidPlayerFile(
                f"{path} has no class {name} with a method choose(board); it has {has}"
            )
        return players[name]  # type: ignore[no-any-return]
    if len(players) != 1:
        has = f"it has {', '.join(players)}: write {path}:NAME" if players else "it has none"
        raise InvalidPlayerFile(f"{path} should have one class with a method choose(board); {has}")
    return next(iter(players.values()))  # type: ignore[no-any-return]
