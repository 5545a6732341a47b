// @ts-check
/** A face of the dice in use: its picture and its name, for numbers and symbols alike. */

import { flatDie } from "../shared/ui/drawings.js";
import { localText, say } from "../shared/i18n.js";

/**
 * @param {any[] | undefined} symbols the layout's
 * @param {number} face
 */
function signOf(symbols, face) {
  return symbols?.find((symbol) => symbol.face === face);
}

/**
 * The die with a face up.
 * @param {any[] | undefined} symbols
 * @param {number} face
 */
export function dieOf(symbols, face) {
  const sign = signOf(symbols, face);
  return flatDie(face, sign, sign ? say(`colour.letter.${sign.colour}`) : "");
}

/**
 * The name of a face: "Fish", or "1".
 * @param {any[] | undefined} symbols
 * @param {number} face
 */
export function faceName(symbols, face) {
  return localText(signOf(symbols, face)?.name) || String(face);
}
