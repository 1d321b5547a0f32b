// Hints on the board: the value of every legal move, deeper and deeper while one looks.
// Exact values are framed and say won (+), drawn (=) or lost (−); estimates are plain numbers.

import { announce } from "../desktop/announce.js";
import { patiently, send } from "./api.js";
import { table } from "./table.js";
import { valueSentence } from "./value_text.js";

let on = false;
let asking = null;

export const valuesShown = () => on;

/** Show or hide the values; they follow the game until they are hidden again. */
export function toggleValues() {
  on = !on;
  announce(on ? "Values of all moves are shown." : "Values of all moves are hidden.");
  if (on) ask();
  else forget();
}

function forget() {
  asking?.abort();
  asking = null;
  tell([]);
}

const tell = (values) => table.dispatchEvent(new CustomEvent("values", { detail: values }));

async function ask() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const { id, version, outcome, thinking, can } = table.state;
  tell([]);
  if (outcome || thinking || !can.study) return;
  let effort = "glance";
  while (effort) {
    /** @type {{values: object[], deeper: string?}} */
    let answer;
    try {
      answer = await patiently(() => send("POST", `/api/games/${id}/values`, { effort }, { signal }), { signal });
    } catch (problem) {
      if (problem.name !== "AbortError") {
        on = false;
        table.dispatchEvent(new CustomEvent("refused", { detail: problem }));
      }
      return;
    }
    if (signal.aborted || table.state.id !== id || table.state.version !== version) return;
    tell(answer.values);
    effort = answer.deeper;
    if (!effort) say(answer.values);
  }
}

function say(values) {
  const best = values.filter((value) => value.best);
  if (best.length) announce(`Best: ${best.map(valueSentence).join(" or ")}.`);
}

table.addEventListener("state", () => {
  if (on) ask();
});
