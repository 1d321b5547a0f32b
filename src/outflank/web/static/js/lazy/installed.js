// A page without a server as an installed program: its service worker and updates, and what the system opens with it.

import { balloon } from "../desktop/balloon.js";
import { _ } from "../desktop/language.js";
import { launch, program } from "../desktop/programs.js";
import { importSave } from "../game/table.js";
import { offline } from "../game/transport.js";

/** Start the service worker, and open what the address or the system names. */
export function installed() {
  openNamed();
  if (!navigator.serviceWorker || !offline) return;
  navigator.serviceWorker.register(new URL(offline.service, document.baseURI)).then(watch, () => {}); // plain http
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
