#!/usr/bin/env python3
"""Make the exercises and diagrams of the course from real games.

    tools/course_exercises.py GAMES [--only LESSON…]

GAMES has one game per line: moves, score, source tags (only those with ``W``, games of people, are
used); it may be compressed (.xz). Each lesson has a recipe below: a task, a range of empty
squares, and a filter. The engine proves the values (up to 18 empty squares) or estimates them at
depth 16. The same games give the same file. It takes five minutes.
"""

import argparse
import lzma
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from outflank.board import Board, Color, Square, square_name
from outflank.engine import Engine, Limit, Result
from outflank.formats import read_transcript
from outflank.players import Player, make_player
from outflank.study.course.course import EXERCISES_FILE, HEADER, written_moves
from outflank.study.course.tasks import ExerciseTask
from outflank.study.puzzles.themes import DIAGONALS, Solution, Theme, themes_of
from outflank.study.why.lines import follow
from outflank.study.why.shapes import (
    corner_beside,
    corners,
    discs_of,
    edges,
    frontier,
    region_of,
    regions,
    x_square_corner,
)

DEPTH, EXACT = 16, 18
LIMIT = Limit(depth=DEPTH, exact_from=EXACT)
QUICK = Limit(depth=8, exact_from=10)  # to sort out positions
GOOD = 0  # discs that a right move of a counted task may be worse than the best
CLOSE = 24  # discs; games further apart are no exercises
MARGIN = 3  # discs by which the best move is better
EACH, POOL = 8, 36  # exercises of a lesson, and found for it to choose from
SHOWN = 2  # positions of diagrams
LINE = 7  # moves of a diagram's line
WEAKER = ("greedy", "engine:1", "engine:2", "engine:3", "engine:5", "engine:7", "engine:9")
CENTER = {row * 8 + column for row in range(2, 6) for column in range(2, 6)}
BORDER = {at for edge in edges(8).values() for at in edge}


@dataclass
class Found:
    """A position, its right moves, and the values of all moves, best first."""

    board: Board
    right: tuple[Square, ...]
    results: Sequence[Result]

    @property
    def answer(self) -> Square:
        return self.right[0]

    @property
    def themes(self) -> tuple[Theme, ...]:
        best, second = (self.line(self.results[at]) for at in (0, 1))
        return themes_of(self.board, best, second)

    @staticmethod
    def line(result: Result) -> tuple[Square, ...]:
        return tuple(result.line)

    @property
    def margin(self) -> tuple[int, int]:
        """The value of the worst right move, and of the best other one."""
        values = [(each.score, each.move in self.right) for each in self.results]
        return min(v for v, right in values if right), max(v for v, right in values if not right)

    def value(self, move: Square) -> int:
        return next(each.score for each in self.results if each.move == move)


Test = Callable[[Found], bool]
Lure = Callable[[Board, Square], bool]


@dataclass
class Recipe:
    lesson: str
    task: ExerciseTask
    low: int
    high: int
    fits: Test = lambda found: True
    lure: Lure = lambda board, move: True  # the wrong move of the diagrams
    margin: int = MARGIN
    gap: int = 1  # of the count, to the next move
    quick: Callable[[Board], bool] = lambda board: True
    decides: bool = False  # only the answer wins
    zero: bool = False  # the count of the right moves is zero


def has(theme: Theme) -> Test:
    return lambda found: theme in found.themes


def beside(board: Board, move: Square, *, x: bool) -> bool:
    """Whether a square is an X-square (or a C-square) of an empty corner."""
    corner = corner_beside(move, 8)
    is_x = x_square_corner(move, 8) is not None
    return corner is not None and board[corner] is None and is_x is x


def unsafe(board: Board, move: Square) -> bool:
    return bool(board.play(move).legal_moves & corners(8))


def away(found: Found) -> bool:
    """Whether no right move is beside an empty corner."""
    return not any(
        (corner := corner_beside(move, 8)) is not None and found.board[corner] is None
        for move in found.right
    )


def no_threat(board: Board) -> bool:
    return not board.opponent_moves & corners(8)


def own_frontier(board: Board, move: Square) -> int:
    after = board.play(move)
    return len(frontier(after, discs_of(after, board.turn)))


def unbalanced(board: Board, color: Color) -> Iterator[Square]:
    """Yield the empty C-squares of edges with five discs of a side, and their X-squares."""
    for name, edge in edges(8).items():
        inner = edge[1:-1]
        if board[edge[0]] is None and board[edge[-1]] is None:
            for gap in (inner[0], inner[-1]):
                if board[gap] is None and sum(board[at] is color for at in inner) == 5:
                    yield gap
                    yield gap + {"upper": 8, "lower": -8, "left": 1, "right": -1}[name]


def few_replies(found: Found) -> bool:
    return away(found) and Q.MOBILITY.count(found.board, found.answer) <= 6


def stays_between(found: Found) -> bool:
    """Whether the discs on both sides of the wedge keep their color."""
    after = found.board.play(found.answer)
    edge = next(edge for edge in edges(8).values() if found.answer in edge[1:-1])
    at = edge.index(found.answer)
    return {after[edge[at - 1]], after[edge[at + 1]]} == {found.board.turn.opponent}


def waits(found: Found) -> bool:
    """Whether the second best move can wait: it is played later in the best line."""
    board, second = found.board, found.results[1].move
    assert second is not None
    apart = set(region_of(board, second)).isdisjoint(board.opponent_moves)
    later = follow(board, found.line(found.results[0])[:LINE]).steps[1:]
    return apart and any((step.square, step.color) == (second, board.turn) for step in later)


def wanted(found: Found) -> bool:
    """Whether the opponent takes the square otherwise."""
    return (
        found.answer in found.board.opponent_moves
        and found.answer not in BORDER
        and found.line(found.results[1])[1:2] == (found.answer,)
    )


def wall(found: Found) -> bool:
    second = found.results[1].move
    assert second is not None
    built = own_frontier(found.board, second) - own_frontier(found.board, found.answer)
    return built >= 4 and away(found)


def builds(board: Board, move: Square) -> bool:
    return own_frontier(board, move) >= 4 + min(own_frontier(board, m) for m in board.legal_moves)


def guards_diagonal(found: Found) -> bool:
    """Whether the opponent cannot use the diagonal: neither of its corners is the opponent's."""
    after, own = found.board.play(found.answer), found.board.turn
    return any(
        all(after[at] is own for at in diagonal)
        and any(found.board[at] is not own for at in diagonal)
        and all(after[at] is not own.opponent for at in ends)
        and any(after[at] is None for at in ends)
        for diagonal, ends in zip(DIAGONALS, ((0, 63), (7, 56)), strict=True)
    )


def flips(board: Board, move: Square) -> int:
    return len(board.flips(move))


def no_pass(board: Board) -> bool:
    return not any(board.play(move).must_pass for move in board.legal_moves)


Q = ExerciseTask
RECIPES = (
    Recipe("place", Q.FEWEST_FLIPS, 8, 40, lambda f: flips(f.board, f.answer) == 1 and away(f)),
    Recipe("directions", Q.MOST_FLIPS, 4, 14, lambda f: flips(f.board, f.answer) >= 5),
    Recipe("pass", Q.PASS, 3, 14, lambda f: f.board.play(f.answer).must_pass, zero=True),
    Recipe("corner", Q.CORNER, 6, 24),
    Recipe("end", Q.BEST, 2, 3, decides=True),
    Recipe("safe-corners", Q.GUARD, 12, 30, away, quick=no_threat, lure=unsafe, zero=True),
    Recipe(
        "x-squares",
        Q.GUARD,
        14,
        34,
        away,
        lure=lambda b, m: unsafe(b, m) and beside(b, m, x=True),
        quick=lambda b: no_threat(b) and any(beside(b, m, x=True) for m in b.legal_moves),
        zero=True,
    ),
    Recipe(
        "c-squares",
        Q.GUARD,
        12,
        30,
        away,
        lure=lambda b, m: unsafe(b, m) and beside(b, m, x=False),
        quick=lambda b: (
            no_threat(b) and any(unsafe(b, m) and beside(b, m, x=False) for m in b.legal_moves)
        ),
        zero=True,
    ),
    Recipe("stable", Q.STABLE, 8, 24, lambda f: Q.STABLE.count(f.board, f.answer) >= 5, gap=3),
    Recipe("guard", Q.GUARD, 10, 28, quick=lambda b: not no_threat(b), lure=unsafe, zero=True),
    Recipe(
        "corner-later",
        Q.BEST,
        8,
        20,
        has(Theme.LEAVES_CORNER),
        quick=lambda b: bool(b.legal_moves & corners(8)),
        lure=lambda b, m: m in corners(8),
    ),
    Recipe("few-discs", Q.FEWEST_FLIPS, 28, 48, away, lure=lambda b, m: flips(b, m) >= 4),
    Recipe("mobility", Q.MOBILITY, 16, 40, few_replies, gap=2, quick=no_pass),
    Recipe("frontier", Q.FRONTIER, 28, 46, away, gap=2),
    Recipe(
        "quiet",
        Q.QUIET,
        20,
        44,
        away,
        quick=no_pass,
        lure=lambda b, m: Q.QUIET.count(b, m) >= 3,
        zero=True,
    ),
    Recipe("walls", Q.BEST, 24, 42, wall, builds),
    Recipe("wanted", Q.BEST, 24, 44, wanted),
    Recipe("safe-moves", Q.NO_SAFE_REPLY, 12, 30, quick=no_pass, zero=True),
    Recipe("squeeze", Q.BEST, 10, 20, has(Theme.SQUEEZE)),
    Recipe("edge-squares", Q.BEST, 21, 40, lambda f: Theme.EDGE.fits(_solution(f))),
    Recipe("attack", Q.THREAT, 10, 28, lambda f: len(f.right) == 1),
    Recipe(
        "unbalanced",
        Q.BEST,
        8,
        28,
        lambda f: f.answer in unbalanced(f.board, f.board.turn.opponent),
        quick=lambda b: any(m in b.legal_moves for m in unbalanced(b, b.turn.opponent)),
    ),
    Recipe("wedge", Q.WEDGE, 8, 26, stays_between),
    Recipe("whole-edge", Q.BEST, 8, 18, has(Theme.STABLE)),
    Recipe("diagonal", Q.BEST, 8, 20, guards_diagonal),
    Recipe("tempo", Q.TEMPO, 8, 24),
    Recipe("access", Q.BEST, 8, 20, has(Theme.CLOSES)),
    Recipe("can-wait", Q.BEST, 8, 20, waits),
    Recipe("forced-pass", Q.BEST, 6, 16, has(Theme.PASS)),
    Recipe("regions", Q.PARITY, 6, 16, quick=lambda b: len(regions(b)) >= 3, zero=True),
    Recipe("last-move", Q.BEST, 3, 6, lambda f: len(regions(f.board)) == 1),
    Recipe("parity", Q.BEST, 6, 16, has(Theme.PARITY)),
    Recipe("sacrifice", Q.BEST, 8, 20, has(Theme.SACRIFICE)),
    Recipe("late-x", Q.BEST, 8, 18, has(Theme.X_SQUARE)),
    Recipe(
        "stoner",
        Q.BEST,
        8,
        28,
        lambda f: Theme.STONER.fits(_solution(f)),
        quick=lambda b: any(Theme.STONER.fits(Solution(b, (m,), (m,))) for m in b.legal_moves),
    ),
    Recipe("swindle", Q.BEST, 6, 16, has(Theme.SWINDLE)),
    Recipe(
        "opening-center",
        Q.BEST,
        44,
        54,
        lambda f: f.answer in CENTER,
        lambda b, m: m not in CENTER,
    ),
    Recipe(
        "opening-edges",
        Q.BEST,
        36,
        48,
        lambda f: f.answer not in BORDER,
        lambda b, m: m in BORDER,
        quick=lambda b: any(m in BORDER for m in b.legal_moves),
    ),
    Recipe("count-four", Q.BEST, 3, 4, margin=2),
    Recipe("count-six", Q.BEST, 5, 7, margin=2),
)


def _solution(found: Found) -> Solution:
    return Solution(found.board, (found.answer,), (found.answer,))


@lru_cache(maxsize=256)
def quick(board: Board, engine: Engine) -> Sequence[Result]:
    return engine.analyze(board, QUICK, lines=len(board.legal_moves))


def close(moves: Sequence[Square], results: Sequence[Result]) -> bool:
    top = results[0].score
    return all(each.score >= top - 2 - GOOD for each in results if each.move in moves)


def find(recipe: Recipe, board: Board, engine: Engine) -> Found | None:
    """Return the exercise of a position, if the recipe fits."""
    task, legal = recipe.task, len(board.legal_moves)
    if legal < (2 if recipe.high <= 4 else 4) or not recipe.quick(board):
        return None
    if task.counted:
        counts = sorted((task.count(board, m) for m in board.legal_moves), reverse=task.most)
        if counts[0] == counts[1] or abs(counts[0] - counts[1]) < recipe.gap:
            return None
        if recipe.zero and counts[0]:
            return None
        if not close(task.right_moves(board), quick(board, engine)):
            return None
        found = Found(board, task.right_moves(board), engine.analyze(board, LIMIT, lines=legal))
        top = found.results[0].score
        if abs(top) > CLOSE or found.value(found.answer) < top - GOOD:
            return None
        return found if recipe.fits(found) else None
    first, second, *_ = quick(board, engine)
    if first.score - second.score < recipe.margin - 1:
        return None
    best, second = engine.analyze(board, LIMIT, lines=2)
    if best.score - second.score < recipe.margin or abs(best.score) > CLOSE:
        return None
    assert best.move is not None
    if recipe.decides and not best.score > 0 >= second.score:
        return None
    found = Found(board, (best.move,), (best, second))
    return found if recipe.fits(found) else None


def holds(found: Found, recipe: Recipe, engine: Engine) -> bool:
    """Whether a second search, which remembers nothing of the first, agrees about all moves."""
    engine.clear()
    found.results = engine.analyze(found.board, LIMIT, lines=len(found.board.legal_moves))
    value, other = found.margin
    return value - other >= (0 if recipe.task.counted else recipe.margin)


def difficulty(found: Found, players: Sequence[Player]) -> tuple[int, int]:
    missed = sum(player.choose(found.board) not in found.right for player in players)
    return missed, len(found.board.legal_moves)


def games(path: Path) -> list[str]:
    with lzma.open(path, "rt") if path.suffix == ".xz" else path.open() as file:
        return [line.split()[0] for line in file if "W" in line.split()[2]]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("--only", nargs="*", default=[], metavar="LESSON")
    args = parser.parse_args()
    lines, only = games(args.games), args.only
    Random(36).shuffle(lines)
    engine = Engine()
    chosen = [recipe for recipe in RECIPES if not only or recipe.lesson in only]
    pools: defaultdict[str, list[Found]] = defaultdict(list)
    used: set[Board] = set()
    for number, line in enumerate(lines):
        short = [recipe for recipe in chosen if len(pools[recipe.lesson]) < POOL]
        if not short or number > 60_000:
            break
        if number % 100 == 0:
            print(
                number, {r.lesson: len(pools[r.lesson]) for r in short}, file=sys.stderr, flush=True
            )
        random = Random(number)
        boards = [made.board for made in read_transcript(line).history]
        random.shuffle(short)
        for recipe in short:
            fit = [
                b for b in boards if recipe.low <= len(b.empties) <= recipe.high and b.legal_moves
            ]
            for board in random.sample(fit, min(len(fit), 30 if recipe.lesson == "stoner" else 8)):
                if board.canonical() in used or not (found := find(recipe, board, engine)):
                    continue
                pools[recipe.lesson].append(found)
                used.add(board.canonical())
                break
    players = [make_player(name, seed=1) for name in WEAKER]
    out = [] if not only else EXERCISES_FILE.read_text("utf-8").splitlines()[1:]
    out = [row for row in out if row.split()[1] not in only]
    for recipe in chosen:
        out += lesson_lines(recipe, pools[recipe.lesson], engine, players)
    order = [recipe.lesson for recipe in RECIPES]
    out.sort(key=lambda row: order.index(row.split()[1]))
    EXERCISES_FILE.write_text("\n".join([HEADER, *out, ""]), "utf-8")


def lesson_lines(
    recipe: Recipe, pool: list[Found], engine: Engine, players: Sequence[Player]
) -> Iterator[str]:
    """Yield the lines of a lesson: its diagrams, then exercises from easy to hard."""
    shown: list[tuple[Found, Result, Result]] = []
    for found in pool:
        if len(shown) == SHOWN:
            break
        results = engine.analyze(found.board, LIMIT, lines=len(found.board.legal_moves))
        right = next(each for each in results if each.move == found.answer)
        worse = [
            each
            for each in results
            if each.move not in found.right
            and right.score - each.score >= MARGIN
            and recipe.lure(found.board, each.move)
            and (len(each.line) > 1 or recipe.high < 5)
        ]
        if worse:
            shown.append((found, right, max(worse, key=lambda each: each.score)))
    for found, right, wrong in shown:
        lines = (written_moves(each.line[:LINE]) for each in (right, wrong))
        depth = 0 if right.exact and wrong.exact else DEPTH
        yield (
            f"diagram {recipe.lesson} {found.board.to_text()} {' '.join(lines)} "
            f"{right.score:+d} {wrong.score:+d} {depth}"
        )
    taken = [found for found, _, _ in shown]
    rest = sorted(
        (found for found in pool if found not in taken and holds(found, recipe, engine)),
        key=lambda found: difficulty(found, players),
    )
    many = min(EACH, len(rest))
    picked = [rest[round(at * (len(rest) - 1) / max(1, many - 1))] for at in range(many)]
    for found in picked:
        moves = ",".join(square_name(at, 8) for at in found.right)
        value, other = found.margin
        depth = 0 if all(each.exact for each in found.results) else DEPTH
        yield (
            f"exercise {recipe.lesson} {recipe.task.key} {found.board.to_text()} {moves} "
            f"{value:+d} {other:+d} {depth}"
        )
    print(f"{recipe.lesson}: {len(picked)} exercises, {len(shown)} diagrams", file=sys.stderr)


if __name__ == "__main__":
    main()
