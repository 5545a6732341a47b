// @ts-check
/** The signed-in person's own account: changing the PIN, and the key that signs commands from this device. */

import { get } from "../shared/net/http.js";
import { fill, h } from "../shared/util/dom.js";
import { toast } from "../shared/ui/announce.js";
import { say } from "../shared/i18n.js";
import { errorText } from "../staff/actions.js";
import { openDialog, field, sayInDialog } from "../staff/dialog.js";
import { sendWithStepUp } from "../staff/step_up.js";
import { privateKey, makeKey } from "../staff/signature.js";

/** Open the account dialog of the signed-in person. */
export function openAccount() {
  openDialog(say("pit.account"), (close) => {
    const key = h("div", { class: "sheet-body" });
    void drawKey(key);
    return [pinForm(close), h("h3", {}, say("signing.title")), key];
  });
}

/** @param {() => void} close */
function pinForm(close) {
  const secret = (/** @type {string} */ id, /** @type {"current-password" | "new-password"} */ autocomplete) =>
    h("input", { type: "password", id, autocomplete, required: true, maxlength: 128 });
  const pin = secret("own-pin", "current-password");
  const fresh = secret("own-pin-new", "new-password");
  const again = secret("own-pin-again", "new-password");
  const give = async () => {
    if (fresh.value !== again.value) return void sayInDialog(say("pit.pin-differs"));
    try {
      await sendWithStepUp("PUT", "/session/pin", { pin: pin.value, new: fresh.value });
      toast(say("pit.pin-changed"), { kind: "good" });
      close();
    } catch (error) {
      sayInDialog(errorText(error));
    }
  };
  const form = h("form", { class: "sheet-body" },
    field(say("pit.pin-now"), pin), field(say("pit.pin-new"), fresh, say("pit.pin-help")), field(say("pit.pin-again"), again),
    h("button", { class: "main", id: "change-pin" }, say("pit.pin-change")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void give();
  });
  return form;
}

/**
 * Show this person's key as the house knows it, and a button that makes one on this device.
 * @param {HTMLElement} root
 */
async function drawKey(root) {
  const make = async () => {
    try {
      await makeKey();
      await drawKey(root);
    } catch (error) {
      sayInDialog(errorText(error));
    }
  };
  const state = await get("/session/key").catch(() => ({ key: "", offered: "" }));
  const here = state.key && (await privateKey(state.key).catch(() => undefined));
  fill(root,
    h("p", {}, say(!state.key ? "signing.none" : here ? "signing.here" : "signing.elsewhere", { key: shortKey(state.key) })),
    state.offered ? h("p", { id: "offered-key" }, say("signing.offered", { key: shortKey(state.offered) })) : null,
    h("button", { type: "button", class: "quiet", id: "make-key", onclick: make }, say("signing.make")));
}

/** The part of a key's name by which people recognise it. @param {string} key */
export function shortKey(key) {
  return key.slice(key.indexOf("+") + 1);
}
