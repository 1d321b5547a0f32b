"""Opponents that could play better: their errors are bounded, drawn by chance, and repeatable."""

import pytest

from outflank.board import Board
from outflank.engine import Engine, Limit
from outflank.players import make_player
from outflank.players.gentle import ClosePlayer, GentlePlayer

BOARD = Board.from_rows(
    ["........", "..XO....", "..XOO...", "..XXOX..", "..OXXX..", "...OOX..", "....O...", "........"]
)


def scores(board: Board, depth: int) -> dict[int, int]:
    results = Engine(hash_mb=8).analyse(
        board, Limit(depth=depth, exact_from=depth + 4), lines=len(board.legal_moves)
    )
    return {result.move: result.score for result in results}


def test_a_gentle_player_never_errs_by_more_than_its_bound() -> None:
    player = GentlePlayer(loss=2, depth=2, seed=1)
    judged = scores(BOARD, 2)
    best = max(judged.values())
    allowed = {move for move, score in judged.items() if best - score <= 6}
    assert allowed != set(judged), "the position must have a move that is out of bounds"
    assert set(player.distribution(BOARD)) == allowed


def test_a_better_move_is_never_less_likely() -> None:
    chances = GentlePlayer(loss=5, depth=2, seed=1).distribution(BOARD)
    judged = scores(BOARD, 2)
    assert sum(chances.values()) == pytest.approx(1)
    ordered = sorted(chances, key=lambda move: judged[move])
    assert [chances[move] for move in ordered] == sorted(chances.values())


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
