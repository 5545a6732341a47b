// @ts-check
/** Three steps for whoever sits down for the first time: a chip, an area, the dice. Afterwards it is gone. */

import { fill, find, h } from "/shared/util/dom.js";
import { keep, setting } from "/shared/util/settings.js";
import { say } from "/shared/words.js";

/**
 * Show the step that comes next, until a round was settled for this person.
 * @param {any} view
 * @param {any} mine
 * @param {number} staked what lies on the cloth
 */
export function coach(view, mine, staked) {
  const line = find("#coach");
  if (mine?.settlement && !setting("coached", false)) keep("coached", true);
  line.hidden = !mine || setting("coached", false);
  if (line.hidden) return;
  const at = !view.betting.open ? 3 : mine.ready ? 2 : staked ? 1 : 0;
  const deals = view.dealer.kind === "automatic";
  const steps = [say("coach.place"), say(deals ? "coach.deal" : "coach.wait"), say("coach.dice")];
  fill(line, ...steps.map((text, step) => h("li", { "aria-current": step === Math.min(at, 2) ? "step" : null }, text)));
}
