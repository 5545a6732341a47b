// @ts-check
/** One table of the session in play: its entrants, slips, passes and sealed slips, the result, a void. */

import { h } from "../../shared/util/dom.js";
import { toast } from "../../shared/ui/announce.js";
import { say } from "../../shared/i18n.js";
import { term } from "../../staff/terms.js";
import { button, card, chips, choice, diceOf, field, spinOf, stakesOf } from "../form_parts.js";
import { envelope } from "../sealed_slips.js";

/**
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} state
 * @param {any} heat
 */
export function heatCard(tournament, state, heat) {
  const rows = state.rows.filter((/** @type {any} */ row) => heat.players.includes(row.player) && row.status === "playing");
  rows.sort((/** @type {any} */ a, /** @type {any} */ b) => a.seat - b.seat);
  const body =
    heat.phase === "waiting"
      ? [button("invite", "cup.invite", () => tournament.sendCommand("invite-bets", { table: heat.table }), true)]
      : heat.phase === "open"
        ? open(tournament, state, heat, rows)
        : resultForm(tournament, state, heat, rows);
  const made = card(`heat-${heat.table}`, spinOf(heat), ...body);
  made.dataset.phase = heat.phase;
  return made;
}

/**
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} state
 * @param {any} heat
 * @param {any[]} rows
 */
function open(tournament, state, heat, rows) {
  const done = [...heat.wagered, ...heat.sealed, ...heat.passing];
  const missing = rows.filter((row) => !done.includes(row.player));
  const bet = field("all-bet", "cup.bet", { value: "small" });
  const all = async () => {
    for (const row of missing) {
      const stakes = [[bet.input.value, state.compulsory, "tournament-chip"]];
      await tournament.sendCommand("place-slip", { table: heat.table, player: row.player, stakes });
    }
  };
  return [
    h("div", { class: "heat-rows" }, ...rows.map((row) => rowOf(tournament, state, heat, row, done.includes(row.player)))),
    missing.length ? h("div", { class: "row" }, bet.label, button("all", "cup.all-compulsory", all)) : null,
    button("close", "cup.close", () => tournament.sendCommand("close-bets", { table: heat.table }), true),
    voidForm(tournament, state, heat),
  ];
}

/**
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} state
 * @param {any} heat
 * @param {any} row
 * @param {boolean} done
 */
function rowOf(tournament, state, heat, row, done) {
  const slip = h("input", { "aria-label": `${row.name}: ${say("cup.slip")}`, placeholder: "small=500" });
  const said = { table: heat.table, player: row.player };
  const place = () => tournament.sendCommand("place-slip", { ...said, stakes: stakesOf(slip.value) });
  const seal = async () => {
    const commitment = await envelope(state, heat, row).seal(stakesOf(slip.value));
    return tournament.sendCommand("seal-slip", { ...said, commitment });
  };
  return h(
    "div",
    { class: "heat-row", "data-seat": row.seat, "data-done": String(done) },
    h("span", { class: "who" }, `${row.seat}. ${row.name} · ${chips(row.bank)}`),
    slip,
    button("place", "cup.place-slip", place),
    row.secrets ? button("seal", "cup.seal", seal) : null,
    row.passes ? button("pass", "cup.pass-card", () => tournament.sendCommand("play-pass", said)) : null,
  );
}

/**
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} state
 * @param {any} heat
 * @param {any[]} rows
 */
function resultForm(tournament, state, heat, rows) {
  const dice = field(`dice-${heat.table}`, "cup.dice", { inputmode: "numeric" });
  const enter = async () => {
    const rolled = diceOf(dice.input.value);
    if (await tournament.sendCommand("enter-spin", { table: heat.table, dice: rolled })) toast(say("cup.entered", { table: heat.table, dice: rolled.join(" – ") }), { kind: "good" });
  };
  return [
    ...rows.filter((row) => heat.sealed.includes(row.player)).map((row) => seals(tournament, state, heat, row)),
    dice.label,
    button("enter", "cup.enter", enter, true),
    voidForm(tournament, state, heat),
  ];
}

/**
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} state
 * @param {any} heat
 * @param {any} row
 */
function seals(tournament, state, heat, row) {
  const kept = envelope(state, heat, row).open();
  const said = { table: heat.table, player: row.player };
  return h(
    "div",
    { class: "heat-row" },
    h("span", { class: "who" }, row.name),
    kept ? button("open-seal", "cup.open-seal", () => tournament.sendCommand("open-seal", { ...said, ...kept })) : null,
    button("lapse", "cup.lapse", () => tournament.sendCommand("lapse-seal", { ...said, note: "" })),
  );
}

/**
 * The grounds of the rulebook; a void has to name one.
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} state
 * @param {any} heat
 */
function voidForm(tournament, state, heat) {
  const ground = choice(`void-${heat.table}`, "cup.ground", state.choices.voids, (one) => term("ground", one));
  const sendVoid = () => tournament.sendCommand("void-spin", { table: heat.table, ground: ground.select.value, note: "" });
  return h("div", { class: "row" }, ground.label, button("void", "cup.void", sendVoid));
}
