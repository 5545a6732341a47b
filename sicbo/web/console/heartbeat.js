// @ts-check
/**
 * The console's heartbeat. Without it the house lets the automatic dealer continue, or reports that the dealer is away.
 */

import { send, tablePath } from "../shared/net/http.js";

const AGAIN = 1_000;
/** Timers may fire up to this many milliseconds early by another clock. */
const EARLY = 50;

/**
 * Send heartbeats for a table while this page holds its console. A background page has slow timers, but messages of the
 * table's stream still wake it.
 * @param {import("../shared/net/table_store.js").TableStore} table
 */
export function sendHeartbeats(table) {
  let due = 0;
  /** @param {number} milliseconds */
  const wait = (milliseconds) => {
    due = performance.now() + milliseconds;
    setTimeout(beat, milliseconds);
  };
  const beat = async () => {
    if (!table.state.desk?.holds_console || performance.now() < due - EARLY) return;
    due = Infinity;
    try {
      const path = tablePath(table.table, "/console/heartbeat");
      const { next_in_seconds } = await send("POST", path, undefined, { patience: 0 });
      wait(1_000 * next_in_seconds);
    } catch (error) {
      wait(AGAIN);
      if (/** @type {any} */ (error).code === "console-held") table.reopen(false);
    }
  };
  table.onMessage = beat;
  table.readers.add(beat);
}
