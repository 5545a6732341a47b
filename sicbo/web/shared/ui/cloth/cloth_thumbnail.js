// @ts-check
/** A small cloth as one light drawing, for a lobby with many of them. */

import { figures } from "./bet_area.js";
import { svg } from "../../util/dom.js";
import { addDrawings } from "../drawings.js";
import { feltNumber } from "./felt_colour.js";
import { localText } from "../../i18n.js";

/** @type {Record<string, string>} */
const COLOURS = { red: "#d2481d", green: "#00906c", blue: "#1b78c9" };

/**
 * The picture of a layout, hidden from screen readers.
 * @param {any} layout
 */
export function clothThumbnail(layout) {
  addDrawings();
  return svg("svg", { class: "sb-miniature", "data-felt": feltNumber(layout.layout), viewBox: `-12 -12 ${layout.width + 24} ${layout.height + 24}`, "aria-hidden": "true" },
    svg("rect", { class: "felt", x: -6, y: -6, width: layout.width + 12, height: layout.height + 12, rx: 28 }),
    svg("rect", { x: -6, y: -6, width: layout.width + 12, height: layout.height + 12, rx: 28, fill: "url(#sb-shade)" }),
    ...layout.areas.map((/** @type {any} */ area) => svg("g", {},
      svg("rect", { class: "box", x: area.x, y: area.y, width: area.width, height: area.height }), ...content(area, layout))));
}

/**
 * @param {import("./bet_area.js").Area} area
 * @param {any} layout
 */
function content(area, layout) {
  const shown = figures(area, layout);
  const [middle, centre] = [area.x + area.width / 2, area.y + area.height / 2];
  if (!shown.length) {
    return lettering(area.family === "total" ? [area.bet.slice(6)] : splitInTwo(localText(area.name)), area);
  }
  const tall = area.height > 1.15 * area.width;
  const count = shown.length;
  const size = tall ? Math.min(0.66 * area.width, (0.8 * area.height) / count) : Math.min((0.88 * area.width) / count, 0.62 * area.height);
  return shown.map((one, index) => {
    const shift = (index - (count - 1) / 2) * size;
    const x = middle - size * 0.46 + (tall ? 0 : shift);
    const y = centre - size * 0.46 + (tall ? shift : 0);
    return drawing(one, x, y, size * 0.92);
  });
}

/** A long name split into two lines. @param {string} text */
function splitInTwo(text) {
  const words = text.split(" ");
  const half = Math.ceil(words.length / 2);
  return text.length > 8 && words.length > 1 ? [words.slice(0, half).join(" "), words.slice(half).join(" ")] : [text];
}

/**
 * @param {string[]} lines
 * @param {import("./bet_area.js").Area} area
 */
function lettering(lines, area) {
  const longest = Math.max(2.5, ...lines.map((line) => [...line].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 : 1), 0)));
  const size = Math.min((area.height * 0.5) / lines.length, (1.6 * area.width) / longest);
  return lines.map((line, index) => svg("text", { x: area.x + area.width / 2,
    y: area.y + area.height / 2 + (index - (lines.length - 1) / 2) * size * 1.1, "font-size": size }, line));
}

/**
 * @param {import("./bet_area.js").Figure} one
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function drawing({ face, sign, colour }, x, y, size) {
  if (colour) return svg("circle", { cx: x + size / 2, cy: y + size / 2, r: size * 0.42, fill: COLOURS[colour] });
  if (!sign) return svg("use", { href: `#sb-small-${face}`, x, y, width: size, height: size });
  return svg("g", { color: COLOURS[sign.colour] },
    svg("rect", { x, y, width: size, height: size, rx: size * 0.2, fill: "#f4ead2" }),
    svg("use", { href: `#sb-symbol-${sign.key}`, x: x + size * 0.12, y: y + size * 0.12, width: size * 0.76, height: size * 0.76 }));
}
