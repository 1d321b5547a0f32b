"""Positions from random play, for property tests."""

from hypothesis import strategies as st

from outflank.board import SIZES, Board
from outflank.board.board import PlainBoard
from outflank.game import Game

sizes = st.sampled_from(list(SIZES))


@st.composite
def games(draw: st.DrawFn, sizes: st.SearchStrategy[int] = sizes, most_moves: int = 300) -> Game:
    """A game of random legal moves, perhaps to its end."""
    game = Game(size=draw(sizes))
    choices = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most_moves))):
        if game.is_over:
            break
        game.play(choices.choice(list(game.board.legal_moves)))
    return game


@st.composite
def boards(draw: st.DrawFn, sizes: st.SearchStrategy[int] = sizes) -> Board:
    """A position reached by random legal moves."""
    return draw(games(sizes)).board


@st.composite
def any_discs(draw: st.DrawFn, sizes: st.SearchStrategy[int] = sizes) -> Board:
    """Discs anywhere, reachable or not."""
    size = draw(sizes)
    bits = st.integers(0, (1 << size * size) - 1)
    mover, opponent = draw(bits), draw(bits)
    return Board.from_bits(mover & ~opponent, opponent, size=size)


def plain(board: Board) -> PlainBoard:
    """The same position in plain Python, also on 8×8."""
    return PlainBoard(board.mover_bits, board.opponent_bits, board.turn, board.size)
