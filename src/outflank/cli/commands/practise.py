"""``outflank practise``: one's own errors again, until nothing is lost."""

import argparse
import sys
import time

from outflank.board import InvalidSquare, parse_square
from outflank.cli.shared.errors import UsageError
from outflank.review import Question, duration
from outflank.storage.database import InvalidDatabase
from outflank.storage.practice import PracticeCards, open_practice


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
    due = store.due(time.time(), limit)
    if not due:
        wait = (store.next_due() or 0) - time.time()
        print(f"Nothing is due now; the next position comes in {duration(wait)}.")
        return 0
    for number, card in enumerate(due, start=1):
        print(f"Position {number} of {len(due)}" + (f", from {card.source}" if card.source else ""))
        print(card.board.diagram())
        question = Question(card)
        if not _ask(question):
            print("Until the next time.")
            return 0
        after = question.result(time.time())
        store.update(after)
        print(f"It comes back in {duration(after.interval)}.\n")
    return 0


def _ask(question: Question) -> bool:
    """Ask until the answer is right; False for somebody who leaves."""
    board = question.card.board
    while not question.solved:
        print(f"{board.turn}'s best move (? for the answer, q to leave): ", end="", flush=True)
        line = sys.stdin.readline()
        text = line.strip().lower()
        if not line or text in ("q", "quit"):
            return False
        if text == "?":
            print(question.give_up())
            continue
        try:
            move = parse_square(text, board.size)
        except InvalidSquare as error:
            print(error)
            continue
        if move not in board.legal_moves:
            print(f"{text} is not legal here; legal are {board.legal_moves}")
            continue
        print(question.answer(move))
    return True
