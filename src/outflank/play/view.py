"""A session as a screen shows it: all display data as text and numbers.

Squares are names, such as ``f5``, and drawing a view requires no knowledge of the rules. A view is
frozen and can be sent as JSON. Spectators of a shared game see its players and events, but no
player's key or private messages.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from outflank.board import Board, Color, Square, sentence, square_name
from outflank.engine import Recipe
from outflank.game import Game, Outcome, Reason
from outflank.game.clock import DAY
from outflank.play import instructions as do
from outflank.play.news import NewsView, news_of, wish_sentence
from outflank.play.seat import HUMAN, Seat
from outflank.play.session import GameSession
from outflank.play.session_data import PHRASES, WISHES, Said, SharedState, Terms, Wish
from outflank.translation import N_, _

PACES = (4.0, 2.0, 1.0, 0.5, 0.2, 0.0)  # least seconds per computer move
USUAL_PACE = 0.5
LOW_TIME = 20  # seconds; a clock below this is shown as a warning
PLIES_KNOWN = 20_000  # for games in progress
NOT_YET = N_("You can analyze this game when it is over.")
AS_A_COPY = N_("To analyze a shared game, open a copy: choose Analyze below the board.")
Kind = Literal["game", "save", "link", "shared"]


@dataclass(frozen=True, slots=True)
class CountsView:
    black: int
    white: int
    empty: int


@dataclass(frozen=True, slots=True)
class LastMoveView:
    """The latest move; passes are ignored."""

    square: str
    color: Color


@dataclass(frozen=True, slots=True)
class PlyView:
    """A move with its flips, or a pass; moves that were undone are included."""

    ply: int
    number: int | None  # the number of the move; None for a pass
    color: Color
    square: str | None
    flips: Sequence[str]

    @property
    def name(self) -> str:
        return self.square or "pass"

    def numbered(self, mark: str = "") -> str:
        """Return the move as move lists show it; a pass has no number."""
        return _("pass") if self.square is None else f"{self.number} {self.square}{mark}"


@dataclass(frozen=True, slots=True)
class SeatView:
    """The player of one side."""

    player: str  # `human`, or the text of an opponent such as `positional`
    human: bool
    title: str
    description: str
    face: str  # the name of its picture; empty if it has none
    taken: bool = True
    program: bool = False  # a remote program
    gone: float | None = None
    """Seconds a remote player had been away when this was sent; None while present."""
    member: str | None = None  # the id in the club
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class SeatsView:
    black: SeatView
    white: SeatView

    def of(self, color: Color) -> SeatView:
        return self.black if color is Color.BLACK else self.white


@dataclass(frozen=True, slots=True)
class ThinkingView:
    ticket: int
    color: Color


@dataclass(frozen=True, slots=True)
class CanView:
    move: bool
    undo: bool  # in a shared game: propose undo
    redo: bool
    resign: bool
    study: bool  # the engine can evaluate moves on this board
    why_not: str | None  # the reason if it cannot


@dataclass(frozen=True, slots=True)
class OutcomeView:
    winner: Color | None
    black: int
    white: int
    reason: Reason
    sentence: str


@dataclass(frozen=True, slots=True)
class ClockView:
    """The seconds left on both clocks when the view was sent."""

    control: str  # minutes for the game and seconds per move, such as 5+3
    black: float
    white: float
    running: Color | None


@dataclass(frozen=True, slots=True)
class Notice:
    """A recent event, shown once."""

    kind: Literal["branch", "note", "pass", "failure", "finished"]
    color: Color | None
    sentence: str


@dataclass(frozen=True, slots=True)
class ProposalView:
    """A proposal as a sentence."""

    wish: Wish
    by: Color
    sentence: str


@dataclass(frozen=True, slots=True)
class SaidView:
    """A player's message; screens show each number once."""

    number: int
    color: Color
    phrase: str
    text: str


@dataclass(frozen=True, slots=True)
class MayView:
    """The actions available to the viewer of a shared game, besides moving."""

    rematch: bool
    abort: bool
    answer: bool  # a proposal waits for this player's answer
    withdraw: bool
    say: bool
    write: bool  # chat messages are allowed, too
    claim: float | None
    """Seconds until the game may be claimed; None while the opponent is present."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SharedView:
    """The state of a shared game besides the game itself."""

    you: Color | None  # the side you play; None for a watcher
    free: Color | None  # the seat that can still be taken
    terms: Terms
    proposal: ProposalView | None
    said: Sequence[SaidView]
    news: Sequence[NewsView]  # notices, except about absent players
    may: MayView
    called_off: bool
    another: str | None  # the id of the rematch


@dataclass(frozen=True, slots=True)
class NextView:
    """Suggestions for the next opponent."""

    easier: SeatView | None
    harder: SeatView | None
    proposed: SeatView | None  # one of them, if the last games suggest it
    sentence: str  # the reason


@dataclass(frozen=True, slots=True)
class ReplyView:
    """The state of the game before a computer's instant reply."""

    ply: int
    ticket: int
    status: str
    opening: str | None
    notices: Sequence[Notice]


@dataclass(frozen=True, kw_only=True, slots=True)
class GameView:
    """A game as one viewer sees it, with its recent events."""

    id: str = ""
    kind: Kind = "game"
    name: str | None = None
    version: int = 0
    size: int
    board: str  # every square from a1: X, O or -
    turn: Color
    counts: CountsView
    legal: Mapping[str, Sequence[str]]
    """For the person to move: each legal square and the discs it flips."""
    last: LastMoveView | None
    opening: str | None
    ply: int
    moves: Sequence[PlyView]
    seats: SeatsView
    paused: bool
    thinking: ThinkingView | None
    can: CanView
    outcome: OutcomeView | None
    status: str  # the state of the game in a few words
    notices: Sequence[Notice]
    clock: ClockView | None = None
    next: NextView | None = None
    """Suggestions when the game is over, if exactly one person played it."""
    recipe: Recipe | None = None
    """How the visitor's own machine can play for the computer; None if it cannot."""
    shared: SharedView | None = None  # set in shared games only
    record: str | None = None
    """A link with the moves of a shared game, for studying it; None until that is allowed."""
    reply: ReplyView | None = None
    """The state before a computer's reply that was sent together with the move."""
    paces: Sequence[float] = PACES
    """The available delays between the moves of two computers in seconds, slow to fast."""

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def called_off(self) -> bool:
        """True if the game was aborted without a result."""
        return self.shared is not None and self.shared.called_off

    @property
    def you(self) -> Color | None:
        """The side of the viewer of a shared game; None for spectators and local games."""
        return None if self.shared is None else self.shared.you

    @property
    def humans(self) -> list[Color]:
        return [color for color in Color if self.seat(color).human]

    @property
    def number(self) -> int:
        """The number of the next move, or of the last one when the game is over."""
        made = sum(ply.square is not None for ply in self.moves[: self.ply])
        return made if self.over else made + 1

    @property
    def transcript(self) -> str:
        """The moves up to the displayed position, without passes: ``f5d6c3``."""
        return "".join(ply.square or "" for ply in self.moves[: self.ply])

    def seat(self, color: Color) -> SeatView:
        return self.seats.of(color)

    def discs(self, color: Color) -> int:
        return self.counts.black if color is Color.BLACK else self.counts.white

    def won(self, color: Color) -> bool:
        return self.outcome is not None and self.outcome.winner is color


def clock_text(seconds: float) -> str:
    """Format remaining time as 4:05, with tenths when it is short, or in days."""
    if seconds < LOW_TIME:
        return f"0:{seconds:04.1f}"
    if seconds >= DAY:
        days, hours = divmod(round(seconds / 3600), 24)
        return _("{days} d {hours} h", days=days, hours=hours)
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


Describe = Callable[[str, int], SeatView]  # describes a player's text on a board size


def view_of(
    session: GameSession,
    instructions: Iterable[do.Instruction] = (),
    *,
    at: float = 0.0,
    viewer: Color | None = None,
    describe: Describe,
    opening: str | None,
    chat: bool = False,
) -> GameView:
    """Return the view of a session that has just returned these instructions.

    In a shared game ``viewer`` is a side, or None for a spectator; ``chat`` allows messages between
    the players. ``opening`` is the name of the opening.
    """
    game, shared = session.game, session.shared
    board, outcome, over = game.board, game.outcome, session.is_over
    running = not over and len(session.seats) == 2
    mover = session.seats.get(board.turn)
    moves = running and mover is not None and not mover.is_computer
    if shared is not None:
        moves = moves and viewer is board.turn
    seats = _seats_view(session, at, describe)
    shown = [notice for one in instructions if (notice := _notice(one, seats)) is not None]
    last, result = game.last_move, None
    if outcome is not None:
        sides = outcome.winner, outcome.black, outcome.white
        result = OutcomeView(*sides, outcome.reason, str(outcome))
    black = board.count(Color.BLACK)
    empty = len(board.empties)
    return GameView(
        size=game.size,
        board=board.to_text().split(" ")[0],
        turn=board.turn,
        counts=CountsView(black, game.size**2 - black - empty, empty),
        legal=flips_of_moves(board) if moves else {},
        last=None if last is None else LastMoveView(last.name, last.color),
        opening=opening,
        ply=game.ply,
        moves=moves_of(game),
        seats=seats,
        paused=session.paused,
        thinking=None if session.pending is None else ThinkingView(session.pending, board.turn),
        can=_can(session, viewer, moves),
        outcome=result,
        status=_status(session, outcome, moves, seats),
        notices=shown,
        clock=_clock(session, at),
        shared=None if shared is None else _shared_view(session, shared, viewer, at, chat),
    )


def seen_by(
    view: GameView, session: GameSession, viewer: Color | None, at: float, chat: bool
) -> GameView:
    """Return the view of a shared game for another viewer, who may have other actions."""
    assert session.shared is not None
    moves = session.is_running and viewer is session.game.turn
    return replace(
        view,
        legal=flips_of_moves(session.game.board) if moves else {},
        can=_can(session, viewer, moves),
        shared=_shared_view(session, session.shared, viewer, at, chat),
    )


def before_reply(
    session: GameSession,
    instructions: Iterable[do.Instruction],
    describe: Describe,
    opening: str | None,
) -> ReplyView:
    """Return the state of a game just before an instant computer reply."""
    assert session.pending is not None
    seats = _seats_view(session, 0.0, describe)
    shown = [notice for one in instructions if (notice := _notice(one, seats)) is not None]
    status = _status(session, None, False, seats)
    return ReplyView(session.game.ply, session.pending, status, opening, shown)


def flips_of_moves(board: Board) -> dict[str, list[str]]:
    """Return each legal move of the side to move with the discs it flips."""
    squares = board.legal_moves
    return {
        name: board.flips(square).names for name, square in zip(squares.names, squares, strict=True)
    }


def person_name(game: Game, color: Color) -> str:
    """Return the name of the person at a side; empty if the record has none."""
    name = game.info.get(color.value, HUMAN)
    return "" if name == HUMAN else name


def _seats_view(session: GameSession, at: float, describe: Describe) -> SeatsView:
    return SeatsView(*(_seat_view(session, color, at, describe) for color in Color))


def _seat_view(session: GameSession, color: Color, at: float, describe: Describe) -> SeatView:
    seat = session.seats.get(color)
    if seat is None:
        title, description = _("Open seat"), _("This seat is free.")
        return SeatView(HUMAN, True, title, description, "", taken=False)
    if not seat.elsewhere:
        view = describe(seat.player, session.game.size)
        name = "" if seat.is_computer else person_name(session.game, color)
        return replace(view, title=name) if name else view
    return _elsewhere(seat, None if session.shared is None else session.shared.gone(color), at)


def _elsewhere(seat: Seat, gone: float | None, at: float) -> SeatView:
    title = seat.title
    description = _("A program.") if seat.program else _("A person.")
    if seat.rating is not None:
        description += " " + _("Rating: {rating}.", rating=seat.rating)
    return SeatView(
        HUMAN,
        True,
        title,
        description,
        seat.face,
        program=seat.program,
        gone=None if gone is None else max(0.0, at - gone),
        member=seat.member or None,
        rating=seat.rating,
    )


def _can(session: GameSession, viewer: Color | None, moves: bool) -> CanView:
    game, shared = session.game, session.shared
    if shared is None:
        resign = bool(session.humans) and not game.is_over
        return CanView(moves, game.can_undo, game.can_redo, resign, True, None)
    undo = viewer is not None and session.why_not_propose(viewer, "take-back") is None
    resign = viewer is not None and session.is_running
    why_not = AS_A_COPY if session.is_over or shared.terms.early_study else NOT_YET
    return CanView(moves, undo, False, resign, False, _(why_not))


def _status(session: GameSession, outcome: Outcome | None, moves: bool, seats: SeatsView) -> str:
    if session.shared is not None and session.shared.called_off:
        return _("Game aborted")
    if outcome is not None:
        return str(outcome)
    if len(session.seats) < 2:
        return _("Waiting for an opponent")
    turn = session.game.turn
    if moves or not session.seats[turn].is_computer:
        return _("{color} to move", color=turn)
    player = seats.of(turn).title
    if session.paused:
        return _("Paused. {player} ({color}) is next", player=player, color=turn)
    return _("{player} ({color}) is thinking…", player=player, color=turn)


def _shared_view(
    session: GameSession, shared: SharedState, viewer: Color | None, at: float, chat: bool
) -> SharedView:
    proposal = shared.proposal
    return SharedView(
        you=viewer,
        free=session.free,
        terms=shared.terms,
        proposal=None
        if proposal is None
        else ProposalView(
            proposal.wish, proposal.by, wish_sentence(session, proposal.wish, proposal.by)
        ),
        said=[
            SaidView(one.number, one.color, one.phrase, _said(one))
            for one in shared.said
            if one.phrase or viewer is not None
        ],
        news=news_of(session, viewer),
        may=_may(session, shared, viewer, at, chat),
        called_off=shared.called_off,
        another=shared.another,
    )


def _said(one: Said) -> str:
    return _(PHRASES[one.phrase]) if one.phrase in PHRASES else one.text


def _may(
    session: GameSession, shared: SharedState, viewer: Color | None, at: float, chat: bool
) -> MayView:
    if viewer is None:
        return MayView(False, False, False, False, False, False, None)
    proposal = shared.proposal
    claim = session.may_claim_at(viewer)
    both = len(session.seats) == 2
    rematch, abort = (session.why_not_propose(viewer, wish) is None for wish in WISHES[1:])
    return MayView(
        rematch=rematch,
        abort=abort,
        answer=proposal is not None and proposal.by is not viewer,
        withdraw=proposal is not None and proposal.by is viewer,
        say=both,
        write=chat and both,
        claim=None if claim is None else max(0.0, claim - at),
    )


def _clock(session: GameSession, at: float) -> ClockView | None:
    black, white = session.remaining(Color.BLACK, at), session.remaining(Color.WHITE, at)
    if black is None or white is None:
        return None
    running = session.game.turn if session.since is not None and not session.is_over else None
    return ClockView(str(session.game.clock), round(black, 2), round(white, 2), running)


def moves_in_rows(moves: Sequence[PlyView]) -> list[dict[Color, PlyView]]:
    """Return the rows of a move list: a move of Black, and the move of White that follows."""
    rows: list[dict[Color, PlyView]] = []
    for move in moves:
        if not rows or move.color is Color.BLACK or move.color in rows[-1]:
            rows.append({})
        rows[-1][move.color] = move
    return rows


def moves_of(game: Game) -> list[PlyView]:
    """Return all moves and passes of a game, including those that were undone."""
    moves = []
    before = game.start
    number = 0
    for ply, made in enumerate((*game.history, *game.future), start=1):
        number += made.square is not None
        moves.append(_ply_view(before, made.square, ply, number))
        before = made.board
    return moves


@lru_cache(maxsize=PLIES_KNOWN)
def _ply_view(before: Board, square: Square | None, ply: int, number: int) -> PlyView:
    """Return the view of a move or a pass."""
    if square is None:
        return PlyView(ply, None, before.turn, None, ())
    name = square_name(square, before.size)
    return PlyView(ply, number, before.turn, name, before.flips(square).names)


def _notice(instruction: do.Instruction, seats: SeatsView) -> Notice | None:
    match instruction:
        case do.AnnouncePass(color):
            return Notice("pass", color, instruction.sentence)
        case do.ReportFailure(color=color, problem=problem):
            player = seats.of(color).title
            text = _("{player} cannot move. {problem}", player=player, problem=problem)
            return Notice("failure", color, sentence(text))
        case do.Finished(outcome):
            return Notice("finished", None, sentence(outcome))
        case _:
            return None
