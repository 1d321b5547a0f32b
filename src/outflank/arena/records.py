"""A game of a match, before and after it is played.

Both are plain data that convert to JSON and back, so they can be sent to a worker process or
another machine and written to the log.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any

from outflank.arena.openings import replay_opening
from outflank.board import Color
from outflank.translation import N_, _


@dataclass(frozen=True)
class Entrant:
    """A participant: its name and how to create the player."""

    name: str
    spec: str
    digest: str = ""  # of its files and settings, so that a resumed run detects changes
    files: Mapping[str, str] = field(default_factory=dict)  # Python files, the player's own first
    data: Mapping[str, str] = field(default_factory=dict)  # digests of files named in its settings


MARGIN = 0.1  # tolerance in seconds for the arena's own overhead per move


@dataclass(frozen=True)
class Limits:
    """Resource limits of a player; exceeding one forfeits the game."""

    seconds: float = 60.0  # per move
    memory_mb: int = 2048  # of the worker process, for both players; 0: no limit
    clock: float = 0.0  # seconds for all moves, instead of a limit per move; 0: none
    increment: float = 0.0  # seconds added to the clock per move

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
    """One game to play, with everything that a worker on any machine needs."""

    game: int  # index in the run, from 0
    round: int
    pair: int  # shared by the two games of an opening
    black: Entrant
    white: Entrant
    opening: str  # moves made before the players take over
    size: int
    seed: int  # of the whole run
    limits: Limits = Limits()
    trial: bool = False  # a trial: only Black plays, and makes one move
    adjudicate: int = 0  # solve the game from this number of empties on; 0: never

    def player_seed(self, color: Color) -> int:
        """Return a seed that depends only on the run and the game, not on the worker."""
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

    CRASH = N_("crash")  # raised an error or crashed its process
    ILLEGAL = N_("illegal")  # answered with an illegal move
    TIME = N_("time")  # exceeded the time limit
    MEMORY = N_("memory")  # exceeded the memory limit
    ABSENT = N_("absent")  # did not appear or left, in games at shared tables
    EXPELLED = N_("expelled")  # not played, because the player forfeited all games before


@dataclass(frozen=True)
class Fault:
    """A player's fault, with everything that its author needs to reproduce it."""

    player: str
    kind: FaultKind
    position: str  # as read by Board.from_text
    answer: str | None
    message: str
    traceback: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Fault":
        return cls(**{**data, "kind": FaultKind(data["kind"])})


@dataclass(frozen=True)
class PlayedGame:
    """A played game: one line of the log."""

    game: int
    round: int
    pair: int
    black: str
    white: str
    size: int
    opening: str
    moves: str  # the full transcript with the opening, without passes
    winner: Color | None
    discs: tuple[int, int] | None  # black, white, with empties for the winner; None after a forfeit
    seconds: tuple[float, float] = (0.0, 0.0)  # thinking time of Black and White
    fault: Fault | None = field(default=None)
    printed: tuple[str, str] = ("", "")  # output of Black and White, truncated at the start
    adjudicated: int = 0  # empties when the game was solved; 0 if it was played out

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
        """Create the record of an assignment; `moves` is the full transcript with the opening."""
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

    @classmethod
    def walkover(cls, assignment: Assignment, player: str) -> "PlayedGame":
        """Create the record of a game that is not played, because this player is expelled."""
        message = _("Not played: the player forfeited all its games before.")
        position = replay_opening(assignment.opening, assignment.size).to_text()
        fault = Fault(player, FaultKind.EXPELLED, position, None, message, "")
        winner = Color.WHITE if assignment.black.name == player else Color.BLACK
        return cls.of(assignment, assignment.opening, winner, None, fault=fault)

    @property
    def number(self) -> int:
        """The number shown to users, from 1, as used by `outflank review LOG --number`."""
        return self.game + 1

    def points(self, player: str) -> float:
        """Return 1 for a win of this player, ½ for a draw, 0 for a loss."""
        if self.winner is None:
            return 0.5
        return 1.0 if (self.black if self.winner is Color.BLACK else self.white) == player else 0.0

    def margin(self, player: str) -> int | None:
        """Return the disc difference for this player; None after a forfeit."""
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
