// @ts-check
/** Information about an area: the rolls it needs, its odds, its limits, and why it won or lost. */

import { get, tablePath } from "/shared/net/http.js";
import { figureDrawing } from "/shared/ui/cloth/bet_area.js";
import { showDialog } from "/shared/ui/dialog.js";
import { h } from "/shared/util/dom.js";
import { signedMoney } from "/shared/util/money.js";
import { hasText, language, localText, named, odds, say } from "/shared/i18n.js";
import { clauseNote } from "./settlement.js";
import { limitsOf } from "./slip/slip_draft.js";

/**
 * Open the dialog about an area.
 * @param {any} area
 * @param {{layout: any, view: any, mine: any, stake: number}} at
 */
export function openAreaInfo(area, { layout, view, mine, stake }) {
  const law = h("p", { class: "law" });
  const last = h("div", { class: "last" });
  const limits = say("about.limits", limitsOf(view, mine, area));
  showDialog(localText(area.name),
    h("div", { class: "about" },
      h("p", { class: "figure" }, ...figureDrawing(area, layout)),
      hasText(`needs.${area.family}`) ? h("p", { class: "needs" }, say(`needs.${area.family}`), clauseNote(area.clause)) : null,
      h("p", { class: "pays" }, h("b", {}, `${say("about.pays")}: `), prices(area), clauseNote(area.pays_clause)),
      h("p", {}, say("about.wins", { wins: area.wins }), area.edge ? ` · ${say("about.edge", { percent: area.edge.percent })}` : ""),
      h("p", {}, limits, stake ? ` · ${say("about.stake", { stake })}` : ""),
      last, law,
      area.reconstructed ? h("p", { class: "fine" }, say("about.our-choice")) : null));
  void addClause(law, view.rulebook, area.clause);
  if (view.result?.dice) void addLastOutcome(last, view, area.bet, stake);
}

/** @param {any} area */
function prices(area) {
  if (area.odds.length === 1) return odds(area.odds[0]);
  return area.odds.map((/** @type {string} */ price, /** @type {number} */ tier) =>
    say("about.tier", { dice: tier + 1, odds: odds(price) })).join(say("list"));
}

/**
 * @param {HTMLElement} into
 * @param {string} rulebook
 * @param {string} number
 */
async function addClause(into, rulebook, number) {
  const text = await get(`/rulebooks/${rulebook}/clauses/${encodeURIComponent(number)}?lang=${language()}`).catch(() => null);
  if (text?.says) into.append(h("span", { class: "clause" }, `§ ${text.clause} `), text.says);
}

/**
 * @param {HTMLElement} into
 * @param {any} view
 * @param {string} bet
 * @param {number} stake
 */
async function addLastOutcome(into, view, bet, stake) {
  const { round } = view.result;
  const asked = `/rounds/${round}/explain?bet=${bet}&stake=${stake || view.sign?.minimum || 100}&lang=${language()}`;
  const told = await get(tablePath(view.table, asked)).catch(() => null);
  const line = told?.lines[0];
  if (!line) return;
  into.append(h("h3", {}, say("about.last", { round, dice: told.dice })),
    h("p", { class: line.outcome === "won" ? "good" : "" }, h("b", {}, `${named("outcome", line.outcome)} `), line.why, clauseNote(line.clause),
      stake ? h("span", { class: "figures" }, ` ${signedMoney(line.net)}`) : null));
}
