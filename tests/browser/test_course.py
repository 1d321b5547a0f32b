"""The course: a lesson from its text to its last exercise, progress, and a teacher's lesson."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

from outflank.board import square_name
from outflank.play.remote.client import RemoteServer
from outflank.storage.club.members import Club
from outflank.storage.database import Database, file_url
from outflank.study.course.course import find_lesson

LOOK = """async (part) => {
  const { violations } = await axe.run(part, { preload: false, iframes: false });
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 99))].join(" "));
}"""  # noqa: E501
WEDGE = find_lesson("wedge")


def open_course(desktop: Any) -> Any:
    desktop.program("Course")
    course = desktop.window("course")
    course.locator(".course-lesson").first.wait_for()
    return course


def test_a_lesson_is_read_played_and_solved(desktop: Any) -> None:
    page = desktop.page
    course = open_course(desktop)
    assert course.locator(".course-lesson").count() == 40
    desktop.shot("course")
    course.locator("[data-lesson=wedge]").click()
    lesson = desktop.study()
    lesson.locator(".lesson-text p").first.wait_for()
    desktop.shot("lesson-diagram")
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(LOOK, ".study-panel") == []
    assert page.evaluate(LOOK, ".course") == []
    steps = lesson.locator(".steps button")
    steps.nth(2).click()
    page.wait_for_selector(".lesson .steps button:nth-child(2):enabled")
    first = square_name(WEDGE.steps[0].line[0])
    page.wait_for_selector(f"[data-square='{first}'] .disc")
    at = WEDGE.exercises[0]
    lesson.locator(f".lesson-steps li:nth-child({at + 1}) button").click()
    page.wait_for_selector(f".lesson-steps li:nth-child({at + 1}).now")
    step = WEDGE.steps[at]
    right = square_name((step.right or ())[0])
    wrong = next(name for name in step.board.legal_moves.names if name != right)
    words = lesson.locator("p[role=status]").inner_text()
    desktop.play(wrong)
    page.wait_for_function(
        "before => document.querySelector('.lesson p[role=status]').textContent !== before",
        arg=words,
    )
    desktop.play(right)
    page.wait_for_selector(".lesson.done")
    desktop.shot("lesson-exercise")
    lesson.locator("button.default").click()
    page.wait_for_selector(f".lesson-steps li:nth-child({at + 1}).missed")
    page.wait_for_selector(f".lesson-steps li:nth-child({at + 2}).now")
    lesson.locator("button:text-is('Course')").click()
    course.locator("[data-lesson=wedge] .course-progress", has_text="0 of 8").wait_for()


def test_a_lesson_on_a_phone_in_the_dark(new_desktop: Callable[..., Any]) -> None:
    desktop = new_desktop(viewport={"width": 390, "height": 844}).open()
    dark = "localStorage['outflank.settings'] = JSON.stringify({ theme: 'dark' })"
    desktop.page.evaluate(f"() => {{ {dark}; }}")
    desktop.page.goto("about:blank")
    desktop.page.goto(f"{desktop.url}#learn=wedge")
    desktop.study()
    assert desktop.page.evaluate("document.documentElement.dataset.theme") == "dark"
    desktop.page.wait_for_selector(".lesson-text p")
    desktop.shot("lesson-course-phone")
    board = desktop.page.locator(".board-frame").bounding_box()
    words = desktop.page.locator(".lesson-words").bounding_box()
    assert board["width"] > 300
    assert words["y"] < 844, "the question is seen with the board"


def test_a_teacher_makes_a_lesson_and_shares_it_by_link(desktop: Any) -> None:
    page = desktop.page
    course = open_course(desktop)
    course.locator("button:text-is('Make a lesson…')").click()
    maker = desktop.window("lesson-maker")
    maker.locator("input.field").first.fill("First moves")
    maker.locator("textarea").fill("All four first moves are the same.")
    maker.locator("button:text-is('Add the position on the board')").click()
    maker.locator(".maker-steps input").nth(1).fill("z9")
    maker.locator("button:text-is('Copy link')").click()
    maker.locator(".note", has_text="z9").wait_for()
    maker.locator(".maker-steps input").nth(0).fill("Play c4.")
    maker.locator(".maker-steps input").nth(1).fill("c4")
    desktop.shot("lesson-maker")
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(LOOK, ".lesson-maker") == []
    maker.locator("button:text-is('Copy link')").click()
    link = maker.locator("input[readonly]")
    link.wait_for()
    address = link.input_value()
    assert len(address) < 1000
    page.goto("about:blank")
    page.goto(address)
    lesson = desktop.study()
    lesson.locator("h3", has_text="First moves").wait_for()
    page.wait_for_selector(".studying .square.legal")
    desktop.play("c4")
    page.wait_for_selector(".lesson.done")


def test_a_position_of_an_analysis_becomes_a_step_of_a_lesson(desktop: Any) -> None:
    page = desktop.page
    desktop.start(black="human", white="human", transcript="f5d6c3d3c4")
    page.keyboard.press("F4")
    panel = desktop.study()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    panel.get_by_role("tab", name="Notes").click()
    panel.get_by_role("button", name="Add to lesson").click()
    maker = desktop.window("lesson-maker")
    maker.locator(".maker-steps li").wait_for()
    assert maker.locator(".maker-steps input").nth(1).input_value() == "d3"
    panel.get_by_role("button", name="Add to lesson").click()
    page.wait_for_function("() => document.querySelectorAll('.maker-steps li').length === 2")
    maker.locator("input.field").first.fill("Two")
    maker.locator("button:text-is('Try it')").click()
    page.wait_for_selector(".lesson h3:text('Two')")


def test_a_broken_link_is_refused_with_a_sentence(desktop: Any) -> None:
    page = desktop.page
    page.goto("about:blank")
    page.goto(f"{desktop.url}#lesson=broken")
    desktop.box("Lesson").locator("button:text-is('OK')").click()
    desktop.my_turn(4)


def test_the_host_of_an_event_sees_who_solved_what(
    new_desktop: Callable[..., Any], server: str, data_folder: Path
) -> None:
    database = Database(file_url(data_folder / "games.sqlite3"))
    key = Club(database).make_key()
    database.close()
    host = new_desktop().open()
    host.page.evaluate("key => sessionStorage.setItem('outflank.host-key', key)", key)
    host.program("Host the club")
    window = host.window("host")
    window.get_by_role("tab", name="Events").click()
    window.get_by_role("button", name="New event…").click()
    form = host.window("event-form")
    form.get_by_label("Name:").fill("Lesson cup")
    form.get_by_role("button", name="Create").click()
    stage = host.window("event")
    event = stage.locator("code").inner_text().partition("#event=")[2].partition("'")[0]
    RemoteServer(f"{server}/").post(f"/api/club/events/{event}/entry", name="Pupil", program=True)
    stage.get_by_text("Pupil").first.wait_for()
    stage.get_by_role("button", name="Lesson…").click()
    host.page.locator(".window.active input").fill("wedge")
    host.page.keyboard.press("Enter")
    stage.locator("caption", has_text="The wedge").wait_for()
    assert stage.locator("tr", has_text="Pupil").locator("td").count() >= 8
    host.shot("event-lesson")
