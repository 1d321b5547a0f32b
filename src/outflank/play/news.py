"""What the players of a shared game should know, one sentence each, and what they can do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from outflank.board import Color
from outflank.play.session import GameSession
from outflank.play.shared import FAILED, Wish

TableAction = Literal["agree", "decline", "withdraw", "invite", "close", "claim", "call-off"]
TABLE_ACTIONS: Mapping[TableAction, str] = {
    "agree": "Agree",
    "decline": "Decline",
    "withdraw": "Withdraw",
    "invite": "Invitation…",
    "close": "Close the table",
    "claim": "Claim the game",
    "call-off": "Call it off",
}
"""What one can do about a piece of news, and what a button for it says."""
_WANTS: Mapping[Wish, str] = {
    "take-back": "would like to take back the last move",
    "rematch": "would like to play again, with the other colour",
    "abort": "would like to call the game off",
}
_ASKED: Mapping[Wish, str] = {
    "take-back": "to take back a move",
    "rematch": "to play again",
    "abort": "to call the game off",
}
_REFUSED: Mapping[Wish, str] = {
    "take-back": "have the move taken back",
    "rematch": "play again now",
    "abort": "call the game off",
}


@dataclass(frozen=True, slots=True)
class NewsView:
    """Something to know, and what whoever reads it can do about it."""

    sentence: str
    actions: Sequence[TableAction] = ()


def wish_sentence(session: GameSession, wish: Wish, by: Color) -> str:
    return f"{session.seats[by].name} {_WANTS[wish]}."


def news_of(session: GameSession, viewer: Color | None) -> list[NewsView]:
    """What the player of a side, or a watcher, should know besides who is away."""
    shared = session.shared
    assert shared is not None
    news = []
    if shared.called_off:
        news.append(NewsView("The game was called off; it does not count."))
    outcome = session.game.outcome
    if shared.failure is not None and outcome is not None and outcome.winner is not None:
        name = session.seats[outcome.winner.opponent].name
        news.append(NewsView(f"{name} {FAILED[shared.failure.kind]}."))
    if session.free is not None and viewer is not None:
        waiting = "Waiting for somebody to take the other seat."
        news.append(NewsView(waiting, ("invite", "close")))
    asked = shared.proposal
    if asked is not None and asked.by is viewer:
        sentence = f"You have asked {_ASKED[asked.wish]}; waiting for the answer."
        news.append(NewsView(sentence, ("withdraw",)))
    elif asked is not None:
        actions: Sequence[TableAction] = () if viewer is None else ("agree", "decline")
        news.append(NewsView(wish_sentence(session, asked.wish, asked.by), actions))
    for one in shared.declined:
        if one.by is viewer:
            other = session.seats[viewer.opponent].name
            news.append(NewsView(f"{other} would rather not {_REFUSED[one.wish]}."))
    return news


def absence_news(name: str, gone: float, claim: float | None) -> NewsView:
    """That somebody has been away for so many seconds; ``claim`` is when that ends the game.

    The only news that changes by itself, so a screen makes it anew each second.
    """
    minutes, seconds = divmod(int(gone), 60)
    away = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    sentence = f"{name} has been gone for {away}."
    if claim is None:
        return NewsView(sentence)
    if claim > 0:
        return NewsView(f"{sentence} In {-int(-claim // 1)} s you may claim the game.")
    return NewsView(sentence, ("claim", "call-off"))
