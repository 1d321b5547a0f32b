"""Notices for the players of a shared game, and the actions they offer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from outflank.board import Color
from outflank.play.session import GameSession
from outflank.play.session_data import FAILED, Wish
from outflank.translation import N_, _

TableAction = Literal["agree", "decline", "withdraw", "invite", "close", "claim", "call-off"]
TABLE_ACTIONS: Mapping[TableAction, str] = {
    "agree": N_("Accept"),
    "decline": N_("Decline"),
    "withdraw": N_("Withdraw"),
    "invite": N_("Invitation…"),
    "close": N_("Close game"),
    "claim": N_("Claim win"),
    "call-off": N_("Abort game"),
}
"""The actions that a notice can offer, with the untranslated labels of their buttons."""
_WANTS: Mapping[Wish, str] = {
    "take-back": N_("{player} wants to undo the last move."),
    "rematch": N_("{player} wants a rematch with colors swapped."),
    "abort": N_("{player} wants to abort the game."),
}
_ASKED: Mapping[Wish, str] = {
    "take-back": N_("You asked to undo a move. Waiting for the answer."),
    "rematch": N_("You asked for a rematch. Waiting for the answer."),
    "abort": N_("You asked to abort the game. Waiting for the answer."),
}
_REFUSED: Mapping[Wish, str] = {
    "take-back": N_("{player} declined the undo."),
    "rematch": N_("{player} declined the rematch."),
    "abort": N_("{player} declined to abort the game."),
}


@dataclass(frozen=True, slots=True)
class NewsView:
    """A notice and the actions it offers."""

    sentence: str
    actions: Sequence[TableAction] = ()


def wish_sentence(session: GameSession, wish: Wish, by: Color) -> str:
    return _(_WANTS[wish], player=session.seats[by].title)


def news_of(session: GameSession, viewer: Color | None) -> list[NewsView]:
    """Return all notices for one viewer, except those about absent players."""
    shared = session.shared
    assert shared is not None
    news = []
    if shared.called_off:
        news.append(NewsView(_("The game was aborted. It does not count.")))
    outcome = session.game.outcome
    if shared.failure is not None and outcome is not None and outcome.winner is not None:
        name = session.seats[outcome.winner.opponent].title
        news.append(NewsView(_(FAILED[shared.failure.kind], player=name)))
    if session.free is not None and viewer is not None:
        news.append(NewsView(_("Waiting for an opponent to join."), ("invite", "close")))
    asked = shared.proposal
    if asked is not None and asked.by is viewer:
        news.append(NewsView(_(_ASKED[asked.wish]), ("withdraw",)))
    elif asked is not None:
        actions: Sequence[TableAction] = () if viewer is None else ("agree", "decline")
        news.append(NewsView(wish_sentence(session, asked.wish, asked.by), actions))
    for one in shared.declined:
        if one.by is viewer:
            other = session.seats[viewer.opponent].title
            news.append(NewsView(_(_REFUSED[one.wish], player=other)))
    return news


def absence_news(name: str, gone: float, claim: float | None) -> NewsView:
    """Report that a player has been away for ``gone`` seconds.

    ``claim`` is the number of seconds until the win can be claimed. This notice changes over time,
    so screens create it again every second.
    """
    minutes, seconds = divmod(int(gone), 60)
    values = {"player": name, "minutes": minutes, "seconds": seconds}
    if minutes:
        sentence = _("{player} has been away for {minutes} min {seconds} s.", **values)
    else:
        sentence = _("{player} has been away for {seconds} s.", **values)
    if claim is None:
        return NewsView(sentence)
    if claim > 0:
        wait = _("You can claim the win in {seconds} s.", seconds=-int(-claim // 1))
        return NewsView(f"{sentence} {wait}")
    return NewsView(sentence, ("claim", "call-off"))
