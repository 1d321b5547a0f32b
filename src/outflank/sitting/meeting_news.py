"""What there is to know at a shared table, a sentence each, and what can be done about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from outflank.board import Color
from outflank.sitting import meeting_messages as mm
from outflank.sitting.meeting import Meeting

NewsDeed = Literal["agree", "decline", "withdraw", "invite", "close", "claim", "call-off"]
NEWS_DEEDS: Mapping[NewsDeed, str] = {
    "agree": "Agree",
    "decline": "Decline",
    "withdraw": "Withdraw",
    "invite": "Invitation…",
    "close": "Close the table",
    "claim": "Claim the game",
    "call-off": "Call it off",
}
"""What one can do about a piece of news, and what a button for it says."""
_WANTS: Mapping[mm.Wish, str] = {
    "take-back": "would like to take back the last move",
    "rematch": "would like to play again, with the other colour",
    "abort": "would like to call the game off",
}
_ASKED: Mapping[mm.Wish, str] = {
    "take-back": "to take back a move",
    "rematch": "to play again",
    "abort": "to call the game off",
}
_REFUSED: Mapping[mm.Wish, str] = {
    "take-back": "have the move taken back",
    "rematch": "play again now",
    "abort": "call the game off",
}


@dataclass(frozen=True, slots=True)
class NewsView:
    """Something to know, and what whoever reads it can do about it."""

    sentence: str
    deeds: Sequence[NewsDeed] = ()


def wish_sentence(meeting: Meeting, wish: mm.Wish, by: Color) -> str:
    """What somebody would like."""
    return f"{meeting.seats[by].name} {_WANTS[wish]}."


def news_of(meeting: Meeting, viewer: Color | None) -> list[NewsView]:
    """What the player of a side, or a watcher, should know besides who is away."""
    affairs = meeting.affairs
    news = []
    if affairs.called_off:
        news.append(NewsView("The game was called off; it does not count."))
    outcome = meeting.game.outcome
    if affairs.failure is not None and outcome is not None and outcome.winner is not None:
        name = meeting.seats[outcome.winner.opponent].name
        news.append(NewsView(f"{name} {mm.FAILED[affairs.failure.kind]}."))
    if meeting.free is not None and viewer is not None:
        waiting = "Waiting for somebody to take the other seat."
        news.append(NewsView(waiting, ("invite", "close")))
    asked = affairs.proposal
    if asked is not None and asked.by is viewer:
        sentence = f"You have asked {_ASKED[asked.wish]}; waiting for the answer."
        news.append(NewsView(sentence, ("withdraw",)))
    elif asked is not None:
        deeds: Sequence[NewsDeed] = () if viewer is None else ("agree", "decline")
        news.append(NewsView(wish_sentence(meeting, asked.wish, asked.by), deeds))
    for one in affairs.declined:
        if one.by is viewer:
            other = meeting.seats[viewer.opponent].name
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
