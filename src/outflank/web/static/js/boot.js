// The first module: fetches the catalogue of sentences and the other modules, and starts. It shows an error without
// any of them where that fails.

/** @type {{ outflankCatalogue?: { messages: Record<string, string> } }} */
const shared = /** @type {any} */ (globalThis);
/** @param {string} message */
const _ = (message) => shared.outflankCatalogue?.messages[message] ?? message; // language.js may be missing

try {
  const { catalogue } = document.documentElement.dataset;
  if (catalogue) shared.outflankCatalogue = await (await fetch(catalogue)).json();
  const { start } = await import("./main.js");
  await start();
} catch (problem) {
  document.getElementById("boot")?.remove();
  const note = document.createElement("p");
  note.className = "broken";
  note.setAttribute("role", "alert");
  note.textContent = [
    _("The page could not start."),
    problem instanceof Error ? problem.message : String(problem),
    _("Your games are safe on the server. Reload the page. If that does not help, contact the host of this server."),
  ].join(" ");
  document.body.append(note);
  throw problem;
}

export {}; // a module, for the types' sake
