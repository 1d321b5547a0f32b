"""What a screen tells a study (events) and what a study tells a screen (instructions)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from outflank.board import Board, Square
from outflank.game import Variation
from outflank.study.practice import Card, WrongTry
from outflank.study.review import Finding, MadeMove, MoveReview
from outflank.study.values import Effort, MoveValues

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


@dataclass(frozen=True, slots=True)
class TryMove:
    """A person wants to see another move than the one that was made."""

    square: Square


@dataclass(frozen=True, slots=True)
class LookAtPlace:
    """A person wants to see a place of the tree, by its number in the view."""

    place: int


@dataclass(frozen=True, slots=True)
class StepAside:
    """A person looks at the next move (+1) that was tried here too, or the one before (-1)."""

    by: int


@dataclass(frozen=True, slots=True)
class ShowLine:
    """A person wants to see the line that a reason is about, or its next move."""


@dataclass(frozen=True, slots=True)
class Note:
    """A person gives the line that is looked at a name, and the place in it a comment."""

    name: str
    comment: str


@dataclass(frozen=True, slots=True)
class Promote:
    """A person wants the line that is looked at before the others."""


@dataclass(frozen=True, slots=True)
class Delete:
    """A person does not want the move that is looked at any more, nor what follows it."""


ReviewEvent: TypeAlias = (
    StopOrGoOn
    | Found
    | LookAt
    | Step
    | StepToError
    | Practise
    | CardsKept
    | TryMove
    | LookAtPlace
    | StepAside
    | ShowLine
    | Note
    | Promote
    | Delete
)

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

# --- Events of an ending that is played out ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BeginEnding:
    """A person wants the ending of this number."""

    number: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The other side answers in this position."""

    board: Board
    square: Square


PlayOutEvent: TypeAlias = BeginEnding | Choose | Answered | GiveUp | GoOn

# --- Events of the board editor -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Put:
    """A person chose a square: it gets what the brush has, or becomes empty if it has that."""

    square: Square


@dataclass(frozen=True, slots=True)
class TakeBrush:
    """A person wants chosen squares to get this."""

    brush: Literal["black", "white", "empty"]


How: TypeAlias = Literal["turn", "clear", "start", "mirror", "rotate", "swap", "undo"]


@dataclass(frozen=True, slots=True)
class Change:
    """A person changes the whole position: the side to move, no disc, the usual start, …."""

    how: How


@dataclass(frozen=True, slots=True)
class Resize:
    """A person wants a board of another size."""

    size: int


@dataclass(frozen=True, slots=True)
class Pasted:
    """A person gave a text with a position or a game in it."""

    text: str


@dataclass(frozen=True, slots=True)
class WasRead:
    """What is in such a text, or None and what is wrong with it."""

    board: Board | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class AskValues:
    """A person wants to know what the moves are worth."""


@dataclass(frozen=True, slots=True)
class ValuesFound:
    """That has been found out, of this position."""

    board: Board
    values: MoveValues


@dataclass(frozen=True, slots=True)
class PlayOn:
    """A person wants to play from the position."""


EditorEvent: TypeAlias = (
    Put | TakeBrush | Change | Resize | Pasted | WasRead | AskValues | ValuesFound | PlayOn
)

# --- Instructions --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Redraw:
    """There is something new to see."""


@dataclass(frozen=True, slots=True)
class FindOut:
    """Find out what this move was worth, and report ``Found``."""

    made: MadeMove


@dataclass(frozen=True, slots=True)
class KeepVariations:
    """Keep what was tried with the game."""

    variations: tuple[Variation, ...]


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


@dataclass(frozen=True, slots=True)
class AskAnswer:
    """Find the other side's move, thinking so hard, and report ``Answered``."""

    board: Board
    effort: Effort


@dataclass(frozen=True, slots=True)
class ReadText:
    """Find the position in a text, and report ``WasRead``."""

    text: str


@dataclass(frozen=True, slots=True)
class FindValues:
    """Find out what the moves of this position are worth, and report ``ValuesFound``."""

    board: Board


@dataclass(frozen=True, slots=True)
class PlayFrom:
    """Begin a game at this position."""

    board: Board


ReviewInstruction: TypeAlias = Redraw | FindOut | KeepVariations | KeepErrors | OpenPractice
PracticeInstruction: TypeAlias = Redraw | FetchCards | KeepCard | Weigh | TakeStock
EditorInstruction: TypeAlias = Redraw | ReadText | FindValues | PlayFrom
PlayOutInstruction: TypeAlias = Redraw | AskAnswer
