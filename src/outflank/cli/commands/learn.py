"""``outflank learn``: learn the weights of the player `learned`."""

import argparse
import json
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from rich.console import Console

from outflank.arena.entrants import make_entrants
from outflank.board import SIZES, Board
from outflank.cli.parser import examples
from outflank.cli.shared.arena_run import STOPPED_RUN, refuse_unwritable
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.workers import add_worker_options, executor_for
from outflank.formats import READ_FORMATS, InvalidRecord, read_file
from outflank.learning import curves, imitation
from outflank.learning.policy import LearningSettings, Reward, State, learn, load_state, save_state
from outflank.players import learned
from outflank.translation import _

DEFAULTS = LearningSettings()


def configure(parser: argparse.ArgumentParser) -> None:
    about = _(
        "By default it plays against itself and makes the moves of the better side more likely "
        "(policy gradient). With --from it imitates the games of a file: one transcript per line, "
        "GGF, WTHOR or another format, or a log of the arena. The result is a player: "
        "learned:weights=FILE."
    )
    rows = {
        "outflank learn my-weights.json --games 20000 --plot curve.svg": "",
        "outflank learn my-weights.json --from games.txt": "",
        "outflank learn --resume my-weights.json": "",
        "outflank match learned:weights=my-weights.json learned": _("test the result"),
    }
    parser.epilog = f"{about}\n\n{examples(rows)}"
    parser.add_argument(
        "weights", type=Path, nargs="?", metavar="FILE", help=_("the weights file to write")
    )
    parser.add_argument(
        "--from", dest="source", type=Path, metavar="GAMES", help=_("imitate these games")
    )
    parser.add_argument(
        "--most", type=int, default=3000, help=_("the maximum number of games to imitate")
    )
    parser.add_argument("--start", type=Path, help=_("start from these weights"))
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="LOG",
        help=_("continue an earlier run from its FILE, which contains the progress"),
    )
    parser.add_argument(
        "--size", type=int, choices=SIZES, default=8, metavar="N", help=_("board size")
    )
    parser.add_argument(
        "--games",
        type=int,
        default=DEFAULTS.steps * DEFAULTS.games,
        help=_("games against itself"),
    )
    parser.add_argument("--batch", type=int, default=DEFAULTS.games, help=_("games per step"))
    parser.add_argument("--rate", type=float, default=DEFAULTS.rate, help=_("learning rate"))
    parser.add_argument(
        "--reward",
        choices=[reward.value for reward in Reward],
        default=DEFAULTS.reward.value,
        metavar="WHAT",
        help=_("the goal: discs (the disc difference) or result"),
    )
    parser.add_argument(
        "--sparring",
        metavar="A,B",
        default="",
        help=_("opponents in every fourth game; default: none"),
    )
    parser.add_argument(
        "--seed", type=int, default=1, help=_("the same seed gives the same weights")
    )
    parser.add_argument(
        "--against",
        default=DEFAULTS.measured_against,
        metavar="NAME",
        help=_("the opponent for measuring progress"),
    )
    parser.add_argument("--plot", type=Path, help=_("draw the learning curve as SVG"))
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    if (args.weights is None) == (args.resume is None):
        raise UsageError(_("Name the FILE to write, or a file to continue with --resume."))
    refuse_unwritable(args.weights, args.resume, args.plot)
    for name in ("games", "batch", "most"):
        if getattr(args, name) < 1:
            raise UsageError(
                _(
                    "--{option} must be 1 or more, not {number}.",
                    option=name,
                    number=getattr(args, name),
                )
            )
    if args.weights is not None and args.weights.exists():
        raise UsageError(
            _(
                "{file} exists already. Continue it with --resume {file}, or choose another name.",
                file=args.weights,
            )
        )
    args.weights = args.weights or args.resume
    console = Console(highlight=False)
    if args.source:
        return _imitate(args, console)
    return _play(args, console)


def _play(args: argparse.Namespace, console: Console) -> int:
    sparring = _sparring(args)
    try:
        if args.resume:
            settings, state = load_state(args.weights)
        else:
            settings = LearningSettings(
                size=args.size,
                steps=max(1, args.games // args.batch),
                games=args.batch,
                rate=args.rate,
                reward=Reward(args.reward),
                sparring=sparring,
                seed=args.seed,
                measured_against=args.against,
            )
            state = (
                State(weights=np.array(learned.read_weights(args.start))) if args.start else State()
            )
    except (learned.InvalidPolicyWeights, OSError, ValueError, KeyError) as error:
        raise UsageError(f"{args.weights}: {error}") from None
    started, said = time.monotonic(), 0
    with executor_for(args) as executor:
        try:
            for state in learn(
                settings,
                state,
                executor,
                saved=lambda state: save_state(args.weights, settings, state),
            ):
                if len(state.curve) > said:
                    said = len(state.curve)
                    games, score, low, high = state.curve[-1]
                    console.print(
                        _(
                            "{games:>7} games: {score:.1%} ({low:.0%} to {high:.0%}) against "
                            "{opponent}, {seconds:.0f} s",
                            games=games,
                            score=score,
                            low=low,
                            high=high,
                            opponent=settings.measured_against,
                            seconds=time.monotonic() - started,
                        )
                    )
        except KeyboardInterrupt:
            executor.shutdown(wait=True, cancel_futures=True)
            save_state(args.weights, settings, state)
            console.print(_(STOPPED_RUN, command=f"outflank learn --resume {args.weights}"))
            return 130
    if args.plot:
        args.plot.write_text(curve_of(state, settings), encoding="utf-8")
    console.print(_("Wrote {file}", file=args.weights), soft_wrap=True)
    return 0


def _sparring(args: argparse.Namespace) -> tuple[str, ...]:
    names = tuple(filter(None, (name.strip() for name in args.sparring.split(","))))
    make_entrants([*names, args.against], args.size)
    return names


def curve_of(state: State, settings: LearningSettings) -> str:
    points = [(float(games), 100 * score) for games, score, _, _ in state.curve]
    band = [(100 * low, 100 * high) for _, _, low, high in state.curve]
    title = _(
        "score against {opponent} in percent (band: 95 %)", opponent=settings.measured_against
    )
    return curves.draw(
        [curves.Curve(title, points, band, mark=50.0, low=0.0, high=100.0)], _("games played")
    )


def _imitate(args: argparse.Namespace, console: Console) -> int:
    asked = imitation.questions(islice(_games(args.source, args.size), args.most))
    if not asked.count:
        raise UsageError(
            _(
                "{file} has no games on {size}×{size} boards. It must have one transcript per "
                "line, such as f5d6c3, or end in one of {endings}.",
                file=args.source,
                size=args.size,
                endings=", ".join(f".{one}" for one in READ_FORMATS),
            )
        )
    console.print(_("{count} positions with more than one legal move", count=asked.count))
    start = np.array(learned.read_weights(args.start)) if args.start else None
    weights, guessed = State().weights, 0.0
    for step, fitted in enumerate(imitation.imitate(asked, start=start), start=1):
        weights, likelihood, guessed = fitted
        if step % 50 == 0:
            console.print(
                _(
                    "step {step}: log-likelihood {likelihood:.4f}, {share:.1%} of moves predicted",
                    step=step,
                    likelihood=likelihood,
                    share=guessed,
                )
            )
    about = f"imitation of {asked.count} moves from {args.source.name}, {guessed:.1%} guessed"
    args.weights.write_text(
        json.dumps(learned.weights_to_json(weights.tolist(), about), indent=1) + "\n"
    )
    console.print(_("Wrote {file}", file=args.weights), soft_wrap=True)
    return 0


def _games(path: Path, size: int) -> Iterator[list[tuple[Board, int]]]:
    """Yield the games of a file; an unknown extension means one transcript per line."""
    if path.suffix.lstrip(".").lower() in set(READ_FORMATS) - {"txt"}:
        for record in read_file(path):
            if record.size == size:
                yield imitation.positions_of(record.game())
        return
    with path.open(encoding="utf-8") as file:
        try:
            yield from imitation.read_games(file, size)
        except (UnicodeDecodeError, InvalidRecord) as error:
            raise InvalidRecord(f"{path.name}: {error}") from None
