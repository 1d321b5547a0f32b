// Event targets whose events and their details are typed.

/**
 * @template Events  the detail of each event, by its type
 * @typedef {object} TypedEvents
 * @property {<T extends keyof Events>(type: T, hear: (event: CustomEvent<Events[T]>) => void) => void} addEventListener
 * @property {<T extends keyof Events>(type: T, hear: (event: CustomEvent<Events[T]>) => void) => void
 *   } removeEventListener
 * @property {(event: Event) => boolean} dispatchEvent
 */

/**
 * A function that dispatches the events of a target, for the module that owns it.
 * @template Events
 * @param {TypedEvents<Events>} target
 * @returns {<T extends keyof Events & string>(type: T, detail: Events[T]) => void}
 */
export const emitter = (target) => (type, detail) => target.dispatchEvent(new CustomEvent(type, { detail }));
