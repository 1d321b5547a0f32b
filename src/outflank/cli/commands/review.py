"""``outflank review``: what every move of a game cost, and why."""

import argparse
import json
import sys
import time
from contextlib import closing
from pathlib import Path

from outflank.board import Color, counted, square_name
from outflank.cli.shared.engines import add_engine_options, engine_of
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.games import add_game_argument, read_game
from outflank.engine import Engine
from outflank.game import Game
from outflank.storage.files.export import report
from outflank.storage.study.practice_cards import open_practice
from outflank.study.document import review_document
from outflank.study.judging import Judgement
from outflank.study.practice import cards_of
from outflank.study.review import MoveReview, Review, reviewing
from outflank.study.values import DEEP, Effort
from outflank.study.words import moves_summed_up, turned

REPORTS = ("html", "png")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "examples:\n"
        "  outflank review f5d6c3d3c4f4f6f3e6e7\n"
        "  outflank review mygame.ggf --all --depth 16\n"
        "  outflank review match.jsonl --number 3           of a log of the arena\n"
        "  outflank review mygame.ggf --practise black      and then: outflank practise"
    )
    add_game_argument(parser)
    parser.add_argument("--all", action="store_true", help="show every move, not only the errors")
    parser.add_argument("--json", action="store_true", help="print the review as JSON")
    parser.add_argument("--depth", type=int, default=DEEP.depth, help="plies looked ahead")
    parser.add_argument(
        "--exact-from",
        type=int,
        default=DEEP.exact_from,
        metavar="EMPTIES",
        help="solve exactly from so many empty squares",
    )
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="write a report of the game: a page (.html) or a picture to show to others (.png)",
    )
    add_engine_options(parser, memory=64)
    parser.add_argument(
        "--practise",
        choices=["black", "white", "both"],
        help="put the errors of a side among the positions to practise",
    )


def run(args: argparse.Namespace) -> int:
    game = read_game(args)
    ending = "" if args.report is None else args.report.suffix.lstrip(".").lower()
    if args.report is not None and ending not in REPORTS:
        raise UsageError(f"a report is a file .html or .png; got {args.report.name}")
    if not game.history:
        raise UsageError("this game has no moves to review")
    if args.practise:
        open_practice().close()  # where they cannot be kept, say so before it thinks
    engine = engine_of(args)
    effort = Effort(args.depth, args.exact_from)
    review = _look(game, engine, effort)
    if args.json:
        print(json.dumps(review_document(review), ensure_ascii=False))
    else:
        _print(review, game, every=args.all)
    if not review.complete:
        raise KeyboardInterrupt
    if args.report is not None:
        try:
            args.report.write_bytes(report(game, review, ending))
        except OSError as error:
            raise UsageError(f"cannot write {args.report}: {error.strerror}") from None
        print(f"Report: {args.report}", file=sys.stderr)
    if args.practise:
        _practise(review, engine, effort, args)
    return 0


def _look(game: Game, engine: Engine, effort: Effort) -> Review:
    """The review, or what there is of it when somebody presses Ctrl-C: the last moves."""
    reviews = reviewing(game, engine, effort)
    review = next(reviews)
    try:
        for review in reviews:
            _progress(len(review.moves), review.total)
    except KeyboardInterrupt:
        if not review.moves:
            raise
        seen = len(review.moves)
        print(f"\nthe last {seen} of {counted(review.total, 'move')} looked at", file=sys.stderr)
    return review


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\r\033[K" if done == total else ""
        print(f"\r{done} of {total} moves{end}", end="", file=sys.stderr, flush=True)


def _print(review: Review, game: Game, *, every: bool) -> None:
    names = [game.info.get(color.value) for color in Color]
    if any(names):
        print(f"Players: {names[0] or '?'} (Black), {names[1] or '?'} (White)")
    if review.opening:
        print(f"Opening: {review.opening}")
    print(f"Result: {game.outcome or 'not finished'}")
    if "forfeit" in game.info:
        print(f"Forfeit: {game.info['forfeit']}")
    if "adjudicated" in game.info:
        print(f"Adjudicated: {game.info['adjudicated']}, {game.info.get('score', '')} for Black")
    print()
    shown = [move for move in review.moves if every or move.judgement.is_listed]
    if shown:
        print("move           score   best         loss")
    elif review.moves:
        print("No move was an error; --all shows them all.")
    for move in shown:
        print(_line(move))
    print()
    for color in Color:
        print(_totals(review, color))
    turning = review.turning_point
    if turning is not None:
        print(turned(turning.number, turning.name, turning.best_score, turning.score))


def _line(move: MoveReview) -> str:
    exact = " " if move.exact else "~"
    best = f"{square_name(move.best, move.board.size)} {exact}{move.best_score:+d}"
    label = "" if move.judgement is Judgement.FINE else move.judgement.value
    why = f": {move.reason.sentence}" if move.reason is not None else ""
    return (
        f"{move.number:>3}. {move.color!s:<6}{move.name:<4}{exact}{move.score:+4d}   {best:<12}"
        f"{move.loss:>4}  {label}{why}"
    ).rstrip()


def _totals(review: Review, color: Color) -> str:
    totals = review.totals(color)
    kinds = [Judgement.BLUNDER, Judgement.MISTAKE, Judgement.INACCURACY]
    errors = {kind: totals.judgements[kind] for kind in kinds}
    return moves_summed_up(color, totals.discs_lost, totals.moves, totals.best, errors)


def _practise(review: Review, engine: Engine, effort: Effort, args: argparse.Namespace) -> None:
    errors = [e for e in review.errors if args.practise in ("both", e.color.value)]
    cards = cards_of(errors, engine, effort, source=args.game[:200], now=time.time())
    with closing(open_practice()) as store:
        added = store.add(cards)
        new = counted(added, "new position")
        print(f"{new} to practise, {store.count():,} in all: outflank practise")
