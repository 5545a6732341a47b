// @ts-check
/** The drawings that are used many times: six dice and six symbols, once in each page. */

import { svg } from "../util/dom.js";

/** The positions of the pips of each face; one and four are red, as on Chinese dice. */
const PIPS = [
  [[50, 50]],
  [[28, 28], [72, 72]],
  [[27, 27], [50, 50], [73, 73]],
  [[29, 29], [71, 29], [29, 71], [71, 71]],
  [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  [[29, 24], [71, 24], [29, 50], [71, 50], [29, 76], [71, 76]],
];
const RED = new Set([1, 4]);

/** The outline of each symbol in a square of 100; the last number is the width of a line, 0 for a filled shape. */
/** @type {Record<string, [string, number][]>} */
const SYMBOLS = {
  fish: [
    ["M8 50C20 24 52 20 70 44L92 24Q86 50 92 76L70 56C52 80 20 76 8 50ZM27 40a5 5 0 1 0 .1 0Z", 0],
    ["M42 34Q50 50 42 66", -4],
  ],
  prawn: [
    ["M80 30C62 8 22 14 16 46C12 72 34 90 58 84L54 68C40 70 32 60 36 48C40 36 54 32 62 40Q72 40 80 30Z", 0],
    ["M58 84L82 72L84 92ZM58 82L76 66L88 74Z", 0],
    ["M78 28Q92 18 90 4M74 24Q82 12 76 4", 4],
    ["M44 66L58 56M40 56L54 48M44 44L56 42", 4],
    ["M26 34L40 44M20 50L36 52M24 70L38 60", -3],
  ],
  gourd: [
    ["M50 92C24 92 16 74 24 60C29 52 38 50 38 44C30 36 34 22 50 22C66 22 70 36 62 44C62 50 71 52 76 60C84 74 76 92 50 92Z", 0],
    ["M50 22Q50 10 64 7", 5],
    ["M37 46H63", -5],
    ["M34 72Q36 62 44 60", -4],
  ],
  coin: [
    ["M50 8A42 42 0 1 1 49.9 8ZM36 36V64H64V36Z", 0],
    ["M50 15A35 35 0 1 1 49.9 15Z", -3],
    ["M50 18V30M50 70V82M18 50H30M70 50H82", -5],
  ],
  crab: [
    ["M22 58C22 40 36 34 50 34C64 34 78 40 78 58C78 74 64 82 50 82C36 82 22 74 22 58Z", 0],
    ["M8 38C2 20 14 8 26 10L18 22L30 22C30 32 22 40 8 38ZM92 38C98 20 86 8 74 10L82 22L70 22C70 32 78 40 92 38Z", 0],
    ["M16 36L28 46M84 36L72 46M22 60L6 56M22 68L6 74M28 76L16 90M78 60L94 56M78 68L94 74M72 76L84 90", 5],
    ["M41 36L40 24M59 36L60 24", 5],
    ["M38 62Q50 72 62 62", -4],
  ],
  chicken: [
    ["M60 34C60 20 72 12 82 20L94 28L83 34C86 62 72 80 50 80C28 80 14 66 8 36C20 50 34 46 44 46C54 46 60 42 60 34ZM74 25a4 4 0 1 0 .1 0Z", 0],
    ["M66 18C62 8 70 4 73 11C75 3 83 5 81 13C88 11 89 18 84 21Z", 0],
    ["M44 79V92H36M58 79V92H50", 5],
    ["M30 58Q44 70 60 56", -4],
  ],
};

let drawn = false;

/** Add the drawings to the page, once. */
export function addDrawings() {
  if (drawn) return;
  drawn = true;
  const shine = svg("linearGradient", { id: "sb-ivory", x1: 0, y1: 0, x2: 0.6, y2: 1 },
    svg("stop", { offset: 0, "stop-color": "#fffdf4" }), svg("stop", { offset: 0.55, "stop-color": "#f4ead2" }),
    svg("stop", { offset: 1, "stop-color": "#d9c8a2" }));
  const shade = svg("radialGradient", { id: "sb-shade", cx: 0.5, cy: 0.35, r: 0.85 },
    svg("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": 0.1 }), svg("stop", { offset: 0.5, "stop-color": "#000", "stop-opacity": 0 }),
    svg("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.5 }));
  const store = svg("svg", { class: "sb-drawings", width: 0, height: 0, "aria-hidden": "true" },
    svg("defs", {}, shine, shade, pip("sb-pip", "#4a4038", "#15100c"), pip("sb-pip-red", "#e0463a", "#8c140f")),
    ...PIPS.map((_, index) => face(index + 1)), ...PIPS.map((_, index) => small(index + 1)), ...Object.keys(SYMBOLS).map(symbol));
  document.body.append(store);
}

/**
 * @param {string} id
 * @param {string} light
 * @param {string} dark
 */
function pip(id, light, dark) {
  return svg("radialGradient", { id, cx: 0.42, cy: 0.36, r: 0.7 },
    svg("stop", { offset: 0, "stop-color": dark }), svg("stop", { offset: 0.7, "stop-color": dark }),
    svg("stop", { offset: 1, "stop-color": light }));
}

/** @param {number} number */
function face(number) {
  const size = number === 1 ? 15 : 9.5;
  const ink = RED.has(number) ? "url(#sb-pip-red)" : "url(#sb-pip)";
  return svg("symbol", { id: `sb-face-${number}`, viewBox: "0 0 100 100" },
    ...PIPS[number - 1].map(([cx, cy]) => svg("circle", { cx, cy, r: size, fill: ink })));
}

/** A die without shine, for pictures with hundreds of them. @param {number} number */
function small(number) {
  return svg("symbol", { id: `sb-small-${number}`, viewBox: "0 0 100 100" },
    svg("rect", { width: 100, height: 100, rx: 18, fill: "#f4ead2" }),
    ...PIPS[number - 1].map(([cx, cy]) => svg("circle", { cx, cy, r: number === 1 ? 15 : 10.5, fill: RED.has(number) ? "#a51c14" : "#1d1712" })));
}

/** @param {string} name */
function symbol(name) {
  return svg("symbol", { id: `sb-symbol-${name}`, viewBox: "0 0 100 100" }, ...SYMBOLS[name].map(([d, line]) =>
    line === 0
      ? svg("path", { d, fill: "currentColor", "fill-rule": "evenodd" })
      : svg("path", { d, fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round",
        stroke: line > 0 ? "currentColor" : "#f4ead2", "stroke-width": Math.abs(line) })));
}

/**
 * The drawing with that id, sized by its class.
 * @param {string} id
 * @param {string} [classes]
 */
export function picture(id, classes = "") {
  addDrawings();
  return svg("svg", { viewBox: "0 0 100 100", class: classes, "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#${id}` }));
}

/**
 * A flat die: ivory with pips, or with a symbol in its colour and the letter of that colour.
 * @param {number} number 1 to 6
 * @param {any} [sign] the entry of the layout's `symbols`, if the dice show symbols
 * @param {string} [letter]
 */
export function flatDie(number, sign, letter = "") {
  addDrawings();
  const die = svg("svg", { viewBox: "0 0 100 100", class: `die${sign ? ` colour-${sign.colour}` : ""}`,
    "aria-hidden": "true", focusable: "false" },
  svg("rect", { x: 2, y: 2, width: 96, height: 96, rx: 20, fill: "url(#sb-ivory)", stroke: "#8f7a4e", "stroke-width": 2 }));
  die.append(...faceOf(number, sign, letter));
  return die;
}

/**
 * The picture on a face, without the die.
 * @param {number} number
 * @param {any} [sign]
 * @param {string} [letter]
 * @returns {SVGElement[]}
 */
export function faceOf(number, sign, letter = "") {
  if (!sign) return [svg("use", { href: `#sb-face-${number}` })];
  return [
    svg("use", { href: `#sb-symbol-${sign.key}`, x: 12, y: 8, width: 76, height: 76 }),
    svg("text", { x: 88, y: 93, class: "letter", "text-anchor": "end" }, letter),
  ];
}

/**
 * A patch of one colour with its letter: bets on colours show both.
 * @param {string} colour
 * @param {string} letter
 */
export function colourPatch(colour, letter) {
  const shapes = {
    red: svg("circle", { cx: 50, cy: 50, r: 44 }),
    green: svg("path", { d: "M50 4L96 88H4Z" }),
    blue: svg("rect", { x: 8, y: 8, width: 84, height: 84, rx: 8 }),
  };
  const shape = shapes[/** @type {"red" | "green" | "blue"} */ (colour)] ?? shapes.blue;
  shape.setAttribute("fill", "currentColor");
  return svg("svg", { viewBox: "0 0 100 100", class: `patch colour-${colour}`, "aria-hidden": "true" }, shape,
    svg("text", { x: 50, y: colour === "green" ? 80 : 68, class: "letter", "text-anchor": "middle" }, letter));
}
