// A page without a server as an installed program: its service worker and updates, and what the system opens with it.

import { balloon } from "../desktop/balloon.js";
import { sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { launch, program } from "../desktop/programs.js";
import { importSave } from "../game/table.js";
import { markInstalled, offline } from "../game/transport.js";

const TITLE = _("Play without the server");

/** Start the service worker, and open what the address or the system names. */
export function installed() {
  openNamed();
  if (!navigator.serviceWorker || !offline) return;
  navigator.serviceWorker.register(new URL(offline.service, document.baseURI)).then(watch, () => {}); // plain http
}

/** Download what the page needs without the server. */
export async function install() {
  if (!offline || !navigator.serviceWorker) {
    await messageBox({ title: TITLE, text: _("This needs https, or a server on this computer."), icon: "warning" });
    return;
  }
  const size = Object.values(offline.sizes).reduce((sum, one) => sum + one, 0) / 1e6;
  const text = _("Download {size} MB, so that you can play here while the server is away?", { size: Math.ceil(size) });
  const answer = await messageBox({ title: TITLE, text, icon: "question", buttons: [_("Download"), _("Cancel")] });
  if (answer !== _("Download")) return;
  try {
    await navigator.serviceWorker.register(offline.service);
    await navigator.serviceWorker.ready;
    markInstalled();
    balloon({ title: TITLE, text: _("This page also works while the server is away."), icon: "download" });
  } catch (problem) {
    await messageBox({ title: TITLE, text: sentenceOf(problem), icon: "error" });
  }
}

/** Offer each new version; an open game is not disturbed. @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  const offer = () => {
    const { waiting } = registration;
    if (!waiting || !navigator.serviceWorker.controller) return;
    balloon({
      title: _("Update"),
      text: _("A new version of Outflank is ready."),
      action: {
        label: _("Restart with it"),
        run: () => {
          navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
          waiting.postMessage("update");
        },
      },
    });
  };
  offer();
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", () => registration.waiting && offer()),
  );
  document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {}));
}

function openNamed() {
  const asked = new URLSearchParams(location.search);
  const [name, moves] = [asked.get("open"), asked.get("moves")];
  if (name || moves) history.replaceState(history.state, "", location.pathname + location.hash);
  if (name && program(name)) launch(name);
  if (moves) open(moves);
  /** @type {any} */ (globalThis).launchQueue?.setConsumer(async (/** @type {any} */ { files }) => {
    for (const handle of files ?? []) await open(await (await handle.getFile()).text());
  });
}

/** @param {string} save */
async function open(save) {
  await importSave({ save });
  launch("game");
}
