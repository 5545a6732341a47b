// @ts-check
/** The statement of a session: every round of the player at this table, to read, print or save as CSV. */

import { get, tablePath } from "/shared/net/http.js";
import { formatDuration, timeOfDay } from "/shared/net/server_clock.js";
import { showDialog } from "/shared/ui/dialog.js";
import { h } from "/shared/util/dom.js";
import { showProblem } from "/shared/ui/announce.js";
import { money, signedMoney } from "/shared/util/money.js";
import { flatDie } from "/shared/ui/drawings.js";
import { betName, named, say } from "/shared/i18n.js";
import { clauseNote } from "./settlement.js";

/**
 * Fetch the statement and show it.
 * @param {string} table
 * @param {any} layout
 */
export async function openStatement(table, layout) {
  const told = await get(tablePath(table, "/statement")).catch(showProblem);
  if (!told) return;
  const file = URL.createObjectURL(new Blob([`\ufeff${statementCsv(told)}`], { type: "text/csv" }));
  const name = `sicbo-${table}-${told.until.slice(0, 16).replace(/[^0-9]/g, "")}.csv`;
  const dialog = showDialog(say("statement.title"),
    h("p", { class: "fine" }, `${told.name} · ${layout.name} · ${told.since.slice(0, 10)}, ${timeOfDay(told.since)} – ${timeOfDay(told.until)}`),
    h("dl", { class: "sums" }, ...sums(told)),
    told.rounds.length ? h("div", { class: "scroll", tabindex: 0 }, roundsOf(told, layout)) : h("p", {}, say("statement.none")),
    h("div", { class: "choices" },
      h("a", { class: "button main", href: file, download: name }, say("statement.save")),
      h("button", { type: "button", onclick: () => print() }, say("statement.print"))));
  dialog.classList.add("statement");
}

/** @param {any} told */
function sums(told) {
  const rows = [["session", formatDuration(Date.parse(told.until) - Date.parse(told.since))], ["statement.brought", money(told.brought)],
    ["statement.staked", money(told.staked)], ["net", signedMoney(told.net)]];
  return rows.map(([key, value]) => h("div", {}, h("dt", {}, say(key)), h("dd", { class: "figures" }, value)));
}

/**
 * @param {any} told
 * @param {any} layout
 */
function roundsOf(told, layout) {
  const sign = (/** @type {number} */ face) => layout.symbols.find((/** @type {any} */ symbol) => symbol.face === face);
  return h("table", {}, h("thead", {}, h("tr", {}, ...["round", "dice", "wagers", "staked", "net"].map((head) => h("th", {}, say(`statement.${head}`))))),
    h("tbody", {}, ...told.rounds.map((/** @type {any} */ one) => h("tr", {},
      h("td", { class: "figures" }, String(one.round), h("small", {}, timeOfDay(one.at))),
      h("td", {}, h("span", { class: "faces" }, ...[...(one.dice ?? [])].sort().map((face) => flatDie(face, sign(face)))),
        one.void ? say("void", one.void) : "", one.void ? clauseNote(one.void.clause) : null, one.corrected ? h("small", {}, say("corrected")) : null),
      h("td", {}, h("ul", {}, ...one.lines.map((/** @type {any} */ line) =>
        h("li", {}, say("stake", { bet: line.bet, cents: line.stake, chips: "value-chip" }), " ", h("b", { class: line.net > 0 ? "good" : "" }, signedMoney(line.net)), clauseNote(line.clause))))),
      h("td", { class: "figures" }, money(one.staked)),
      h("td", { class: `figures ${one.net > 0 ? "good" : one.net < 0 ? "poor" : ""}` }, signedMoney(one.net))))));
}

/**
 * The statement as CSV, one line for each wager.
 * @param {any} told
 */
export function statementCsv(told) {
  const plain = (/** @type {number} */ cents) => (cents / 100).toFixed(2);
  const heads = ["at", "round", "dice", "bet", "outcome", "staked", "net", "clause"].map((head) => say(`statement.${head}`));
  const rows = told.rounds.flatMap((/** @type {any} */ one) => {
    const dice = one.dice ? [...one.dice].sort().join(" ") : "";
    if (!one.lines.length) return [[one.at, one.round, dice, "", one.void ? say("void", one.void) : "", plain(one.staked), plain(0), one.void?.clause ?? ""]];
    return one.lines.map((/** @type {any} */ line) =>
      [one.at, one.round, dice, betName(line.bet), named("outcome", line.outcome), plain(line.stake), plain(line.net), line.clause]);
  });
  return [heads, ...rows].map((row) => row.map(quoteCsv).join(",")).join("\r\n");
}

/** @param {any} value */
function quoteCsv(value) {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
