// @ts-check
/** The dialog before a Double or a Rebet of which only a part fits: every bet before and after. */

import { showDialog } from "/shared/ui/dialog.js";
import { h } from "/shared/util/dom.js";
import { money } from "/shared/util/money.js";
import { betName, say } from "/shared/i18n.js";

/** @typedef {import("./slip_draft.js").Plan} Plan */

/**
 * Ask whether to place the part that fits; the bets already on the cloth stay in either case.
 * @param {"double" | "rebet"} act
 * @param {Plan} plan
 * @param {() => void} place
 */
export function askWhatFits(act, plan, place) {
  const total = (/** @type {"before" | "after"} */ when) => money(plan.rows.reduce((sum, row) => sum + row[when], 0));
  const dialog = showDialog(say(`fits.title.${act}`),
    h("div", { class: "fits" }, h("table", {},
      h("thead", {}, h("tr", {}, ...["bet", "now", "after"].map((part) => h("th", { scope: "col" }, say(`fits.${part}`))))),
      h("tbody", {}, ...plan.rows.map((row) => h("tr", { "data-bet": row.bet, class: row.why ? "kept" : "" },
        h("th", { scope: "row" }, betName(row.bet), row.why ? h("small", {}, say(`fits.${row.why}`, { limit: row.limit })) : null),
        h("td", {}, money(row.before)), h("td", {}, money(row.after))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, say("fits.total")), h("td", {}, total("before")), h("td", {}, total("after")))))),
    h("div", { class: "choices" },
      h("button", { type: "button", class: "main", disabled: plan.rows.every((row) => row.before === row.after), onclick: () => {
        dialog.close();
        place();
      } }, say(`fits.place.${act}`)),
      h("button", { type: "button", onclick: () => dialog.close() }, say("fits.keep"))));
  return dialog;
}
