// Files dropped on the archive window or chosen there: the archive's owner adds their games to it; other
// visitors open them instead.

import { announce } from "../desktop/announce.js";
import { el, icon, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { get, pause, send } from "../game/api.js";
import { countGames } from "../game/words.js";

/** @import { ReadGame } from "../game/shapes.js" */

const LOOKED_AT = 300; // ms between two progress requests
const NAMES = { jou: "players", trn: "tournaments" }; // the companion files of WTHOR games

/** @param {File} file */
const ending = (file) => file.name.toLowerCase().split(".").at(-1) ?? "";

/**
 * A file's bytes in base64.
 * @param {File} file
 * @returns {Promise<string>}
 */
const bytesOf = (file) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => failed(new Error(`${file.name}: ${reader.error?.message}`));
    reader.readAsDataURL(file);
  });

/**
 * The drop area of the window, and the imported files.
 * @param {{ added: () => unknown, opened: (name: string, games: readonly ReadGame[]) => unknown }} then
 *   called when games are added to the archive, or read from a file that is not added
 */
export function archiveFiles(then) {
  let mayAdd = false;
  let busy = false;
  const words = el("p");
  const said = el("div.archive-said", { hidden: true });
  const done = el("i");
  const bar = el("div.progress", { role: "progressbar", hidden: true, "aria-label": _("Import") }, done);
  /** @type {HTMLInputElement} */
  const chooser = el("input", {
    type: "file",
    multiple: true,
    hidden: true,
    "aria-label": _("Game files"),
    onchange: async () => {
      const files = [...(chooser.files ?? [])];
      chooser.value = "";
      await take(files);
    },
  });
  const choose = el("button.push", { type: "button", onclick: () => chooser.click() }, _("Choose files…"));
  const node = el("div.archive-drop", {}, icon("open"), el("div", {}, words, bar, said), choose, chooser);

  /**
   * Accept files dropped on an element.
   * @param {HTMLElement} place
   */
  function listen(place) {
    const over = (/** @type {boolean} */ here) => node.classList.toggle("over", here);
    place.addEventListener("dragover", (event) => {
      event.preventDefault();
      over(true);
    });
    place.addEventListener("dragleave", () => over(false));
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      over(false);
      take([...(event.dataTransfer?.files ?? [])]);
    });
  }

  /** @param {boolean} may */
  function owned(may) {
    mayAdd = may;
    words.replaceChildren(
      el(
        "b",
        {},
        may ? _("Drop game files here to add them to your archive.") : _("Drop a game file here to view it."),
      ),
      " ",
      may
        ? _("All formats are accepted. Drop WTHOR files together with their .jou and .trn files.")
        : _("All formats are accepted. Only the host of this server can add games to its archive."),
    );
  }

  /** @param {string[]} lines */
  function say(lines) {
    said.hidden = !lines.length;
    said.replaceChildren(...lines.map((line) => el("p", {}, line)));
    announce(lines.at(-1) ?? "");
  }

  /** @param {File[]} files */
  async function take(files) {
    if (busy || !files.length) return;
    busy = choose.disabled = true;
    say([]);
    await (mayAdd ? add(files) : open(files)).catch((problem) => say([sentenceOf(problem)]));
    busy = choose.disabled = false;
    bar.hidden = true;
    owned(mayAdd);
  }

  /**
   * Import the files one after another, with a message for each.
   * @param {File[]} files
   */
  async function add(files) {
    const beside = Object.fromEntries(
      await Promise.all(
        Object.entries(NAMES).map(async ([end, what]) => {
          const file = files.find((one) => ending(one) === end);
          return [what, file ? await bytesOf(file) : ""];
        }),
      ),
    );
    const games = files.filter((file) => !(ending(file) in NAMES));
    if (!games.length) throw new Error(_("These files contain only names. Drop their .wtb file with them."));
    /** @type {string[]} */
    const lines = [];
    for (const [at, file] of games.entries()) {
      show(at, games, 0);
      const put = bytesOf(file).then((content) =>
        send("POST", "/api/archive/files", { name: file.name, content, ...(ending(file) === "wtb" ? beside : {}) }),
      );
      watch(put, (read) => show(at, games, read));
      lines.push(
        await put.then(
          (added) => added.told,
          (problem) => `${file.name}: ${sentenceOf(problem)}`,
        ),
      );
      say(lines);
    }
    then.added();
  }

  /**
   * Show the number of imported games until the file is done.
   * @param {Promise<unknown>} put
   * @param {(games: number) => void} report
   */
  async function watch(put, report) {
    let running = true;
    const stop = () => (running = false);
    put.then(stop, stop);
    for (;;) {
      await pause(LOOKED_AT);
      const now = running ? await get("/api/archive").catch(() => null) : null; // the import reports its own errors
      if (!running) return;
      if (now) report(now.coming_in ?? 0);
    }
  }

  /**
   * @param {number} at
   * @param {File[]} games
   * @param {number} read  number of games read so far
   */
  function show(at, games, read) {
    const several = games.length > 1; // progress within one file is unknown
    bar.hidden = false;
    bar.classList.toggle("busy", !several);
    done.style.width = several ? `${(100 * at) / games.length}%` : "";
    words.textContent = [
      several
        ? _("Adding {file} ({number} of {count})…", { file: games[at].name, number: at + 1, count: games.length })
        : _("Adding {file}…", { file: games[at].name }),
      ...(read ? [countGames(read)] : []),
    ].join(" ");
    bar.setAttribute("aria-valuetext", words.textContent);
    if (!read) announce(words.textContent);
  }

  /**
   * The visitor cannot change this archive: read the games, which open as the visitor's own.
   * @param {File[]} files
   */
  async function open([file, ...more]) {
    const read = await send("POST", "/api/read", { text: await file.text() });
    if (more.length) say([_("{file} is open. Drop the other files one at a time.", { file: file.name })]);
    then.opened(file.name, read.games);
  }

  return { node, listen, owned };
}
