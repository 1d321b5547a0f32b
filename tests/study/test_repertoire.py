"""Repertoires: the same up to symmetry and transposition, proposals, departures, line counts."""

from random import Random

import pytest

from outflank.board import Board, Color, Symmetry
from outflank.book import default_book
from outflank.book.graph import Key, key_of
from outflank.game import Game
from outflank.openings import openings
from outflank.openings.names import slug
from outflank.study.repertoire.departure import departure
from outflank.study.repertoire.name_quiz import name_question
from outflank.study.repertoire.proposal import (
    LAST_MOVE,
    STYLES,
    Style,
    from_games,
    merge,
    opening_named,
    propose,
)
from outflank.study.repertoire.repertoire import (
    LONGEST,
    Repertoire,
    RepertoireError,
    after_line,
    parse_line,
    repertoire_of,
    same_move,
)
from outflank.study.repertoire.replies import likely_replies
from outflank.study.repertoire.umigame import count_lines

BLACK, WHITE = Color.BLACK, Color.WHITE


def game_of(moves: str) -> Game:
    game = Game()
    for at in range(0, len(moves), 2):
        game.play(moves[at : at + 2])
    return game


# --- Positions ------------------------------------------------------------------------------------


def test_an_answer_is_found_in_every_orientation() -> None:
    repertoire = Repertoire(WHITE).with_line(parse_line("f5d6c3d3c4f4"))
    board = after_line(parse_line("f5d6c3d3c4"))
    for symmetry in Symmetry:
        turned = board.transformed(symmetry)
        answer = repertoire.answer(turned)
        assert answer is not None
        expected = board.play("f4").canonical()
        assert turned.play(answer).canonical() == expected


def test_another_order_of_moves_reaches_the_same_position() -> None:
    one, other = parse_line("f5d6c4d3c3f4f6"), parse_line("f5d6c3d3c4f4f6")
    repertoire = Repertoire(BLACK).with_line(one)
    board = after_line(other[:-1])
    assert after_line(one[:-1]).canonical() == board.canonical()
    answer = repertoire.answer(board)
    assert answer is not None
    assert same_move(board, answer, other[-1])
    both = repertoire.with_line(other)
    assert len(list(both.positions())) == len({each.key for each in both.positions()})


def test_a_new_answer_replaces_the_old_one_and_removes_what_followed() -> None:
    repertoire = Repertoire(BLACK).with_line(parse_line("f5d6c3d3c4f4f6"))
    assert len(repertoire.answers) == 4
    changed = repertoire.with_line(parse_line("f5d6c5")).pruned()
    assert len(changed.answers) == 2
    assert changed.without(Board()).answers == {}


def test_lines_with_two_answers_to_a_position_are_refused() -> None:
    with pytest.raises(RepertoireError, match="c3 and c4"):
        repertoire_of(BLACK, [parse_line("f5d6c3"), parse_line("f5d6c4")])
    # For White, both are moves of the opponent; the second line is in another orientation.
    lines = [parse_line("f5d6c3d3"), parse_line("d3c5d6e3")]
    assert len(repertoire_of(WHITE, lines).answers) == 3


@pytest.mark.parametrize("text", ["f5f5", "a1", "f5d", "f5d6x9"])
def test_illegal_lines_are_refused(text: str) -> None:
    with pytest.raises(RepertoireError):
        parse_line(text)


def test_empty_and_endless_repertoires_are_refused() -> None:
    with pytest.raises(RepertoireError):
        repertoire_of(WHITE, [parse_line("f5")])
    board, line = Board(), list[int]()
    while len(line) <= LONGEST:
        line.append(next(iter(board.legal_moves)))
        board = board.play(line[-1]).after_forced_pass
    with pytest.raises(RepertoireError):
        repertoire_of(BLACK, [tuple(line)])


# --- Proposals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("color", list(Color))
@pytest.mark.parametrize("style", STYLES)
def test_a_proposal_loses_at_most_a_disc_a_move_and_prepares_what_people_play(
    color: Color, style: Style
) -> None:
    repertoire = propose(color, style)
    book = default_book()
    assert 20 <= len(repertoire.answers) <= 300
    for each in repertoire.positions():
        values = {move.move: move.value for move in book.moves(each.board)}
        assert not values or max(values.values()) - values[each.answer] <= 1
    after_first = Board().play("f5")
    if color is BLACK:
        answered = [
            repertoire.answer(after_first.play(one.move)) is not None
            for one in likely_replies(after_first)
        ]
        assert answered[:2] == [True, True]  # the diagonal and the perpendicular opening


def test_few_lines_are_fewer_than_those_of_masters() -> None:
    for color in Color:
        few, masters = propose(color, "few"), propose(color, "masters")
        assert len(few.answers) < len(masters.answers)


@pytest.mark.parametrize("color", list(Color))
def test_every_named_opening_can_be_chosen(color: Color) -> None:
    for opening in openings().table:
        repertoire = propose(color, "few", opening_named(slug(opening.name)))
        assert any(each.is_choice for each in repertoire.positions()), opening.name
        line = parse_line(opening_named(opening.name).moves)
        for number in range(len(line)):
            board = after_line(line[:number])
            if board.turn is color:
                answer = repertoire.answer(board)
                assert answer is not None, opening.name
                assert same_move(board, answer, line[number]), opening.name
        longest = max(map(len, repertoire.lines()))
        assert longest >= min(LAST_MOVE, len(line)) - 1, opening.name


def test_the_names_of_openings_are_distinct_in_settings() -> None:
    assert len({slug(opening.name) for opening in openings().table}) == len(openings().table)
    with pytest.raises(RepertoireError, match="Central Tiger"):
        opening_named("central t")


def test_replies_are_shares_of_one() -> None:
    for line in ("", "f5", "f5d6", "f5d6c3d3c4f4f6f3e6e7"):
        replies = likely_replies(after_line(parse_line(line)))
        assert sum(reply.share for reply in replies) == pytest.approx(1)


def test_own_games_give_the_most_frequent_moves() -> None:
    games = [game_of("f5d6c3d3c4"), game_of("d3c3c4e3f4"), game_of("f5d6c5f4")]
    repertoire = from_games(BLACK, games)
    answer = repertoire.answer(after_line(parse_line("f5d6")))
    assert answer == parse_line("f5d6c3")[-1]
    with pytest.raises(RepertoireError):
        from_games(WHITE, [Game()])


def test_adding_counts_new_and_changed_answers() -> None:
    old = Repertoire(BLACK).with_line(parse_line("f5d6c3"))
    done = merge(old, Repertoire(BLACK).with_line(parse_line("f5d6c4d3c3")))
    assert (done.added, done.changed) == (1, 1)


# --- Departures -----------------------------------------------------------------------------------

TIGER = Repertoire(BLACK).with_line(parse_line("f5d6c3d3c4f4f6"))


@pytest.mark.parametrize(
    ("moves", "by", "number"),
    [
        ("f5d6c3d3c4f4f6", None, None),
        ("f5d6c5f4", "you", 3),
        ("f5f6e6f4", "opponent", 2),
        ("d3c3c4", "opponent", 2),
        ("f5d6c3d3c4f4f6f3e6", "end", 7),
        ("f5d6c3d3c4f4f6f3", None, None),
    ],
)
def test_a_game_says_who_left_the_repertoire(
    moves: str, by: str | None, number: int | None
) -> None:
    found = departure(game_of(moves), TIGER)
    assert (found and found.by, found and found.number) == (by, number)
    if found is not None:
        assert found.sentence
        assert found.suggested in after_line(found.line).legal_moves


def test_games_from_other_positions_do_not_count() -> None:
    assert departure(Game(Board(6)), TIGER) is None
    assert departure(game_of("f5"), Repertoire(BLACK)) is None


# --- The Umigame number ---------------------------------------------------------------------------


def lines_by_brute_force(board: Board, color: Color) -> list[tuple[str, ...]]:
    """Return the lines of the best strategy, written out one by one, by the rules alone."""
    moves = default_book().moves(board)
    if board.is_over or not moves:
        return [()]
    best = [move.move for move in moves if move.value == moves[0].value]
    afters = {board.play(move).after_forced_pass.canonical(): move for move in best}
    choices = [
        [
            (str(move), *rest)
            for rest in lines_by_brute_force(board.play(move).after_forced_pass, color)
        ]
        for move in afters.values()
    ]
    if board.turn is color:
        return min(choices, key=len)
    return [line for lines in choices for line in lines]


def checked_positions() -> list[Key]:
    return Random(36).sample(sorted(default_book().entries), 1000)


@pytest.mark.parametrize("part", range(4))
def test_the_umigame_number_is_that_of_brute_force(part: int) -> None:
    counts = set()
    for key in checked_positions()[part::4]:
        board = Board.from_bits(*key)
        for color in Color:
            counted = count_lines(key, mine=board.turn is color)
            assert counted == len(lines_by_brute_force(board, color)), board.to_text()
            counts.add(counted)
    assert len(counts) > 3  # not all of them are trivial


def test_the_numbers_of_the_start_agree_with_those_after_the_first_move() -> None:
    start, after = key_of(Board())[0], key_of(Board().play("f5"))[0]
    for mine in (True, False):
        assert count_lines(start, mine=mine) == count_lines(after, mine=not mine)


# --- The quiz -------------------------------------------------------------------------------------


def test_questions_have_one_right_name_among_four() -> None:
    asked = set()
    for seed in range(200):
        question = name_question(Random(seed))
        opening = openings().at(question.board)
        assert opening is not None
        assert question.choices[question.right] == opening.name
        assert len(set(question.choices)) == len(question.choices) == 4
        asked.add(opening.name)
    assert len(asked) > 60
