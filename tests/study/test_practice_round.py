"""Practice, once for all screens: asked until found, the first answer written down."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board import Board, parse_square, square_name
from outflank.formats import read_transcript
from outflank.study import instructions as m
from outflank.study.practice import AGAIN, Card, PuzzleTask, WrongTry, answered, puzzle_card
from outflank.study.practice_round import EMPTY, DeckStatus, PracticeRound
from outflank.study.puzzles.puzzle import shipped_puzzles
from outflank.study.puzzles.standing import SolverRating
from outflank.study.views import GOOD, WRONG
from outflank.study.words import DAY, TASK, not_legal
from study import MemoryDeck, facts

F4, D3, G5, C4, F5, E6 = (parse_square(name) for name in ("f4", "d3", "g5", "c4", "f5", "e6"))
CARD = Card(read_transcript("f5d6c3").board, F4, (D3, G5), 6, False, "f4 opens it", "a game")
OTHER = Card(Board(), D3, (C4,), 1, True, "")
NOW = 1000.0
SHIPPED = shipped_puzzles()


def begun(*cards: Card) -> tuple[PracticeRound, MemoryDeck]:
    practice, deck = PracticeRound(), MemoryDeck(cards)
    do(practice, deck, practice.begin())
    return practice, deck


def do(practice: PracticeRound, deck: MemoryDeck, instructions: m.PracticeInstructions) -> None:
    """Carry out instructions; a wrong answer costs 3."""
    for instruction in instructions:
        status = DeckStatus(deck.count(), deck.next_due(), NOW)
        match instruction:
            case m.FetchCards(limit):
                do(practice, deck, practice.start(deck.due(NOW, limit), status))
            case m.SaveCard(card):
                deck.update(card)
            case m.AnalyzeAnswer(_, square):
                tried = WrongTry(square, 3, True, "it is near")
                do(practice, deck, practice.answer_analyzed(tried))
            case m.CountCards():
                do(practice, deck, practice.finish(status))


def test_any_move_of_the_same_value_counts_and_the_card_comes_back_later() -> None:
    practice, deck = begun(CARD)
    view = practice.view
    assert facts(view.headline) == ["1", "1", "White"]
    assert view.headline.endswith(TASK)
    assert facts(view.sentence) == ["White", "f4", "f4", "6"]
    assert CARD.source in view.sentence
    assert set(view.position.legal) == set(CARD.board.legal_moves.names)
    assert view.position.legal["f4"] == tuple(CARD.board.flips(F4).names)
    assert (view.position.labels, view.asking, view.solved) == ({}, True, False)
    do(practice, deck, practice.choose(G5, NOW))
    view = practice.view
    assert facts(view.sentence) == ["g5", "1"]  # a day
    assert view.position.labels == {"d3": GOOD, "g5": GOOD}
    assert (view.position.legal, view.asking, view.solved) == ({}, False, True)
    assert deck.cards[CARD.key].due == NOW + DAY


def test_a_wrong_answer_is_written_down_at_once_weighed_and_asked_on() -> None:
    practice, deck = begun(CARD, OTHER)
    instructions = practice.choose(F4, NOW)
    assert facts(practice.view.sentence) == ["f4"]
    assert m.AnalyzeAnswer(CARD, F4) in instructions
    assert m.SaveCard(answered(CARD, False, NOW)) in instructions
    do(practice, deck, practice.answer_analyzed(WrongTry(F4, 6, False, "It opens it.")))
    assert facts(practice.view.sentence) == ["f4", "6"]
    assert "It opens it." in practice.view.sentence
    assert practice.view.position.labels == {"f4": WRONG}
    do(practice, deck, practice.go_on())
    assert (practice.view.asking, facts(practice.view.sentence)) == (True, [])
    do(practice, deck, practice.choose(parse_square("a1"), NOW))
    assert practice.view.sentence == not_legal(CARD.board.legal_moves)
    assert m.SaveCard not in map(type, practice.choose(D3, NOW))  # the first one counts
    assert facts(practice.view.sentence) == ["d3"]
    do(practice, deck, practice.answer_analyzed(WrongTry(F4, 6, False, "")))  # too late to be told
    assert facts(practice.view.sentence) == ["d3"]
    do(practice, deck, practice.choose(D3, NOW))  # any choice goes on
    view = practice.view
    assert facts(view.headline) == ["2", "2", "Black"]
    assert facts(view.sentence) == ["Black", "d3", "d3", "1"]
    do(practice, deck, practice.give_up(NOW))
    assert facts(practice.view.sentence) == ["c4", "10"]  # minutes
    assert deck.cards[OTHER.key].due == NOW + AGAIN


def test_the_end_says_when_the_next_comes() -> None:
    practice, deck = begun(CARD)
    do(practice, deck, practice.give_up(NOW))
    do(practice, deck, practice.go_on())
    view = practice.view
    assert (view.asking, view.solved, facts(view.headline)) == (False, False, [])
    assert deck.cards[CARD.key].due == NOW + AGAIN
    deck.cards = {}
    for nothing in (practice.go_on(), practice.choose(0, NOW), practice.give_up(NOW)):
        assert nothing == []
    assert facts(practice.view.sentence) == ["10"]  # minutes
    do(practice, deck, practice.finish(DeckStatus(1, NOW, NOW)))
    assert practice.view.sentence.endswith(DeckStatus(1, NOW, NOW).sentence)


def test_nothing_due_and_nothing_at_all_are_two_sentences() -> None:
    practice, _ = begun()
    assert practice.view.sentence == EMPTY
    practice, _ = begun(replace(OTHER, due=NOW + DAY))
    assert facts(practice.view.sentence) == ["1"]  # day
    assert not practice.view.asking


def restored(practice: PracticeRound, cards: Sequence[Card]) -> PracticeRound:
    by_key = {card.key: card for card in cards}
    state = practice.state
    return PracticeRound([by_key[key] for key in state.keys], state)


@given(st.lists(st.sampled_from(["choose", "up", "on", "late", "stock"]), max_size=20), st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_happens_each_card_is_counted_once_and_a_round_survives_being_kept(
    steps: list[str], data: st.DataObject
) -> None:
    cards = (CARD, OTHER)
    practice, _ = begun(*cards)
    kept: list[str] = []
    for step in steps:
        square = data.draw(st.sampled_from([D3, G5, F4, C4, F5, E6]))
        method, arguments = {
            "choose": ("choose", (square, NOW)),
            "up": ("give_up", (NOW,)),
            "on": ("go_on", ()),
            "late": ("answer_analyzed", (WrongTry(square, 2, True, ""),)),
            "stock": ("finish", (DeckStatus(2, NOW + DAY, NOW),)),
        }[step]
        copy = restored(practice, cards)
        assert copy.view == practice.view
        instructions = getattr(practice, method)(*arguments)
        assert getattr(copy, method)(*arguments) == instructions
        assert copy.view == practice.view
        kept += [each.card.key for each in instructions if isinstance(each, m.SaveCard)]
        assert len(kept) == len(set(kept))
        view = practice.view
        assert not (view.asking and view.solved)
        assert bool(view.position.legal) == view.asking
        if view.asking:
            assert not {GOOD} & set(view.position.labels.values())
        assert 0 <= view.number <= view.total == 2


def puzzle_cards(run: bool) -> list[Card]:
    tasks = [PuzzleTask(puzzle, 900, SolverRating(), run=run) for puzzle in SHIPPED[:3]]
    return [puzzle_card(task) for task in tasks]


def test_a_solved_puzzle_explains_its_theme_and_its_line_is_stepped() -> None:
    card = puzzle_cards(False)[0]
    puzzle = SHIPPED[0]
    practice, deck = begun(card)
    assert (practice.view.along, practice.view.lessons) == ((), ())
    do(practice, deck, practice.choose(puzzle.answer, NOW))
    view = practice.view
    assert len(view.lessons) == 1 + min(2, len(puzzle.themes))
    assert len(view.along) == len(puzzle.best_line) + 1
    assert view.position == view.along[0]
    assert GOOD in view.along[0].labels.values()
    assert [p.last for p in view.along[1:]] == [square_name(s, 8) for s in puzzle.best_line]
    shown = []
    for where in ("back", "next", "next", "back", "last", "next", "first"):
        practice.step(where)
        shown.append(practice.view.step)
        assert practice.view.position == view.along[shown[-1]]
    last = len(puzzle.best_line)
    assert shown == [0, 1, 2, 1, last, last, 0]
    practice.step("last")
    do(practice, deck, practice.go_on())
    assert practice.view.step == 0


def test_a_run_goes_on_by_itself_until_its_time_is_over() -> None:
    cards = puzzle_cards(True)
    practice = PracticeRound(seconds=180)
    deck = MemoryDeck(cards)
    do(practice, deck, practice.begin())
    assert practice.view.until == NOW + 180
    first = practice.card
    assert first is not None
    do(practice, deck, practice.choose(first.good[0], NOW))
    assert (practice.view.number, practice.view.found, practice.view.asking) == (2, 1, True)
    second = practice.card
    assert second is not None
    wrong = next(s for s in second.board.legal_moves if s not in second.good)
    instructions = practice.choose(wrong, NOW + 1)
    saved = [i.card.puzzle for i in instructions if isinstance(i, m.SaveCard)]
    assert [task and task.right for task in saved] == [False]
    assert facts(practice.view.sentence) == [square_name(second.good[0], 8)]
    assert (practice.view.number, practice.view.found) == (3, 1)
    copy = PracticeRound(practice.cards, practice.state)
    assert copy.view == practice.view
    third = practice.card
    assert third is not None
    assert m.SaveCard not in map(type, practice.choose(third.good[0], NOW + 180))
    view = practice.view
    assert (view.asking, view.solved, view.found) == (False, False, 1)
    assert facts(view.sentence) == ["1"]
    do(copy, deck, copy.choose(third.good[0], NOW + 2))
    assert (copy.view.asking, copy.view.found) == (False, 2)  # no puzzle is left
