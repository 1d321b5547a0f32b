// The course: its lessons by chapter with the progress of the visitor, and a teacher's own lessons.

import { el, icon, sentenceOf } from "../desktop/dom.js";
import { fetched } from "../desktop/fetched.js";
import { _ } from "../desktop/language.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { get } from "../game/api.js";
import { openLesson } from "../game/lazy_windows.js";

/** @import { CourseLesson } from "../game/shapes.js" */

export async function openCourse() {
  const there = findWindow("course");
  if (there) {
    focus(there);
    await refresh(there.body);
    return;
  }
  const make = el("button.push", { type: "button", onclick: maker }, _("Make a lesson…"));
  const body = el(
    "div.window-body.dialog.course",
    {},
    el("p.note", { role: "status" }),
    el("div.course-lessons", { tabIndex: 0, role: "region", "aria-label": _("Lessons") }),
    el("div.buttons", {}, make),
  );
  openWindow({
    id: "course",
    title: _("Course"),
    icon: "help",
    width: 460,
    height: 540,
    minWidth: 280,
    minHeight: 240,
    content: body,
  });
  await refresh(body);
}

const maker = async () => (await fetched(() => import("./lesson_maker.js")))?.openMaker();

/** @param {HTMLElement} body */
async function refresh(body) {
  const note = /** @type {HTMLElement} */ (body.querySelector(".note"));
  try {
    const { lessons } = await get("/api/lessons");
    const right = lessons.reduce((sum, lesson) => sum + lesson.right, 0);
    const total = lessons.reduce((sum, lesson) => sum + lesson.exercises, 0);
    note.textContent = _("{right} of {total} exercises solved.", { right, total });
    const chapters = [...new Set(lessons.map(({ chapter }) => chapter))];
    const sections = chapters.map((chapter) => {
      const own = lessons.filter((lesson) => lesson.chapter === chapter);
      return el("section", {}, el("h3", {}, chapter), el("ul", {}, own.map(row)));
    });
    body.querySelector(".course-lessons")?.replaceChildren(...sections);
  } catch (problem) {
    note.textContent = sentenceOf(problem);
  }
}

/** @param {CourseLesson} lesson */
function row({ id, title, exercises, right, answered }) {
  const solved = _("{right} of {total}", { right, total: exercises });
  return el(
    "li",
    {},
    el(
      "button.course-lesson",
      { type: "button", dataset: { lesson: id }, onclick: () => openLesson({ lesson: id }) },
      icon(right === exercises ? "trophy" : answered ? "practice" : "help"),
      el("span", {}, title),
      el("span.course-progress", {}, answered ? solved : ""),
    ),
  );
}
