// @ts-check
/** The wall board: ranks, moves, banks, the qualifying line, the prize pool, the director. It decides nothing. */

import { get } from "../shared/net/http.js";
import { fill, find, h, refresh, write } from "../shared/util/dom.js";
import "../shared/ui/header.js";
import { createLiveRegions } from "../shared/ui/announce.js";
import { briefMoney, money } from "../shared/util/money.js";
import { onLanguage, say, translate } from "../shared/i18n.js";
import { TournamentStore, tournamentOfPage } from "./tournament_store.js";
import { spinOf } from "./form_parts.js";

const tournament = new TournamentStore(tournamentOfPage());
const chips = new Intl.NumberFormat("en-AU");

function draw() {
  const { state, link } = tournament;
  const header = /** @type {any} */ (find("sb-header"));
  header.connection = link;
  document.body.dataset.link = link;
  if (!state) return;
  header.place = say("tournament.title");
  document.title = state.title;
  write(find("#title"), state.title);
  write(find("#stage"), say(`tournament.stage-${state.stage}`));
  const round = { n: state.round, of: state.rounds, name: state.round_name };
  write(find("#round"), state.round ? say("tournament.round", round) : "");
  drawSpins(state);
  find("#ranking").hidden = !state.rows.length;
  find("#rows").style.setProperty("--many", String(Math.max(10, state.rows.length)));
  fill(find("#rows"), ...state.rows.map(rowOf));
  drawFacts(state);
}

/**
 * Draw every table in play, with the time that it has left if it is played by the clock.
 * @param {any} state
 */
function drawSpins(state) {
  refresh(find("#spins"), ...state.heats.map(
    (/** @type {any} */ heat) => h("span", { "data-phase": heat.phase, "data-why": heat.why }, spinOf(heat)),
  ));
}

/**
 * @param {any} row
 * @param {number} index
 * @param {any[]} rows
 */
function rowOf(row, index, rows) {
  const last = row.above_line && !rows.slice(index + 1).some((/** @type {any} */ one) => one.above_line);
  const moved = row.move > 0 ? `+${row.move}` : row.move < 0 ? `${row.move}` : "=";
  const spin = row.this_spin > 0 ? `+${chips.format(row.this_spin)}` : chips.format(row.this_spin);
  const out = ["entered", "playing"].includes(row.status) ? "" : ` · ${say(`tournament.status-${row.status}`)}`;
  return h(
    "tr",
    { class: [last ? "line" : "", row.rank === 1 ? "first" : ""].join(" ").trim() || null, "data-status": row.status, "data-player": row.number },
    h("td", {}, row.rank ? String(row.rank) : "–"),
    h("td", { class: row.move > 0 ? "plus" : row.move < 0 ? "minus" : null }, moved),
    h("td", { class: "name" }, row.name + out),
    h("td", {}, row.table ? `${row.table}-${row.seat}` : "–"),
    h("td", { class: "number" }, chips.format(row.bank)),
    h("td", { class: `number ${row.this_spin > 0 ? "plus" : row.this_spin < 0 ? "minus" : ""}` }, spin),
    h("td", { class: "number" }, String(row.secrets)),
    h("td", { class: "number" }, String(row.passes)),
  );
}

/** @param {any} state */
function drawFacts(state) {
  const lines = /** @type {Record<string, string>} */ ({ "top-of-table": "tournament.line", end: "tournament.line-end" });
  const line = state.progress ? say(lines[state.progress] ?? "tournament.line-all", { n: state.places }) : "";
  const waits = state.stage === "round" ? ` ${say("tournament.provisional")}` : "";
  const level = state.progress === "end" ? ` ${say(`tournament.level-${state.level}`)}` : "";
  write(find("#line"), line + level + waits);
  const { compulsory, starting_bank } = state;
  const rules = { n: chips.format(compulsory), bank: chips.format(starting_bank) };
  write(find("#rules"), state.version ? say("tournament.compulsory", rules) : "");
  const sealed = state.heats.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.sealed.length, 0);
  const corrected = state.corrections.map((/** @type {any} */ one) =>
    say("tournament.corrected", { table: one.table, n: one.spin, dice: one.dice.join(" "), entered: one.entered.join(" ") }),
  );
  const off = state.play_off.length ? [say("tournament.level", { names: state.play_off.join(", ") })] : [];
  write(find("#corrected"), [...off, ...corrected].join(" "));
  write(find("#sealed"), sealed ? say("tournament.sealed", { n: sealed }) : "");
  const places = placesOf(state.prizes);
  write(find("#pool"), state.version ? `${say("tournament.pool", { n: money(state.pool) })}: ${places.join(" · ")}` : "");
  const there = say(state.present.length ? "tournament.present" : "tournament.absent");
  write(find("#charge"), state.director ? say("tournament.in-charge", { name: state.director, state: there }) : "");
  const terms = /** @type {HTMLAnchorElement} */ (find("#terms"));
  terms.hidden = !state.version;
  terms.href = `/api/v1/tournaments/${encodeURIComponent(tournament.name)}/terms`;
  write(terms, say("tournament.terms", { n: state.version }));
}

/**
 * The prize of each place; tied places with the same prize share a line.
 * @param {{place: number, cents: number, player: string}[]} prizes
 */
function placesOf(prizes) {
  /** @type {Map<string, string[]>} */
  const won = new Map();
  for (const { place, cents, player } of prizes) {
    const key = say("tournament.place", { n: place, cents: briefMoney(cents) });
    won.set(key, [...(won.get(key) ?? []), player].filter(Boolean));
  }
  return [...won].map(([says, names]) => [says, names.length > 1 ? `× ${names.length}:` : "", names.join(", ")].filter(Boolean).join(" "));
}

/** Without a name in the address: list every tournament of the house. */
async function drawList() {
  const found = await get("/tournaments");
  const nav = find("#list");
  nav.hidden = false;
  write(find("#title"), say("tournament.list"));
  find("#stage").hidden = true;
  fill(
    nav,
    ...(found.length ? [] : [say("tournament.none")]),
    ...found.map((/** @type {any} */ one) =>
      h("a", { href: `/tournament/${encodeURIComponent(one.name)}` }, `${one.title} · ${say(`tournament.stage-${one.stage}`)}`),
    ),
    h("a", { href: "/director" }, say("tournament.new")),
  );
}

translate(document);
createLiveRegions();
if (tournament.name) {
  tournament.subscribe(draw);
  onLanguage(draw);
  void tournament.follow();
  setInterval(() => tournament.state && drawSpins(tournament.state), 1_000);
} else {
  onLanguage(() => void drawList());
  void drawList();
}
