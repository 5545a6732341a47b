// @ts-check
/** Records in words: who did what, by which clause, in which round. */

import { briefMoney, money } from "../shared/util/money.js";
import { say, tell } from "../shared/i18n.js";
import { term } from "../staff/terms.js";

/**
 * @typedef {{number: number, wall: number, actor: string, id: string, hash: string, text: string, entry: any, round: number | null}} ReadRecord
 * @typedef {{title: string, detail: string, clause: string, kind: string}} RecordLine
 * @typedef {((player: string) => string) & {bet?: (bet: string) => string}} Names
 */

/**
 * Parse the entries of records, and assign each record to its round.
 * @param {import("./hash_chain.js").Record[]} records
 * @returns {ReadRecord[]}
 */
export function readAll(records) {
  /** @type {number | null} */
  let round = null;
  return records.map((record) => {
    const entry = JSON.parse(record.text);
    for (const event of entry.events ?? []) if (typeof event.round === "number") round = event.round;
    const own = (entry.events ?? [])
      .map((/** @type {any} */ event) => event.round)
      .find((/** @type {any} */ one) => typeof one === "number");
    return {
      ...record,
      entry,
      round: own ?? (typeof entry.command?.round === "number" ? entry.command.round : round),
    };
  });
}

/** A wager as the journal has it: bet, cents and instrument. @param {any} stake */
export function stakeOf(stake) {
  const [bet, cents, instrument] = Array.isArray(stake) ? stake : [stake.bet, stake.cents, stake.instrument];
  return { bet, cents, instrument };
}

/** @param {any[]} stakes @param {Names} names */
const stakesText = (stakes, names) =>
  stakes
    .map(stakeOf)
    .map(({ bet, cents }) => `${names.bet?.(bet) ?? bet} ${briefMoney(cents)}`)
    .join(", ");
/** @param {any[]} lines */
const net = (lines) => money(lines.reduce((sum, line) => sum + line.winnings - line.collected, 0));

/** The details of an event beyond its title. @type {Record<string, (event: any, names: Names) => string>} */
const DETAILS = {
  "step-performed": (event) => term("step", event.step) + (event.tumbles ? ` ×${event.tumbles}` : ""),
  "slip-registered": (event, names) =>
    `${names(event.player)} v${event.version}: ${stakesText(event.stakes, names) || "–"}`,
  "result-entered": (event) => event.dice.join(" – "),
  "result-corrected": (event) => `${event.entered.join(" – ")} → ${event.dice.join(" – ")}`,
  "round-voided": (event) => term("ground", event.ground.toLowerCase().replaceAll("_", "-")),
  "wagers-collected": (event, names) => `${names(event.player)} ${net(event.lines)}`,
  "wagers-paid": (event, names) => `${names(event.player)} +${net(event.lines)}`,
  "wagers-returned": (event, names) => `${names(event.player)}: ${stakesText(event.stakes, names)}`,
  "value-brought": (event, names) => `${names(event.player)} ${money(event.cents)}`,
  "chips-taken": (event, names) => `${names(event.player)} ${money(event.cents)}`,
  "seat-taken": (event, names) => `${names(event.player)} → ${event.seat}`,
  "seat-left": (event, names) => names(event.player),
  "notice-given": (event) =>
    term("subject", event.subject) + (event.minimum ? ` ${briefMoney(event.minimum)}` : ""),
  "notice-withdrawn": (event) => term("subject", event.subject),
  "limits-changed": (event) =>
    `${briefMoney(event.minimum)} – ${event.maximum === null ? "∞" : briefMoney(event.maximum)}`,
  "table-opened": (event) =>
    `${briefMoney(event.minimum)} – ${event.maximum === null ? "∞" : briefMoney(event.maximum)}`,
  "fault-reported": (event) => term("fault", event.fault),
  "fault-rectified": (event) => term("fault", event.fault),
  "person-notified": (event) => `${term("whom", event.whom)}: ${event.name}`,
  "dispute-raised": (event, names) => names(event.player),
};

/**
 * A record in words, one line for each event.
 * @param {ReadRecord} record
 * @param {Names} names
 * @returns {RecordLine[]}
 */
export function linesOf({ entry }, names) {
  if (entry.founding) {
    return [
      {
        title: say("event.founding"),
        detail: `${entry.founding.rulebook} ${entry.founding.layout}`,
        clause: "",
        kind: "founding",
      },
    ];
  }
  if (entry.refusal) {
    const { type, step } = entry.command;
    return [
      {
        title: say("event.refused"),
        detail: `${step ? term("step", step) : type}: ${tell(entry.refusal.message)}`,
        clause: entry.refusal.clause,
        kind: "refused",
      },
    ];
  }
  return entry.events.map((/** @type {any} */ event) => ({
    title: say(`event.${event.type}.name`),
    detail: DETAILS[event.type]?.(event, names) ?? "",
    clause: event.clause,
    kind: event.type,
  }));
}
