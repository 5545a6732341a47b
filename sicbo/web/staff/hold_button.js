// @ts-check
/** `<sb-hold>`: a button that acts when it is held for a second or pressed twice; an accidental press does nothing. */

import { h, write } from "../shared/util/dom.js";

const HOLD = 1_000;
const TWICE = 2_500;

/**
 * `label(text, hint)` sets its text; `disabled` locks it. A "held" event reports a completed hold. With the keyboard:
 * hold Enter or Space, or press twice.
 */
export class HoldButton extends HTMLElement {
  constructor() {
    super();
    this.words = h("span", { class: "hold-words" });
    this.hint = h("span", { class: "hold-hint" });
    this.button = h(
      "button",
      { type: "button", class: "hold-button" },
      h("span", { class: "hold-fill", "aria-hidden": "true" }),
      this.words,
      this.hint,
    );
    this.timer = 0;
    this.armed = 0;
    this.began = false;
  }

  connectedCallback() {
    this.classList.add("sb-hold");
    this.replaceChildren(this.button);
    this.button.addEventListener("pointerdown", (event) => event.button === 0 && this.begin());
    for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"]) {
      this.button.addEventListener(end, () => this.release());
    }
    this.button.addEventListener("keydown", (event) => this.key(event, true));
    this.button.addEventListener("keyup", (event) => this.key(event, false));
    this.button.addEventListener("click", (event) => this.onClick(event));
    this.button.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /**
   * @param {string} text
   * @param {string} [hint]
   */
  label(text, hint = "") {
    write(this.words, text);
    write(this.hint, hint);
  }

  /** @param {boolean} locked */
  set disabled(locked) {
    this.button.disabled = locked;
    if (locked) this.release();
  }

  get disabled() {
    return this.button.disabled;
  }

  /** Begin to hold. The page's own key handler may call this too. */
  begin() {
    if (this.disabled || this.timer) return;
    this.began = true;
    this.dataset.holding = "";
    this.timer = setTimeout(() => this.complete(), HOLD);
  }

  /** Release the button before the hold is complete: this counts as the first of two presses. */
  release() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    delete this.dataset.holding;
    this.press();
  }

  /** @private */
  press() {
    if (this.disabled) return;
    if (performance.now() - this.armed < TWICE) {
      this.complete();
      return;
    }
    this.armed = performance.now();
    this.dataset.armed = "";
    setTimeout(() => delete this.dataset.armed, TWICE);
  }

  /** @private */
  complete() {
    clearTimeout(this.timer);
    this.timer = this.armed = 0;
    delete this.dataset.holding;
    delete this.dataset.armed;
    this.dispatchEvent(new CustomEvent("held", { bubbles: true }));
  }

  /**
   * @private
   * @param {KeyboardEvent} event
   * @param {boolean} down
   */
  key(event, down) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (down && !event.repeat) this.begin();
    if (!down) this.release();
  }

  /**
   * @private Count a click without a pointer or key before it as a press: it comes from a screen reader.
   * @param {MouseEvent} event
   */
  onClick(event) {
    if (!this.began && event.detail === 0) this.press();
    this.began = false;
  }
}

customElements.define("sb-hold", HoldButton);
