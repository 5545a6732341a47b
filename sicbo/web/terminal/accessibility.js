// @ts-check
/** Accessibility settings: keys, motion, speech and contrast; all are stored on this device. */

import { send, tablePath } from "/shared/net/http.js";
import { showDialog } from "/shared/ui/dialog.js";
import { h } from "/shared/util/dom.js";
import { showProblem } from "/shared/ui/announce.js";
import { storeSetting, setting } from "/shared/util/settings.js";
import { language, say } from "/shared/i18n.js";

const FIXED = ["arrows", "enter", "chips", "jump"];

/**
 * Open the dialog: the keys and how to change them, and switches.
 * @param {Record<string, string>} keys the actions and their default keys
 * @param {import("/shared/net/table_store.js").TableStore} table
 */
export function openAccessibility(keys, table) {
  const usual = Object.entries(keys);
  showDialog(say("keys.title"),
    h("ul", { class: "keys" }, ...FIXED.map((key) => h("li", {}, say(`keys.${key}`)))),
    h("div", { class: "own-keys" }, ...usual.map(([action, key]) => own(action, key))),
    flag("keys.on", true, say("keys.on")),
    flag("calm", false, say("comfort.calm")),
    flag("speak", false, say("comfort.speak")),
    longerBettingSwitch(table),
    h("label", { class: "switch" }, h("input", { type: "range", min: 0.4, max: 1, step: 0.1, value: setting("bright", 1),
      oninput: (/** @type {any} */ event) => { storeSetting("bright", Number(event.target.value)); applyAccessibility(); } }), say("comfort.bright")));
}

/**
 * @param {string} action
 * @param {string} key
 */
function own(action, key) {
  const input = h("input", { type: "text", maxlength: 1, size: 2, autocomplete: "off", value: setting(`keys.${action}`, key).toUpperCase(),
    onchange: () => storeSetting(`keys.${action}`, input.value.trim().toLowerCase() || key) });
  return h("label", { class: "switch" }, input, say(`do.${action}`));
}

/**
 * @param {string} name
 * @param {boolean} usual
 * @param {string} text
 */
function flag(name, usual, text) {
  const input = h("input", { type: "checkbox", checked: setting(name, usual), onchange: () => (storeSetting(name, input.checked), applyAccessibility()) });
  return h("label", { class: "switch" }, input, text);
}

/**
 * The switch for longer betting time at this seat: at home every player may use it, in a casino the staff set it.
 * @param {import("/shared/net/table_store.js").TableStore} table
 */
function longerBettingSwitch({ table, state: { view, mine } }) {
  const seat = view?.seats.find((/** @type {any} */ one) => one.player === mine?.player);
  if (!seat || view.profile === "floor") return null;
  const ask = async () => {
    seat.longer = input.checked;
    await send("PUT", tablePath(table, "/longer"), { longer: input.checked }).catch((problem) => {
      seat.longer = input.checked = !input.checked;
      showProblem(problem);
    });
  };
  const input = h("input", { type: "checkbox", checked: seat.longer, onchange: ask });
  return h("label", { class: "switch" }, input, say("comfort.longer"));
}

/** Apply the settings to the page. */
export function applyAccessibility() {
  document.documentElement.dataset.motion = setting("calm", false) ? "calm" : "";
  document.body.style.filter = setting("bright", 1) < 1 ? `brightness(${setting("bright", 1)})` : "";
}

/**
 * Speak a text aloud, if speech is on.
 * @param {string} text
 */
export function speak(text) {
  if (!setting("speak", false) || !("speechSynthesis" in window)) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language();
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
