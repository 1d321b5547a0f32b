"""What a game of a match is before it is played, and what is written down afterwards.

Both are plain data that turn into JSON and back, so they can travel to a worker process, to another
machine and into the log.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any

from outflank.board import Color
from outflank.translation import N_, _


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: a name for the table and how to make the player."""

    name: str
    spec: str
    digest: str = ""  # of what it is made of, so that a resumed run notices that it changed
    files: Mapping[str, str] = field(default_factory=dict)  # its Python files, its own the first
    data: Mapping[str, str] = field(default_factory=dict)  # files named in its settings: digests


MARGIN = 0.1  # seconds past its clock that a player is forgiven: our own share of a move


@dataclass(frozen=True)
class Limits:
    """What a player may use before it forfeits the game."""

    seconds: float = 60.0  # for a move
    memory_mb: int = 2048  # of the worker process, both players together; 0 is no limit
    clock: float = 0.0  # seconds for all its moves, in the place of so much for each; 0 is none
    increment: float = 0.0  # seconds that its clock gains with each move

    @property
    def told(self) -> str:
        """The clock in words."""
        return _(
            "{seconds:g} s per side, {increment:g} s more per move; a player forfeits {margin:g} s "
            "after the time is up",
            seconds=self.clock,
            increment=self.increment,
            margin=MARGIN,
        )


@dataclass(frozen=True)
class Assignment:
    """One game to play: everything a worker on any machine needs to know."""

    game: int  # number in the whole run, from 0
    round: int
    pair: int  # the two games from one opening share it
    black: Entrant
    white: Entrant
    opening: str  # moves made before the players start
    size: int
    seed: int  # of the whole run
    limits: Limits = Limits()
    trial: bool = False  # only Black sits down, and makes one move
    adjudicate: int = 0  # empties from which the game is solved instead of played; 0 is never

    def player_seed(self, color: Color) -> int:
        """A seed that depends on the run and the game only, never on who plays it where."""
        text = f"{self.seed}/{self.game}/{color.name}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Assignment":
        return cls(
            **{
                **data,
                "black": Entrant(**data["black"]),
                "white": Entrant(**data["white"]),
                "limits": Limits(**data["limits"]),
            }
        )


class FaultKind(Enum):
    """Why a player forfeited."""

    CRASH = N_("crash")  # it raised an error, or took its process down
    ILLEGAL = N_("illegal")  # it answered something that is no legal move
    TIME = N_("time")  # it did not answer within the limit
    MEMORY = N_("memory")  # it wanted more memory than the limit
    ABSENT = N_("absent")  # it did not come, or left: of those who play from elsewhere


@dataclass(frozen=True)
class Fault:
    """What a player did wrong, with all its author needs to see it again."""

    player: str
    kind: FaultKind
    position: str  # as Board.from_text reads it
    answer: str | None
    message: str
    traceback: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Fault":
        return cls(**{**data, "kind": FaultKind(data["kind"])})


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played: one line of the log."""

    game: int
    round: int
    pair: int
    black: str
    white: str
    size: int
    opening: str
    moves: str  # the whole transcript, opening included, passes left out
    winner: Color | None
    discs: tuple[int, int] | None  # black, white, empties to the winner; None after a forfeit
    seconds: tuple[float, float] = (0.0, 0.0)  # thinking time of black and white
    fault: Fault | None = field(default=None)
    printed: tuple[str, str] = ("", "")  # by black and white; the end of it, where it is much
    adjudicated: int = (
        0  # empties with which it was solved instead of played on; 0 where it was not
    )

    @classmethod
    def of(
        cls,
        assignment: Assignment,
        moves: str,
        winner: Color | None,
        discs: tuple[int, int] | None,
        *,
        seconds: tuple[float, float] = (0.0, 0.0),
        fault: Fault | None = None,
        adjudicated: int = 0,
    ) -> "PlayedGame":
        """What became of an assignment; `moves` is the whole transcript, its opening included."""
        return cls(
            game=assignment.game,
            round=assignment.round,
            pair=assignment.pair,
            black=assignment.black.name,
            white=assignment.white.name,
            size=assignment.size,
            opening=assignment.opening,
            moves=moves,
            winner=winner,
            discs=discs,
            seconds=seconds,
            fault=fault,
            adjudicated=adjudicated,
        )

    @property
    def number(self) -> int:
        """What people call the game, from 1: `outflank review LOG --number` takes it."""
        return self.game + 1

    def points(self, player: str) -> float:
        """1 for a win of this player, ½ for a draw, 0 for a loss."""
        if self.winner is None:
            return 0.5
        return 1.0 if (self.black if self.winner is Color.BLACK else self.white) == player else 0.0

    def margin(self, player: str) -> int | None:
        """By how many discs this player won; None after a forfeit."""
        if self.discs is None:
            return None
        black = self.discs[0] - self.discs[1]
        return black if self.black == player else -black

    def to_json(self) -> dict[str, Any]:
        data = dict(vars(self))
        data["winner"] = self.winner.name.lower() if self.winner else None
        data["seconds"] = [round(value, 4) for value in self.seconds]
        if self.fault:
            data["fault"] = {**vars(self.fault), "kind": self.fault.kind.value}
        else:
            del data["fault"]
        if not any(self.printed):
            del data["printed"]
        if not self.adjudicated:
            del data["adjudicated"]
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "PlayedGame":
        return cls(
            **{
                **data,
                "winner": Color[data["winner"].upper()] if data["winner"] else None,
                "discs": tuple(data["discs"]) if data["discs"] else None,
                "seconds": tuple(data["seconds"]),
                "fault": Fault.from_json(data["fault"]) if data.get("fault") else None,
                "printed": tuple(data.get("printed") or ("", "")),
            }
        )
