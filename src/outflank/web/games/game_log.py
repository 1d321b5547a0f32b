"""Game events in the server's log: players, saves, results.

Moves are logged at level DEBUG, which ``outflank serve --log-moves`` enables.
"""

import logging

from outflank.board import Color
from outflank.game import Ply, Reason
from outflank.play import instructions as do
from outflank.play.session import GameSession
from outflank.translation import ENGLISH, speaking
from outflank.web.http.visitors import mark

logger = logging.getLogger("outflank.events")


def begun(visitor: str, session: GameSession) -> None:
    game = session.game
    logger.info(
        "%s game started: %s against %s on %d×%d",
        mark(visitor),
        *(_name(session, color) for color in Color),
        game.size,
        game.size,
    )


def moved(visitor: str, session: GameSession, made: Ply) -> None:
    name = _name(session, made.color)
    logger.debug("%s %s (%s) played %s", mark(visitor), name, _side(made.color), made.name)


def refused(visitor: str, move: str, reason: str) -> None:
    logger.info("%s move %r rejected: %s", mark(visitor), move, reason)


def instructed(visitor: str, session: GameSession, instruction: do.Instruction) -> None:
    """Log a pass, a failure or the end of a game."""
    match instruction:
        case do.AnnouncePass(color=color):
            name = _name(session, color)
            logger.info("%s %s (%s) has no move and passes", mark(visitor), name, _side(color))
        case do.ReportFailure(color=color, problem=problem):
            name = _name(session, color)
            logger.error("%s %s (%s) cannot move: %s", mark(visitor), name, _side(color), problem)
        case do.Finished():
            logger.info("%s %s", mark(visitor), _result(session))


def kept(visitor: str, what: str, name: str) -> None:
    logger.info("%s game %s as %r", mark(visitor), what, name)


def recovered(visitor: str, before: str) -> None:
    """Log that a visitor came from another browser with a code or a password."""
    logger.info("%s moved to another browser, formerly %s", mark(visitor), mark(before))


def _result(session: GameSession) -> str:
    """Return a result such as "You beat greedy 36–28 after 31 moves", with any special reason."""
    outcome = session.game.outcome
    assert outcome is not None
    moves = sum(not ply.is_pass for ply in session.game.history)
    after = f"after {moves} move{'s' * (moves != 1)}"
    more, less = sorted((outcome.black, outcome.white), reverse=True)
    if outcome.winner is None:
        both = " and ".join(_name(session, color) for color in Color)
        told, plain = f"{both} drew {more}–{less} {after}", f"Draw, {more}–{less}"
    else:
        winner, loser = (
            _name(session, color) for color in (outcome.winner, outcome.winner.opponent)
        )
        loser = "you" if loser == "You" else loser
        score = f" {more}–{less}" if outcome.reason is Reason.NO_MOVES else ""
        told = f"{winner} beat {loser}{score} {after}"
        plain = f"{outcome.winner.value.capitalize()} wins {more}–{less}"
    with speaking(ENGLISH):
        return told if str(outcome) == plain else f"{told} ({outcome})"


def _name(session: GameSession, color: Color) -> str:
    seat = session.seats[color]
    if seat.is_computer:
        return seat.player
    if seat.elsewhere:
        return seat.name
    return "You" if session.seats[color.opponent].is_computer else _side(color)


def _side(color: Color) -> str:
    return color.value.capitalize()
