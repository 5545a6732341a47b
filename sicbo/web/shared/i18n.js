// @ts-check
/**
 * The texts of the screens: one catalogue for each language, which the house reads too (`sicbo/i18n.py`).
 *
 * A template takes a value as it is with `{name}` and in a format with `{name:money}`. Any format that is not
 * built in is the first part of a key. A text that depends on a value is an object with the name of that value
 * and a text for each case.
 */

import { briefMoney, dollars } from "./util/money.js";
import { storeSetting, onSetting, setting } from "./util/settings.js";

/** @typedef {string | Record<string, Record<string, any>>} Text */
/** @typedef {{key: string, values: Record<string, any>}} Message */

/** @type {Record<string, string>} */
export const OWN_NAMES = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", vi: "Tiếng Việt" };
export const LANGUAGES = Object.keys(OWN_NAMES);
const PLACE = /\{(\w+)(?::([\w-]+))?\}/g;

const PAUSE = 1_000;

let current = requestedLanguage() ?? storedLanguage() ?? preferredLanguage();
/** @type {Record<string, Text>} */
let catalogue = await loadCatalogue(current);
/** @type {Set<() => void>} */
const listeners = new Set();
document.documentElement.lang = current;

/**
 * Load the texts of a language. Without them a page is empty, so this waits for a house that does not answer.
 * @param {string} wanted
 * @returns {Promise<Record<string, Text>>}
 */
async function loadCatalogue(wanted) {
  for (;;) {
    try {
      const response = await fetch(`/locales/${wanted}.json`);
      if (response.ok) return await response.json();
    } catch {
      // The house does not answer.
    }
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }
}

/** The language of an address with `?lang=vi`, for example of a wall display. */
function requestedLanguage() {
  const wanted = new URLSearchParams(location.search).get("lang");
  return wanted && wanted in OWN_NAMES ? wanted : null;
}

/** The language that was chosen on this device. */
function storedLanguage() {
  const stored = setting("language", "");
  return stored in OWN_NAMES ? stored : null;
}

/** The first language of the browser's preferences that has a catalogue. */
function preferredLanguage() {
  for (const tag of navigator.languages ?? []) {
    if (/^zh\b.*(hant|tw|hk|mo)/i.test(tag)) return "zh-Hant";
    if (/^zh\b/i.test(tag)) return "zh-Hans";
    if (/^vi\b/i.test(tag)) return "vi";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

/** The current language. */
export function language() {
  return current;
}

/**
 * Switch to another language.
 * @param {string} wanted
 */
export function setLanguage(wanted) {
  if (wanted in OWN_NAMES) storeSetting("language", wanted);
}

onSetting("language", async (wanted) => {
  const loaded = await loadCatalogue(wanted);
  if (wanted !== setting("language", wanted)) return; // another language was chosen meanwhile
  catalogue = loaded;
  current = wanted;
  document.documentElement.lang = wanted;
  translate(document);
  for (const tell of listeners) tell();
});

/**
 * Call `tell` when the language changes; the returned function stops that.
 * @param {() => void} tell
 */
export function onLanguage(tell) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/**
 * The text of a key, with its values.
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  /** @type {Text} */
  let text = hasText(key) ? catalogue[key] : key;
  while (typeof text !== "string") {
    const [[name, cases]] = Object.entries(text);
    text = cases[caseOf(values[name], cases)];
  }
  return text.replace(PLACE, (whole, name, form) => (name in values ? formatted(values[name], form) : whole));
}

/**
 * A message of the house in the current language.
 * @param {Message} message
 */
export function tell({ key, values }) {
  return say(key, values);
}

/**
 * A value in a format: `named("step", "pay")` is the text `step.pay`.
 * @param {string} form
 * @param {any} value
 */
export function named(form, value) {
  return formatted(value, form);
}

/**
 * Which case of a text applies to a value.
 * @param {any} value
 * @param {Record<string, Text>} cases
 */
function caseOf(value, cases) {
  if (!Array.isArray(value) && Object.hasOwn(cases, String(value))) return String(value);
  const empty = value === undefined || value === null || value === false || value === "" || value?.length === 0;
  if ("none" in cases && empty) return "none";
  const count = Array.isArray(value) ? value.length : value;
  return "one" in cases && count === 1 && current === "en" ? "one" : "other";
}

/** Formats other than those that are the first part of a key. @type {Record<string, (value: any) => string>} */
const FORMATS = {
  money: dollars,
  amount: briefMoney,
  number: (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ","),
  moment: momentText,
  dice: (dice) => dice.join(" "),
  odds: (odds) => String(odds).replace(/^(\d+)\/2$/, (_, halves) => `${Math.floor(halves / 2)}.5`),
  bet: betName,
  chips: chipsName,
  stakes: (stakes) => stakes.map(stakeText).join(say("list")) || say("stakes.none"),
};
/** Formats of a whole list; any other format is that of each of its entries. */
const WHOLE = ["dice", "stakes"];

/**
 * @param {any} value
 * @param {string | undefined} form
 * @returns {string}
 */
function formatted(value, form) {
  if (Array.isArray(value) && !WHOLE.includes(form ?? "")) return value.map((one) => formatted(one, form)).join(say("list"));
  if (value?.key && value.values) return tell(value);
  if (!form) return String(value);
  if (Object.hasOwn(FORMATS, form)) return FORMATS[form](value);
  const key = `${form}.${String(value).toLowerCase().replaceAll(/[_ ]/g, "-")}`;
  return hasText(key) ? say(key) : String(value);
}

/**
 * The name of a bet or of a family of bets: "double-4" is Double 4.
 * @param {string} bet
 * @returns {string}
 */
export function betName(bet) {
  if (hasText(`family.${bet}`)) return say(`family.${bet}`);
  const [, family, of] = /^(.*?)-(\d+|[a-z]+)$/.exec(bet) ?? [];
  if (bet.startsWith("streak-")) return say("bet.streak", { side: betName(of) });
  if (hasText(`bet.${bet}`)) return say(`bet.${bet}`);
  if (family === "double-single") return say("bet.double-single", { double: of[0], single: of[2] });
  if (hasText(`bet.${family}`)) {
    const kind = family.startsWith("symbol") ? "symbol" : "colour";
    const face = /\d/.test(of) ? of : say(`${kind}.${of}`);
    return say(`bet.${family}`, { face, total: of, faces: [...of].join("-") });
  }
  return bet;
}

/**
 * A time in the time zone of the reader.
 * @param {number | string} time microseconds since 1970, or a time as the API writes it
 */
export function momentText(time) {
  const parts = /** @type {const} */ ({ dateStyle: "short", timeStyle: "short", hourCycle: "h23" });
  const at = new Date(typeof time === "number" ? time / 1000 : time);
  return at.toLocaleString(current === "en" ? "en-AU" : current, parts);
}

/** @param {string} instrument */
function chipsName(instrument) {
  const [kind, colour] = instrument.split(":");
  if (colour) return say("chips.of-colour", { colour });
  return hasText(`chips.${kind}`) ? say(`chips.${kind}`) : instrument;
}

/** @param {any} stake */
function stakeText(stake) {
  const [bet, cents, chips = "value-chip"] = Array.isArray(stake) ? stake : [stake.bet, stake.cents, stake.instrument];
  return say("stake", { bet, cents, chips });
}

/**
 * Whether there is a text with that key.
 * @param {string} key
 */
export function hasText(key) {
  return Object.hasOwn(catalogue, key);
}

/**
 * The current language's text of an object that has every language.
 * @param {Record<string, string> | null | undefined} words
 */
export function localText(words) {
  return words?.[current] ?? words?.en ?? "";
}

/**
 * Odds in full: "8.5 to 1" becomes 1赔8.5 or 1 ăn 8.5.
 * @param {string} odds
 */
export function odds(odds) {
  return say("odds", { n: odds.replace(" to 1", "") });
}

/**
 * Odds in short form, for a small area.
 * @param {string} odds
 */
export function oddsShort(odds) {
  return say("odds.short", { n: odds.replace(" to 1", "") });
}

/**
 * Translate every element that names its text: `data-say` (content), `data-say-label` (label), `data-say-title`
 * (title).
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-say]")) {
    element.textContent = say(element.getAttribute("data-say") ?? "");
  }
  for (const [data, attribute] of [["data-say-label", "aria-label"], ["data-say-title", "title"]]) {
    for (const element of root.querySelectorAll(`[${data}]`)) {
      element.setAttribute(attribute, say(element.getAttribute(data) ?? ""));
    }
  }
}
