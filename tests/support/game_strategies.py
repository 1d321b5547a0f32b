"""Games for property tests: legal moves chosen at random, by hypothesis."""

from hypothesis import strategies as st

from outflank.board import Board
from outflank.game import Game, position


@st.composite
def games(draw: st.DrawFn, sizes: tuple[int, ...] = (4, 6, 8, 10), most: int = 70) -> Game:
    """A game of some length on some size, sometimes to the end."""
    game = Game(size=draw(st.sampled_from(sizes)))
    _play(draw, game, draw(st.integers(0, most)))
    return game


@st.composite
def games_from_anywhere(draw: st.DrawFn, sizes: tuple[int, ...] = (4, 6, 8)) -> Game:
    """A game that does not begin at the usual start."""
    before = draw(games(sizes, 30))
    if before.is_over:
        before = Game(size=before.size)
    game = Game(before.board)
    _play(draw, game, draw(st.integers(0, 70)))
    return game


@st.composite
def studied_games(draw: st.DrawFn, sizes: tuple[int, ...] = (4, 6, 8)) -> Game:
    """A game in which other moves were tried, and some of them noted."""
    game = draw(games(sizes) | games_from_anywhere(sizes))
    chooser = draw(st.randoms(use_true_random=False))
    tree = game.tree
    for _ in range(draw(st.integers(0, 12))):
        way = chooser.choice([place for _, line in tree.lines() for place in line])
        legal = list(position(game.start, way).legal_moves)
        if legal:
            tree = tree.with_way((*way, chooser.choice(legal)))
        if chooser.random() < 0.4:
            tree = tree.noted(way, name=draw(notes), comment=draw(notes))
    game.variations = tree.variations
    return game


notes = st.sampled_from(["", "the door", "a ] b \\ c", "[(;W[d6])", "née 黒\nwins"])


@st.composite
def boards(draw: st.DrawFn, sizes: tuple[int, ...] = (4, 6, 8, 10)) -> Board:
    """A position that a game can reach."""
    return draw(games(sizes)).board


def _play(draw: st.DrawFn, game: Game, moves: int) -> None:
    chooser = draw(st.randoms(use_true_random=False))
    for _ in range(moves):
        if game.is_over:
            break
        game.play(chooser.choice(list(game.board.legal_moves)))
