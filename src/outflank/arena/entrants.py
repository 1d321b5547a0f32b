"""From what a person typed to players that take part, checked before anything starts."""

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
# What a limit is called on the command line, and what players' settings may call it.
LIMIT_SETTINGS = {"time": ("seconds", "time"), "depth": ("depth",), "nodes": ("nodes",)}


class InvalidEntrant(ValueError):
    """Somebody who cannot take part; the sentence says why."""


def make_entrants(
    specs: Sequence[str], size: int, limits: Mapping[str, float] | None = None
) -> tuple[Entrant, ...]:
    """The players of a run, each found and fit for the board; equal ones get a number.

    `limits` (time, depth, nodes) are given to every player that has such a setting and was not
    told another value. A time binds the others too: who takes several times as long forfeits.
    """
    taken: dict[str, int] = {}
    entrants = []
    heard: set[str] = set()  # limits somebody listens to
    for text in specs:
        try:
            opponent, settings = find_opponent(text)
        except (UnknownOpponent, InvalidSetting, InvalidPlayerFile) as error:
            file = Path(f"{text.partition(':')[0].strip()}.py")
            if isinstance(error, UnknownOpponent) and file.is_file():
                raise InvalidEntrant(
                    _(
                        "There is no opponent {name}, but there is a file: write ./{file}",
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
            find_opponent(spec)  # the limit may be outside what the player can do
            if any(file.name in settings for file in opponent.files):
                opponent.make(**settings)  # which reads them, and says what is wrong with them
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
    """Whether a player comes from a file rather than from the catalogue."""
    return _FILE.match(spec) is not None


def without_settings(spec: str) -> str:
    """A player's text without the settings in it: the name, or the file and the class."""
    match = _FILE.match(spec)
    if match is None:
        return spec.partition(":")[0]
    named = _CLASS.match(spec, len(match[1]))
    return match[1] + (named[0] if named else "")


def entrant_of(spec: str, name: str) -> Entrant:
    """Somebody who takes part under a name, the same from any folder and on any machine."""
    spec = with_full_path(spec)
    return Entrant(name, spec, digest_of(spec), files_of(spec), data_of(spec))


def files_of(spec: str) -> dict[str, str]:
    """The Python files of a player that comes from one; none where it is not there."""
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
    """The files that a player's settings name, with a fingerprint of each; none if one is gone."""
    try:
        return {str(file): digest_of_data(file.read_bytes()) for file in named_files(spec)}
    except (OSError, UnknownOpponent, InvalidSetting, InvalidPlayerFile):
        return {}  # told when somebody makes the player


def digest_of(spec: str) -> str:
    """A fingerprint of the player's files, or of what the engine rests on; else nothing."""
    files = files_of(spec)
    return digest_of_sources(files, data_of(spec)) if files else engine_digest(spec)


def as_they_are_now(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The players of a log as their files are now; who carries files that are gone stays."""
    now = [entrant_of(e.spec, e.name) for e in entrants]
    return tuple(
        old if old.files and not new.files else new for old, new in zip(entrants, now, strict=True)
    )


def changed_entrants(entrants: Sequence[Entrant]) -> list[str]:
    """Those whose files, level, weights or book are not what they were when the run began.

    A file that is not here has not changed, if the log carries it.
    """
    now = as_they_are_now(entrants)
    return [
        e.name for e, new in zip(entrants, now, strict=True) if e.digest not in ("", new.digest)
    ]


def unknown_entrants(entrants: Sequence[Entrant]) -> list[str]:
    """Those of whom an old log does not say what they were: nobody knows whether they changed."""
    return [e.name for e in entrants if not e.digest and digest_of(e.spec)]


def _with_setting(spec: str, setting: str) -> str:
    """Add a setting to a text that may have settings already."""
    match = _FILE.match(spec)
    head, tail = ("", spec) if match is None else (match[1], spec[len(match[1]) :])
    if match is None:
        return f"{tail},{setting}" if ":" in tail else f"{tail}:{setting}"
    # After a file come a class, settings, both or neither: ./bot.py:Bot:depth=3
    return f"{head}{tail}{',' if '=' in tail else ':'}{setting}"
