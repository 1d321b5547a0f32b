"""A shared table as one of those who look at it sees it: a player of it, or a watcher.

A watcher is shown the game, who plays it and what happens, and nothing else: no key of anybody,
nothing that is for a player alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from outflank.board import Color
from outflank.sitting import meeting_messages as mm
from outflank.sitting import messages as m
from outflank.sitting.meeting import Meeting, Terms
from outflank.sitting.meeting_news import NewsView, news_of, wish_sentence
from outflank.sitting.sitting import HUMAN, Sitting
from outflank.sitting.view import CanView, ClockView, SeatsView, SeatView, View, view_of

NOT_YET = "The game is studied when it is over."


@dataclass(frozen=True, slots=True)
class ProposalView:
    """What is proposed, in a sentence."""

    wish: mm.Wish
    by: Color
    sentence: str


@dataclass(frozen=True, slots=True)
class SaidView:
    """A phrase somebody said; a number that was shown before is not said again."""

    number: int
    color: Color
    phrase: str
    text: str


@dataclass(frozen=True, slots=True)
class PlaceView:
    """Who holds a seat at a shared table, and whether they are there."""

    taken: bool
    program: bool
    gone: float | None
    """For how many seconds they have been away, when this was sent; None while they are here."""
    member: str | None
    """In the club, if they have a name there."""
    face: str | None
    rating: int | None


@dataclass(frozen=True, slots=True)
class MayView:
    """What whoever looks may do at this table."""

    move: bool
    resign: bool
    take_back: bool
    rematch: bool
    abort: bool
    answer: bool
    """Whether a proposal waits for this player's answer."""
    withdraw: bool
    say: bool
    write: bool
    """Whether also in words of one's own."""
    claim: float | None
    """In how many seconds the game may be claimed; 0 is now, None is that the other is here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompanyView:
    """Who is at a shared table, and what whoever looks may do there."""

    you: Color | None
    """The side you play; None for those who watch."""
    free: Color | None
    """The seat that waits for somebody."""
    black: PlaceView
    white: PlaceView
    terms: Terms
    proposal: ProposalView | None
    said: Sequence[SaidView]
    news: Sequence[NewsView]
    """What there is to know, besides who is away."""
    may: MayView
    called_off: bool
    another: str | None
    """The game in which they play again."""

    def place(self, color: Color) -> PlaceView:
        """Who holds a seat."""
        return self.black if color is Color.BLACK else self.white


@dataclass(frozen=True, kw_only=True)
class MeetingView(View):
    """A shared table as somebody sees it."""

    clock: ClockView | None
    company: CompanyView


def meeting_views(
    meeting: Meeting,
    viewers: Iterable[Color | None],
    at: float,
    told: Iterable[m.Instruction] = (),
    *,
    opening: str | None,
    chat: bool = False,
) -> dict[Color | None, MeetingView]:
    """What each kind of viewer sees at a moment: the player of a side, or a watcher (None).

    ``chat`` is whether the two may write to each other in words of their own.
    """
    base = _base(meeting, told, opening)
    return {viewer: _seen_by(base, meeting, viewer, at, chat) for viewer in viewers}


def _base(meeting: Meeting, told: Iterable[m.Instruction], opening: str | None) -> View:
    both = Sitting(meeting.game, dict.fromkeys(Color, HUMAN))
    seen = view_of(both, told, describe=_somebody, opening=opening)
    no_study = None if meeting.is_over or meeting.affairs.terms.early_study else NOT_YET
    black, white = (_seat(meeting, color) for color in Color)
    status = seen.status
    if meeting.affairs.called_off:
        status = "The game was called off"
    elif meeting.free is not None:
        status = "Waiting for an opponent"
    return replace(
        seen,
        seats=SeatsView(black, white),
        can=CanView(False, False, no_study is None, no_study),
        status=status,
    )


def _seen_by(
    base: View, meeting: Meeting, viewer: Color | None, at: float, chat: bool
) -> MeetingView:
    affairs = meeting.affairs
    moves = viewer is not None and meeting.is_running and viewer is meeting.game.turn
    black, white = (_place(meeting, color, at) for color in Color)
    proposal = affairs.proposal
    may = _may(meeting, viewer, at, chat)
    can = replace(base.can, undo=may.take_back)
    seen = vars(base) | {"legal": base.legal if moves else {}, "can": can}
    company = CompanyView(
        you=viewer,
        free=meeting.free,
        black=black,
        white=white,
        terms=affairs.terms,
        proposal=None if proposal is None else _proposal(meeting, proposal.wish, proposal.by),
        said=[
            SaidView(one.number, one.color, one.phrase, mm.PHRASES.get(one.phrase, one.text))
            for one in affairs.said
            if one.phrase or viewer is not None
        ],
        news=news_of(meeting, viewer),
        may=may,
        called_off=affairs.called_off,
        another=affairs.another,
    )
    return MeetingView(clock=_clock(meeting, at), company=company, **seen)


def _may(meeting: Meeting, viewer: Color | None, at: float, chat: bool) -> MayView:
    if viewer is None:
        return _NOTHING
    proposal = meeting.affairs.proposal
    claim = meeting.may_claim_at(viewer)
    take_back, rematch, abort = (
        meeting.why_not_propose(viewer, wish) is None for wish in mm.WISHES
    )
    return MayView(
        move=meeting.is_running and viewer is meeting.game.turn,
        resign=meeting.is_running,
        take_back=take_back,
        rematch=rematch,
        abort=abort,
        answer=proposal is not None and proposal.by is not viewer,
        withdraw=proposal is not None and proposal.by is viewer,
        say=len(meeting.seats) == 2,
        write=chat and len(meeting.seats) == 2,
        claim=None if claim is None else max(0.0, claim - at),
    )


_NOTHING = MayView(
    move=False,
    resign=False,
    take_back=False,
    rematch=False,
    abort=False,
    answer=False,
    withdraw=False,
    say=False,
    write=False,
    claim=None,
)


def _proposal(meeting: Meeting, wish: mm.Wish, by: Color) -> ProposalView:
    return ProposalView(wish, by, wish_sentence(meeting, wish, by))


def _place(meeting: Meeting, color: Color, at: float) -> PlaceView:
    person = meeting.seats.get(color)
    gone = meeting.affairs.gone(color)
    away = None if gone is None else max(0.0, at - gone)
    if person is None:
        return PlaceView(False, False, None, None, None, None)
    return PlaceView(
        True, person.program, away, person.member or None, person.face or None, person.rating
    )


def _clock(meeting: Meeting, at: float) -> ClockView | None:
    black, white = (meeting.remaining(color, at) for color in Color)
    if meeting.game.clock is None or black is None or white is None:
        return None
    running = meeting.game.turn if meeting.since is not None and not meeting.is_over else None
    return ClockView(str(meeting.game.clock), round(black, 2), round(white, 2), running)


def _seat(meeting: Meeting, color: Color) -> SeatView:
    person = meeting.seats.get(color)
    if person is None:
        return SeatView(HUMAN, True, "Nobody yet", "This seat is free.", "")
    kind = "A program" if person.program else "A person"
    rated = "" if person.rating is None else f", rated {person.rating}"
    title = f"{person.name} (program)" if person.program else person.name
    return SeatView(HUMAN, True, title, f"{kind}{rated}.", "")


def _somebody(seat: str, size: int) -> SeatView:
    return SeatView(seat, True, "", "", "")
