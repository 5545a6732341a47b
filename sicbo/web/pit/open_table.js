// @ts-check
/** Opening a closed table: its sign, its equipment, its colours, and the checklist that staff confirm first. */

import { h } from "../shared/util/dom.js";
import { briefMoney } from "../shared/util/money.js";
import { say } from "../shared/i18n.js";
import { clauseTag } from "../staff/clause_tag.js";
import { field } from "../staff/dialog.js";
import { parseCents } from "./money_input.js";

/** @param {number} figure */
const amount = (figure) => h("input", { type: "text", inputmode: "decimal", value: briefMoney(figure).replaceAll(",", "") });

/** @param {string} text */
const splitList = (text) =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

/** @param {import("./pit.js").Desk} place */
export function openingCard(place) {
  const { opening } = place.desk;
  if (!opening) return null;
  const minimum = amount(opening.minimum);
  const maximum = amount(opening.maximum);
  const unit = amount(opening.unit);
  const seats = h("input", { type: "number", min: 0, max: 64, value: opening.seats });
  const streak = amount(opening.streak_stake ?? 0);
  const equipment = h("input", { type: "text", value: opening.equipment.join(", ") });
  const colours = h("input", { type: "text" });
  /** @type {{one: any, box: HTMLInputElement}[]} */
  const ticks = opening.confirm.map((/** @type {any} */ one) => ({ one, box: h("input", { type: "checkbox" }) }));
  const open = () =>
    place.give({
      type: "open-table",
      minimum: parseCents(minimum.value),
      maximum: maximum.value.trim() === "" ? null : parseCents(maximum.value),
      unit: parseCents(unit.value),
      chip: Math.min(opening.chip, parseCents(unit.value)),
      seats: Number(seats.value),
      approved_minimum: opening.approved_minimum,
      streak_stake: opening.streak_stake === null ? null : parseCents(streak.value),
      profile: opening.profile,
      equipment: splitList(equipment.value),
      colours: splitList(colours.value),
      confirmed: ticks.filter(({ box }) => box.checked).map(({ one }) => one.id),
    });
  return [
    h("div", { class: "fields" }, field(say("pit.minimum"), minimum), field(say("pit.maximum"), maximum),
      field(say("pit.unit"), unit), field(say("pit.seats"), seats),
      opening.streak_stake === null ? null : field(say("pit.streak-stake"), streak)),
    opening.needs_approved_minimum ? licenceLine(opening.approved_minimum) : null,
    field(say("pit.equipment"), equipment),
    opening.colours ? field(say("pit.colours-of"), colours, say("pit.colours-help")) : null,
    ticks.length ? checklistFields(place.view.rulebook, ticks) : null,
    h("button", { type: "button", class: "main", id: "open-table", onclick: open }, say("pit.open-table")),
  ];
}

/**
 * The minimum that the regulator approved. It comes from the licence, not from this form.
 * @param {number | null} figure
 */
const licenceLine = (figure) => h("p", { class: "approved-minimum" },
  figure === null ? say("pit.licence-first") : say("pit.approved-is", { minimum: figure }));

/**
 * The checklist of the floor, confirmed item by item or as a whole.
 * @param {string} rulebook
 * @param {{one: any, box: HTMLInputElement}[]} ticks
 */
function checklistFields(rulebook, ticks) {
  const all = () => ticks.forEach(({ box }) => (box.checked = true));
  return h("details", { class: "checklist" },
    h("summary", {}, say("pit.confirm", { count: ticks.length })),
    h("ul", { class: "plain" }, ...ticks.map(({ one, box }) =>
      h("li", {}, h("label", { class: "tick" }, box, h("span", {}, one.id === one.clause ? one.says : `${one.id}: ${one.says}`)), clauseTag(rulebook, one.clause)))),
    h("button", { type: "button", id: "confirm-all", onclick: all }, say("pit.confirm-all")));
}
