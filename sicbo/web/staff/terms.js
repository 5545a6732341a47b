// @ts-check
/** The terms that all staff screens share: steps, grounds, faults, ranks, phases, sides. */

import { hasText, say } from "../shared/i18n.js";

/** The kinds of fault that staff report. */
export const FAULTS = ["lights-dark", "lights-wrong", "display-wrong", "equipment", "tumbler", "dice", "power", "terminals"];

/**
 * The translated term for a key of the server, or the server's English text.
 * @param {string} kind
 * @param {string | null | undefined} key
 * @param {string} [fallback]
 */
export function term(kind, key, fallback = "") {
  const name = `${kind}.${key}`;
  return hasText(name) ? say(name) : fallback || String(key ?? "");
}
