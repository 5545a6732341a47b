// @ts-check
/** The winning-number display: the result, past results, the sign and the notices. It decides nothing. */

import { get, layoutPath, tablePath } from "../shared/net/http.js";
import { now, timeOfDay } from "../shared/net/server_clock.js";
import "../shared/ui/dice.js";
import { fill, find, h, write } from "../shared/util/dom.js";
import { feltNumber } from "../shared/ui/cloth/felt_colour.js";
import "../shared/ui/header.js";
import { onKeys } from "../shared/util/keys.js";
import { announce, createLiveRegions } from "../shared/ui/announce.js";
import { noticeText } from "../shared/ui/notice_text.js";
import { sidesOf } from "../shared/ui/results_road.js";
import { playSound, setMuted } from "../shared/ui/sound.js";
import { TableStore } from "../shared/net/table_store.js";
import "../shared/ui/timer.js";
import { localText, named, onLanguage, say, translate } from "../shared/i18n.js";
import { tableOfPage } from "../staff/actions.js";
import { drawLastResults, withoutVoidDice } from "./past_results.js";
import { drawTotals } from "./totals.js";

const name = tableOfPage();
const table = new TableStore(name);
const dice = /** @type {any} */ (find("#dice"));
/** @type {any} */
let layout = null;
/** @type {any} */
let statistics = null;
/** What the dice show: the round, its dice and whether it is void. */
let shownResult = "";
let heardAt = 0;

/** Draw the current state of the table. */
function draw() {
  const { view, link } = table.state;
  const header = /** @type {any} */ (find("sb-header"));
  header.connection = link;
  drawLink(link);
  if (!view) return;
  document.title = `${say("display.title")} · ${view.name}`;
  header.place = say("display.place", { table: name, name: view.name });
  const symbols = layout?.symbols ?? [];
  const away = view.dealer.kind === "away";
  write(find("#state"), say(away ? "dealer.away" : `phase.${view.phase}`));
  find("#board").dataset.phase = view.phase;
  find("#board").dataset.felt = String(feltNumber(view.layout));
  /** @type {any} */ (find("#timer")).show(view.betting);
  find("#timer").hidden = !view.betting.open || !view.betting.closes_at;
  drawSign(view.sign);
  drawResult(view.result);
  const history = withoutVoidDice(view.history);
  drawLastResults(find("#last"), history, symbols);
  /** @type {any} */ (find("#size")).show(history, symbols);
  /** @type {any} */ (find("#parity")).show(history, symbols);
  drawNotices(view);
  if (statistics) drawTotals(find("#totals"), find("#totals-title"), statistics);
}

/** Size the roads to the space that they have. */
function fitRoads() {
  const room = find(".roads");
  const wide = matchMedia("(min-width: 901px)").matches;
  const [title, fine] = [find("h2", room).offsetHeight, find(".fine", room).offsetHeight];
  const { paddingTop, paddingBottom } = getComputedStyle(room);
  const free = room.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) - title - fine - 28;
  for (const road of room.querySelectorAll("sb-road")) {
    /** @type {any} */ (road).style.zoom = wide ? String(Math.max(0.8, free / 120).toFixed(2)) : "1";
  }
}

/** @param {string} link */
function drawLink(link) {
  document.body.dataset.link = link;
  find("#stale").hidden = link !== "lost";
  if (link === "lost") write(find("#stale"), say("display.stale", { time: timeOfDay(heardAt || now()) }));
  else heardAt = now();
}

/** @param {any} sign */
function drawSign(sign) {
  const limits = sign ? [say("display.minimum", sign), say("display.maximum", sign)] : [];
  fill(find("#sign"), ...limits.map((text) => h("span", {}, text)));
}

/** @param {any} result */
function drawResult(result) {
  const voided = result?.void ?? null;
  const rolled =
    result && !voided
      ? [...result.dice].sort((/** @type {number} */ a, /** @type {number} */ b) => a - b)
      : null;
  const signature = JSON.stringify([result?.round, rolled, voided?.ground, result?.corrected]);
  const fresh = signature !== shownResult;
  find("#no-spin").hidden = !voided;
  find("#roll").dataset.void = String(Boolean(voided));
  if (voided)
    fill(
      find("#no-spin"),
      h("strong", {}, say("display.no-spin")),
      h("span", {}, named("ground", voided.ground)),
    );
  if (!rolled) dice.state = voided ? "void" : "covered";
  else if (fresh && shownResult && !document.hidden) void dice.roll(rolled);
  else if (fresh) Object.assign(dice, { dice: rolled, state: "shown" });
  find(".sum").hidden = !rolled;
  write(find("#total"), rolled ? String(result.total) : "–");
  drawSides(result, rolled);
  if (!fresh) return;
  if (shownResult) announceResult(result, rolled);
  shownResult = signature;
  table.reportPainted();
  void learnStatistics();
}

/**
 * @param {any} result
 * @param {number[] | null} rolled
 */
function drawSides(result, rolled) {
  const words = [];
  if (rolled) {
    words.push(...sidesOf(rolled).map((side) => [side, named("side", side)]));
    if (result.corrected) words.push(["corrected", say("corrected")]);
  } else if (!result) words.push(["none", say("display.first")]);
  else words.push(["none", say("display.returned")]);
  fill(
    find("#sides"),
    ...words.map(([kind, text]) => h("span", { class: `side side-${kind}` }, text)),
    result ? h("span", { class: "which" }, say("round", { round: result.round })) : null,
  );
}

/**
 * @param {any} result
 * @param {number[] | null} rolled
 */
function announceResult(result, rolled) {
  playSound(rolled ? "reveal" : "void");
  announce(
    rolled
      ? localText(result.call)
      : say("void", result.void),
    rolled ? "polite" : "assertive",
  );
}

/** @param {any} view */
function drawNotices(view) {
  const faults = view.faults
    .filter((/** @type {any} */ one) => one.stops)
    .map((/** @type {any} */ one) => say("notice.fault", one));
  const streak = (view.streak?.sides ?? [])
    .filter((/** @type {any} */ side) => side.open || side.run >= 3)
    .map((/** @type {any} */ side) => say("display.streak", side));
  const away = view.dealer.kind === "away" ? [say("dealer.away-bets")] : [];
  const all = [...away, ...faults, ...view.notices.map(noticeText), ...streak];
  fill(find("#notices"), ...all.map((text) => h("li", {}, text)));
}

async function learnStatistics() {
  try {
    statistics = await get(tablePath(name, "/history?n=100"));
    drawTotals(find("#totals"), find("#totals-title"), statistics);
  } catch {
    // The rest of the display works without it.
  }
}

/** @param {any} view */
async function learnLayout(view) {
  layout = { layout: view.layout };
  layout = await get(layoutPath(view.layout)).catch(() => null);
  dice.symbols = layout?.symbols ?? [];
  draw();
}

table.subscribe((state) => {
  if (state.view && layout?.layout !== state.view.layout) void learnLayout(state.view);
  draw();
});
table.readers.add((state, change) => {
  if (change.link && state.link === "lost") announce(say("staff.lost"), "assertive");
});
new ResizeObserver(() => {
  fitRoads();
  if (table.state.view) draw();
}).observe(find("#main"));
onKeys({ mute: { key: "m", act: () => setMuted() } });
onLanguage(() => {
  translate(document);
  draw();
});
createLiveRegions();
translate(document);
