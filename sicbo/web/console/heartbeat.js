// @ts-check
/** The heartbeat of a console: a house that hears none lets the automatic dealer go on, or says that the dealer is away. */

import { send, tablePath } from "../shared/net/http.js";

const AGAIN = 1_000;
/** Timers may come a little early by another clock. */
const EARLY = 50;

/**
 * Beat for a table whenever this page holds its console. A page in the background has slow timers, but the stream of its
 * table still wakes it.
 * @param {import("../shared/net/table_store.js").Table} table
 */
export function keepBeating(table) {
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
  table.heard = beat;
  table.readers.add(beat);
}
