"""Runs a match or tournament: schedule in, games out to an executor, results into the log.

The loop keeps a few games more in the air than there are workers, writes what came back in one go,
and only then counts it. Which games are played and what they are called depends on the settings
alone, so stopping, killing and resuming, and the number of workers, change nothing but the time.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from enum import Enum
from operator import attrgetter
from typing import Any

from outflank.arena.log import GameLog, GamesInMemory
from outflank.arena.playing.executors import await_some, play_safely
from outflank.arena.records import Assignment, Entrant, Limits, PlayedGame
from outflank.arena.reports.standings import Standings
from outflank.arena.statistics.elo import Estimate, Pentanomial, elo_of_colors
from outflank.arena.statistics.sprt import Decision, Sprt
from outflank.arena.tournament_formats import (
    FORMATS,
    Meeting,
    Pairing,
    Round,
    TournamentFormat,
)
from outflank.translation import N_

UNLIMITED_PAIRS = 10_000_000  # of a test that was not told how many: it ends when it is decided
AHEAD = 3  # games in the air for each worker: one is played, the others hide the way there and back
LARGEST_BUNDLE = 32  # games sent to a worker at once …
BUNDLE_SECONDS = 0.02  # … as long as they take no longer than this
FORFEITS = 6  # games a player may forfeit before the run is stopped, if it plays no other


@dataclass(frozen=True)
class RunSettings:
    """Everything that decides which games a run consists of; the first line of its log."""

    entrants: tuple[Entrant, ...]
    format: str = "round-robin"
    pairs: int = 50  # of games, for each pairing
    size: int = 8
    seed: int = 1
    openings: tuple[str, ...] = ("",)
    limits: Limits = field(default_factory=Limits)
    rounds: int = 0  # of a Swiss; 0 is as many as it takes
    sprt: Sprt | None = None
    adjudicate: int = 0  # empties from which games are solved instead of played; 0 is never
    most: tuple[int, ...] = ()  # pairs of each player in a pairing of neighbours; none is no limit

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
        """Whether only a decided test ends the run."""
        return self.sprt is not None and self.pairs >= UNLIMITED_PAIRS

    @property
    def names(self) -> list[str]:
        """The players by name, in the order they entered."""
        return [entrant.name for entrant in self.entrants]

    def make_format(self) -> TournamentFormat:
        return FORMATS[self.format](
            len(self.entrants), self.pairs, self.seed, self.rounds, self.most
        )

    def games_of(
        self, pairings: Sequence[Pairing], *, round: int, first_game: int, first_opening: int
    ) -> Iterator[Assignment]:
        """The games of a round: each opening for all pairings before the next, colors swapped.

        Going opening by opening keeps the table fair while it fills, and lets a run be made longer
        later without changing the games it has.
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
    """Why a run came to its end."""

    COMPLETE = N_("all games are played")
    DECIDED = N_("the test is decided")
    STOPPED = N_("stopped; the log can be resumed")
    FORFEITED = N_("stopped, as a player forfeits every game")


@dataclass
class RunResult:
    """A run as far as it went."""

    settings: RunSettings
    records: list[PlayedGame]  # that count, in the order of the schedule
    ending: RunEnding
    left_out: int = 0  # games played beyond the pair that decided a test
    rounds: list[Round] = field(default_factory=list)

    @property
    def standings(self) -> Standings:
        return Standings.of(self.settings.names, self.records)

    @property
    def pairs(self) -> Pentanomial:
        """The pairs of games of the first two players; what a match is about."""
        first, second = self.settings.names[:2]
        return self.standings.pairs(first, second)

    @property
    def repeated(self) -> int:
        """How many games repeat another of the same players move by move, colours included."""
        return len(self.records) - len(self.different)

    @property
    def different(self) -> list[PlayedGame]:
        """The games without those that repeat another of the same players, colours included."""
        games = {(record.black, record.white, record.moves): record for record in self.records}
        return list(games.values())

    @property
    def elo_of_different(self) -> Estimate:
        """How much stronger the first player of a match is, every different game counting once."""
        first, second = self.settings.names[:2]
        points: dict[str, list[float]] = {first: [], second: []}
        for record in self.different:
            points[record.black].append(record.points(first))
        return elo_of_colors(points[first], points[second])

    @property
    def only_forfeits(self) -> list[str]:
        """The players who played, and forfeited every game: nothing is known of their strength."""
        tallies = self.standings.total.items()
        return [name for name, tally in tallies if tally.games and tally.forfeits == tally.games]


class Watcher:
    """Follows how a run gets on; this one does nothing."""

    def began(self, settings: RunSettings, done: Sequence[PlayedGame], games: int | None) -> None:
        """The run begins or goes on, with these games already in the log."""

    def finished(self, records: Sequence[PlayedGame]) -> None:
        """These games are on the disk and count."""


class SprtInOrder:
    """Follows a test pair by pair in the order of the schedule, whatever order they came back in.

    Deciding on whatever is finished first would make the result depend on which games are short
    and how many workers there are.
    """

    def __init__(self, settings: RunSettings) -> None:
        self._first = settings.names[0]
        self._sprt = settings.sprt
        self._points: dict[int, list[float]] = {}
        self._next = 0
        self._counts = [0, 0, 0, 0, 0]
        self.decided_at: int | None = None  # the last pair that counts

    def add(self, record: PlayedGame) -> None:
        """Take a game; the test goes on as far as pairs are complete without a gap."""
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
        self._here = Standings(settings.names)  # of the games of this session

    def stop(self) -> None:
        """Start no more games; those that run are finished and counted."""
        self._stopping = True

    def run(self) -> RunResult:
        """Play what is not in the log yet, to the end or until stopped."""
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
        """Play games through the executor; False when it ended before the last of them."""
        flying: set[Future[list[PlayedGame]]] = set()
        upcoming = next(todo, None)
        taken_back = False
        if upcoming and not self._over and self._before_first_game:
            self._before_first_game()
            self._before_first_game = None
        while True:
            while upcoming and not self._over and len(flying) < self._window:
                bundle = [upcoming, *itertools.islice(todo, self._bundle - 1)]
                flying.add(self._executor.submit(self._play, bundle))
                upcoming = next(todo, None)
            if self._over:
                # Games that have not begun are taken back, the others are waited for.
                begun = {future for future in flying if not future.cancel()}
                taken_back = taken_back or len(begun) < len(flying)
                flying = begun
            if not flying:
                break
            landed, flying = await_some(flying)
            records = sorted(
                (r for future in landed for r in future.result()), key=attrgetter("game")
            )
            if records:
                self._log.append(records)
                for record in records:
                    done[record.game] = record
                    self._test.add(record)
                    self._here.add(record)
                self._watcher.finished(records)
                self._bundle = _bundle_for(records)
        return upcoming is None and not taken_back

    @property
    def _over(self) -> bool:
        return self._stopping or self._test.decided_at is not None or self._is_futile

    @property
    def _is_futile(self) -> bool:
        """Whether somebody has forfeited so many games, and played none, that it will go on so."""
        return any(
            tally.forfeits >= FORFEITS and tally.forfeits == tally.games
            for tally in self._here.total.values()
        )

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
        if result.only_forfeits and (result.ending is not RunEnding.STOPPED or self._is_futile):
            result.ending = RunEnding.FORFEITED
        return result


def _bundle_for(records: Sequence[PlayedGame]) -> int:
    """How many games to send at once: one, unless they are so quick that sending them costs.

    Nor where somebody forfeits, so that little is played if that goes on.
    """
    if any(record.fault for record in records):
        return 1
    thinking = sum(sum(record.seconds) for record in records) / len(records)
    return max(1, min(LARGEST_BUNDLE, int(BUNDLE_SECONDS / max(thinking, 1e-9))))


def result_of_log(log: GameLog) -> RunResult:
    """What a log holds, without playing: for reports."""
    tournament = Tournament(
        RunSettings.from_json(log.settings), log, ThreadPoolExecutor(1), workers=0
    )
    tournament.stop()  # nothing is started; what is there is put in order and judged
    return tournament.run()


def course(
    settings: RunSettings, done: Mapping[int, PlayedGame]
) -> tuple[list[Round], Iterator[Assignment] | None]:
    """The rounds that are complete, and what is to play of the next one; None when all is played.

    It follows from the settings and the games that are done alone, by whomever and wherever those
    were played.
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
    """What happened in a round, for the format to pair the next."""
    played = [record for record in done.values() if record.round == number]
    meetings = []
    for pairing in pairings:
        first, second = names[pairing.first], names[pairing.second]
        records = [record for record in played if {record.black, record.white} == {first, second}]
        points = sum(record.points(first) for record in records)
        margin = sum(record.margin(first) or 0 for record in records)
        meetings.append(Meeting(pairing, (points, len(records) - points), margin))
    return meetings
