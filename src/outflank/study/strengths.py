"""The strengths and weaknesses of a player, from the reviews of many games.

All players err in the same few ways most of the time, so a topic counts as a weakness if it has a
larger share of the player's errors than of the errors of players in general.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import sqrt

from outflank.board import Color
from outflank.game import Game
from outflank.study.course.course import LessonLink, lesson_of_theme
from outflank.study.puzzles.themes import Theme
from outflank.study.review import MadeMove, Review, moves_of
from outflank.study.why.reason import ReasonKind
from outflank.translation import N_, _

FEW_GAMES = 5  # with fewer games nothing is called a strength or a weakness
CLEAR = 2.0  # standard errors from the usual share that a strength or weakness needs
RECENT = 10  # games in one point of the course over time
MOST_ROWS = 12  # openings and opponents that are listed


@dataclass(frozen=True, slots=True)
class LossyMove:
    """A move that lost discs, and the kind of its first reason; empty if it has none."""

    number: int
    loss: int
    kind: str


def lossy_moves(review: Review) -> tuple[LossyMove, ...]:
    return tuple(
        LossyMove(move.number, move.loss, move.reason.kind.value if move.reason else "")
        for move in review.moves
        if move.loss > 0
    )


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    game: Game
    color: Color
    losses: tuple[LossyMove, ...]  # of both sides
    opponent: str
    opening: str
    at: float

    @property
    def own(self) -> tuple[tuple[MadeMove, LossyMove], ...]:
        """The player's moves that lost discs."""
        made = {move.number: move for move in moves_of(self.game)}
        return tuple(
            (made[loss.number], loss)
            for loss in self.losses
            if loss.number in made and made[loss.number].board.turn is self.color
        )


class Topic(Enum):
    """What errors have in common: key, name, kinds of reasons, puzzle theme and usual share.

    The usual share is that of all errors with a reason, which benchmarks/planted_weaknesses.py
    measures.
    """

    CORNERS_GIVEN = ("corners-given", N_("Corners given away"), "guard", 0.145)
    CORNERS_MISSED = ("corners-missed", N_("Corners missed"), "corner", 0.09)
    EDGES = ("edges", N_("Edges and wedges"), "edge", 0.08)
    SAFE_MOVES = ("safe-moves", N_("Running out of safe moves"), "squeeze", 0.025)
    MOBILITY = ("mobility", N_("Mobility"), "squeeze", 0.235)
    QUIET = ("quiet", N_("Quiet moves"), "quiet-move", 0.21)
    TEMPO = ("tempo", N_("Tempo: which move cannot wait"), "tempo", 0.17)
    PARITY = ("parity", N_("Parity and regions"), "parity", 0.02)
    PASSES = ("passes", N_("Forced passes and swindles"), "forced-pass", 0.01)
    STABLE = ("stable", N_("Stable discs"), "stable-discs", 0.01)
    COUNTING = ("counting", N_("Counting the end"), "counting", 0.005)

    def __init__(self, key: str, name: str, theme: str, usual: float) -> None:
        self.key = key
        self._name = name
        self.theme = theme  # of puzzles that practice it
        self.usual = usual

    @property
    def title(self) -> str:
        return _(self._name)

    @staticmethod
    def of(kind: str) -> "Topic | None":
        """Return the topic of a kind of reason; None for praise and errors without a reason."""
        return _TOPICS.get(kind)


_TOPICS = {
    kind.value: topic
    for topic, kinds in {
        Topic.CORNERS_GIVEN: (ReasonKind.CORNER_GIVEN,),
        Topic.CORNERS_MISSED: (ReasonKind.CORNER_MISSED,),
        Topic.EDGES: (
            ReasonKind.STONER_TRAP,
            ReasonKind.WEDGE,
            ReasonKind.UNBALANCED_EDGE,
            ReasonKind.EDGE,
        ),
        Topic.SAFE_MOVES: (ReasonKind.OUT_OF_MOVES, ReasonKind.SAFE_MOVES),
        Topic.MOBILITY: (ReasonKind.MOBILITY, ReasonKind.WALL),
        Topic.QUIET: (ReasonKind.QUIET, ReasonKind.OPENS),
        Topic.TEMPO: (ReasonKind.NOW_OR_NEVER, ReasonKind.TEMPO, ReasonKind.COULD_WAIT),
        Topic.PARITY: (ReasonKind.PARITY, ReasonKind.ACCESS),
        Topic.PASSES: (ReasonKind.FORCED_PASS, ReasonKind.SWINDLE),
        Topic.STABLE: (ReasonKind.STABLE,),
        Topic.COUNTING: (ReasonKind.LAST_DISCS, ReasonKind.PROVEN_END),
    }.items()
    for kind in kinds
}


class Phase(Enum):
    OPENING = N_("Opening")
    MIDDLE = N_("Middle game")
    END = N_("Endgame")

    @staticmethod
    def of(move: MadeMove) -> "Phase":
        empties, squares = len(move.board.empties), move.board.size**2
        return list(Phase)[min(2, 3 * (squares - 4 - empties) // (squares - 4))]


@dataclass(frozen=True, slots=True)
class TopicView:
    """How often the player errs in one way, and how much that costs."""

    key: str
    title: str
    theme: str
    lesson: LessonLink
    errors: int
    usual: float  # errors, if the same number of errors had the usual topics
    lost: float  # discs per game
    verdict: str  # "weakness", "strength", or empty


@dataclass(frozen=True, slots=True)
class GroupView:
    """The discs lost per game in one phase, opening, against one opponent, or at one time."""

    title: str
    games: int
    lost: float


@dataclass(frozen=True, slots=True)
class Strengths:
    """What the reviews of a player's games show together, the greatest weakness first."""

    games: int
    lost: float  # discs per game
    topics: tuple[TopicView, ...]
    phases: tuple[GroupView, ...]
    openings: tuple[GroupView, ...]
    opponents: tuple[GroupView, ...]
    course: tuple[float, ...]  # discs lost per game, ten games at a time, oldest first


def strengths(games: Sequence[ReviewedGame]) -> Strengths:
    games = sorted(games, key=lambda game: game.at)
    count = max(1, len(games))
    losses = {id(game): sum(loss.loss for _move, loss in game.own) for game in games}
    phases = dict.fromkeys(Phase, 0)
    for game in games:
        for move, loss in game.own:
            phases[Phase.of(move)] += loss.loss

    def grouped(title: Callable[[ReviewedGame], str]) -> tuple[GroupView, ...]:
        found: dict[str, list[int]] = defaultdict(list)
        for game in games:
            found[title(game)].append(losses[id(game)])
        rows = [GroupView(name, len(lost), sum(lost) / len(lost)) for name, lost in found.items()]
        return tuple(sorted(rows, key=lambda row: -row.games)[:MOST_ROWS])

    chunks = [games[at : at + RECENT] for at in range(0, len(games), RECENT)]
    return Strengths(
        len(games),
        sum(losses.values()) / count,
        rank_topics([loss for game in games for _move, loss in game.own], len(games)),
        tuple(GroupView(_(phase.value), len(games), phases[phase] / count) for phase in Phase),
        grouped(lambda game: game.opening or _("Other openings")),
        grouped(lambda game: game.opponent),
        tuple(sum(losses[id(game)] for game in chunk) / len(chunk) for chunk in chunks),
    )


def rank_topics(losses: Iterable[LossyMove], games: int) -> tuple[TopicView, ...]:
    """Return all topics, the one most clearly more frequent than usual first."""
    found: dict[Topic, list[int]] = {topic: [] for topic in Topic}
    for loss in losses:
        topic = Topic.of(loss.kind)
        if topic is not None:
            found[topic].append(loss.loss)
    errors = sum(map(len, found.values()))

    def excess(topic: Topic) -> float:
        """Return the number of errors beyond the usual one, in standard errors."""
        deviation = sqrt(errors * topic.usual * (1 - topic.usual))
        return (len(found[topic]) - topic.usual * errors) / deviation if errors else 0.0

    def verdict(topic: Topic) -> str:
        if games < FEW_GAMES or abs(excess(topic)) < CLEAR:
            return ""
        return "weakness" if excess(topic) > 0 else "strength"

    return tuple(
        TopicView(
            topic.key,
            topic.title,
            topic.theme,
            lesson_of_theme(Theme.of(topic.theme)),
            len(found[topic]),
            topic.usual * errors,
            sum(found[topic]) / max(1, games),
            verdict(topic),
        )
        for topic in sorted(Topic, key=excess, reverse=True)
    )
