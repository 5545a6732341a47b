// @ts-check
/** Responsible gambling: a break from the table, and a help line. */

import { get } from "/shared/net/http.js";
import { formatDuration, now, timeOfDay } from "/shared/net/server_clock.js";
import { showDialog } from "/shared/ui/dialog.js";
import { find, h, write } from "/shared/util/dom.js";
import { storeSetting, setting } from "/shared/util/settings.js";
import { onLanguage, say } from "/shared/i18n.js";

const MINUTES = [5, 15, 60];

/** The break: while it lasts this device places no chips; registered bets remain. */
export class BreakPanel {
  constructor() {
    this.left = h("p", { class: "left figures", role: "timer" });
    this.text = h("p");
    this.end = h("button", { type: "button", onclick: () => this.setBreakEnd(0) });
    this.veil = h("section", { class: "veil", hidden: true }, this.text, this.left, this.end);
    find("#play").append(this.veil);
    find("#break").addEventListener("click", () => this.choose());
    find("#talk").addEventListener("click", () => this.showHelpLine());
    setInterval(() => this.paint(), 500);
    onLanguage(() => this.paint());
    this.paint();
  }

  /** Whether a break is in progress. */
  get isResting() {
    return setting("break", 0) > now();
  }

  /** @private */
  choose() {
    const dialog = showDialog(say("care.break"), h("p", {}, say("care.lead")),
      h("div", { class: "choices" }, ...MINUTES.map((minutes) => h("button", { type: "button", class: "main", onclick: () => {
        dialog.close();
        this.setBreakEnd(now() + 60_000 * minutes);
      } }, say("care.minutes", { n: minutes })))));
  }

  /** @private */
  async showHelpLine() {
    const { help_line: line } = await get("/session").catch(() => ({ help_line: "" }));
    showDialog(say("care.talk"), line ? h("p", {}, say("care.free")) : null, line ? h("p", { class: "line figures" }, line) : null,
      h("p", {}, say("care.staff")));
  }

  /** @private @param {number} time */
  setBreakEnd(time) {
    storeSetting("break", time);
    this.paint();
  }

  /** @private */
  paint() {
    const { isResting } = this;
    this.veil.hidden = !isResting;
    document.body.classList.toggle("resting", isResting);
    if (!isResting) return;
    const time = setting("break", 0);
    write(this.text, say("care.resting", { time: timeOfDay(time) }));
    write(this.left, formatDuration(time - now()));
    write(this.end, say("care.end"));
  }
}
