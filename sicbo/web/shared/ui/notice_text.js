// @ts-check
/** A notice in one sentence, with the time or the spins that remain. */

import { formatDuration, now, timeOfDay } from "../net/server_clock.js";
import { say } from "../i18n.js";

/**
 * The time until a notice takes effect, as 12:16; empty once it has.
 * @param {any} notice
 */
export function timeLeft(notice) {
  if (notice.spins_left > 0) return `${notice.spins_left}×`;
  const left = notice.due_at ? Date.parse(notice.due_at) - now() : 0;
  return left > 0 ? formatDuration(left).replace(/^0:/, "") : "";
}

/** What changes, and when: after a number of spins, at a time, or now. @param {any} notice */
export function noticeText({ subject, minimum, maximum, spins_left: spins, due_at: due }) {
  const when = { key: "notice.when", values: { spins: spins || null, time: due && timeOfDay(due).slice(0, 5) } };
  return say(`notice.${subject}`, { when, minimum, limits: { key: "about.limits", values: { minimum, maximum } } });
}
