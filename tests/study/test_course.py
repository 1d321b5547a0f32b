"""The course: every exercise has exactly the stated solutions, and what the lessons say is true.

The checks share no code with the questions: the rules are those of the oracle, and a second solver
proves endings.
"""

import json
from collections.abc import Callable
from string import Formatter

import pytest
from claims import CORNERS, EDGES, X_SQUARES, could, grown, owner, stable, touch
from oracle import Oracle, oracle_of
from plain_solver import value

from outflank.board import Board, Square, parse_square, square_name
from outflank.engine import Engine, Limit
from outflank.players import make_player
from outflank.study.course.course import (
    Lesson,
    LessonStep,
    find_lesson,
    lesson_of_reasons,
    lesson_of_theme,
    lessons,
    tour,
)
from outflank.study.course.lesson_round import LessonRound, LessonState
from outflank.study.course.sharing import (
    LONGEST,
    InvalidLesson,
    pack_lesson,
    read_lesson,
    unpack_lesson,
)
from outflank.study.course.tasks import ExerciseTask
from outflank.study.instructions import AnalyzeAnswer, SaveAnswer
from outflank.study.practice import WrongTry
from outflank.study.puzzles.themes import Theme
from outflank.study.why.lines import follow
from outflank.study.why.reason import MoveReason, ReasonKind

COURSE = tuple(lessons().values())
ASKED = [(lesson, step) for lesson in COURSE for step in lesson.steps if step.task]
SHOWN = [(lesson, step) for lesson in COURSE for step in lesson.steps if step.right is None]
CENTER = {column + row for column in "cdef" for row in "3456"}
FEW, MORE = 8, 12  # empties that the plain solver does at once, and in a while
MARGIN = 2  # discs by which the best move is better, at least
DEPTH, EXACT = 16, 18  # with which tools/course_exercises.py estimated and proved


class After:
    """A position before and after a move, as the oracle sees it."""

    def __init__(self, board: Board, move: Square) -> None:
        self.before = oracle_of(board)
        self.move = square_name(move, 8)
        self.after = self.before.play(move)
        self.me, self.you = self.before.mover.title(), self.before.opponent.title()
        self.empty = names(self.after, None)

    @property
    def replies(self) -> set[str]:
        return could(self.after, self.you)

    @property
    def edge(self) -> list[str]:
        return next((edge for edge in EDGES.values() if self.move in edge[1:-1]), [])

    @property
    def regions(self) -> list[set[str]]:
        found: list[set[str]] = []
        for name in sorted(self.empty):
            if not any(name in region for region in found):
                found.append(grown(self.after, {name}))
        return found


def names(position: Oracle, side: str | None) -> set[str]:
    every = (square_name(at, 8) for at in range(64))
    return {name for name in every if owner(position, name) == side}


def wedged(it: After) -> bool:
    if not it.edge:
        return False
    at = it.edge.index(it.move)
    beside = [owner(it.before, it.edge[at + side]) for side in (-1, 1)]
    return beside == [it.you, it.you] and all(
        owner(it.after.play(parse_square(reply)), it.move) == it.me for reply in it.replies
    )


def spare(it: After) -> bool:
    region = grown(it.before, {it.move})
    return not region & could(it.before, it.you) and bool(it.replies) and not region & it.replies


def threatens(it: After) -> bool:
    now = could(it.after, it.me) - could(it.before, it.me) - could(it.after, it.you)
    return bool(now & CORNERS)


def no_safe_reply(it: After) -> int:
    had = could(it.after, it.me) & CORNERS
    return sum(
        not (could(it.after.play(parse_square(reply)), it.me) & CORNERS) - had
        for reply in it.replies
    )


COUNTS: dict[ExerciseTask, Callable[[After], int]] = {
    ExerciseTask.FEWEST_FLIPS: lambda it: len(it.before.flips(parse_square(it.move))),
    ExerciseTask.MOST_FLIPS: lambda it: len(it.before.flips(parse_square(it.move))),
    ExerciseTask.PASS: lambda it: len(it.replies),
    ExerciseTask.MOBILITY: lambda it: len(it.replies),
    ExerciseTask.CORNER: lambda it: it.move in CORNERS,
    ExerciseTask.GUARD: lambda it: len(it.replies & CORNERS),
    ExerciseTask.THREAT: threatens,
    ExerciseTask.QUIET: lambda it: len(it.replies - could(it.before, it.you)),
    ExerciseTask.FRONTIER: lambda it: sum(
        any(touch(disc, empty) for empty in it.empty) for disc in names(it.after, it.me)
    ),
    ExerciseTask.STABLE: lambda it: len(stable(it.after, it.me)),
    ExerciseTask.NO_SAFE_REPLY: no_safe_reply,
    ExerciseTask.WEDGE: wedged,
    ExerciseTask.TEMPO: spare,
    ExerciseTask.PARITY: lambda it: sum(len(region) % 2 for region in it.regions),
}
ZERO = {
    ExerciseTask.PASS,
    ExerciseTask.GUARD,
    ExerciseTask.QUIET,
    ExerciseTask.NO_SAFE_REPLY,
    ExerciseTask.PARITY,
}


def exercise_id(pair: tuple[Lesson, LessonStep]) -> str:
    return f"{pair[0].id}-{pair[0].steps.index(pair[1])}"


def test_every_question_is_checked_and_asked() -> None:
    assert COUNTS.keys() == set(ExerciseTask) - {ExerciseTask.BEST}
    assert {step.task for _, step in ASKED} == set(ExerciseTask)


@pytest.mark.parametrize("pair", ASKED, ids=exercise_id)
def test_exactly_the_stated_moves_are_right(pair: tuple[Lesson, LessonStep]) -> None:
    lesson, step = pair
    assert step.task is not None
    legal = tuple(step.board.legal_moves)
    assert step.right
    assert set(step.right) < set(legal)
    for move in step.right:
        check_caption(lesson, step.board, move)
    if not step.task.counted:
        assert len(step.right) == 1
        assert step.value - step.best >= MARGIN
        return
    counts = {move: int(COUNTS[step.task](After(step.board, move))) for move in legal}
    wanted = (max if step.task.most else min)(counts.values())
    assert {move for move, count in counts.items() if count == wanted} == set(step.right)
    assert wanted == 0 or step.task not in ZERO
    assert step.value >= step.best, "a bad move is no example"


def proved(step: LessonStep) -> bool:
    """Whether the plain solver finds the values of the right moves and of the others."""
    values = {move: -value(step.board.play(move)) for move in step.board.legal_moves}
    right = [values.pop(move) for move in step.right or ()]
    return (min(right), max(values.values())) == (step.value, step.best)


SOLVED = [step for _, step in ASKED if step.exact]


def test_a_second_solver_agrees_with_the_quick_ones() -> None:
    quick = [step for step in SOLVED if len(step.board.empties) <= FEW]
    assert len(quick) >= 30
    assert all(map(proved, quick))


@pytest.mark.slow
def test_a_second_solver_agrees_with_all_it_can_solve() -> None:
    assert not [s for s in SOLVED if len(s.board.empties) <= MORE and not proved(s)]


def test_the_engine_proves_what_is_said_to_be_proved() -> None:
    engine = Engine()
    for step in SOLVED:
        check_with(engine, step)


@pytest.mark.slow
def test_the_engine_estimates_the_others_in_the_same_order() -> None:
    engine = Engine()
    for _, step in ASKED:
        if not step.exact:
            check_with(engine, step)


def check_with(engine: Engine, step: LessonStep) -> None:
    engine.clear()
    lines = len(step.board.legal_moves)
    results = engine.analyze(step.board, Limit(depth=DEPTH, exact_from=EXACT), lines=lines)
    right = [each.score for each in results if each.move in (step.right or ())]
    other = [each.score for each in results if each.move not in (step.right or ())]
    if step.exact:
        assert (min(right), max(other)) == (step.value, step.best)
    else:
        slack = 1 if step.task and step.task.counted else -1
        assert min(right) >= max(other) - slack, step


@pytest.mark.slow
def test_weaker_players_miss_the_last_exercises_more_often_than_the_first() -> None:
    players = [make_player(name, seed=1) for name in ("greedy", "engine:1", "engine:3", "engine:5")]

    def missed(at: int) -> int:
        steps = [[step for step in lesson.steps if step.task][at] for lesson in COURSE]
        return sum(
            player.choose(step.board) not in (step.right or ())
            for step in steps
            for player in players
        )

    assert missed(0) < missed(4) < missed(-1)


def test_every_lesson_has_some_exercises_and_each_once() -> None:
    for lesson in COURSE:
        assert 6 <= sum(step.task is not None for step in lesson.steps) <= 12
        boards = [step.board.canonical() for step in lesson.steps if step.task]
        assert len(set(boards)) == len(boards)


# --- What the lessons say --------------------------------------------------------------------


def unbalanced(position: Oracle, side: str) -> list[set[str]]:
    """The gap of each unbalanced edge of a side, with the X-square beside it."""
    found = []
    for edge in EDGES.values():
        colors = [owner(position, name) for name in edge]
        for line, names_along in ((colors, edge), (colors[::-1], edge[::-1])):
            if line == [None, None, *[side] * 5, None]:
                beside = [x for x, corner in X_SQUARES.items() if corner == names_along[0]]
                found.append({names_along[1], *beside})
    return found


CAPTIONS: dict[str, Callable[[After], bool]] = {
    "pass": lambda it: not it.replies and bool(could(it.after, it.me)),
    "corner": lambda it: it.move in CORNERS,
    "safe-corners": lambda it: not it.replies & CORNERS,
    "x-squares": lambda it: not it.replies & CORNERS and it.move not in X_SQUARES,
    "c-squares": lambda it: not it.replies & CORNERS,
    "guard": lambda it: bool(could(it.before, it.you) & CORNERS) and not it.replies & CORNERS,
    "corner-later": lambda it: bool(could(it.before, it.me) & CORNERS) and it.move not in CORNERS,
    "stable": lambda it: len(stable(it.after, it.me)) > len(stable(it.before, it.me)),
    "unbalanced": lambda it: any(it.move in target for target in unbalanced(it.before, it.you)),
    "quiet": lambda it: it.replies <= could(it.before, it.you),
    "wanted": lambda it: it.move in could(it.before, it.you),
    "safe-moves": lambda it: bool(it.replies) and no_safe_reply(it) == 0,
    "squeeze": lambda it: len(it.replies) in (1, 2),
    "edge-squares": lambda it: it.move in it.edge[2:-2],
    "attack": threatens,
    "wedge": lambda it: (
        wedged(it)
        and all(owner(it.after, name) == it.you for name in it.edge if touch(name, it.move))
    ),
    "whole-edge": lambda it: len(stable(it.after, it.me)) >= len(stable(it.before, it.me)) + 8,
    "diagonal": lambda it: any(
        all(owner(it.after, name) == it.me for name in line[1:-1])
        and it.you not in (owner(it.after, line[0]), owner(it.after, line[-1]))
        for line in (
            [square_name(at, 8) for at in range(0, 64, 9)],
            [square_name(at, 8) for at in range(7, 57, 7)],
        )
    ),
    "tempo": spare,
    "access": lambda it: any(
        region & could(it.after, it.me) and not region & it.replies for region in it.regions
    ),
    "forced-pass": lambda it: not it.replies and bool(could(it.after, it.me)),
    "regions": lambda it: not any(len(region) % 2 for region in it.regions),
    "parity": lambda it: (
        not any(len(region) % 2 for region in it.regions)
        and len(grown(it.before, {it.move})) % 2 == 1
    ),
    "sacrifice": lambda it: bool((it.replies - could(it.before, it.you)) & CORNERS),
    "late-x": lambda it: it.move in X_SQUARES and X_SQUARES[it.move] in names(it.before, None),
    "stoner": lambda it: all(
        could(it.after.play(parse_square(reply)), it.me) & {it.edge[0], it.edge[-1]}
        for reply in it.replies
    ),
    "opening-center": lambda it: it.move in CENTER,
    "opening-edges": lambda it: not any(it.move in edge for edge in EDGES.values()),
}


def check_caption(lesson: Lesson, board: Board, move: Square) -> None:
    if lesson.id in CAPTIONS:
        assert CAPTIONS[lesson.id](After(board, move)), (lesson.id, board.to_text(), move)
    if lesson.id == "few-discs":
        others = [len(board.flips(at)) for at in board.legal_moves if at != move]
        assert len(board.flips(move)) < min(others)


def test_the_captions_of_the_diagrams_are_true() -> None:
    for lesson, step in SHOWN:
        assert follow(step.board, step.line).squares == step.line
        if step.text:
            check_caption(lesson, step.board, step.line[0])
        else:
            assert step.best > step.value


def test_a_wall_has_more_discs_at_the_frontier() -> None:
    def frontier(step: LessonStep) -> int:
        return int(COUNTS[ExerciseTask.FRONTIER](After(step.board, step.line[0])))

    right, wrong = (step for step in find_lesson("walls").steps[:2])
    assert right.board == wrong.board
    assert frontier(wrong) >= frontier(right) + 4


def test_a_swindle_moves_twice_in_its_region_and_a_move_that_waits_comes_later() -> None:
    for lesson, step in SHOWN:
        turns = follow(step.board, step.line).steps
        if lesson.id == "swindle" and step.text:
            region = grown(oracle_of(step.board), {square_name(step.line[0], 8)})
            inside = [turn.color for turn in turns if square_name(turn.square, 8) in region]
            assert len(region) % 2 == 0
            assert inside[:2] == [step.board.turn] * 2
        if lesson.id == "end" and step.text:
            last = turns[-1].after
            assert last.is_over
            assert (last.score if last.turn is step.board.turn else -last.score) > 0


def test_lessons_are_short_and_link_to_puzzles_and_reasons() -> None:
    assert len(COURSE) == 40
    for lesson in COURSE:
        assert len(" ".join(lesson.text).split()) <= 150
        assert 2 <= sum(step.right is None for step in lesson.steps) <= 3
        assert lesson.puzzles is not None
        for text in (lesson.title, lesson.chapter, *lesson.text):
            assert text.strip() == text
    for theme in Theme:
        assert lesson_of_theme(theme).id in lessons()
    for kind in ReasonKind:
        assert lesson_of_reasons([MoveReason(kind, "", ())]) is not None, kind
    wedge = lesson_of_reasons([MoveReason(ReasonKind.WEDGE, "", (), claim="wedge")])
    assert wedge == find_lesson("wedge").link
    names_explained = [name for lesson in COURSE for name in lesson.explains]
    assert len(set(names_explained)) == len(names_explained)


def test_every_sentence_is_complete() -> None:
    """No placeholder is left in a caption, a task or a comment."""
    for lesson in COURSE:
        play = LessonRound(lesson)
        for at, step in enumerate(lesson.steps):
            play.go_to(at)
            said = [play.view.task or play.view.sentence]
            if step.right is not None:
                for move in step.board.legal_moves:
                    if not step.accepts(move):
                        play.choose(move)
                        said.append(play.view.sentence)
                play.give_up()
                said.append(play.view.sentence)
            for sentence in said:
                assert sentence
                assert not [name for _, name, _, _ in Formatter().parse(sentence) if name]


# --- A lesson on a screen --------------------------------------------------------------------


def test_a_diagram_is_stepped_through_and_played_on() -> None:
    lesson = find_lesson("wedge")
    play = LessonRound(lesson)
    step = play.step
    assert (play.view.diagram, play.view.can_back, play.view.can_on) == (True, False, True)
    play.walk("next")
    assert play.moves == step.line[:1]
    play.walk("last")
    assert (play.moves, play.view.can_on) == (step.line, False)
    play.walk("first")
    own = next(move for move in step.board.legal_moves if move != step.line[0])
    play.choose(own)
    assert (play.moves, play.view.can_on) == ((own,), False)
    play.walk("next")
    assert play.moves == (own,)
    play.walk("back")
    assert not play.moves
    play.go_on()
    assert play.at == 1


def test_the_first_answer_counts_and_a_missed_best_move_becomes_a_card() -> None:
    lesson = find_lesson("sacrifice")
    at = lesson.exercises[0]
    play = LessonRound(lesson, LessonState(at))
    right = (play.step.right or ())[0]
    wrong = next(move for move in play.step.board.legal_moves if move != right)
    play.go_on()
    assert play.at == at, "the exercise is not solved"
    saved, *_, asked = play.choose(wrong)
    assert isinstance(saved, SaveAnswer)
    assert (saved.lesson, saved.step, saved.right) == ("sacrifice", at, False)
    assert saved.missed is not None
    assert saved.missed.good == (right,)
    assert isinstance(asked, AnalyzeAnswer)
    play.answer_analyzed(WrongTry(wrong, 6, exact=True, why="because"))
    assert "because" in play.view.sentence
    assert not any(isinstance(each, SaveAnswer) for each in play.choose(right))
    assert play.solved
    assert play.view.steps[at] == "now"
    play.go_on()
    assert play.view.steps[at] == "wrong"
    again = LessonRound(lesson, play.state, {at: True})
    assert again.view.steps[at] == "right"


def test_a_state_of_another_lesson_is_refused() -> None:
    lesson = find_lesson("wedge")
    for state in (
        LessonState(99),
        LessonState(0, (0, 0)),
        LessonState(lesson.exercises[0], (0,)),
        LessonState(tour=True),
    ):
        with pytest.raises(ValueError, match="lesson"):
            LessonRound(lesson, state)
    with pytest.raises(ValueError, match="chess"):
        find_lesson("chess")


def test_the_tour_goes_through_the_rules() -> None:
    assert [lesson.id for lesson in tour()] == ["place", "directions", "pass", "corner", "end"]
    lesson, seen = tour()[0], 0
    while True:
        play = LessonRound(lesson, LessonState(tour=True))
        seen += 1
        assert len(play.view.steps) == 5
        assert play.view.asking
        play.give_up()
        assert play.view.steps.count("right") == seen
        if not play.view.next_lesson:
            break
        lesson = find_lesson(play.view.next_lesson)
    assert seen == 5


def test_the_first_steps_teach_the_rules() -> None:
    directions, passing, end = (
        find_lesson(name).steps[0] for name in ("directions", "pass", "end")
    )
    five = [move for move in directions.board.legal_moves if len(directions.board.flips(move)) >= 5]
    assert tuple(five) == directions.right
    for move in passing.board.legal_moves:
        assert passing.board.play(move).must_pass
    assert end.board.play((end.right or ())[0]).is_over


# --- A teacher's lesson ----------------------------------------------------------------------

OWN = {
    "title": "My {lesson}",
    "text": ["Look at c4.", "Then play {0.__class__}."],
    "steps": [
        {"position": Board().to_text(), "text": "Play."},
        {"position": Board().to_text(), "text": "c4!", "expected": ["c4"], "done": "Yes {x}."},
    ],
}


def test_a_lesson_is_shared_in_a_link() -> None:
    lesson = unpack_lesson(pack_lesson(json.dumps(OWN)))
    assert (lesson.title, lesson.text) == (OWN["title"], tuple(OWN["text"]))
    assert lesson.id == unpack_lesson(pack_lesson(json.dumps(OWN, indent=4))).id
    play = LessonRound(lesson, LessonState(1))
    play.choose(parse_square("d3"))
    assert not play.solved
    play.choose(parse_square("c4"))
    assert play.view.sentence == "Yes {x}."
    assert play.view.next_lesson == ""


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"title": 7}, "title"),
        ({"steps": []}, "steps"),
        ({"steps": [{}]}, "position"),
        ({"steps": [{"position": "XO"}]}, "1"),
        ({"steps": [{"position": "X" * 64 + " X"}]}, "1"),
        ({"steps": [{"position": Board().to_text(), "expected": ["a1"]}]}, "a1"),
        ({"steps": [{"position": Board().to_text(), "expected": ["zz"]}]}, "zz"),
        ({"steps": [{"position": Board().to_text(), "expected": 4}]}, "1"),
        ({"steps": [{"position": Board().to_text()}] * 31}, "30"),
        ({"author": "x"}, "steps"),
        ({"text": "x" * 2001}, "text"),
    ],
)
def test_a_bad_lesson_is_refused_with_a_sentence(change: dict[str, object], says: str) -> None:
    with pytest.raises(InvalidLesson, match=says):
        read_lesson(json.dumps(OWN | change))


def test_a_bad_file_or_link_is_refused_with_a_sentence() -> None:
    packed = pack_lesson(json.dumps(OWN))
    for link in (packed[:-9], "", "lesson", "ä", packed.swapcase()):
        with pytest.raises(InvalidLesson):
            unpack_lesson(link)
    for text in ("", "[]", "[" * 100_000, "{}", "x" * 50_000):
        with pytest.raises(InvalidLesson):
            read_lesson(text)
    boards = [
        {"position": Board().to_text(), "text": "".join(map(chr, range(at, at + 1500)))}
        for at in range(0x4E00, 0x4E00 + 6 * 1500, 1500)
    ]
    with pytest.raises(InvalidLesson, match="file"):
        pack_lesson(json.dumps(OWN | {"steps": boards}, ensure_ascii=False))
    assert len(packed) < LONGEST
