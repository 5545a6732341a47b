// @ts-check
/** Faults: reporting a fault, notifying the people that the rulebook names, and resuming play. */

import { h } from "../shared/util/dom.js";
import { named, say } from "../shared/i18n.js";
import { clauseTag } from "../staff/clause_tag.js";
import { findAction } from "../staff/actions.js";
import { openDialog, field, select } from "../staff/dialog.js";
import { FAULTS } from "../staff/fault_kinds.js";

/** @typedef {import("./void_round.js").ConsoleContext} ConsoleContext */

/**
 * Open the dialog that reports a fault. The report calls the supervisor; the rulebook says who else must be notified.
 * @param {ConsoleContext} place
 */
export function reportFault(place) {
  openDialog(
    say("staff.report-fault"),
    (close) => {
      const kind = select(FAULTS.map((fault) => [fault, named("fault", fault)]));
      const note = h("input", { type: "text", maxlength: 200, class: "wide" });
      const mended = h("input", { type: "checkbox" });
      const send = h(
        "button",
        {
          type: "button",
          class: "main",
          onclick: async () => {
            if (
              await place.give({
                type: "report-fault",
                fault: kind.value,
                note: note.value,
                mended: mended.checked,
              })
            )
              close();
          },
        },
        say("console.report"),
      );
      return [
        h("p", { class: "sheet-lead" }, say("console.fault-lead")),
        field(say("console.what"), kind),
        field(say("staff.note"), note),
        h("label", { class: "tick" }, mended, say("console.mended")),
        send,
      ];
    },
    "sheet-fault",
  );
}

/**
 * What can be done about each open fault: notify the person that the rulebook names, then resume play.
 * @param {ConsoleContext} place
 * @returns {HTMLElement[]}
 */
export function faultRows(place) {
  const { view, desk } = place;
  return view.faults.map((/** @type {any} */ fault) => {
    const tell = findAction(desk, { type: "notify-person", fault: fault.fault });
    const mend = findAction(desk, { type: "rectify-fault", fault: fault.fault });
    const name = h("input", {
      type: "text",
      maxlength: 60,
      "aria-label": say("console.who-was-told"),
      placeholder: say("console.who-was-told"),
    });
    return h(
      "li",
      { class: "fault" },
      h(
        "p",
        {},
        h("strong", {}, named("fault", fault.fault)),
        fault.stops ? ` · ${say("console.stops")}` : "",
        " ",
        clauseTag(view.rulebook, fault.clause),
      ),
      fault.told.length
        ? h(
            "p",
            {},
            say("console.told", { whom: fault.told }),
          )
        : null,
      tell
        ? h(
            "p",
            { class: "row" },
            name,
            h(
              "button",
              {
                type: "button",
                onclick: () =>
                  place.give({
                    type: "notify-person",
                    fault: fault.fault,
                    whom: fault.tell,
                    name: name.value.trim(),
                  }),
              },
              say("console.tell", { whom: fault.tell }),
            ),
          )
        : null,
      mend
        ? h(
            "p",
            { class: "row" },
            h(
              "button",
              {
                type: "button",
                "aria-disabled": String(!mend.allowed),
                onclick: () => place.give({ type: "rectify-fault", fault: fault.fault, note: "" }),
              },
              say("console.mend"),
            ),
            mend.allowed ? null : h("span", { class: "locked-why" }, mend.refusal),
          )
        : null,
    );
  });
}
