"""Openings that a computer player is told to play, and balanced starts."""

from pathlib import Path
from random import Random

import pytest

from outflank.board import Board, Symmetry
from outflank.game import Game
from outflank.openings.balanced import InvalidStart, balanced_text, chosen_start, drawn_start
from outflank.openings.chosen import chosen_opening, move_of_opening
from outflank.openings.names import opening_slugs, openings, slug


def played(moves: str) -> Game:
    game = Game()
    for at in range(0, len(moves), 2):
        game.play(moves[at : at + 2])
    return game


def test_every_opening_has_a_setting_of_its_own() -> None:
    assert opening_slugs() == [slug(one.name) for one in openings().table]
    assert all(one in openings().by_slug for one in opening_slugs())


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_every_opening_is_reached_when_both_sides_play_it(symmetry: Symmetry) -> None:
    for opening in openings().table:
        game, name = Game(), slug(opening.name)
        first = symmetry.square(37)  # some symmetries lead to White's squares
        game.play(first if first in game.board.legal_moves else 37)
        while (move := move_of_opening(game.board, name)) is not None:
            assert chosen_opening(game, name).state == "forced"
            game.play(move)
        assert game.board.canonical() == opening.board
        assert chosen_opening(game, name).state == "over"


@pytest.mark.parametrize(
    ("moves", "state", "number"),
    [
        ("", "forced", 1),
        ("f5", "forced", 2),
        ("d3c3", "left", 2),
        ("f5d6c3", "forced", 4),
        ("f5d6c4", "left", 3),
        ("f5d6c3d3c4", "over", 6),
        ("f5d6c3d3c4f4f6", "over", 6),
    ],
)
def test_a_game_follows_leaves_or_completes_an_opening(moves: str, state: str, number: int) -> None:
    found = chosen_opening(played(moves), "tiger")
    assert (found.state, found.number) == (state, number)
    assert "Tiger" in found.sentence


def test_an_opening_cannot_be_played_from_elsewhere() -> None:
    assert chosen_opening(Game(Board(6)), "tiger").state == "left"
    assert move_of_opening(Board(6), "tiger") is None


def test_balanced_starts_are_drawn_from_the_list() -> None:
    lines = [line for line in balanced_text().splitlines() if line[0] != "#"]
    starts = {drawn_start("balanced", 8, Random(seed)) for seed in range(200)}
    assert len(starts) > 100
    assert all(len(board.empties) == 52 and board.legal_moves for board in starts)
    assert len(lines) > 500


def test_a_file_of_openings_may_have_comments(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("# my openings\n\nF5 d6 c3  # the tiger\n")
    assert chosen_start(str(path), 8, Random(1)) == Board().play("f5").play("d6").play("c3")
    assert chosen_start("", 6, Random(1)) == Board(6)


@pytest.mark.parametrize(
    ("text", "size"), [("", 8), ("# none", 8), ("f5f5", 8), ("hello", 8), ("balanced", 6)]
)
def test_impossible_openings_are_refused(text: str, size: int, tmp_path: Path) -> None:
    with pytest.raises(InvalidStart):
        drawn_start(text, size, Random(1))
    with pytest.raises(InvalidStart):
        chosen_start(str(tmp_path / "missing.txt"), 8, Random(1))
