"""The tree of what was played and what else was tried."""

from game_strategies import studied_games
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board import IllegalMove
from outflank.game import Game, Tree, Variation, Way, position

F5, D6, F6, F4, E6 = 37, 43, 45, 29, 44


def places(tree: Tree) -> list[Way]:
    return [place for _, line in tree.lines() for place in line]


def test_what_was_tried_stands_beside_what_was_played() -> None:
    game = Game()
    game.play("f5")
    game.play("d6")
    tree = game.tree.with_way((F5, F6)).with_way((F5, F6, E6)).with_way((F5, F4))
    assert list(tree.lines()) == [
        (0, ((), (F5,), (F5, D6))),
        (1, ((F5, F6), (F5, F6, E6))),
        (1, ((F5, F4),)),
    ]
    assert tree.tried == 3
    assert tree.fork((F5, F6, E6)) == (F5, F6)
    assert tree.fork((F5, D6)) == ()


def test_a_game_keeps_its_variations_when_moves_are_taken_back_and_others_made() -> None:
    game = Game()
    game.play("f5")
    game.play("d6")
    game.variations = game.tree.with_way((F5, F6)).variations
    assert game.copy() == game
    game.undo()
    assert game.tree.children((F5,)) == ((F5, D6), (F5, F6))
    game.play("f6")
    assert game.tree.children((F5,)) == ((F5, F6),)
    assert game.tree.variations == ()  # it is what was played now


@given(studied_games())
@settings(max_examples=60, deadline=None)
def test_every_place_is_on_one_line_and_can_be_reached(game: Game) -> None:
    tree = game.tree
    everywhere = places(tree)
    assert len(set(everywhere)) == len(everywhere) == tree.tried + len(tree.played) + 1
    for way in everywhere:
        assert not position(game.start, way).must_pass
        assert way in tree.line(tree.fork(way))
    again = Tree(tree.played, tree.variations)
    assert again.variations == tree.variations == game.variations


@given(studied_games(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_promoted_line_comes_first_and_nothing_else_moves(
    game: Game, data: st.DataObject
) -> None:
    tree = game.tree
    way = data.draw(st.sampled_from(places(tree)))
    fork, after = tree.fork(way), tree.promoted(way)
    if after is None:
        siblings = [on for on in tree.children(fork[:-1]) if not tree.is_played(on)]
        assert not fork or siblings[0] == fork
        return
    assert set(places(after)) == set(places(tree))
    assert set(after.variations) == set(tree.variations)
    for place in places(tree):
        before, now = tree.children(place), after.children(place)
        if place != fork[:-1]:
            assert now == before
            continue
        kept = [on for on in before if on != fork]
        at = 1 if tree.is_played(before[0]) else 0
        assert list(now) == [*kept[:at], fork, *kept[at:]]


@given(studied_games(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_deleted_move_takes_what_follows_it_along_and_nothing_else(
    game: Game, data: st.DataObject
) -> None:
    tree = game.tree
    tried = [way for way in places(tree) if not tree.is_played(way)]
    if not tried:
        return
    way = data.draw(st.sampled_from(tried))
    left = tree.without(way)
    assert set(places(left)) == {each for each in places(tree) if each[: len(way)] != way}
    assert all(left.note(each) == tree.note(each) for each in places(left))


def test_a_way_that_cannot_be_played_is_refused() -> None:
    try:
        position(Game().board, (0,))
    except IllegalMove as error:
        assert "Black cannot play a1" in str(error)
    else:
        raise AssertionError("a1 is no move")


def test_a_note_may_be_taken_away_again() -> None:
    tree = Tree((F5,), [Variation((F4,), "x", "y")])
    assert tree.noted((F4,), name="").note((F4,)) == Variation((F4,), "", "y")
    assert tree.noted((F4,), name="", comment="").variations == (Variation((F4,)),)
