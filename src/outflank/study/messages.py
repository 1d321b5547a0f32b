"""What a screen tells a study (events) and what a study tells a screen (instructions)."""

from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Square
from outflank.study.practice import Card, WrongTry
from outflank.study.review import Finding, MadeMove, MoveReview

# --- Events of a review --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StopOrGoOn:
    """A person stops the review, or lets it begin or go on."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found out about a move has arrived."""

    finding: Finding


@dataclass(frozen=True, slots=True)
class LookAt:
    """A person wants to see the position after so many moves and passes."""

    ply: int


@dataclass(frozen=True, slots=True)
class Step:
    """A person looks one move on (+1) or back (-1)."""

    by: int


@dataclass(frozen=True, slots=True)
class StepToError:
    """A person looks at the next error (+1) or the one before (-1)."""

    by: int


@dataclass(frozen=True, slots=True)
class Practise:
    """A person wants to practise the errors."""


@dataclass(frozen=True, slots=True)
class CardsKept:
    """So many positions to practise are new."""

    added: int


ReviewEvent: TypeAlias = StopOrGoOn | Found | LookAt | Step | StepToError | Practise | CardsKept

# --- Events of practice --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin:
    """A person wants to practise what is due."""


@dataclass(frozen=True, slots=True)
class Stock:
    """How many positions there are in all, and when the next one is due."""

    count: int
    next_due: float | None
    now: float


@dataclass(frozen=True, slots=True)
class CardsArrived:
    """The positions that are due."""

    cards: tuple[Card, ...]
    stock: Stock


@dataclass(frozen=True, slots=True)
class Choose:
    """A person chose a square at this time; after the right one, any choice goes on."""

    square: Square
    now: float


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A person wants to see the answer."""

    now: float


@dataclass(frozen=True, slots=True)
class GoOn:
    """A person wants the next position."""


@dataclass(frozen=True, slots=True)
class TryWeighed:
    """What a wrong answer costs has been found out."""

    tried: WrongTry


PracticeEvent: TypeAlias = Begin | CardsArrived | Choose | GiveUp | GoOn | TryWeighed | Stock

# --- Instructions --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Redraw:
    """There is something new to see."""


@dataclass(frozen=True, slots=True)
class FindOut:
    """Find out what this move was worth, and report ``Found``."""

    made: MadeMove


@dataclass(frozen=True, slots=True)
class KeepErrors:
    """Make cards of these errors, keep them, and report ``CardsKept``."""

    errors: tuple[MoveReview, ...]
    source: str


@dataclass(frozen=True, slots=True)
class OpenPractice:
    """Show the positions to practise."""


@dataclass(frozen=True, slots=True)
class FetchCards:
    """Fetch so many of the positions that are due, and report ``CardsArrived``."""

    limit: int


@dataclass(frozen=True, slots=True)
class KeepCard:
    """Write down when this card is due again."""

    card: Card


@dataclass(frozen=True, slots=True)
class Weigh:
    """Find out what a wrong answer costs, and report ``TryWeighed``."""

    card: Card
    square: Square


@dataclass(frozen=True, slots=True)
class TakeStock:
    """Look what is left, and report ``Stock``."""


ReviewInstruction: TypeAlias = Redraw | FindOut | KeepErrors | OpenPractice
PracticeInstruction: TypeAlias = Redraw | FetchCards | KeepCard | Weigh | TakeStock
