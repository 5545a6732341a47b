// @ts-check
/** Opening a table that is shut: its sign and its equipment. */

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { field } from "../console/dialog.js";
import { cents } from "./amounts.js";

const EQUIPMENT = ["touch screen", "winning lights", "drop box", "winning number display"];

/** @param {import("./pit.js").Desk} place */
export function openingCard(place) {
  if (place.view.open) return null;
  const amount = (/** @type {string} */ value) => h("input", { type: "text", inputmode: "decimal", value });
  const minimum = amount("5");
  const maximum = amount("500");
  const unit = amount("1");
  const seats = h("input", { type: "number", min: 0, max: 64, value: 8 });
  const equipment = h("input", { type: "text", value: EQUIPMENT.join(", ") });
  return [
    h(
      "div",
      { class: "fields" },
      field(say("pit.minimum"), minimum),
      field(say("pit.maximum"), maximum),
      field(say("pit.unit"), unit),
      field(say("pit.seats"), seats),
    ),
    field(say("pit.equipment"), equipment),
    h(
      "button",
      {
        type: "button",
        class: "main",
        onclick: () =>
          place.give({
            type: "open-table",
            minimum: cents(minimum.value),
            maximum: cents(maximum.value),
            unit: cents(unit.value),
            chip: cents(unit.value),
            seats: Number(seats.value),
            approved_minimum: cents(minimum.value),
            profile: place.view.profile,
            equipment: equipment.value
              .split(",")
              .map((one) => one.trim())
              .filter(Boolean),
          }),
      },
      say("pit.open-table"),
    ),
  ];
}
