// @ts-check
/** `<sb-road>`: past results in the form that players record them. It is a record only: the dice have no memory. */

import { h, svg } from "../util/dom.js";
import { flatDie } from "./drawings.js";
import { named, onLanguage, say } from "../i18n.js";

const ROWS = 6;

/** @typedef {{round: number, dice?: number[] | null, void?: string | null, corrected?: boolean}} Past */

/**
 * The size of a result: "small", "big", or "triple" for neither.
 * @param {number[]} dice
 */
export function sizeOf(dice) {
  if (dice[0] === dice[1] && dice[1] === dice[2]) return "triple";
  return dice[0] + dice[1] + dice[2] <= 10 ? "small" : "big";
}

/**
 * The parity of a result: "odd", "even", or "triple" for neither.
 * @param {number[]} dice
 */
export function parityOf(dice) {
  if (dice[0] === dice[1] && dice[1] === dice[2]) return "triple";
  return (dice[0] + dice[1] + dice[2]) % 2 ? "odd" : "even";
}

/**
 * The sides of a result, for the text `side`: its size and its parity, or only "triple".
 * @param {number[]} dice
 */
export function sidesOf(dice) {
  return [...new Set([sizeOf(dice), parityOf(dice)])];
}

/**
 * Runs of like results as columns. A triple does not break a run but marks it; a void round is left out.
 * @param {Past[]} history newest first
 * @param {(dice: number[]) => string} sideOf
 */
export function runs(history, sideOf) {
  /** @type {{side: string, beads: {round: number, triples: number}[]}[]} */
  const columns = [];
  for (const { round, dice } of [...history].reverse()) {
    if (!dice) continue;
    const side = sideOf(dice);
    const last = columns[columns.length - 1];
    if (side === "triple") {
      if (last) last.beads[last.beads.length - 1].triples += 1;
    } else if (last && last.side === side) last.beads.push({ round, triples: 0 });
    else columns.push({ side, beads: [{ round, triples: 0 }] });
  }
  return columns;
}

/** `kind`: "size" (small and big), "parity" (odd and even) or "dice" (one column a round); `show(history, symbols)`. */
export class ResultsRoad extends HTMLElement {
  constructor() {
    super();
    /** @type {Past[]} */
    this.history = [];
    /** @type {any[]} */
    this.symbols = [];
    onLanguage(() => this.isConnected && this.paint());
    this.room = new ResizeObserver(() => this.paint());
    this.painted = "";
  }

  connectedCallback() {
    this.classList.add("sb-road");
    this.room.observe(this);
    this.paint();
  }

  disconnectedCallback() {
    this.room.disconnect();
  }

  /**
   * @param {Past[]} history newest first
   * @param {any[]} [symbols]
   */
  show(history, symbols = []) {
    this.history = history ?? [];
    this.symbols = symbols;
    this.painted = "";
    if (this.isConnected) this.paint();
  }

  get kind() {
    return this.getAttribute("kind") ?? "size";
  }

  /** @private */
  paint() {
    const width = Math.round(this.clientWidth) || 300;
    const sign = `${width} ${document.documentElement.lang} ${this.history[0]?.round ?? 0}`;
    if (sign === this.painted) return;
    this.painted = sign;
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", this.spoken());
    this.replaceChildren(this.kind === "dice" ? this.strip(width) : this.beads(width));
  }

  /** @private The last results in words, for screen readers. */
  spoken() {
    const results = this.history.slice(0, 8).map(({ dice, void: ground }) =>
      dice ? say("road.result", { dice, total: dice[0] + dice[1] + dice[2] }) : say("road.void", { ground }));
    return say("road.spoken", { road: say(`road.${this.kind}`), results });
  }

  /** @private @param {number} width */
  beads(width) {
    const sideOf = this.kind === "parity" ? parityOf : sizeOf;
    const size = 20;
    const fit = Math.max(4, Math.floor(width / size));
    /** @type {[number, number, string, number][]} */
    const beads = [];
    let column = 0;
    for (const { side, beads: run } of runs(this.history, sideOf)) {
      run.forEach(({ triples }, index) => beads.push([column + Math.floor(index / ROWS), index % ROWS, side, triples]));
      column += Math.ceil(run.length / ROWS);
    }
    const first = Math.max(0, column - fit);
    const lines = svg("path", { class: "lines", d: grid(fit, size) });
    const marks = beads.filter(([x]) => x >= first).map(([x, y, side, triples]) => bead((x - first) * size, y * size, side, triples));
    return svg("svg", { viewBox: `0 0 ${fit * size} ${ROWS * size}`, "aria-hidden": "true" }, lines, ...marks);
  }

  /** @private @param {number} width */
  strip(width) {
    const fit = Math.max(5, Math.floor(width / 30));
    return h("div", { class: "strip", "aria-hidden": "true" }, ...this.history.slice(0, fit).reverse().map((past) => this.column(past)));
  }

  /** @private @param {Past} past */
  column({ round, dice, corrected }) {
    if (!dice) return h("span", { class: "round void", title: `#${round}` }, "✕");
    const sorted = [...dice].sort((a, b) => a - b);
    const side = sizeOf(dice);
    return h("span", { class: `round ${side}${corrected ? " corrected" : ""}`, title: `#${round}` },
      ...sorted.map((face) => flatDie(face, this.symbols.find((sign) => sign.face === face))),
      h("b", {}, String(sorted[0] + sorted[1] + sorted[2])), h("i", {}, named("letter", side)));
  }
}

/**
 * @param {number} columns
 * @param {number} size
 */
function grid(columns, size) {
  const down = Array.from({ length: columns + 1 }, (_, x) => `M${x * size} 0V${ROWS * size}`);
  const across = Array.from({ length: ROWS + 1 }, (_, y) => `M0 ${y * size}H${columns * size}`);
  return [...down, ...across].join("");
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} side
 * @param {number} triples
 */
function bead(x, y, side, triples) {
  return svg("g", { class: `bead ${side}`, transform: `translate(${x + 10} ${y + 10})` },
    svg("circle", { r: 8 }),
    svg("text", { "text-anchor": "middle", "dominant-baseline": "central", y: 0.5 }, named("letter", side)),
    triples ? svg("circle", { class: "triple", r: 3, cx: 6, cy: 6 }) : null);
}

customElements.define("sb-road", ResultsRoad);
