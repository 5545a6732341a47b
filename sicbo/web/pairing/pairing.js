// @ts-check
/** Pairing: the device requests a code, shows it, and opens its table once the pit desk has approved it. */

import "../shared/ui/header.js";
import { get, Problem, send } from "../shared/net/http.js";
import { find, write } from "../shared/util/dom.js";
import { say, translate } from "../shared/i18n.js";

const SCREENS = /** @type {Record<string, string>} */ ({ terminal: "table", display: "display" });
const form = /** @type {HTMLFormElement} */ (find("#wants"));

translate(document);
/** @param {"live" | "lost"} state */
const showConnection = (state) => (/** @type {any} */ (find("sb-header")).connection = state);
void get("/session").then(() => showConnection("live"), () => showConnection("lost"));
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = /** @type {HTMLInputElement} */ (find("#name")).value;
  const role = /** @type {HTMLSelectElement} */ (find("#role")).value;
  try {
    await awaitPairing(await send("POST", "/devices/pairings", { name, role }));
  } catch (problem) {
    showConnection(problem instanceof Problem ? "live" : "lost");
    showEnd(problem instanceof Problem && problem.code !== "not-found" ? problem.message : say("pair.over"));
  }
});

/**
 * @param {any} pairing
 */
async function awaitPairing(pairing) {
  form.hidden = true;
  write(find("#says"), "");
  write(find("#code"), pairing.user_code);
  find("#waits").hidden = false;
  for (;;) {
    await new Promise((resume) => setTimeout(resume, 1000 * pairing.interval));
    try {
      const device = await send("POST", "/devices/tokens", { device_code: pairing.device_code });
      location.assign(`/${SCREENS[device.role]}/${encodeURIComponent(device.table)}`);
      return;
    } catch (problem) {
      if (!(problem instanceof Problem && problem.code === "pairing-pending")) throw problem;
    }
  }
}

/** @param {string} sentence */
function showEnd(sentence) {
  form.hidden = false;
  find("#waits").hidden = true;
  write(find("#says"), sentence);
}
