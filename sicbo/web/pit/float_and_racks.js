// @ts-check
/** A table's money: the result of the worst roll, the float, and each player's rack. */

import { send, tablePath } from "../shared/net/http.js";
import { h } from "../shared/util/dom.js";
import { showProblem } from "../shared/ui/announce.js";
import { money, signedMoney } from "../shared/util/money.js";
import { say } from "../shared/i18n.js";
import { field } from "../staff/dialog.js";
import { dieOf } from "../staff/dice_face.js";
import { parseCents } from "./money_input.js";

/** @typedef {import("./pit.js").Desk} Desk */

/** @param {Desk} place */
export function exposureCard({ desk, layout }) {
  const lead = h("p", {}, say("pit.on-layout", desk));
  if (!desk.exposure) return [lead];
  return [
    lead,
    extreme("staff.worst", desk.exposure.worst, layout),
    extreme("staff.best", desk.exposure.best, layout),
  ];
}

/**
 * @param {string} key
 * @param {any} one
 * @param {any} layout
 */
function extreme(key, one, layout) {
  const dice = one.dice.map((/** @type {number} */ face) => dieOf(layout?.symbols, face));
  return h(
    "p",
    { class: "extreme", "aria-label": say("staff.exposed", { which: say(key), dice: one.dice, house: signedMoney(one.house) }) },
    h("span", {}, say(key)),
    h("span", { class: "dice-row" }, ...dice),
    h("strong", { class: `figures ${one.house < 0 ? "minus" : "plus"}` }, signedMoney(one.house)),
  );
}

/**
 * A label with its figure.
 * @param {string} key
 * @param {string} figure
 */
const pair = (key, figure) => [h("span", {}, say(key)), h("strong", { class: "figures" }, figure)];

/** @param {Desk} place */
export function floatCard(place) {
  const { table_float: tray, on_duty: names } = place.desk;
  const amount = h("input", { type: "text", inputmode: "decimal" });
  const number = h("input", { type: "text", maxlength: 40 });
  const order = (/** @type {string} */ type, /** @type {boolean} */ numbered) => () =>
    place.give({
      type,
      cents: parseCents(amount.value),
      ...(numbered ? { number: number.value.trim() } : {}),
      second: "",
    });
  return [
    h(
      "p",
      { class: "pairs" },
      ...pair("pit.tray", tray.expected === null ? say("pit.not-counted") : money(tray.expected)),
      ...pair("pit.with-players", money(tray.with_players)),
      ...pair("pit.last-count", tray.counted ? money(tray.counted.cents) : say("pit.not-counted")),
      ...(tray.counted ? pair("pit.variance", signedMoney(tray.counted.variance)) : []),
      ...pair("pit.drop", money(tray.drop)),
    ),
    h("div", { class: "fields" }, field(say("pit.amount"), amount), field(say("pit.number"), number)),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: order("fill-float", true) }, say("pit.fill")),
      h("button", { type: "button", onclick: order("credit-float", true) }, say("pit.credit")),
      h("button", { type: "button", onclick: order("count-float", false) }, say("pit.count")),
    ),
    names.length ? h("p", { class: "quiet-label" }, say("pit.on-duty", { names })) : null,
  ];
}

/** @param {Desk} place */
export function playersCard({ view, desk, table }) {
  const seats = new Map(view.seats.map((/** @type {any} */ seat) => [seat.player, seat]));
  const rows = desk.players.map((/** @type {any} */ one) =>
    h(
      "tr",
      {},
      h("td", {}, one.seat === null ? "–" : String(one.seat)),
      h("td", { class: "name" }, one.name),
      h("td", { class: "number" }, one.staked ? money(one.staked) : "–"),
      h("td", { class: "number" }, money(one.rack)),
      h("td", { class: "number" }, String(seats.get(one.player)?.idle ?? "–")),
      view.profile === "floor" ? h("td", { class: "number" }, longerBettingSwitch(table, seats.get(one.player))) : null,
    ),
  );
  const heads = ["staff.seat", "staff.name", "staff.staked", "staff.chips", "pit.sat-out"];
  if (view.profile === "floor") heads.push("pit.longer");
  return [
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...heads.map((key, at) => h("th", { scope: "col", class: at > 1 ? "number" : null }, say(key))),
        ),
      ),
      h("tbody", {}, ...rows),
    ),
  ];
}

/**
 * A switch for a player who needs more time to bet: the house extends betting while they sit at the table.
 * @param {string} table
 * @param {any} seat
 */
function longerBettingSwitch(table, seat) {
  if (!seat) return null;
  const box = h("input", { type: "checkbox", checked: seat.longer, "aria-label": say("pit.longer-for", seat), onchange: () =>
    send("PUT", tablePath(table, "/longer"), { player: seat.player, longer: box.checked }).catch(showProblem) });
  return box;
}
