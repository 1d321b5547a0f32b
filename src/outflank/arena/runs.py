"""Run a match or tournament: send scheduled games to an executor and log the results.

The loop keeps slightly more games in flight than there are workers, writes finished games in one
batch, and only then counts them. The schedule and game numbers depend only on the settings, so
stopping, resuming and the number of workers affect nothing but the running time.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from enum import Enum
from operator import attrgetter
from typing import Any

from outflank.arena.log import GameLog, GamesInMemory
from outflank.arena.pairings import (
    FORMATS,
    Meeting,
    Pairing,
    Round,
    TournamentFormat,
)
from outflank.arena.playing.executors import await_some, play_safely
from outflank.arena.records import Assignment, Entrant, Limits, PlayedGame
from outflank.arena.reports.standings import Standings
from outflank.arena.statistics.elo import Estimate, Pentanomial, elo_of_colors
from outflank.arena.statistics.sprt import Decision, Sprt
from outflank.translation import N_

UNLIMITED_PAIRS = 10_000_000  # limit for an SPRT without a maximum; it ends when decided
AHEAD = 3  # games in flight per worker: one runs, the others hide the latency
LARGEST_BUNDLE = 32  # games sent to a worker in one batch …
BUNDLE_SECONDS = 0.02  # … if they take no longer than this
FORFEITS = 6  # a player with this many forfeits and no other games is expelled


@dataclass(frozen=True)
class RunSettings:
    """All settings that determine the games of a run; the first line of its log."""

    entrants: tuple[Entrant, ...]
    format: str = "round-robin"
    pairs: int = 50  # pairs of games per pairing
    size: int = 8
    seed: int = 1
    openings: tuple[str, ...] = ("",)
    limits: Limits = field(default_factory=Limits)
    rounds: int = 0  # of a Swiss; 0: as many as needed
    sprt: Sprt | None = None
    adjudicate: int = 0  # solve games from this number of empties on; 0: never
    most: tuple[int, ...] = ()  # maximum pairs per player in a neighbor pairing; empty: no limit

    def to_json(self) -> dict[str, Any]:
        data = asdict(self)
        data["sprt"] = str(self.sprt) if self.sprt else None
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "RunSettings":
        return cls(
            **{
                **data,
                "entrants": tuple(Entrant(**entrant) for entrant in data["entrants"]),
                "openings": tuple(data["openings"]),
                "most": tuple(data.get("most", ())),
                "limits": Limits(**data["limits"]),
                "sprt": Sprt.parse(data["sprt"]) if data["sprt"] else None,
            }
        )

    @property
    def is_unlimited(self) -> bool:
        """True if only a decided test ends the run."""
        return self.sprt is not None and self.pairs >= UNLIMITED_PAIRS

    @property
    def names(self) -> list[str]:
        """The players' names in order of entry."""
        return [entrant.name for entrant in self.entrants]

    def make_format(self) -> TournamentFormat:
        return FORMATS[self.format](
            len(self.entrants), self.pairs, self.seed, self.rounds, self.most
        )

    def games_of(
        self, pairings: Sequence[Pairing], *, round: int, first_game: int, first_opening: int
    ) -> Iterator[Assignment]:
        """Yield the games of a round, opening by opening, with colors swapped.

        All pairings play an opening before the next one starts. This keeps the intermediate table
        fair and allows a run to be extended without changing its existing games.
        """
        numbers = itertools.count(first_game)
        for number in range(max((pairing.pairs for pairing in pairings), default=0)):
            opening = self.openings[(first_opening + number) % len(self.openings)]
            for pairing in (pairing for pairing in pairings if number < pairing.pairs):
                first, second = self.entrants[pairing.first], self.entrants[pairing.second]
                for black, white in ((first, second), (second, first)):
                    game = next(numbers)
                    yield Assignment(
                        game=game,
                        round=round,
                        pair=game // 2,
                        black=black,
                        white=white,
                        opening=opening,
                        size=self.size,
                        seed=self.seed,
                        limits=self.limits,
                        adjudicate=self.adjudicate,
                    )


class RunEnding(Enum):
    """Why a run ended."""

    COMPLETE = N_("all games are played")
    DECIDED = N_("the test is decided")
    STOPPED = N_("stopped; the log can be resumed")
    FORFEITED = N_("stopped because a player forfeits every game")


@dataclass
class RunResult:
    """The results of a run so far."""

    settings: RunSettings
    records: list[PlayedGame]  # counted games in schedule order
    ending: RunEnding
    left_out: int = 0  # games played after the pair that decided a test
    rounds: list[Round] = field(default_factory=list)

    @property
    def standings(self) -> Standings:
        return Standings.of(self.settings.names, self.records)

    @property
    def pairs(self) -> Pentanomial:
        """The pairs of games of the first two players, for a match."""
        first, second = self.settings.names[:2]
        return self.standings.pairs(first, second)

    @property
    def repeated(self) -> int:
        """Number of games that repeat another game of the same players and colors."""
        return len(self.records) - len(self.different)

    @property
    def different(self) -> list[PlayedGame]:
        """The games without repetitions of the same players and colors."""
        games = {(record.black, record.white, record.moves): record for record in self.records}
        return list(games.values())

    @property
    def elo_of_different(self) -> Estimate:
        """Elo difference of the first player in a match, from distinct games only."""
        first, second = self.settings.names[:2]
        points: dict[str, list[float]] = {first: [], second: []}
        for record in self.different:
            points[record.black].append(record.points(first))
        return elo_of_colors(points[first], points[second])

    @property
    def only_forfeits(self) -> list[str]:
        """The players who forfeited all their games, so that their strength is unknown."""
        tallies = self.standings.total.items()
        return [name for name, tally in tallies if tally.games and tally.forfeits == tally.games]


class Watcher:
    """Observes a run; this base class does nothing."""

    def began(self, settings: RunSettings, done: Sequence[PlayedGame], games: int | None) -> None:
        """Called when the run starts or resumes, with the games already in the log."""

    def finished(self, records: Sequence[PlayedGame]) -> None:
        """Called when games have been saved and counted."""


class SprtInOrder:
    """Runs an SPRT pair by pair in schedule order, whatever order the games finish in.

    Otherwise the result would depend on the length of the games and the number of workers.
    """

    def __init__(self, settings: RunSettings) -> None:
        self._first = settings.names[0]
        self._sprt = settings.sprt
        self._points: dict[int, list[float]] = {}
        self._next = 0
        self._counts = [0, 0, 0, 0, 0]
        self.decided_at: int | None = None  # the last counted pair

    def add(self, record: PlayedGame) -> None:
        """Add a game and advance the test over all pairs that are complete without a gap."""
        if self._sprt is None:
            return
        self._points.setdefault(record.pair, []).append(record.points(self._first))
        while self.decided_at is None and len(self._points.get(self._next, ())) == 2:
            self._counts[round(2 * sum(self._points.pop(self._next)))] += 1
            if self._sprt.decide(self.pairs) is not Decision.CONTINUE:
                self.decided_at = self._next
            self._next += 1

    @property
    def pairs(self) -> Pentanomial:
        a, b, c, d, e = self._counts
        return Pentanomial((a, b, c, d, e))


Play = Callable[[Sequence[Assignment]], list[PlayedGame]]


class Tournament:
    """A run of games that can be stopped and resumed at any time."""

    def __init__(
        self,
        settings: RunSettings,
        log: GameLog | GamesInMemory,
        executor: Executor,
        *,
        workers: int,
        watcher: Watcher | None = None,
        play: Play = play_safely,
        before_first_game: Callable[[], None] = lambda: None,
    ) -> None:
        self.settings = settings
        self._log = log
        self._executor = executor
        self._window = workers * AHEAD
        self._watcher = watcher or Watcher()
        self._play = play
        self._before_first_game: Callable[[], None] | None = before_first_game
        self._stopping = False
        self._bundle = 1
        self._test = SprtInOrder(settings)
        self._here = Standings(settings.names)  # of this session's games

    def stop(self) -> None:
        """Start no more games; running games are finished and counted."""
        self._stopping = True

    def run(self) -> RunResult:
        """Play the games missing from the log, until done or stopped."""
        settings = self.settings
        done = {record.game: record for record in self._log.records}
        for record in done.values():
            self._test.add(record)
        self._watcher.began(settings, self._log.records, settings.make_format().games_known())
        complete = True
        rounds, todo = course(settings, done)
        while complete and todo is not None:
            complete = self._play_all(todo, done)
            if complete:
                rounds, todo = course(settings, done)
        return self._result(done, rounds, complete=complete)

    def _play_all(self, todo: Iterator[Assignment], done: dict[int, PlayedGame]) -> bool:
        """Play games through the executor; return False if it stopped before the last one."""
        flying: set[Future[list[PlayedGame]]] = set()
        upcoming = next(todo, None)
        taken_back = False
        if upcoming and not self._over and self._before_first_game:
            self._before_first_game()
            self._before_first_game = None
        while True:
            while upcoming and not self._over and len(flying) < self._window:
                bundle = [upcoming, *itertools.islice(todo, self._bundle - 1)]
                self._keep(list(self._walkovers(bundle)), done)
                played = [one for one in bundle if one.game not in done]
                if played:
                    flying.add(self._executor.submit(self._play, played))
                upcoming = next(todo, None)
            if self._over:
                # Games that have not started are canceled; running ones are awaited.
                begun = {future for future in flying if not future.cancel()}
                taken_back = taken_back or len(begun) < len(flying)
                flying = begun
            if not flying:
                break
            landed, flying = await_some(flying)
            records = sorted(
                (r for future in landed for r in future.result()), key=attrgetter("game")
            )
            self._keep(records, done)
            if records:
                self._bundle = _bundle_for(records)
        return upcoming is None and not taken_back

    def _keep(self, records: Sequence[PlayedGame], done: dict[int, PlayedGame]) -> None:
        """Log and count finished games."""
        if not records:
            return
        self._log.append(records)
        for record in records:
            done[record.game] = record
            self._test.add(record)
            self._here.add(record)
        self._watcher.finished(records)

    def _walkovers(self, bundle: Sequence[Assignment]) -> Iterator[PlayedGame]:
        """Yield the records of the games with expelled players, which are not played."""
        expelled = self._expelled
        for one in bundle:
            for player in (one.black.name, one.white.name):
                if player in expelled:
                    yield PlayedGame.walkover(one, player)
                    break

    @property
    def _over(self) -> bool:
        return self._stopping or self._test.decided_at is not None or self._is_futile

    @property
    def _expelled(self) -> set[str]:
        """The players who have only forfeits, and enough of them."""
        return {
            name
            for name, tally in self._here.total.items()
            if tally.forfeits >= FORFEITS and tally.forfeits == tally.games
        }

    @property
    def _is_futile(self) -> bool:
        """True if fewer than two players are left who do more than forfeit."""
        return bool(self._expelled) and len(self.settings.names) - len(self._expelled) < 2

    def _result(
        self, done: dict[int, PlayedGame], rounds: list[Round], *, complete: bool
    ) -> RunResult:
        records = [done[game] for game in sorted(done)]
        decided = self._test.decided_at
        if decided is not None:
            counted = [record for record in records if record.pair <= decided]
            left_out = len(records) - len(counted)
            result = RunResult(self.settings, counted, RunEnding.DECIDED, left_out, rounds)
        else:
            ending = RunEnding.COMPLETE if complete else RunEnding.STOPPED
            result = RunResult(self.settings, records, ending, 0, rounds)
        others = len(result.settings.names) - len(result.only_forfeits)
        whole = result.ending is not RunEnding.STOPPED or self._is_futile
        if result.only_forfeits and others < 2 and whole:
            result.ending = RunEnding.FORFEITED
        return result


def _bundle_for(records: Sequence[PlayedGame]) -> int:
    """Return how many games to send per batch: more than one only if games are very short.

    After a forfeit it is one, so that few games are wasted if the player keeps forfeiting.
    """
    if any(record.fault for record in records):
        return 1
    thinking = sum(sum(record.seconds) for record in records) / len(records)
    return max(1, min(LARGEST_BUNDLE, int(BUNDLE_SECONDS / max(thinking, 1e-9))))


def result_of_log(log: GameLog) -> RunResult:
    """Return the result of a log without playing."""
    tournament = Tournament(
        RunSettings.from_json(log.settings), log, ThreadPoolExecutor(1), workers=0
    )
    tournament.stop()  # starts no games; only sorts and evaluates the log
    return tournament.run()


def course(
    settings: RunSettings, done: Mapping[int, PlayedGame]
) -> tuple[list[Round], Iterator[Assignment] | None]:
    """Return the completed rounds and the remaining games of the current one; None when finished.

    This depends only on the settings and the finished games.
    """
    format = settings.make_format()
    rounds: list[Round] = []
    game = opening = 0
    while pairings := format.next_round(rounds):
        games = settings.games_of(
            pairings, round=len(rounds), first_game=game, first_opening=opening
        )
        todo = (one for one in games if one.game not in done)
        first = next(todo, None)
        if first is not None:
            return rounds, itertools.chain((first,), todo)
        rounds.append(_meetings(settings.names, len(rounds), pairings, done))
        game += 2 * sum(pairing.pairs for pairing in pairings)
        opening += max(pairing.pairs for pairing in pairings)
    return rounds, None


def _meetings(
    names: Sequence[str], number: int, pairings: Sequence[Pairing], done: Mapping[int, PlayedGame]
) -> Round:
    """Summarize a round, so that the format can pair the next one."""
    played = [record for record in done.values() if record.round == number]
    meetings = []
    for pairing in pairings:
        first, second = names[pairing.first], names[pairing.second]
        records = [record for record in played if {record.black, record.white} == {first, second}]
        points = sum(record.points(first) for record in records)
        margin = sum(record.margin(first) or 0 for record in records)
        meetings.append(Meeting(pairing, (points, len(records) - points), margin))
    return meetings
