// @ts-check
/** `<sb-chip>`: a chip, or the stack of chips that makes an amount. */

import { svg } from "../util/dom.js";
import { chipsFor, money, chipLabel } from "../util/money.js";

/** The colours of chips by their value in cents: face, edge and text. */
const COLOURS = [
  [100_000, "#c9a227", "#3c2a00", "#1d1400"],
  [50_000, "#6b3fa0", "#e9dcff", "#ffffff"],
  [10_000, "#23262b", "#d9d9d9", "#ffffff"],
  [2_500, "#0f6b4a", "#d4f5e4", "#ffffff"],
  [500, "#a3231f", "#ffe1dc", "#ffffff"],
  [100, "#d8d2c2", "#2b4d86", "#17202e"],
  [0, "#8a6a3b", "#f0dfc0", "#ffffff"],
];
const USUAL = [100, 500, 2_500, 10_000, 50_000, 100_000];

/** Attributes: `value` in cents; `stack` draws a stack; `state` is "draft", "registered", "refused" or "other". */
export class Chip extends HTMLElement {
  static observedAttributes = ["value", "stack", "state"];

  connectedCallback() {
    this.classList.add("sb-chip");
    this.paint();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.paint();
  }

  /** @private */
  paint() {
    const value = Number(this.getAttribute("value") ?? 0);
    const chips = this.hasAttribute("stack") ? chipsFor(value, USUAL) : [value];
    const tall = 100 + 9 * (chips.length - 1);
    const layers = chips.map((chip, index) => disc(chip, tall - 50 - 9 * index));
    const top = colours(chips[chips.length - 1]);
    const label = svg("text", { x: 50, y: 50, class: "worth", fill: top[3], "font-size": fit(chipLabel(value)),
      "text-anchor": "middle", "dominant-baseline": "central" }, chipLabel(value));
    this.replaceChildren(svg("svg", { viewBox: `0 0 100 ${tall}`, "aria-hidden": "true", focusable: "false" }, ...layers, label));
    this.title = money(value);
  }
}

/** @param {string} text */
function fit(text) {
  return text.length <= 2 ? 36 : text.length === 3 ? 28 : text.length === 4 ? 22 : 17;
}

/** @param {number} value */
function colours(value) {
  return /** @type {[number, string, string, string]} */ (COLOURS.find(([from]) => value >= Number(from)));
}

/**
 * @param {number} value
 * @param {number} cy
 */
function disc(value, cy) {
  const [, face, edge, ink] = colours(value);
  return svg("g", {},
    svg("circle", { cx: 50, cy: cy + 4, r: 46, fill: "#000", opacity: 0.45 }),
    svg("circle", { cx: 50, cy, r: 46, fill: face }),
    svg("circle", { cx: 50, cy, r: 40, fill: "none", stroke: edge, "stroke-width": 11, "stroke-dasharray": "15.7 26.2" }),
    svg("circle", { cx: 50, cy, r: 31, fill: face, stroke: edge, "stroke-width": 1.6, "stroke-dasharray": "3 2.5" }),
    svg("circle", { cx: 50, cy, r: 45, fill: "none", stroke: ink, "stroke-opacity": 0.35, "stroke-width": 1.5, class: "rim" }));
}

customElements.define("sb-chip", Chip);
