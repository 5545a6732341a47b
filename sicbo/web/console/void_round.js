// @ts-check
/** Declaring no result: the grounds of this rulebook, each with its clause and why it may not be declared now. */

import { fill, h } from "../shared/util/dom.js";
import { named, say } from "../shared/i18n.js";
import { clauseTag } from "../staff/clause_tag.js";
import { openDialog, field } from "../staff/dialog.js";
import { HoldButton } from "../staff/hold_button.js";

/** @typedef {{view: any, desk: any, layout: any, rulebook: any, give: (command: any) => Promise<boolean>}} ConsoleContext */

/**
 * Open the dialog with the grounds of this rulebook: the clause, who may declare it, and why not now.
 * @param {ConsoleContext} place
 * @param {string} [wanted] the ground that is preselected
 */
export function openNoResult(place, wanted) {
  const { view, desk } = place;
  const grounds = desk.actions.filter((/** @type {any} */ one) => one.type === "declare-void");
  openDialog(
    say("console.no-result"),
    (close) => {
      const note = h("input", { type: "text", maxlength: 200, class: "wide", oninput: () => lock() });
      const list = h("ul", { class: "grounds" });
      const hold = new HoldButton();
      let chosen =
        wanted ??
        grounds
          .filter((/** @type {any} */ one) => one.allowed)
          .map((/** @type {any} */ one) => one.ground)
          .find(
            (/** @type {string} */ _, /** @type {number} */ __, /** @type {any[]} */ all) => all.length === 1,
          );
      const draw = () => {
        fill(
          list,
          ...grounds.map((/** @type {any} */ one) =>
            groundItem(place, one, chosen === one.ground, () => {
              chosen = one.ground;
              draw();
            }),
          ),
        );
        lock();
      };
      const lock = () => {
        const one = grounds.find((/** @type {any} */ ground) => ground.ground === chosen);
        hold.disabled = !one?.allowed || (isOptional(place, one) && !note.value.trim());
      };
      hold.label(say("console.hold-void"), say("console.hold-hint"));
      hold.addEventListener("held", async () => {
        hold.disabled = true;
        if (await place.give({ type: "declare-void", ground: chosen, note: note.value.trim() })) close();
        else draw();
      });
      draw();
      const round = view.round === null ? "" : `${say("round", view)} · `;
      return [
        h("p", { class: "sheet-lead" }, round, say("console.void-lead")),
        list,
        field(say("staff.note"), note),
        hold,
      ];
    },
    "sheet-void",
  );
}

/** The rulebook's own row of a ground. @param {ConsoleContext} place @param {any} one */
const lawOf = (place, one) => place.rulebook?.grounds?.find((/** @type {any} */ law) => law.ground === one.ground);
/** Whether declaring the void is a choice, which needs a note. @param {ConsoleContext} place @param {any} one */
const isOptional = (place, one) => lawOf(place, one)?.must === false;

/**
 * @param {ConsoleContext} place
 * @param {any} one
 * @param {boolean} chosen
 * @param {() => void} choose
 */
function groundItem(place, one, chosen, choose) {
  const law = lawOf(place, one);
  const force = law ? say(law.must ? "console.must" : "console.may") : "";
  return h(
    "li",
    { class: `ground${one.allowed ? "" : " ground-locked"}${chosen ? " ground-chosen" : ""}` },
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(chosen),
        "aria-disabled": String(!one.allowed),
        "data-ground": one.ground,
        onclick: () => one.allowed && choose(),
      },
      h("span", { class: "ground-name" }, named("ground", one.ground)),
      h("span", { class: "ground-force" }, force),
      one.allowed ? null : h("span", { class: "ground-why" }, one.refusal),
    ),
    clauseTag(place.view.rulebook, law?.clause ?? one.clause),
  );
}
