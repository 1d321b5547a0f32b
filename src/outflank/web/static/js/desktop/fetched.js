// Files of ../lazy/, which are fetched when they are first wanted.

import { sentenceOf } from "./dom.js";
import { _, fetchLazySentences } from "./language.js";
import { messageBox } from "./message_box.js";

/**
 * Fetch a file with its sentences; where it does not arrive, a box says so and nothing comes.
 * @template File
 * @param {() => Promise<File>} file
 * @returns {Promise<File | null>}
 */
export async function fetched(file) {
  try {
    await fetchLazySentences();
    return await file();
  } catch (problem) {
    const text = [
      _("This part of the page could not be loaded."),
      sentenceOf(problem),
      _("Try again, or reload the page."),
    ];
    await messageBox({ title: "Outflank", text: text.join(" "), icon: "error" });
    return null;
  }
}
