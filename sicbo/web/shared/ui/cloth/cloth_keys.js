// @ts-check
/** Keyboard movement on the cloth: arrows go to the nearest area in that direction, letters to a kind of bet. */

/** @typedef {{bet: string, x: number, y: number, width: number, height: number}} Box */

/** The letters that follow G: the first area of one of these families gets the focus. */
/** @type {Record<string, string[]>} */
export const LETTERS = {
  s: ["small"], b: ["big"], o: ["odd"], e: ["even"], t: ["total"], p: ["domino"],
  d: ["double", "colour-double"], 3: ["triple", "symbol-triple"], a: ["any-triple", "any-symbol-triple"],
  n: ["single", "symbol"], f: ["four"], w: ["double-single"], x: ["three"],
  c: ["colour"], k: ["colour-triple"], y: ["any-colour-triple"],
};

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Areas in rows in reading order: a row is a run of areas at the same height.
 * @template {{y: number}} A
 * @param {A[]} areas in reading order
 * @returns {A[][]}
 */
export function rowsOf(areas) {
  /** @type {A[][]} */
  const rows = [];
  for (const area of areas) {
    const last = rows[rows.length - 1];
    if (last && last[0].y === area.y) last.push(area);
    else rows.push([area]);
  }
  return rows;
}

/**
 * The area that a key leads to; the current area if there is none in that direction.
 * @param {Box[]} boxes the visible areas in reading order
 * @param {string} from
 * @param {string} key
 * @param {Box[]} [row] the row of `from`
 */
export function areaInDirection(boxes, from, key, row = []) {
  const here = boxes.find((box) => box.bet === from) ?? boxes[0];
  if (!here) return from;
  if (key === "Home" && row.length) return leftmost(row).bet;
  if (key === "End" && row.length) return leftmost(row, -1).bet;
  const way = WAYS[key];
  if (!way) return here.bet;
  let best = here;
  let least = Infinity;
  for (const box of boxes) {
    const cost = box === here ? Infinity : distance(here, box, way);
    if (cost < least) [best, least] = [box, cost];
  }
  return best.bet;
}

/**
 * @param {Box[]} row
 * @param {number} [sense]
 */
function leftmost(row, sense = 1) {
  return row.reduce((best, box) => (sense * box.x < sense * best.x ? box : best));
}

/**
 * The distance to a box in one direction: boxes in the same row or column come first, then the nearest.
 * @param {Box} from
 * @param {Box} to
 * @param {[number, number]} way
 */
function distance(from, to, [across, down]) {
  const gap = across ? gapAhead(from.x, from.width, to.x, to.width, across) : gapAhead(from.y, from.height, to.y, to.height, down);
  if (gap < -2) return Infinity;
  const aside = across ? gapAside(from.y, from.height, to.y, to.height) : gapAside(from.x, from.width, to.x, to.width);
  const drift = across
    ? Math.abs(from.y + from.height / 2 - to.y - to.height / 2)
    : Math.abs(from.x + from.width / 2 - to.x - to.width / 2);
  return Math.max(0, gap) + 20 * aside + drift / 4;
}

/**
 * @param {number} from
 * @param {number} size
 * @param {number} to
 * @param {number} other
 * @param {number} sense
 */
function gapAhead(from, size, to, other, sense) {
  return sense > 0 ? to - (from + size) : from - (to + other);
}

/**
 * @param {number} from
 * @param {number} size
 * @param {number} to
 * @param {number} other
 */
function gapAside(from, size, to, other) {
  return Math.max(0, to - (from + size) + 1, from - (to + other) + 1);
}

/**
 * The first area of the kind that a letter stands for.
 * @param {{bet: string, family: string}[]} areas
 * @param {string} letter
 */
export function areaForLetter(areas, letter) {
  const families = LETTERS[letter.toLowerCase()] ?? [];
  return areas.find((area) => families.includes(area.family))?.bet ?? null;
}
