// My Games: an Explorer window with thumbnails. Running and finished games, saves, the bin.
// Keys   arrows select · Enter opens · F2 renames · Delete · F5 refreshes

import { balloon } from "../desktop/balloon.js";
import { card } from "../desktop/card.js";
import { el, focused, icon, meant, part, parts, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { openMenu } from "../desktop/menu.js";
import { askText, messageBox } from "../desktop/message_box.js";
import { sounds } from "../desktop/sounds.js";
import { findWindow, focus, openWindow, setTitle } from "../desktop/windows.js";
import { get, send } from "../game/api.js";
import { keepFile, loaded } from "../game/commands.js";
import { openSharedGame } from "../game/shared_game.js";
import { importSave, open, table } from "../game/table.js";
import { thumbnail } from "../game/thumbnail.js";
import { boardSize, countGames, when } from "../game/words.js";

/** @import { Entry } from "../desktop/menu.js" */
/** @import { EntryView } from "../game/shapes.js" */

/** @typedef {EntryView["place"]} Place */

/** @type {[place: Place | "all", label: string, icon: string][]} */
const PLACES = [
  ["all", _("My Games"), "games"],
  ["running", _("Running games"), "play"],
  ["finished", _("Finished games"), "trophy"],
  ["saved", _("Saved games"), "save"],
  ["bin", _("Recycle Bin"), "bin"],
];
/** @type {[place: Place, label: string][]} */
const GROUPS = [
  ["running", _("Running games")],
  ["finished", _("Finished games")],
  ["saved", _("Saved games")],
  ["bin", _("Deleted games")],
];

const LARGEST = 200_000; // bytes of an uploaded file

/** @param {EntryView} game */
const openShelved = (game) => (game.shared ? openSharedGame(game.id) : open(game.id));

/** @param {EntryView} game */
const keep = (game) => keepFile(`/api/games/${game.id}/save`);

/** @type {((place: Place | "all") => void) | null} */
let show = null; // redraws the open window

/** @param {Place | "all"} place */
export async function openMyGames(place = "all") {
  const there = findWindow("my-games");
  if (there && show) {
    focus(there);
    show(place);
    return;
  }
  let shown = place;
  /** @type {EntryView[]} */
  let games = [];
  /** @type {EntryView | null} */
  let chosen = null;

  const list = el("div.files", { role: "region", "aria-label": _("Games"), tabIndex: -1 });
  const search = el("input.field", {
    type: "search",
    "aria-label": _("Search my games"),
    placeholder: _("Search"),
    oninput: draw,
  });
  const status = el("div", {}, "");
  const places = el("div.places");
  const details = el("dl");
  const tasks = {
    open: task(_("Open this game"), "open", () => openOne(chosen)),
    rename: task(_("Rename this game"), "rename", rename),
    remove: task(_("Delete this game"), "delete", remove),
    download: task(_("Download this game"), "download", () => chosen && keep(chosen)),
    upload: task(_("Upload a game…"), "upload", () => file.click()),
    restore: task(_("Restore this game"), "undo", restore),
  };
  const file = el("input", {
    type: "file",
    hidden: true,
    "aria-label": _("Saved game"),
    onchange: upload,
  });
  const pane = el(
    "div.pane.files-pane",
    {},
    card("file-tasks", _("Game tasks"), Object.values(tasks), file),
    card("places", _("Other places"), places),
    card("details", _("Details"), details),
  );
  const win = openWindow({
    id: "my-games",
    title: _("My Games"),
    icon: "games",
    width: 640,
    height: 440,
    minWidth: 300,
    minHeight: 240,
    content: el(
      "div.window-body",
      {},
      el(
        "div.toolbar",
        {},
        el("button.tool", { type: "button", onclick: load, title: _("Refresh (F5)") }, icon("restart"), _("Refresh")),
        el("label", {}, icon("search"), search),
      ),
      el("div.explorer", {}, pane, list),
      el("div.statusbar", {}, status),
    ),
    onclose: () => {
      table.removeEventListener("state", later);
      clearTimeout(timer);
      show = null;
    },
  });
  /** @param {Place | "all"} to */
  const turnTo = (to) => {
    shown = to;
    chosen = null;
    load();
  };
  show = turnTo;
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(load, 500);
  };
  table.addEventListener("state", later);

  async function load() {
    try {
      games = (await get("/api/games")).games;
    } catch (problem) {
      messageBox({ title: _("My Games"), text: sentenceOf(problem), icon: "error" });
      return;
    }
    chosen = games.find((game) => game.id === chosen?.id) ?? null;
    draw();
  }

  function draw() {
    setTitle(win, PLACES.find(([id]) => id === shown)?.[1] ?? _("My Games"));
    places.replaceChildren(
      ...PLACES.map(([id, label, name]) => {
        const link = task(label, id === "bin" && games.some((game) => game.place === "bin") ? "bin-full" : name, () =>
          turnTo(id),
        );
        if (id === shown) link.setAttribute("aria-current", "true");
        return link;
      }),
    );
    const wanted = search.value.trim().toLowerCase();
    const visible = games.filter(
      (game) =>
        (shown === "all" ? game.place !== "bin" : game.place === shown) &&
        (!wanted || `${game.title} ${game.players} ${game.result ?? ""}`.toLowerCase().includes(wanted)),
    );
    const kept = list.contains(focused()) && focused()?.dataset.id;
    list.replaceChildren(
      ...GROUPS.flatMap(([id, label]) => {
        const here = visible.filter((game) => game.place === id);
        return here.length
          ? [
              el("h3", {}, label),
              el(
                "ul",
                {},
                here.map((game) => el("li", {}, picture(game))),
              ),
            ]
          : [];
      }),
    );
    if (!visible.length)
      list.append(
        el(
          "p.empty",
          {},
          wanted
            ? _("No game matches “{text}”.", { text: search.value })
            : shown === "bin"
              ? _("The Recycle Bin is empty.")
              : _("No games here yet. Your games are saved automatically from the first move."),
        ),
      );
    if (kept) parts(list, `[data-id="${CSS.escape(kept)}"]`)[0]?.focus();
    status.textContent = countGames(visible.length);
    describe();
  }

  /** @param {EntryView} game */
  function picture(game) {
    const node = el(
      "button.file",
      {
        type: "button",
        "aria-pressed": String(chosen?.id === game.id),
        dataset: { id: game.id },
        "aria-label": `${game.title}, ${game.note}, ${when(game.updated)}`,
      },
      el("span.picture", {}, thumbnail(game.board, game.size)),
      el("b", {}, game.title),
      el("small", {}, game.note),
    );
    node.addEventListener("click", (event) => {
      if (chosen?.id === game.id && event.detail === 0) {
        openOne(game);
        return;
      }
      pick(game);
    });
    node.addEventListener("dblclick", () => openOne(game));
    node.addEventListener("focus", () => pick(game));
    node.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      pick(game);
      openMenu(menuFor(game), { x: event.clientX, y: event.clientY, name: game.title });
    });
    node.addEventListener("keydown", (event) => keyIn(event, game));
    return node;
  }

  /** @param {EntryView} game */
  function pick(game) {
    chosen = game;
    for (const node of parts(list, ".file")) node.setAttribute("aria-pressed", String(node.dataset.id === game.id));
    describe();
  }

  function describe() {
    const one = chosen !== null;
    const inBin = chosen?.place === "bin";
    tasks.open.disabled = !one || inBin;
    tasks.rename.disabled = tasks.download.disabled = !one || inBin;
    tasks.remove.disabled = !one;
    part(tasks.remove, "span").textContent = inBin ? _("Delete permanently") : _("Delete this game");
    tasks.restore.hidden = !inBin;
    const rows = chosen
      ? [
          [_("Players"), chosen.players],
          [_("Board"), boardSize(chosen.size)],
          [_("Moves"), String(chosen.moves)],
          [_("Result"), chosen.result ?? _("in progress")],
          [_("Played"), when(chosen.updated)],
        ]
      : [[_("Games"), String(games.filter((game) => game.place !== "bin").length)]];
    details.replaceChildren(...rows.flatMap(([term, value]) => [el("dt", {}, term), el("dd", {}, value)]));
  }

  /**
   * @param {EntryView} game
   * @returns {Entry[]}
   */
  const menuFor = (game) =>
    game.place === "bin"
      ? [
          { label: _("_Restore"), action: restore },
          { label: _("_Delete permanently"), action: remove },
        ]
      : [
          { label: _("_Open"), action: () => openOne(game) },
          { label: _("_Rename"), key: "F2", action: rename },
          { label: _("_Download"), action: () => keep(game) },
          "-",
          { label: _("_Delete"), key: "Del", action: remove },
        ];

  /**
   * @param {KeyboardEvent} event
   * @param {EntryView} game
   */
  function keyIn(event, game) {
    const all = parts(list, ".file");
    const at = all.findIndex((one) => one === event.currentTarget);
    const across = Math.max(1, Math.floor(list.clientWidth / part(list, "li").offsetWidth));
    const to = meant(event, {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + across,
      ArrowUp: at - across,
      Home: 0,
      End: all.length - 1,
    });
    if (to !== undefined) all[Math.max(0, Math.min(to, all.length - 1))].focus();
    else if (event.key === "F2") rename();
    else if (event.key === "Delete") remove();
    else if (event.key === "Enter") openOne(game);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {EntryView | null} game */
  async function openOne(game) {
    if (!game) return;
    if (game.place === "bin") {
      messageBox({ title: _("Recycle Bin"), text: _("Restore this game before you open it."), icon: "info" });
      return;
    }
    if (await openShelved(game)) loaded(game.title);
  }

  async function rename() {
    if (!chosen || chosen.place === "bin") return;
    const { id } = chosen;
    const name = await askText({ title: _("Rename"), label: _("New name:"), value: chosen.name ?? chosen.title });
    if (name === null) return;
    await doing(() => send("PATCH", `/api/games/${id}`, { name }));
  }

  async function remove() {
    if (!chosen) return;
    const { id, title, place: from } = chosen;
    if (from === "bin") {
      if (
        (await messageBox({
          title: _("Confirm delete"),
          text: _("Delete “{title}” permanently?", { title }),
          icon: "warning",
          buttons: [_("Yes"), _("No")],
        })) !== _("Yes")
      )
        return;
      await doing(() => send("DELETE", `/api/games/${id}?forever=true`));
      sounds.recycle();
      return;
    }
    await doing(() => send("DELETE", `/api/games/${id}`));
    sounds.recycle();
    balloon({
      title: _("Moved to the Recycle Bin"),
      text: _("You can restore “{title}”.", { title }),
      icon: "bin-full",
      action: { label: _("Undo delete"), run: () => doing(() => send("POST", `/api/games/${id}/restore`)) },
    });
  }

  async function restore() {
    if (!chosen) return;
    const { id } = chosen;
    chosen = null;
    await doing(() => send("POST", `/api/games/${id}/restore`));
  }

  async function upload() {
    const picked = file.files?.[0];
    file.value = "";
    if (!picked) return;
    if (picked.size > LARGEST) {
      messageBox({
        title: _("Upload"),
        text: _("“{name}” is too large: {size} bytes. A game has at most {limit} bytes.", {
          name: picked.name,
          size: picked.size,
          limit: LARGEST,
        }),
        icon: "error",
      });
      return;
    }
    if (await importSave({ save: await picked.text(), name: picked.name.replace(/(?<=.)\.\w+$/, "").slice(0, 80) }))
      loaded(picked.name);
  }

  /** @param {() => Promise<unknown>} what */
  async function doing(what) {
    try {
      await what();
    } catch (problem) {
      messageBox({ title: _("My Games"), text: sentenceOf(problem), icon: "error" });
    }
    await load();
  }

  win.node.addEventListener("keydown", (event) => {
    if (event.key === "F5") {
      event.preventDefault();
      load();
    }
  });
  await load();
  parts(list, ".file")[0]?.focus();
}

/**
 * @param {string} label
 * @param {string} name  of its icon
 * @param {() => unknown} act
 */
function task(label, name, act) {
  return el("button.task-link", { type: "button", onclick: act }, icon(name), el("span", {}, label));
}

export async function search() {
  await openMyGames();
  part(document, "[data-window='my-games'] input[type='search']").focus();
}
