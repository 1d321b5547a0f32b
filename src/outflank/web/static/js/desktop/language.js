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
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
