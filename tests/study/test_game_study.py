"""A game looked at again, once for all screens: steps, findings, errors, practice."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from game_strategies import games, studied_games
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board import Color, parse_square, square_name
from outflank.formats import read_transcript
from outflank.game import Game, Variation
from outflank.study import instructions as m
from outflank.study.game_study import GameStudy, StudyState, decided_by
from outflank.study.review import (
    Finding,
    MadeMove,
    Review,
    analyze_move,
    cannot_review,
    judged,
    moves_of,
)
from outflank.study.views import BEST, NEXT, lost, move_view
from outflank.study.why.sentences import say
from outflank.study.words import about, turned
from study import QUICK, engine, facts, finished_game

SQUARES = {size: [square_name(at, size) for at in range(size * size)] for size in (4, 6)}


def asked(instructions: m.ReviewInstructions) -> list[MadeMove]:
    return [each.made for each in instructions if isinstance(each, m.AnalyzeMove)]


@pytest.fixture(scope="module")
def findings() -> tuple[Finding, ...]:
    study, analyst = GameStudy(finished_game(), [Color.WHITE]), engine()
    waiting = asked(study.start_or_stop())
    while waiting:
        (made,) = waiting
        waiting = asked(study.add_finding(analyze_move(made, analyst, QUICK)))
    return study.state.findings


@pytest.fixture
def reviewed(findings: tuple[Finding, ...]) -> GameStudy:
    study = GameStudy(finished_game(), [Color.WHITE])
    for finding in findings:
        study.add_finding(finding)
    return study


def test_one_move_after_the_other_is_asked_for_from_the_end(
    findings: tuple[Finding, ...],
) -> None:
    study = GameStudy(finished_game(), [Color.WHITE])
    assert (study.view.ply, study.view.plies, study.view.total) == (60, 60, 60)
    (last,) = asked(study.start_or_stop())
    assert (last.ply, last.number) == (59, 60)
    assert facts(study.view.progress) == ["0", "60"]
    assert not study.view.can_practise
    (before,) = asked(study.add_finding(findings[59]))
    assert before.ply == 58
    assert [move.number for move in study.view.moves] == [60]
    assert [point.ply for point in study.view.points] == [59, 60]


def test_a_stopped_review_keeps_a_late_finding_and_goes_on_where_it_was(
    findings: tuple[Finding, ...],
) -> None:
    study = GameStudy(finished_game(), [])
    study.start_or_stop()
    assert asked(study.start_or_stop()) == []
    assert facts(study.view.progress) == ["0", "60"]
    assert asked(study.start_or_stop()) == []  # the first answer is still under way
    assert study.view.running
    study.start_or_stop()
    assert asked(study.add_finding(findings[59])) == []
    assert study.view.done == 1
    assert [made.ply for made in asked(study.start_or_stop())] == [58]


def test_a_complete_review_says_what_was_lost_and_where_it_turned(reviewed: GameStudy) -> None:
    view = reviewed.view
    assert (view.complete, view.running, view.can_practise) == (True, False, True)
    assert view.opening == "Tiger family"
    black, white = view.lost[Color.BLACK], view.lost[Color.WHITE]
    assert view.summary == view.progress
    assert facts(view.summary) == ["Black", str(black), "White", str(white)]
    assert view.decided is not None
    assert (view.decided.ply, view.decided.sentence) == (57, turned(58, "a1", 10, -8))
    assert facts(view.rule) == ["3", "5", "6", "11", "12"]
    assert {point.score > 0 for point in view.points if point.ply > 57} == {True}
    assert [point.score > 0 for point in view.points if point.ply == 57] == [False]
    assert view.points[-1].lost == view.lost
    assert asked(reviewed.start_or_stop()) == []
    assert not reviewed.view.running


def test_the_position_before_an_error_shows_the_better_move_and_why(reviewed: GameStudy) -> None:
    reviewed.go_to(57)
    view = reviewed.view
    assert facts(view.headline) == ["58", "a1", "??", "White", "-18"]
    told = facts(view.best)
    assert (told[:2], told[-1]) == (["+10", "h8"], "-8")
    (error,) = [move for move in reviewed.review.errors if move.ply == 57]
    assert error.reason is not None
    assert (error.reason.claim, view.why) == ("edge missed", error.reason.sentence)
    position = view.position
    assert position.labels == {"h8": BEST, "a1": lost(18)}
    assert (position.noted, position.turn, position.last) == ((), Color.WHITE, "b2")
    assert (position.board[0], set(position.legal)) == ("-", {"a1", "a2", "h8"})


def kept(instructions: m.ReviewInstructions) -> tuple[Variation, ...]:
    (last,) = [each.variations for each in instructions if isinstance(each, m.SaveVariations)]
    return last


def ways(study: GameStudy) -> list[str]:
    """The lines that were tried, as texts."""
    lines = study.view.tree.lines[1:]
    return [" ".join([f"{line.number}.", *(move.name for move in line.moves)]) for line in lines]


def test_another_move_makes_a_branch_that_one_walks_names_promotes_and_deletes() -> None:
    study = GameStudy(read_transcript("f5d6c3d3c4"), [])
    study.go_to(1)
    told = study.try_move(parse_square("f6"))
    assert kept(told) == (Variation((37, 45)),) == study.game.variations
    study.try_move(parse_square("e6"))
    assert facts(study.view.headline) == ["3", "e6", "Black"]
    assert ways(study) == ["2. f6 e6"]
    study.annotate(" diagonal ", "quiet")
    assert study.view.headline.endswith("diagonal")
    assert (study.view.why, study.view.tree.comment) == ("quiet", "quiet")
    for by, way in ((-1, "f5f6"), (-1, "f5"), (1, "f5d6"), (-1, "f5")):
        study.step(by)
        assert study.view.tree.way == way
    assert facts(study.view.headline) == ["2", "d6", "White"]
    study.try_move(parse_square("d6"))  # what was played is no branch
    assert (study.view.tree.way, study.view.tree.aside) == ("f5d6", False)
    study.step(-1)
    study.try_move(parse_square("f4"))
    assert ways(study) == ["2. f6 e6", "2. f4"]
    study.step_variation(1)  # round to the game, and to the first line
    assert (study.view.tree.way, study.view.ply) == ("f5", 1)
    study.step_variation(-1)
    assert study.view.tree.can_promote
    study.promote()
    assert ways(study) == ["2. f4", "2. f6 e6"]
    study.promote()
    assert study.view.note
    assert ways(study) == ["2. f4", "2. f6 e6"]
    places = {move.name: move.place for line in study.view.tree.lines for move in line.moves}
    study.go_to_place(places["e6"])
    assert study.view.tree.name == "diagonal"
    study.step(-1)
    study.delete()
    assert (ways(study), study.view.tree.way) == (["2. f4"], "f5")
    study.delete()
    assert study.view.note
    assert (ways(study), study.view.tree.way) == (["2. f4"], "f5")
    study.try_move(0)
    assert study.view.note.startswith("White cannot play a1")


def test_where_time_went_is_in_the_view() -> None:
    game = Game()
    for move, seconds in (("f5", 1.5), ("d6", None), ("c3", 12.0)):
        game.play(move, seconds=seconds)
    spent = GameStudy(game, []).view.spent
    assert [(each.ply, each.color, each.seconds) for each in spent] == [
        (0, Color.BLACK, 1.5),
        (2, Color.BLACK, 12.0),
    ]


def test_the_line_of_a_reason_is_walked_and_left(reviewed: GameStudy) -> None:
    reviewed.go_to(57)
    before = reviewed.view
    assert before.line
    (move,) = [each for each in before.moves if each.ply == 57]
    seen: list[str | None] = []
    while tuple(seen) != move.replay:
        reviewed.show_line()
        seen.append(reviewed.view.position.last)
        again = GameStudy(finished_game(), [Color.WHITE], reviewed.state)
        assert again.view == reviewed.view
        assert reviewed.view.why == before.why
    assert facts(reviewed.view.headline)[-2:] == [str(len(seen))] * 2
    reviewed.annotate("", "worth keeping")
    assert [each.comment for each in reviewed.game.variations] == ["worth keeping"]
    reviewed.show_line()
    assert (reviewed.view.ply, reviewed.view.headline) == (57, before.headline)
    reviewed.go_to(0)
    reviewed.show_line()
    assert (reviewed.view.line, reviewed.view.ply) == ("", 0)
    assert reviewed.view.note


def test_a_place_that_cannot_be_reached_is_refused() -> None:
    for way in ((-1,), (999,), (37, 37)):
        with pytest.raises(ValueError, match=r"cannot play|numbered"):
            GameStudy(finished_game(), [], StudyState(way=way))


@given(studied_games((4, 6)), st.data())
@settings(max_examples=40, deadline=None)
def test_whatever_is_done_in_a_tree_the_place_is_one_of_the_game(
    game: Game, data: st.DataObject
) -> None:
    """Any walk: the view can be drawn, the state gives it back, and what was played stays."""
    study = GameStudy(game, [])
    played = study.tree.played
    squares = st.integers(0, game.size**2 - 1)
    some = st.one_of(
        st.tuples(st.just(study.try_move), squares),
        st.tuples(st.just(study.step), st.sampled_from([-1, 1])),
        st.tuples(st.just(study.step_variation), st.sampled_from([-1, 1])),
        st.tuples(st.just(study.go_to_place), st.integers(0, 40)),
        st.tuples(st.just(study.go_to), st.integers(0, 20)),
        st.tuples(st.just(study.annotate), st.sampled_from(["", "x"]), st.sampled_from(["", "y"])),
        st.tuples(st.sampled_from([study.promote, study.delete, study.show_line])),
    )
    for method, *arguments in data.draw(st.lists(some, max_size=12)):
        method(*arguments)
        view = study.view
        assert study.tree.played == played
        assert sum(move.here for line in view.tree.lines for move in line.moves) == 1
        assert view == GameStudy(study.game, [], study.state).view
        assert study.tree.variations == study.game.variations


def test_a_move_that_lost_nothing_says_so(reviewed: GameStudy) -> None:
    reviewed.go_to(59)
    view = reviewed.view
    assert (facts(view.headline), view.why) == (["60", "h8", "White"], "")
    assert facts(view.best) == ["-8", "h8"]


def test_one_walks_from_error_to_error(reviewed: GameStudy) -> None:
    assert reviewed.view.headline == "Black wins 36–28"
    errors = [error.ply for error in reviewed.view.errors]
    seen = []
    for _ in errors:
        reviewed.step_to_error(-1)
        seen.append(reviewed.view.ply)
    assert seen == errors[::-1]
    reviewed.step_to_error(-1)
    assert reviewed.view.note
    assert reviewed.view.ply == seen[-1]
    reviewed.step(1)
    assert (reviewed.view.note, reviewed.view.ply) == ("", seen[-1] + 1)
    go_to, step = reviewed.go_to, reviewed.step
    for method, argument, ply in ((go_to, 1000, 60), (step, 1, 60), (go_to, -5, 0), (step, -1, 0)):
        method(argument)
        assert reviewed.view.ply == ply
    assert reviewed.view.position.last is None


def test_nobody_stands_where_a_pass_is_forced() -> None:
    game = Game()
    while not any(ply.is_pass for ply in game.history):
        game.play(max(game.board.legal_moves))
    game.play(max(game.board.legal_moves))
    there = next(at for at, ply in enumerate(game.history) if ply.is_pass)
    study = GameStudy(game, [])
    for method, argument, ply in (
        (study.go_to, there + 1, there + 1),
        (study.step, -1, there - 1),
        (study.step, 1, there + 1),
        (study.go_to, there, there - 1),
    ):
        method(argument)
        assert study.view.ply == ply


def test_what_was_taken_back_is_reviewed_too_and_the_table_left_alone() -> None:
    game = read_transcript("f5d6c3d3c4")
    game.go_to(2)
    study = GameStudy(game, [])
    assert (study.view.total, study.view.ply, game.ply) == (5, 5, 2)
    study.go_to(1)
    view = study.view
    assert facts(view.headline) == ["2", "d6", "White"]
    assert view.position.labels == {"d6": NEXT}
    assert view.best == view.why == ""


def test_ones_own_errors_are_practised_and_only_those(reviewed: GameStudy) -> None:
    _, keep = reviewed.practice_errors()
    assert isinstance(keep, m.SaveErrors)
    own = [error.ply for error in reviewed.review.errors if error.color is Color.WHITE]
    assert [error.ply for error in keep.errors] == own
    assert keep.source == "Black – White"
    assert reviewed.view.note.endswith("…")
    assert reviewed.practice_errors() == []  # a second press of the key
    assert reviewed.errors_saved(1) == [m.RefreshView(), m.OpenPractice()]
    assert facts(reviewed.view.note) == ["1"]
    reviewed.errors_saved(0)
    assert reviewed.view.note
    assert facts(reviewed.view.note) == []


def test_everybodys_errors_are_practised_where_no_person_played(
    findings: tuple[Finding, ...],
) -> None:
    study = GameStudy(finished_game(), [])
    for finding in findings:
        study.add_finding(finding)
    _, keep = study.practice_errors()
    assert isinstance(keep, m.SaveErrors)
    assert keep.errors == study.review.errors


def test_nothing_is_practised_while_the_review_runs_or_without_errors() -> None:
    study = GameStudy(read_transcript("f5"), [])
    study.start_or_stop()
    assert study.practice_errors() == [m.RefreshView()]
    running = study.view.note
    study.add_finding(Finding(0, 37, 0, 0, False, (37,), None))
    assert study.practice_errors() == [m.RefreshView()]
    assert study.view.note not in ("", running)


def test_a_finding_that_fits_no_move_is_refused() -> None:
    study = GameStudy(read_transcript("f5"), [])
    for ply, best, answer in ((1, 37, None), (0, 0, None), (0, 37, 0)):
        with pytest.raises(ValueError, match="no such move"):
            study.add_finding(Finding(ply, best, 0, 0, False, (best,), answer))


def test_what_cannot_be_reviewed_is_told_in_a_sentence() -> None:
    assert cannot_review(Game())
    assert cannot_review(read_transcript("f5")) is None


@given(games((4, 6), 20), st.data())
@settings(max_examples=40, deadline=None)
def test_whatever_happens_the_view_tells_of_the_game_and_survives_being_kept(
    game: Game, data: st.DataObject
) -> None:
    study, mine = GameStudy(game, [Color.BLACK]), [Color.BLACK]
    waiting: list[MadeMove] = []
    steps = st.sampled_from(["stop", "found", "look", "step", "error", "practise", "kept"])
    for step in data.draw(st.lists(steps, max_size=25)):
        act: Any = {
            "stop": study.start_or_stop,
            "look": partial(study.go_to, data.draw(st.integers(-3, 40))),
            "step": partial(study.step, data.draw(st.sampled_from([-1, 1]))),
            "error": partial(study.step_to_error, data.draw(st.sampled_from([-1, 1]))),
            "practise": study.practice_errors,
            "kept": partial(study.errors_saved, data.draw(st.integers(0, 2))),
        }.get(step)
        if step == "found":
            if not waiting:
                continue
            made = waiting.pop()
            best = data.draw(st.sampled_from(sorted(made.board.legal_moves)))
            own = best_score = data.draw(st.integers(-9, 9))
            if best != made.move:
                own -= data.draw(st.integers(0, 9))
            finding = Finding(made.ply, best, best_score, own, True, (best,), None)
            act = partial(study.add_finding, finding)
        waiting += asked(act())
        view = study.view
        assert len(waiting) <= 1  # one question at a time
        assert bool(waiting) or not view.running
        assert 0 <= view.ply <= view.plies == study.game.ply
        assert view.done == len(view.moves) <= view.total
        assert view.complete == (view.done == view.total)
        for color in Color:
            assert view.lost[color] == sum(e.loss for e in view.moves if e.color is color)
        discs = dict(zip(SQUARES[game.size], view.position.board, strict=True))
        assert all(discs[name] == "-" for name in view.position.labels)
        assert all(discs[name] != "-" for name in view.position.noted)
        assert GameStudy(game, mine, study.state).view == view


def test_a_good_move_that_is_worth_a_word_stands_among_what_is_told() -> None:
    game = finished_game()
    game.go_to(57)
    game.play("h8")
    made = moves_of(game)[-1]
    found = analyze_move(made, engine(), QUICK)
    second = replace(found, second=parse_square("a1"), second_score=-8)
    view = move_view(judged(made, second))
    assert (view.listed, view.verdict) == (False, "good")
    assert view.why == say("only move wins, next loses", second="a1")


@pytest.mark.parametrize(
    ("loss", "headline"),
    [
        (3, ["1", "f5", "?!", "Black", "-3"]),
        (6, ["1", "f5", "?", "Black", "-6"]),
        (0, ["1", "f5", "Black"]),
    ],
)
def test_a_headline_says_what_a_move_cost(loss: int, headline: list[str]) -> None:
    (made,) = moves_of(read_transcript("f5"))
    view = move_view(judged(made, Finding(0, 37, 6, 6 - loss, False, (37,), None)))
    assert facts(view.headline) == headline
    own = [about(6 - loss, exact=False)] if loss else []
    assert facts(view.best) == ["~+6", "f5", *own]


def test_a_game_is_decided_only_by_a_move_that_is_known() -> None:
    (made,) = moves_of(read_transcript("f5"))
    for best, score, known in ((2, 2, False), (2, -4, True), (0, -1, True), (6, 2, False)):
        first = 37 if best == score else 19
        move = judged(made, Finding(0, first, best, score, True, (first,), None))
        decided = decided_by(Review(made.board, (move,), 1, ""))
        assert (decided is not None) is known
        if decided is not None:
            assert facts(decided.sentence)[:2] == ["1", "f5"]
    guess = judged(made, Finding(0, 19, 2, -4, False, (19,), None))
    assert decided_by(Review(made.board, (guess,), 1, "")) is None
