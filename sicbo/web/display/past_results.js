// @ts-check
/** Past results as the display shows them: a void round never shows dice. */

import { fill, h } from "../shared/util/dom.js";
import { sidesOf } from "../shared/ui/results_road.js";
import { named, say } from "../shared/i18n.js";
import { dieOf } from "../staff/dice_face.js";

const MOST = 48;
const ENOUGH = 12;

/**
 * The history without the dice of void rounds.
 * @param {any[]} history
 * @returns {any[]}
 */
export function withoutVoidDice(history) {
  return history.map((past) => (past.void ? { ...past, dice: null } : past));
}

/**
 * Draw the last results as columns: three dice in ascending order, the total, and the letters of its sides.
 * @param {HTMLElement} list
 * @param {any[]} history newest first
 * @param {any[]} symbols
 */
export function drawLastResults(list, history, symbols) {
  if (!history.length) {
    fill(list, ...Array.from({ length: ENOUGH }, () => h("li", { class: "past empty", "aria-hidden": "true" })));
    return;
  }
  list.classList.remove("dense");
  if (drawColumns(list, history, symbols) >= Math.min(ENOUGH, history.length)) return;
  list.classList.add("dense");
  drawColumns(list, history, symbols);
}

/**
 * Draw as many columns as fit, and return how many.
 * @param {HTMLElement} list
 * @param {any[]} history
 * @param {any[]} symbols
 */
function drawColumns(list, history, symbols) {
  fill(
    list,
    ...history
      .slice(0, MOST)
      .reverse()
      .map((past, at, all) => column(past, symbols, at === all.length - 1)),
  );
  while (list.scrollHeight > list.clientHeight + 1 && list.children.length > 1)
    list.firstElementChild?.remove();
  return list.children.length;
}

/**
 * @param {any} past
 * @param {any[]} symbols
 * @param {boolean} newest
 */
function column(past, symbols, newest) {
  const title = say("round", { round: past.round });
  if (!past.dice) {
    return h(
      "li",
      {
        class: `past void${newest ? " newest" : ""}`,
        title,
        "aria-label": `${title}. ${say("void", { ground: past.void })}`,
      },
      h("span", { class: "cross", "aria-hidden": "true" }, "✕"),
    );
  }
  const dice = [...past.dice].sort((a, b) => a - b);
  const total = dice.reduce((sum, face) => sum + face, 0);
  const sides = sidesOf(dice);
  const words = [title, say("road.result", { dice, total }), past.corrected ? say("corrected") : ""].filter(Boolean);
  return h(
    "li",
    {
      class: `past ${sides[0]}${newest ? " newest" : ""}${past.corrected ? " corrected" : ""}`,
      title,
      "aria-label": words.join(". "),
    },
    ...dice.map((face) => dieOf(symbols, face)),
    h("b", { "aria-hidden": "true" }, String(total)),
    h("i", { "aria-hidden": "true" }, sides.map((side) => named("letter", side)).join(" ")),
    past.corrected ? h("span", { class: "mark", "aria-hidden": "true" }, "✎") : null,
  );
}
