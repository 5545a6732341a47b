// @ts-check
/** The rules of this table, and the keys of this screen. */

import { get } from "/shared/api.js";
import { show } from "/shared/dialog.js";
import { h } from "/shared/dom.js";
import { complain } from "/shared/live.js";
import { keep, setting } from "/shared/settings.js";
import { language, named, odds, say } from "/shared/words.js";
import { clause } from "./results.js";

/**
 * The rulebook in a window: the order of the round, bets and odds, and how unclear words are read.
 * @param {any} layout
 */
export async function rules(layout) {
  const book = await get(`/rulebooks/${layout.rulebook}?lang=${language()}`).catch(complain);
  if (!book) return;
  show(say("rules.title", { name: layout.name }),
    h("p", { class: "fine" }, book.cite),
    h("h3", {}, say("rules.round")),
    h("ol", {}, ...book.steps.map((/** @type {any} */ step) => h("li", {}, step.says, clause(step.clause)))),
    h("h3", {}, say("rules.bets")),
    h("table", { class: "odds-table" }, h("tbody", {}, ...layout.areas.map((/** @type {any} */ area) =>
      h("tr", {}, h("th", { scope: "row" }, named(area.name)),
        h("td", {}, area.odds.map((/** @type {string} */ price) => odds(price)).join(" · ")), h("td", {}, clause(area.clause)))))),
    book.readings.length ? h("h3", {}, say("rules.readings")) : null,
    h("ul", {}, ...book.readings.map((/** @type {any} */ reading) =>
      h("li", {}, reading.about, " ", h("b", {}, reading.chosen), clause(reading.clause)))));
}

/** What the keys do, and a switch for those who want none. */
export function keys() {
  const on = h("input", { type: "checkbox", checked: setting("keys.on", true),
    onchange: () => keep("keys.on", on.checked) });
  show(say("keys.title"), h("ul", { class: "keys" },
    ...["arrows", "enter", "chips", "acts", "jump", "tell"].map((key) => h("li", {}, say(`keys.${key}`)))),
  h("label", { class: "switch" }, on, say("keys.on")));
}
