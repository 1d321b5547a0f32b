"""The last word on an evaluation: games against another one, until a test is decided.

Both sides are the same search with the same limit, so that only the judgement differs. Every
opening is played twice with colours swapped. Each finished pair is a line in a file, and a trial
that was stopped goes on behind the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from outflank import _native
from outflank.arena.elo import Pentanomial
from outflank.arena.sprt import Decision, Sprt
from outflank.board import Board, Color, Square, parse_square
from outflank.engine import weights
from outflank.training.labels import Report
from outflank.training.playing import best_move, play_out

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
    results = _read(file, heading)
    pending: dict[int, Future[tuple[int, int]]] = {}
    while True:
        pairs = Pentanomial.of_pairs([_points(result) for result in results])
        decision = sprt.decide(pairs)
        if decision is not Decision.CONTINUE or len(results) == len(openings):
            break
        for number in range(len(results), min(len(results) + 2 * workers, len(openings))):
            if number not in pending:
                task = executor.submit(play_pair, new, old, openings[number], thinking)
                pending[number] = task
        wait(pending.values(), return_when=FIRST_COMPLETED)
        while len(results) in pending and pending[len(results)].done():
            result = pending.pop(len(results)).result()
            with file.open("a", encoding="utf-8") as out:
                out.write(f"{result[0]:+} {result[1]:+}\n")
            results.append(result)
            if len(results) % TOLD_EVERY == 0:
                so_far = Pentanomial.of_pairs([_points(one) for one in results])
                report(f"  {2 * len(results)} games: {so_far.elo()} Elo, {sprt.explain(so_far)}")
    for task in pending.values():
        task.cancel()
    discs = sum(map(sum, results)) / max(1, 2 * len(results))
    sentence = (
        f"{2 * len(results)} games: {pairs.elo()} Elo, {100 * pairs.score:.1f} %, "
        f"{discs:+.1f} discs a game, pairs {' '.join(map(str, pairs.counts))}; "
        f"{sprt.explain(pairs)}"
    )
    return Verdict(pairs, discs, decision, sentence)


def _points(result: tuple[int, int]) -> float:
    return sum(1.0 if score > 0 else 0.5 if score == 0 else 0.0 for score in result)


def _name(packed: bytes) -> str:
    return "modest" if packed == MODEST else sha256(packed).hexdigest()[:12]


def _read(file: Path, heading: str) -> list[tuple[int, int]]:
    """The pairs already played; begins the file where there is none."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(heading + "\n", encoding="utf-8")
        return []
    first, *lines = file.read_text(encoding="utf-8").splitlines()
    if first != heading:
        raise ValueError(
            f"{file} is of another trial ({first.removeprefix('# ')}): remove it, or give other "
            "settings or another file"
        )
    results = []
    for number, line in enumerate(lines, start=2):
        try:
            black, white = map(int, line.split())
        except ValueError:
            raise ValueError(f"{file}, line {number}: expected two scores, got {line!r}") from None
        results.append((black, white))
    return results
