// @ts-check
/** The rules of this table. */

import { get } from "/shared/net/http.js";
import { showDialog } from "/shared/ui/dialog.js";
import { h } from "/shared/util/dom.js";
import { showProblem } from "/shared/ui/announce.js";
import { language, localText, named, odds, say } from "/shared/i18n.js";
import { clauseNote } from "./settlement.js";

/**
 * Show the rulebook in a dialog: the order of the round, bets and odds, and how unclear words are read.
 * @param {any} layout
 */
export async function openRules(layout) {
  const book = await get(`/rulebooks/${layout.rulebook}?lang=${language()}`).catch(showProblem);
  if (!book) return;
  showDialog(say("rules.title", { name: layout.name }),
    h("p", { class: "fine" }, book.cite),
    h("h3", {}, say("rules.round")),
    h("ol", {}, ...book.steps.map((/** @type {any} */ step) => h("li", {}, named("step", step.step), clauseNote(step.clause)))),
    h("h3", {}, say("rules.bets")),
    h("table", { class: "odds-table" }, h("tbody", {}, ...layout.areas.map((/** @type {any} */ area) =>
      h("tr", {}, h("th", { scope: "row" }, localText(area.name)),
        h("td", {}, area.odds.map((/** @type {string} */ price) => odds(price)).join(" · ")), h("td", {}, clauseNote(area.clause)))))),
    book.readings.length ? h("h3", {}, say("rules.readings")) : null,
    h("ul", {}, ...book.readings.map((/** @type {any} */ reading) =>
      h("li", {}, reading.about, " ", h("b", {}, reading.chosen), clauseNote(reading.clause)))));
}
