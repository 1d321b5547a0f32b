"""Practice on a screen that stays open: asked until found, written down at the first answer."""

from collections.abc import Callable
from queue import Queue

from study import MemoryDeck

from outflank.board import Board, parse_square
from outflank.formats import read_transcript
from outflank.review import Card
from outflank.review.practice import AGAIN, DAY
from outflank.table import PracticeDesk
from outflank.table.labels import GOOD, WRONG

F4, D3, G5, C4 = (parse_square(name) for name in ("f4", "d3", "g5", "c4"))
CARD = Card(read_transcript("f5d6c3").board, F4, (D3, G5), 6, False, "f4 opens it", "a game")
OTHER = Card(Board(), D3, (C4,), 3, True, "")


def desk_of(*cards: Card) -> tuple[PracticeDesk, MemoryDeck]:
    deck = MemoryDeck(cards)
    calls: Queue[Callable[[], None]] = Queue()
    desk = PracticeDesk(lambda: deck, post=calls.put, now=lambda: 1000.0)
    desk.begin()
    calls.get(timeout=60)()
    return desk, deck


def test_any_move_of_the_same_value_counts_and_the_card_comes_back_later() -> None:
    desk, deck = desk_of(CARD)
    assert desk.headline == "Position 1 of 1: a move for White that loses nothing"
    assert desk.sentence == "From a game."
    assert desk.playable == CARD.board.legal_moves
    assert desk.labels == {}
    desk.choose(G5)
    assert desk.sentence == "g5 loses nothing. It comes back in 1 day."
    assert desk.labels == {D3: GOOD, G5: GOOD}
    assert not desk.playable
    assert deck.cards[CARD.key].due == 1000.0 + DAY


def test_a_wrong_answer_is_written_down_at_once_and_asked_on() -> None:
    desk, deck = desk_of(CARD, OTHER)
    desk.choose(F4)
    assert desk.sentence == "That was played in the game and cost 6 discs. f4 opens it."
    assert desk.labels == {F4: WRONG}
    assert deck.cards[CARD.key].due == 1000.0 + AGAIN
    desk.go_on()
    assert desk.sentence.startswith("Find a move that loses nothing first")
    desk.choose(parse_square("a1"))
    assert desk.sentence.startswith("That square is not legal here; legal are")
    desk.choose(D3)
    assert desk.sentence == "d3 loses nothing."
    assert deck.cards[CARD.key].due == 1000.0 + AGAIN  # the first answer counts
    desk.choose(D3)  # any choice goes on
    assert desk.headline == "Position 2 of 2: a move for Black that loses nothing"
    desk.give_up()
    assert desk.sentence == "c4. It comes back in 10 minutes."
    desk.go_on()
    assert desk.question is None
    assert desk.sentence == "That was all. The next position comes in 10 minutes."


def test_nothing_due_and_nothing_at_all_are_two_sentences() -> None:
    desk, _ = desk_of()
    assert desk.sentence.startswith("There is nothing to practise yet.")
    desk.choose(0)
    desk.give_up()
    assert desk.question is None
    later = Card(Board(), D3, (C4,), 3, True, "", due=1000.0 + DAY)
    desk, deck = desk_of(later)
    assert desk.sentence == "Nothing is due now. The next position comes in 1 day."
    desk.close()
    desk.close()
    assert deck.closed == 1
