// @ts-check
/** Super Streak, where it is offered: sides that are open, and what I have running. */

import { send, tablePath } from "/shared/api.js";
import { fill, find, h } from "/shared/dom.js";
import { complain } from "/shared/live.js";
import { brief } from "/shared/money.js";
import { known, named, oddsShort, say } from "/shared/words.js";
import { clause } from "./results.js";

/**
 * @param {any} view
 * @param {any} mine
 * @param {any} layout
 */
export function showStreaks(view, mine, layout) {
  const panel = find("#streaks");
  panel.hidden = !view.streak;
  if (!view.streak) return;
  const { stake, sides, ladder } = view.streak;
  const running = mine?.streaks ?? [];
  fill(panel, h("h2", {}, say("streak.title"), clause(view.streak.clause)),
    h("ul", { class: "sides" }, ...sides.map((/** @type {any} */ side) => sideOf(side, stake, running, view, mine, layout))),
    h("p", { class: "ladder figures" }, ...Object.entries(ladder).map(([run, pays]) => h("span", {}, h("b", {}, `${run}×`), ` ${oddsShort(String(pays))}`))));
}

/**
 * @param {any} side
 * @param {number} stake
 * @param {any[]} running
 * @param {any} view
 * @param {any} mine
 * @param {any} layout
 */
function sideOf(side, stake, running, view, mine, layout) {
  const line = layout.streaks.find((/** @type {any} */ entry) => entry.side === side.side);
  const own = running.find((streak) => streak.side === side.side);
  const place = async () => {
    try {
      await send("POST", tablePath(view.table, "/streaks"), { round: view.round, side: side.side });
    } catch (problem) {
      complain(problem);
    }
  };
  const word = known(`size.${side.side}`) ? say(`size.${side.side}`) : known(`parity.${side.side}`) ? say(`parity.${side.side}`) : named(line?.name);
  return h("li", { class: side.open ? "open" : "", "data-side": side.side },
    h("b", {}, word), h("span", {}, say("streak.run", { run: side.run })),
    h("span", { class: "state" }, side.open ? say("streak.open") : say("streak.shut")),
    own ? h("span", { class: "good" }, say("streak.mine", { count: own.count, stake: brief(own.cents) }))
      : side.open && mine ? h("button", { type: "button", onclick: place }, say("streak.place", { stake: brief(stake) })) : null);
}
