// @ts-check
/** The next legal action as the largest button of the console, and the counter of tumbles. */

import { fill, h, write } from "../shared/util/dom.js";
import { named, say } from "../shared/i18n.js";
import { clauseTag } from "../staff/clause_tag.js";
import { findAction, nextStep } from "../staff/actions.js";

/** Milliseconds after a change in which a press still belongs to the previous button. */
const SETTLE = 250;
const COUNTED = 3;

/**
 * The panel of the next action. `give(command)` sends a command, `toEntry()` focuses the result keys, and
 * `openVoid(ground)` opens the no-result dialog.
 */
export class NextAction {
  /**
   * @param {HTMLElement} root
   * @param {{give: (command: any) => Promise<boolean>, toEntry: () => void, openVoid: (ground?: string) => void}} callbacks
   */
  constructor(root, callbacks) {
    this.callbacks = callbacks;
    this.tumbles = this.armed = 0;
    this.busy = false;
    this.settles = 0;
    this.shownState = "";
    /** @type {any} */
    this.state = null;
    this.name = h("span", { class: "act-name" });
    this.hint = h("span", { class: "act-hint" });
    this.button = h(
      "button",
      { type: "button", class: "act-button", onclick: () => this.press() },
      this.name,
      this.hint,
    );
    this.count = h("output", { class: "tumble-count" });
    this.fewer = h("button", { type: "button", class: "quiet", onclick: () => this.tumble(-1) }, "−");
    this.more = h("button", { type: "button", class: "quiet", onclick: () => this.tumble(1) }, "+");
    this.done = h("button", { type: "button", class: "act-done", onclick: () => this.endSpin() });
    this.counter = h("div", { class: "tumbles", hidden: true }, this.fewer, this.count, this.more, this.done);
    this.note = h("p", { class: "act-note" });
    fill(root, this.button, this.counter, this.note);
  }

  /**
   * @param {any} view
   * @param {any} desk
   */
  draw(view, desk) {
    this.state = { view, desk };
    const next = nextStep(desk);
    const stands = `${view.round}/${view.phase}/${next?.step ?? ""}`;
    if (stands !== this.shownState) {
      this.shownState = stands;
      this.tumbles = this.armed = 0;
      this.busy = false;
      this.ignorePresses();
    }
    this.button.dataset.kind = this.kind();
    this.counter.hidden = next?.step !== "spin" || view.phase === "void-due";
    this.write(view, desk, next);
  }

  /** @private Ignore presses for a moment, because the button now has another meaning. */
  ignorePresses() {
    clearTimeout(this.settles);
    this.button.dataset.fresh = "";
    this.settles = setTimeout(() => delete this.button.dataset.fresh, SETTLE);
  }

  /** What the button does now: "step", "spin", "enter", "void" or "wait". */
  kind() {
    const { view, desk } = this.state;
    if (!desk?.holds_console) return "wait";
    if (view.phase === "void-due") return "void";
    const step = nextStep(desk)?.step;
    return step === "spin" || step === "enter" ? step : step ? "step" : "wait";
  }

  /**
   * @private
   * @param {any} view
   * @param {any} desk
   * @param {import("../staff/actions.js").Action | undefined} next
   */
  write(view, desk, next) {
    const kind = this.kind();
    const needed = this.tumblesNeeded();
    const name = {
      step: () => named("step", next?.step),
      spin: () => say(this.tumbles ? "console.tumble-again" : "console.tumble"),
      enter: () => say("console.key-dice"),
      void: () => say("console.declare"),
      wait: () => named("state", view.phase),
    }[kind]();
    write(this.name, name);
    write(this.hint, say(`console.hint-${kind}`));
    this.button.disabled = kind === "wait";
    write(
      this.count,
      say(needed > 1 ? "console.tumbles" : "console.tumbles-free", { count: this.tumbles, needed }),
    );
    this.done.disabled = this.tumbles === 0;
    this.done.dataset.ready = String(this.tumbles >= needed);
    const few = this.armed === this.tumbles ? "console.spun-really" : "console.spun-few";
    const spun = !this.tumbles ? "console.spun-none" : this.tumbles < needed ? few : "console.spun";
    write(this.done, say(spun, { count: this.tumbles }));
    const why = kind === "wait" ? findAction(desk, { type: "perform", step: view.due?.step }) : next;
    fill(this.note, why?.refusal ?? "", " ", why ? clauseTag(view.rulebook, why.clause) : null);
  }

  /** The number of tumbles that this rulebook needs: three if it has a void for too few tumbles, else one. */
  tumblesNeeded() {
    return findAction(this.state.desk, { type: "declare-void", ground: "too-few-tumbles" }) ? COUNTED : 1;
  }

  /** Handle a press of the main button by finger, Space or Enter. */
  press() {
    if (this.busy || "fresh" in this.button.dataset) return;
    const kind = this.kind();
    if (kind === "step") this.perform({ step: nextStep(this.state.desk)?.step });
    else if (kind === "spin") this.tumble(1);
    else if (kind === "enter") this.callbacks.toEntry();
    else if (kind === "void") this.callbacks.openVoid();
  }

  /** @param {number} by */
  tumble(by) {
    this.tumbles = Math.max(0, Math.min(99, this.tumbles + by));
    if (by > 0)
      this.button.animate?.(
        [{ transform: "rotate(-1.2deg)" }, { transform: "rotate(1.2deg)" }, { transform: "none" }],
        240,
      );
    this.draw(this.state.view, this.state.desk);
    this.button.dispatchEvent(new CustomEvent("tumbled", { bubbles: true, detail: this.tumbles }));
  }

  /**
   * Report the end of the spin with the number of tumbles counted. Too few tumbles must be confirmed by a second press.
   */
  endSpin() {
    if (this.kind() !== "spin" || this.tumbles === 0) return;
    const sure = this.tumbles >= this.tumblesNeeded() || this.armed === this.tumbles;
    this.armed = this.tumbles;
    if (sure) this.perform({ step: "spin", tumbles: this.tumbles });
    else this.draw(this.state.view, this.state.desk);
  }

  /**
   * @private Perform a step of the round on the screen; a late command is not applied to another round.
   * @param {any} step
   */
  async perform(step) {
    if (this.busy) return;
    this.busy = true;
    this.button.dataset.busy = "";
    await this.callbacks.give({ type: "perform", round: this.state.desk?.round, ...step });
    this.busy = false;
    delete this.button.dataset.busy;
  }
}
