"""One sitting at the board: what every click, key and answer means, decided once for all screens.

A sitting is a pure state machine. A screen hands it an event and carries out the instructions that
come back; the sitting itself has no thread, no clock and no input or output.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from outflank.board import Color, IllegalMove, InvalidSquare
from outflank.game import Game, Ply
from outflank.sitting import messages as m

HUMAN = "human"
"""The seat of a person; every other seat is the text of an opponent, such as ``positional``."""

Instructions: TypeAlias = list[m.Instruction]


class Sitting:
    """A game, who sits where, and whose answer is awaited.

    >>> from outflank.board import parse_square
    >>> sitting = Sitting(Game(), {Color.BLACK: "human", Color.WHITE: "greedy"})
    >>> sitting.begin()
    [Redraw()]
    >>> redraw, ask = sitting.handle(m.SquareChosen(parse_square("f5")))
    >>> ask.color, ask.seat
    (<Color.WHITE: 'white'>, 'greedy')
    >>> sitting.handle(m.Answered(ask.ticket, parse_square("d6")))
    [Redraw()]
    """

    def __init__(
        self,
        game: Game,
        seats: Mapping[Color, str],
        *,
        paused: bool = False,
        pending: int | None = None,
        next_ticket: int = 1,
    ) -> None:
        self.game = game
        self.seats = {color: seats[color] for color in Color}
        self.paused = paused
        """Whether a computer's turn waits until somebody says ``Resume``."""
        self.pending = pending
        """The ticket of the question that is being thought about."""
        self.next_ticket = next_ticket
        """Tickets never repeat within a game; a screen without memory keeps this number."""

    # --- What a screen may ask -------------------------------------------------------------------

    @property
    def seat_to_move(self) -> str:
        """Who sits at the side to move."""
        return self.seats[self.game.turn]

    @property
    def waits_for_human(self) -> bool:
        """Whether a person is to move."""
        return not self.game.is_over and self.seat_to_move == HUMAN

    @property
    def humans(self) -> list[Color]:
        """The sides that people play."""
        return [color for color, seat in self.seats.items() if seat == HUMAN]

    @property
    def worth_keeping(self) -> bool:
        """Whether somebody would miss the game: a person plays it, and it is not over."""
        moves = self.game.history or self.game.future
        return bool(self.humans and moves) and not self.game.is_over

    def rewrites(self, event: m.Event) -> bool:
        """Whether an event goes on from an earlier position of a finished game.

        The rest of its record would be lost: a screen that keeps records goes on in a copy.
        """
        if self.game.is_over or self.game.final_outcome is None:
            return False
        return not isinstance(event, m.Undo | m.Redo | m.GoTo | m.Stop | m.Failed)

    # --- Events ----------------------------------------------------------------------------------

    def begin(self) -> Instructions:
        """Start, or come back to, the game; whoever was thinking about it is asked anew."""
        self.pending = None
        passes: Instructions = [m.AnnouncePass(ply.color) for ply in self._closing_passes()]
        return [m.Redraw(), *passes, *self._next()]

    def handle(self, event: m.Event) -> Instructions:
        """Take an event in; give back what to do now."""
        if isinstance(event, m.SquareChosen | m.Answered):
            self._refuse_untimed(event.seconds)
        match event:
            case m.SquareChosen():
                return self._square_chosen(event)
            case m.Answered():
                return self._answered(event)
            case m.Failed():
                return self._failed(event)
            case m.Undo():
                return self._undo()
            case m.Redo():
                return self._redo()
            case m.GoTo():
                return self._go_to(event)
            case m.SwapSeats():
                return self._swap_seats()
            case m.ChangeSeat():
                return self._change_seat(event)
            case m.Resign():
                return self._resign()
            case m.TimeOut():
                return self._time_out(event)
            case m.Stop():
                return self._stop()
            case m.Resume():
                return self._resume()

    def _square_chosen(self, event: m.SquareChosen) -> Instructions:
        outcome = self.game.outcome
        if outcome is not None:
            return [m.Refuse(f"This game is already over: {outcome}.")]
        if not self.waits_for_human:
            waiting = "is paused" if self.paused else "is thinking"
            return [m.Refuse(f"It is {self.game.turn}'s turn, and {self.seat_to_move} {waiting}.")]
        return self._play(event.square, event.seconds)

    def _answered(self, event: m.Answered) -> Instructions:
        if event.ticket != self.pending:
            return []  # for a position that is gone
        self.pending = None
        try:
            return self._play(event.square, event.seconds, strict=True)
        except (IllegalMove, InvalidSquare) as error:
            return self._fail(f"answered with an illegal move: {error}")

    def _failed(self, event: m.Failed) -> Instructions:
        if event.ticket != self.pending:
            return []
        self.pending = None
        return self._fail(event.problem)

    def _undo(self) -> Instructions:
        """Take back to where a person was to move: against a computer, both moves."""
        if not self.game.can_undo:
            return [m.Refuse("There is no move to take back.")]
        if self.game.ending is not None and self.game.ending.in_force:
            return self._travel(self.game.undo, pause=not self.humans)
        target = self._turn_of_a_person_before()
        if target is None:
            return [m.Refuse("There is no move of yours to take back.")]
        return self._travel(lambda: self.game.go_to(target), pause=not self.humans)

    def _redo(self) -> Instructions:
        """Make again what was taken back, up to where a person is to move."""
        if not self.game.can_redo:
            return [m.Refuse("There is no move to make again.")]

        def forward() -> None:
            self.game.redo()
            while self.humans and self.game.can_redo and self.seat_to_move != HUMAN:
                self.game.redo()

        return self._travel(forward, pause=not self.humans)

    def _go_to(self, event: m.GoTo) -> Instructions:
        """Look at an earlier or later position; a computer to move there waits for ``Resume``."""
        last = self.game.ply + len(self.game.future)
        if not 0 <= event.ply <= last:
            return [m.Refuse(f"This game has positions 0 to {last}; {event.ply} is not one.")]
        ply = self.game.resting_ply(event.ply, event.ply - self.game.ply)
        return self._travel(lambda: self.game.go_to(ply), pause=True)

    def _swap_seats(self) -> Instructions:
        black, white = self.seats[Color.BLACK], self.seats[Color.WHITE]
        self.seats = {Color.BLACK: white, Color.WHITE: black}
        info = self.game.info  # has people's names, who take them along
        names = {color.value: info.pop(color.opponent.value, "") for color in Color}
        info |= {color: name for color, name in names.items() if name}
        return self._reseated()

    def _change_seat(self, event: m.ChangeSeat) -> Instructions:
        self.seats[event.color] = event.seat
        return self._reseated()

    def _resign(self) -> Instructions:
        """The person to move gives up; against a computer, the person does, whoever is to move."""
        outcome = self.game.outcome
        if outcome is not None:
            return [m.Refuse(f"This game is already over: {outcome}.")]
        if not self.humans:
            return [m.Refuse("No person is playing, so there is nobody to resign.")]
        loser = self.game.turn if self.game.turn in self.humans else self.humans[0]
        stop = self._cancel()
        self.game.resign(loser)
        return [*stop, m.Redraw(), *self._next()]

    def _time_out(self, event: m.TimeOut) -> Instructions:
        if self.game.is_over or self.game.clock is None or event.color is not self.game.turn:
            return []
        stop = self._cancel()
        self.game.time_out()
        return [*stop, m.Redraw(), *self._next()]

    def _stop(self) -> Instructions:
        if self.game.is_over or self.paused or not self._has_computer:
            return []
        self.paused = True
        return [*self._cancel(), m.Redraw()]

    def _resume(self) -> Instructions:
        if not self.paused:
            return []
        self.paused = False
        return [m.Redraw(), *self._next()]

    # --- Inside ----------------------------------------------------------------------------------

    def _refuse_untimed(self, seconds: float | None) -> None:
        if self.game.clock is not None and seconds is None:
            raise ValueError("this game has a clock: say with the move how many seconds it took")

    @property
    def _has_computer(self) -> bool:
        return len(self.humans) < 2

    def _play(self, square: int, seconds: float | None, *, strict: bool = False) -> Instructions:
        before = self.game.ply
        try:
            self.game.play(square, seconds=seconds)
        except (IllegalMove, InvalidSquare) as error:
            if strict:
                raise
            return [m.Refuse(f"{error}.")]
        if self.seats[self.game.turn] != HUMAN and self.paused and not strict:
            self.paused = False  # a person who plays on wants an answer
        passes: Instructions = [
            m.AnnouncePass(ply.color) for ply in self.game.history[before + 1 :] if ply.is_pass
        ]
        return [m.Redraw(), *passes, *self._next()]

    def _next(self) -> Instructions:
        """Ask the computer to move, tell the end, or wait for a person."""
        outcome = self.game.outcome
        if outcome is not None:
            return [m.Finished(outcome)]
        if self.seat_to_move == HUMAN or self.paused or self.pending is not None:
            return []
        self.pending = self.next_ticket
        self.next_ticket += 1
        game = self.game
        return [m.Ask(self.pending, game.turn, self.seat_to_move, game.board, game.way)]

    def _cancel(self) -> Instructions:
        if self.pending is None:
            return []
        ticket, self.pending = self.pending, None
        return [m.StopAsking(ticket)]

    def _fail(self, problem: str) -> Instructions:
        self.paused = True
        return [m.Redraw(), m.ReportFailure(self.game.turn, self.seat_to_move, problem)]

    def _travel(self, move_in_time: Callable[[], None], *, pause: bool) -> Instructions:
        stop = self._cancel()
        move_in_time()
        self.paused = pause and self.seat_to_move != HUMAN and not self.game.is_over
        # Whoever looks through a finished game knows how it ended.
        return [*stop, m.Redraw(), *([] if self.game.is_over else self._next())]

    def _reseated(self) -> Instructions:
        if self.humans:
            self.paused = False  # whoever sits down plays; a show between computers stays stopped
        return [*self._cancel(), m.Redraw(), *([] if self.game.is_over else self._next())]

    def _turn_of_a_person_before(self) -> int | None:
        """The ply of the last position, before the current one, where a person made a move."""
        history = self.game.history
        for ply in range(len(history) - 1, -1, -1):
            made = history[ply]
            if not made.is_pass and (not self.humans or self.seats[made.color] == HUMAN):
                return ply
        return None

    def _closing_passes(self) -> list[Ply]:
        return [ply for ply in self.game.history[-1:] if ply.is_pass]
