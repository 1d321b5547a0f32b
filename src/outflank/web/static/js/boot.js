// The first module: fetches the catalogue of sentences and the other modules, and starts. Where that fails, it says so
// without any of them.

/** @type {{ outflankCatalogue?: unknown }} */
const shared = /** @type {any} */ (globalThis);

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
  note.textContent =
    `The page could not start: ${problem instanceof Error ? problem.message : problem}. ` +
    "Your games are safe on the server. Reload the page; if that does not help, tell whoever runs the server.";
  document.body.append(note);
  throw problem;
}

export {}; // a module, for the types' sake
