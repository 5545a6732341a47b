// @ts-check
/** Entering the result: six keys, three slots that show each press, a preview, and a hold button that confirms. */

import { newKey, send, tablePath } from "../shared/net/http.js";
import { fill, h, write } from "../shared/util/dom.js";
import { signedMoney } from "../shared/util/money.js";
import { localText, named, say } from "../shared/i18n.js";
import { dieOf, faceName } from "../staff/dice_face.js";
import { HoldButton } from "../staff/hold_button.js";
import { nextStep, errorText } from "../staff/actions.js";
import { wantsSignature, withSignature } from "../staff/signature.js";

const KEYED = new Set(["call", "enter"]);

/** The result entry panel of one table. */
export class ResultEntry {
  /**
   * @param {HTMLElement} root
   * @param {string} table
   * @param {{showMessage: (text: string, kind?: string) => void, speak: (call: Record<string, string>) => void,
   *   panelKey: (key: any) => void, previewed: () => void}} callbacks
   */
  constructor(root, table, callbacks) {
    this.table = table;
    this.callbacks = callbacks;
    /** @type {number[]} */
    this.faces = [];
    /** @type {any} */
    this.preview = null;
    this.asking = 0;
    /** @type {number | null} The round whose dice are uncovered and have no result yet: the keys are for it. */
    this.round = null;
    /** @type {any} The preview that was confirmed. */
    this.confirmed = null;
    /** @type {any} */
    this.desk = null;
    this.open = false;
    this.ready = this.electronic = false;
    /** @type {any} */
    this.layout = null;
    this.slots = h("div", { class: "slots", role: "img" });
    this.total = h("output", { class: "entry-total" });
    this.pad = h("div", { class: "pad", role: "group" });
    this.back = h("button", { type: "button", class: "key key-back", onclick: () => this.backspace() });
    this.more = h("div", { class: "panel-keys" });
    this.shown = h("div", { class: "preview", "aria-live": "polite" });
    this.hold = new HoldButton();
    this.hold.addEventListener("held", () => this.confirm());
    fill(
      root,
      h("div", { class: "echo" }, this.slots, this.back, this.total),
      this.pad,
      this.more,
      this.shown,
      this.hold,
    );
    this.write();
  }

  /**
   * @param {any} view
   * @param {any} desk
   * @param {any} layout
   */
  draw(view, desk, layout) {
    this.layout = layout;
    this.desk = desk;
    const round = KEYED.has(view.due?.step) && view.phase !== "void-due" ? view.round : null;
    if (round !== this.round) {
      this.round = round;
      this.clear();
    }
    const step = nextStep(desk)?.step;
    this.electronic = Boolean(view.tumbler?.commitment) && view.tumbler.round === view.round;
    this.open = Boolean(desk?.holds_console && step && KEYED.has(step)) && !this.electronic;
    const ready = Boolean(desk?.holds_console) && step === "enter";
    if (ready && !this.ready && this.faces.length === 3) this.requestPreview();
    this.ready = ready;
    this.keys(desk?.keys ?? []);
    this.write();
  }

  /**
   * @private
   * @param {any[]} keys
   */
  keys(keys) {
    const shape = JSON.stringify(keys) + this.layout?.layout + document.documentElement.lang;
    if (this.pad.dataset.shape === shape) return;
    this.pad.dataset.shape = shape;
    const faces = keys.filter((key) => key.face !== null);
    fill(this.pad, ...faces.map((key) => this.faceKey(key)));
    fill(
      this.more,
      ...keys
        .filter((key) => key.face === null)
        .map((key) =>
          h(
            "button",
            { type: "button", class: "key panel-key", onclick: () => this.callbacks.panelKey(key) },
            named("panel", key.step ?? key.ground),
          ),
        ),
    );
  }

  /**
   * @private
   * @param {any} key
   */
  faceKey(key) {
    const name = faceName(this.layout?.symbols, key.face);
    const drawn = name !== String(key.face);
    return h(
      "button",
      {
        type: "button",
        class: "key key-face",
        "data-face": key.face,
        "aria-label": `${name}${drawn ? ` (${key.face})` : ""}`,
        onclick: () => this.press(key.face),
      },
      this.die(key.face),
      h("span", { class: "key-label" }, drawn ? `${key.face} ${name}` : name),
    );
  }

  /**
   * @private
   * @param {number} face
   */
  die(face) {
    return dieOf(this.layout?.symbols, face);
  }

  /** @param {number} face */
  press(face) {
    if (!this.open || this.faces.length >= 3) return;
    this.faces.push(face);
    this.write();
    if (this.faces.length === 3 && this.ready) this.requestPreview();
  }

  /** Undo the last press. */
  backspace() {
    this.faces.pop();
    this.discardPreview();
  }

  /** Undo every press. */
  clear() {
    this.faces = [];
    this.discardPreview();
  }

  /** @private */
  discardPreview() {
    this.preview = null;
    this.asking += 1;
    this.write();
  }

  /** @private Request a preview of the settlement; the server writes nothing. */
  async requestPreview() {
    const mine = (this.asking += 1);
    try {
      const preview = await send("POST", tablePath(this.table, "/result"), { dice: this.faces });
      if (mine !== this.asking) return;
      this.preview = preview;
      this.callbacks.speak(preview.call);
    } catch (error) {
      if (mine === this.asking) this.callbacks.showMessage(errorText(error), "refused");
    }
    this.write();
  }

  /**
   * @private Confirm the previewed result. The table's update clears the keys, because this request may be answered
   * only after the next dice are keyed.
   */
  async confirm() {
    const { preview } = this;
    if (!preview) return;
    this.confirmed = preview;
    this.hold.disabled = true;
    try {
      const key = newKey();
      /** @type {Record<string, any>} */
      const enter = { type: "perform", step: "enter", dice: preview.dice, round: preview.round };
      const said = wantsSignature(this.desk, enter) ? await withSignature(tablePath(this.table, "/commands"), this.table, enter, key) : enter;
      const body = { preview: preview.preview, signatures: said.signatures ?? [] };
      await send("POST", tablePath(this.table, "/result/confirm"), body, { key });
    } catch (error) {
      this.callbacks.showMessage(errorText(error), "refused");
      if (this.preview !== preview) return;
      this.preview = null;
      this.requestPreview();
    }
  }

  /** @private */
  write() {
    const { faces } = this;
    const filled = [0, 1, 2].map((place) =>
      h(
        "span",
        { class: faces[place] ? "slot slot-full" : "slot" },
        faces[place] ? this.die(faces[place]) : h("span", { class: "slot-empty" }, String(place + 1)),
      ),
    );
    fill(this.slots, ...filled);
    this.slots.setAttribute(
      "aria-label",
      faces.length
        ? faces.map((face) => faceName(this.layout?.symbols, face)).join(", ")
        : say("console.no-face"),
    );
    write(
      this.total,
      faces.length === 3 ? say("staff.total", { total: faces.reduce((sum, face) => sum + face, 0) }) : "",
    );
    for (const key of this.pad.querySelectorAll("button")) key.disabled = !this.open;
    this.back.disabled = !this.open || faces.length === 0;
    write(this.back, say("console.backspace"));
    this.hold.disabled = !this.preview || !this.ready || this.preview === this.confirmed;
    this.hold.label(say("console.hold"), say("console.hold-hint"));
    fill(this.shown, ...this.previewContent());
    this.callbacks.previewed();
  }

  /** @private @returns {Node[]} */
  previewContent() {
    const preview = this.preview;
    if (!preview) {
      const says = this.electronic
        ? "console.entry-electronic"
        : !this.open
        ? "console.entry-locked"
        : this.faces.length === 3
          ? "console.entry-call"
          : "console.entry-open";
      return [h("p", { class: "preview-empty" }, say(says))];
    }
    const names = new Map(this.layout?.areas.map((/** @type {any} */ area) => [area.bet, localText(area.name)]));
    return [
      h("p", { class: "call" }, `“${localText(preview.call)}”`),
      h(
        "p",
        { class: "lit" },
        ...preview.lit.map((/** @type {string} */ bet) =>
          h("span", { class: "lit-tag" }, names.get(bet) ?? bet),
        ),
      ),
      h(
        "ul",
        { class: "paid" },
        ...preview.players
          .filter((/** @type {any} */ one) => one.staked > 0)
          .map((/** @type {any} */ one) =>
            h(
              "li",
              {},
              h("span", { class: "seat" }, one.seat === null ? "–" : String(one.seat)),
              h("span", {}, one.name),
              h("span", { class: one.net > 0 ? "plus" : "minus" }, signedMoney(one.net)),
            ),
          ),
      ),
      h(
        "p",
        { class: "preview-sums" },
        say("console.sums", { ...preview, house: signedMoney(preview.house) }),
      ),
      h("p", { class: "preview-note" }, say("console.nothing-paid")),
    ];
  }
}
