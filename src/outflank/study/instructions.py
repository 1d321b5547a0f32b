"""The instructions of studies; each docstring names the method that takes the result."""

from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Board, Square
from outflank.game import Variation
from outflank.study.practice import Card
from outflank.study.review import MadeMove, MoveReview
from outflank.study.values import Effort


@dataclass(frozen=True, slots=True)
class RefreshView:
    """Draw the view again."""


@dataclass(frozen=True, slots=True)
class AnalyzeMove:
    """Analyze this move, then call ``GameStudy.add_finding``."""

    made: MadeMove


@dataclass(frozen=True, slots=True)
class SaveVariations:
    variations: tuple[Variation, ...]


@dataclass(frozen=True, slots=True)
class SaveErrors:
    """Make cards of these errors and save them, then call ``GameStudy.errors_saved``."""

    errors: tuple[MoveReview, ...]
    source: str


@dataclass(frozen=True, slots=True)
class OpenPractice:
    """Show the positions to practice."""


@dataclass(frozen=True, slots=True)
class FetchCards:
    """Fetch up to ``limit`` cards that are due, then call ``PracticeRound.start``."""

    limit: int


@dataclass(frozen=True, slots=True)
class SaveCard:
    card: Card


@dataclass(frozen=True, slots=True)
class AnalyzeAnswer:
    """Analyze what a wrong answer loses, then call ``PracticeRound.answer_analyzed``."""

    card: Card
    square: Square


@dataclass(frozen=True, slots=True)
class SaveAnswer:
    """Save the first answer to an exercise; ``missed`` becomes a practice card."""

    lesson: str
    step: int
    right: bool
    missed: Card | None


@dataclass(frozen=True, slots=True)
class CountCards:
    """Count the remaining cards, then call ``PracticeRound.finish``."""


@dataclass(frozen=True, slots=True)
class FindReply:
    """Find the opponent's move with this effort, then call ``PlayOut.reply``."""

    board: Board
    effort: Effort


@dataclass(frozen=True, slots=True)
class ReadText:
    """Read the position in a text, then call ``BoardEditor.text_read``."""

    text: str


@dataclass(frozen=True, slots=True)
class FindValues:
    """Find the values of this position's moves, then call ``BoardEditor.values_found``."""

    board: Board


@dataclass(frozen=True, slots=True)
class StartGame:
    board: Board


ReviewInstructions: TypeAlias = list[
    RefreshView | AnalyzeMove | SaveVariations | SaveErrors | OpenPractice
]
PracticeInstructions: TypeAlias = list[
    RefreshView | FetchCards | SaveCard | AnalyzeAnswer | CountCards
]
EditorInstructions: TypeAlias = list[RefreshView | ReadText | FindValues | StartGame]
LessonInstructions: TypeAlias = list[RefreshView | SaveAnswer | AnalyzeAnswer]
PlayOutInstructions: TypeAlias = list[RefreshView | FindReply]
