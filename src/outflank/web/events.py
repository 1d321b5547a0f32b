"""What happens at the tables, as the server's log tells it: who plays whom, saves, results.

Moves are told at the level DEBUG, which ``outflank serve --log-moves`` asks for.
"""

import hashlib
import logging

from outflank.board import Color, counted
from outflank.sitting import HUMAN, Ply, Reason, Sitting
from outflank.sitting import messages as m

logger = logging.getLogger("outflank.events")


def mark(visitor: str | None) -> str:
    """A visitor's short mark: the same for all requests of one, and useless for playing as them."""
    return "-" if visitor is None else hashlib.sha256(visitor.encode()).hexdigest()[:8]


def begun(visitor: str, sitting: Sitting) -> None:
    """Somebody sat down to a game."""
    game = sitting.game
    logger.info(
        "%s game begun: %s against %s on %d×%d",
        mark(visitor),
        *(_name(sitting, color) for color in Color),
        game.size,
        game.size,
    )


def moved(visitor: str, sitting: Sitting, made: Ply) -> None:
    """Somebody made a move."""
    name = _name(sitting, made.color)
    logger.debug("%s %s (%s) played %s", mark(visitor), name, made.color, made.name)


def told(visitor: str, sitting: Sitting, instruction: m.Instruction) -> None:
    """A sitting told of a pass, a failure or the end."""
    match instruction:
        case m.AnnouncePass(color=color):
            name = _name(sitting, color)
            logger.info("%s %s (%s) has no move and passes", mark(visitor), name, color)
        case m.ReportFailure(color=color, problem=problem):
            name = _name(sitting, color)
            logger.error("%s %s (%s) cannot move: %s", mark(visitor), name, color, problem)
        case m.Finished():
            logger.info("%s %s", mark(visitor), _result(sitting))


def kept(visitor: str, what: str, name: str) -> None:
    """A game was saved or loaded under a name."""
    logger.info("%s game %s as %r", mark(visitor), what, name)


def recovered(visitor: str, before: str) -> None:
    """Somebody came from another browser, with a code or a password."""
    logger.info("%s came to the browser of %s", mark(visitor), mark(before))


def _result(sitting: Sitting) -> str:
    """ "You beat greedy 36–28 after 31 moves", and the whole sentence where that is not all."""
    outcome = sitting.game.outcome
    assert outcome is not None
    moves = sum(not ply.is_pass for ply in sitting.game.history)
    after = f"after {counted(moves, 'move')}"
    more, less = sorted((outcome.black, outcome.white), reverse=True)
    if outcome.winner is None:
        both = " and ".join(_name(sitting, color) for color in Color)
        told, plain = f"{both} drew {more}–{less} {after}", f"Draw, {more}–{less}"
    else:
        winner, loser = (
            _name(sitting, color) for color in (outcome.winner, outcome.winner.opponent)
        )
        loser = "you" if loser == "You" else loser
        score = f" {more}–{less}" if outcome.reason is Reason.NO_MOVES else ""
        told = f"{winner} beat {loser}{score} {after}"
        plain = f"{outcome.winner} wins {more}–{less}"
    return told if str(outcome) == plain else f"{told} ({outcome})"


def _name(sitting: Sitting, color: Color) -> str:
    seat = sitting.seats[color]
    if seat != HUMAN:
        return seat
    return "You" if sitting.seats[color.opponent] != HUMAN else str(color)
