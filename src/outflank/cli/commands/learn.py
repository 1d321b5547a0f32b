"""``outflank learn``: learn the weights of the `learned` player."""

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
from outflank.cli.shared.arena_run import refuse_unwritable
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.workers import add_worker_options, executor_for
from outflank.formats import READ_FORMATS, InvalidRecord, read_file
from outflank.learning import curves, imitation
from outflank.learning.policy import LearningSettings, Reward, State, learn, load_state, save_state
from outflank.players import learned

DEFAULTS = LearningSettings()


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "By default it plays against itself and makes the moves of the better side likelier\n"
        "(policy gradient). With --from it imitates the moves of games in a file: a transcript a\n"
        "line, GGF, WTHOR or another format, or a log of the arena. docs/arena.md shows the five\n"
        "lines that make a player of the file it writes.\n\n"
        "examples:\n"
        "  outflank learn my-weights.json --games 20000 --plot curve.svg\n"
        "  outflank learn my-weights.json --from games.txt\n"
        "  outflank learn --resume my-weights.json"
    )
    parser.add_argument(
        "weights", type=Path, nargs="?", metavar="FILE", help="where the weights go"
    )
    parser.add_argument("--from", dest="source", type=Path, metavar="GAMES", help="imitate these")
    parser.add_argument("--most", type=int, default=3000, help="games to imitate")
    parser.add_argument("--start", type=Path, help="begin with these weights")
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="LOG",
        help="go on with a FILE of before, which keeps how far it came",
    )
    parser.add_argument(
        "--size", type=int, choices=SIZES, default=8, metavar="N", help="squares a side"
    )
    parser.add_argument(
        "--games", type=int, default=DEFAULTS.steps * DEFAULTS.games, help="against itself"
    )
    parser.add_argument("--batch", type=int, default=DEFAULTS.games, help="games in a step")
    parser.add_argument("--rate", type=float, default=DEFAULTS.rate, help="size of a step")
    parser.add_argument(
        "--reward",
        choices=[reward.value for reward in Reward],
        default=DEFAULTS.reward.value,
        metavar="WHAT",
        help="what counts: discs, the difference of discs, or result",
    )
    parser.add_argument(
        "--sparring",
        metavar="A,B",
        default="",
        help="opponents in every fourth game; default: none",
    )
    parser.add_argument("--seed", type=int, default=1, help="same seed, same weights")
    parser.add_argument(
        "--against", default=DEFAULTS.measured_against, metavar="NAME", help="the yardstick"
    )
    parser.add_argument("--plot", type=Path, help="draw the learning curve as SVG")
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    if (args.weights is None) == (args.resume is None):
        raise UsageError(
            "name the FILE where new weights go, or with --resume the one to go on with"
        )
    refuse_unwritable(args.weights, args.resume, args.plot)
    for name in ("games", "batch", "most"):
        if getattr(args, name) < 1:
            raise UsageError(f"--{name} must be at least 1; got {getattr(args, name)}")
    if args.weights is not None and args.weights.exists():
        raise UsageError(
            f"{args.weights} exists already: --resume {args.weights} goes on with it, or choose "
            "another name"
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
                        f"{games:>7} games: {score:.1%} ({low:.0%} to {high:.0%}) against "
                        f"{settings.measured_against}, {time.monotonic() - started:.0f} s"
                    )
        except KeyboardInterrupt:
            executor.shutdown(wait=True, cancel_futures=True)
            save_state(args.weights, settings, state)
            console.print(f"Stopped. outflank learn --resume {args.weights} goes on.")
            return 130
    if args.plot:
        args.plot.write_text(curve_of(state, settings), encoding="utf-8")
    console.print(f"Wrote {args.weights}", soft_wrap=True)
    return 0


def _sparring(args: argparse.Namespace) -> tuple[str, ...]:
    names = tuple(filter(None, (name.strip() for name in args.sparring.split(","))))
    make_entrants([*names, args.against], args.size)
    return names


def curve_of(state: State, settings: LearningSettings) -> str:
    points = [(float(games), 100 * score) for games, score, _, _ in state.curve]
    band = [(100 * low, 100 * high) for _, _, low, high in state.curve]
    title = f"score against {settings.measured_against}, per cent (band: 95 %)"
    return curves.draw(
        [curves.Curve(title, points, band, mark=50.0, low=0.0, high=100.0)], "games played"
    )


def _imitate(args: argparse.Namespace, console: Console) -> int:
    asked = imitation.questions(islice(_games(args.source, args.size), args.most))
    if not asked.count:
        raise UsageError(
            f"{args.source} has no games on {args.size}×{args.size}: expected a transcript such as "
            f"f5d6c3 a line, or a file that ends in .{', .'.join(READ_FORMATS)}"
        )
    console.print(f"{asked.count} positions with a choice")
    start = np.array(learned.read_weights(args.start)) if args.start else None
    weights, guessed = State().weights, 0.0
    for step, fitted in enumerate(imitation.imitate(asked, start=start), start=1):
        weights, likelihood, guessed = fitted
        if step % 50 == 0:
            console.print(f"step {step}: log-likelihood {likelihood:.4f}, {guessed:.1%} guessed")
    about = f"imitation of {asked.count} moves from {args.source.name}, {guessed:.1%} guessed"
    args.weights.write_text(
        json.dumps(learned.weights_to_json(weights.tolist(), about), indent=1) + "\n"
    )
    console.print(f"Wrote {args.weights}", soft_wrap=True)
    return 0


def _games(path: Path, size: int) -> Iterator[list[tuple[Board, int]]]:
    """The games of a file by its ending; where that says nothing, a transcript a line."""
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
