// Synthesized sounds. Silent until the visitor's first gesture, as browsers require.

import { settings } from "./settings.js";

/** @typedef {[frequency: number, start: number, length: number, wave?: OscillatorType, loudness?: number]} Note */

/** @type {AudioContext | null} */
let context = null;

/** The audio context, if the page may use it. */
function speaker() {
  if (!settings.get("sound") || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/**
 * One tone: frequency in Hz, start and length in seconds, waveform, volume 0..1.
 * @param {AudioContext} context
 * @param {number} at
 * @param {Note} note
 */
function tone(context, at, [frequency, start, length, wave = "sine", loudness = 0.5]) {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = wave;
  oscillator.frequency.value = frequency;
  const peak = loudness * (settings.get("volume") / 100) * 0.4;
  gain.gain.setValueAtTime(0, at + start);
  gain.gain.linearRampToValueAtTime(peak, at + start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at + start);
  oscillator.stop(at + start + length + 0.02);
}

/** @param {Note[]} notes */
function play(notes) {
  const through = speaker();
  if (!through) return;
  const at = through.currentTime + 0.01;
  for (const note of notes) tone(through, at, note);
}

export const sounds = {
  click: () => play([[1400, 0, 0.03, "square", 0.12]]),
  /** A disc is placed, then a rising tick for each flipped disc. */
  place: (flips = 1) =>
    play([
      [190, 0, 0.09, "triangle", 0.9],
      ...Array.from(
        { length: Math.min(flips, 12) },
        (_, i) => /** @type {Note} */ ([480 * 2 ** (i / 12), 0.09 + i * 0.045, 0.06, "triangle", 0.4]),
      ),
    ]),
  ding: () =>
    play([
      [1046, 0, 0.5, "sine", 0.7],
      [1568, 0, 0.3, "sine", 0.3],
    ]),
  chord: () =>
    play([
      [523, 0, 0.6],
      [659, 0, 0.6],
      [784, 0, 0.6],
    ]),
  error: () =>
    play([
      [262, 0, 0.5, "triangle", 0.8],
      [277, 0, 0.5, "triangle", 0.6],
    ]),
  balloon: () =>
    play([
      [880, 0, 0.09, "sine", 0.4],
      [1318, 0.08, 0.16, "sine", 0.4],
    ]),
  tada: () =>
    play([
      [523, 0, 0.2, "triangle"],
      [659, 0.1, 0.2, "triangle"],
      [784, 0.2, 0.2, "triangle"],
      [1046, 0.32, 0.9, "triangle", 0.7],
      [784, 0.32, 0.9],
      [659, 0.32, 0.9],
    ]),
  lost: () =>
    play([
      [523, 0, 0.3],
      [466, 0.22, 0.3],
      [392, 0.44, 0.7],
    ]),
  recycle: () =>
    play([
      [700, 0, 0.06, "sawtooth", 0.2],
      [420, 0.07, 0.08, "sawtooth", 0.2],
      [250, 0.15, 0.12, "sawtooth", 0.2],
    ]),
  startup: () =>
    play([
      [311, 0, 1.2, "sine", 0.5],
      [466, 0.25, 1.2, "sine", 0.5],
      [622, 0.5, 1.4, "sine", 0.5],
      [932, 0.75, 1.6, "sine", 0.4],
    ]),
  off: () =>
    play([
      [932, 0, 0.6, "sine", 0.4],
      [622, 0.25, 0.7, "sine", 0.4],
      [466, 0.5, 1.2, "sine", 0.4],
    ]),
};
