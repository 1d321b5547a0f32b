"""Positions asked on the command line, one's own errors or puzzles, until one leaves."""

import sys
import time
from typing import TypeAlias

from outflank.board import InvalidSquare, parse_square
from outflank.storage import PracticeCards, PuzzleCards
from outflank.study import PracticeRound, shared_engine, weigh
from outflank.study import messages as m

Deck: TypeAlias = PracticeCards | PuzzleCards


def ask_all(store: Deck, limit: int) -> int:
    """Ask the positions that are due, at most so many at a time."""
    practice = PracticeRound(limit=limit)
    event: m.PracticeEvent | None = m.Begin()
    shown = ""
    while event is not None:
        _tell(practice, event, store)
        view = practice.view
        card = practice.card
        if card is not None and view.asking and card.key != shown:
            shown = card.key
            print(f"{view.headline}.")
            print(card.board.diagram())
        print(view.sentence)
        if view.solved:
            print()
            event = m.GoOn()
        else:
            event = _ask(practice) if view.asking else None
    return 0


def _tell(practice: PracticeRound, event: m.PracticeEvent, store: Deck) -> None:
    """Hand an event to the round and do at once what it asks for."""
    events = [event]
    while events:
        for instruction in practice.handle(events.pop(0)):
            match instruction:
                case m.FetchCards(limit):
                    now = time.time()
                    stock = m.Stock(store.count(), store.next_due(), now)
                    events.append(m.CardsArrived(tuple(store.due(now, limit)), stock))
                case m.KeepCard(card):
                    store.update(card)
                case m.Weigh(card, square):
                    events.append(m.TryWeighed(weigh(card, square, shared_engine())))
                case m.TakeStock():
                    events.append(m.Stock(store.count(), store.next_due(), time.time()))
                case m.Redraw():
                    pass  # shown when everything has been done


def _ask(practice: PracticeRound) -> m.PracticeEvent | None:
    """What the person answers; None for somebody who leaves."""
    card = practice.card
    assert card is not None, "a position is asked"
    while True:
        turn = card.board.turn
        print(f"{turn}'s best move (? for the answer, q to leave): ", end="", flush=True)
        line = sys.stdin.readline()
        text = line.strip().lower()
        if not line or text in ("q", "quit"):
            print("Until the next time.")
            return None
        if text == "?":
            return m.GiveUp(time.time())
        try:
            return m.Choose(parse_square(text, card.board.size), time.time())
        except InvalidSquare as error:
            print(error)
