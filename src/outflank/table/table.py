"""A table: a sitting, what is seen of it, and the way from its instructions to who does them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from outflank.game import Game
from outflank.sitting import SeatView, Sitting, View, describe, view_of
from outflank.sitting import messages as m
from outflank.study import cannot_study, opening_name


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

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.sitting.game

    def view(self, told: Iterable[m.Instruction] = ()) -> View:
        """What there is to see, also of what the sitting has just told."""
        return view_of(
            self.sitting,
            told,
            describe=self._describe,
            opening=opening_name(self.game) or None,
            can_study=cannot_study(self.game.size) is None,
        )

    def carry_out(self, told: Iterable[m.Instruction]) -> None:
        """Do what the sitting says; the game has been kept."""
        for instruction in told:
            match instruction:
                case m.Ask():
                    self.ask(instruction)
                case m.StopAsking(ticket=ticket):
                    self.stop(ticket)
                case _:
                    self.tell(instruction)

    @abstractmethod
    def ask(self, question: m.Ask) -> None:
        """Have a computer player asked."""

    @abstractmethod
    def stop(self, ticket: int) -> None:
        """Let nobody hear the answer to a question any more."""

    @abstractmethod
    def tell(self, instruction: m.Instruction) -> None:
        """Let people see or read it."""
