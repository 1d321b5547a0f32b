"""Players from a Python file: ``./mybot.py``, ``./mybot.py:MyBot`` or ``./mybot.py:function``."""

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

from outflank.translation import _

_FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<name>[A-Za-z_]\w*)(?![\w=]))?(?::(?P<settings>.*))?")
# Common names of strategies, as opposed to helpers.
STRATEGY = re.compile(r"choose|move|best|strateg|think|pick|(^|_)(ai|bot|play)(_|$)", re.IGNORECASE)
_OURS = Path(__file__).parents[1]
_added: list[str] = []  # folder of the last loaded player, if we added it to the path
# sys.path and sys.modules are shared, so only one player is loaded at a time. A file may load
# another player while being loaded itself.
_loading = threading.RLock()


class InvalidPlayerFile(ValueError):
    """A file that does not define a usable player."""


def load_player_source(text: str) -> tuple[Any, str, str] | None:
    """Load the player in a spec that names a Python file; return it, its name and settings."""
    parts = parts_of_text(text)
    if parts is None:
        return None
    path, name, settings = parts
    with _loading:
        picked, source = _pick(_run(path), path, name)
    return source, f"{path.stem}:{picked}", settings


def parts_of_text(text: str) -> tuple[Path, str | None, str] | None:
    """Split a spec into an existing Python file, the name in it and the settings."""
    match = _FILE.fullmatch(text.strip())
    if match is None:
        return None
    path = Path(match["path"])
    if not path.is_file():
        raise InvalidPlayerFile(
            _("There is no file {path}. Give the path of a Python file.", path=repr(str(path)))
        )
    return path, match["name"], match["settings"] or ""


def player_file(text: str) -> Path | None:
    """Return the Python file of a spec, if it names one."""
    match = _FILE.fullmatch(text.strip())
    return None if match is None else Path(match["path"])


def full_path_of_player(text: str) -> str:
    """Make the Python file in a spec absolute, if there is one."""
    match = _FILE.fullmatch(text.strip())
    if match is None:
        return text
    return str(Path(match["path"]).resolve()) + text.strip()[match.end("path") :]


def _run(path: Path) -> dict[str, Any]:
    spec = importlib.util.spec_from_file_location(f"outflank_player_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise InvalidPlayerFile(_("{path} is not a file that Python can load.", path=path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their module there
    _let_import_beside(str(path.parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[spec.name]
        place = "" if isinstance(error, SyntaxError) else f" ({place_of(error)})"
        raise InvalidPlayerFile(
            _(
                "{name} cannot be loaded: {error}",
                name=path,
                error=f"{type(error).__name__}: {error}{place}",
            )
        ) from error
    # An imported class is a base class or helper. A function or instance may be imported.
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("__")
        and (not inspect.isclass(value) or value.__module__ == module.__name__)
    }


def place_of(error: BaseException) -> str:
    """Return the location of an error outside of Outflank, as ``mybot.py:12``, or ""."""
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}:{error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not Path(frame.filename).is_relative_to(_OURS)]
    return f"{Path(theirs[-1].filename).name}:{theirs[-1].lineno}" if theirs else ""


def _let_import_beside(folder: str) -> None:
    """Let a player import modules from its own folder, not those of another player."""
    for other in [one for one in _added if one != folder]:
        for name, module in list(sys.modules.items()):
            top = other + os.sep + name.partition(".")[0]  # a module or package in that folder
            if (getattr(module, "__file__", None) or "").startswith((f"{top}.py", top + os.sep)):
                del sys.modules[name]
        _added.remove(other)
        with suppress(ValueError):
            sys.path.remove(other)
    if folder not in sys.path:
        _added.append(folder)
        sys.path.append(folder)


def _pick(values: dict[str, Any], path: Path, name: str | None) -> tuple[str, Any]:
    """Choose the function, class or instance that plays, and return it with its name."""
    if name is not None:
        if name not in values:
            raise InvalidPlayerFile(
                _("{path} has no function or class {name}.", path=path, name=name)
                + _choice(_nameable(values), path)
            )
        return name, _checked(values[name], path, name)
    found = _candidates(values)
    if len(found) == 1:
        only, value = next(iter(found.items()))
        return only, _checked(value, path, only)
    if found:
        raise InvalidPlayerFile(
            _("{path} has several players.", path=path) + _choice([*found], path)
        )
    nameable = _nameable(values)
    if not nameable:
        for likely, function in values.items():
            if inspect.isfunction(function) and STRATEGY.search(likely):
                _checked(function, path, likely)  # explains how to bind its other arguments
    raise InvalidPlayerFile(
        _(
            "{path} has no function choose(board) and no class with a method choose(board).",
            path=path,
        )
        + _choice(nameable, path)
    )


def _candidates(values: dict[str, Any]) -> dict[str, Any]:
    """Return the possible players in a file for which no name was given."""
    classes = {name: one for name, one in values.items() if inspect.isclass(one) and _plays(one)}
    ready = {name: one for name, one in classes.items() if _takes(one)}
    rest = [one for name, one in classes.items() if name not in ready]
    instances = {
        name: one
        for name, one in values.items()
        if not inspect.isclass(one) and not inspect.ismodule(one) and _plays(one)
    }
    # Instances count if their class needs arguments. Others may be helpers, such as an engine, and
    # count only if there is nothing else.
    chosen = {name: one for name, one in instances.items() if type(one) in rest}
    function = values.get("choose")
    if callable(function) and not inspect.isclass(function) and "choose" not in instances:
        chosen["choose"] = function
    return ready | chosen or instances or classes


def _nameable(values: dict[str, Any]) -> list[str]:
    """Return the valid names after the path: players, and functions that look like strategies."""
    return [
        name
        for name, value in values.items()
        if _plays(value)
        or (inspect.isfunction(value) and STRATEGY.search(name) and _takes(value, "board"))
    ]


def _plays(value: object) -> bool:
    try:
        return not inspect.ismodule(value) and callable(getattr(value, "choose", None))
    except Exception:  # noqa: BLE001 - an unbound proxy, such as Flask's `request`
        return False


def _takes(function: Any, *arguments: object) -> bool:
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # written in C, without a signature
        return True
    return True


def _choice(names: list[str], path: Path) -> str:
    if not names:
        return " " + _("Add a function: {code}", code="def choose(board): …")
    texts = ", ".join(f"{path}:{one}" for one in names[:3])
    return " " + _("Choose one of its players: {texts}", texts=texts)


def _checked(value: Any, path: Path, name: str) -> Any:
    if _plays(value):
        return value
    if inspect.isclass(value) or not callable(value):
        raise InvalidPlayerFile(
            _(
                "{name} in {path} has no method choose(board). A player is a function of the "
                "board, or a class or an instance with this method.",
                name=name,
                path=path,
            )
        )
    if not _takes(value, "board"):
        raise InvalidPlayerFile(
            _(
                "{name} in {path} needs more arguments than the board. Add a function such as: "
                "{code}",
                name=f"{name}{inspect.signature(value)}",
                path=path,
                code=f"def choose(board): return {name}(board.to_rows(), …)",
            )
        )
    return value
