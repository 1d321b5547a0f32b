"""``outflank suite``: positions with known scores, with the figures that engines publish."""

import argparse
import csv
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank.board import square_name
from outflank.cli.parser import examples
from outflank.cli.shared.arena_run import refuse_unwritable
from outflank.cli.shared.engines import add_engine_options, engine_of
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.positions import GivenPosition, read_positions
from outflank.engine import Engine, Limit
from outflank.translation import _

COLUMNS = ("position", "empties", "move", "score", "known", "seconds", "nodes")
HEADER = [*COLUMNS, "cpu", "best", "limit"]
ROW = "{:>20} {:>5} {:>5} {:>6} {:>6} {:>10} {:>15} {:>7}  {}"


@dataclass(frozen=True)
class Solved:
    """The result for one position; ``known`` is None without a known score."""

    position: str
    empties: int
    move: str
    score: int
    known: int | None
    best: bool  # the move is one of the best known
    seconds: float
    cpu: float
    nodes: int


def configure(parser: argparse.ArgumentParser) -> None:
    about = _(
        "The engine starts without knowledge for every position. With --depth it shows how often "
        "the best move is found and the mean error of the score. The suites of the French "
        "federation (FFO) are OBF files."
    )
    parser.epilog = f"{about}\n\n" + examples(
        {
            "outflank suite fforum-40-59.obf --threads 2": _("FFO 40 to 59"),
            "outflank suite hard-30.obf --depth 15": _("accuracy at a fixed depth"),
            "outflank suite fforum-60-79.obf --csv ffo.csv": _("continues if it is stopped"),
        }
    )
    parser.add_argument("file", metavar="FILE", help=_("positions with known scores (.obf)"))
    parser.add_argument("--depth", type=int, help=_("search to this depth instead of solving"))
    parser.add_argument(
        "--time", type=float, metavar="SECONDS", help=_("limit the time for each position")
    )
    parser.add_argument(
        "--csv",
        type=Path,
        help=_("write the table as CSV; positions that are in it already are not solved again"),
    )
    add_engine_options(parser, memory=512)


def run(args: argparse.Namespace) -> int:
    puzzles = read_positions(args.file)
    refuse_unwritable(args.csv)
    limit = Limit(seconds=args.time, depth=args.depth)
    work = f"depth {args.depth} time {args.time}"
    known = _read(args.csv, work)
    engine = engine_of(args)
    print(
        ROW.format(
            _("position"), _("empty"), _("move"), _("score"), _("known"), _("seconds"),
            _("nodes"), "Mn/s", "",
        ).rstrip()
    )  # fmt: skip
    found = []
    with ExitStack() as stack:
        table: Any = None
        if args.csv:
            file = stack.enter_context(args.csv.open("a", newline=""))
            table = csv.writer(file)
            if not known:
                table.writerow(HEADER)
        for puzzle in puzzles:
            one = known.get(puzzle.name) or next(solved(engine, [puzzle], limit))
            found.append(one)
            if table and puzzle.name not in known:
                table.writerow(
                    [*(vars(one)[name] for name in COLUMNS), one.cpu, int(one.best), work]
                )
                file.flush()
            _print(one)
    _print_total(found)
    exact = args.depth is None and args.time is None
    return int(exact and any(one.known not in (None, one.score) for one in found))


def solved(
    engine: Engine, puzzles: list[GivenPosition], limit: Limit | None = None
) -> Iterator[Solved]:
    """Solve positions, each with an empty table."""
    for puzzle in puzzles:
        engine.clear()
        before = time.process_time()
        result = engine.choose(puzzle.board, limit or Limit())
        best = puzzle.best_score is None or puzzle.scores.get(result.move) == puzzle.best_score
        yield Solved(
            puzzle.name,
            len(puzzle.board.empties),
            square_name(result.move, puzzle.board.size),
            result.score,
            puzzle.best_score,
            best,
            result.seconds,
            time.process_time() - before,
            result.nodes,
        )


def _print(one: Solved) -> None:
    wrong = "" if one.known in (None, one.score) else _("error {by:+d}", by=one.score - one.known)
    known = "–" if one.known is None else f"{one.known:+d}"
    speed = one.nodes / max(one.seconds, 1e-9) / 1e6
    print(
        ROW.format(
            one.position, one.empties, one.move, f"{one.score:+d}", known, f"{one.seconds:.3f}",
            f"{one.nodes:,}", f"{speed:.1f}", wrong,
        ).rstrip(),
        flush=True,
    )  # fmt: skip


def _print_total(found: list[Solved]) -> None:
    seconds, cpu = sum(one.seconds for one in found), sum(one.cpu for one in found)
    nodes = sum(one.nodes for one in found)
    print(
        _(
            "{positions} positions: {seconds:.2f} s, {cpu:.2f} CPU s, {nodes:,} nodes, "
            "{speed:.1f} million nodes/s",
            positions=len(found),
            seconds=seconds,
            cpu=cpu,
            nodes=nodes,
            speed=nodes / max(seconds, 1e-9) / 1e6,
        )
    )
    errors = [abs(one.score - one.known) for one in found if one.known is not None]
    if errors:
        print(
            _(
                "Best move {best:.1%}, right score {right:.1%}, mean error {error:.2f} discs",
                best=sum(one.best for one in found if one.known is not None) / len(errors),
                right=errors.count(0) / len(errors),
                error=sum(errors) / len(errors),
            )
        )


def _read(path: Path | None, work: str) -> dict[str, Solved]:
    """Return the positions of an earlier run with the same limits."""
    if path is None or not path.exists():
        return {}
    no_table = UsageError(
        _("{path} was not written by `outflank suite`. Choose another file.", path=path)
    )
    with path.open(newline="") as file:
        table = csv.DictReader(file)
        rows = list(table)
    if list(table.fieldnames or HEADER) != HEADER:
        raise no_table
    if any(row["limit"] != work for row in rows):
        raise UsageError(_("{path} has results of other limits. Name another file.", path=path))
    try:
        return {row["position"]: _solved_of(row) for row in rows}
    except (ValueError, TypeError):
        raise no_table from None


def _solved_of(row: dict[str, str]) -> Solved:
    return Solved(
        row["position"],
        int(row["empties"]),
        row["move"],
        int(row["score"]),
        int(row["known"]) if row["known"] else None,
        row["best"] == "1",
        float(row["seconds"]),
        float(row["cpu"]),
        int(row["nodes"]),
    )
