// @ts-check
/**
 * An entrant's own page: the slip, the sealed slip, bank, rank and clock. A sealed slip never leaves the device before
 * it is opened.
 */

import { get, layoutPath, newKey, Problem, send } from "../../shared/net/http.js";
import "../../shared/ui/cloth/cloth.js";
import { fill, find, h, write } from "../../shared/util/dom.js";
import "../../shared/ui/header.js";
import { announce, showProblem, createLiveRegions, toast } from "../../shared/ui/announce.js";
import { onLanguage, say, translate } from "../../shared/i18n.js";
import { TournamentStore, tournamentOfPage } from "../tournament_store.js";
import { button, chips, spinOf } from "../form_parts.js";
import { envelope } from "../sealed_slips.js";

const VALUES = [1, 5, 25, 100, 500, 1_000, 5_000];
const CENTS = 100;
const tournament = new TournamentStore(tournamentOfPage());
const cloth = /** @type {any} */ (find("sb-cloth"));
const header = /** @type {any} */ (find("sb-header"));
/** @type {any} what only this entrant may see */
let mine = null;
/** @type {Record<string, number>} the stakes of the draft by bet */
let draft = {};
let hand = 100;
/** The spin of the draft, so that an old draft is not placed again. */
let spin = "";

/** Fetch the entrant of this page; there is none until a code is entered. */
async function fetchEntrant() {
  try {
    const found = await get(tournament.path("/seat"));
    mine = found.player ? found : null;
    await loadCloth();
  } catch {
    // The page says that the connection is lost, and keeps what it shows.
  }
  draw();
}

/** @param {SubmitEvent} event */
async function enter(event) {
  event.preventDefault();
  const code = /** @type {HTMLInputElement} */ (find("#code"));
  try {
    mine = await send("POST", tournament.path("/seat"), { code: code.value }, { key: newKey() });
    code.value = "";
    await loadCloth();
    draw();
  } catch (problem) {
    showProblem(/** @type {Error} */ (problem));
  }
}

/** Load the cloth of the layout in play. */
async function loadCloth() {
  if (tournament.state && mine && !cloth.layout) cloth.layout = await get(layoutPath(tournament.state.layout));
}

/**
 * Send a command as this entrant.
 * @param {string} type
 * @param {Record<string, any>} said
 */
async function sendCommand(type, said) {
  try {
    mine = await send("POST", tournament.path("/seat/commands"), { type, player: mine.player, ...said }, { key: newKey() });
    return true;
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 401) mine = null;
    showProblem(/** @type {Error} */ (problem));
    return false;
  } finally {
    draw();
  }
}

function seat() {
  const row = tournament.state?.rows.find((/** @type {any} */ one) => one.player === mine?.player);
  const heat = tournament.state?.heats.find((/** @type {any} */ one) => one.players.includes(mine?.player));
  return { row, heat };
}

function draw() {
  const { state, link } = tournament;
  header.connection = link;
  header.place = say("seat.title");
  const lost = find("#lost");
  lost.hidden = link !== "lost";
  write(lost, say("seat.lost"));
  document.body.dataset.link = link;
  if (!state) return;
  write(find("#title"), state.title);
  document.title = `${mine?.name ?? say("seat.title")} · ${state.title}`;
  find("#door").hidden = Boolean(mine);
  find("#play").hidden = !mine;
  const { row, heat } = seat();
  write(find("#who"), mine ? mine.name : "");
  write(find("#phase"), heat ? spinOf(heat) : say(`tournament.stage-${state.stage}`));
  if (!mine || !row) return;
  begin(heat);
  facts(state, row);
  const open = decisionOf(heat) === "open" && row.status === "playing";
  cloth.classList.toggle("shut", !open);
  paint();
  tray(open);
  write(find("#says"), sentence(heat, row));
  fill(find("#acts"), ...acts(state, heat, row, open));
}

/**
 * Start an empty draft at a new spin.
 * @param {any} heat
 */
function begin(heat) {
  const now = heat ? `${heat.table} ${heat.why} ${heat.spin} ${heat.phase === "waiting"}` : "";
  if (now === spin) return;
  spin = now;
  draft = {};
  if (heat?.phase === "open") announce(say("tournament.phase-open"));
}

/**
 * The entrant's decision in this spin: none, a placed slip, a sealed slip, an opened one or a pass. @param {any} heat
 */
function decisionOf(heat) {
  if (!heat || heat.phase === "waiting") return "waiting";
  if (heat.sealed.includes(mine.player)) return "sealed";
  if (heat.seals[mine.player]) return "opened";
  if (heat.passing.includes(mine.player)) return "passing";
  return heat.phase === "open" ? "open" : "closed";
}

/**
 * @param {any} state
 * @param {any} row
 */
function facts(state, row) {
  const shown = {
    "tournament.bank": chips(row.bank),
    "tournament.rank": row.rank ? `${row.rank} / ${state.rows.length}` : "–",
    "tournament.seat": row.table ? `${row.table}-${row.seat}` : "–",
    "tournament.this-spin": row.this_spin > 0 ? `+${chips(row.this_spin)}` : chips(row.this_spin),
    "tournament.secret": String(row.secrets),
    "tournament.pass": String(row.passes),
  };
  fill(find("#facts"), ...Object.entries(shown).map(([key, text]) => h("div", {}, h("dt", {}, say(key)), h("dd", { "data-fact": key }, text))));
}

/**
 * What the entrant needs to know now, in one sentence.
 * @param {any} heat
 * @param {any} row
 */
function sentence(heat, row) {
  if (row.status !== "playing") return say(`tournament.status-${row.status}`);
  const how = decisionOf(heat);
  if (how === "open" && mine.slip.length) return say("seat.placed", { n: chips(total(Object.fromEntries(mine.slip))) });
  return say(how === "open" ? "seat.bets" : `seat.${how}`, { n: chips(tournament.state.compulsory) });
}

/** Draw the chips on the cloth: the draft, or the placed slip. */
function paint() {
  const drafted = Object.keys(draft).length;
  const lying = drafted ? draft : Object.fromEntries(mine.slip);
  const state = drafted ? "draft" : "registered";
  cloth.chips(Object.fromEntries(Object.entries(lying).map(([bet, n]) => [bet, { cents: n * CENTS, state }])));
  write(find("#total"), drafted ? say("seat.draft", { n: chips(total(draft)) }) : "");
}

/** @param {Record<string, number>} slip */
function total(slip) {
  return Object.values(slip).reduce((sum, n) => sum + n, 0);
}

/** The chips to choose from, none smaller than the unit of the terms. @param {boolean} open */
function tray(open) {
  const values = VALUES.filter((value) => value % mine.unit === 0);
  if (!values.includes(hand)) hand = values[0] ?? mine.unit;
  fill(find("#chips"), ...(open ? (values.length ? values : [mine.unit]) : []).map((value) =>
    h("button", { type: "button", role: "radio", "aria-checked": String(value === hand), "data-chip": value,
      onclick: () => ((hand = value), draw()) }, chips(value))));
}

/**
 * @param {any} state
 * @param {any} heat
 * @param {any} row
 * @param {boolean} open
 */
function acts(state, heat, row, open) {
  const said = { table: heat?.table ?? "" };
  const stakes = () => Object.entries(draft).map(([bet, n]) => [bet, n, "tournament-chip"]);
  const drafted = Object.keys(draft).length > 0;
  const place = async () => {
    if (await sendSlip(heat, stakes())) (draft = {}), draw();
  };
  const seal = async () => {
    const commitment = await envelope(state, heat, row).seal(stakes());
    if (await sendCommand("seal-slip", { ...said, commitment })) (draft = {}), draw(), toast(say("seal.kept"), { kind: "good" });
  };
  const kept = heat && decisionOf(heat) === "sealed" && heat.phase === "closed" ? envelope(state, heat, row).open() : null;
  return [
    open && drafted ? button("place", "tournament.place-slip", place, true) : null,
    open && drafted && row.secrets && !mine.slip.length ? button("seal", "tournament.seal", seal) : null,
    open && (drafted || mine.slip.length) ? button("clear", "seat.clear", clear(heat)) : null,
    open && row.passes && !drafted && !mine.slip.length ? button("pass", "tournament.pass-card", () => sendCommand("play-pass", said)) : null,
    kept ? button("open-seal", "tournament.open-seal", () => sendCommand("open-seal", { ...said, ...kept }), true) : null,
  ];
}

/**
 * Register the whole slip in place of the one before.
 * @param {any} heat
 * @param {any[]} stakes
 */
function sendSlip(heat, stakes) {
  return sendCommand("heat-register-slip", { table: heat.table, round: heat.number, version: mine.version + 1, stakes });
}

/** Clear the draft, or else retract the placed slip. @param {any} heat */
function clear(heat) {
  return async () => {
    if (Object.keys(draft).length) draft = {};
    else await sendSlip(heat, []);
    draw();
  };
}

/** @param {CustomEvent} event */
function changeDraft({ detail: { bet, gesture } }) {
  const { heat } = seat();
  if (gesture === "info" || !mine || decisionOf(heat) !== "open") return;
  if (!Object.keys(draft).length) draft = Object.fromEntries(mine.slip);
  const n = Math.max(0, (draft[bet] ?? 0) + (gesture === "remove" ? -hand : hand));
  if (n) draft[bet] = n;
  else delete draft[bet];
  draw();
}

translate(document);
createLiveRegions();
find("#door").addEventListener("submit", (event) => void enter(/** @type {SubmitEvent} */ (event)));
cloth.addEventListener("area", (/** @type {CustomEvent} */ event) => changeDraft(event));
cloth.addEventListener("built", () => mine && tournament.state && draw());
onLanguage(() => (translate(document), draw()));
tournament.subscribe(() => void fetchEntrant());
setInterval(() => tournament.state?.heats.some((/** @type {any} */ heat) => heat.ends_at) && draw(), 1_000);
void tournament.follow();
