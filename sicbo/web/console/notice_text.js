// @ts-check
/** A notice in one sentence, with the time or the spins that remain. */

import { formatDuration, now, timeOfDay } from "../shared/net/server_clock.js";
import { briefMoney } from "../shared/util/money.js";
import { say, tell } from "../shared/i18n.js";

/**
 * When a notice takes effect: at a time, after a number of spins, or now.
 * @param {any} notice
 */
export function noticeTime(notice) {
  if (notice.spins_left > 0) return say("staff.spins-left", { n: notice.spins_left });
  return notice.due_at ? timeOfDay(notice.due_at).slice(0, 5) : "";
}

/**
 * The time until a notice takes effect, as 12:16; empty once it has.
 * @param {any} notice
 */
export function timeLeft(notice) {
  if (notice.spins_left > 0) return `${notice.spins_left}×`;
  const left = notice.due_at ? Date.parse(notice.due_at) - now() : 0;
  return left > 0 ? formatDuration(left).replace(/^0:/, "") : "";
}

/** @param {any} notice */
export function noticeText(notice) {
  const when = noticeTime(notice);
  if (notice.subject === "limits" && notice.minimum !== null) {
    const maximum = notice.maximum === null ? say("staff.no-limit") : briefMoney(notice.maximum);
    return say("staff.limits-will", { when, minimum: briefMoney(notice.minimum), maximum });
  }
  if (notice.subject === "table") return say("staff.table-closes", { when });
  return notice.subject === "super-streak" ? say("staff.streak-closes", { when }) : tell(notice.message);
}
