// @ts-check
/** An estimate of the server's clock. The device's own clock decides nothing. */

const KEPT = 12;
/** @type {number[]} */
let leads = [];

/**
 * Take the server's time from a message. Of the last times, the one with the least delay is used.
 * @param {string} serverTime
 */
export function syncClock(serverTime) {
  const said = Date.parse(serverTime);
  if (!Number.isNaN(said)) leads = [...leads, said - performance.now()].slice(-KEPT);
}

/** The server's clock in milliseconds; the device's clock until the first message. */
export function now() {
  return leads.length ? Math.max(...leads) + performance.now() : Date.now();
}

/** Forget the times received: another server may have another clock. */
export function resetClock() {
  leads = [];
}

/**
 * The local time of day with seconds.
 * @param {string | number} when
 */
export function timeOfDay(when) {
  return new Date(when).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

/**
 * A duration as 0:00:42 or 1:03:07.
 * @param {number} milliseconds
 */
export function formatDuration(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  return `${Math.floor(seconds / 3600)}:${parts.join(":")}`;
}
