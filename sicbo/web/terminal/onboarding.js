// @ts-check
/** Three hints for a player's first round: a chip, an area, the dice. They never appear again. */

import { fill, find, h } from "/shared/util/dom.js";
import { storeSetting, setting } from "/shared/util/settings.js";
import { say } from "/shared/i18n.js";

/**
 * Show the next hint, until this person's first round is settled.
 * @param {any} view
 * @param {any} mine
 * @param {number} staked cents on the cloth
 */
export function showOnboarding(view, mine, staked) {
  const line = find("#coach");
  if (mine?.settlement && !setting("coached", false)) storeSetting("coached", true);
  line.hidden = !mine || setting("coached", false);
  if (line.hidden) return;
  const at = !view.betting.open ? 3 : mine.ready ? 2 : staked ? 1 : 0;
  const deals = view.dealer.kind === "automatic";
  const steps = [say("coach.place"), say(deals ? "coach.deal" : "coach.wait"), say("coach.dice")];
  fill(line, ...steps.map((text, step) => h("li", { "aria-current": step === Math.min(at, 2) ? "step" : null }, text)));
}
