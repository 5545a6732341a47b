// @ts-check
/** What the two desks are made of: buttons that give a command, fields, cards. */

import { h } from "../shared/dom.js";
import { known, say } from "../shared/words.js";

/**
 * A card with a title.
 * @param {string} id
 * @param {string} title
 * @param {...(Node | string | null | undefined)} children
 */
export function card(id, title, ...children) {
  return h("section", { class: "card", id }, h("h2", {}, title), ...children);
}

/**
 * A button that does something and waits for it.
 * @param {string} id
 * @param {string} key
 * @param {() => any} act
 * @param {boolean} [main]
 */
export function button(id, key, act, main = false) {
  const made = h("button", { type: "button", "data-act": id, class: main ? "main" : null }, say(key));
  made.addEventListener("click", async () => {
    made.disabled = true;
    await act();
    made.disabled = false;
  });
  return made;
}

/**
 * A field with its label.
 * @param {string} id
 * @param {string} key
 * @param {Record<string, any>} [given]
 */
export function field(id, key, given = {}) {
  const input = h("input", { id, autocomplete: "off", ...given });
  return { input, label: h("label", { class: "field" }, h("span", { class: "field-label" }, say(key)), input) };
}

/**
 * A choice from a list.
 * @param {string} id
 * @param {string} key
 * @param {string[]} options words of the terms, said in the language where they are known
 */
export function choice(id, key, options) {
  const named = (/** @type {string} */ one) => (known(`${key}-${one}`) ? say(`${key}-${one}`) : one);
  const select = h("select", { id }, ...options.map((one) => h("option", { value: one }, named(one))));
  return { select, label: h("label", { class: "field" }, h("span", { class: "field-label" }, say(key)), select) };
}

/**
 * A box to tick.
 * @param {string} id
 * @param {string} key
 */
export function tick(id, key) {
  const box = h("input", { id, type: "checkbox" });
  return { box, label: h("label", { class: "tick" }, box, h("span", {}, say(key))) };
}

/**
 * Dice from `1 2 4`.
 * @param {string} text
 */
export function diceOf(text) {
  return text.split(/\D+/).filter(Boolean).map(Number);
}

/**
 * Stakes from `small=500 big=100`, in tournament chips.
 * @param {string} text
 */
export function stakesOf(text) {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((part) => [part.split("=")[0], Number(part.split("=")[1]), "tournament-chip"]);
}

/**
 * Which spin a table is at, or that it is a play-off or a repechage.
 * @param {any} heat
 */
export function spinOf(heat) {
  const key = heat.why !== "round" ? `cup.spin-${heat.why}` : heat.spins ? "cup.spin" : "cup.minutes";
  const n = Math.min(heat.spin + 1, heat.spins || heat.spin + 1);
  return `${say(key, { table: heat.table, n, of: heat.spins || heat.minutes })} · ${say(`cup.phase-${heat.phase}`)}`;
}
