// @ts-check
/** The actions that staff may take at a table, and sending them. */

import { Problem, tablePath } from "../shared/net/http.js";
import { say } from "../shared/i18n.js";
import { timeOfDay } from "../shared/net/server_clock.js";
import { giveSigned } from "./signature.js";

/**
 * @typedef {{type: string, clause: string, allowed: boolean, refusal: string | null, next: boolean,
 *   after_seconds: number | null, after_spins: number | null, step: string | null, ground: string | null,
 *   subject: string | null, fault: string | null}} Action
 */

/**
 * The action of a desk whose fields match.
 * @param {any} desk
 * @param {Partial<Action>} wanted
 * @returns {Action | undefined}
 */
export function findAction(desk, wanted) {
  return desk?.actions.find((/** @type {any} */ one) =>
    Object.entries(wanted).every(([name, value]) => one[name] === value),
  );
}

/**
 * The step that may be performed next, if there is one.
 * @param {any} desk
 * @returns {Action | undefined}
 */
export function nextStep(desk) {
  return desk?.actions.find((/** @type {Action} */ one) => one.type === "perform" && one.allowed && one.next);
}

/**
 * Send a command to a table, signed if the table's desk requires it.
 * @param {string} table
 * @param {Record<string, any>} command
 * @param {any} desk
 * @returns {Promise<any>}
 */
export function sendTableCommand(table, command, desk) {
  return giveSigned(tablePath(table, "/commands"), table, command, desk);
}

/**
 * The text of an error: the sentence, its clauses, the earliest time and the rank that is needed.
 * @param {unknown} error
 */
export function errorText(error) {
  if (!(error instanceof Problem)) return say("staff.unreachable");
  const parts = [error.message];
  if (error.clauses.length)
    parts.push(say("staff.clause", { clause: error.clauses.map((one) => one.clause).join(", ") }));
  if (error.body.earliest_at) parts.push(say("staff.earliest", { time: timeOfDay(error.body.earliest_at) }));
  if (error.body.required_rank) parts.push(say("staff.needs-rank", { rank: error.body.required_rank }));
  return parts.join(" · ");
}

/** The table in this page's address. */
export function tableOfPage() {
  return decodeURIComponent(location.pathname.split("/")[2] ?? "");
}
