// @ts-check
/** `<sb-dice>`: three dice in the tumbler, which are covered, tumbling or at rest. */

import { prefersReducedMotion, h, svg } from "../util/dom.js";
import { addDrawings, faceOf } from "./drawings.js";
import { localText, onLanguage, say } from "../i18n.js";

/** The rotation of the cube that brings each face to the front. */
const TURNS = [[0, 0], [0, -90], [-90, 0], [90, 0], [0, 90], [0, 180]];
/** The angle of each die at rest: no die lies quite straight. */
const LEANS = [-7, 4, 9];
const SIDES = [1, 2, 3, 4, 5, 6];

/**
 * Properties: `symbols` (the layout's), `dice` ([1, 4, 4] or null), `state` ("covered", "shaking", "shown", "void").
 * `roll(dice)` lets them tumble to a result; the promise is kept once they lie.
 */
export class Dice extends HTMLElement {
  constructor() {
    super();
    /** @type {any[]} */
    this._symbols = [];
    /** @type {number[] | null} */
    this._dice = null;
    /** @type {HTMLElement[]} */
    this.cubes = [];
    this.dome = h("div", { class: "dome" });
    onLanguage(() => this.isConnected && (this._symbols.length ? this.build() : this.label()));
  }

  connectedCallback() {
    addDrawings();
    this.setAttribute("role", "img");
    this.classList.add("sb-dice");
    if (!this.dataset.state) this.dataset.state = "covered";
    this.build();
  }

  /** @param {any[]} symbols */
  set symbols(symbols) {
    this._symbols = symbols ?? [];
    if (this.isConnected) this.build();
  }

  /** @param {number[] | null} dice */
  set dice(dice) {
    this._dice = dice;
    this.settle();
  }

  get dice() {
    return this._dice;
  }

  /** @param {string} state */
  set state(state) {
    this.dataset.state = state;
    this.label();
  }

  get state() {
    return this.dataset.state ?? "covered";
  }

  /**
   * Tumble to this result.
   * @param {number[]} dice
   */
  async roll(dice) {
    this.state = "shown";
    this._dice = dice;
    this.label();
    if (prefersReducedMotion()) {
      this.settle();
      return;
    }
    const runs = this.cubes.map((cube, index) => tumble(cube, TURNS[dice[index] - 1], index));
    await Promise.allSettled(runs);
    this.settle();
  }

  /** @private */
  build() {
    this.cubes = [0, 1, 2].map(() => h("div", { class: "cube" }, ...SIDES.map((number) => this.side(number))));
    this.replaceChildren(h("div", { class: "bed" }, ...this.cubes.map((cube) => h("div", { class: "place" }, cube))), this.dome);
    this.settle();
  }

  /**
   * @private
   * @param {number} number
   */
  side(number) {
    const sign = this._symbols.find((symbol) => symbol.face === number);
    const letter = sign ? say(`colour.letter.${sign.colour}`) : "";
    return h("div", { class: `side side-${number}${sign ? ` colour-${sign.colour}` : ""}` },
      svg("svg", { viewBox: "0 0 100 100" }, ...faceOf(number, sign, letter)));
  }

  /** @private */
  settle() {
    this.cubes.forEach((cube, index) => {
      const [x, y] = TURNS[(this._dice?.[index] ?? [1, 4, 6][index]) - 1];
      cube.style.transform = `rotateZ(${LEANS[index]}deg) rotateX(${x}deg) rotateY(${y}deg)`;
    });
    this.label();
  }

  /** @private */
  label() {
    const shown = this.state === "shown" && this._dice;
    this.setAttribute("aria-label", shown ? this.spoken() : say(`dice.${this.state}`));
  }

  /** @private */
  spoken() {
    return (this._dice ?? []).map((number) =>
      localText(this._symbols.find((symbol) => symbol.face === number)?.name) || String(number)).join(", ");
  }
}

/**
 * @param {HTMLElement} cube
 * @param {number[]} turn
 * @param {number} index
 */
function tumble(cube, [x, y], index) {
  const spin = 720 + 180 * index;
  const hop = 46 + 14 * index;
  const lean = LEANS[index];
  return cube.animate([
    { transform: `translateY(0) rotateZ(${lean - 200}deg) rotateX(${x - spin}deg) rotateY(${y - spin}deg)` },
    { transform: `translateY(-${hop}%) rotateZ(${lean - 120}deg) rotateX(${x - spin * 0.6}deg) rotateY(${y - spin * 0.55}deg)`, offset: 0.3 },
    { transform: `translateY(10%) rotateZ(${lean - 60}deg) rotateX(${x - spin * 0.3}deg) rotateY(${y - spin * 0.28}deg)`, offset: 0.58 },
    { transform: `translateY(-${hop * 0.3}%) rotateZ(${lean - 20}deg) rotateX(${x - 90}deg) rotateY(${y - 60}deg)`, offset: 0.78 },
    { transform: `translateY(0) rotateZ(${lean}deg) rotateX(${x}deg) rotateY(${y}deg)` },
  ], { duration: 1150 + 160 * index, easing: "cubic-bezier(.25,.6,.35,1)" }).finished;
}

customElements.define("sb-dice", Dice);
