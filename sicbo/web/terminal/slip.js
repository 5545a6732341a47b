// @ts-check
/** The slip as a person edits it: every change can be taken back, as far back as one likes. */

/** @typedef {Record<string, number>} Stakes cents by bet */

/** What lies on the cloth before it is registered, and all that was there before. */
export class Draft {
  constructor() {
    /** @type {Stakes} */
    this.stakes = {};
    /** @type {Stakes[]} */
    this.past = [];
  }

  /** All of it in cents. */
  get total() {
    return sum(this.stakes);
  }

  /**
   * Put chips on a bet.
   * @param {string} bet
   * @param {number} cents
   */
  place(bet, cents) {
    this.become({ ...this.stakes, [bet]: (this.stakes[bet] ?? 0) + cents });
  }

  /**
   * Take everything off a bet.
   * @param {string} bet
   */
  remove(bet) {
    const { [bet]: gone, ...rest } = this.stakes;
    if (gone) this.become(rest);
    return Boolean(gone);
  }

  /** Take everything off the cloth. */
  clear() {
    if (this.total) this.become({});
  }

  /** Twice as much everywhere. */
  double() {
    if (this.total) this.become(Object.fromEntries(Object.entries(this.stakes).map(([bet, cents]) => [bet, 2 * cents])));
  }

  /**
   * Another slip in place of this one, as a step that can be undone.
   * @param {Stakes} stakes
   */
  become(stakes) {
    this.past.push(this.stakes);
    this.stakes = stakes;
  }

  /** One step back; false where there is none. */
  undo() {
    const before = this.past.pop();
    if (before) this.stakes = before;
    return Boolean(before);
  }

  /**
   * Begin anew, as with a new round.
   * @param {Stakes} [stakes]
   */
  reset(stakes = {}) {
    this.stakes = stakes;
    this.past = [];
  }
}

/** @param {Stakes} stakes */
export function sum(stakes) {
  return Object.values(stakes).reduce((total, cents) => total + cents, 0);
}

/**
 * @param {Stakes} one
 * @param {Stakes} other
 */
export function same(one, other) {
  const bets = Object.keys(one);
  return bets.length === Object.keys(other).length && bets.every((bet) => one[bet] === other[bet]);
}

/**
 * A registered slip as stakes by bet.
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
 * The least and the most that one may have on an area.
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
 * What of a slip may be placed now, and what not and why.
 * @param {Stakes} wanted
 * @param {number} rack
 * @param {any} view
 * @param {any} mine
 * @param {any} layout
 */
export function fitting(wanted, rack, view, mine, layout) {
  /** @type {Stakes} */
  const fits = {};
  /** @type {{bet: string, cents: number, why: string, limit: number}[]} */
  const leaves = [];
  for (const [bet, cents] of Object.entries(wanted)) {
    const area = layout.areas.find((/** @type {any} */ entry) => entry.bet === bet);
    const { minimum, maximum } = area ? limitsOf(view, mine, area) : { minimum: 0, maximum: null };
    const why = !area ? "gone" : cents < minimum ? "minimum" : maximum !== null && cents > maximum ? "maximum"
      : sum(fits) + cents > rack ? "rack" : "";
    if (why) leaves.push({ bet, cents, why, limit: why === "minimum" ? minimum : maximum ?? 0 });
    else fits[bet] = cents;
  }
  return { fits, leaves };
}
