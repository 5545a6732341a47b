// @ts-check
/** Recomputing settlement lines from the dice, with the rulebook's endpoint. */

import { get, layoutPath } from "../shared/net/http.js";
import { money, signedMoney } from "../shared/util/money.js";
import { h } from "../shared/util/dom.js";
import { betName, language, named, say } from "../shared/i18n.js";
import { clauseTag } from "../staff/clause_tag.js";
import { stakeOf } from "./narration.js";

const SETTLING = new Set(["wagers-collected", "wagers-paid"]);

/**
 * @typedef {{player: string, bet: string, cents: number, net: number, outcome: string, clause: string, winnings: number, collected: number}} SettlementLine
 */

/**
 * Every settlement line of a record.
 * @param {any} entry
 * @returns {SettlementLine[]}
 */
export function settlementLines(entry) {
  return (entry.events ?? [])
    .filter((/** @type {any} */ event) => SETTLING.has(event.type))
    .flatMap((/** @type {any} */ event) =>
      event.lines.map((/** @type {any} */ line) => {
        const { bet, cents } = stakeOf(line.stake);
        return {
          player: event.player,
          bet,
          cents,
          net: line.winnings - line.collected,
          outcome: line.outcome,
          clause: line.clause,
          winnings: line.winnings,
          collected: line.collected,
        };
      }),
    );
}

/**
 * The settlement of these lines by the dice alone; the rulebook is asked once for each distinct stake.
 * @param {string} layout
 * @param {number[]} dice
 * @param {{bet: string, cents: number}[]} lines
 * @returns {Promise<Map<string, {net: number, why: string, name: string}>>}
 */
export async function recomputeLines(layout, dice, lines) {
  /** @type {Map<number, Set<string>>} */
  const asked = new Map();
  for (const { bet, cents } of lines) asked.set(cents, (asked.get(cents) ?? new Set()).add(bet));
  const found = new Map();
  await Promise.all(
    [...asked].map(async ([stake, bets]) => {
      const query = new URLSearchParams([
        ["dice", dice.join(",")],
        ["stake", String(stake)],
        ["lang", language()],
        ...[...bets].map((bet) => ["bet", bet]),
      ]);
      const answer = await get(`${layoutPath(layout)}/explain?${query}`);
      for (const line of answer.lines) found.set(`${line.bet} ${stake}`, line);
    }),
  );
  return found;
}

/**
 * The table of settlement lines, compared with the recomputed ones.
 * @param {string} rulebook
 * @param {SettlementLine[]} lines
 * @param {Map<string, any>} found
 * @param {(player: string) => string} names
 */
export function drawLines(rulebook, lines, found, names) {
  const judged = lines.map((line) => ({ line, other: found.get(`${line.bet} ${line.cents}`) }));
  const bad = judged.filter(({ line, other }) => other && other.net !== line.net).length;
  const heads = ["pit.player", "replay.bet", "replay.stake", "replay.why", "replay.net", "replay.again"];
  const rows = judged.map(({ line, other }) =>
    h(
      "tr",
      {},
      h("td", { class: "name" }, names(line.player)),
      h("td", {}, betName(line.bet)),
      h("td", { class: "number" }, money(line.cents)),
      h("td", {}, other?.why ?? named("outcome", line.outcome), " ", clauseTag(rulebook, line.clause)),
      h("td", { class: `number ${line.net < 0 ? "minus" : "plus"}` }, signedMoney(line.net)),
      h("td", { class: "number" }, verdict(line, other)),
    ),
  );
  return h(
    "div",
    {},
    h(
      "p",
      { class: bad ? "poor" : "good" },
      say("replay.recomputed", { bad, n: lines.length }),
    ),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": say("replay.settled") },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...heads.map((key) => h("th", { scope: "col" }, say(key))))),
        h("tbody", {}, ...rows),
      ),
    ),
  );
}

/**
 * @param {SettlementLine} line
 * @param {any} other
 */
function verdict(line, other) {
  if (!other) return h("span", { class: "quiet-label" }, say("replay.not-again"));
  return other.net === line.net
    ? h("span", { class: "good" }, `✓ ${say("replay.same")}`)
    : h("strong", { class: "poor" }, `≠ ${say("replay.differs", { net: signedMoney(other.net) })}`);
}
