// @ts-check
/** Dialogs and their fields. */

import { showDialog } from "../shared/ui/dialog.js";
import { fill, h } from "../shared/util/dom.js";

/**
 * Open a dialog. Its body is built once and may close it.
 * @param {string} title
 * @param {(close: () => void) => (Node | string | null)[]} body
 * @param {string} [name] its class
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, body, name = "") {
  const holder = h("div", { class: "sheet-body" });
  const dialog = showDialog(title, holder);
  dialog.className = `sheet ${name}`.trim();
  fill(holder, ...body(() => dialog.close()));
  return dialog;
}

/**
 * Show a text in the open dialog, because a toast would be hidden behind it; return false if none is open.
 * @param {string} text
 */
export function sayInDialog(text) {
  const body = document.querySelector("dialog.sheet[open] .sheet-body");
  if (!body) return false;
  const note =
    body.querySelector(".sheet-note") ?? body.appendChild(h("p", { class: "sheet-note", role: "alert" }));
  note.textContent = text;
  note.scrollIntoView({ block: "nearest" });
  return true;
}

/**
 * A labelled field.
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [help]
 */
export function field(label, input, help = "") {
  return h(
    "label",
    { class: "field" },
    h("span", { class: "field-label" }, label),
    input,
    help ? h("span", { class: "field-help" }, help) : null,
  );
}

/**
 * A select element with these choices.
 * @param {[value: string, text: string][]} choices
 * @param {string} [chosen]
 */
export function select(choices, chosen = "") {
  return h(
    "select",
    {},
    ...choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
}
