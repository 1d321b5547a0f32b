"""The rules through the Python interface, compared with other libraries in the same run.

Each library is used in the same way: generate the legal moves, make each of them on a new board,
recurse. `make bench` installs the others.
"""

import random
from collections.abc import Callable

import numpy as np
import pyspiel
import rust_reversi

from outflank import Board, Game
from outflank.batch import Positions
from timing import rate, report

DEPTH = 7
LEAVES = 55_092
PLAYOUTS = 20_000


def perft_outflank(board: Board, depth: int) -> int:
    if depth == 0:
        return 1
    moves = board.legal_moves
    if not moves:
        return 0 if board.is_over else perft_outflank(board.pass_turn(), depth - 1)
    leaves = 0
    for move in moves:
        leaves += perft_outflank(board.play(move), depth - 1)
    return leaves


def perft_rust_reversi(board: rust_reversi.Board, depth: int) -> int:
    if depth == 0:
        return 1
    moves = board.get_legal_moves_vec()
    if not moves:
        if board.is_game_over():
            return 0
        after = board.clone()
        after.do_pass()
        return perft_rust_reversi(after, depth - 1)
    leaves = 0
    for move in moves:
        after = board.clone()
        after.do_move(move)
        leaves += perft_rust_reversi(after, depth - 1)
    return leaves


def perft_open_spiel(state: pyspiel.State, depth: int) -> int:
    if depth == 0:
        return 1
    leaves = 0
    for move in state.legal_actions():
        leaves += perft_open_spiel(state.child(move), depth - 1)
    return leaves


def game_outflank() -> None:
    board = Board()
    while True:
        moves = board.legal_moves
        if moves:
            board = board.play(random.choice(list(moves)))
        elif board.is_over:
            return
        else:
            board = board.pass_turn()


def game_rust_reversi() -> None:
    board = rust_reversi.Board()
    while True:
        moves = board.get_legal_moves_vec()
        if moves:
            board.do_move(random.choice(moves))
        elif board.is_game_over():
            return
        else:
            board.do_pass()


def game_open_spiel() -> None:
    state = pyspiel.load_game("othello").new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))


def _boards(count: int) -> list[Board]:
    """Return the positions of random games in which there is a legal move."""
    choose = random.Random(1)
    boards: list[Board] = []
    while len(boards) < count:
        game = Game()
        while not game.is_over:
            boards.append(game.board)
            game.play(choose.choice(list(game.board.legal_moves)))
    return boards[:count]


def _rust_reversi_board(board: Board) -> rust_reversi.Board:
    def mirrored(bits: int) -> int:  # its first bit is h8
        return int(f"{bits:064b}"[::-1], 2)

    other = rust_reversi.Board()
    mover, opponent = mirrored(board.mover_bits), mirrored(board.opponent_bits)
    other.set_board(mover, opponent, rust_reversi.Turn.BLACK)
    return other


def main() -> None:
    def leaves_rust_reversi() -> int:
        return perft_rust_reversi(rust_reversi.Board(), DEPTH)

    def leaves_open_spiel() -> int:
        return perft_open_spiel(pyspiel.load_game("othello").new_initial_state(), DEPTH - 2)

    assert perft_outflank(Board(), DEPTH) == leaves_rust_reversi() == LEAVES
    report(
        "perft, move by move",
        rate(lambda: perft_outflank(Board(), DEPTH)),
        {"rust-reversi": rate(leaves_rust_reversi), "open_spiel": rate(leaves_open_spiel)},
        "leaves/s",
    )

    def games(play: Callable[[], None], count: int) -> float:
        def work() -> int:
            for _ in range(count):
                play()
            return count

        return rate(work)

    report(
        "random games, move by move",
        games(game_outflank, 1000),
        {
            "rust-reversi": games(game_rust_reversi, 1000),
            "open_spiel": games(game_open_spiel, 50),
        },
        "games/s",
    )

    boards = _boards(20_000)
    several = Positions.of(boards)
    theirs = [_rust_reversi_board(board) for board in boards]

    def legal_rust_reversi() -> int:
        for board in theirs:
            board.get_legal_moves()
        return len(theirs)

    def scores_rust_reversi() -> int:
        for board in theirs:
            if board.is_game_over():
                board.diff_piece_num()
        return len(theirs)

    def play_rust_reversi() -> int:
        for board, square in zip(theirs, moves.tolist(), strict=True):
            after = board.clone()
            after.do_move(square)
        return len(theirs)

    moves = np.array([squares[0] for squares in several.legal_lists()])
    report(
        "legal moves, in batches",
        rate(lambda: len(several[:].legal_moves)),
        {"rust-reversi": rate(legal_rust_reversi)},
        "positions/s",
    )
    report(
        "moves made, in batches",
        rate(lambda: len(several.play(moves))),
        {"rust-reversi": rate(play_rust_reversi)},
        "positions/s",
    )
    report(
        "outcomes, in batches",
        rate(lambda: len(several.scores())),
        {"rust-reversi": rate(scores_rust_reversi)},
        "positions/s",
    )

    # Its Monte Carlo search without tree growth is the only way to rust-reversi's native
    # playouts: it plays PLAYOUTS games from the children of the start position.
    evaluator = rust_reversi.MctsSearch(PLAYOUTS, 1.0, PLAYOUTS)

    def playouts_rust_reversi() -> int:
        evaluator.get_move(rust_reversi.Board())
        return PLAYOUTS

    start = Positions.start(PLAYOUTS)
    report(
        "random games, in batches",
        rate(lambda: len(start.playouts(seed=1))),
        {
            "rust-reversi": rate(playouts_rust_reversi),
            "random games of ours": games(game_outflank, 1000),
        },
        "games/s",
    )


if __name__ == "__main__":
    main()
