// @ts-check
/** The colour sets of a table: who has which colour at what value; selling and redeeming pieces. */

import { h } from "../shared/util/dom.js";
import { money } from "../shared/util/money.js";
import { named, say } from "../shared/i18n.js";
import { openDialog, field, select } from "../staff/dialog.js";
import { parseCents } from "./money_input.js";

/** @typedef {import("./pit.js").Desk} Desk */

/** @param {Desk} place */
export function coloursCard(place) {
  const { colours } = place.desk;
  if (!colours.length) return null;
  const rows = colours.map((/** @type {any} */ one) =>
    h(
      "tr",
      { "data-colour": one.colour },
      h("td", {}, named("colour", one.colour)),
      h("td", { class: "number" }, one.value === null ? "–" : money(one.value)),
      h("td", { class: "name" }, one.names.join(", ") || say("pit.colour-free")),
      h(
        "td",
        { class: "number" },
        one.value === null
          ? h("button", { type: "button", onclick: () => sell(place, one) }, say("pit.colour-sell"))
          : h("button", { type: "button", class: "quiet", onclick: () => redeem(place, one) }, say("pit.colour-redeem")),
      ),
    ),
  );
  const heads = ["pit.colour", "pit.colour-value", "pit.colour-holders", "pit.colour-do"];
  return [
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...heads.map((key, at) => h("th", { scope: "col", class: at % 2 ? "number" : null }, say(key))))),
      h("tbody", {}, ...rows),
    ),
  ];
}

/**
 * @param {Desk} place
 * @param {any} colour
 */
function sell(place, colour) {
  openDialog(say("pit.sell-colour", colour), (close) => {
    const player = select(place.desk.players.map((/** @type {any} */ one) => [one.player, `${one.seat ?? "–"} · ${one.name}`]));
    const pieces = h("input", { type: "number", min: 1, value: 20, inputmode: "numeric" });
    const value = h("input", { type: "text", inputmode: "decimal" });
    const give = async () => {
      const said = { player: player.value, colour: colour.colour, pieces: Number(pieces.value) };
      const worth = value.value.trim() ? { value: parseCents(value.value) } : {};
      if ((await place.give({ type: "issue-colours", ...said, ...worth })) === null) close();
    };
    return [
      field(say("pit.player"), player),
      h("div", { class: "fields" }, field(say("pit.pieces"), pieces), field(say("pit.colour-value"), value, say("pit.colour-help"))),
      h("button", { type: "button", class: "main", onclick: give }, say("pit.colour-sell")),
    ];
  });
}

/**
 * @param {Desk} place
 * @param {any} colour
 */
function redeem(place, colour) {
  openDialog(say("pit.redeem-colour", colour), (close) => {
    const player = select(colour.holders.map((/** @type {string} */ one, /** @type {number} */ at) => [one, colour.names[at]]));
    const pieces = h("input", { type: "number", min: 1, value: 1, inputmode: "numeric" });
    const give = async () => {
      const said = { player: player.value, colour: colour.colour, pieces: Number(pieces.value) };
      if ((await place.give({ type: "redeem-colours", ...said })) === null) close();
    };
    return [
      field(say("pit.player"), player),
      field(say("pit.pieces"), pieces),
      h("button", { type: "button", class: "main", onclick: give }, say("pit.colour-redeem")),
    ];
  });
}
