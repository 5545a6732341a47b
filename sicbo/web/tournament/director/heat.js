// @ts-check
/** One table of the session in play: the next step, slips, passes and sealed slips, faults and voids. */

import { h } from "../../shared/util/dom.js";
import { toast } from "../../shared/ui/announce.js";
import { named, say } from "../../shared/i18n.js";
import { FAULTS } from "../../staff/fault_kinds.js";
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
  const body = [
    ...(heat.phase === "open" ? slipRows(tournament, state, heat, rows) : []),
    ...rows.filter((/** @type {any} */ row) => heat.phase === "closed" && heat.sealed.includes(row.player)).map((/** @type {any} */ row) => seals(tournament, state, heat, row)),
    ...faultRows(tournament, heat),
    ...(heat.void_due ? [] : nextStep(tournament, heat)),
    ...(heat.phase === "waiting" ? [] : [voidForm(tournament, state, heat)]),
    faultForm(tournament, heat),
  ];
  const made = card(`heat-${heat.table}`, spinOf(heat), ...body);
  made.dataset.phase = heat.phase;
  made.dataset.step = heat.due;
  return made;
}

/**
 * The next step of the round, as at the console, with the tumbles or the dice that it needs.
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} heat
 */
function nextStep(tournament, heat) {
  const tumbles = field(`tumbles-${heat.table}`, "tournament.tumbles", { inputmode: "numeric", value: "3" });
  const dice = field(`dice-${heat.table}`, "tournament.dice", { inputmode: "numeric" });
  const asked = { spin: tumbles, enter: dice }[/** @type {string} */ (heat.due)];
  const perform = async () => {
    const said = { spin: { tumbles: Number(tumbles.input.value) }, enter: { dice: diceOf(dice.input.value) } }[/** @type {string} */ (heat.due)];
    const done = await tournament.sendCommand("heat-perform", { table: heat.table, step: heat.due, round: heat.number, ...said });
    if (done && heat.due === "enter") toast(say("tournament.entered", { table: heat.table, dice: diceOf(dice.input.value).join(" – ") }), { kind: "good" });
    return done;
  };
  return [asked?.label, button("step", `step.${heat.due}`, perform, true)];
}

/**
 * Every entrant with a slip to fill in, and the compulsory wager for all without one.
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} state
 * @param {any} heat
 * @param {any[]} rows
 */
function slipRows(tournament, state, heat, rows) {
  const done = [...heat.wagered, ...heat.sealed, ...heat.passing];
  const missing = rows.filter((row) => !done.includes(row.player));
  const bet = field("all-bet", "tournament.bet", { value: "small" });
  const all = async () => {
    for (const row of missing)
      await sendSlip(tournament, heat, row.player, [[bet.input.value, state.compulsory, "tournament-chip"]]);
  };
  return [
    h("div", { class: "heat-rows" }, ...rows.map((row) => rowOf(tournament, state, heat, row, done.includes(row.player)))),
    missing.length ? h("div", { class: "row" }, bet.label, button("all", "tournament.all-compulsory", all)) : null,
  ];
}

/**
 * Register an entrant's whole slip in place of the one before.
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} heat
 * @param {string} player
 * @param {any[]} stakes
 */
function sendSlip(tournament, heat, player, stakes) {
  const version = (heat.versions[player] ?? 0) + 1;
  return tournament.sendCommand("heat-register-slip", { table: heat.table, player, round: heat.number, version, stakes });
}

/**
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} state
 * @param {any} heat
 * @param {any} row
 * @param {boolean} done
 */
function rowOf(tournament, state, heat, row, done) {
  const slip = h("input", { "aria-label": `${row.name}: ${say("tournament.slip")}`, placeholder: "small=500" });
  const said = { table: heat.table, player: row.player };
  const place = () => sendSlip(tournament, heat, row.player, stakesOf(slip.value));
  const seal = async () => {
    const commitment = await envelope(state, heat, row).seal(stakesOf(slip.value));
    return tournament.sendCommand("seal-slip", { ...said, commitment });
  };
  return h(
    "div",
    { class: "heat-row", "data-seat": row.seat, "data-done": String(done) },
    h("span", { class: "who" }, `${row.seat}. ${row.name} · ${chips(row.bank)}`),
    slip,
    button("place", "tournament.place-slip", place),
    row.secrets ? button("seal", "tournament.seal", seal) : null,
    row.passes ? button("pass", "tournament.pass-card", () => tournament.sendCommand("play-pass", said)) : null,
  );
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
    kept ? button("open-seal", "tournament.open-seal", () => tournament.sendCommand("open-seal", { ...said, ...kept })) : null,
    button("lapse", "tournament.lapse", () => tournament.sendCommand("lapse-seal", { ...said, note: "" })),
  );
}

/**
 * The grounds of the rulebook; a void has to name one.
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} state
 * @param {any} heat
 */
function voidForm(tournament, state, heat) {
  const ground = choice(`void-${heat.table}`, "tournament.ground", state.choices.voids, (one) => named("ground", one));
  const note = field(`note-${heat.table}`, "tournament.note", { maxlength: 200 });
  const second = field(`second-${heat.table}`, "tournament.agrees", { maxlength: 24 });
  const sendVoid = () =>
    tournament.sendCommand("heat-declare-void", { table: heat.table, ground: ground.select.value, note: note.input.value, second: second.input.value });
  return h("div", { class: "row" }, ground.label, note.label, second.label, button("void", "tournament.void", sendVoid));
}

/**
 * What can be done about each open fault: notify the person that the rulebook names, then resume play.
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} heat
 */
function faultRows(tournament, heat) {
  return heat.faults.map((/** @type {any} */ fault) => {
    const said = { table: heat.table, fault: fault.fault };
    const name = field(`told-${heat.table}`, "tournament.told", { maxlength: 60 });
    const tell = () => tournament.sendCommand("heat-notify-person", { ...said, whom: fault.tell, name: name.input.value });
    const told = fault.tell && !fault.told.includes(fault.tell);
    const what = fault.stops ? say("tournament.fault-stops", { fault: named("fault", fault.fault) }) : named("fault", fault.fault);
    return h(
      "div",
      { class: "row", "data-fault": fault.fault },
      h("span", { class: "who" }, what),
      told ? name.label : null,
      told ? button("tell", "tournament.tell", tell) : button("mend", "tournament.mend", () => tournament.sendCommand("heat-rectify-fault", said)),
    );
  });
}

/**
 * The report of a fault.
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} heat
 */
function faultForm(tournament, heat) {
  const fault = choice(`fault-${heat.table}`, "tournament.fault", FAULTS, (one) => named("fault", one));
  const report = () => tournament.sendCommand("heat-report-fault", { table: heat.table, fault: fault.select.value });
  return h("details", {}, h("summary", {}, say("tournament.fault")), h("div", { class: "row" }, fault.label, button("report", "tournament.report", report)));
}
