// @ts-check
/** Flying chips: from the tray to an area, from the cloth to the house or to the player. */

import { prefersReducedMotion, h } from "/shared/util/dom.js";

/**
 * Fly a chip from one element to another.
 * @param {Element | null} from
 * @param {Element | null} to
 * @param {number} value
 * @param {{length?: number, delay?: number}} [manner]
 */
export function flyChip(from, to, value, { length = 320, delay = 0 } = {}) {
  if (!from || !to || prefersReducedMotion() || document.hidden) return;
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  if (!start.width || !end.width) return;
  const chip = h(/** @type {any} */ ("sb-chip"), { value, class: "sb-flying", "aria-hidden": "true" });
  document.body.append(chip);
  const at = (/** @type {DOMRect} */ box, /** @type {number} */ lift) =>
    `translate(${box.x + box.width / 2 - 20}px, ${box.y + box.height / 2 - 20 - lift}px)`;
  const middle = `translate(${(start.x + end.x + start.width / 2 + end.width / 2) / 2 - 20}px, ${Math.min(start.y, end.y) - 24}px) scale(1.15)`;
  const flight = chip.animate([{ transform: at(start, 0) }, { transform: middle, offset: 0.5 }, { transform: at(end, 0) }],
    { duration: length, delay, easing: "ease-in-out", fill: "backwards" });
  flight.finished.catch(() => null).then(() => chip.remove());
}
