"""``outflank practise``: one's own errors again, until nothing is lost."""

import argparse
import sys
import time

from outflank.board import InvalidSquare, parse_square
from outflank.cli.shared.errors import UsageError
from outflank.storage import InvalidDatabase, PracticeCards, open_practice
from outflank.study import PracticeRound, shared_engine, weigh
from outflank.study import messages as m


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = "Positions come from `outflank review GAME --practise black`."
    parser.add_argument("--limit", type=int, default=20, help="positions asked")


def run(args: argparse.Namespace) -> int:
    """Ask the positions that are due."""
    if args.limit < 1:
        raise UsageError(f"--limit is the number of positions asked, 1 or more; got {args.limit}")
    try:
        store = open_practice()
    except InvalidDatabase as error:
        raise UsageError(str(error)) from None
    try:
        return _practise(store, args.limit)
    finally:
        store.close()


def _practise(store: PracticeCards, limit: int) -> int:
    if not store.count():
        raise UsageError(
            "there is nothing to practise yet; `outflank review GAME --practise black` adds "
            "the errors of a game"
        )
    practice = PracticeRound(limit=limit)
    event: m.PracticeEvent | None = m.Begin()
    shown = 0
    while event is not None:
        _tell(practice, event, store)
        view = practice.view
        if view.number != shown and view.asking:
            shown = view.number
            assert practice.card is not None, "a position is asked"
            print(f"{view.headline}.")
            print(practice.card.board.diagram())
        print(view.sentence)
        if view.solved:
            print()
            event = m.GoOn()
        else:
            event = _ask(practice) if view.asking else None
    return 0


def _tell(practice: PracticeRound, event: m.PracticeEvent, store: PracticeCards) -> None:
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
