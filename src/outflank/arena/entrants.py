"""Parse the players given by the user and check them before anything starts."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from outflank.arena.playing.sources import digest_of_data, digest_of_sources, read_sources
from outflank.arena.records import Entrant
from outflank.players import (
    InvalidPlayerFile,
    InvalidSetting,
    UnknownOpponent,
    find_opponent,
    opponents,
    with_full_path,
)
from outflank.players.catalogue import named_files
from outflank.players.ratings import engine_digest
from outflank.translation import _

_FILE = re.compile(r"(.+?\.py)(:|$)")
_CLASS = re.compile(r":[A-Za-z_]\w*(?![\w=])")
# Each limit's name on the command line and its possible names in a player's settings.
LIMIT_SETTINGS = {"time": ("seconds", "time"), "depth": ("depth",), "nodes": ("nodes",)}


class InvalidEntrant(ValueError):
    """A player that cannot take part; the message says why."""


def make_entrants(
    specs: Sequence[str], size: int, limits: Mapping[str, float] | None = None
) -> tuple[Entrant, ...]:
    """Create the players of a run and check that they support the board size.

    Identical players are numbered. `limits` (time, depth, nodes) apply to every player that has
    such a setting and does not set it itself. Other players that exceed a time limit several times
    over forfeit the game.
    """
    taken: dict[str, int] = {}
    entrants = []
    heard: set[str] = set()  # limits that apply to at least one player
    for text in specs:
        try:
            opponent, settings = find_opponent(text)
        except (UnknownOpponent, InvalidSetting, InvalidPlayerFile) as error:
            file = Path(f"{text.partition(':')[0].strip()}.py")
            if isinstance(error, UnknownOpponent) and file.is_file():
                raise InvalidEntrant(
                    _(
                        "There is no opponent {name}. To use the file, write ./{file}",
                        name=repr(file.stem),
                        file=file,
                    )
                ) from None
            raise InvalidEntrant(str(error)) from None
        if size not in opponent.sizes:
            others = ", ".join(name for name, other in opponents().items() if size in other.sizes)
            raise InvalidEntrant(
                _(
                    "{name} does not play on {size}×{size} boards. These do: {others}.",
                    name=opponent.name,
                    size=size,
                    others=others,
                )
            )
        spec = text.strip()
        declared = {parameter.name for parameter in opponent.parameters}
        for limit, value in (limits or {}).items():
            for name in LIMIT_SETTINGS[limit]:
                if name in declared:
                    heard.add(limit)
                    if name not in settings:
                        settings = {**settings, name: value}
                        spec = _with_setting(spec, f"{name}={value}")
        try:
            find_opponent(spec)  # the limit may be out of range for the player
            if any(file.name in settings for file in opponent.files):
                opponent.make(**settings)  # also parses the settings and reports errors
        except InvalidSetting as error:
            raise InvalidEntrant(str(error)) from None
        taken[spec] = taken.get(spec, 0) + 1
        name = spec if taken[spec] == 1 else f"{spec} #{taken[spec]}"
        entrants.append(entrant_of(spec, name))
    deaf = set(limits or {}) - heard - {"time"}
    if deaf:
        limit = sorted(deaf)[0]
        raise InvalidEntrant(
            _(
                "--{option} needs a player with one of these settings: {settings}. None of "
                "{players} has one.",
                option=limit,
                settings=", ".join(LIMIT_SETTINGS[limit]),
                players=", ".join(specs),
            )
        )
    return tuple(entrants)


def is_player_file(spec: str) -> bool:
    """Return True if the player comes from a file and not from the catalogue."""
    return _FILE.match(spec) is not None


def without_settings(spec: str) -> str:
    """Return a player's spec without settings: its name, or its file and class."""
    match = _FILE.match(spec)
    if match is None:
        return spec.partition(":")[0]
    named = _CLASS.match(spec, len(match[1]))
    return match[1] + (named[0] if named else "")


def entrant_of(spec: str, name: str) -> Entrant:
    """Create an entrant that is the same from any folder and on any machine."""
    spec = with_full_path(spec)
    return Entrant(name, spec, digest_of(spec), files_of(spec), data_of(spec))


def files_of(spec: str) -> dict[str, str]:
    """Return the Python files of a player; empty if it is not a file or the file is missing."""
    match = _FILE.match(spec)
    try:
        return read_sources(Path(match[1])) if match is not None else {}
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidEntrant(
            _("A file of {player} cannot be read: {error}", player=spec, error=error)
        ) from None


def data_of(spec: str) -> dict[str, str]:
    """Return the digests of the files named in a player's settings; empty if one is missing."""
    try:
        return {str(file): digest_of_data(file.read_bytes()) for file in named_files(spec)}
    except (OSError, UnknownOpponent, InvalidSetting, InvalidPlayerFile):
        return {}  # reported when the player is created


def digest_of(spec: str) -> str:
    """Return a digest of the player's files or the engine's data; empty for other players."""
    files = files_of(spec)
    return digest_of_sources(files, data_of(spec)) if files else engine_digest(spec)


def as_they_are_now(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Update logged players to their current files, keeping those whose files are gone."""
    now = [entrant_of(e.spec, e.name) for e in entrants]
    return tuple(
        old if old.files and not new.files else new for old, new in zip(entrants, now, strict=True)
    )


def changed_entrants(entrants: Sequence[Entrant]) -> list[str]:
    """Return the players whose files, level, weights or book changed since the run began.

    A file that is missing here counts as unchanged if the log contains it.
    """
    now = as_they_are_now(entrants)
    return [
        e.name for e, new in zip(entrants, now, strict=True) if e.digest not in ("", new.digest)
    ]


def unknown_entrants(entrants: Sequence[Entrant]) -> list[str]:
    """Return the players whose digests an old log lacks, so changes cannot be detected."""
    return [e.name for e in entrants if not e.digest and digest_of(e.spec)]


def _with_setting(spec: str, setting: str) -> str:
    match = _FILE.match(spec)
    head, tail = ("", spec) if match is None else (match[1], spec[len(match[1]) :])
    if match is None:
        return f"{tail},{setting}" if ":" in tail else f"{tail}:{setting}"
    # A file may be followed by a class, settings, or both: ./bot.py:Bot:depth=3
    return f"{head}{tail}{',' if '=' in tail else ':'}{setting}"
