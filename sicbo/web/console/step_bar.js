// @ts-check
/** The bar of steps: the rulebook's order of the round, each step with its clause and why it is locked. */

import { fill, h } from "../shared/util/dom.js";
import { named, say } from "../shared/i18n.js";
import { clauseTag } from "../staff/clause_tag.js";
import { findAction, nextStep } from "../staff/actions.js";

/**
 * Draw the steps of the current round.
 * @param {HTMLElement} list
 * @param {HTMLElement} why the element that shows why a step is locked
 * @param {any} view
 * @param {any} desk
 */
export function drawBar(list, why, view, desk) {
  const next = nextStep(desk)?.step ?? view.due?.step;
  const focused = list.contains(document.activeElement)
    ? document.activeElement?.closest("li")?.dataset.step
    : undefined;
  fill(
    list,
    ...view.steps.map((/** @type {any} */ step, /** @type {number} */ index) =>
      stepItem(step, index, state(step, next, view), desk, view, why),
    ),
  );
  list.querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest", inline: "center" });
  if (focused)
    /** @type {HTMLElement | null} */ (
      list.querySelector(`[data-step="${CSS.escape(focused)}"] button`)
    )?.focus();
}

/**
 * @param {any} step
 * @param {string | undefined} next
 * @param {any} view
 */
function state(step, next, view) {
  if (step.done) return "done";
  return step.step === next && view.phase !== "void-due" ? "next" : "locked";
}

/**
 * @param {any} step
 * @param {number} index
 * @param {string} state
 * @param {any} desk
 * @param {any} view
 * @param {HTMLElement} why
 */
function stepItem(step, index, state, desk, view, why) {
  const name = named("step", step.step);
  const refusal = findAction(desk, { type: "perform", step: step.step })?.refusal ?? "";
  const explain = () => {
    const text = say(`console.step-${state === "locked" && refusal ? "refused" : state}`, { step: step.step, refusal });
    fill(why, text, " ", clauseTag(view.rulebook, step.clause));
  };
  return h(
    "li",
    { class: `step step-${state}`, "data-step": step.step, "aria-current": state === "next" ? "step" : null },
    h(
      "button",
      { type: "button", onclick: explain, onfocus: explain, title: refusal || null },
      h("span", { class: "step-number", "aria-hidden": "true" }, state === "done" ? "✓" : String(index + 1)),
      h("span", { class: "step-name" }, name),
      h("span", { class: "step-state" }, say(`console.mark-${state}`)),
      h("span", { class: "step-clause" }, step.clause),
    ),
  );
}
