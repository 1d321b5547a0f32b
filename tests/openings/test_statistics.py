"""Opening statistics: what is counted, what ships, and that a plain count says the same."""

import importlib.util
import tarfile
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest
from shared_data import shared_data

from outflank.board import Board, Symmetry
from outflank.formats import GameRecord, read_file, with_score
from outflank.openings.statistics import (
    DEEPEST,
    FILE,
    LEAST,
    OpeningStatistics,
    opening_statistics,
)
from outflank.study.explorer import merged

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "src/outflank/openings" / FILE
spec = importlib.util.spec_from_file_location("builder", ROOT / "tools/opening_statistics.py")
assert spec is not None
assert spec.loader is not None
builder = importlib.util.module_from_spec(spec)
spec.loader.exec_module(builder)


def games(count: int, seed: int) -> list[GameRecord]:
    """Finished games of few openings, turned in all ways, in ten years."""
    random, made = Random(seed), []
    for _ in range(count):
        board, squares, ply = Board(), [], 0
        while not board.is_over:
            board = board.after_forced_pass
            choices = sorted(board.legal_moves, key=lambda s: min(s, 63 - s, s % 8 * 8 + s // 8))
            plain = ply < DEEPEST and random.random() < 0.9
            square = choices[0] if plain else random.choice(choices)
            squares.append(square)
            board, ply = board.play(square), ply + 1
        turn = random.choice([s for s in Symmetry if Board().transformed(s) == Board()])
        moves = bytes(turn.square(square) for square in squares)
        made.append(with_score(GameRecord(moves, date=str(random.randrange(1990, 2000)))))
    return made


def test_a_thousand_positions_have_the_figures_of_a_plain_count() -> None:
    sample = games(1200, 7)
    statistics = OpeningStatistics(builder.build(sample))
    visits: dict[str, list[tuple[int, int, Board, int]]] = defaultdict(list)
    seen: dict[str, Board] = {}
    for record in sample:
        board = Board()
        assert record.score is not None
        for square in record.moves[: DEEPEST + 1]:
            board = board.after_forced_pass
            key = min(board.transformed(s).to_text() for s in Symmetry)
            score = record.score if board.turn.symbol == "X" else -record.score
            visits[key].append((square, score, board, record.year or 0))
            seen[key] = board
            board = board.play(square)
    frequent = {key for key, found in visits.items() if len(found) >= LEAST}
    assert len(statistics) == len(frequent)
    random = Random(3)
    asked = random.sample(sorted(frequent), 400) + random.sample(sorted(visits), 600)
    for key in asked:
        found = visits[key]
        board = seen[key].transformed(Random(key).choice(list(Symmetry)))
        figures = statistics.at(board)
        if key not in frequent:
            assert figures is None
            continue
        assert figures is not None
        assert figures.games == len(found)
        assert figures.years == (min(v[3] for v in found), max(v[3] for v in found))
        expected: dict[frozenset[str], list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0])
        for square, score, played, _year in found:
            after = played.play(square).to_text()
            same = frozenset(played.play(square).transformed(s).to_text() for s in Symmetry)
            assert after in same
            counts = expected[same]
            parts = 1, score > 0, score == 0, score < 0, score
            expected[same] = [a + b for a, b in zip(counts, parts, strict=True)]
        got = {
            frozenset(board.play(m.squares[0]).transformed(s).to_text() for s in Symmetry): [
                m.games,
                m.won,
                m.drawn,
                m.lost,
                round((m.average or 0) * m.games),
            ]
            for m in merged(board, figures.moves)
        }
        assert got == expected


def test_the_same_games_give_the_same_bytes() -> None:
    sample = games(60, 1)
    assert builder.build(sample) == builder.build(sample)


def test_the_shipped_figures_are_consistent_and_small() -> None:
    statistics = opening_statistics()
    assert SHIPPED.stat().st_size < 1_500_000
    assert len(statistics) > 30_000
    start = statistics.at(Board())
    assert start is not None
    assert start.years == (1977, 2025)
    random = Random(5)
    for _ in range(200):
        board, figures = Board(), start
        while True:
            assert figures.games >= LEAST
            assert sum(move[1] for move in figures.moves) <= figures.games
            assert all(
                move[0] in board.legal_moves
                and min(move[2:5]) >= 0
                and move[1] == sum(move[2:5])
                and abs(move[5]) <= 64 * move[1]
                for move in figures.moves
            )
            if not figures.moves:
                break
            weights = [move[1] for move in figures.moves]
            board = board.play(random.choices(figures.moves, weights)[0][0]).after_forced_pass
            following = statistics.at(board)
            if following is None:
                break
            figures = following


def test_other_sizes_and_late_positions_have_none() -> None:
    assert opening_statistics().at(Board(6)) is None
    board = Board()
    while len(board.empties) >= 60 - DEEPEST:
        board = board.after_forced_pass.play(min(board.after_forced_pass.legal_moves))
    assert opening_statistics().at(board) is None


@pytest.mark.data
@pytest.mark.slow
def test_the_shipped_file_is_made_of_the_shared_games(tmp_path: Path) -> None:
    with tarfile.open(shared_data("games/wthor-1977-2025.tar.xz")) as archive:
        archive.extractall(tmp_path, filter="data")
    files = sorted((tmp_path / "wthor").glob("*.wtb"))
    made = builder.build(record for file in files for record in read_file(file))
    assert made == SHIPPED.read_bytes()
