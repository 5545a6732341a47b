// @ts-check
/** Records in words: the texts of the catalogue that the house uses, with the names of people. */

import { hasText, say, tell } from "../shared/i18n.js";

/**
 * @typedef {{number: number, wall: number, actor: string, id: string, hash: string, text: string, entry: any, round: number | null}} ReadRecord
 * @typedef {{title: string, detail: string, clause: string, kind: string}} RecordLine
 * @typedef {(pseudonym: string) => string} Names the name of a person, or a note; any other text stays as it is
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

/**
 * The same value with names in place of pseudonyms.
 * @param {any} value
 * @param {Names} names
 * @returns {any}
 */
function withNames(value, names) {
  if (typeof value === "string") return names(value);
  if (Array.isArray(value)) return value.map((one) => withNames(one, names));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNames(one, names)]));
}

/**
 * What the house says about an event: a text for each of its lines, or one with its own fields.
 * @param {any} event
 * @returns {{key: string, values: any, clause: string}[]}
 */
function factsOf(event) {
  const values = { ...event, by: event.stamp?.by };
  return [{ key: `event.${event.type}`, values, clause: event.clause }];
}

/**
 * A record in words, one line for each fact.
 * @param {ReadRecord} record
 * @param {Names} names
 * @returns {RecordLine[]}
 */
export function linesOf({ entry }, names) {
  if (entry.founding) {
    const { house, kind = "table", table: name, rulebook, layout } = entry.founding;
    const detail = say("event.founded", { house, kind, name, layout: [rulebook, layout].filter(Boolean).join("/") });
    return [{ title: say("event.founded.name"), detail, clause: "", kind: "founding" }];
  }
  if (entry.refusal) {
    const { clause, message } = entry.refusal;
    return [{ title: say("event.refused.name"), detail: tell(withNames(message, names)), clause, kind: "refused" }];
  }
  return entry.events.flatMap((/** @type {any} */ event) =>
    factsOf(withNames(event, names)).map(({ key, values, clause }) => ({
      title: say(`event.${event.type}.name`),
      detail: hasText(key) ? say(key, values) : "",
      clause,
      kind: event.type,
    })),
  );
}
