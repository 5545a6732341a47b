// @ts-check
/** Keyboard shortcuts of a screen, which a person may change or turn off. */

import { setting } from "./settings.js";

/**
 * Register keys for actions. They do nothing while a field has the focus. A person's own keys are stored as
 * `keys.<action>`.
 * @param {Record<string, {key: string, act: (event: KeyboardEvent) => void}>} actions
 */
export function onKeys(actions) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || !setting("keys.on", true)) return;
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    for (const [name, { key, act }] of Object.entries(actions)) {
      if (pressed !== setting(`keys.${name}`, key)) continue;
      event.preventDefault();
      act(event);
      return;
    }
  });
}

/** @param {EventTarget | null} target */
export function isTyping(target) {
  return target instanceof HTMLElement && Boolean(target.closest("input:not([type=radio]):not([type=range]), select, textarea, dialog[open]"));
}

/**
 * Register two keys, pressed one after the other: `first`, then one that `then` accepts.
 * @param {string} first
 * @param {(key: string) => boolean} then
 */
export function onKeyPair(first, then) {
  let waits = 0;
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (waits && performance.now() - waits < 2_000 && event.key.length === 1) {
      waits = 0;
      if (!then(event.key.toLowerCase())) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    } else waits = event.key.toLowerCase() === first ? performance.now() : 0;
  }, { capture: true });
}
