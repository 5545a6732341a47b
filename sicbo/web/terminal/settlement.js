// @ts-check
/** The settlement of the player's wagers: each with its amount, the reason, and the clause. */

import { fill, find, h } from "/shared/util/dom.js";
import { briefMoney, signedMoney } from "/shared/util/money.js";
import { flatDie } from "/shared/ui/drawings.js";
import { betName, named, say } from "/shared/i18n.js";

/**
 * Show the panel of the last settlement.
 * @param {any} settlement
 * @param {any} layout
 * @param {boolean} corrected
 */
export function showSettlement(settlement, layout, corrected) {
  const panel = find("#settled");
  panel.hidden = !settlement;
  if (!settlement) return;
  const good = settlement.net > 0 ? "good" : settlement.net < 0 ? "poor" : "";
  fill(panel,
    h("h2", {}, say("result.title")),
    h("p", { class: "summary" }, h("span", {}, say("round", { round: settlement.round })), dice(settlement, layout),
      corrected ? h("small", {}, say("corrected")) : null, h("b", { class: `figures ${good}` }, signedMoney(settlement.net))),
    settlement.void ? h("p", { class: "poor" }, say("void", settlement.void), clauseNote(settlement.void.clause)) : null,
    h("ul", { class: "lines", tabindex: 0 }, ...settlement.lines.map((/** @type {any} */ line) => lineOf(line))));
}

/** @param {any} line */
function lineOf(line) {
  const net = line.winnings - line.collected;
  return h("li", { class: line.outcome, "data-bet": line.bet },
    h("span", { class: "what" }, h("b", {}, betName(line.bet)), h("span", { class: "figures" }, briefMoney(line.stake))),
    h("span", { class: "fate" }, `${mark(line.outcome)} ${named("outcome", line.outcome)} `, h("b", { class: "figures" }, signedMoney(net))),
    h("span", { class: "why" }, line.why, clauseNote(line.clause)));
}

/** @param {string} outcome */
function mark(outcome) {
  return { won: "★", lost: "–", returned: "↩" }[outcome] ?? "•";
}

/** @param {string} number */
export function clauseNote(number) {
  return number ? h("span", { class: "clause" }, ` § ${number}`) : null;
}

/**
 * @param {any} settlement
 * @param {any} layout
 */
function dice(settlement, layout) {
  const faces = settlement.dice ? [...settlement.dice].sort() : [];
  return h("span", { class: "faces" }, ...faces.map((face) =>
    flatDie(face, layout.symbols.find((/** @type {any} */ sign) => sign.face === face))));
}

/**
 * The tags of the player's lit areas: how much each won.
 * @param {any} settlement
 * @returns {Record<string, string>}
 */
export function winningTags(settlement) {
  /** @type {Record<string, string>} */
  const tags = {};
  for (const line of settlement?.lines ?? []) if (line.outcome === "won") tags[line.bet] = signedMoney(line.winnings).replace(/\.00$/, "");
  return tags;
}

/** The winnings of the last settlement in cents. @param {any} settlement */
export function winningsOf(settlement) {
  return (settlement?.lines ?? []).reduce((/** @type {number} */ total, /** @type {any} */ line) => total + line.winnings, 0);
}

/**
 * The settlement in one sentence, for screen readers.
 * @param {any} settlement
 */
export function settlementSentence(settlement) {
  if (!settlement) return "";
  if (settlement.net === 0) return say("result.even");
  return say(settlement.net > 0 ? "result.won" : "result.lost", { net: Math.abs(settlement.net) });
}
