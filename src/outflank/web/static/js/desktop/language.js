// The language of the page: English sentences, which are also the ids of the catalogue.
//
// _("{player} played {square}.", { player, square }) · ngettext("{count} move", "{count} moves", count)

/** @typedef {Record<string, string | number>} Values */
/**
 * @typedef {object} Catalogue
 * @property {string} language
 * @property {number[]} plurals  plural forms of the numbers 0 to 199
 * @property {Record<string, string | string[]>} messages
 */

const catalogue = /** @type {{ outflankCatalogue?: Catalogue }} */ (globalThis).outflankCatalogue;

/** @type {Promise<void> | null} */
let lazySentences = null;
/** Fetch the sentences of lazy modules, once; they must be here before such a module runs. */
export function fetchLazySentences() {
  const { sentences } = document.documentElement.dataset;
  if (!catalogue || !sentences) return Promise.resolve();
  lazySentences ??= fetch(sentences)
    .then((response) => response.json())
    .then((messages) => Object.assign(catalogue.messages, messages))
    .then(learnEnglish, (problem) => {
      lazySentences = null; // the next module tries again
      throw problem;
    });
  return lazySentences;
}

/** The language as a browser names it, such as "zh-CN". */
export const language = (catalogue?.language ?? "en").replace("_", "-");

/** @type {Intl.NumberFormatOptions} */
const WITHOUT_GROUPS_OF_FOUR = { useGrouping: "min2" }; // 1500, but 15,000
export const numberFormat = new Intl.NumberFormat(language, WITHOUT_GROUPS_OF_FOUR);
/** @type {Map<string | string[], string>} */
let english = new Map();
function learnEnglish() {
  english = new Map(Object.entries(catalogue?.messages ?? {}).map(([id, text]) => [text, id]));
}
learnEnglish();

/**
 * The English message of a label, by which tests find it in any language.
 * @param {string} label
 */
export const messageOf = (label) => english.get(label) ?? label;

/**
 * Mark a message that is translated where it is shown.
 * @param {string} message
 */
export const N_ = (message) => message;

/**
 * Translate a message and fill in its placeholders.
 * @param {string} message
 * @param {Values} [values]
 */
export function _(message, values = {}) {
  const found = catalogue?.messages[message];
  return fill(typeof found === "string" ? found : message, values);
}

/**
 * Translate a message that depends on {count}.
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

// --- Choice of language --------------------------------------------------------------------------------

const COOKIE = "language";
const YEAR = 365 * 24 * 3600; // seconds

/** All languages of the page: [code, its own name]. @returns {[code: string, name: string][]} */
export const languages = () => Object.entries(JSON.parse(document.documentElement.dataset.languages ?? "{}"));

/** The code of the chosen language; empty for the browser's language. */
export const chosenLanguage = () => new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1] ?? "";

/** @param {string} code  empty for the browser's language */
export function chooseLanguage(code) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and over plain http
  document.cookie = `${COOKIE}=${code}; path=/; max-age=${code ? YEAR : 0}; SameSite=Lax`;
  location.reload();
}
