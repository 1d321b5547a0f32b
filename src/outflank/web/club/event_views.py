"""Views of a club event: boards, standings with error bars, next games."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from outflank.arena import (
    FORMATS,
    Assignment,
    Fault,
    FaultKind,
    PlayedGame,
    Ranking,
    RunSettings,
    course,
    finite,
    upcoming,
)
from outflank.board import Color, listed
from outflank.play.session import GameSession
from outflank.play.session_data import FAILED
from outflank.storage.club.club_events import EventState, EventTable, StoredEvent
from outflank.storage.club.members import PersonView
from outflank.translation import N_, _, ngettext

NEXT, RESULTS = 12, 12
_FORFEITS = {FaultKind(kind): text for kind, text in FAILED.items()}


@dataclass(frozen=True, slots=True)
class EventBoard:
    """A running game of an event."""

    game: str
    number: int
    black: PersonView
    white: PersonView
    size: int
    board: str
    turn: Color
    last: str | None  # square of the last move
    moves: int
    black_clock: float  # seconds
    white_clock: float
    running: bool  # whether the clock of the side to move runs


@dataclass(frozen=True, slots=True)
class EventLine:
    """An entrant's line in the standings."""

    rank: int
    who: PersonView
    points: float  # including byes
    games: int
    won: int
    drawn: int
    lost: int
    byes: int
    forfeits: int
    elo: float | None  # relative to the other entrants; None before a finished game
    low: float | None  # 95 % confidence interval
    high: float | None
    left: bool
    playing: bool


@dataclass(frozen=True, slots=True)
class EventPairing:
    number: int
    black: str
    white: str


@dataclass(frozen=True, slots=True)
class EventResult:
    """A finished game of an event."""

    number: int
    round: int
    black: str
    white: str
    winner: Color | None
    discs: Sequence[int] | None  # Black's and White's; None after a forfeit
    forfeit: str | None  # reason of a forfeit


@dataclass(frozen=True, slots=True)
class EventView:
    """The state of an event: entrants, standings, next games."""

    id: str
    name: str
    state: EventState
    format: str
    summary: str
    control: str
    size: int
    pairs: int  # game pairs per match: one opening, with colors swapped
    rated: bool
    round: int  # current round, from 1; 0 before the start
    rounds: int | None  # total number, if known
    played: int
    games: int | None  # total number, if known
    entrants: Sequence[PersonView]
    table: Sequence[EventLine]
    boards: Sequence[EventBoard]
    boards_count: int
    next: Sequence[EventPairing]
    resting: Sequence[str]  # entrants with a bye, who get the points
    results: Sequence[EventResult]  # newest first
    verdict: str | None  # the winner, in a sentence


@dataclass(frozen=True, slots=True)
class LessonResult:
    """An entrant's exercises, in their order: right, wrong, or empty if not answered."""

    name: str
    marks: Sequence[str]


@dataclass(frozen=True, slots=True)
class LessonResults:
    """Which entrants of an event solved which exercises of a lesson."""

    title: str
    results: Sequence[LessonResult]


def event_view(
    event: StoredEvent,
    settings: RunSettings,
    done: Mapping[int, PlayedGame],
    ranking: tuple[Ranking, str | None] | None,
    boards: Sequence[EventBoard],
) -> EventView:
    """Return the view of an event with the given boards."""
    people = {
        one.name: PersonView(one.member, one.name, one.face, one.program, None)
        for one in event.entrants
    }
    running = event.state == "running"
    rounds, todo = course(settings, done) if settings.entrants else ([], None)
    to_play = list(todo or ()) if running else []
    at_board = {table.number for table in at_boards(event)}
    playing = {name for one in to_play if one.game in at_board for name in _names(one)}
    after = upcoming(settings, done, event.tables).after if running else []
    lines = [] if ranking is None else _lines(ranking[0], event, people, playing, settings.format)
    verdict = None
    if ranking is not None and event.state == "over":
        verdict = ranking[1] or _verdict(lines, settings)
    return EventView(
        event.id,
        event.name,
        event.state,
        settings.format,
        FORMATS[settings.format].summary,
        event.control,
        settings.size,
        settings.pairs,
        event.rated,
        len(rounds) + running,
        _rounds(settings),
        len(done),
        settings.make_format().games_known() if settings.entrants else None,
        [people[one.name] for one in event.entrants if running or not one.left],
        lines,
        boards,
        len(at_board),
        [EventPairing(one.game + 1, *_names(one)) for one in after[:NEXT]],
        _resting(settings, done, to_play, len(rounds)) if running else [],
        [_result(done[number]) for number in sorted(done, reverse=True)[:RESULTS]],
        verdict,
    )


def _verdict(lines: Sequence[EventLine], settings: RunSettings) -> str:
    """Describe the winner, or in a gauntlet the score of the first entrant."""
    if settings.format == "gauntlet":
        first = next(one for one in lines if one.who.name == settings.names[0])
        return ngettext(
            "{player} scored {points} of {count} point.",
            "{player} scored {points} of {count} points.",
            first.games,
            player=first.who.name,
            points=f"{first.points:g}",
        )
    most = max(one.points for one in lines)
    best = [one.who.name for one in lines if one.points == most]
    if len(best) == 1:
        return _("{player} wins. Points: {points}.", player=best[0], points=f"{most:g}")
    return _(
        "{players} share first place. Points: {points}.",
        players=listed(best),
        points=f"{most:g}",
    )


def at_boards(event: StoredEvent) -> list[EventTable]:
    """Return the tables of an event with a game in progress."""
    if event.state != "running":
        return []
    return [one for one in event.tables.values() if one.ended is None and not one.called_off]


def board_view(number: int, game: str, session: GameSession, now: float) -> EventBoard:
    """Return the view of one running game."""
    last = session.game.last_move
    black, white = (PersonView.of_seat(session.seats[color]) for color in Color)
    return EventBoard(
        game,
        number + 1,
        black,
        white,
        session.game.size,
        session.game.board.to_text(),
        session.game.turn,
        None if last is None else last.name,
        sum(not ply.is_pass for ply in session.game.history),
        round(session.remaining(Color.BLACK, now) or 0.0, 1),
        round(session.remaining(Color.WHITE, now) or 0.0, 1),
        session.since is not None and not session.is_over,
    )


def _names(assignment: Assignment) -> tuple[str, str]:
    return assignment.black.name, assignment.white.name


def _rounds(settings: RunSettings) -> int | None:
    """Return the number of rounds, if known; a knockout continues while a match is level."""
    if settings.format == "swiss":
        return settings.make_format().rounds if settings.entrants else settings.rounds or None
    return None if settings.format == "knock-out" else 1


def _resting(
    settings: RunSettings, done: Mapping[int, PlayedGame], to_play: Sequence[Assignment], round: int
) -> list[str]:
    """Return the entrants with a bye in a Swiss round."""
    if settings.format != "swiss":
        return []
    played = [(one.black, one.white) for one in done.values() if one.round == round]
    busy = {name for names in (*played, *map(_names, to_play)) for name in names}
    return [name for name in settings.names if name not in busy]


def _lines(
    ranking: Ranking,
    event: StoredEvent,
    people: Mapping[str, PersonView],
    playing: Collection[str],
    format: str,
) -> list[EventLine]:
    left = {one.name for one in event.entrants if one.left}
    rows = ranking.rows
    if (
        event.state == "running" and format == "swiss"
    ):  # the final ranking covers complete rounds only
        rows = sorted(rows, key=lambda row: -(row.tally.points + row.bye_points))
    return [
        EventLine(
            rank,
            people[row.name],
            row.tally.points + row.bye_points,
            row.tally.games,
            row.tally.won,
            row.tally.drawn,
            row.tally.lost,
            row.byes,
            row.tally.forfeits,
            finite(row.rating.value) if row.is_rated else None,
            finite(row.rating.low) if row.is_rated else None,
            finite(row.rating.high) if row.is_rated else None,
            row.name in left,
            row.name in playing,
        )
        for rank, row in enumerate(rows, 1)
    ]


def _result(record: PlayedGame) -> EventResult:
    return EventResult(
        record.number,
        record.round + 1,
        record.black,
        record.white,
        record.winner,
        record.discs,
        None if record.fault is None else _forfeit(record.fault),
    )


def _forfeit(fault: Fault) -> str:
    """Describe a forfeit in our own words: a program must not write on everyone's screen."""
    if fault.kind is FaultKind.ABSENT and fault.message.endswith("did not come"):
        return _("{player} did not show up.", player=fault.player)
    return _(_FORFEITS.get(fault.kind, N_("{player} left.")), player=fault.player)
