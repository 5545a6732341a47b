// @ts-check
/** Telling people something: a polite and an assertive region for readers, notes that rise for eyes. */

import { Unreachable } from "../net/http.js";
import { h } from "../util/dom.js";
import { say } from "../words.js";

const STAYS = 6_000;
/** @type {Record<string, HTMLElement>} */
const regions = {};
/** @type {HTMLElement | null} */
let pile = null;

/**
 * Say something to a screen reader: "polite" for play, "assertive" for no more bets, void, and loss of connection.
 * @param {string} text
 * @param {"polite" | "assertive"} [manner]
 */
export function announce(text, manner = "polite") {
  const region = (regions[manner] ??= document.body.appendChild(h("div", {
    class: "unseen", role: manner === "polite" ? "status" : "alert", "aria-live": manner, "aria-atomic": "true",
  })));
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Make the regions ready: readers only hear what changes in a region that is there. */
export function ready() {
  announce("", "polite");
  announce("", "assertive");
}

/**
 * A note that rises, is said, and goes; `bad` ones stay until they are closed.
 * @param {string} text
 * @param {{kind?: "good" | "bad" | "plain", more?: string, action?: {says: string, act: () => void}}} [given]
 */
export function toast(text, { kind = "plain", more = "", action } = {}) {
  pile ??= document.body.appendChild(h("div", { class: "sb-toasts" }));
  const note = h("div", { class: `sb-toast ${kind}` }, h("p", {}, text), more ? h("p", { class: "more" }, more) : null);
  const away = () => note.remove();
  if (action) {
    note.append(h("button", { type: "button", onclick: () => (away(), action.act()) }, action.says));
  }
  note.append(h("button", { type: "button", class: "shut", "aria-label": "×", onclick: away }, "×"));
  pile.append(note);
  while (pile.children.length > 3) pile.firstElementChild?.remove();
  setTimeout(away, kind === "bad" ? 2 * STAYS : STAYS);
  announce(more ? `${text} ${more}` : text, kind === "bad" ? "assertive" : "polite");
}

/**
 * What a problem says, with its clause.
 * @param {unknown} problem
 */
export function explain(problem) {
  const clauses = /** @type {any} */ (problem)?.clauses ?? [];
  const detail = problem instanceof Unreachable ? say("no-answer") : problem instanceof Error ? problem.message : String(problem);
  return { text: detail, clause: clauses.map((/** @type {any} */ { clause }) => `§ ${clause}`).join(", ") };
}

/**
 * Show a problem as a note.
 * @param {unknown} problem
 */
export function complain(problem) {
  const { text, clause } = explain(problem);
  toast(text, { kind: "bad", more: clause });
}
