"""A fixed workload; its node count changes whenever the search does."""

import time

from outflank import _native
from outflank.board import Board
from outflank.engine import weights
from outflank.engine.engine import Engine
from outflank.engine.limit import Limit
from outflank.engine.native import native_position

# Positions from games between engine levels: openings, middle games and endgames.
BENCH_POSITIONS: tuple[str, ...] = (
    "-------------O----OX-O-----OXO-----XOX-------OX----------------- X",
    "----------O--O-----OOO-----OO------OXXXX---OOOX----------------- X",
    "---------XOO-----XXOO-----XOX---O-OOX----O-O-X----OOO----------- X",
    "X-------XX-O----XXXOOO--OOOOOOX---XXOOO---XX-------------------- X",
    "------------XO----OOOO----XXXO-----XXXO---XXXOOO----XXXX----XXXX X",
    "--XX-------XXX----OOXXOO--OOOXOO--OOOXXO-O-OOO-O----XXO----X---- X",
    "-X--XO----XXOO-X--OOOXXX--OXXXOXOOOXXXOX--XXXO-X---XO--X-------- X",
    "-XXXXX---XXOXX----XXOXX----XXX-----XOOXO--OOOXOO--XOXOOO-XXXX--O X",
    "--XO-OOO--OOOOO-XOXOOOO-OOOXOO--OOXOXOO--OXXXX--OOXX----OOX----- X",
    "--OOOOO---XXOX----XXXO---XXXXXOXXXXXXXOX-XOOOOXX--OOOO-X--OOOO-- X",
    "-----X------XX-O--XXOXOO-OOOXXOO-OOOOXOO-OOOXOX-OOOOOXOXXXXXXXXO X",
    "-XXXXXXO--XXXXOO--XXXOOO-XXXXOOO---XOOOO--XXOOOO--OOOOOO---OOOOO X",
    "OOOOOOXX-OOOOXXX-OOOXOXX--OXXOXX--XXOXXX--XXOXXX--OXOX-X-O-XO--- X",
    "XXXXXX--XXXXXX--XXXOXOO-XXXXXXOOXXXXXXO-OXXXOXO---OOOOOO---OO--- O",
    "XXXX-XXXXXXXXXXX-XOOXXOX--XXXOXX--XXOOXX--XOXXXX--XOXX-X--XXXX-- O",
    "OOOOOOO-OOOOOO--OOOOOX-XOOOOOOXXOOOOOXOX-XXXXXOX--X-XOOX----X--X X",
)

MIDDLE_DEPTH = 9
WALK_DEPTH = 6  # moves; 15 million positions
EXACT_FROM = 16


def bench_nodes() -> int:
    """Return the number of nodes that a new engine searches in the workload."""
    engine = Engine(memory=16)
    limit = Limit(depth=MIDDLE_DEPTH, exact_from=EXACT_FROM)
    return sum(engine.choose(Board.from_text(text), limit).nodes for text in BENCH_POSITIONS)


def evaluation_speed() -> float:
    """Return the evaluations per CPU second, each including a move, as in a search."""
    known = weights.default()
    evaluated = 0
    before = time.process_time()
    for text in BENCH_POSITIONS:
        board = Board.from_text(text)
        evaluated += known.evaluate_leaves(board.mover_bits, board.opponent_bits, WALK_DEPTH)[0]
    return evaluated / (time.process_time() - before)


def perft_speed(board: Board, depth: int) -> tuple[float, float]:
    """Return the CPU seconds of a perft with this build's rules and with the portable ones."""
    position = native_position(board)
    seconds = []
    for portable in (False, True):
        before = time.process_time()
        _native.perft(
            position.mover, position.opponent, depth, playable=position.playable, portable=portable
        )
        seconds.append(time.process_time() - before)
    return seconds[0], seconds[1]
