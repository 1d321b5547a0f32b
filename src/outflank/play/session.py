"""The rules of playing a game, the same for all screens, local or remote.

``GameSession`` is a pure state machine without threads, clocks, input or output. Each method takes
the actor and the time, changes the session, and returns the instructions to carry out. A method
that returns ``Refuse``, or no instruction, has changed nothing.

A game without a ``shared`` part is played on one screen by people or computers: the person there
acts for the side to move and can undo moves freely. In a shared game each player acts for one seat,
identified by its key, and the opponent must accept proposals.
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field, replace

from outflank.board import Color, IllegalMove, InvalidSquare, Square, listed, sentence
from outflank.game import Game, Ply, Reason
from outflank.play.instructions import (
    AnnouncePass,
    Ask,
    BeginAnother,
    Finished,
    Instructions,
    Redraw,
    Refuse,
    ReportFailure,
    StopAsking,
)
from outflank.play.seat import Seat
from outflank.play.session_data import PHRASES, Failure, Proposal, Said, SharedState, Wish
from outflank.translation import _

LAG = 0.5  # most seconds of connection lag per move that are not charged
GONE = 60.0  # seconds of absence after which the opponent may claim the win
FREE_MOVES = 2  # clocks start when each side has moved; until then either player may abort
RATED_FROM = 20  # moves of both players from which on a rated game counts
SAID_KEPT = 20  # messages that a player who joins later still sees


def _waiting() -> Refuse:
    return Refuse(_("You have no opponent yet. Send the invitation link to a player."), "waiting")


def _shared() -> Refuse:
    return Refuse(_("This is a shared game. No player can change it alone."), "shared-game")


def _watching() -> Refuse:
    return Refuse(_("You are watching this game. Only its players can do this."), "watching")


@dataclass(slots=True)
class GameSession:
    """A game with its seats and pending requests.

    >>> from outflank.board import parse_square
    >>> session = GameSession(Game(), {Color.BLACK: Seat(), Color.WHITE: Seat("greedy")})
    >>> session.begin()
    [Redraw()]
    >>> redraw, ask = session.play(parse_square("f5"))
    >>> ask.color, ask.player
    (<Color.WHITE: 'white'>, 'greedy')
    >>> session.answer(ask.ticket, parse_square("d6"))
    [Redraw()]

    >>> ann = Seat(name="Ann", elsewhere=True, key="a")
    >>> ben = Seat(name="Ben", elsewhere=True, key="b")
    >>> session = GameSession(Game(), {Color.BLACK: ann}, SharedState())
    >>> session.play(parse_square("f5"), who="a")[0].code
    'waiting'
    >>> session.join(Color.WHITE, ben)
    [Redraw()]
    >>> session.play(parse_square("f5"), who="a")
    [Redraw()]
    >>> session.play(parse_square("f6"), who="a")
    [Refuse(sentence="It is White's turn. Wait for Ben to move.", code='not-your-turn')]
    """

    game: Game
    seats: dict[Color, Seat]  # only a shared game may have a free seat
    shared: SharedState | None = None
    """The shared part of a game; None for a game on one screen."""
    _: KW_ONLY
    paused: bool = False  # a computer to move waits for `resume`
    pending: int | None = None  # the ticket of the request that a computer is thinking about
    next_ticket: int = 1  # tickets never repeat within a game
    spent: float = 0.0  # seconds of this turn before the clock was last started
    since: float | None = None
    """When the clock of the side to move was started; None while it is stopped."""
    _turn: int = field(init=False, repr=False, compare=False)  # to which `spent` belongs

    def __post_init__(self) -> None:
        self.seats = dict(self.seats)
        self._turn = self.game.ply + len(self.game.future)

    def copy(self) -> "GameSession":
        return replace(self, game=self.game.copy())

    def branch(self) -> "GameSession":
        """Return a separate session that continues from this position."""
        game, seats = self.game.branch(), self.seats
        return GameSession(game, seats, paused=self.paused, next_ticket=self.next_ticket)

    # --- Queries ---------------------------------------------------------------------------------

    @property
    def seat_to_move(self) -> Seat:
        return self.seats[self.game.turn]

    @property
    def waits_for_human(self) -> bool:
        return self.is_running and not self.seat_to_move.is_computer

    @property
    def humans(self) -> list[Color]:
        return [color for color, seat in self.seats.items() if not seat.is_computer]

    @property
    def is_over(self) -> bool:
        return self.game.is_over or (self.shared is not None and self.shared.called_off)

    @property
    def is_running(self) -> bool:
        """True if both seats are taken and the game is not over."""
        return len(self.seats) == 2 and not self.is_over

    @property
    def free(self) -> Color | None:
        """The free seat of a game that is not aborted, if any."""
        if len(self.seats) == 2 or self.is_over:
            return None
        return next(color for color in Color if color not in self.seats)

    @property
    def worth_keeping(self) -> bool:
        """True for an unfinished game with a human player."""
        moves = self.game.history or self.game.future
        return bool(self.humans and moves) and not self.game.is_over

    @property
    def rewrites(self) -> bool:
        """True if playing on from here would discard part of a finished game's record."""
        return not self.game.is_over and self.game.final_outcome is not None

    def color_of(self, who: str) -> Color | None:
        """Return the side of a remote player; None for spectators."""
        return next((c for c, seat in self.seats.items() if who and seat.key == who), None)

    # --- The clock -------------------------------------------------------------------------------

    @property
    def has_days(self) -> bool:
        """True if each move may take days, so that no player has to stay."""
        return self.game.clock is not None and self.game.clock.per_move

    def elapsed(self, at: float) -> float:
        """Return the seconds the side to move has used in this turn."""
        return self.spent + (0.0 if self.since is None else max(0.0, at - self.since))

    def remaining(self, color: Color, at: float) -> float | None:
        """Return the seconds a side has left, at least zero; None without a clock."""
        game = self.game
        if game.clock is None:
            return None
        mine = color is game.turn and not game.future
        running = self.elapsed(at) if mine else 0.0
        return max(0.0, game.remaining(color) - running)

    def deadline(self) -> float | None:
        """The time at which the side to move runs out of time, if its clock runs."""
        if self.since is None or self.game.clock is None or self.is_over:
            return None
        lag = 0.0 if self.shared is None else LAG
        return self.since - self.spent + self.game.remaining(self.game.turn) + lag

    def _set_clock(self, at: float) -> None:
        """Start the clock for a new turn; stop it for a pause or at the end."""
        game = self.game
        if game.clock is None:
            return
        if game.future:  # while an earlier position is shown, the turn continues later
            self._stop_clock(at)
            return
        if game.ply != self._turn:
            self._turn, self.spent, self.since = game.ply, 0.0, None
        if self.shared is not None:
            runs = self.is_running and self._moves_made >= self._free_moves
        else:
            runs = not game.is_over and not (self.paused and self.seat_to_move.is_computer)
        if runs and self.since is None:
            self.since = at
        elif not runs:
            self._stop_clock(at)

    def _stop_clock(self, at: float) -> None:
        if self.since is not None:
            self.spent, self.since = self.elapsed(at), None

    def shelve(self, at: float) -> None:
        """Stop the clock of a game that is put aside, such as a named save."""
        self._stop_clock(at)

    def take_up(self, at: float) -> None:
        """Start the clock of a game that was put aside."""
        self._set_clock(at)

    def _charge(self, at: float, thought: float | None) -> float | None:
        """Return the seconds charged for a person's move: elapsed time minus connection lag."""
        if self.game.clock is None:
            return None
        elapsed = self.elapsed(at)
        lag = 0.0 if thought is None else elapsed - max(0.0, thought)
        return elapsed - min(max(lag, 0.0), LAG, elapsed)

    # --- Moves -----------------------------------------------------------------------------------

    def begin(self, at: float = 0.0) -> Instructions:
        """Start or continue the game; ask a computer again if it was thinking."""
        self.pending = None
        self._set_clock(at)
        passes = [AnnouncePass(ply.color) for ply in self.game.history[-1:] if ply.is_pass]
        return [Redraw(), *passes, *self._next()]

    def play(
        self, square: Square, *, who: str = "", at: float = 0.0, thought: float | None = None
    ) -> Instructions:
        """Play a person's move; ``thought`` is the time used, measured by the client."""
        refusal = self._cannot_act(who)
        if refusal is not None:
            return [refusal]
        seat, turn = self.seat_to_move, self.game.turn
        if seat.is_computer:
            if self.paused:
                why = _("It is {color}'s turn. Continue the paused game first.", color=turn)
            else:
                why = _("It is {color}'s turn. The computer is thinking.", color=turn)
            return [Refuse(why, "not-your-turn")]
        if seat.elsewhere and seat.key != who:
            why = _(
                "It is {color}'s turn. Wait for {player} to move.", color=turn, player=seat.name
            )
            return [Refuse(why, "not-your-turn")]
        try:
            return self._move(square, self._charge(at, thought), at, by_person=True)
        except (IllegalMove, InvalidSquare) as error:
            if seat.program and self.shared is not None and self.shared.terms.event:
                return self.resign(who=who, at=at, failure=Failure("illegal", f"{error}"))
            return [Refuse(sentence(error), "illegal-move")]

    def answer(
        self, ticket: int, square: Square, *, at: float = 0.0, seconds: float | None = None
    ) -> Instructions:
        """Play a computer's move; ``seconds`` is its thinking time, by default all elapsed time."""
        if ticket != self.pending:
            return []  # for an earlier position
        self.pending = None
        charge = None
        if self.game.clock is not None:
            charge = self.elapsed(at) if seconds is None else seconds
        try:
            return self._move(square, charge, at, by_person=False)
        except (IllegalMove, InvalidSquare) as error:
            return self._fail(_("It played an illegal move: {error}", error=error), at)

    def fail(self, ticket: int, problem: str, *, at: float = 0.0) -> Instructions:
        """Report that a computer failed to answer; the game waits."""
        if ticket != self.pending:
            return []
        self.pending = None
        return self._fail(problem, at)

    def time_out(self, at: float) -> Instructions:
        """End the game if the side to move has no time left; otherwise do nothing."""
        deadline = self.deadline()
        if deadline is None or at < deadline:
            return []
        stop = self._cancel()
        if self._is_too_short:
            return [*stop, *self.call_off(at=at)]
        self.game.time_out()
        return [*stop, *self._ended(at)]

    # --- Undo and redo ---------------------------------------------------------------------------

    def undo(self, *, who: str = "", at: float = 0.0) -> Instructions:
        """Undo back to a person's turn: against a computer, both moves.

        If the opponent has to agree, propose it.
        """
        if self.shared is not None:
            return self.propose("take-back", who=who, at=at)
        game = self.game
        if not game.can_undo:
            return [Refuse(_("There is no move to undo."))]
        if game.ending is not None and game.ending.in_force:
            if game.ending.reason is Reason.TIME:
                self.spent = 0.0  # or the game would end again immediately
            return self._travel(game.undo, at, pause=not self.humans)
        target = self._last_move_of(*self.humans)
        if target is None:
            return [Refuse(_("You have no move to undo."))]
        return self._travel(lambda: game.go_to(target), at, pause=not self.humans)

    def redo(self, *, at: float = 0.0) -> Instructions:
        """Redo undone moves up to a person's turn."""
        if self.shared is not None:
            return [_shared()]
        if not self.game.can_redo:
            return [Refuse(_("There is no move to redo."))]

        def forward() -> None:
            self.game.redo()
            while self.humans and self.game.can_redo and self.seat_to_move.is_computer:
                self.game.redo()

        return self._travel(forward, at, pause=not self.humans)

    def go_to(self, ply: int, *, at: float = 0.0) -> Instructions:
        """Show another position; a computer to move there waits for ``resume``."""
        if self.shared is not None:
            return [_shared()]
        last = self.game.ply + len(self.game.future)
        if not 0 <= ply <= last:
            why = _("This game has positions 0 to {last}, not {ply}.", last=last, ply=ply)
            return [Refuse(why)]
        target = self.game.resting_ply(ply, ply - self.game.ply)
        return self._travel(lambda: self.game.go_to(target), at, pause=True)

    # --- Seats -----------------------------------------------------------------------------------

    def join(self, color: Color, seat: Seat, *, at: float = 0.0) -> Instructions:
        assert self.shared is not None
        if self.is_over:
            return [self._over()]
        if color in self.seats:
            return [Refuse(_("This seat is taken. You can watch the game."), "seat-taken")]
        if self.color_of(seat.key) is not None:
            return [Refuse(_("You are already a player of this game."), "already-seated")]
        if self.shared.terms.rated and not seat.member:
            why = _("This game is rated. Choose a name in the Club first.")
            return [Refuse(why, "no-member")]
        self.seats[color] = seat
        self.game.info[color.value] = seat.name
        return [Redraw()]

    def swap(self, *, at: float = 0.0) -> Instructions:
        """Swap the seats; people keep their names."""
        if self.shared is not None:
            return [_shared()]
        self.seats = {color: self.seats[color.opponent] for color in Color}
        info = self.game.info
        names = {color.value: info.pop(color.opponent.value, "") for color in Color}
        info |= {color: name for color, name in names.items() if name}
        return self._reseated(at)

    def change_seat(self, color: Color, player: str, *, at: float = 0.0) -> Instructions:
        """Give a side a new player: ``human``, or the text of an opponent."""
        if self.shared is not None:
            return [_shared()]
        self.seats[color] = Seat(player)
        self.game.info.pop(color.value, None)
        return self._reseated(at)

    def present(self, color: Color, here: bool, *, at: float) -> Instructions:
        """Record that a remote player connected or has been disconnected for a while."""
        assert self.shared is not None
        if (self.shared.gone(color) is None) == here:
            return []
        gone, back = (None, at) if here else (at, self.shared.returned(color))
        if color is Color.BLACK:
            self.shared = replace(self.shared, gone_black=gone, returned_black=back)
        else:
            self.shared = replace(self.shared, gone_white=gone, returned_white=back)
        return [Redraw()]

    # --- Stopping --------------------------------------------------------------------------------

    def pause(self, *, at: float = 0.0) -> Instructions:
        """Stop the thinking computer, or a game between computers."""
        if self.shared is not None or self.game.is_over or self.paused or len(self.humans) == 2:
            return []
        self.paused = True
        self._set_clock(at)
        return [*self._cancel(), Redraw()]

    def resume(self, *, at: float = 0.0) -> Instructions:
        if not self.paused:
            return []
        self.paused = False
        self._set_clock(at)
        return [Redraw(), *self._next()]

    def resign(
        self, *, who: str = "", at: float = 0.0, failure: Failure | None = None
    ) -> Instructions:
        """Resign for a person; on one screen the one to move, or the only one.

        A remote program with a ``failure`` forfeits, as in the arena.
        """
        refusal = self._cannot_act(who)
        if refusal is not None:
            return [refusal]
        game, loser = self.game, self.color_of(who)
        if self.shared is None:
            if not self.humans:
                return [Refuse(_("Both players are computers, so you cannot resign."))]
            loser = game.turn if game.turn in self.humans else self.humans[0]
        stop = self._cancel()
        if self._is_too_short:
            return [*stop, *self.call_off(at=at)]
        if failure is None or self.shared is None:
            game.resign(loser)
        else:
            assert loser is not None
            game.end(loser, Reason.FORFEIT)
            self.shared = replace(self.shared, failure=failure)
        return [*stop, *self._ended(at)]

    def claim(self, *, who: str, at: float) -> Instructions:
        """Award the game to a player whose opponent left."""
        refusal = self._cannot_act(who)
        color = self.color_of(who)
        if refusal is not None or color is None:
            return [refusal or _shared()]
        may = self.may_claim_at(color)
        if may is None or at < may:
            name = self._name(color.opponent)
            if may is None:
                why = _("{player} is here. You cannot claim the win.", player=name)
            else:
                why = _("{player} may come back. Wait a minute, then try again.", player=name)
            return [Refuse(why, "not-gone")]
        if self._is_too_short:
            return self.call_off(at=at)
        self.game.end(color.opponent, Reason.ABSENCE)
        return self._ended(at)

    def may_claim_at(self, color: Color) -> float | None:
        """Return when a side may claim the game; None while the opponent is present or has days."""
        gone = None if self.shared is None else self.shared.gone(color.opponent)
        if self.shared is None or gone is None or not self.is_running or self.has_days:
            return None
        # The wait starts only when this player is present as well.
        return max(gone, self.shared.returned(color)) + GONE

    def call_off(self, *, at: float = 0.0) -> Instructions:
        """End a shared game without a result."""
        assert self.shared is not None
        if self.is_over:
            return [self._over()]
        self.shared = replace(self.shared, proposal=None, declined=(), called_off=True)
        self._set_clock(at)
        return [Redraw()]

    # --- Proposals -------------------------------------------------------------------------------

    def why_not_propose(self, color: Color, wish: Wish) -> Refuse | None:
        """Return why a side may not propose something now; None if it may."""
        shared = self.shared
        assert shared is not None
        if shared.terms.event:
            return Refuse(_("You cannot propose this in a game of an event."), "event")
        if shared.called_off or (wish != "rematch" and self.is_over):
            return self._over()
        if wish == "rematch" and not self.game.is_over:
            return Refuse(_("This game is not over yet."), "not-over")
        if wish == "rematch" and shared.another is not None:
            return Refuse(_("The rematch has already started."), "game-over")
        if wish == "take-back":
            if len(self.seats) < 2:
                return _waiting()
            if not shared.terms.takebacks:
                return Refuse(_("This game does not allow undo."), "no-take-backs")
            if self._last_move_of(color) is None:
                return Refuse(_("You have no move to undo."), "nothing-to-take-back")
        proposal = shared.proposal
        if proposal is not None and proposal.by is color:
            return Refuse(_("Your opponent has not answered your last proposal yet."), "asked")
        # If the opponent undid a move first, this would undo the wrong one.
        if proposal is not None and (proposal.wish != wish or wish == "take-back"):
            return Refuse(_("Answer your opponent's proposal first."), "answer-first")
        if Proposal(wish, color) in shared.declined:
            name = self._name(color.opponent)
            return Refuse(_("{player} has declined this proposal.", player=name), "declined")
        return None

    def propose(self, wish: Wish, *, who: str, at: float) -> Instructions:
        """Make a proposal to the opponent."""
        color = self.color_of(who)
        if self.shared is None or color is None:
            return [_shared() if self.shared is None else _watching()]
        refusal = self.why_not_propose(color, wish)
        if refusal is not None:
            return [refusal]
        if self.shared.proposal == Proposal(wish, color.opponent):
            return self.agree(True, who=who, at=at)  # both players proposed the same
        if wish == "abort" and not self._abort_needs_consent(color, at):
            return self.call_off(at=at)
        self.shared = replace(self.shared, proposal=Proposal(wish, color))
        return [Redraw()]

    def agree(self, yes: bool, *, who: str, at: float) -> Instructions:
        """Answer the opponent's proposal, or withdraw the player's own with False."""
        color = self.color_of(who)
        if self.shared is None or color is None:
            return [_shared() if self.shared is None else _watching()]
        proposal = self.shared.proposal
        if proposal is None:
            return [Refuse(_("There is no proposal to answer."), "nothing-proposed")]
        if yes and proposal.by is color:
            return [Refuse(_("Only your opponent can answer your proposal."), "own-proposal")]
        if not yes:
            declined = self.shared.declined
            if proposal.by is not color:
                declined = (*declined, proposal)
            self.shared = replace(self.shared, proposal=None, declined=declined)
            return [Redraw()]
        if proposal.wish == "abort":
            return self.call_off(at=at)
        self.shared = replace(self.shared, proposal=None)
        if proposal.wish == "rematch":
            return [Redraw(), self._another()]
        target = self._last_move_of(proposal.by)
        assert target is not None  # a move cancels proposals
        self.game.go_to(target)
        self.game = self.game.branch()
        self._moved(at)
        return [Redraw()]

    def say(self, phrase: str, *, who: str) -> Instructions:
        if phrase not in PHRASES:
            why = _(
                "This is not one of the phrases. Choose from: {phrases}.", phrases=listed(PHRASES)
            )
            return [Refuse(why, "no-such-phrase")]
        return self._say(who, phrase, "")

    def write(self, text: str, *, who: str) -> Instructions:
        """Send a message to the opponent; the server decides whether chat is allowed."""
        return self._say(who, "", text)

    # --- Private ---------------------------------------------------------------------------------

    def _cannot_act(self, who: str) -> Refuse | None:
        """Return why a player cannot act in this game; None if they can."""
        if self.shared is not None and self.color_of(who) is None:
            return _watching()
        if self.is_over:
            return self._over()
        return _waiting() if len(self.seats) < 2 else None

    def _move(
        self, square: Square, seconds: float | None, at: float, *, by_person: bool
    ) -> Instructions:
        game = self.game
        before = game.ply
        game.play(square, seconds=seconds)
        if self.paused and by_person and self.seat_to_move.is_computer:
            self.paused = False  # playing on ends the pause
        self._moved(at)
        passes = [AnnouncePass(ply.color) for ply in game.history[before + 1 :] if ply.is_pass]
        return [Redraw(), *passes, *self._next()]

    def _moved(self, at: float) -> None:
        """Cancel proposals and start a new turn after the position changed."""
        shared = self.shared
        if shared is not None and (shared.proposal is not None or shared.declined):
            self.shared = replace(shared, proposal=None, declined=())
        self._turn = -1  # a new turn, even with the number of an undone one
        self._set_clock(at)

    def _next(self) -> Instructions:
        """Announce the end, ask the computer to move, or wait for a person."""
        game = self.game
        outcome = game.outcome
        if outcome is not None:
            return [Finished(outcome)]
        if self.paused or self.pending is not None or len(self.seats) < 2:
            return []
        seat = self.seat_to_move
        if not seat.is_computer:
            return []
        self.pending = self.next_ticket
        self.next_ticket += 1
        return [Ask(self.pending, game.turn, seat.player, game.board, game.moves_from_start)]

    def _cancel(self) -> Instructions:
        if self.pending is None:
            return []
        ticket, self.pending = self.pending, None
        return [StopAsking(ticket)]

    def _fail(self, problem: str, at: float) -> Instructions:
        self.paused = True
        self._set_clock(at)
        return [Redraw(), ReportFailure(self.game.turn, self.seat_to_move.player, problem)]

    def _travel(self, change: Callable[[], None], at: float, *, pause: bool) -> Instructions:
        stop = self._cancel()
        change()
        self.paused = pause and self.seat_to_move.is_computer and not self.game.is_over
        self._set_clock(at)
        # Do not announce the end again when stepping through a finished game.
        return [*stop, Redraw(), *([] if self.game.is_over else self._next())]

    def _reseated(self, at: float) -> Instructions:
        if self.humans:
            self.paused = False  # a game between computers stays paused
        self._set_clock(at)
        return [*self._cancel(), Redraw(), *([] if self.game.is_over else self._next())]

    def _ended(self, at: float) -> Instructions:
        if self.shared is not None:
            self.shared = replace(self.shared, proposal=None, declined=())
        self._set_clock(at)
        return [Redraw(), *self._next()]

    def _say(self, who: str, phrase: str, text: str) -> Instructions:
        color = self.color_of(who)
        if self.shared is None or color is None:
            return [_shared() if self.shared is None else _watching()]
        if len(self.seats) < 2:
            return [_waiting()]
        said = self.shared.said
        number = said[-1].number + 1 if said else 1
        kept = (*said, Said(number, color, phrase, text))[-SAID_KEPT:]
        self.shared = replace(self.shared, said=kept)
        return [Redraw()]

    @property
    def _moves_made(self) -> int:
        return sum(not ply.is_pass for ply in self.game.history)

    @property
    def _is_too_short(self) -> bool:
        """True for a rated game that does not count yet; a player cannot lose it by giving up."""
        terms = None if self.shared is None else self.shared.terms
        few = self._moves_made < RATED_FROM
        return terms is not None and terms.rated and not terms.event and few

    @property
    def _free_moves(self) -> int:
        return 0 if self.shared is not None and self.shared.terms.event else FREE_MOVES

    def _abort_needs_consent(self, color: Color, at: float) -> bool:
        claim = self.may_claim_at(color)
        away = claim is not None and at >= claim
        return len(self.seats) == 2 and self._moves_made >= FREE_MOVES and not away

    def _another(self) -> BeginAnother:
        seats = {color.opponent: seat for color, seat in self.seats.items()}
        info = self.game.info | {color.value: seat.name for color, seat in seats.items()}
        return BeginAnother(Game(self.game.start, clock=self.game.clock, info=info), seats)

    def _last_move_of(self, *colors: Color) -> int | None:
        """Return the ply before the last move of these sides, or of either by default."""
        history = self.game.history
        for ply in range(len(history) - 1, -1, -1):
            made: Ply = history[ply]
            if not made.is_pass and (not colors or made.color in colors):
                return ply
        return None

    def _over(self) -> Refuse:
        if self.shared is not None and self.shared.called_off:
            why = _("This game was aborted.")
        else:
            why = _("This game is already over: {outcome}.", outcome=self.game.outcome)
        return Refuse(why, "game-over")

    def _name(self, color: Color) -> str:
        return self.seats[color].name if color in self.seats else str(color)
