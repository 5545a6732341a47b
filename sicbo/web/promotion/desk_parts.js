// @ts-check
/** Shared parts of the promotion desk: sending commands, buttons that say why they are locked, forms and cards. */

import { h } from "../shared/util/dom.js";
import { toast } from "../shared/ui/announce.js";
import { say, tell } from "../shared/i18n.js";
import { errorText } from "../staff/actions.js";
import { openDialog, field, sayInDialog } from "../staff/dialog.js";
import { giveSigned } from "../staff/signature.js";

/** @typedef {{it: any, give: (command: any) => Promise<boolean>, draw: () => void}} Desk */

/**
 * Send a command, signed if the house requires it.
 * @param {any} it the promotion
 * @param {any} command
 */
export function sendCommand(it, command) {
  return giveSigned(`/promotions/${encodeURIComponent(it.name)}/commands`, it.name, command, it);
}

/** @param {unknown} error */
export function complain(error) {
  if (!sayInDialog(errorText(error))) toast(errorText(error), { kind: "bad" });
}

/**
 * A button, with the reason if it cannot be pressed now.
 * @param {string} id
 * @param {string} text
 * @param {() => void} act
 * @param {import("../shared/i18n.js").Message} [why]
 */
export function actionButton(id, text, act, why) {
  return h(
    "div",
    {},
    h("button", { type: "button", class: "main", id, disabled: Boolean(why), onclick: act }, text),
    why ? h("p", { class: "locked-why" }, tell(why)) : null,
  );
}

/**
 * A dialog with fields that sends a command; it closes once the command is accepted.
 * @param {string} title
 * @param {Record<string, [label: string, input: any]>} fields by the member of the command that each field fills
 * @param {(said: Record<string, any>) => Promise<boolean>} act
 */
export function form(title, fields, act) {
  openDialog(title, (close) => [
    ...Object.values(fields).map(([label, input]) => field(label, input)),
    h(
      "button",
      {
        type: "button",
        class: "main",
        id: "give",
        onclick: async () => {
          const said = Object.fromEntries(
            Object.entries(fields).map(([name, [, input]]) => [name, input.type === "checkbox" ? input.checked : input.value]),
          );
          if (await act(said)) close();
        },
      },
      title,
    ),
  ]);
}

/** @param {Record<string, any>} [more] */
export function line(more = {}) {
  return h("input", { type: "text", maxlength: 200, ...more });
}

export function tick() {
  return h("input", { type: "checkbox" });
}

/**
 * A card with its title.
 * @param {string} key
 * @param {...(Node | null)} inside
 */
export function card(key, ...inside) {
  return h("section", { class: "card", "data-card": key }, h("h2", {}, say(key)), ...inside);
}
