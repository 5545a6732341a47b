// @ts-check
/** Settings stored on this device: language, sound, motion, keys. They never leave the browser. */

const PREFIX = "sicbo.";
/** @type {Map<string, Set<(value: any) => void>>} */
const listeners = new Map();

/**
 * @template V
 * @param {string} name
 * @param {V} fallback
 * @returns {V}
 */
export function setting(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * Store a setting, and notify its listeners.
 * @param {string} name
 * @param {any} value
 */
export function storeSetting(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage the browser forgets the setting, but the page works.
  }
  for (const tell of listeners.get(name) ?? []) tell(value);
}

/**
 * Call `tell` when a setting changes, here or in another tab.
 * @param {string} name
 * @param {(value: any) => void} tell
 */
export function onSetting(name, tell) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name)?.add(tell);
}

addEventListener("storage", (event) => {
  if (!event.key?.startsWith(PREFIX) || event.newValue === null) return;
  for (const tell of listeners.get(event.key.slice(PREFIX.length)) ?? []) tell(JSON.parse(event.newValue));
});
