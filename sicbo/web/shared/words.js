// @ts-check
/** The texts of the screens: one catalogue for each language, with the same keys in all. */

import en from "./words/en.js";
import vi from "./words/vi.js";
import zhHans from "./words/zh-hans.js";
import zhHant from "./words/zh-hant.js";
import { storeSetting, onSetting, setting } from "./util/settings.js";

/** @type {Record<string, Record<string, string>>} */
export const CATALOGUES = { en, "zh-Hans": zhHans, "zh-Hant": zhHant, vi };
export const LANGUAGES = Object.keys(CATALOGUES);
/** @type {Record<string, string>} */
export const OWN_NAMES = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", vi: "Tiếng Việt" };

let current = requestedLanguage() ?? setting("language", preferredLanguage());
/** @type {Set<() => void>} */
const listeners = new Set();
document.documentElement.lang = current;

/** The language of an address with `?lang=vi`, for example of a wall display. */
function requestedLanguage() {
  const wanted = new URLSearchParams(location.search).get("lang");
  return wanted && wanted in CATALOGUES ? wanted : null;
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
  if (wanted in CATALOGUES) storeSetting("language", wanted);
}

onSetting("language", (wanted) => {
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
 * The text of a key, with values in place of `{name}`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  const text = CATALOGUES[current][key] ?? CATALOGUES.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Whether there is a text with that key.
 * @param {string} key
 */
export function hasText(key) {
  return key in CATALOGUES.en;
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
