// @ts-check
/** A window over the page: one at a time, closed by Escape, and the focus goes back where it was. */

import { h } from "../util/dom.js";
import { say } from "../words.js";

/** @type {HTMLDialogElement | null} */
let open = null;

/**
 * Show something over the page.
 * @param {string} title
 * @param {...(Node | string | null)} content
 * @returns {HTMLDialogElement}
 */
export function show(title, ...content) {
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
