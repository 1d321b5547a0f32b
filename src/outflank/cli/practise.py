"""``outflank practise``: one's own errors again, until nothing is lost."""

import argparse
import sys
import time

from outflank.board import InvalidSquare, parse_square, square_name
from outflank.cli.errors import UsageError
from outflank.review import Card, answered, verdict
from outflank.storage.database import InvalidDatabase
from outflank.storage.practice import PracticeCards, open_practice

DAY = 86400


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = "Positions come from `outflank review GAME --practise black`."
    parser.add_argument("--limit", type=int, default=20, metavar="N", help="positions asked (20)")


def run(args: argparse.Namespace) -> int:
    """Ask the positions that are due."""
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
    due = store.due(time.time(), limit)
    if not due:
        wait = (store.next_due() or 0) - time.time()
        print(f"Nothing is due now; the next position comes in {_duration(wait)}.")
        return 0
    for number, card in enumerate(due, start=1):
        print(f"Position {number} of {len(due)}" + (f", from {card.source}" if card.source else ""))
        print(card.board.diagram())
        right = _ask(card)
        if right is None:
            print("Until the next time.")
            return 0
        after = answered(card, right, time.time())
        store.update(after)
        print(f"It comes back in {_duration(after.interval)}.\n")
    return 0


def _ask(card: Card) -> bool | None:
    """Ask until the answer is right; whether the first one was, or None to leave."""
    first: bool | None = None
    while True:
        print(f"{card.board.turn}'s best move (? for the answer, q to leave): ", end="", flush=True)
        line = sys.stdin.readline()
        text = line.strip().lower()
        if not line or text in ("q", "quit"):
            return None
        if text == "?":
            names = " or ".join(square_name(square, card.board.size) for square in card.good)
            print(f"{names}. {card.sentence}." if card.sentence else f"{names}.")
            return False
        try:
            move = parse_square(text, card.board.size)
        except InvalidSquare as error:
            print(error)
            continue
        if move not in card.board.legal_moves:
            print(f"{text} is not legal here; legal are {card.board.legal_moves}")
            continue
        right = card.accepts(move)
        print(
            verdict(card, move) if right or move == card.played else f"{text} loses discs; try on."
        )
        if first is None:
            first = right
        if right:
            return first


def _duration(seconds: float) -> str:
    if seconds >= DAY:
        days = round(seconds / DAY)
        return "1 day" if days == 1 else f"{days} days"
    if seconds >= 3600:
        return f"{seconds / 3600:.0f} hours"
    return f"{max(1, round(seconds / 60))} minutes"
