"""A table: a sitting, what is seen of it, and the way from its instructions to who does them."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable

from outflank.sitting import Game, SeatView, Sitting, View, describe, view_of
from outflank.sitting import messages as m
from outflank.study import opening_name


class Table(ABC):
    """Where one game is played; the same for all screens.

    Something happens, the sitting says what that means, the game is kept, and only then anybody is
    told or begins to think. How a game is kept, who thinks and who is told, a runner knows:
    ``OpenTable`` for screens that stay open, ``StoredTable`` of the web for a request, and
    ``PlainGame`` of the terminal for lines.
    """

    def __init__(
        self, sitting: Sitting, *, describe: Callable[[str, int], SeatView] = describe
    ) -> None:
        self.sitting = sitting
        self._describe = describe
        self._todo: deque[m.Instruction] = deque()
        self.busy = False
        """Whether instructions are being carried out at this moment."""

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.sitting.game

    def look(self, told: Iterable[m.Instruction] = ()) -> View:
        """What there is to see, also of what the sitting has just told."""
        return view_of(
            self.sitting,
            told,
            describe=self._describe,
            opening=opening_name(self.game) or None,
        )

    def begin(self) -> None:
        """Start, or go on with, the game on the table."""
        self.happened(self.sitting.begin())

    def handle(self, event: m.Event) -> None:
        """Something happened: let the sitting decide, and do what it says."""
        self.happened(self.sitting.handle(event))

    def happened(self, told: Iterable[m.Instruction]) -> None:
        """Keep the game, then carry out what the sitting told."""
        self.keep()
        self.carry_out(told)

    def carry_out(self, told: Iterable[m.Instruction]) -> None:
        """Do what the sitting says; what is said meanwhile waits for its turn."""
        self._todo.extend(told)
        if self.busy:
            return
        self.busy = True
        try:
            while self._todo:
                self._do(self._todo.popleft())
        finally:
            self.busy = False

    def _do(self, instruction: m.Instruction) -> None:
        match instruction:
            case m.Ask():
                self.ask(instruction)
            case m.StopAsking(ticket=ticket):
                self.stop(ticket)
            case _:
                self.tell(instruction)

    @abstractmethod
    def keep(self) -> None:
        """Have the game on the disk before anybody sees what happened."""

    @abstractmethod
    def ask(self, question: m.Ask) -> None:
        """Have a computer player asked."""

    @abstractmethod
    def stop(self, ticket: int) -> None:
        """Let nobody hear the answer to a question any more."""

    @abstractmethod
    def tell(self, instruction: m.Instruction) -> None:
        """Let people see or read it."""
