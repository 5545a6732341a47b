// @ts-check
/** The state of the table after a record, computed from the records. */

import { stakeOf } from "./narration.js";

/**
 * @typedef {{round: number | null, steps: string[], dice: number[] | null, void: string | null, corrected: boolean,
 *   sign: any, slips: Map<string, {version: number, stakes: any[]}>, notices: Map<string, any>, faults: Set<string>,
 *   seats: Map<string, number>, racks: Map<string, number>}} Stood
 */

/** @returns {Stood} */
function emptyState() {
  return {
    round: null,
    steps: [],
    dice: null,
    void: null,
    corrected: false,
    sign: null,
    slips: new Map(),
    notices: new Map(),
    faults: new Set(),
    seats: new Map(),
    racks: new Map(),
  };
}

/**
 * @param {Stood} stood
 * @param {number} round
 */
function begin(stood, round) {
  if (stood.round === round) return;
  Object.assign(stood, { round, steps: [], dice: null, void: null, corrected: false });
  stood.slips = new Map();
}

/**
 * @param {Stood} stood
 * @param {string} player
 * @param {number} cents
 */
const move = (stood, player, cents) => stood.racks.set(player, (stood.racks.get(player) ?? 0) + cents);
/** @param {any[]} stakes */
const sum = (stakes) => stakes.reduce((total, stake) => total + stakeOf(stake).cents, 0);

/** @type {Record<string, (stood: Stood, event: any) => void>} */
const FOLDS = {
  "table-opened": (stood, event) => (stood.sign = event),
  "limits-changed": (stood, event) => {
    stood.sign = event;
    stood.notices.delete("limits");
  },
  "table-closed": (stood) => Object.assign(stood, emptyState(), { racks: stood.racks }),
  "step-performed": (stood, event) => {
    begin(stood, event.round);
    stood.steps.push(event.step);
  },
  "slip-registered": (stood, event) => {
    begin(stood, event.round);
    move(stood, event.player, sum(stood.slips.get(event.player)?.stakes ?? []) - sum(event.stakes));
    stood.slips.set(event.player, { version: event.version, stakes: event.stakes });
  },
  "result-entered": (stood, event) => (stood.dice = event.dice),
  "result-corrected": (stood, event) => {
    if (stood.round === event.round) Object.assign(stood, { dice: event.dice, corrected: true });
  },
  "round-voided": (stood, event) => (stood.void = event.ground),
  "wagers-paid": (stood, event) =>
    move(
      stood,
      event.player,
      event.lines.reduce(
        (/** @type {number} */ all, /** @type {any} */ line) => all + line.winnings + line.returned,
        0,
      ),
    ),
  "settlement-reversed": (stood, event) =>
    move(
      stood,
      event.player,
      -event.lines.reduce(
        (/** @type {number} */ all, /** @type {any} */ line) => all + line.winnings + line.returned,
        0,
      ),
    ),
  "wagers-returned": (stood, event) => move(stood, event.player, sum(event.stakes)),
  "value-brought": (stood, event) => move(stood, event.player, event.cents),
  "chips-taken": (stood, event) => move(stood, event.player, -event.cents),
  "seat-taken": (stood, event) => stood.seats.set(event.player, event.seat),
  "seat-left": (stood, event) => stood.seats.delete(event.player),
  "notice-given": (stood, event) => stood.notices.set(event.subject, event),
  "notice-withdrawn": (stood, event) => stood.notices.delete(event.subject),
  "fault-reported": (stood, event) => !event.mended && stood.faults.add(event.fault),
  "fault-rectified": (stood, event) => stood.faults.delete(event.fault),
};

/**
 * The table after the record with that number.
 * @param {import("./narration.js").ReadRecord[]} records
 * @param {number} number
 */
export function stateAfter(records, number) {
  const stood = emptyState();
  for (const record of records) {
    if (record.number > number) break;
    for (const event of record.entry.events ?? []) FOLDS[event.type]?.(stood, event);
  }
  return stood;
}
