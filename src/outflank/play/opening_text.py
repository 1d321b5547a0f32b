"""The opening of a game as screens show it: its name, and how far a chosen opening was played."""

from outflank.openings.names import opening_name
from outflank.play.session import GameSession
from outflank.players import InvalidSetting, UnknownOpponent, find_opponent
from outflank.players.engine import OPENINGS, EnginePlayer


def opening_of_player(seat: str) -> str:
    """Return the opening that a computer player is set to play; empty if there is none.

    >>> opening_of_player("engine:level=3,opening=tiger"), opening_of_player("greedy")
    ('tiger', '')
    """
    if "opening=" not in seat:
        return ""
    try:
        opponent, settings = find_opponent(seat)
    except (UnknownOpponent, InvalidSetting):
        return ""
    number = settings.get("opening", 0) if opponent.make is EnginePlayer else 0
    return OPENINGS[int(number)] if number else ""


def opening_text(session: GameSession) -> str | None:
    """Return the opening's name, and whether chosen openings are forced, left or over."""
    chosen = dict.fromkeys(opening_of_player(seat.player) for seat in session.seats.values())
    states = [_state_of(session, name) for name in chosen if name]
    return " · ".join(filter(None, [opening_name(session.game), *states])) or None


def _state_of(session: GameSession, name: str) -> str:
    from outflank.openings.chosen import chosen_opening  # lazy: few games need it

    return chosen_opening(session.game, name).sentence
