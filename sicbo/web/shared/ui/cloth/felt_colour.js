// @ts-check
/** The colour of the felt: each rulebook has one of six, the same on every screen. */

/**
 * The number of a layout's felt.
 * @param {string} layout
 */
export function feltNumber(layout) {
  return [...layout.split("/")[0]].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 3) % 6;
}
