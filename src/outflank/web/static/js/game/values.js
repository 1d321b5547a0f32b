// Numbers on the board for every legal move: its value, or how likely the learned player plays it.
// Values get deeper and deeper. Exact values are framed and say won (+), drawn (=) or lost (−); estimates are plain.

import { announce } from "../desktop/announce.js";
import { _ } from "../desktop/language.js";
import { ApiError, aborted, get, line, retryWhileBusy, send } from "./api.js";
import { CannotThinkHere, canThinkHere, positionOf, thinkHere } from "./own_engine.js";
import { emit, table } from "./table.js";
import { bestSentence } from "./value_text.js";

/** @import { Answer } from "../thinking/worker.js" */
/** @import { MoveValues, ValueView } from "./shapes.js" */

/** @typedef {"values" | "probabilities"} Kind */

/** @type {Kind | null} */
let on = null;
/** @type {AbortController | null} */
let asking = null;

/** @param {Kind} kind */
export const valuesShown = (kind) => on === kind;

/**
 * Show or hide the numbers; they follow the game until they are hidden again.
 * @param {Kind} kind
 */
export function toggleValues(kind) {
  forget();
  on = on === kind ? null : kind;
  announce(on === "values" ? _("Values are shown.") : on ? _("Probabilities are shown.") : _("Numbers are hidden."));
  ask();
}

function forget() {
  asking?.abort();
  asking = null;
  emit("values", []);
  emit("probabilities", []);
}

const ask = () => (on === "values" ? askValues() : on && askProbabilities());

async function askProbabilities() {
  const { id, version, can, outcome } = table.state;
  if (outcome || !can.study) return;
  try {
    const { moves } = await get(`/api/games/${id}/probabilities`);
    if (on === "probabilities" && table.state.id === id && table.state.version === version)
      emit("probabilities", moves);
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    on = null;
    emit("refused", problem);
  }
}

async function askValues() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const { id, version, outcome, thinking, can } = table.state;
  emit("values", []);
  if (outcome || thinking || !can.study) return;
  if ((canThinkHere(table.state) && (await askHere(signal))) || table.guess) return;
  /** @type {MoveValues["deeper"]} */
  let effort = "glance";
  while (effort) {
    const asked = { effort };
    /** @type {MoveValues} */
    let answer;
    try {
      answer = await retryWhileBusy(() => send("POST", `/api/games/${id}/values`, asked, { signal }), { signal });
    } catch (problem) {
      if (aborted(problem)) return;
      on = null;
      if (!(problem instanceof ApiError)) throw problem;
      emit("refused", problem);
      return;
    }
    if (signal.aborted || table.state.id !== id || table.state.version !== version) return;
    emit("values", answer.values);
    effort = answer.deeper;
    if (!effort) say(answer.values);
  }
}

/**
 * The same on this machine; whether it could.
 * @param {AbortSignal} signal
 */
async function askHere(signal) {
  try {
    /** @param {Answer} answer */
    const report = (answer) => "values" in answer && emit("values", answer.values);
    const answer = await thinkHere(
      { ask: "values", position: positionOf(table.guess ?? table.state) },
      { signal, report },
    );
    if ("values" in answer) say(answer.values);
    return true;
  } catch (problem) {
    if (problem instanceof CannotThinkHere) return false;
    if (aborted(problem)) return true;
    throw problem;
  }
}

/** @param {ValueView[]} values */
function say(values) {
  const best = values.filter((value) => value.best);
  if (best.length) announce(bestSentence(best));
}

table.addEventListener("state", () => {
  ask();
});

// While the server is away a move waits for it, and this machine goes on with the position that is shown.
const goOn = () => {
  if (on === "values" && table.guess && line.trouble) askValues();
};
table.addEventListener("guess", goOn);
line.addEventListener("change", goOn);
