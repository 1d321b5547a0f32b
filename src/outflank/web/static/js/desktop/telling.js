// Things that tell what happens to them, so that whoever draws or says it listens: the shape of such a thing.

/**
 * @template Events  what is told, by the type of the event
 * @typedef {object} Telling
 * @property {<T extends keyof Events>(type: T, hear: (event: CustomEvent<Events[T]>) => void) => void} addEventListener
 * @property {<T extends keyof Events>(type: T, hear: (event: CustomEvent<Events[T]>) => void) => void
 *   } removeEventListener
 * @property {(event: Event) => boolean} dispatchEvent
 */

/**
 * A way to tell, for whoever owns the thing.
 * @template Events
 * @param {Telling<Events>} thing
 * @returns {<T extends keyof Events & string>(type: T, detail: Events[T]) => void}
 */
export const teller = (thing) => (type, detail) => thing.dispatchEvent(new CustomEvent(type, { detail }));
