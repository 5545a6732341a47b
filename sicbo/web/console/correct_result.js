// @ts-check
/** Correcting a result: the dice as they fell, and the reason. */

import { fill, h } from "../shared/util/dom.js";
import { named, say } from "../shared/i18n.js";
import { clauseTag } from "../staff/clause_tag.js";
import { findAction } from "../staff/actions.js";
import { openDialog, field } from "../staff/dialog.js";
import { dieOf, faceName } from "../staff/dice_face.js";
import { HoldButton } from "../staff/hold_button.js";

/** A pad of keys for three faces, pressed one after the other. */
class FaceKeypad {
  /**
   * @param {any[] | undefined} symbols
   * @param {() => void} changed
   */
  constructor(symbols, changed) {
    this.symbols = symbols;
    this.changed = changed;
    /** @type {number[]} */
    this.faces = [];
    this.slots = h("div", { class: "slots" });
    const keys = [1, 2, 3, 4, 5, 6].map((face) => this.key(face));
    const back = h("button", {
      type: "button",
      class: "key",
      onclick: () => this.take(this.faces.slice(0, -1)),
    });
    back.textContent = say("console.backspace");
    this.pad = h("div", { class: "pad pad-small" }, ...keys, back);
    this.draw();
  }

  /**
   * @private
   * @param {number} face
   */
  key(face) {
    const label = faceName(this.symbols, face);
    const press = () => this.take([...this.faces, face].slice(0, 3));
    const given = {
      type: "button",
      class: "key key-face",
      "data-face": face,
      "aria-label": label,
      onclick: press,
    };
    return h("button", given, dieOf(this.symbols, face));
  }

  /** @param {number[]} faces */
  take(faces) {
    this.faces = faces;
    this.draw();
    this.changed();
  }

  /** @private */
  draw() {
    const shown = [0, 1, 2].map((at) =>
      this.faces[at]
        ? dieOf(this.symbols, this.faces[at])
        : h("span", { class: "slot-empty" }, String(at + 1)),
    );
    fill(this.slots, ...shown.map((content) => h("span", { class: "slot" }, content)));
  }
}

/**
 * Open the dialog that corrects the last result; the round is then settled again.
 * @param {import("./void_round.js").ConsoleContext} place
 */
export function openCorrection({ view, desk, layout, give }) {
  const allowed = findAction(desk, { type: "correct-result" });
  const reason = h("input", { type: "text", maxlength: 200, required: true, oninput: () => lock() });
  const hold = new HoldButton();
  const keyed = new FaceKeypad(layout?.symbols, () => lock());
  const lock = () => (hold.disabled = keyed.faces.length < 3 || !reason.value.trim() || !allowed?.allowed);
  hold.label(say("console.hold-correct"), say("console.hold-hint"));
  lock();
  openDialog(
    say("console.correct"),
    (close) => {
      hold.addEventListener("held", async () => {
        hold.disabled = true;
        const said = { dice: keyed.faces, second: "", reason: reason.value.trim() };
        if (await give({ type: "correct-result", ...said })) close();
        else lock();
      });
      const lead = `${currentResult(view)} ${say("console.correct-lead")} `;
      return [
        h("p", { class: "sheet-lead" }, lead, clauseTag(view.rulebook, allowed?.clause)),
        allowed?.allowed === false ? h("p", { class: "locked-why" }, allowed.refusal) : null,
        keyed.slots,
        keyed.pad,
        field(say("staff.reason"), reason),
        hold,
      ];
    },
    "sheet-correct",
  );
}

/** @param {any} view */
function currentResult(view) {
  if (!view.result?.dice) return "";
  return `${say("round", view.result)}: ${named("dice", view.result.dice)}.`;
}
