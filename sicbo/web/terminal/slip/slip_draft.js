// @ts-check
/** The slip as a person edits it, with unlimited undo. */

/** @typedef {Record<string, number>} Stakes cents by bet */

/** The stakes on the cloth before they are registered, and every earlier state. */
export class SlipDraft {
  constructor() {
    /** @type {Stakes} */
    this.stakes = {};
    /** @type {Stakes[]} */
    this.past = [];
  }

  /** The total of all stakes in cents. */
  get total() {
    return totalOf(this.stakes);
  }

  /**
   * Put chips on a bet.
   * @param {string} bet
   * @param {number} cents
   */
  place(bet, cents) {
    this.replace({ ...this.stakes, [bet]: (this.stakes[bet] ?? 0) + cents });
  }

  /**
   * Remove all chips from a bet.
   * @param {string} bet
   */
  remove(bet) {
    const { [bet]: gone, ...rest } = this.stakes;
    if (gone) this.replace(rest);
    return Boolean(gone);
  }

  /** Remove all chips from the cloth. */
  clear() {
    if (this.total) this.replace({});
  }

  /**
   * Replace the slip, as a step that can be undone.
   * @param {Stakes} stakes
   */
  replace(stakes) {
    this.past.push(this.stakes);
    this.stakes = stakes;
  }

  /** Undo one step; return false if there is none. */
  undo() {
    const before = this.past.pop();
    if (before) this.stakes = before;
    return Boolean(before);
  }

  /**
   * Start again without history, as with a new round.
   * @param {Stakes} [stakes]
   */
  reset(stakes = {}) {
    this.stakes = stakes;
    this.past = [];
  }
}

/** @param {Stakes} stakes */
export function totalOf(stakes) {
  return Object.values(stakes).reduce((total, cents) => total + cents, 0);
}

/**
 * @param {Stakes} one
 * @param {Stakes} other
 */
export function sameStakes(one, other) {
  const bets = Object.keys(one);
  return bets.length === Object.keys(other).length && bets.every((bet) => one[bet] === other[bet]);
}

/**
 * Apply to `now` the changes that lead from `from` to `wanted`.
 * @param {Stakes} wanted
 * @param {Stakes} from
 * @param {Stakes} now
 * @returns {Stakes}
 */
export function rebase(wanted, from, now) {
  const bets = Object.keys({ ...now, ...wanted });
  const stakes = bets.map((bet) => /** @type {[string, number]} */ ([bet, (now[bet] ?? 0) + (wanted[bet] ?? 0) - (from[bet] ?? 0)]));
  return Object.fromEntries(stakes.filter(([, cents]) => cents > 0));
}

/**
 * The stakes of a registered slip by bet.
 * @param {any} slip
 * @returns {Stakes}
 */
export function stakesOf(slip) {
  /** @type {Stakes} */
  const stakes = {};
  for (const { bet, cents } of slip?.stakes ?? []) stakes[bet] = (stakes[bet] ?? 0) + cents;
  return stakes;
}

/**
 * The player's minimum and maximum on an area.
 * @param {any} view
 * @param {any} mine
 * @param {{bet: string, family: string}} area
 * @returns {{minimum: number, maximum: number | null}}
 */
export function limitsOf(view, mine, area) {
  const sign = view.sign ?? { minimum: 0, maximum: null, areas: {} };
  return sign.areas[area.bet] ?? sign.areas[area.family] ?? mine?.limits ?? sign;
}

/**
 * @typedef {{bet: string, before: number, after: number, why: string, limit: number}} Row
 * One bet before and after; `why` says what prevented an increase that was asked for.
 * @typedef {{after: Stakes, rows: Row[], whole: boolean}} Plan
 */

/**
 * The slip after adding the wanted stakes. A stake that does not fit stays as it is, and none is reduced.
 * @param {Stakes} before
 * @param {Stakes} wanted
 * @param {number} rack the most that may lie on the cloth
 * @param {any} view
 * @param {any} mine
 * @param {any} layout
 * @returns {Plan}
 */
export function planSlip(before, wanted, rack, view, mine, layout) {
  const after = { ...before };
  /** @type {Row[]} */
  const rows = [];
  for (const bet of Object.keys({ ...before, ...wanted })) {
    const lies = before[bet] ?? 0;
    const cents = Math.max(wanted[bet] ?? 0, lies);
    const area = layout.areas.find((/** @type {any} */ entry) => entry.bet === bet);
    const { minimum, maximum } = area ? limitsOf(view, mine, area) : { minimum: 0, maximum: null };
    const why = cents === lies ? "" : !area ? "gone" : cents < minimum ? "minimum" : maximum !== null && cents > maximum ? "maximum"
      : totalOf(after) + cents - lies > rack ? "rack" : "";
    if (cents > lies && !why) after[bet] = cents;
    rows.push({ bet, before: lies, after: after[bet] ?? 0, why, limit: why === "minimum" ? minimum : maximum ?? 0 });
  }
  return { after, rows, whole: rows.every((row) => !row.why) };
}
