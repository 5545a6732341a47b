// @ts-check
/** Checking the electronic dice: the visitor's own browser recomputes every roll of a table. */

import "../shared/ui/header.js";
import { get, layoutPath, tablePath } from "../shared/net/http.js";
import { timeOfDay } from "../shared/net/server_clock.js";
import { fill, find, h, write } from "../shared/util/dom.js";
import { createLiveRegions } from "../shared/ui/announce.js";
import { addDrawings, flatDie } from "../shared/ui/drawings.js";
import { setting } from "../shared/util/settings.js";
import { onLanguage, say, translate } from "../shared/i18n.js";
import { HEX, matchesCommitment, diceFromSeed } from "./recompute_roll.js";

const EVERY = 3_000;
const GOOD = ["same", "void"];
const header = /** @type {any} */ (find("sb-header"));
const choice = /** @type {HTMLSelectElement} */ (find("#table"));
/** @type {any[]} */
let tables = [];
/** @type {any} */
let seen = null;
/** @type {any[]} */
let symbols = [];

/** @param {number[]} dice */
const sortedDice = (dice) => [...dice].sort((one, other) => one - other);

/** @param {number[]} dice */
function faces(dice) {
  return sortedDice(dice).map((face) => flatDie(face, symbols.find((sign) => sign.face === face)));
}

/**
 * The outcome of recomputing a roll: "same", "void", "corrected" (other dice were entered later), "other" or "broken".
 * @param {any} roll
 */
function outcomeOf(roll) {
  if (!matchesCommitment(roll.opened)) return "broken";
  if (roll.void) return "void";
  if (sortedDice(diceFromSeed(roll.opened)).join() === sortedDice(roll.dice).join()) return "same";
  return roll.corrected ? "corrected" : "other";
}

/** Whether this browser received the commitment while bets were still open. @param {any} roll */
function wasSeenInTime(roll) {
  return setting(`commitments.${seen.table}`, /** @type {Record<string, string>} */ ({}))[roll.round] === roll.opened.commitment;
}

/**
 * @param {any} roll
 * @param {string} fate
 */
function row(roll, fate) {
  const good = GOOD.includes(fate);
  const parts = /** @type {[string, string][]} */ (Object.entries(roll.opened));
  return h("li", { "data-round": roll.round, "data-fate": fate },
    h("details", {},
      h("summary", {}, h("span", {}, say("round", { round: roll.round })), h("span", { class: "dice" }, ...faces(diceFromSeed(roll.opened))),
        h("span", { class: "total" }, String(diceFromSeed(roll.opened).reduce((sum, face) => sum + face, 0))),
        h("span", { class: `fate ${good ? "good" : "poor"}` }, `${good ? "✓" : "✗"} ${say(`fair.${fate}`)}`)),
      h("dl", {}, ...parts.flatMap(([part, value]) => [h("dt", {}, say(`fair.${part}`)), h("dd", {}, h("code", {}, value))]),
        h("dt", {}, timeOfDay(roll.at)), h("dd", { class: "seen" }, say(wasSeenInTime(roll) ? "fair.seen" : "fair.unseen")))));
}

/** A round whose commitment was never opened, and why it has no roll. @param {any} one */
function unopenedRow(one) {
  const fate = one.void ? say("fair.no-roll", one.void) : say("fair.by-hand", { dice: sortedDice(one.dice) });
  return h("li", { "data-round": one.round }, h("span", {}, say("round", { round: one.round })),
    h("span", { class: `fate ${one.void ? "" : "poor"}` }, fate), h("code", {}, one.commitment));
}

/** Draw the rolls; expanded rows stay expanded. */
function paint() {
  if (!seen) return;
  const fates = seen.rolls.map(outcomeOf);
  const open = new Set([...document.querySelectorAll("#rolls details[open]")].map((one) => one.closest("li")?.dataset.round));
  fill(find("#rolls"), ...seen.rolls.map((/** @type {any} */ roll, /** @type {number} */ at) => row(roll, fates[at])));
  for (const round of open) find(`#rolls [data-round="${round}"] details`).setAttribute("open", "");
  const wrong = fates.filter((/** @type {string} */ fate) => !GOOD.includes(fate)).length;
  const bad = wrong + seen.unopened.filter((/** @type {any} */ one) => !one.void).length;
  const verdict = find("#verdict");
  verdict.dataset.state = bad ? "bad" : fates.length ? "good" : "none";
  write(verdict, say(`fair.${verdict.dataset.state}`, { n: bad || fates.length }));
  find("#unopened").hidden = !seen.unopened.length;
  fill(find("#unopened ul"), ...seen.unopened.map(unopenedRow));
  find("#now").hidden = !seen.commitment;
  write(find("#now .which"), seen.round === null ? "" : say("round", { round: seen.round }));
  write(find("#now code"), seen.commitment ?? "");
}

/** Fetch the rolls made since the last request. */
async function fetchRolls() {
  try {
    const told = await get(tablePath(choice.value, "/rolls"));
    if (told.table === choice.value && JSON.stringify(told) !== JSON.stringify(seen)) {
      seen = told;
      paint();
    }
    header.connection = "live";
  } catch {
    header.connection = "lost";
  }
}

/** Switch to another table: its symbols, its rolls, its address. */
async function choose() {
  history.replaceState(null, "", `/fair/${encodeURIComponent(choice.value)}${location.search}`);
  const layout = await get(layoutPath(tables.find((row) => row.table === choice.value).layout));
  symbols = layout.symbols;
  header.place = layout.name;
  seen = null;
  await fetchRolls();
}

/** @param {SubmitEvent} event */
function recomputeOwnRoll(event) {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (find("#own")));
  const [commitment, seed, close] = ["commitment", "seed", "close"].map((name) => String(form.get(name)).trim().toLowerCase());
  const made = find("#made");
  if (!HEX.test(seed) || !HEX.test(close) || (commitment && !HEX.test(commitment))) {
    fill(made, h("span", { class: "poor" }, say("fair.unread")));
    return;
  }
  const opened = { commitment, seed, close };
  fill(made, ...faces(diceFromSeed(opened)), h("span", {}, diceFromSeed(opened).join("-")),
    commitment ? h("span", { class: matchesCommitment(opened) ? "good" : "poor" }, say(matchesCommitment(opened) ? "fair.kept" : "fair.broken")) : null);
}

async function open() {
  tables = await get("/tables");
  const wanted = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  fill(choice, ...tables.map((row) => h("option", { value: row.table }, `${row.name} · ${row.table}`)));
  choice.value = tables.some((row) => row.table === wanted) ? wanted : tables[0]?.table;
  if (tables.length) await choose();
  choice.addEventListener("change", () => void choose());
  setInterval(() => document.hidden || void fetchRolls(), EVERY);
}

translate(document);
createLiveRegions();
addDrawings();
find("#own").addEventListener("submit", /** @type {any} */ (recomputeOwnRoll));
onLanguage(() => {
  document.title = `${say("fair.title")} · Sic Bo`;
  paint();
});
document.title = `${say("fair.title")} · Sic Bo`;
open().catch(() => { header.connection = "lost"; });
