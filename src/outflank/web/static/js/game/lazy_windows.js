// Windows that few visitors open: what is in ../lazy/ is fetched when it is first wanted.

import { sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { stream } from "./stream.js";

/** @import { Program } from "../desktop/programs.js" */
/** @import { YoursView } from "./shapes.js" */

/**
 * A file on its way; where it does not arrive, a box says so and nothing comes.
 * @template File
 * @param {Promise<File>} file
 * @returns {Promise<File | null>}
 */
export async function fetched(file) {
  try {
    return await file;
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

/** Challenges come at any time; the first brings what shows them. @param {{ detail: YoursView }} event */
async function called({ detail }) {
  if (!detail.challenges.length) return;
  stream.removeEventListener("yours", called);
  (await fetched(import("../lazy/challenges.js")))?.watch(detail);
}
stream.addEventListener("yours", called);

/**
 * An event of the club.
 * @param {string} id
 * @param {{ whole?: boolean }} [how]
 */
export const openEvent = async (id, how) => (await fetched(import("../lazy/theatre.js")))?.openEvent(id, how);

/** The event that the address names, for a projector or for players who enter. */
export const eventOfAddress = () => new URLSearchParams(location.hash.slice(1)).get("event");

/** @type {Program[]} */
export const programs = [
  {
    id: "host",
    label: _("Host the club"),
    icon: "flag",
    open: async () => (await fetched(import("../lazy/host.js")))?.openHost(),
  },
  {
    id: "archive",
    label: _("Archive"),
    icon: "archive",
    open: async () => (await fetched(import("../lazy/archive.js")))?.openArchive(),
    start: ["programs"],
    desktop: 4,
  },
];
