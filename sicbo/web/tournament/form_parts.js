// @ts-check
/** Shared parts of the two tournament desks: buttons that send a command, fields, cards. */

import { formatDuration, now, timeOfDay } from "../shared/net/server_clock.js";
import { fill, find, h, write } from "../shared/util/dom.js";
import { hasText, say } from "../shared/i18n.js";

const CHIPS = new Intl.NumberFormat("en-AU");

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
 * A button that runs an action and is locked until it ends.
 * @param {string} id
 * @param {string} key
 * @param {() => any} act
 * @param {boolean} [main]
 */
export function button(id, key, act, main = false) {
  const made = h("button", { type: "button", "data-act": id, class: main ? "main" : null }, say(key));
  made.addEventListener("click", async () => {
    made.disabled = true;
    if ((await act()) === true) showLastAction(say(key));
    made.disabled = false;
  });
  return made;
}

/**
 * Show in the page's head which action was done last, and when: a card that was drawn again shows no trace of it.
 * @param {string} what
 */
export function showLastAction(what) {
  const place = document.querySelector("#did");
  if (place) write(place, say("tournament.did", { what, time: timeOfDay(now()) }));
}

/**
 * Set the links of a tournament in the head of a desk.
 * @param {string} name
 */
export function links(name) {
  const pages = { tournament: "tournament.board", director: "tournament.director", entry: "tournament.entry" };
  fill(find("#links"), ...Object.entries(pages).map(([page, key]) => h("a", { id: `to-${page}`, href: `/${page}/${encodeURIComponent(name)}` }, say(key))));
}

/**
 * An amount of tournament chips.
 * @param {number} n
 */
export function chips(n) {
  return CHIPS.format(n);
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
 * @param {string[]} options values of the terms, translated if there is a text for them
 * @param {(option: string) => string} [named]
 */
export function choice(id, key, options, named = (one) => (hasText(`${key}-${one}`) ? say(`${key}-${one}`) : one)) {
  const select = h("select", { id }, ...options.map((one) => h("option", { value: one }, named(one))));
  return { select, label: h("label", { class: "field" }, h("span", { class: "field-label" }, say(key)), select) };
}

/**
 * A checkbox.
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
 * The spin of a table, or that it is a play-off or a repechage.
 * @param {any} heat
 */
export function spinOf(heat) {
  const key = heat.why !== "round" ? `tournament.spin-${heat.why}` : heat.spins ? "tournament.spin" : "tournament.minutes";
  const n = Math.min(heat.spin + 1, heat.spins || heat.spin + 1);
  const left = heat.ends_at ? ` · ${formatDuration(Math.max(0, Date.parse(heat.ends_at) - now()))}` : "";
  return `${say(key, { table: heat.table, n, of: heat.spins || heat.minutes })} · ${say(`tournament.phase-${heat.phase}`)}${left}`;
}
