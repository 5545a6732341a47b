// @ts-check
/** A dialog over the page: one at a time; Escape closes it, and the focus returns to where it was. */

import { h } from "../util/dom.js";
import { say } from "../i18n.js";

/** @type {HTMLDialogElement | null} */
let open = null;

/**
 * Show a dialog over the page.
 * @param {string} title
 * @param {...(Node | string | null)} content
 * @returns {HTMLDialogElement}
 */
export function showDialog(title, ...content) {
  open?.close();
  const from = document.activeElement;
  const dialog = h("dialog", { "aria-label": title },
    h("header", {}, h("h2", {}, title),
      h("button", { type: "button", "aria-label": say("close"), onclick: () => dialog.close() }, "×")),
    ...content);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (open === dialog) open = null;
    if (from instanceof HTMLElement) from.focus();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  open = dialog;
  return dialog;
}
