// @ts-check
/** The tray: chips to choose from, and the buttons that change the slip. */

import "/shared/ui/chip.js";
import { fill, find, h } from "/shared/util/dom.js";
import { say } from "/shared/i18n.js";

/** The buttons under the cloth and their keys. */
export const ACTS = { undo: "u", clear: "c", rebet: "r", double: "d", remove: "x", info: "?", favourites: "f" };

/** The chips and buttons; `chosen` is the value of the selected chip. */
export class ChipTray {
  /** @param {(act: string) => void} act */
  constructor(act) {
    this.chips = find("#chips");
    this.acts = find("#acts");
    this.act = act;
    /** @type {number[]} */
    this.values = [];
    this.chosen = 0;
    this.infoMode = false;
    this.chips.addEventListener("keydown", (event) => this.arrow(event));
  }

  /**
   * Show these chips; at first the smallest that meets the minimum is selected.
   * @param {number[]} values
   * @param {number} minimum
   */
  show(values, minimum) {
    if (values.join() === this.values.join()) return;
    this.values = values;
    if (!values.includes(this.chosen)) {
      const enough = values.filter((value) => value >= Math.max(minimum, 500));
      this.chosen = enough[0] ?? values[values.length - 1] ?? 0;
    }
    this.paint();
  }

  /** Draw chips and buttons, for example after a change of language. */
  paint() {
    this.chips.setAttribute("aria-label", say("chips"));
    fill(this.chips, ...this.values.map((value, index) => h("button", {
      type: "button", role: "radio", class: "pick", "data-value": value, "aria-checked": value === this.chosen,
      "aria-label": say("chip", { value }), tabindex: value === this.chosen ? 0 : -1,
      onclick: () => this.choose(index),
    }, h(/** @type {any} */ ("sb-chip"), { value }), h("kbd", {}, String(index + 1)))));
    fill(this.acts, ...Object.entries(ACTS).map(([act, key]) => h("button", {
      type: "button", "data-act": act, "aria-keyshortcuts": key, onclick: () => this.act(act),
      "aria-pressed": act === "info" ? this.infoMode : null,
    }, say(`do.${act}`), h("kbd", {}, key.toUpperCase()))));
  }

  /**
   * Select a chip.
   * @param {number} index
   */
  choose(index) {
    const value = this.values[index];
    if (value === undefined) return;
    this.chosen = value;
    for (const button of this.chips.children) {
      const on = Number(button.getAttribute("data-value")) === value;
      button.setAttribute("aria-checked", String(on));
      button.setAttribute("tabindex", on ? "0" : "-1");
    }
  }

  /** Set whether a touch shows information about an area instead of placing a chip. @param {boolean} on */
  setInfoMode(on) {
    this.infoMode = on;
    this.acts.querySelector('[data-act="info"]')?.setAttribute("aria-pressed", String(on));
  }

  /** Enable the buttons that are possible now. @param {Record<string, boolean>} possible */
  enableActs(possible) {
    for (const [act, may] of Object.entries(possible)) {
      const button = /** @type {HTMLButtonElement | null} */ (this.acts.querySelector(`[data-act="${act}"]`));
      if (button) button.disabled = !may;
    }
  }

  /** The element of the selected chip: flying chips start there. */
  get hand() {
    return this.chips.querySelector('[aria-checked="true"]');
  }

  /** @private @param {KeyboardEvent} event */
  arrow(event) {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const count = this.values.length;
    this.choose((this.values.indexOf(this.chosen) + way + count) % count);
    /** @type {HTMLElement | null} */ (this.hand)?.focus();
  }
}
