"""Repertoires in the database and in files, sittings with them, and a simulated learner."""

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from outflank.board import Color, square_name
from outflank.openings import openings
from outflank.storage.database import Database, file_url
from outflank.storage.study.opening_cards import NEW_AT_ONCE, OpeningCards
from outflank.storage.study.repertoire_files import (
    LARGEST,
    RepertoireFormat,
    read_repertoire,
    write_repertoire,
)
from outflank.study.controllers.practice import PracticeController
from outflank.study.practice import ALSO_GOOD, Card
from outflank.study.practice_round import SITTING_SECONDS, PracticeRound
from outflank.study.repertoire.proposal import STYLES, Style, opening_named, propose
from outflank.study.repertoire.repertoire import (
    MOST_POSITIONS,
    Repertoire,
    RepertoireError,
    parse_line,
    repertoire_of,
    same_move,
)
from outflank.study.repertoire.replies import book_losses
from outflank.study.words import DAY

BLACK, WHITE = Color.BLACK, Color.WHITE
TIGER = "f5d6c3d3c4f4f6f3e6e7d7c5c6g6f8b4g5h6b3a3"  # a line of 20 moves


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def fast_database(tmp_path: Path) -> Iterator[Database]:
    database = Database(file_url(tmp_path / "cards.sqlite3"))
    database.migrate()
    yield database
    database.close()


def sitting(deck: OpeningCards, clock: Clock) -> PracticeController:
    practice = PracticeRound(limit=100, seconds=SITTING_SECONDS)
    controller = PracticeController(lambda: deck, practice, now=clock)
    controller.begin()
    return controller


def saved(database: Database, repertoire: Repertoire, owner: str = "") -> OpeningCards:
    deck = OpeningCards(database, owner, repertoire.color)
    deck.save(repertoire)
    return deck


def card_of(controller: PracticeController) -> Card:
    card = controller.round.card
    assert card is not None
    return card


# --- Storage --------------------------------------------------------------------------------------


def test_a_repertoire_is_stored_by_owner_and_color(database: Database) -> None:
    black, white = propose(BLACK, "few"), propose(WHITE, "few")
    one, other = saved(database, black, "ann"), saved(database, white, "ann")
    assert one.repertoire().answers == black.answers
    assert other.repertoire().answers == white.answers
    assert OpeningCards(database, "bob").repertoire().answers == {}
    one.save(Repertoire(BLACK))
    assert one.repertoire().answers == {}
    assert other.repertoire().answers == white.answers


def test_answers_that_did_not_change_keep_their_schedule(database: Database) -> None:
    deck = saved(database, Repertoire(BLACK).with_line(parse_line("f5d6c3d3c4")))
    clock = Clock()
    controller = sitting(deck, clock)
    for _each in range(2):
        controller.choose(card_of(controller).good[0])
        controller.go_on()
    assert [card.is_new for card in deck.cards()] == [False, False]
    deck.save(deck.repertoire().with_line(parse_line("f5d6c3d3c5f4")))
    assert [card.is_new for card in deck.cards()] == [False, True]


def test_too_large_a_repertoire_is_refused(database: Database) -> None:
    answers = {(1 << 40, number): 0 for number in range(MOST_POSITIONS + 1)}
    with pytest.raises(RepertoireError):
        OpeningCards(database).save(Repertoire(BLACK, answers))


# --- Sittings -------------------------------------------------------------------------------------


def test_new_positions_are_shown_and_asked_again_in_the_same_sitting(database: Database) -> None:
    deck = saved(database, Repertoire(BLACK).with_line(parse_line("f5d6c3d3c4")))
    clock = Clock()
    controller = sitting(deck, clock)
    first = card_of(controller)
    assert controller.view.position.labels.keys() == {"c3"}  # shown
    wrong = next(move for move in first.board.legal_moves if move not in first.good)
    controller.choose(wrong)
    assert not controller.view.solved
    for _each in range(2):
        controller.choose(card_of(controller).good[0])
        assert controller.view.solved
        controller.go_on()
    assert controller.view.total == 4
    assert controller.view.position.labels == {}  # asked now
    for _each in range(2):
        controller.choose(card_of(controller).good[0])
        controller.go_on()
    assert controller.round.card is None
    clock.now += 60
    progress = deck.progress(clock.now)
    assert (progress.known, progress.due, progress.new) == (2, 0, 0)
    assert deck.next_due() == pytest.approx(clock.now - 60 + DAY)
    assert deck.due(clock.now) == []


def known_line(database: Database, clock: Clock) -> OpeningCards:
    """Return a line whose positions were shown and are due again."""
    deck = saved(database, Repertoire(BLACK).with_line(parse_line(TIGER)))
    controller = sitting(deck, clock)
    while controller.round.card is not None:
        controller.choose(card_of(controller).good[0])
        controller.go_on()
    clock.now += 2 * DAY
    return deck


def test_a_good_move_outside_the_repertoire_is_no_failure(fast_database: Database) -> None:
    clock = Clock()
    controller = sitting(known_line(fast_database, clock), clock)
    tried = 0
    while controller.round.card is not None:
        card = card_of(controller)
        losses = book_losses(card.board)
        for move in card.board.legal_moves:
            if losses and move not in card.good and losses[move] <= ALSO_GOOD:
                controller.choose(move)
                tried += 1
                assert not controller.view.solved
                assert square_name(move) in controller.view.sentence
                assert controller.view.position.labels == {}
        controller.choose(card.good[0])
        assert controller.round.first
        controller.go_on()
    assert tried > 2
    assert all(card.lapses == 0 for card in controller.round.cards)


def test_a_mistake_is_explained_without_the_answer_and_comes_again(fast_database: Database) -> None:
    clock = Clock()
    deck = known_line(fast_database, clock)
    controller = sitting(deck, clock)
    total = controller.view.total
    card = card_of(controller)
    losses = book_losses(card.board)
    worst = max(losses, key=lambda move: losses[move])
    controller.choose(worst)
    view = controller.view
    assert (view.asking, view.solved, view.total) == (True, False, total + 1)
    assert str(losses[worst]) in view.sentence
    assert square_name(card.good[0]) not in view.sentence
    after = next(each for each in deck.cards() if each.key == card.key)
    assert (after.lapses, after.streak) == (1, 0)
    controller.choose(card.good[0])
    assert controller.view.solved


def test_a_sitting_ends_after_five_minutes(database: Database) -> None:
    deck = saved(database, propose(BLACK, "masters"))
    clock = Clock()
    controller = sitting(deck, clock)
    assert controller.view.total == NEW_AT_ONCE
    controller.choose(card_of(controller).good[0])
    clock.now += SITTING_SECONDS
    assert controller.time_left is None  # an answer is never cut off
    controller.go_on()
    assert controller.round.card is None
    assert not controller.view.asking


def test_a_line_is_trained_from_any_point_due_or_not(database: Database) -> None:
    clock = Clock()
    known_line(database, clock)
    start = parse_line(TIGER)[:8]
    deck = OpeningCards(database, "", BLACK, start)
    asked = deck.due(0.0)
    assert len(asked) == 6
    assert all(card.opening and card.opening.line[:8] == start for card in asked)


@pytest.mark.parametrize("color", list(Color))
def test_every_named_opening_can_be_trained(fast_database: Database, color: Color) -> None:
    clock = Clock()
    for opening in openings().table:
        deck = saved(fast_database, Repertoire(color))
        deck.save(propose(color, "few", opening_named(opening.name)))
        controller = sitting(deck, clock)
        assert controller.view.asking, opening.name
        controller.choose(card_of(controller).good[0])
        assert controller.view.solved, opening.name


# --- A simulated learner --------------------------------------------------------------------------

SHOWN = 300.0  # seconds after which a move that was just shown is recalled with 90 %
KNOWN_ANSWER, SHOWN_ANSWER = 5.0, 15.0  # seconds
MOST_SITTINGS, DAYS, MOST_SECONDS = 5, 30, 120.0


class Learner:
    """A memory in which a move is recalled after t seconds with a probability of 0.9^(t/S).

    Being shown the move makes S five minutes. Recalling it after t seconds makes S at least a day
    and adds 1.5 t; so a longer pause, if it is survived, strengthens the memory more.
    """

    def __init__(self, seed: int, clock: Clock) -> None:
        self.dice = Random(seed)
        self.clock = clock
        self.memory: dict[str, tuple[float, float]] = {}  # when it was last recalled, and S

    def recall(self, key: str) -> float:
        at, strength = self.memory[key]
        return float(0.9 ** ((self.clock.now - at) / strength))

    def answer(self, controller: PracticeController) -> None:
        card = card_of(controller)
        if card.key in self.memory and not card.is_new:
            at, strength = self.memory[card.key]
            if self.dice.random() < self.recall(card.key):
                self.clock.now += KNOWN_ANSWER
                passed = self.clock.now - at
                self.memory[card.key] = self.clock.now, max(DAY, strength + 1.5 * passed)
                controller.choose(card.good[0])
                return
            controller.give_up()
        else:
            controller.choose(card.good[0])
        self.clock.now += SHOWN_ANSWER
        self.memory[card.key] = self.clock.now, SHOWN

    def sit(self, deck: OpeningCards, most: float = SITTING_SECONDS) -> float:
        """Answer what is asked until the time is over; return the seconds that it took."""
        begun, controller = self.clock.now, sitting(deck, self.clock)
        while controller.round.card is not None and self.clock.now + SHOWN_ANSWER <= begun + most:
            self.answer(controller)
            controller.go_on()
        return self.clock.now - begun


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_learner_knows_a_line_of_20_moves_after_5_sittings_and_keeps_it(
    fast_database: Database, seed: int
) -> None:
    line, clock = parse_line(TIGER), Clock()
    assert len(line) == 20
    learner = Learner(seed, clock)
    decks = [saved(fast_database, Repertoire(color).with_line(line)) for color in Color]

    sittings = 0
    for deck in decks:
        while deck.progress(clock.now).known < deck.count():
            learner.sit(deck)
            sittings += 1
            clock.now += 20 * 60  # a break
    assert sittings <= MOST_SITTINGS
    keys = [card.key for deck in decks for card in deck.cards()]
    assert len(keys) == 19  # all first moves are the same

    recalled = 0.0
    for day in range(1, DAYS + 1):
        clock.now = 1_000_000 + day * DAY
        recalled += sum(map(learner.recall, keys)) / len(keys)
        left = MOST_SECONDS
        for deck in sorted(decks, key=lambda deck: deck.next_due() or 0):
            left -= learner.sit(deck, left)
    assert recalled / DAYS >= 0.9
    assert sum(map(learner.recall, keys)) / len(keys) >= 0.9


# --- Files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["json", "sgf", "link"])
@pytest.mark.parametrize("style", STYLES)
def test_a_repertoire_survives_a_file_and_a_link(kind: RepertoireFormat, style: Style) -> None:
    for color in Color:
        repertoire = propose(color, style)
        text = write_repertoire(repertoire, kind)
        if kind == "link":
            text = f"https://club.example/#repertoire={text}"
        read = read_repertoire(text, color)
        assert read.color is color
        there = list(read.positions())
        assert {each.key for each in there} == {each.key for each in repertoire.positions()}
        for each in there:
            answer = repertoire.answer(each.board)
            assert answer is not None
            assert same_move(each.board, each.answer, answer)


JSON = '{"kind": "outflank-repertoire", "color": "black", "lines": %s}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "f5d6c3",
        "{",
        "{}",
        "[" * 100_000,
        JSON % "3",
        JSON % "[3]",
        JSON % "[]",
        JSON % '["f5f5"]',
        JSON % '["f5d6c3", "f5d6c4"]',
        JSON.replace("black", "red") % '["f5"]',
        "(;FF[4]GM[2]SZ[6];B[c2])",
        "(;FF[4]GM[2]SZ[8];B[a1])",
        "(;FF[4]GM[2]SZ[8];B[f5](;W[d6];B[c3])(;W[d6];B[c4])",
        "#repertoire=b.AAAA",
        "#repertoire=b.A",
        "#repertoire=w." + write_repertoire(propose(BLACK, "few"), "link")[2:60],
        "{" + " " * LARGEST,
    ],
    ids=lambda text: text[:30],
)
def test_bad_files_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(RepertoireError) as refused:
        read_repertoire(text, BLACK)
    assert str(refused.value)


def test_an_enormous_link_is_not_unpacked() -> None:
    packed = urlsafe_b64encode(zlib.compress(b"f5 " * 10_000_000, 9)).decode().rstrip("=")
    assert len(packed) < LARGEST
    with pytest.raises(RepertoireError):
        read_repertoire(f"b.{packed}", BLACK)


def test_a_repertoire_needs_a_move_of_its_color() -> None:
    with pytest.raises(RepertoireError):
        repertoire_of(WHITE, [parse_line("f5")])
