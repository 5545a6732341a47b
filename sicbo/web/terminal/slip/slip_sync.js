// @ts-check
/** Registering the slip: shortly after the last change, as a whole; a retry has the same key. */

import { Problem, get, newKey, send, tablePath } from "/shared/net/http.js";
import { rebase, sameStakes, stakesOf, totalOf } from "./slip_draft.js";

const PAUSE = 400;
const TRIES = 3;

/**
 * @typedef {"none" | "draft" | "registering" | "registered" | "refused"} SlipState
 * @typedef {{number: number, round: number, version: number, total: number, receipt: any, at: string, rack: number}} Receipt
 */

/** Keeps the registered slip in line with the wanted stakes. */
export class SlipSync {
  /**
   * @param {string} table
   * @param {{changed: () => void, registered: (receipt: Receipt) => void, refused: (problem: any) => void}} tell
   */
  constructor(table, tell) {
    this.table = table;
    this.callbacks = tell;
    /** @type {{round: number | null, version: number, stakes: import("./slip_draft.js").Stakes, number: number | null}} */
    this.registered = { round: null, version: 0, stakes: {}, number: null };
    /** @type {import("./slip_draft.js").Stakes} */
    this.wanted = {};
    /** @type {number | null} */
    this.round = null;
    /** @type {any} */
    this.problem = null;
    this.busy = false;
    this.retries = 0;
    this.timer = 0;
  }

  /** @returns {SlipState} */
  get state() {
    if (this.problem) return "refused";
    if (this.busy) return "registering";
    if (!sameStakes(this.wanted, this.registered.stakes)) return "draft";
    return totalOf(this.registered.stakes) ? "registered" : "none";
  }

  /**
   * Take over the registered slip from the server; a new round begins without one.
   * @param {number | null} round
   * @param {any} slip the `slip` of the player's own view
   */
  takeServerSlip(round, slip) {
    const now = slip && slip.round === round ? slip : null;
    if (this.round !== round) {
      this.round = round;
      this.registered = { round, version: 0, stakes: {}, number: null };
      this.wanted = {};
      this.problem = null;
      clearTimeout(this.timer);
    }
    if (now && now.version >= this.registered.version) {
      const settled = sameStakes(this.wanted, this.registered.stakes);
      this.registered = { round, version: now.version, stakes: stakesOf(now), number: now.number };
      if (settled && !this.busy) this.wanted = this.registered.stakes;
    }
  }

  /**
   * Register these stakes after a short pause, or at once if the close is near.
   * @param {import("./slip_draft.js").Stakes} stakes
   * @param {number | null} left seconds until the close
   */
  registerSoon(stakes, left) {
    this.wanted = stakes;
    this.problem = null;
    clearTimeout(this.timer);
    if (!sameStakes(stakes, this.registered.stakes)) this.timer = setTimeout(() => this.registerNow(), left !== null && left <= 2 ? 0 : PAUSE);
    this.callbacks.changed();
  }

  /** Give up the unregistered changes. */
  discardChanges() {
    clearTimeout(this.timer);
    this.wanted = this.registered.stakes;
    this.problem = null;
  }

  /** @private */
  async registerNow() {
    if (this.busy || sameStakes(this.wanted, this.registered.stakes)) return;
    const round = this.round;
    const wanted = this.wanted;
    this.busy = true;
    this.callbacks.changed();
    try {
      const { answer, stakes } = await this.put(round, wanted);
      if (round === this.round) {
        this.registered = { round, version: answer.version, stakes, number: answer.number };
        this.wanted = rebase(this.wanted, wanted, stakes);
      }
      this.callbacks.registered({ number: answer.number, round: answer.round, version: answer.version, total: answer.total,
        receipt: answer.receipt, at: answer.registered_at, rack: answer.rack });
    } catch (problem) {
      if (round === this.round) this.problem = problem;
      this.callbacks.refused(problem);
    }
    this.busy = false;
    this.retries = 0;
    this.callbacks.changed();
    if (!this.problem) void this.registerNow();
  }

  /**
   * @private Register the slip. If another window or staff changed it meanwhile, apply the same changes to the newer
   * slip.
   * @param {number | null} round
   * @param {import("./slip_draft.js").Stakes} wanted
   */
  async put(round, wanted) {
    let { version, stakes: before } = this.registered;
    for (let stakes = wanted, tries = 0; ; tries += 1) {
      const list = Object.entries(stakes).map(([bet, cents]) => ({ bet, cents }));
      try {
        const onRetry = (/** @type {number} */ attempt) => {
          this.retries = attempt;
          this.callbacks.changed();
        };
        const body = { round, version: version + 1, stakes: list };
        return { answer: await send("PUT", tablePath(this.table, "/slip"), body, { key: newKey(), onRetry }), stakes };
      } catch (problem) {
        const stale = problem instanceof Problem && problem.code === "stale-version" && tries < TRIES;
        if (!stale) throw problem;
        const { mine } = await get(tablePath(this.table));
        const slip = mine?.slip?.round === round ? mine.slip : null;
        const now = stakesOf(slip);
        stakes = rebase(stakes, before, now);
        before = now;
        version = slip?.version ?? 0;
      }
    }
  }
}
