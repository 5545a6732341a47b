// @ts-check
/** Disputes: recording a dispute, the text to read to the player, and the decision. */

import { h } from "../shared/util/dom.js";
import { say } from "../shared/i18n.js";
import { openDialog, field, select } from "../staff/dialog.js";

/** @typedef {import("./pit.js").Desk} Desk */

/**
 * @param {Desk} place
 */
export function disputesCard(place) {
  const { desk } = place;
  const rows = desk.disputes.map((/** @type {any} */ one) =>
    h(
      "li",
      { class: "row" },
      h("strong", {}, one.name),
      h("span", { class: "pill" }, say(one.decided ? "pit.decided" : "pit.open")),
      one.decided
        ? h(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () => place.give({ type: "request-review", dispute: one.dispute }),
            },
            say("pit.review"),
          )
        : h("button", { type: "button", onclick: () => decide(place, one) }, say("pit.decide")),
    ),
  );
  return [
    rows.length ? h("ul", { class: "plain" }, ...rows) : h("p", { class: "none" }, say("staff.nothing")),
    h(
      "button",
      { type: "button", class: "quiet", id: "raise", onclick: () => raise(place) },
      say("pit.raise"),
    ),
  ];
}

/** @param {Desk} place */
function raise(place) {
  openDialog(say("pit.raise"), (close) => {
    const player = select(
      place.desk.players.map((/** @type {any} */ one) => [one.player, `${one.seat ?? "–"} · ${one.name}`]),
    );
    const about = h("input", { type: "text", maxlength: 200, required: true });
    return [
      field(say("pit.player"), player),
      field(say("pit.about"), about),
      h(
        "button",
        {
          type: "button",
          class: "main",
          onclick: async () => {
            if (
              (await place.give({
                type: "raise-dispute",
                player: player.value,
                about: about.value.trim(),
              })) === null
            )
              close();
          },
        },
        say("pit.raise"),
      ),
    ];
  });
}

/**
 * @param {Desk} place
 * @param {any} dispute
 */
function decide(place, dispute) {
  openDialog(say("pit.dispute-of", dispute), (close) => {
    const decision = h("input", { type: "text", maxlength: 400, required: true });
    const satisfied = h("input", { type: "checkbox" });
    const told = h("input", { type: "checkbox" });
    return [
      h("blockquote", { class: "script" }, say("pit.script")),
      field(say("pit.decision"), decision),
      h("label", { class: "tick" }, satisfied, say("pit.satisfied")),
      h("label", { class: "tick" }, told, say("pit.told-inspector")),
      h(
        "button",
        {
          type: "button",
          class: "main",
          onclick: async () => {
            const said = {
              decision: decision.value.trim(),
              satisfied: satisfied.checked,
              told_of_inspector: told.checked,
            };
            if ((await place.give({ type: "decide-dispute", dispute: dispute.dispute, ...said })) === null)
              close();
          },
        },
        say("pit.decide"),
      ),
    ];
  });
}
