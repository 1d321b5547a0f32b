"""Computer players that are asked on the spot, for a screen that waits for their answer."""

from outflank.board import Color
from outflank.players import Player, PlayerFailed, ask
from outflank.sitting import PlayerMaker, TimeLeft
from outflank.sitting import messages as m


class Thinkers:
    """Players, each made when it is first asked and kept for its next question."""

    def __init__(self, make_player: PlayerMaker) -> None:
        self._make_player = make_player
        self._players: dict[tuple[Color, str, int], Player] = {}

    def answer(self, question: m.Ask, left: TimeLeft | None = None) -> m.Answered | m.Failed:
        """The answer to a question; ``left`` is what the player has on its clock, if any."""
        key = (question.color, question.seat, question.board.size)
        try:
            if key not in self._players:
                self._players[key] = self._make_player(*key)
            player = self._players[key]
            square = ask(player, question.board, question.seat, left, way=question.way)
        except (PlayerFailed, ValueError) as error:
            return m.Failed(question.ticket, str(error))
        return m.Answered(question.ticket, square)
