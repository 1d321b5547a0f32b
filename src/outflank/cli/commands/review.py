"""``outflank review``: what each move of a game cost, and why."""

import argparse
import json
import sys
import time
from contextlib import closing
from pathlib import Path

from outflank.board import Color, square_name
from outflank.cli.parser import examples
from outflank.cli.plain_text import padded
from outflank.cli.shared.engines import add_engine_options, engine_of
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.games import add_game_argument, read_game
from outflank.engine import Engine
from outflank.game import Game
from outflank.storage.files.export import report
from outflank.storage.study.practice_cards import open_practice
from outflank.study.document import review_document
from outflank.study.game_study import decided_by
from outflank.study.judging import Judgement, rule
from outflank.study.practice import cards_of
from outflank.study.review import MoveReview, Review, reviewing
from outflank.study.values import DEEP, Effort
from outflank.study.words import moves_summed_up
from outflank.translation import _, ngettext

REPORTS = ("html", "png")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        {
            "outflank review f5d6c3d3c4f4f6f3e6e7": "",
            "outflank review mygame.ggf --all --depth 16": "",
            "outflank review match.jsonl --number 3": _("review a game of a match"),
            "outflank review mygame.ggf --practice black": _("and then: outflank practice"),
        }
    )
    add_game_argument(parser)
    parser.add_argument(
        "--all", action="store_true", help=_("show every move, not only the errors")
    )
    parser.add_argument("--json", action="store_true", help=_("print the review as JSON"))
    parser.add_argument("--depth", type=int, default=DEEP.depth, help=_("search depth in plies"))
    parser.add_argument(
        "--exact-from",
        type=int,
        default=DEEP.exact_from,
        metavar="EMPTIES",
        help=_("solve positions exactly from this number of empty squares"),
    )
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help=_("write a report of the game: a page (.html) or a picture (.png)"),
    )
    add_engine_options(parser, memory=64)
    parser.add_argument(
        "--practice",
        choices=["black", "white", "both"],
        help=_("add the errors of a side to the positions to practice"),
    )


def run(args: argparse.Namespace) -> int:
    game = read_game(args)
    ending = "" if args.report is None else args.report.suffix.lstrip(".").lower()
    if args.report is not None and ending not in REPORTS:
        raise UsageError(
            _("The name of a report must end in .html or .png: {name}", name=args.report.name)
        )
    if not game.history:
        raise UsageError(_("This game has no moves, so there is nothing to review."))
    if args.practice:
        open_practice().close()  # fail now, not after the search, if cards cannot be stored
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
            raise UsageError(
                _("{path} cannot be written: {error}", path=args.report, error=error.strerror)
            ) from None
        print(_("Report: {path}", path=args.report), file=sys.stderr)
    if args.practice:
        _practice(review, engine, effort, args)
    return 0


def _look(game: Game, engine: Engine, effort: Effort) -> Review:
    """Review the game; after Ctrl-C return the finished part, the last moves."""
    reviews = reviewing(game, engine, effort)
    review = next(reviews)
    try:
        for review in reviews:
            _progress(len(review.moves), review.total)
    except KeyboardInterrupt:
        if not review.moves:
            raise
        seen, total = len(review.moves), review.total
        text = _("Only the last {count} of {total} moves are reviewed.", count=seen, total=total)
        print(f"\n{text}", file=sys.stderr)
    return review


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\r\033[K" if done == total else ""
        text = _("{done} of {total} moves", done=done, total=total)
        print(f"\r{text}{end}", end="", file=sys.stderr, flush=True)


def _print(review: Review, game: Game, *, every: bool) -> None:
    names = [game.info.get(color.value) for color in Color]
    if any(names):
        black, white = (name or "?" for name in names)
        print(_("Players: {black} (Black), {white} (White)", black=black, white=white))
    if review.opening:
        print(_("Opening: {name}", name=review.opening))
    print(_("Result: {outcome}", outcome=game.outcome) if game.outcome else _("Not finished"))
    if "forfeit" in game.info:
        print(_("Forfeit: {reason}", reason=game.info["forfeit"]))
    if "adjudicated" in game.info:
        print(
            _(
                "Adjudicated: {reason}, {score} for Black",
                reason=game.info["adjudicated"],
                score=game.info.get("score", ""),
            )
        )
    print()
    shown = [move for move in review.moves if every or move.judgement.is_listed]
    if shown:
        cells = (_("move"), 15), (_("score"), 8), (_("best"), 13), (_("loss"), 0)
        print("".join(padded(text, width) for text, width in cells))
    elif review.moves:
        print(_("There are no errors. --all shows all moves."))
    for move in shown:
        print(_line(move))
    print()
    if shown:
        print(rule())
    for color in Color:
        print(_totals(review, color))
    decided = decided_by(review)
    if decided is not None:
        print(decided.sentence)


def _line(move: MoveReview) -> str:
    exact = " " if move.exact else "~"
    best = f"{square_name(move.best, move.board.size)} {exact}{move.best_score:+d}"
    label = "" if move.judgement is Judgement.FINE else _(move.judgement.value)
    why = f": {move.reason.sentence}" if move.reason is not None else ""
    return (
        f"{move.number:>3}. {padded(str(move.color), 6)}{move.name:<4}{exact}{move.score:+4d}   "
        f"{best:<12}{move.loss:>4}  {label}{why}"
    ).rstrip()


def _totals(review: Review, color: Color) -> str:
    totals = review.totals(color)
    kinds = [Judgement.BLUNDER, Judgement.MISTAKE, Judgement.INACCURACY]
    errors = {kind: totals.judgements[kind] for kind in kinds}
    return moves_summed_up(color, totals.discs_lost, totals.moves, totals.best, errors)


def _practice(review: Review, engine: Engine, effort: Effort, args: argparse.Namespace) -> None:
    errors = [e for e in review.errors if args.practice in ("both", e.color.value)]
    cards = cards_of(errors, engine, effort, source=args.game[:200], now=time.time())
    with closing(open_practice()) as store:
        added = store.add(cards)
        print(
            ngettext(
                "{count} new position to practice, {total:,} in all: outflank practice",
                "{count} new positions to practice, {total:,} in all: outflank practice",
                added,
                total=store.count(),
            )
        )
