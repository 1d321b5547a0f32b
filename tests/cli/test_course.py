"""``outflank course`` from the outside."""

import io
import json
from pathlib import Path

import pytest

from outflank.board import Board, square_name
from outflank.cli.main import main
from outflank.study.course.course import find_lesson, lessons


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data"))


def course(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return main(["course", *arguments])


def test_a_lesson_is_solved_and_the_list_counts_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = find_lesson("count-four")
    at = lesson.exercises[0]
    right = lesson.steps[at].right
    assert right
    through = sum(len(step.line) + 1 for step in lesson.steps[:at])
    typed = "\n" * through + f"a9\n{square_name(right[0], 8)}\n\n?\nq\n"
    assert course(monkeypatch, typed, "count-four") == 0
    shown = capsys.readouterr().out
    assert lesson.text[0] in shown
    assert lesson.steps[at].board.diagram() in shown
    assert course(monkeypatch, "") == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[0] for row in rows if row[0] in lessons()] == list(lessons())
    assert next(row[1] for row in rows if row[0] == "count-four") == "1/8"


def test_a_teachers_lesson_is_read_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.json"
    step = {"position": Board().to_text(), "text": "Which?", "expected": ["c4"], "done": "That!"}
    path.write_text(json.dumps({"title": "Mine", "steps": [step]}))
    assert course(monkeypatch, "d3\nc4\n\n", "--file", str(path)) == 0
    assert "That!" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "says"), [(b"{}", "steps"), (b"\xff", "UTF-8"), (None, "mine.json")]
)
def test_what_is_no_lesson_is_refused_with_a_sentence(
    content: bytes | None,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "mine.json"
    if content is not None:
        path.write_bytes(content)
    assert course(monkeypatch, "", "--file", str(path)) == 2
    assert says in capsys.readouterr().err
    assert course(monkeypatch, "", "chess") == 2
    assert "wedge" in capsys.readouterr().err
