// Date and Time, opened from the clock: a calendar, an analog clock and the time zone, all read-only.

import { el, svg } from "../desktop/dom.js";
import { _, language } from "../desktop/language.js";
import { tabs } from "../desktop/tabs.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(2001, month, 1).toLocaleDateString(language, { month: "long" }),
);
/** The names of the weekdays, starting on Sunday. @param {"long" | "narrow"} weekday */
const days = (weekday) =>
  Array.from({ length: 7 }, (_, day) => new Date(2023, 0, 1 + day).toLocaleDateString(language, { weekday }));
const [DAYS, LETTERS] = [days("long"), days("narrow")];

export function dateAndTime() {
  const there = findWindow("date-time");
  if (there) {
    focus(there);
    return;
  }
  const clock = clockFace();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
  const win = openWindow({
    id: "date-time",
    title: _("Date and time properties"),
    icon: "clock",
    width: 440,
    resizable: false,
    escapes: true,
    content: el(
      "div.window-body.dialog",
      {},
      tabs(
        [
          {
            label: _("Date and time"),
            page: [
              el(
                "div.date-time",
                {},
                el("fieldset.group", {}, el("legend", {}, _("Date")), calendar()),
                el("fieldset.group", {}, el("legend", {}, _("Time")), clock.node),
              ),
              el("p.note", {}, _("Current time zone: {zone}", { zone })),
            ],
          },
        ],
        _("Date and time"),
      ).node,
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "button", dataset: { autofocus: "" }, onclick: () => close(win) }, _("OK")),
      ),
    ),
    onclose: clock.stop,
  });
}

/** A calendar of one month with today marked. */
function calendar() {
  const now = new Date();
  const body = el("tbody");
  const month = el(
    "select.field",
    { "aria-label": _("Month"), onchange: draw },
    MONTHS.map((name, i) => el("option", { value: String(i), selected: i === now.getMonth() }, name)),
  );
  const year = el("input.field", {
    type: "number",
    "aria-label": _("Year"),
    min: 1,
    max: 9999,
    value: now.getFullYear(),
    oninput: draw,
  });
  function draw() {
    const first = new Date(now);
    first.setFullYear(Number(year.value) || now.getFullYear(), Number(month.value), 1);
    const length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
    const weeks = Math.ceil((first.getDay() + length) / 7);
    body.replaceChildren(
      ...Array.from({ length: weeks }, (_, week) =>
        el(
          "tr",
          {},
          DAYS.map((_day, i) => {
            const day = week * 7 + i - first.getDay() + 1;
            const shown = day >= 1 && day <= length;
            const today =
              day === now.getDate() && first.getMonth() === now.getMonth() && first.getFullYear() === now.getFullYear();
            return el("td", { "aria-current": shown && today ? "date" : null }, shown ? String(day) : "");
          }),
        ),
      ),
    );
  }
  draw();
  return el(
    "div.calendar",
    {},
    el("div.row", {}, month, year),
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          DAYS.map((day, i) => el("th", { scope: "col", "aria-label": day }, LETTERS[i])),
        ),
      ),
      body,
    ),
  );
}

/** The analog and digital clock, which run until `stop` is called. */
function clockFace() {
  const face = svg("svg", { viewBox: "-50 -50 100 100", class: "clock-face", "aria-hidden": "true" });
  for (let hour = 0; hour < 12; hour++) {
    const large = hour % 3 === 0;
    face.append(
      svg("rect", {
        x: large ? -2 : -1,
        y: -45,
        width: large ? 4 : 2,
        height: large ? 6 : 3,
        transform: `rotate(${hour * 30})`,
      }),
    );
  }
  const [hours, minutes, seconds] = ["hours", "minutes", "seconds"].map((name) => {
    const long = { hours: 24, minutes: 36, seconds: 40 }[name] ?? 0;
    const hand = svg("line", { class: name, x1: 0, y1: 6, x2: 0, y2: -long });
    face.append(hand);
    return hand;
  });
  const digits = el("output.field", { "aria-label": _("Time") });
  const tick = () => {
    const now = new Date();
    const [h, m, s] = [now.getHours(), now.getMinutes(), now.getSeconds()];
    hours.setAttribute("transform", `rotate(${(h % 12) * 30 + m / 2})`);
    minutes.setAttribute("transform", `rotate(${m * 6 + s / 10})`);
    seconds.setAttribute("transform", `rotate(${s * 6})`);
    digits.textContent = now.toLocaleTimeString(language);
  };
  tick();
  const timer = setInterval(tick, 1000);
  return { node: el("div.clock-box", {}, face, digits), stop: () => clearInterval(timer) };
}
