// Files for the archive: dropped on its window or chosen. Whoever owns the archive puts their games into it; a visitor
// of somebody else's server opens them instead.

import { announce } from "../desktop/announce.js";
import { el, icon, sentenceOf } from "../desktop/dom.js";
import { get, pause, send } from "../game/api.js";

/** @import { ReadGame } from "../game/shapes.js" */

const LOOKED_AT = 300; // ms between two looks at how many games have come in
const NAMES = { jou: "players", trn: "tournaments" }; // of WTHOR's games, in files beside them

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
    reader.onerror = () => failed(new Error(`${file.name} cannot be read: ${reader.error?.message}`));
    reader.readAsDataURL(file);
  });

/**
 * The place in the window where files come in, and what has come in.
 * @param {{ added: () => unknown, opened: (name: string, games: readonly ReadGame[]) => unknown }} then
 *   what to do when games are in the archive, or read from a file that may not go there
 */
export function archiveFiles(then) {
  let mayAdd = false;
  let busy = false;
  const words = el("p");
  const said = el("div.archive-said", { hidden: true });
  const done = el("i");
  const bar = el("div.progress", { role: "progressbar", hidden: true, "aria-label": "Import" }, done);
  /** @type {HTMLInputElement} */
  const chooser = el("input", {
    type: "file",
    multiple: true,
    hidden: true,
    "aria-label": "Files of games",
    onchange: async () => {
      const files = [...(chooser.files ?? [])];
      chooser.value = "";
      await take(files);
    },
  });
  const choose = el("button.push", { type: "button", onclick: () => chooser.click() }, "Choose files…");
  const node = el("div.archive-drop", {}, icon("open"), el("div", {}, words, bar, said), choose, chooser);

  /**
   * Let files be dropped on an element.
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
      el("b", {}, may ? "Drop files of games here" : "Drop a file with a game here"),
      may
        ? " to put them into your archive: any format, also of other programs; WTHOR with its .jou and .trn."
        : " to look at it, in any format. Only whoever runs this server puts games into its archive.",
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
   * The files one after the other, and a sentence for each.
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
    if (!games.length) throw new Error("These files have names in them; drop their .wtb file with them.");
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
   * Look now and then how many games have come in, until the file is done.
   * @param {Promise<unknown>} put
   * @param {(games: number) => void} report
   */
  async function watch(put, report) {
    let running = true;
    const stop = () => (running = false);
    put.then(stop, stop);
    for (;;) {
      await pause(LOOKED_AT);
      const now = running ? await get("/api/archive").catch(() => null) : null; // the file itself says what is wrong
      if (!running) return;
      if (now) report(now.coming_in ?? 0);
    }
  }

  /**
   * @param {number} at
   * @param {File[]} games
   * @param {number} read  games of the file that comes in
   */
  function show(at, games, read) {
    const several = games.length > 1; // of one file alone nobody knows how much is left
    bar.hidden = false;
    bar.classList.toggle("busy", !several);
    done.style.width = several ? `${(100 * at) / games.length}%` : "";
    const which = several ? ` (${at + 1} of ${games.length})` : "";
    words.textContent = `Putting in ${games[at].name}${which}${read ? `: ${read.toLocaleString("en")} games` : "…"}`;
    bar.setAttribute("aria-valuetext", words.textContent);
    if (!read) announce(words.textContent);
  }

  /**
   * Not ours to change: the games are read, and open as one's own.
   * @param {File[]} files
   */
  async function open([file, ...more]) {
    const read = await send("POST", "/api/read", { text: await file.text() });
    if (more.length) say([`${file.name} is shown; drop the others one by one.`]);
    then.opened(file.name, read.games);
  }

  return { node, listen, owned };
}
