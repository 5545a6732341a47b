// @ts-check
/** The director's occasional actions: one card to choose an action and fill in its fields. */

import { fill, h } from "../../shared/util/dom.js";
import { say } from "../../shared/i18n.js";
import { button, card, choice, diceOf, field, tick } from "../form_parts.js";

/**
 * The members of each command, with the kind of field of each.
 * @type {Record<string, Record<string, string>>}
 */
const ACTS = {
  "appoint-deputy": { name: "text" },
  "practise-tournament": { table: "tables", dice: "dice" },
  "mark-absent": { player: "players", late: "tick" },
  "mark-present": { player: "players" },
  "record-phone": { player: "players" },
  "nominate-substitute": { player: "players", second: "text", ground: "substitute_for" },
  "use-feature": { player: "players", feature: "features" },
  "refund-entry": { player: "players", ground: "refunds" },
  "refuse-entry": { player: "text", note: "text" },
  "end-heat": { table: "heats", ground: "ends" },
  "raise-tournament-dispute": { player: "players", about: "text" },
  "decide-tournament-dispute": { dispute: "disputes", decision: "text", satisfied: "tick", told_of_inspector: "tick" },
  "cancel-tournament": { note: "text" },
};
const ENDS = ["time", "settled", "agreed"];
const AFTERWARDS = ["raise-tournament-dispute", "decide-tournament-dispute"];

/**
 * @param {import("../tournament_store.js").TournamentStore} tournament
 * @param {any} state
 */
export function otherActionsCard(tournament, state) {
  const over = ["finished", "cancelled"].includes(state.stage);
  const offered = Object.keys(ACTS).filter((act) => (!over || AFTERWARDS.includes(act)) && hasChoices(state, ACTS[act]));
  const act = choice("act", "tournament.act", offered);
  const fields = h("div", { class: "act-fields" });
  /** @type {Record<string, () => any>} */
  let read = {};
  const show = () => {
    const made = Object.entries(ACTS[act.select.value] ?? {}).map(([name, kind]) => ({ name, ...memberField(state, name, kind) }));
    read = Object.fromEntries(made.map((one) => [one.name, one.read]));
    fill(fields, ...made.map((one) => one.label));
  };
  act.select.addEventListener("change", show);
  show();
  const give = async () => {
    const type = act.select.value;
    const said = Object.fromEntries(Object.entries(read).map(([name, value]) => [name, value()]));
    const done = await tournament.sendCommand(type, type === "end-heat" ? { ...said, players: agreeingEntrants(state, said) } : said);
    if (done) show();
    return done;
  };
  return card("more-card", say("tournament.more"), act.label, fields, button("give-act", "tournament.give", give));
}

/**
 * Every entrant at the table, if all of them have agreed to end.
 * @param {any} state
 * @param {Record<string, any>} said
 */
function agreeingEntrants(state, said) {
  const seated = state.heats.find((/** @type {any} */ heat) => heat.table === said.table)?.players ?? [];
  const playing = state.rows.filter((/** @type {any} */ row) => row.status === "playing").map((/** @type {any} */ row) => row.player);
  return said.ground === "agreed" ? seated.filter((/** @type {string} */ one) => playing.includes(one)) : [];
}

/**
 * Whether every field that needs a choice has at least one.
 * @param {any} state
 * @param {Record<string, string>} members
 */
function hasChoices(state, members) {
  return Object.values(members).every((kind) => ["text", "tick", "dice"].includes(kind) || options(state, kind).length);
}

/**
 * @param {any} state
 * @param {string} kind
 * @returns {string[]}
 */
function options(state, kind) {
  if (kind === "players") return state.rows.map((/** @type {any} */ row) => row.player);
  if (kind === "heats") return state.heats.map((/** @type {any} */ heat) => heat.table);
  if (kind === "tables" || kind === "disputes") return state[kind];
  return kind === "ends" ? ENDS : state.choices[kind];
}

/**
 * The field of a command's member, and a function that reads its value.
 * @param {any} state
 * @param {string} name
 * @param {string} kind
 * @returns {{label: HTMLElement, read: () => any}}
 */
function memberField(state, name, kind) {
  const key = `tournament.act.${name}`;
  const id = `act-${name}`;
  if (kind === "tick") {
    const { box, label } = tick(id, key);
    return { label, read: () => box.checked };
  }
  if (kind === "text" || kind === "dice") {
    const { input, label } = field(id, kind === "dice" ? "tournament.dice" : key, { maxlength: 200 });
    return { label, read: () => (kind === "dice" ? diceOf(input.value) : input.value.trim()) };
  }
  const names = new Map(state.rows.map((/** @type {any} */ row) => [row.player, row.name]));
  const named = (/** @type {string} */ one) => names.get(one) ?? (kind === "ends" ? say(`tournament.end-${one}`) : one);
  const { select, label } = choice(id, key, options(state, kind), named);
  return { label, read: () => select.value };
}
