// @ts-check
/** The screen log: which screens showed a result, and how long after its record. The screens report this themselves. */

import { get } from "../shared/net/http.js";
import { timeOfDay } from "../shared/net/server_clock.js";
import { h } from "../shared/util/dom.js";
import { say } from "../shared/i18n.js";

const SHOWN = new Set(["result-entered", "result-corrected", "round-voided"]);

/**
 * The first time that each screen showed a result; empty for other records and for bundles.
 * @param {import("./record_detail.js").Reading} reading
 * @param {import("./narration.js").ReadRecord} record
 * @returns {Promise<Node[]>}
 */
export async function screenTimes({ source, table, records }, record) {
  const events = record.entry.events ?? [];
  if (!source.live || !events.some((/** @type {any} */ event) => SHOWN.has(event.type))) return [];
  const later = records.find((one) => one.number > record.number && one.round !== record.round);
  /** @type {Map<string, any>} */
  const first = new Map();
  for (const one of await get(`/audit/${encodeURIComponent(table)}/painted?since=${record.number}`)) {
    const screen = `${one.screen} ${one.who}`;
    if ((!later || one.seq < later.number) && !first.has(screen)) first.set(screen, one);
  }
  if (!first.size) return [];
  return [
    h("h3", {}, say("replay.saw")),
    h("ul", { class: "plain" }, ...[...first.values()].map((one) => h("li", {}, screenLine(one, record.wall / 1000)))),
  ];
}

/**
 * @param {any} one
 * @param {number} wall when the record was written, in milliseconds
 */
function screenLine(one, wall) {
  const at = Date.parse(one.heard_at);
  return say("replay.saw-at", {
    screen: one.screen,
    who: one.who,
    at: timeOfDay(at),
    ms: Math.round(at - wall),
  });
}
