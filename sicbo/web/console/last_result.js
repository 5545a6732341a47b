// @ts-check
/** The last result on one line, for the console and the pit desk. */

import { h } from "../shared/util/dom.js";
import { localText, named, say } from "../shared/i18n.js";
import { dieOf } from "../staff/dice_face.js";

/**
 * The round of the last result with its dice and call, or the reason why it is void.
 * @param {any} last the `result` of a view
 * @param {any[] | undefined} symbols
 * @returns {Node[]}
 */
export function lastResult(last, symbols) {
  if (!last) return [h("span", { class: "quiet-label" }, say("lobby.none"))];
  const shown = last.void
    ? [h("strong", {}, say("staff.void")), h("span", {}, named("ground", last.void.ground))]
    : [
        ...last.dice.map((/** @type {number} */ face) => dieOf(symbols, face)),
        h("span", {}, localText(last.call)),
      ];
  const title = `${say("console.last")} · ${say("round", last)}`;
  const corrected = last.corrected ? [h("span", { class: "pill" }, say("corrected"))] : [];
  return [h("span", { class: "quiet-label" }, title), ...shown, ...corrected];
}
