"""Opponents that could play better: their errors are bounded, drawn by chance, and repeatable."""

from collections import Counter
from random import Random

import pytest

from outflank.board import Board
from outflank.engine import Engine, Limit
from outflank.engine.recipe import mistake_chances
from outflank.players import make_player
from outflank.players.gentle import ClosePlayer, GentlePlayer

BOARD = Board.from_rows(
    ["........", "..XO....", "..XOO...", "..XXOX..", "..OXXX..", "...OOX..", "....O...", "........"]
)


def scores(board: Board, depth: int) -> dict[int, int]:
    results = Engine(memory=8).analyze(
        board, Limit(depth=depth, exact_from=depth + 4), lines=len(board.legal_moves)
    )
    return {result.move: result.score for result in results}


def test_a_gentle_player_never_errs_by_more_than_its_bound() -> None:
    player = GentlePlayer(loss=6, depth=2, seed=1)
    judged = scores(BOARD, 2)
    best = max(judged.values())
    allowed = {move for move, score in judged.items() if best - score < 6}
    assert allowed != set(judged), "the position must have a move that is out of bounds"
    assert set(player.distribution(BOARD)) == allowed


def test_the_chances_are_those_of_what_was_drawn() -> None:
    """Said in other words: draw three numbers, take the largest, lose about that much."""
    judged = {1: 10, 2: 9, 3: 9, 4: 5, 5: 3, 6: -20}
    dice = Random(3)
    counts: Counter[int] = Counter()
    draws = 20_000
    for _ in range(draws):
        lost = max(dice.uniform(0, 9) for _ in range(3))
        about = [move for move, score in judged.items() if lost / 2 <= 10 - score <= lost]
        if not about:
            worst = min(score for score in judged.values() if 10 - score <= lost)
            about = [move for move, score in judged.items() if score == worst]
        counts[dice.choice(about)] += 1
    expected = mistake_chances(judged, 9)
    assert sum(expected.values()) == pytest.approx(1)
    assert set(expected) == set(counts) == {1, 2, 3, 4, 5}
    for move, chance in expected.items():
        assert counts[move] / draws == pytest.approx(chance, abs=0.012)


def test_whoever_may_lose_nothing_plays_the_best() -> None:
    assert mistake_chances({1: 3, 2: 2}, 0.5) == {1: 1.0}


def test_a_seed_makes_the_errors_repeatable() -> None:
    games = []
    for seed in (4, 4, 5):
        player = make_player("gentle:loss=20,depth=1", seed=seed)
        games.append([player.choose(BOARD) for _ in range(20)])
    assert games[0] == games[1]
    assert games[0] != games[2]


@pytest.mark.parametrize("lead", [-6, 0, 4])
def test_a_close_player_plays_what_comes_nearest_to_its_lead(lead: int) -> None:
    judged = scores(BOARD, 2)
    chosen = ClosePlayer(lead=lead, depth=2).choose(BOARD)
    assert abs(judged[chosen] - lead) == min(abs(score - lead) for score in judged.values())
