// @ts-check
/** Taking care of oneself: a break from the table, and somebody to talk to. */

import { length, now, timeOfDay } from "/shared/clock.js";
import { show } from "/shared/dialog.js";
import { find, h, write } from "/shared/dom.js";
import { keep, setting } from "/shared/settings.js";
import { onLanguage, say } from "/shared/words.js";

const MINUTES = [5, 15, 60];
/** Who answers, by the country of the casino; the numbers are free to call there. */
const LINES = { "singapore-etg": "1800 6 668 668" };
const AUSTRALIA = "1800 858 858";

/** The break: while it lasts this device places no chips; registered bets play on. */
export class Care {
  /** @param {any} layout */
  constructor(layout) {
    this.line = /** @type {Record<string, string>} */ (LINES)[layout.rulebook] ?? AUSTRALIA;
    this.left = h("p", { class: "left figures", role: "timer" });
    this.text = h("p");
    this.end = h("button", { type: "button", onclick: () => this.until(0) });
    this.veil = h("section", { class: "veil", hidden: true }, this.text, this.left, this.end);
    find("#play").append(this.veil);
    find("#break").addEventListener("click", () => this.choose());
    find("#talk").addEventListener("click", () => this.talk());
    setInterval(() => this.paint(), 500);
    onLanguage(() => this.paint());
    this.paint();
  }

  /** Whether chips are left alone for now. */
  get resting() {
    return setting("break", 0) > now();
  }

  /** @private */
  choose() {
    const dialog = show(say("care.break"), h("p", {}, say("care.lead")),
      h("div", { class: "choices" }, ...MINUTES.map((minutes) => h("button", { type: "button", class: "main", onclick: () => {
        dialog.close();
        this.until(now() + 60_000 * minutes);
      } }, say("care.minutes", { n: minutes })))));
  }

  /** @private */
  talk() {
    show(say("care.talk"), h("p", {}, say("care.free")), h("p", { class: "line figures" }, this.line), h("p", {}, say("care.staff")));
  }

  /** @private @param {number} time */
  until(time) {
    keep("break", time);
    this.paint();
  }

  /** @private */
  paint() {
    const { resting } = this;
    this.veil.hidden = !resting;
    document.body.classList.toggle("resting", resting);
    if (!resting) return;
    const time = setting("break", 0);
    write(this.text, say("care.resting", { time: timeOfDay(time) }));
    write(this.left, length(time - now()));
    write(this.end, say("care.end"));
  }
}
