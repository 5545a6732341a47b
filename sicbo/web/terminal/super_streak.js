// @ts-check
/** Super Streak, if the table offers it: when it can be placed, on which side, and the player's open wagers. */

import { send, tablePath } from "/shared/net/http.js";
import { fill, find, h } from "/shared/util/dom.js";
import { announce, showProblem, toast } from "/shared/ui/announce.js";
import { playSound } from "/shared/ui/sound.js";
import { named, oddsShort, say } from "/shared/i18n.js";
import { clauseNote } from "./settlement.js";

/** What the panel shows; it is drawn again only when that changes, so that no button disappears under a finger. */
let shown = "";
/** Whether the open window for wagers has been announced. */
let announced = false;
/** Whether a toast has led to the panel. Once is enough: a toast in every round would be in the way. */
let noted = false;

/**
 * @param {any} view
 * @param {any} mine
 */
export function showStreaks(view, mine) {
  const panel = find("#streaks");
  panel.hidden = !view.streak;
  if (!view.streak) return;
  const sign = JSON.stringify([view.streak, mine?.streaks ?? null, document.documentElement.lang]);
  if (sign === shown) return;
  shown = sign;
  const { sides, ladder } = view.streak;
  fill(panel, h("h2", {}, say("streak.title"), clauseNote(view.streak.clause)),
    h("p", { class: "when" }, windowText(view.streak)),
    h("ul", { class: "sides" }, ...sides.map((/** @type {any} */ side) => sideOf(side, view, mine))),
    h("p", { class: "ladder figures" }, ...Object.entries(ladder).map(([run, pays]) => h("span", {}, h("b", {}, `${run}×`), ` ${oddsShort(String(pays))}`))));
  const open = sides.filter((/** @type {any} */ { side }) => panel.querySelector(`[data-side="${side}"] button`));
  if (open.length && !announced) announceWindow(panel, open);
  announced = open.length > 0;
}

/**
 * Announce that a wager can be placed. The first time that the button is out of sight, a toast leads to it.
 * @param {HTMLElement} panel
 * @param {any[]} open the sides with a button
 */
function announceWindow(panel, open) {
  const text = say("streak.now", { sides: open.map(({ side }) => side) });
  const button = find("#streaks .sides button");
  const { left, top, width, height } = button.getBoundingClientRect();
  if (noted || document.elementFromPoint(left + width / 2, top + height / 2) === button) {
    announce(text);
    return;
  }
  noted = true;
  toast(text, { action: { says: say("streak.show"), act: () => panel.scrollIntoView({ block: "center" }) } });
}

/**
 * When a wager can be placed, or until when.
 * @param {any} streak
 */
function windowText({ final, takes, sides, placed_by }) {
  if (final) return say("streak.over");
  const now = takes && sides.some((/** @type {any} */ side) => side.open);
  return say(now ? `streak.until.${placed_by}` : `streak.when.${placed_by}`);
}

/**
 * @param {any} side
 * @param {any} view
 * @param {any} mine
 */
function sideOf(side, view, mine) {
  const { stake, takes, round } = view.streak;
  const own = mine?.streaks?.find((/** @type {any} */ streak) => streak.side === side.side);
  const open = takes && side.open;
  const word = named("side", side.side);
  const price = say("streak.place", { stake });
  return h("li", { class: open ? "open" : "", "data-side": side.side },
    h("b", {}, word), side.run ? h("span", {}, say("streak.run", { run: side.run })) : null,
    own ? null : h("span", { class: "state" }, open ? say("streak.open") : say("streak.shut")),
    own ? h("span", { class: "good" }, say("streak.mine", { count: own.count, stake: own.cents }))
      : open && mine ? h("button", { type: "button", "aria-label": `${word}: ${price}`, onclick: (/** @type {Event} */ event) =>
        placeStreak(/** @type {HTMLButtonElement} */ (event.currentTarget), view.table, { round, side: side.side }) }, price) : null);
}

/**
 * Place a wager for the round that the panel shows; one press is one wager.
 * @param {HTMLButtonElement} button
 * @param {string} table
 * @param {{round: number, side: string}} wanted
 */
async function placeStreak(button, table, wanted) {
  button.disabled = true;
  try {
    const { total, number } = await send("POST", tablePath(table, "/streaks"), wanted);
    playSound("registered");
    announce(say("announce.registered", { total, number }));
  } catch (problem) {
    playSound("refused");
    showProblem(problem);
    button.disabled = false;
  }
}
