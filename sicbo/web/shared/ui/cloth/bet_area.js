// @ts-check
/** One area of the cloth as it is printed: its picture, its name, its odds, and space for chips. */

import { h } from "../../util/dom.js";
import { flatDie, colourPatch } from "../drawings.js";
import { hasText, localText, odds, oddsShort, say } from "../../i18n.js";

/** How often each face of a bet is drawn; families not listed here draw every face of their key once. */
/** @type {Record<string, number>} */
const TIMES = { single: 1, double: 2, triple: 3, symbol: 1, "symbol-triple": 3, colour: 1, "colour-double": 2, "colour-triple": 3 };

/**
 * @typedef {{bet: string, group: string, family: string, x: number, y: number, width: number, height: number,
 *   order: number, name: Record<string, string>, odds: string[], wins: number, clause: string, pays_clause: string,
 *   edge: {exact: string, percent: string} | null, reconstructed: boolean, optional: boolean}} Area
 */

/**
 * The element of an area, without its chips.
 * @param {Area} area
 * @param {any} layout
 * @returns {HTMLElement}
 */
export function areaCell(area, layout) {
  const drawn = figureDrawing(area, layout);
  const tall = area.height > 1.15 * area.width;
  const element = h("div", {
    class: `area${tall ? " tall" : ""}`, role: "gridcell", tabindex: -1, "data-bet": area.bet,
    "data-family": area.family, "data-group": area.group,
  });
  placeArea(element, area, layout, Math.max(1, drawn.length), tall);
  element.append(h("span", { class: "print", "aria-hidden": "true" }, ...print(area, drawn)));
  return element;
}

/**
 * @param {Area} area
 * @param {SVGElement[]} drawn
 */
function print(area, drawn) {
  const parts = [];
  if (area.family === "total") parts.push(h("span", { class: "numeral" }, area.bet.slice(6)));
  else if (!drawn.length) parts.push(h("span", { class: "name" }, localText(area.name)));
  else parts.push(h("span", { class: "figure" }, ...drawn));
  if (area.family === "symbol" || area.family === "colour") {
    parts.push(h("span", { class: "caption" }, localText(area.name)));
  }
  if (hasText(`range.${area.family}`)) parts.push(h("span", { class: "range" }, say(`range.${area.family}`)));
  parts.push(h("span", { class: "odds" }, area.odds.map(oddsShort).join(" · ")));
  return parts;
}

/**
 * Position the area as fractions of the cloth, and set the lengths for its letters and dice.
 * @param {HTMLElement} element
 * @param {Area} area
 * @param {any} layout
 * @param {number} count
 * @param {boolean} tall
 */
function placeArea(element, area, layout, count, tall) {
  const across = 100 / layout.width;
  const down = 100 / layout.height;
  element.style.left = `${area.x * across}%`;
  element.style.top = `${area.y * down}%`;
  element.style.width = `${area.width * across}%`;
  element.style.height = `${area.height * down}%`;
  element.style.setProperty("--w", `${area.width * across}cqw`);
  element.style.setProperty("--h", `${area.height * down}cqh`);
  const [wide, high] = tall ? [0.62, 0.6 / count] : [0.84 / count, count === 1 ? 0.52 : 0.44];
  element.style.setProperty("--die", `min(${area.width * across * wide}cqw, ${area.height * down * high}cqh)`);
}

/** @typedef {{face: number, sign: any, colour: string}} Figure a die with a number or a symbol, or a patch of colour */

/**
 * The figures that show the bet; none for a bet with only a name.
 * @param {Area} area
 * @param {any} layout
 * @returns {Figure[]}
 */
export function figures(area, layout) {
  const about = area.bet.slice(area.family.length + 1);
  if (!about || area.family === "total") return [];
  const times = TIMES[area.family] ?? 1;
  const sign = layout.symbols.find((/** @type {any} */ symbol) => symbol.key === about);
  if (area.family.startsWith("colour")) return repeat(times, () => ({ face: 0, sign: null, colour: about }));
  if (sign) return repeat(times, () => ({ face: sign.face, sign, colour: "" }));
  return [...about].flatMap((face) => repeat(times, () => ({ face: Number(face), sign: null, colour: "" })));
}

/**
 * The same figures as drawings.
 * @param {Area} area
 * @param {any} layout
 */
export function figureDrawing(area, layout) {
  return figures(area, layout).map(({ face, sign, colour }) => (colour
    ? colourPatch(colour, say(`colour.letter.${colour}`))
    : flatDie(face, sign, sign ? say(`colour.letter.${sign.colour}`) : "")));
}

/**
 * @template T
 * @param {number} times
 * @param {() => T} make
 * @returns {T[]}
 */
function repeat(times, make) {
  return Array.from({ length: times }, make);
}

/**
 * The text of an area for screen readers: its name and all its odds.
 * @param {Area} area
 */
export function areaLabel(area) {
  return `${localText(area.name)}, ${area.odds.map(odds).join(say("list"))}`;
}
