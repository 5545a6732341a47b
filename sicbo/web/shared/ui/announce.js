// @ts-check
/** Announcements: a polite and an assertive live region for screen readers, and toasts on the screen. */

import { Unreachable } from "../net/http.js";
import { h } from "../util/dom.js";
import { say } from "../i18n.js";

const STAYS = 6_000;
/** @type {Record<string, HTMLElement>} */
const regions = {};
/** The texts of this moment: a region says them together, because the last would replace the others. @type {Record<string, string[]>} */
const texts = {};
/** @type {HTMLElement | null} */
let pile = null;

/**
 * Announce a text to screen readers: "polite" for play, "assertive" for no more bets, void, and a lost connection.
 * @param {string} text
 * @param {"polite" | "assertive"} [manner]
 */
export function announce(text, manner = "polite") {
  const region = (regions[manner] ??= document.body.appendChild(h("div", {
    class: "unseen", role: manner === "polite" ? "status" : "alert", "aria-live": manner, "aria-atomic": "true",
  })));
  if (!texts[manner]) queueMicrotask(() => write(region, manner));
  (texts[manner] ??= []).push(text);
}

/** @param {HTMLElement} region @param {string} manner */
function write(region, manner) {
  const text = texts[manner].join(" ");
  delete texts[manner];
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Create the live regions. Screen readers announce only changes of a region that already exists. */
export function createLiveRegions() {
  announce("", "polite");
  announce("", "assertive");
}

/**
 * Show a toast and announce it; a "bad" toast stays until it is closed.
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
 * The text of a problem, and its clause.
 * @param {unknown} problem
 */
export function problemText(problem) {
  const clauses = /** @type {any} */ (problem)?.clauses ?? [];
  const detail = problem instanceof Unreachable ? say("no-answer") : problem instanceof Error ? problem.message : String(problem);
  return { text: detail, clause: clauses.map((/** @type {any} */ { clause }) => `§ ${clause}`).join(", ") };
}

/**
 * Show a problem as a toast.
 * @param {unknown} problem
 */
export function showProblem(problem) {
  const { text, clause } = problemText(problem);
  toast(text, { kind: "bad", more: clause });
}
