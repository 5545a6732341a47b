// @ts-check
/** The server's clock, as well as this device can know it; its own clock decides nothing. */

const KEPT = 12;
/** @type {number[]} */
let leads = [];

/**
 * The server said what time it is: the least delayed of the last sayings is the truest.
 * @param {string} serverTime
 */
export function heard(serverTime) {
  const said = Date.parse(serverTime);
  if (!Number.isNaN(said)) leads = [...leads, said - performance.now()].slice(-KEPT);
}

/** Milliseconds of the server's clock now; the device's own until the server has spoken. */
export function now() {
  return leads.length ? Math.max(...leads) + performance.now() : Date.now();
}

/** Forget the old sayings: another server may have another clock. */
export function restart() {
  leads = [];
}

/**
 * Hours and minutes as this device's place reads them.
 * @param {string | number} when
 */
export function timeOfDay(when) {
  return new Date(when).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

/**
 * A length of time as 0:42 or 1:03:07.
 * @param {number} milliseconds
 */
export function length(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  return `${Math.floor(seconds / 3600)}:${parts.join(":")}`;
}
