// The first module: fetches the other modules and starts; it needs none of them to show an error. In other languages
// than English the server puts the catalogue of sentences before it.

/** @type {{ outflankCatalogue?: { messages: Record<string, string> } }} */
const shared = /** @type {any} */ (globalThis);
/** @param {string} message */
const _ = (message) => shared.outflankCatalogue?.messages[message] ?? message; // language.js may be missing

/** A site has a page for each language; a visitor's own choice or the browser's decides. */
function otherLanguage() {
  const { site, languages, version } = document.documentElement.dataset;
  if (site === undefined || !version) return "";
  const known = Object.keys(JSON.parse(languages ?? "{}"));
  const chosen = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
  const wanted = [...(chosen ? [chosen] : []), ...navigator.languages].map((code) => code.replace("-", "_"));
  const match = (/** @type {string} */ code) =>
    known.find((one) => one === code) ?? known.find((one) => one.split("_")[0] === code.split("_")[0]);
  const best = wanted.map(match).find(Boolean) ?? "en";
  if (best === document.documentElement.lang.replace("-", "_")) return "";
  return best === "en" ? "./" : `${best}.html`;
}

const other = otherLanguage();
if (other) location.replace(other + location.search + location.hash);

try {
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

export {}; // makes this file a module for the type checker
