"""Openings are recognised by position, whatever the order of moves and the orientation."""

import csv
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import shared_data

from outflank.board import Board, Symmetry, parse_square
from outflank.formats.native import packed
from outflank.openings import (
    Opening,
    local_name,
    name_of,
    names_like,
    names_of_games,
    opening_of,
    openings,
)

TABLE = openings().table


def squares(moves: str) -> list[int]:
    return [parse_square(moves[at : at + 2]) for at in range(0, len(moves), 2)]


def played(moves: list[int]) -> Board:
    board = Board()
    for square in moves:
        board = board.play(square)
    return board


def test_the_table_has_at_least_eighty_different_positions_and_names() -> None:
    assert len({opening.board for opening in TABLE}) == len(TABLE) >= 80
    assert len({opening.name for opening in TABLE}) == len(TABLE)


@given(
    st.sampled_from(TABLE),
    st.sampled_from(
        [Symmetry.IDENTITY, Symmetry.ROTATE_180, Symmetry.TRANSPOSE, Symmetry.ANTI_TRANSPOSE]
    ),
)
@settings(deadline=None)
def test_an_opening_is_recognised_under_the_symmetries_of_the_start(
    opening: Opening, symmetry: Symmetry
) -> None:
    moves = [symmetry.square(square) for square in squares(opening.moves)]
    assert opening_of(moves) == opening
    assert names_of_games(packed(bytes(moves))) == [opening.name]


@given(st.sampled_from(TABLE), st.sampled_from(Symmetry))
@settings(deadline=None)
def test_a_position_has_its_name_under_all_eight_symmetries(
    opening: Opening, symmetry: Symmetry
) -> None:
    assert name_of(played(squares(opening.moves)).transformed(symmetry)) == opening.name


def test_another_order_of_moves_leads_to_the_same_name() -> None:
    tiger, other = squares("f5d6c3d3c4"), squares("f5d6c4d3c3")
    assert played(tiger) == played(other)
    assert name_of(played(other)) == "Tiger"


def test_the_last_named_position_counts_and_later_moves_do_not_matter() -> None:
    found = opening_of(squares("f5d6c3d3c4f4c5b3c2d2"))
    assert found is not None
    assert found.name == "Rose-Bill"
    assert opening_of([]) is None
    assert name_of(Board(6)) is None


def words(name: str) -> set[str]:
    """A name's alternatives as plain letters."""
    return {re.sub("[^a-z0-9]", "", part.lower()) for part in re.split(r" / |, ", name)} | {
        re.sub("[^a-z0-9]", "", name.lower())
    }


@pytest.mark.data
def test_the_names_agree_with_the_reference() -> None:
    english: dict[Board, set[str]] = {}
    known: set[Board] = set()
    with shared_data("openings/opening-names.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if not row["moves"]:
                continue
            board = played(squares(row["moves"])).canonical()
            known.add(board)
            if row["lang"] == "en":
                name = re.sub(r"\bopening\b", "", row["name"], flags=re.IGNORECASE)
                english.setdefault(board, set()).update(words(name) | words(row["name"]))
    ours = {opening.board: opening for opening in TABLE}
    agreeing = 0
    for board, names in english.items():
        opening = ours.get(board)
        if opening is not None:
            assert words(opening.name) & names, (opening.name, names)
            agreeing += 1
    assert agreeing >= 75
    assert all(opening.board in known or opening.moves == "f5" for opening in TABLE)


def test_a_name_in_another_language_is_shown_and_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.openings.names._", {"Tiger": "虎"}.get)
    tiger = played(squares("f5d6c3d3c4"))
    assert (name_of(tiger), local_name("Tiger"), local_name("")) == ("虎", "虎", "")
    monkeypatch.setattr("outflank.openings.names._", lambda name: {"Tiger": "虎"}.get(name, name))
    assert names_like("虎") == ["Tiger"]
    assert "Tiger" in names_like("tIGER")
    assert names_like("dead draw") == ["Central Rose-Bill"]
    assert names_like("no such opening") == []
