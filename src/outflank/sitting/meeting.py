"""A shared table: what each person at it may do, decided once for all screens and servers.

A meeting is to persons in different places what a sitting is to one screen: a pure state machine.
An event comes with who did it and when; instructions go out. Time is the server's: what a line
takes to carry a move is not charged, up to ``LAG`` seconds a move.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from outflank.board import Color, IllegalMove, InvalidSquare
from outflank.game import Game, Reason
from outflank.sitting import meeting_messages as mm
from outflank.sitting import messages as m

LAG = 0.5  # seconds a move that a slow line may take and nobody is charged for
GONE = 60.0  # seconds after which one need not wait for somebody any longer
FREE_MOVES = 2  # the clocks start when each side has moved; until then anybody may call it off
SAID_KEPT = 20  # phrases that somebody who comes later still reads

Instructions: TypeAlias = list[m.Instruction | mm.BeginAnother]


@dataclass(frozen=True, slots=True)
class Terms:
    """What the host chose, besides board and clock, which are the game's."""

    takebacks: bool = True
    early_study: bool = False
    """Whether the game may be studied before it is over."""
    rated: bool = False
    """Whether it counts for the strength of both, who are members of the club."""
    club: bool = False
    """Whether the whole club sees it."""
    event: str = ""
    """The club event that it is a game of: clocks run from the first, and nothing is proposed."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a player would like."""

    wish: mm.Wish
    by: Color


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase that a player said; numbers go up by one."""

    number: int
    color: Color
    phrase: str
    text: str = ""
    """In words of their own, which are for the two players alone; then there is no phrase."""


@dataclass(frozen=True, slots=True)
class Affairs:
    """All that a shared table is besides its game and who sits at it: plain, to be kept as text."""

    terms: Terms = Terms()
    proposal: Proposal | None = None
    declined: tuple[Proposal, ...] = ()
    """Answered with no since the last move, and not to be asked again before the next."""
    gone_black: float | None = None
    """Since when Black is away; None while here."""
    gone_white: float | None = None
    said: tuple[Said, ...] = ()
    called_off: bool = False
    another: str | None = None
    """The game in which they play again, as the runner calls it."""
    failure: mm.Failure | None = None
    """How the program failed that forfeited the game."""

    def gone(self, color: Color) -> float | None:
        """Since when a side is away."""
        return self.gone_black if color is Color.BLACK else self.gone_white


class Meeting:
    """A game between two persons, who may do what in it, and what is proposed.

    >>> from outflank.board import parse_square
    >>> ann, ben = mm.Person("a", "Ann"), mm.Person("b", "Ben")
    >>> meeting = Meeting(Game(), {Color.BLACK: ann})
    >>> meeting.handle(mm.Play(parse_square("f5")), "a", at=0)
    [Refuse(sentence='Nobody sits opposite yet; send the invitation to somebody.', name='waiting')]
    >>> meeting.handle(mm.TakeSeat(Color.WHITE, ben), "b", at=1)
    [Redraw()]
    >>> meeting.handle(mm.Play(parse_square("f5")), "a", at=2)
    [Redraw()]
    >>> meeting.handle(mm.Play(parse_square("f6")), "a", at=2)
    [Refuse(sentence="It is White's turn: Ben moves.", name='not-your-turn')]
    """

    def __init__(
        self,
        game: Game,
        seats: Mapping[Color, mm.Person],
        affairs: Affairs = Affairs(),
        since: float | None = None,
    ) -> None:
        self.game = game
        self.seats = dict(seats)
        """Who holds which seat; a side that is not there is free."""
        self.affairs = affairs
        self.since = since
        """When the turn of the side to move began, while its clock runs."""

    # --- What a screen may ask -------------------------------------------------------------------

    def color_of(self, who: str) -> Color | None:
        """The seat somebody holds; watchers hold none."""
        return next((c for c, person in self.seats.items() if who and person.key == who), None)

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens in this game."""
        return self.game.is_over or self.affairs.called_off

    @property
    def is_running(self) -> bool:
        """Whether both are seated and the game goes on."""
        return len(self.seats) == 2 and not self.is_over

    @property
    def free(self) -> Color | None:
        """A seat that nobody holds, in a game that is not called off."""
        if self.is_over:
            return None
        return next((color for color in Color if color not in self.seats), None)

    def remaining(self, color: Color, at: float) -> float | None:
        """The seconds a side has left, never below zero; None in a game without a clock."""
        if self.game.clock is None:
            return None
        running = self._elapsed(at) if color is self.game.turn and not self.is_over else 0.0
        return max(0.0, self.game.remaining(color) - running)

    def deadline(self) -> float | None:
        """When the time of the side to move is up, if its clock runs."""
        if self.since is None or self.is_over or self.game.clock is None:
            return None
        return self.since + self.game.remaining(self.game.turn) + LAG

    def may_claim_at(self, color: Color) -> float | None:
        """From when a side may claim the game; None while the other one is here."""
        gone = self.affairs.gone(color.opponent)
        return None if gone is None or not self.is_running else gone + GONE

    def why_not_propose(self, color: Color, wish: mm.Wish) -> m.Refuse | None:
        """Why a side may not propose something now; None where it may."""
        affairs = self.affairs
        if affairs.terms.event:
            return m.Refuse("The event says who plays whom; nothing is proposed here.", "event")
        if affairs.called_off or (wish != "rematch" and self.is_over):
            return self._over()
        if wish == "rematch" and not self.game.is_over:
            return m.Refuse("This game is not over yet.", "not-over")
        if wish == "rematch" and affairs.another is not None:
            return m.Refuse("You play again already, in another game.", "game-over")
        if wish == "take-back":
            if len(self.seats) < 2:
                return _WAITING
            if not affairs.terms.takebacks:
                return m.Refuse("Moves are not taken back at this table.", "no-take-backs")
            if self._last_ply_of(color) is None:
                return m.Refuse("There is no move of yours to take back.", "nothing-to-take-back")
        open_ = affairs.proposal
        if open_ is not None and open_.by is color:
            return m.Refuse("You have proposed something already; wait for the answer.", "asked")
        if open_ is not None and open_.wish != wish:
            return m.Refuse("Answer what is proposed to you first.", "answer-first")
        if Proposal(wish, color) in affairs.declined:
            return m.Refuse(f"{self._name(color.opponent)} has said no to that.", "declined")
        return None

    # --- Events ----------------------------------------------------------------------------------

    def handle(self, event: mm.MeetingEvent, who: str, at: float) -> Instructions:
        """Take in what somebody did, and when; give back what to do now.

        Where that is a ``Refuse``, nothing has changed; where it is nothing, neither.
        """
        if isinstance(event, mm.TakeSeat):
            return self._take_seat(event, at)
        if isinstance(event, mm.TimeUp):
            return self._time_up(at)
        color = self.color_of(who)
        if color is None:
            return [m.Refuse("You watch this game; only its two players act in it.", "watching")]
        match event:
            case mm.Play():
                return self._play(color, event, at)
            case mm.Propose():
                return self._propose(color, event.wish, at)
            case mm.Answer():
                return self._answer(color, event.yes, at)
            case mm.GiveUp():
                return self._give_up(color, event.failure)
            case mm.Claim():
                return self._claim(color, at)
            case mm.Say():
                return self._say(color, event.phrase)
            case mm.Write():
                return self._said(color, "", event.text)
            case mm.Come():
                return self._present(color, None)
            case mm.Leave():
                return self._present(color, at)

    def _take_seat(self, event: mm.TakeSeat, at: float) -> Instructions:
        if self.is_over:
            return [self._over()]
        if event.color in self.seats:
            return [m.Refuse("This seat is taken; you can watch.", "seat-taken")]
        if self.color_of(event.person.key) is not None:
            return [m.Refuse("You sit at this table already.", "already-seated")]
        if self.affairs.terms.rated and not event.person.member:
            return [m.Refuse("This game is rated; take a name in the Club first.", "no-member")]
        self.seats[event.color] = event.person
        self.game.info[event.color.value] = event.person.name
        return [m.Redraw()]

    def _play(self, color: Color, event: mm.Play, at: float) -> Instructions:
        if self.is_over:
            return [self._over()]
        if len(self.seats) < 2:
            return [_WAITING]
        game = self.game
        if color is not game.turn:
            mover = self._name(game.turn)
            return [m.Refuse(f"It is {game.turn}'s turn: {mover} moves.", "not-your-turn")]
        before = game.ply
        seconds = None if game.clock is None else self._charged(event.thought, at)
        try:
            game.play(event.square, seconds=seconds)
        except (IllegalMove, InvalidSquare) as error:
            if self.affairs.terms.event and self.seats[color].program:
                return self._give_up(color, mm.Failure("illegal", f"{error}"))
            return [m.Refuse(f"{error}.", "illegal-move")]
        self._moved(at)
        passes: Instructions = [
            m.AnnouncePass(ply.color) for ply in game.history[before + 1 :] if ply.is_pass
        ]
        return [m.Redraw(), *passes, *self._end()]

    def _propose(self, color: Color, wish: mm.Wish, at: float) -> Instructions:
        refusal = self.why_not_propose(color, wish)
        if refusal is not None:
            return [refusal]
        if self.affairs.proposal == Proposal(wish, color.opponent):
            return self._answer(color, True, at)  # both want the same
        if wish == "abort" and not self._abort_needs_consent(color, at):
            return self._call_off()
        self.affairs = replace(self.affairs, proposal=Proposal(wish, color))
        return [m.Redraw()]

    def _answer(self, color: Color, yes: bool, at: float) -> Instructions:
        proposal = self.affairs.proposal
        if proposal is None:
            return [m.Refuse("Nothing is proposed any more.", "nothing-proposed")]
        if proposal.by is color:
            if yes:
                return [m.Refuse("The other player answers that.", "own-proposal")]
            self.affairs = replace(self.affairs, proposal=None)
            return [m.Redraw()]
        if not yes:
            declined = (*self.affairs.declined, proposal)
            self.affairs = replace(self.affairs, proposal=None, declined=declined)
            return [m.Redraw()]
        if proposal.wish == "abort":
            return self._call_off()
        if proposal.wish == "rematch":
            self.affairs = replace(self.affairs, proposal=None)
            return [m.Redraw(), self._another()]
        target = self._last_ply_of(proposal.by)
        assert target is not None  # a proposal does not outlive a move
        self.game.go_to(target)
        self.game = self.game.branch()
        self._moved(at)
        return [m.Redraw()]

    def _give_up(self, color: Color, failure: mm.Failure | None) -> Instructions:
        if self.is_over:
            return [self._over()]
        if len(self.seats) < 2:
            return [_WAITING]
        if failure is None:
            self.game.resign(color)
        else:  # as in the arena
            self.game.end(color, Reason.FORFEIT)
            self.affairs = replace(self.affairs, failure=failure)
        return self._ended()

    def _time_up(self, at: float) -> Instructions:
        deadline = self.deadline()
        if deadline is None or at < deadline:
            return []
        self.game.time_out()
        return self._ended()

    def _claim(self, color: Color, at: float) -> Instructions:
        if self.is_over:
            return [self._over()]
        if len(self.seats) < 2:
            return [_WAITING]
        may = self.may_claim_at(color)
        if may is None or at < may:
            name = self._name(color.opponent)
            told = f"{name} is here." if may is None else f"{name} may come back; wait a minute."
            return [m.Refuse(told, "not-gone")]
        self.game.end(color.opponent, Reason.ABSENCE)
        return self._ended()

    def _say(self, color: Color, phrase: str) -> Instructions:
        if phrase not in mm.PHRASES:
            return [m.Refuse(f"One can say {', '.join(mm.PHRASES)}.", "no-such-phrase")]
        return self._said(color, phrase)

    def _said(self, color: Color, phrase: str, text: str = "") -> Instructions:
        if len(self.seats) < 2:
            return [_WAITING]
        said = self.affairs.said
        number = said[-1].number + 1 if said else 1
        kept = (*said, Said(number, color, phrase, text))[-SAID_KEPT:]
        self.affairs = replace(self.affairs, said=kept)
        return [m.Redraw()]

    def _present(self, color: Color, gone: float | None) -> Instructions:
        if (self.affairs.gone(color) is None) == (gone is None):
            return []
        if color is Color.BLACK:
            self.affairs = replace(self.affairs, gone_black=gone)
        else:
            self.affairs = replace(self.affairs, gone_white=gone)
        return [m.Redraw()]

    # --- Inside ----------------------------------------------------------------------------------

    def _elapsed(self, at: float) -> float:
        return 0.0 if self.since is None else max(0.0, at - self.since)

    def _charged(self, thought: float | None, at: float) -> float:
        """What a move costs: all that passed here, but for what the line seems to have taken."""
        elapsed = self._elapsed(at)
        lag = 0.0 if thought is None else elapsed - max(0.0, thought)
        return elapsed - min(max(lag, 0.0), LAG, elapsed)

    def _moved(self, at: float) -> None:
        """The position is another one: what was proposed is no longer, and a turn begins."""
        self.affairs = replace(self.affairs, proposal=None, declined=())
        made = sum(not ply.is_pass for ply in self.game.history)
        free = 0 if self.affairs.terms.event else FREE_MOVES
        runs = self.game.clock is not None and made >= free and not self.is_over
        self.since = at if runs else None

    def _end(self) -> Instructions:
        outcome = self.game.outcome
        return [] if outcome is None else [m.Finished(outcome)]

    def _ended(self) -> Instructions:
        self.affairs = replace(self.affairs, proposal=None, declined=())
        self.since = None
        return [m.Redraw(), *self._end()]

    def _call_off(self) -> Instructions:
        self.affairs = replace(self.affairs, proposal=None, declined=(), called_off=True)
        self.since = None
        return [m.Redraw()]

    def _abort_needs_consent(self, color: Color, at: float) -> bool:
        made = sum(not ply.is_pass for ply in self.game.history)
        claim = self.may_claim_at(color)
        return len(self.seats) == 2 and made >= FREE_MOVES and (claim is None or at < claim)

    def _another(self) -> mm.BeginAnother:
        seats = {color.opponent: person for color, person in self.seats.items()}
        info = self.game.info | {color.value: person.name for color, person in seats.items()}
        return mm.BeginAnother(Game(self.game.start, clock=self.game.clock, info=info), seats)

    def _last_ply_of(self, color: Color) -> int | None:
        """The position in which a side made its last move."""
        history = self.game.history
        made = (n for n, ply in enumerate(history) if ply.color is color and not ply.is_pass)
        return max(made, default=None)

    def _over(self) -> m.Refuse:
        how = "called off" if self.affairs.called_off else f"already over: {self.game.outcome}"
        return m.Refuse(f"This game is {how}.", "game-over")

    def _name(self, color: Color) -> str:
        return self.seats[color].name if color in self.seats else str(color)


_WAITING = m.Refuse("Nobody sits opposite yet; send the invitation to somebody.", "waiting")
