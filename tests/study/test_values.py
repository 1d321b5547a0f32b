"""Values: every legal move, exact ones told apart, from the book or refined, and stopped."""

from contextlib import nullcontext

from outflank.board import Board
from outflank.book import default_book
from outflank.engine import Engine, Limit
from outflank.formats import read_transcript
from outflank.study.values import (
    EFFORTS,
    Effort,
    EffortName,
    Fate,
    ValueSearch,
    deeper,
    move_values,
    values_of,
)

ENDGAME = Board.from_text("-XXXXXXX--XOOOXXXOOOXXOXXOOOXXOXXOXOOXOXXOXXOOOX-XXXXOOX-XXXXXX- X")
OPENING = read_transcript("f5d6c3").board


def test_every_legal_move_gets_a_value_that_is_refined() -> None:
    engine = Engine(memory=4)
    looking = ValueSearch(OPENING, Limit(depth=3), book=False, acquire=lambda: nullcontext(engine))
    seen = list(looking)
    assert [max(value.depth for value in each.values()) for each in seen] == [1, 2, 3]
    assert values_of(looking.results) == seen[-1]
    for each in seen:
        assert set(each) == set(OPENING.legal_moves)
        scores = [value.score for value in each.values()]
        assert scores == sorted(scores, reverse=True)
        assert all(value.best == (value.score == scores[0]) for value in each.values())
        assert all(value.fate is None and "[" not in value.text for value in each.values())
        assert all(value.line[0] == move for move, value in each.items())


def test_it_stops_at_once_also_before_it_began() -> None:
    looking = ValueSearch(Board(6), Limit(depth=60))
    assert next(iter(looking))
    looking.stop()
    assert max(result.depth for result in looking.results) < 30
    never = ValueSearch(Board(6), Limit(depth=60))
    never.stop()
    assert list(never) == []


def test_a_position_of_the_book_needs_no_engine() -> None:
    def nobody_thinks() -> nullcontext[Engine]:
        raise AssertionError("the book knows this position")

    looking = ValueSearch(OPENING, acquire=nobody_thinks)
    (found,) = looking
    assert set(found) == set(OPENING.legal_moves)
    assert all(value.book and not value.exact for value in found.values())
    assert [(move, value.score) for move, value in found.items()] == [
        (move.move, move.value) for move in default_book().moves(OPENING)
    ]
    assert len(ValueSearch(OPENING, lines=2, acquire=nobody_thinks).wait()) == 2


def test_near_the_end_values_are_won_drawn_or_lost() -> None:
    found = move_values(ENDGAME, Effort(1, 16))
    assert set(found) == set(ENDGAME.legal_moves)
    assert {value.fate for value in found.values()} == {Fate.WON, Fate.LOST}
    assert next(iter(found.values())).text.startswith("[+")


def test_nothing_is_worth_anything_where_nothing_can_be_played() -> None:
    assert move_values(Board.from_rows(["XXXX"] * 4)) == {}


def test_deeper_efforts_follow_until_nothing_gets_better() -> None:
    estimates = move_values(Board(6), Effort(1, 0))
    names: list[EffortName] = ["glance"]
    while (name := deeper(names[-1], estimates)) is not None:
        names.append(name)
    assert names == list(EFFORTS)
    depths = [effort.depth for effort in EFFORTS.values()]
    assert depths == sorted(set(depths))
    assert deeper("glance", move_values(ENDGAME, Effort(1, 16))) is None
    assert deeper("glance", move_values(OPENING)) is None
