// @ts-check
/** `<sb-cloth>`: the cloth of any layout, with chips, lights, tabs on a phone, and keyboard control. */

import "../chip.js";
import { areaCell, areaLabel } from "./bet_area.js";
import { fill, h, write } from "../../util/dom.js";
import { feltNumber } from "./felt_colour.js";
import { areaForLetter, rowsOf, areaInDirection } from "./cloth_keys.js";
import { addDrawings } from "../drawings.js";
import { onLanguage, say } from "../../i18n.js";

const NARROW = 720;

/**
 * Properties: `layout` (GET /layouts/…), `plain` (a picture only).
 * Methods: `chips(stakes)`, `others(areas)`, `light(lit, tags)`, `focusArea`, `jump(letter)`, `cellOf`.
 * Events: "area" with {bet, gesture: "place" | "remove" | "info"}; "look" with {bet} when the focus moves.
 */
export class Cloth extends HTMLElement {
  constructor() {
    super();
    /** @type {any} */
    this._layout = null;
    /** @type {Map<string, {area: import("./bet_area.js").Area, element: HTMLElement, spot: HTMLElement, tag: HTMLElement, label: HTMLElement}>} */
    this.cells = new Map();
    this.current = "";
    this.tab = "";
    this.plain = false;
    this.surface = h("div", { class: "surface" });
    this.tabs = h("div", { class: "tabs", role: "tablist" });
    this.size = new ResizeObserver(() => this.fold());
    this.deaf = () => {};
  }

  connectedCallback() {
    addDrawings();
    this.classList.add("sb-cloth");
    this.replaceChildren(this.tabs, this.surface);
    this.surface.addEventListener("click", (event) => this.touched(event, "place"));
    this.surface.addEventListener("contextmenu", (event) => this.touched(event, "remove"));
    this.surface.addEventListener("keydown", (event) => this.pressed(event));
    this.surface.addEventListener("focusin", (event) => this.looked(event));
    this.size.observe(this);
    this.deaf = onLanguage(() => this._layout && this.build());
    if (this._layout) this.build();
  }

  disconnectedCallback() {
    this.size.disconnect();
    this.deaf();
  }

  /** @param {any} layout */
  set layout(layout) {
    this._layout = layout;
    if (!layout.areas.some((/** @type {any} */ area) => area.bet === this.current)) this.current = layout.areas[0].bet;
    if (this.isConnected) this.build();
  }

  get layout() {
    return this._layout;
  }

  /** @private */
  build() {
    const { areas, groups, layout } = this._layout;
    this.cells.clear();
    this.surface.setAttribute("role", this.plain ? "presentation" : "grid");
    this.surface.setAttribute("aria-label", say("cloth", { name: this._layout.name }));
    this.dataset.felt = String(feltNumber(layout));
    const rows = rowsOf([...areas].sort((a, b) => a.order - b.order));
    fill(this.surface, ...rows.map((row) => h("div", { class: "row", role: "row" }, ...row.map((area) => this.make(area)))));
    this.tab = groups.includes(this.tab) ? this.tab : groups[0];
    fill(this.tabs, ...(this.plain ? [] : groups.map((/** @type {string} */ group) => this.tabOf(group))));
    if (this.plain) this.setAttribute("aria-hidden", "true");
    this.cells.get(this.current)?.element.setAttribute("tabindex", this.plain ? "-1" : "0");
    this.fold();
    this.dispatchEvent(new CustomEvent("built"));
  }

  /**
   * @private
   * @param {import("./bet_area.js").Area} area
   */
  make(area) {
    const element = areaCell(area, this._layout);
    const spot = h("span", { class: "spot", "aria-hidden": true });
    const tag = h("span", { class: "tag", "aria-hidden": true });
    const label = h("span", { class: "unseen" }, this.plain ? "" : areaLabel(area));
    element.append(spot, tag, label);
    if (this.plain) for (const name of ["tabindex", "role"]) element.removeAttribute(name);
    this.cells.set(area.bet, { area, element, spot, tag, label });
    return element;
  }

  /**
   * @private
   * @param {string} group
   */
  tabOf(group) {
    return h("button", { type: "button", role: "tab", "data-group": group, "aria-selected": group === this.tab,
      onclick: () => this.choose(group) }, say(`group.${group}`), h("span", { class: "has", "aria-hidden": "true" }));
  }

  /**
   * Show a group, if the cloth is folded into tabs.
   * @param {string} group
   */
  choose(group) {
    this.tab = group;
    this.fold();
  }

  /** @private Turn the groups into tabs on a narrow screen. */
  fold() {
    const folded = !this.plain && this.clientWidth > 0 && this.clientWidth < NARROW;
    this.dataset.mode = folded ? "tabs" : "cloth";
    for (const tab of this.tabs.children) tab.setAttribute("aria-selected", String(tab.getAttribute("data-group") === this.tab));
    for (const { area, element } of this.cells.values()) element.hidden = folded && area.group !== this.tab;
    for (const row of this.surface.children) /** @type {HTMLElement} */ (row).hidden = !row.querySelector(".area:not([hidden])");
    if (folded && this.cells.get(this.current)?.element.hidden) {
      const first = [...this.cells.values()].find(({ element }) => !element.hidden);
      if (first) this.rove(first.area.bet);
    }
  }

  /**
   * Show the player's own stakes: cents, their state and, once settled, their outcome.
   * @param {Record<string, {cents: number, state: string}>} stakes
   */
  chips(stakes) {
    const groups = new Set();
    for (const [bet, { area, element, spot }] of this.cells) {
      const stake = stakes[bet];
      const old = spot.querySelector("sb-chip.mine");
      if (stake) groups.add(area.group);
      if (!stake) old?.remove();
      else {
        const chip = old ?? spot.appendChild(h(/** @type {any} */ ("sb-chip"), { class: "mine", stack: true }));
        chip.setAttribute("value", String(stake.cents));
        chip.setAttribute("state", stake.state);
      }
      element.classList.toggle("mine", Boolean(stake));
      if (!this.plain) this.relabel(bet, stake);
    }
    for (const tab of this.tabs.children) tab.classList.toggle("staked", groups.has(tab.getAttribute("data-group")));
  }

  /**
   * @private
   * @param {string} bet
   * @param {{cents: number, state: string} | undefined} stake
   */
  relabel(bet, stake) {
    const entry = this.cells.get(bet);
    if (!entry) return;
    const parts = [areaLabel(entry.area)];
    if (stake) parts.push(say("area.mine", { stake: stake.cents, state: stake.state }));
    if (entry.element.classList.contains("lit")) parts.push(say("area.lit"));
    write(entry.label, parts.join(". "));
  }

  /**
   * Show the stakes of other players: the view's `areas`, less the player's own.
   * @param {Record<string, number>} amounts
   */
  others(amounts) {
    for (const [bet, { spot }] of this.cells) {
      const cents = amounts[bet] ?? 0;
      const old = spot.querySelector("sb-chip.theirs");
      if (cents <= 0) old?.remove();
      else {
        const chip = old ?? h(/** @type {any} */ ("sb-chip"), { class: "theirs", state: "other", stack: true });
        chip.setAttribute("value", String(cents));
        if (!old) spot.prepend(chip);
      }
    }
  }

  /**
   * Light the areas that won, with glow, border and tag; `tags` replaces the text of a tag, for example with "+160.00".
   * @param {string[]} lit
   * @param {Record<string, string>} [tags]
   */
  light(lit, tags = {}) {
    const won = new Set(lit);
    for (const [bet, { element, tag }] of this.cells) {
      element.classList.toggle("lit", won.has(bet));
      element.classList.toggle("paid", bet in tags);
      write(tag, won.has(bet) || bet in tags ? tags[bet] ?? say("area.tag") : "");
    }
  }

  /**
   * The element of an area, as the target of a flying chip.
   * @param {string} bet
   */
  cellOf(bet) {
    return this.cells.get(bet)?.element ?? null;
  }

  /**
   * Focus an area; a folded cloth opens its group.
   * @param {string} bet
   */
  focusArea(bet) {
    const entry = this.cells.get(bet);
    if (!entry) return;
    if (entry.element.hidden) this.choose(entry.area.group);
    this.rove(bet);
    entry.element.focus();
  }

  /**
   * Focus the first area of the kind that a letter stands for; return false if this layout has none.
   * @param {string} letter
   */
  jump(letter) {
    const bet = this._layout && areaForLetter(this._layout.areas, letter);
    if (bet) this.focusArea(bet);
    return Boolean(bet);
  }

  /**
   * @private
   * @param {string} bet
   */
  rove(bet) {
    this.cells.get(this.current)?.element.setAttribute("tabindex", "-1");
    this.current = bet;
    this.cells.get(bet)?.element.setAttribute("tabindex", "0");
  }

  /**
   * @private
   * @param {Event} event
   * @param {string} gesture
   */
  touched(event, gesture) {
    const element = /** @type {Element} */ (event.target).closest(".area");
    if (!element || this.plain) return;
    const mouse = /** @type {PointerEvent} */ (event).pointerType !== "touch";
    event.preventDefault();
    if (gesture === "remove" && !mouse) gesture = "info";
    this.focusArea(element.getAttribute("data-bet") ?? "");
    this.ask(gesture);
  }

  /** @private @param {string} gesture */
  ask(gesture) {
    this.dispatchEvent(new CustomEvent("area", { detail: { bet: this.current, gesture } }));
  }

  /** @private @param {FocusEvent} event */
  looked(event) {
    const bet = /** @type {Element} */ (event.target).getAttribute("data-bet");
    if (!bet) return;
    this.rove(bet);
    this.dispatchEvent(new CustomEvent("look", { detail: { bet } }));
  }

  /** @private @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.ask(event.shiftKey ? "remove" : "place");
    } else if (/^(Arrow|Home|End)/.test(event.key)) {
      event.preventDefault();
      this.focusArea(areaInDirection(this.boxes(), this.current, event.key, this.boxes(this.rowOf(this.current))));
    }
  }

  /** @private @param {string} bet */
  rowOf(bet) {
    return this.cells.get(bet)?.element.parentElement ?? this.surface;
  }

  /**
   * @private
   * @param {ParentNode} [within]
   */
  boxes(within = this.surface) {
    return [...within.querySelectorAll(".area:not([hidden])")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { bet: element.getAttribute("data-bet") ?? "", x, y, width, height };
    });
  }
}

customElements.define("sb-cloth", Cloth);
