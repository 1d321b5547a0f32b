"""Every game of the French federation's archive, replayed."""

import tarfile

import pytest
from shared_data import shared_data

from outflank.board import Board, Color


@pytest.mark.data
def test_every_tournament_game_since_1977_replays_to_its_stored_score() -> None:
    games = unfinished = 0
    with tarfile.open(shared_data("games/wthor-1977-2025.tar.xz")) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.name.lower().endswith(".wtb") else None
            if file is None:
                continue
            data = file.read()
            for at in range(16, len(data), 68):
                games += 1
                board = _replayed(data[at + 8 : at + 68])
                if board.is_over:
                    assert _black_discs(board) == data[at + 6], (member.name, at)
                else:
                    unfinished += 1
    assert (games, unfinished) == (137_548, 413)


def _replayed(moves: bytes) -> Board:
    board = Board()
    for move in moves:
        if not move:
            break
        if board.must_pass:
            board = board.pass_turn()
        row, column = divmod(move, 10)
        board = board.play((row - 1) * 8 + column - 1)
    return board


def _black_discs(board: Board) -> int:
    score = board.score if board.turn is Color.BLACK else -board.score
    return 32 + score // 2
