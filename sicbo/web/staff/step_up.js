// @ts-check
/** Step-up authentication: if the house requires the PIN again, ask for it and repeat the same request. */

import { newKey, PIN_PATIENCE, Problem, send } from "../shared/net/http.js";
import { h } from "../shared/util/dom.js";
import { say } from "../shared/i18n.js";
import { openDialog, field, sayInDialog } from "./dialog.js";

/**
 * Send a request, and ask for the PIN if the house requires it again.
 * @param {"POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {any} [body]
 * @param {string} [key]
 * @returns {Promise<any>}
 */
export async function sendWithStepUp(method, path, body, key = newKey()) {
  try {
    return await send(method, path, body, { key });
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== "step-up-required" || !(await askForPin())) throw problem;
    return send(method, path, body, { key });
  }
}

/** Ask for the PIN of the signed-in person; false if they cancel. @returns {Promise<boolean>} */
function askForPin() {
  return new Promise((answer) => {
    const dialog = openDialog(say("staff.pin-again"), (close) => {
      const pin = h("input", { type: "password", autocomplete: "current-password", inputmode: "numeric", id: "pin-again" });
      const give = async () => {
        try {
          await send("POST", "/sessions/step-up", { pin: pin.value }, { patience: PIN_PATIENCE });
          answer(true);
          close();
        } catch (problem) {
          pin.value = "";
          sayInDialog(problem instanceof Problem ? problem.message : say("staff.unreachable"));
        }
      };
      const form = h("form", { class: "sheet-body" }, h("p", { class: "sheet-lead" }, say("staff.pin-why")),
        field(say("staff.pin"), pin), h("button", { class: "main" }, say("staff.go-on")));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        void give();
      });
      return [form];
    });
    dialog.querySelector("input")?.focus();
    dialog.addEventListener("close", () => answer(false));
  });
}
