// @ts-check
/** A face of the dice in use: its picture and its name, numbers or symbols alike. */

import { flatDie } from "../shared/ui/drawings.js";
import { named, say } from "../shared/words.js";

/**
 * @param {any[] | undefined} symbols the layout's
 * @param {number} face
 */
function signOf(symbols, face) {
  return symbols?.find((symbol) => symbol.face === face);
}

/**
 * The die that shows a face.
 * @param {any[] | undefined} symbols
 * @param {number} face
 */
export function dieOf(symbols, face) {
  const sign = signOf(symbols, face);
  return flatDie(face, sign, sign ? say(`colour.letter.${sign.colour}`) : "");
}

/**
 * What a face is called: "Fish", or "1".
 * @param {any[] | undefined} symbols
 * @param {number} face
 */
export function faceName(symbols, face) {
  return named(signOf(symbols, face)?.name) || String(face);
}
