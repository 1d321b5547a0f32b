"""Practice cards in the database: each position once, everyone's own, schedules kept."""

import threading

import pytest

from outflank.board import Symmetry, parse_square
from outflank.formats import read_transcript
from outflank.storage.database import Database
from outflank.storage.study.practice_cards import PracticeCards, TooManyCards, open_practice
from outflank.study.practice import Card, answered
from outflank.study.words import DAY

BOARD = read_transcript("f5d6c3").board
GOOD = tuple(parse_square(name) for name in ("d3", "c4"))
CARD = Card(BOARD, parse_square("f4"), GOOD, 6, False, "f4 opens the centre", "my game")


def test_cards_are_kept_once_a_position_and_for_each_owner(database: Database) -> None:
    mine, theirs = PracticeCards(database, "me"), PracticeCards(database, "you")
    assert mine.add([CARD, CARD]) == 1
    turned = Card(BOARD.transformed(Symmetry.ROTATE_180), 0, (1,), 2, True, "")
    assert mine.add([turned]) == 0  # the same position
    assert theirs.count() == 0
    assert theirs.next_due() is None
    with pytest.raises(LookupError):
        theirs.find_all([CARD.key])
    assert mine.find_all([CARD.key]) == [CARD]
    assert mine.due(0.0) == [CARD]
    after = answered(CARD, True, 100.0)
    mine.update(after)
    assert mine.due(100.0) == []
    assert mine.due(100.0 + DAY) == [after]
    assert (mine.count(), mine.next_due()) == (1, 100.0 + DAY)
    assert mine.add([CARD]) == 0
    assert mine.due(100.0 + DAY) == [after]  # its schedule is kept
    assert theirs.add([CARD]) == 1


def test_the_longest_due_and_then_the_costliest_come_first(database: Database) -> None:
    cards = PracticeCards(database)
    boards = [read_transcript(moves).board for moves in ("f5", "f5d6", "f5f6")]
    made = [
        Card(board, 0, (1,), loss, True, "", due=due)
        for board, loss, due in zip(boards, (3, 9, 5), (2.0, 2.0, 1.0), strict=True)
    ]
    cards.add(made)
    assert cards.due(2.0) == [made[2], made[1], made[0]]
    assert cards.due(2.0, limit=1) == [made[2]]
    assert cards.due(1.5) == [made[2]]


def test_only_so_many_are_kept_where_that_is_said(database: Database) -> None:
    cards = PracticeCards(database, "me", most=2)
    first, second, third = (
        Card(read_transcript(moves).board, 0, (1,), 3, True, "") for moves in ("f5", "f5d6", "f5f4")
    )
    assert cards.add([first, second]) == 2
    with pytest.raises(TooManyCards, match="2 positions and the limit is 2"):
        cards.add([third])
    assert cards.count() == 2


def test_two_that_add_the_same_card_at_once_add_it_once(database: Database) -> None:
    added: list[int] = []
    ready = threading.Barrier(4)

    def add() -> None:
        ready.wait()
        added.append(PracticeCards(database, "me").add([CARD]))

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(added) == [0, 0, 0, 1]


def test_ones_own_cards_are_in_the_data_directory(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    for _ in range(2):
        cards = open_practice()
        cards.add([CARD])
        assert cards.count() == 1
        cards.close()
