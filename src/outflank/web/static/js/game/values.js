// Numbers on the board for every legal move: its value, or its probability for the learned player.
// The search depth increases step by step. Exact values are framed and show won (+), drawn (=) or lost (−).

import { announce } from "../desktop/announce.js";
import { _ } from "../desktop/language.js";
import { ApiError, aborted, get, retryWhileBusy, send } from "./api.js";
import { line } from "./connection.js";
import { CannotThinkHere, canThinkHere, positionOf, thinkHere } from "./own_engine.js";
import { emit, table } from "./table.js";
import { bestSentence } from "./value_text.js";

/** @import { Position } from "../thinking/module.js" */
/** @import { MoveValues, ValueView } from "./shapes.js" */

/** @typedef {"values" | "probabilities"} Kind */

/** @type {Kind | null} */
let on = null;
/** @type {AbortController | null} */
let asking = null;

/** @param {Kind} kind */
export const valuesShown = (kind) => on === kind;

/**
 * Show or hide the numbers; they follow the game until they are hidden.
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
  const shown = () => table.guess || (table.state.id === id && table.state.version === version);
  const position = positionOf(table.guess ?? table.state);
  try {
    const found = await findValues(
      { game: table.guess ? null : id, position },
      { signal, report: (values) => shown() && emit("values", values) },
    );
    if (found && shown()) say(found);
  } catch (problem) {
    if (aborted(problem)) return;
    on = null;
    if (!(problem instanceof ApiError)) throw problem;
    emit("refused", problem);
  }
}

/**
 * The values of all moves of a position, reported deeper and deeper; null where nobody can say. This machine's engine
 * finds them, or the server's.
 * @param {{ game: string | null, position: Position, line?: string[] }} about  line: where it is not the game's own
 * @param {{ signal: AbortSignal, report: (values: ValueView[]) => unknown }} options
 * @returns {Promise<ValueView[] | null>}
 */
export async function findValues({ game, position, line: moves }, { signal, report }) {
  if (canThinkHere(position)) {
    try {
      const answer = await thinkHere(
        { ask: "values", position },
        { signal, report: (found) => "values" in found && report(found.values) },
      );
      if ("values" in answer) {
        report(answer.values);
        return answer.values;
      }
    } catch (problem) {
      if (!(problem instanceof CannotThinkHere)) throw problem;
    }
  }
  if (!game) return null;
  /** @type {MoveValues["deeper"]} */
  let effort = "glance";
  /** @type {ValueView[]} */
  let values = [];
  while (effort) {
    const asked = { effort, line: moves ?? null };
    /** @type {MoveValues} */
    const answer = await retryWhileBusy(() => send("POST", `/api/games/${game}/values`, asked, { signal }), { signal });
    signal.throwIfAborted();
    ({ values, deeper: effort } = answer);
    report(values);
  }
  return values;
}

/** @param {ValueView[]} values */
function say(values) {
  const best = values.filter((value) => value.best);
  if (best.length) announce(bestSentence(best));
}

table.addEventListener("state", () => {
  ask();
});

// While the server is unreachable, a move waits for it, and this machine continues with the shown position.
const goOn = () => {
  if (on === "values" && table.guess && line.trouble) askValues();
};
table.addEventListener("guess", goOn);
line.addEventListener("change", goOn);
