"""Tune a player's parameters by playing games, and verify the result with a match.

The log is an ordinary game log. The games of each step are numbered, so a run resumes by replaying
the steps from the existing games. The last games are the verification match of the tuned player
against the original one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from outflank.arena.entrants import entrant_of, without_settings
from outflank.arena.log import GameLog
from outflank.arena.playing.executors import await_some, play_safely
from outflank.arena.records import Assignment, Entrant, Limits, PlayedGame
from outflank.arena.runs import Play
from outflank.arena.statistics.elo import Pentanomial
from outflank.arena.statistics.spsa import Spsa
from outflank.players import Parameter, Setting
from outflank.translation import _


@dataclass(frozen=True)
class TuningSettings:
    """The settings of a tuning run; the first line of the log."""

    player: str  # as typed; its settings are the starting values
    parameters: tuple[str, ...]
    against: tuple[str, ...] = ()  # opponents; empty: self-play
    steps: int = 100
    pairs: int = 8  # game pairs per step and opponent
    proof_pairs: int = 200
    size: int = 8
    seed: int = 1
    openings: tuple[str, ...] = ("",)
    limits: Limits = field(default_factory=Limits)
    reach: float = 0.10
    gain: float = 0.25
    use_discs: bool = True  # use the disc difference, which is more informative than the winner
    digest: str = ""  # of the player's file, so that a resumed run detects changes

    @property
    def games_of_a_step(self) -> int:
        """Games per step: each variant against each opponent or the other variant."""
        return 2 * self.pairs * (2 * len(self.against) or 1)

    def to_json(self) -> dict[str, Any]:
        return {"kind": "tune", **vars(self), "limits": vars(self.limits)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "TuningSettings":
        if data.get("kind") != "tune":
            raise ValueError(_("This is the log of a match or tournament, not of tuning."))
        values = {key: value for key, value in data.items() if key != "kind"}
        for name in ("parameters", "against", "openings"):
            values[name] = tuple(values[name])
        return cls(**{**values, "limits": Limits(**values["limits"])})


@dataclass
class TuningProgress:
    step: int
    values: list[float]  # shares
    advantage: float  # of the last step
    path: list[list[float]]  # values after each step, including the start
    proof: Pentanomial = field(default_factory=Pentanomial)
    stopped: bool = False


class Tuning:
    """A tuning run: SPSA steps, then the verification match."""

    def __init__(
        self,
        settings: TuningSettings,
        parameters: Sequence[Parameter],
        start: Mapping[str, Setting],
        log: GameLog,
        executor: Executor,
        *,
        play: Play = play_safely,
        stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        self.settings = settings
        chosen = [p for p in parameters if p.name in settings.parameters]
        self.spsa = Spsa(chosen, settings.steps, settings.seed, settings.reach, settings.gain)
        self._start = self.spsa.shares(start)
        self._fixed = {k: v for k, v in start.items() if k not in settings.parameters}
        self._log = log
        self._executor = executor
        self._play = play
        self._stopping = stopping

    def run(self) -> Iterator[TuningProgress]:
        """Run the steps and the verification match; yields the progress after each."""
        settings = self.settings
        values, path = self._start, [self._start]
        game = 0
        for step in range(settings.steps):
            plus, minus = self.spsa.variants(values, step)
            games = list(self._games(step, plus, minus, game))
            records = self._play_all(games)
            if records is None:
                yield TuningProgress(step, values, 0.0, path, stopped=True)
                return
            advantage = self._advantage(records)
            values = self.spsa.update(values, step, advantage)
            path.append(values)
            game += len(games)
            yield TuningProgress(step + 1, values, advantage, path)
        if self.text(values) == self.text(self._start):
            return  # nothing changed, so there is nothing to verify
        proof = list(self._proof(values, game))
        records = self._play_all(proof)
        if records is None:
            yield TuningProgress(settings.steps, values, 0.0, path, stopped=True)
            return
        points = [
            records[i].points("tuned") + records[i + 1].points("tuned")
            for i in range(0, len(records), 2)
        ]
        yield TuningProgress(settings.steps, values, 0.0, path, Pentanomial.of_pairs(points))

    def text(self, shares: Sequence[float]) -> str:
        """Return the player with these values as a spec that can be typed."""
        values = {**self._fixed, **self.spsa.settings(shares)}
        settings = ",".join(
            f"{name}={f'{value:.10g}' if isinstance(value, float) else value}"
            for name, value in values.items()
        )
        return f"{without_settings(self.settings.player)}:{settings}"

    def _games(
        self, step: int, plus: Sequence[float], minus: Sequence[float], first: int
    ) -> Iterator[Assignment]:
        """Yield the games of a step: each variant against each opponent or the other variant."""
        up, down = entrant_of(self.text(plus), "plus"), entrant_of(self.text(minus), "minus")
        meetings = [(up, down)]
        if self.settings.against:
            # Both variants get the same openings, so that luck is equal.
            meetings = [
                (variant, entrant_of(name, f"opponent {name}"))
                for name in self.settings.against
                for variant in (up, down)
            ]
        game = first
        for number in range(self.settings.pairs):
            opening = self._opening(step * self.settings.pairs + number)
            for one, two in meetings:
                for black, white in ((one, two), (two, one)):
                    yield self._assignment(game, step, black, white, opening)
                    game += 1

    def _proof(self, values: Sequence[float], first: int) -> Iterator[Assignment]:
        tuned = entrant_of(self.text(values), "tuned")
        before = entrant_of(self.text(self._start), "before")
        for number in range(self.settings.proof_pairs):
            # From the end of the list, as the tuning used its beginning.
            opening = self._opening(-1 - number)
            for i, (black, white) in enumerate(((tuned, before), (before, tuned))):
                yield self._assignment(
                    first + 2 * number + i, self.settings.steps, black, white, opening
                )

    def _assignment(
        self, game: int, round: int, black: Entrant, white: Entrant, opening: str
    ) -> Assignment:
        return Assignment(
            game=game,
            round=round,
            pair=game // 2,
            black=black,
            white=white,
            opening=opening,
            size=self.settings.size,
            seed=self.settings.seed,
            limits=self.settings.limits,
        )

    def _opening(self, number: int) -> str:
        return self.settings.openings[number % len(self.settings.openings)]

    def _play_all(self, games: Sequence[Assignment]) -> list[PlayedGame] | None:
        """Play the games missing from the log; None if stopped before all are there."""
        done = {record.game: record for record in self._log.records}
        missing = [game for game in games if game.game not in done]
        if missing and self._stopping():
            return None
        # Send pairs: single games are not worth the overhead, and a step has few of them.
        flying = {
            self._executor.submit(self._play, missing[i : i + 2]) for i in range(0, len(missing), 2)
        }
        while flying:
            landed, flying = await_some(flying)
            if landed:
                self._log.append([record for future in landed for record in future.result()])
        done = {record.game: record for record in self._log.records}
        return [done[game.game] for game in games]

    def _advantage(self, records: Sequence[PlayedGame]) -> float:
        """Return the advantage of the first variant, from −1 to 1."""
        plus, minus = (
            [self._worth(r, name) for r in records if name in (r.black, r.white)]
            for name in ("plus", "minus")
        )
        return (sum(plus) / len(plus) - sum(minus) / len(minus)) / 2

    def _worth(self, record: PlayedGame, name: str) -> float:
        margin = record.margin(name)
        if self.settings.use_discs and margin is not None:
            return margin / record.size**2
        return 2 * record.points(name) - 1
