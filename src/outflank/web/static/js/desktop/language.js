// The language of the page: English sentences, which are also the ids of the catalogue that boot.js fetches.
//
// _("{player} played {square}.", { player, square }) · ngettext("{count} move", "{count} moves", count)

/** @typedef {Record<string, string | number>} Values */
/**
 * @typedef {object} Catalogue
 * @property {string} language
 * @property {number[]} plurals  which form the numbers 0 to 199 take
 * @property {Record<string, string | string[]>} messages
 */

const catalogue = /** @type {{ outflankCatalogue?: Catalogue }} */ (globalThis).outflankCatalogue;

/** The language as a browser names it, such as "zh-CN". */
export const language = (catalogue?.language ?? "en").replace("_", "-");

/** @type {Intl.NumberFormatOptions} */
const WITHOUT_GROUPS_OF_FOUR = { useGrouping: "min2" }; // 1500, but 15,000
export const numberFormat = new Intl.NumberFormat(language, WITHOUT_GROUPS_OF_FOUR);
const english = new Map(Object.entries(catalogue?.messages ?? {}).map(([id, text]) => [text, id]));

/**
 * The English message behind a label, which tests find it by in every language.
 * @param {string} label
 */
export const messageOf = (label) => english.get(label) ?? label;

/**
 * Mark a sentence for the catalogue that is translated where it is shown.
 * @param {string} message
 */
export const N_ = (message) => message;

/**
 * A sentence in the language of the page, with its placeholders filled in.
 * @param {string} message
 * @param {Values} [values]
 */
export function _(message, values = {}) {
  const found = catalogue?.messages[message];
  return fill(typeof found === "string" ? found : message, values);
}

/**
 * A sentence about {count} things.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Values} [values]
 */
export function ngettext(one, many, count, values = {}) {
  const forms = catalogue?.messages[one];
  const form = Array.isArray(forms) ? forms[plural(count)] : count === 1 ? one : many;
  return fill(form, { count, ...values });
}

/** @param {number} count */
const plural = (count) => catalogue?.plurals[count < 200 ? count : 100 + (count % 100)] ?? 0;

/**
 * @param {string} text
 * @param {Values} values
 */
const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name] ?? whole;
    return typeof value === "number" ? numberFormat.format(value) : value;
  });

// --- The choice of a language --------------------------------------------------------------------------

const COOKIE = "language";
const YEAR = 365 * 24 * 3600; // seconds

/** All languages of the page: [code, its own name]. @returns {[code: string, name: string][]} */
export const languages = () => Object.entries(JSON.parse(document.documentElement.dataset.languages ?? "{}"));

/** The code of the language that the visitor has chosen; empty where the browser's counts. */
export const chosenLanguage = () => new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1] ?? "";

/** @param {string} code  empty for the browser's language */
export function chooseLanguage(code) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and over plain http
  document.cookie = `${COOKIE}=${code}; path=/; max-age=${code ? YEAR : 0}; SameSite=Lax`;
  location.reload();
}
