// @ts-check
/**
 * `<sb-timer>`: the time left to bet, by the server's clock. The stages differ in words and shape too, not only in
 * colour.
 */

import { now } from "../net/server_clock.js";
import { h, svg, write } from "../util/dom.js";
import { say } from "../i18n.js";

const AROUND = 2 * Math.PI * 44;
const BEATS = [30, 20, 10, 5, 4, 3, 2, 1];

/**
 * `show({open, opened_at, closes_at})` takes the view's `betting`. A "beat" event gives the seconds left at 30, 20, 10
 * and 5 to 1, for a sound or an announcement.
 */
export class Timer extends HTMLElement {
  constructor() {
    super();
    this.ring = svg("circle", { cx: 50, cy: 50, r: 44, class: "ring", "stroke-dasharray": AROUND,
      transform: "rotate(-90 50 50)" });
    this.number = h("span", { class: "seconds" });
    this.words = h("span", { class: "stage" });
    /** @type {{open: boolean, opens: number, closes: number | null}} */
    this.span = { open: false, opens: 0, closes: null };
    this.last = Infinity;
    this.tick = 0;
  }

  connectedCallback() {
    this.classList.add("sb-timer");
    this.setAttribute("role", "timer");
    this.replaceChildren(svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
      svg("circle", { cx: 50, cy: 50, r: 44, class: "track" }), this.ring), this.number, this.words);
    this.tick = setInterval(() => this.paint(), 100);
    this.paint();
  }

  disconnectedCallback() {
    clearInterval(this.tick);
  }

  /** @param {{open: boolean, opened_at: string | null, closes_at: string | null}} betting */
  show(betting) {
    const closes = betting.closes_at ? Date.parse(betting.closes_at) : null;
    if (closes !== this.span.closes) this.last = Infinity;
    this.span = { open: betting.open, opens: betting.opened_at ? Date.parse(betting.opened_at) : 0, closes };
    this.paint();
  }

  /** Whole seconds left; null if a person deals, because the close is not known. */
  get left() {
    if (!this.span.open || this.span.closes === null) return null;
    const whole = Math.round((this.span.closes - this.span.opens) / 1000);
    return Math.max(0, Math.min(whole, Math.ceil((this.span.closes - now()) / 1000)));
  }

  /** @private */
  paint() {
    const left = this.left;
    const stage = !this.span.open ? "closed" : left === null ? "open" : left <= 5 ? "last" : left <= 15 ? "soon" : "open";
    this.dataset.stage = stage;
    this.number.classList.toggle("many", left !== null && left > 99);
    write(this.number, left === null ? (this.span.open ? "∞" : "—") : String(left));
    write(this.words, say(`timer.${stage}`));
    const share = left === null || this.span.closes === null ? (this.span.open ? 1 : 0)
      : (this.span.closes - now()) / Math.max(1, this.span.closes - this.span.opens);
    this.ring.setAttribute("stroke-dashoffset", String(AROUND * (1 - Math.min(1, Math.max(0, share)))));
    if (left !== null && left < this.last) {
      const beat = BEATS.find((seconds) => seconds === left);
      if (beat !== undefined && this.last !== Infinity) this.dispatchEvent(new CustomEvent("beat", { detail: beat }));
      this.last = left;
    }
  }
}

customElements.define("sb-timer", Timer);
