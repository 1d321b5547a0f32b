"""Play matches and tournaments from Python.

This is `outflank match` and `outflank tournament` for notebooks: nothing is written to disk, and
players may be classes and instances defined anywhere.
"""

import io
import os
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ParamSpec, TypeAlias, TypeVar

from outflank.arena.entrants import InvalidEntrant, make_entrants
from outflank.arena.log import GamesInMemory
from outflank.arena.openings import RANDOM_OPENINGS, default_openings, load_openings, parse_openings
from outflank.arena.pairings import FORMATS
from outflank.arena.playing.executors import LocalExecutor, play_safely
from outflank.arena.playing.referee import play_game
from outflank.arena.playing.trial import try_out
from outflank.arena.records import Assignment, Entrant, Limits, PlayedGame
from outflank.arena.reports.page import to_fragment, to_html
from outflank.arena.reports.ranking import Ranking, match_verdict
from outflank.arena.reports.report import to_csv, to_json
from outflank.arena.runs import Play, RunResult, RunSettings, Tournament
from outflank.arena.statistics.elo import Estimate
from outflank.arena.statistics.sprt import Sprt
from outflank.board import listed
from outflank.formats.arena_log import record_of_played
from outflank.game import Game
from outflank.players import Player, Strategy, UnknownOpponent, make_player
from outflank.players.catalogue import opponent_of
from outflank.translation import _

P = ParamSpec("P")
T = TypeVar("T")

Contestant: TypeAlias = str | Player | type[Player] | Strategy
"""A name such as ``greedy``, a file such as ``./mybot.py``, a player, its class, or a function."""


@dataclass(repr=False)
class Contest(RunResult):
    """The result of a match or tournament; notebooks display its table.

    >>> contest = play_match("positional", "random", games=20)
    >>> contest.score.value > 0.7, contest.elo.low > 0
    (True, True)
    >>> contest.games[0].info["white"]
    'random'
    """

    @property
    def score(self) -> Estimate:
        """Points per game of the first player against the second, from 0 to 1."""
        return self.pairs.score_interval()

    @property
    def elo(self) -> Estimate:
        """Elo difference between the first player and the second."""
        return self.pairs.elo()

    @property
    def verdict(self) -> str:
        """A sentence that names the stronger of the first two players, if any."""
        return match_verdict(self.standings, *self.settings.names[:2])

    @property
    def ranking(self) -> Ranking:
        """All players from best to worst, with ratings and error bars."""
        return Ranking.of_result(self)

    @property
    def games(self) -> list[Game]:
        """The games, ready to replay, display or write to files."""
        return [record_of_played(record.to_json()).game() for record in self.records]

    def to_html(self, title: str = "Outflank") -> str:
        """Return a standalone page with the table, the ratings and a replay of every game."""
        return to_html(self, title)

    def to_csv(self) -> str:
        """Return the table as CSV, one line per player."""
        return to_csv(self)

    def to_json(self) -> dict[str, Any]:
        """Return the table and the pairs as JSON data."""
        return to_json(self)

    def _repr_html_(self) -> str:
        return to_fragment(self)

    def __str__(self) -> str:
        # Imported here because notebooks do not need rich.
        from rich.console import Console

        from outflank.arena.reports.live import print_result

        page = io.StringIO()
        print_result(Console(file=page, width=100, color_system=None), self)
        return page.getvalue().rstrip()

    def __repr__(self) -> str:
        tallies = self.standings.total.items()
        points = ", ".join(f"{name} {tally.points:g}/{tally.games}" for name, tally in tallies)
        return f"<Contest of {len(self.records)} games: {points}>"


def play_match(
    first: Contestant,
    second: Contestant,
    games: int = 100,
    *,
    size: int = 8,
    seed: int = 1,
    openings: str | Sequence[str] | None = None,
    limits: Limits | None = None,
    adjudicate: int = 0,
    sprt: Sprt | None = None,
    names: Sequence[str] | None = None,
    workers: int | None = None,
) -> Contest:
    """Play a match between two players, with colors swapped for every opening.

    A class is instantiated for each game, with a ``seed`` if it accepts one; an instance plays all
    its games. Both run in this process, one game after the other, so a player that hangs blocks the
    match. Players given by name or file run in separate processes with time and memory limits,
    ``workers`` at a time (default: one per core).

    ``openings`` is a list of transcripts or a value of ``--openings``. Games are solved instead of
    played from ``adjudicate`` empties on. ``sprt`` stops the match as soon as it is decided, with
    ``games`` as the maximum. The same seed gives the same games.
    """
    return _run(
        [first, second],
        games,
        names=names,
        workers=workers,
        size=size,
        seed=seed,
        openings=openings,
        limits=limits or Limits(),
        adjudicate=adjudicate,
        sprt=sprt,
    )


def tournament(
    players: Sequence[Contestant] | Mapping[str, Contestant],
    games: int = 20,
    *,
    format: str = "round-robin",
    rounds: int = 0,
    size: int = 8,
    seed: int = 1,
    openings: str | Sequence[str] | None = None,
    limits: Limits | None = None,
    adjudicate: int = 0,
    workers: int | None = None,
) -> Contest:
    """Play a tournament with ``games`` per pairing, and rank the players.

    ``players`` may be a dictionary that maps names to players. ``format`` is round-robin, gauntlet,
    neighbours, knock-out or swiss (with ``rounds``). The other parameters are those of
    ``play_match``.
    """
    if format not in FORMATS:
        raise ValueError(
            _(
                "format must be one of {names}, not {text}.",
                names=listed(FORMATS),
                text=repr(format),
            )
        )
    if rounds < 0 or (rounds and format != "swiss"):
        raise ValueError(
            _(
                "rounds must be 0 or more, and is only for format='swiss'. Got {rounds}.",
                rounds=rounds,
            )
        )
    known = dict(players) if isinstance(players, Mapping) else None
    return _run(
        list(known.values()) if known is not None else list(players),
        games,
        names=None if known is None else list(known),
        workers=workers,
        format=format,
        rounds=rounds,
        size=size,
        seed=seed,
        openings=openings,
        limits=limits or Limits(),
        adjudicate=adjudicate,
    )


def _run(
    players: Sequence[Contestant],
    games: int,
    *,
    names: Sequence[str] | None,
    workers: int | None,
    openings: str | Sequence[str] | None,
    size: int,
    seed: int,
    **settings: Any,
) -> Contest:
    if games < 2 or games % 2:
        raise ValueError(
            _("games must be even, because each opening is played twice. Got {games}.", games=games)
        )
    if len(players) < 2:
        raise ValueError(_("At least two players are needed. Got {count}.", count=len(players)))
    if names is not None and (len(names) != len(players) or len(set(names)) != len(names)):
        raise ValueError(
            _(
                "names must have a different name for each of the {count} players. Got {names}.",
                count=len(players),
                names=listed(names),
            )
        )
    if isinstance(openings, str) or openings is None:
        choice = openings or default_openings(size)
        lines = load_openings(choice, size, seed, RANDOM_OPENINGS)
    else:
        lines = parse_openings("\n".join(openings), size, "openings")
    here = not all(isinstance(player, str) for player in players)
    entrants = _entrants(players, size, names)
    run = RunSettings(
        entrants, pairs=games // 2, size=size, seed=seed, openings=tuple(lines), **settings
    )
    if not here:
        number = workers or os.cpu_count() or 1
        with LocalExecutor(number) as executor:
            return _played(run, executor, number, play_safely)
    if workers not in (None, 1):
        raise ValueError(
            _(
                "workers is for players given by name or file. Classes and instances play one game "
                "after another in this process. Got workers={workers}.",
                workers=workers,
            )
        )
    with Here() as executor:
        return _played(
            run, executor, 1, partial(_play_here, dict(zip(run.names, players, strict=True)))
        )


def _entrants(
    players: Sequence[Contestant], size: int, names: Sequence[str] | None
) -> tuple[Entrant, ...]:
    """Create the entrants; a player that is not given as text is represented by its name."""
    texts = iter(make_entrants([one for one in players if isinstance(one, str)], size))
    known = [next(texts) if isinstance(one, str) else _entrant_of(one, size) for one in players]
    if names is None:
        titles = [one.name for one in known]
        names = [
            f"{title} #{titles[:place].count(title) + 1}" if title in titles[:place] else title
            for place, title in enumerate(titles)
        ]
    if all(isinstance(one, str) for one in players):
        return tuple(replace(one, name=name) for one, name in zip(known, names, strict=True))
    return tuple(Entrant(name, name) for name in names)


def _entrant_of(player: Player | type[Player] | Strategy, size: int) -> Entrant:
    try:
        opponent = opponent_of(player)
    except UnknownOpponent as error:
        raise InvalidEntrant(str(error)) from None
    if size not in opponent.sizes:
        raise InvalidEntrant(
            _("{name} does not play on {size}×{size} boards.", name=opponent.name, size=size)
        )
    return Entrant(opponent.name, opponent.name)


def _played(run: RunSettings, executor: Executor, workers: int, play: Play) -> Contest:
    tournament = Tournament(
        run,
        GamesInMemory(),
        executor,
        workers=workers,
        play=play,
        before_first_game=partial(try_out, run, executor, play),
    )
    return Contest(**vars(tournament.run()))


class Here(Executor):
    """An executor that runs each call immediately in the calling thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def _play_here(players: Mapping[str, Contestant], games: Sequence[Assignment]) -> list[PlayedGame]:
    def make(spec: str, seed: int, size: int) -> Player:
        player = players[spec]
        if isinstance(player, str):
            return make_player(player, seed=seed, size=size)
        opponent = opponent_of(player)
        return opponent.make(seed=seed) if opponent.takes_seed else opponent.make()

    records = []
    dice = random.getstate()
    try:
        for game in games:
            # For players that use the global generator: the same seed gives the same game.
            random.seed(f"{game.seed}/{game.game}")
            records.append(play_game(game, make))
    finally:
        random.setstate(dice)
    return records
