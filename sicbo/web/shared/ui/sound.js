// @ts-check
/** Synthesised sounds: no files, and silence until the first touch. */

import { storeSetting, onSetting, setting } from "../util/settings.js";

/** @type {AudioContext | null} */
let context = null;
let level = setting("volume", 0.5);
let mute = setting("mute", false);
onSetting("volume", (value) => (level = value));
onSetting("mute", (value) => (mute = value));

/** @typedef {[kind: OscillatorType | "noise", at: number, length: number, pitch: number, loud: number, glide?: number]} Note */

/** Each sound as notes: waveform, start, length, pitch, loudness, and the pitch at its end. */
/** @type {Record<string, Note[]>} */
const SOUNDS = {
  chip: [["triangle", 0, 0.05, 2100, 0.35], ["triangle", 0.03, 0.06, 2750, 0.25]],
  lift: [["triangle", 0, 0.06, 1700, 0.3, 900]],
  open: [["sine", 0, 0.22, 523, 0.3], ["sine", 0.12, 0.3, 784, 0.3]],
  ten: [["sine", 0, 0.12, 660, 0.25]],
  beat: [["square", 0, 0.05, 880, 0.12]],
  close: [["sine", 0, 0.25, 392, 0.4], ["sine", 0.18, 0.4, 294, 0.4]],
  shake: [0, 0.28, 0.56].flatMap((at) => /** @type {Note[]} */ ([["noise", at, 0.14, 1800, 0.5], ["noise", at + 0.09, 0.08, 3200, 0.3]])),
  reveal: [["noise", 0, 0.1, 2600, 0.4], ["noise", 0.13, 0.08, 2100, 0.3], ["noise", 0.24, 0.05, 1700, 0.25], ["sine", 0.4, 0.5, 880, 0.2]],
  registered: [["sine", 0, 0.08, 988, 0.18], ["sine", 0.07, 0.12, 1319, 0.18]],
  refused: [["sawtooth", 0, 0.16, 196, 0.18], ["sawtooth", 0.18, 0.2, 165, 0.18]],
  win: [523, 659, 784, 1047, 1319].map((pitch, index) => /** @type {Note} */ (["triangle", 0.09 * index, 0.35, pitch, 0.3])),
  void: [["triangle", 0, 0.3, 330, 0.3, 247], ["triangle", 0.3, 0.4, 247, 0.3, 196]],
};

/**
 * Play a sound, if sounds are on and the browser allows them.
 * @param {string} name
 */
export function playSound(name) {
  if (mute || !context || context.state !== "running") return;
  for (const note of SOUNDS[name] ?? []) sound(context, note);
}

/** Whether sounds are off. */
export function isMuted() {
  return mute;
}

/**
 * Turn sounds off or on.
 * @param {boolean} [off]
 */
export function setMuted(off = !mute) {
  storeSetting("mute", off);
  return off;
}

/**
 * Set the volume, from 0 to 1.
 * @param {number} loud
 */
export function setVolume(loud) {
  storeSetting("volume", Math.min(1, Math.max(0, loud)));
}

/** The volume, from 0 to 1. */
export function volume() {
  return level;
}

/**
 * @param {AudioContext} audio
 * @param {Note} note
 */
function sound(audio, [kind, at, length, pitch, loud, glide]) {
  const start = audio.currentTime + at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud * level), start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(audio.destination);
  const source = kind === "noise" ? rattle(audio, pitch, gain) : tone(audio, kind, pitch, glide, start, length, gain);
  source.start(start);
  source.stop(start + length + 0.02);
}

/**
 * @param {AudioContext} audio
 * @param {OscillatorType} kind
 * @param {number} pitch
 * @param {number | undefined} glide
 * @param {number} start
 * @param {number} length
 * @param {AudioNode} into
 */
function tone(audio, kind, pitch, glide, start, length, into) {
  const source = audio.createOscillator();
  source.type = kind;
  source.frequency.setValueAtTime(pitch, start);
  if (glide) source.frequency.exponentialRampToValueAtTime(glide, start + length);
  source.connect(into);
  return source;
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {AudioNode} into
 */
function rattle(audio, pitch, into) {
  const source = audio.createBufferSource();
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < data.length; index += 1) data[index] = 2 * Math.random() - 1;
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2.5;
  source.connect(filter);
  filter.connect(into);
  return source;
}

/** Start the audio context: browsers allow sound only after a touch or a key. */
function startAudio() {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}
addEventListener("pointerdown", startAudio);
addEventListener("keydown", startAudio);
