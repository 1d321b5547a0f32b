"""The catalogue of opponents, and the parser for specs such as ``positional:corner=40``."""

import difflib
import inspect
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from outflank.board import SIZES
from outflank.players.engine import EnginePlayer
from outflank.players.files import (
    full_path_of_player,
    load_player_source,
    parts_of_text,
    player_file,
)
from outflank.players.gentle import ClosePlayer, GentlePlayer
from outflank.players.learned import LearnedPlayer
from outflank.players.lookahead import LookaheadPlayer
from outflank.players.parameters import (
    FileParameter,
    InvalidSetting,
    Parameter,
    Setting,
    parse_settings,
)
from outflank.players.player import FunctionPlayer, Player
from outflank.players.positional import PositionalPlayer
from outflank.players.priority import PriorityPlayer
from outflank.players.simple import FirstPlayer, GreedyPlayer, RandomPlayer
from outflank.translation import N_, _

ENTRY_POINT_GROUP = "outflank.players"


class UnknownOpponent(ValueError):
    """A name that is not in the catalogue, or a player that cannot be created."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A kind of player: its name, description, settings and factory."""

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    make: Callable[..., Player]
    sizes: tuple[int, ...] = tuple(SIZES)
    files: tuple[FileParameter, ...] = ()

    @property
    def sentence(self) -> str:
        """The description in the current language, if translated."""
        return _(self.description)

    @property
    def takes_seed(self) -> bool:
        """True if the player makes random choices that a seed makes reproducible."""
        return "seed" in inspect.signature(self.make).parameters

    @property
    def settings_help(self) -> list[str]:
        """Help lines, one per setting."""
        return [
            f"{p.name}={p.shown(p.default) if p.names else p.default} ({p.range}): {_(p.meaning)}"
            for p in self.parameters
        ] + [f"{p.name}=FILE: {_(p.meaning)}" for p in self.files]


Look = Literal["read", "meet"]
look_from_outside: Callable[[str, Look, Sequence[Path]], Opponent] | None = None
"""If set, loads players outside of this process: see ``sandboxed_loader``."""

BUILT_IN: tuple[type[Any], ...] = (
    RandomPlayer,
    FirstPlayer,
    GreedyPlayer,
    LookaheadPlayer,
    PositionalPlayer,
    PriorityPlayer,
    EnginePlayer,
    LearnedPlayer,
    GentlePlayer,
    ClosePlayer,
)


def opponent_of(source: Any, name: str | None = None) -> Opponent:
    """Create a catalogue entry for a class, an instance or a function ``choose(board)``.

    For a class, everything but ``choose`` is optional. An instance is shared by all games.
    """
    has_name = inspect.isclass(source) or inspect.isroutine(source)
    named = source if has_name else type(source)
    title = name or str(getattr(source, "NAME", named.__name__))
    make: Any
    if inspect.isclass(source) and callable(getattr(source, "choose", None)):
        make = source
    elif callable(getattr(source, "choose", None)):
        make = lambda: source  # noqa: E731 - inspected for its parameters
    elif callable(source) and not inspect.isclass(source):
        make = lambda: FunctionPlayer(source)  # noqa: E731
    else:
        raise UnknownOpponent(
            _(
                "{name} is not a player: it needs a function choose(board) that returns a square, "
                "or a class with such a method.",
                name=title,
            )
        )
    own_text = has_name or type(source).__module__ != "functools"
    own = getattr(source, "DESCRIPTION", None) or (own_text and inspect.getdoc(source))
    return Opponent(
        name=title,
        description=str(own or N_("A player without a description.")).splitlines()[0],
        # An instance is already configured.
        parameters=tuple(getattr(source, "PARAMETERS", ())) if make is source else (),
        make=make,
        sizes=tuple(getattr(source, "SIZES", SIZES)),
        files=tuple(getattr(source, "FILES", ())) if make is source else (),
    )


@cache
def _built_in() -> dict[str, Opponent]:
    return {entry.name: entry for entry in map(opponent_of, BUILT_IN)}


@cache
def _discovered() -> tuple[dict[str, Opponent], dict[str, str]]:
    # Imported here because it is slow and built-in players do not need it.
    from importlib.metadata import entry_points

    found = dict(_built_in())
    broken = {}
    for point in entry_points(group=ENTRY_POINT_GROUP):
        try:
            found.setdefault(point.name, opponent_of(point.load(), point.name))
        except Exception as error:  # noqa: BLE001 — third-party package, reported by name
            broken[point.name] = f"{type(error).__name__}: {error}"
    return found, broken


def opponents() -> dict[str, Opponent]:
    """Return all opponents by name: built-in ones and those of installed packages."""
    return _discovered()[0]


def broken_plugins() -> dict[str, str]:
    """Return the names of installed opponents that cannot be loaded, and why."""
    return _discovered()[1]


def find_opponent(text: str) -> tuple[Opponent, dict[str, Setting]]:
    """Return the opponent and the settings of a spec.

    The spec is a name, or a file with a function or class (``./mybot.py`` or ``./mybot.py:NAME``),
    optionally followed by a colon and settings: ``positional:corner=40,edge=3``. ``gtp:COMMAND``
    and ``nboard:COMMAND`` are external programs.
    """
    external = _external(text)
    if external is not None:
        return external, {}
    if look_from_outside is not None and (parts := parts_of_text(text)) is not None:
        path, name, settings = parts
        bare = str(path) if name is None else f"{path}:{name}"
        opponent = look_from_outside(bare, "read", [path.parent.resolve()])
    elif (loaded := load_player_source(text)) is not None:
        source, name, settings = loaded
        opponent = opponent_of(source, name)
    else:
        name, _colon, settings = text.partition(":")
        opponent = _named(name.strip())
    if not settings.strip():
        return opponent, {}
    parameters: tuple[Parameter | FileParameter, ...] = opponent.parameters + opponent.files
    if opponent.takes_seed:
        parameters += (Parameter("seed", 0, 0, 2**63 - 1, N_("makes random choices reproducible")),)
    try:
        return opponent, parse_settings(settings, parameters)
    except InvalidSetting as error:
        raise InvalidSetting(f"{opponent.name}: {error}") from None


def make_player(text: str, *, seed: int | None = None, size: int | None = None) -> Player:
    """Create a player from a spec such as ``greedy``, ``lookahead:5`` or ``./mybot.py:MyBot``.

    With ``size``, raise an error if the player does not support boards of this size.

    >>> from outflank import Board, square_name
    >>> square_name(make_player("greedy").choose(Board()))
    'd3'
    """
    opponent, settings = find_opponent(text)
    if size is not None and size not in opponent.sizes:
        others = [name for name, other in opponents().items() if size in other.sizes]
        raise UnknownOpponent(
            _(
                "{name} does not play on {size}×{size} boards. These do: {others}.",
                name=opponent.name,
                size=size,
                others=", ".join(others),
            )
        )
    if opponent.takes_seed and seed is not None:
        settings.setdefault("seed", seed)
    try:
        return opponent.make(**settings)
    except Exception as error:
        raise UnknownOpponent(
            _(
                "{name} cannot play: {error}",
                name=opponent.name,
                error=f"{type(error).__name__}: {error}",
            )
        ) from error


def meet(text: str) -> Opponent:
    """Return the opponent of a spec after checking that it works.

    An external program is started, and the description shows its own name instead of its command.
    """
    opponent, _settings = find_opponent(text)
    strange = _external(text) is not None or player_file(text) is not None
    if look_from_outside is not None and strange:
        return look_from_outside(text, "meet", files_of(text))
    player = make_player(text)
    if _external(text) is None:
        return opponent
    from outflank.protocols.external import ExternalPlayer
    from outflank.protocols.nboard_player import NBoardPlayer
    from outflank.protocols.process import ProgramFailed

    assert isinstance(player, ExternalPlayer)
    try:
        player.meet()
    except ProgramFailed as error:
        raise UnknownOpponent(str(error)) from None
    protocol = "NBoard" if isinstance(player, NBoardPlayer) else "GTP"
    if not player.program_name:
        return replace(
            opponent, description=_("A program that uses {protocol}.", protocol=protocol)
        )
    about = _(
        "{program}, a program that uses {protocol}.", program=player.program_name, protocol=protocol
    )
    return replace(opponent, description=about)


def with_full_path(text: str) -> str:
    """Make the file paths in a spec absolute, so that it works from any folder."""
    text = full_path_of_player(text)
    try:
        opponent, settings = find_opponent(text)
    except ValueError:
        return text
    for file in opponent.files:
        if (name := settings.get(file.name)) is not None:
            whole = f"{file.name}={Path(str(name)).resolve()}"
            named = f"{file.name}={name}"
            text = text.replace(named if named in text else str(name), whole)
    return text


def files_of(text: str) -> list[Path]:
    """Return what a player reads: the folder of its Python file or program, and named files.

    >>> files_of("greedy")
    []
    """
    if _external(text) is not None:
        words = text.partition(":")[2].split()
        programs = [Path(found).resolve().parent for word in words if (found := shutil.which(word))]
        return [*programs, *(Path(word).resolve() for word in words if Path(word).is_file())]
    named = named_files(text)
    file = player_file(text)
    return named if file is None else [file.parent.resolve(), *named]


def named_files(text: str) -> list[Path]:
    """Return the files named in a player's settings, such as weights."""
    opponent, settings = find_opponent(text)
    return [
        Path(str(settings[one.name])).resolve() for one in opponent.files if settings.get(one.name)
    ]


def _external(text: str) -> Opponent | None:
    """Return an external program as an opponent for ``gtp:COMMAND`` or ``nboard:COMMAND``."""
    protocol, colon, command = text.strip().partition(":")
    if not colon or protocol not in ("gtp", "nboard"):
        return None
    # Imported here because other players do not need it.
    from outflank.protocols.external import parse_command
    from outflank.protocols.gtp_player import GtpPlayer
    from outflank.protocols.nboard_player import NBoardPlayer
    from outflank.protocols.process import ProgramFailed

    kind = GtpPlayer if protocol == "gtp" else NBoardPlayer
    try:
        _settings, program = parse_command(command, kind.SETTINGS)
    except ProgramFailed as error:
        raise UnknownOpponent(f"{protocol}: {error}") from None
    return Opponent(
        name=text.strip(),
        description=_(
            "{program}, a program that uses {protocol}.", program=program, protocol=protocol.upper()
        ),
        parameters=(),
        make=lambda: kind(command),
        sizes=kind.SIZES,
    )


def _named(name: str) -> Opponent:
    if name in _built_in():
        return _built_in()[name]
    if name == "onnx":  # not in the list, as it needs a file
        from outflank.players.onnx import OnnxPlayer

        return opponent_of(OnnxPlayer)
    known = opponents()
    if name in known:
        return known[name]
    if name in broken_plugins():
        raise UnknownOpponent(
            _("{name} cannot be loaded: {error}", name=name, error=broken_plugins()[name])
        )
    nearest = difflib.get_close_matches(name, known, n=1)
    text = _(
        "There is no opponent {name}. Choose one of {known}, a file such as ./mybot.py, a network "
        "with onnx:FILE, or another program with gtp:COMMAND or nboard:COMMAND.",
        name=repr(name),
        known=", ".join(known),
    )
    hint = " " + _("Did you mean {name}?", name=nearest[0]) if nearest else ""
    raise UnknownOpponent(text + hint)
