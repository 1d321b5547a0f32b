"""The last word on an evaluation: games against another one, until a test is decided.

Both sides are the same search with the same limit, so that only the judgement differs. Every
opening is played twice with colours swapped. Each finished pair is a line in a file, its opening
and the two scores, and a trial that was stopped goes on behind the last one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from outflank import _native
from outflank.arena.elo import Pentanomial
from outflank.arena.sprt import Decision, Sprt
from outflank.board import Board, Color, Square, parse_square
from outflank.engine import weights
from outflank.learning.labels import Report
from outflank.learning.lines import add_lines, begin_after, whole_lines
from outflank.learning.playing import best_move, play_out

MODEST = b""  # stands for the evaluation that was not learned
MEGABYTES = 16  # of each side's table
TOLD_EVERY = 10  # pairs between two reports


@dataclass(frozen=True)
class Thinking:
    """What each side may spend on a move."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int = 60
    exact_from: int = 0

    def __post_init__(self) -> None:
        if self.seconds is None and self.nodes is None and self.depth == 60:
            raise ValueError("a move needs a limit: seconds, nodes or depth")

    def limit(self) -> _native.SearchLimit:
        """The same for the search."""
        return _native.SearchLimit(self.seconds, self.nodes, self.depth, self.exact_from)


@dataclass(frozen=True)
class Verdict:
    """How a trial ended."""

    pairs: Pentanomial  # from the new evaluation's view
    discs: float  # per game
    decision: Decision
    sentence: str


@lru_cache(maxsize=2)
def _engine(packed: bytes) -> _native.SearchEngine:
    if packed == MODEST:
        return _native.SearchEngine(1, MEGABYTES)
    known = weights.native(packed)
    return _native.SearchEngine(1, MEGABYTES, weights=known)


def play_pair(new: bytes, old: bytes, opening: str, thinking: Thinking) -> tuple[int, int]:
    """The new one's final score as Black and as White; runs in a worker."""
    black = _play(new, old, opening, thinking)
    return black, -_play(old, new, opening, thinking)


def _play(black: bytes, white: bytes, opening: str, thinking: Thinking) -> int:
    """Black's final score."""
    engines = {Color.BLACK: _engine(black), Color.WHITE: _engine(white)}
    for engine in engines.values():
        engine.clear()
    moves = [opening[at : at + 2] for at in range(0, len(opening), 2)]

    def choose(board: Board) -> Square:
        if moves:
            return parse_square(moves.pop(0))
        return best_move(engines[board.turn], board, thinking.limit())

    outcome = play_out(choose).outcome
    assert outcome is not None
    return outcome.score


def trial(
    new: bytes,
    old: bytes,
    openings: Sequence[str],
    thinking: Thinking,
    sprt: Sprt,
    *,
    executor: Executor,
    workers: int,
    file: Path,
    report: Report,
) -> Verdict:
    """Plays pairs until the test is decided or every opening was played.

    Pairs are counted in the order of the openings, so that a slow pair counts as much as a fast one
    and the verdict does not depend on the number of workers.
    """
    heading = f"# {_name(new)} against {_name(old)}, {thinking}, {sprt}"
    results = _read(file, heading, openings)
    pending: deque[Future[tuple[int, int]]] = deque()
    pairs = _counted(results)
    try:
        while sprt.decide(pairs) is Decision.CONTINUE and len(results) < len(openings):
            begun = len(results) + len(pending)
            for opening in openings[begun : len(results) + 2 * workers]:
                pending.append(executor.submit(play_pair, new, old, opening, thinking))
            result = pending.popleft().result()
            add_lines(file, f"{openings[len(results)]} {result[0]:+} {result[1]:+}")
            results.append(result)
            pairs = _counted(results)
            if len(results) % TOLD_EVERY == 0:
                report(f"  {2 * len(results)} games: {pairs.elo()} Elo, {sprt.explain(pairs)}")
    finally:
        for task in pending:
            task.cancel()
    discs = sum(map(sum, results)) / max(1, 2 * len(results))
    sentence = (
        f"{2 * len(results)} games: {pairs.elo()} Elo, {100 * pairs.score:.1f} %, "
        f"{discs:+.1f} discs a game, pairs {' '.join(map(str, pairs.counts))}; "
        f"{sprt.explain(pairs)}"
    )
    return Verdict(pairs, discs, sprt.decide(pairs), sentence)


def _counted(results: Sequence[tuple[int, int]]) -> Pentanomial:
    return Pentanomial.of_pairs([_points(result) for result in results])


def _points(result: tuple[int, int]) -> float:
    return sum(1.0 if score > 0 else 0.5 if score == 0 else 0.0 for score in result)


def _name(packed: bytes) -> str:
    return "modest" if packed == MODEST else sha256(packed).hexdigest()[:12]


def _read(file: Path, heading: str, openings: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs already played; begins the file where there is none."""
    lines = whole_lines(file)
    if not lines:
        begin_after(file, 0)
        add_lines(file, heading)
        return []
    if lines[0] != heading:
        raise ValueError(
            f"{file} is of another trial ({lines[0].removeprefix('# ')}): remove it, or give other "
            "settings or another file"
        )
    results = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            opening, black, white = line.split()
            results.append((int(black), int(white)))
        except ValueError:
            raise ValueError(
                f"{file}, line {number}: expected an opening and two scores, got {line!r}"
            ) from None
        if number - 2 < len(openings) and opening != openings[number - 2]:
            raise ValueError(
                f"{file}, line {number}: expected a pair from {openings[number - 2]}, got one from "
                f"{opening}: the openings are others, or in another order; give the seed it was "
                "begun with, or another file"
            )
    begin_after(file, len(lines))
    return results
