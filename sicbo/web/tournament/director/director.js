// @ts-check
/** The director's desk: from the terms to the prizes, and every table of the session in play. */

import { get, newKey, send } from "../../shared/net/http.js";
import { fill, find, h, write } from "../../shared/util/dom.js";
import "../../shared/ui/header.js";
import { showProblem, createLiveRegions } from "../../shared/ui/announce.js";
import { money } from "../../shared/util/money.js";
import { onLanguage, say, translate } from "../../shared/i18n.js";
import { TournamentStore, tournamentOfPage } from "../tournament_store.js";
import { button, card, choice, diceOf, field, links } from "../form_parts.js";
import { otherActionsCard } from "./other_actions.js";
import { heatCard } from "./heat.js";

/** The layouts whose rulebooks provide for tournaments, with their names. @type {Map<string, string>} */
const layouts = new Map();
const OVER = ["finished", "cancelled"];
const tournament = new TournamentStore(tournamentOfPage());
/** The terms as they are being typed, so that an update does not delete them. */
let terms = "";
let lacks = "";

/** The cards on the page by their content: a card is built again only when its content changed. */
const shownCards = new Map();

/**
 * @param {string} id
 * @param {any} shows
 * @param {() => HTMLElement | null} build
 */
function cachedCard(id, shows, build) {
  const signature = JSON.stringify(shows);
  const known = shownCards.get(id);
  if (known?.signature !== signature) shownCards.set(id, { signature, node: build() });
  return shownCards.get(id).node;
}

function draw() {
  const { state, link } = tournament;
  const header = /** @type {any} */ (find("sb-header"));
  header.connection = link;
  header.place = say("tournament.director");
  if (!tournament.name) return layouts.size ? fill(find("#cards"), newCard()) : undefined;
  if (!state) return;
  document.title = `${say("tournament.director")} · ${state.title}`;
  write(find("#title"), state.title);
  write(find("#stage"), say(`tournament.stage-${state.stage}`));
  links(tournament.name);
  const { stage, seq } = state;
  if (state.version && !state.choices) return fill(find("#cards"), button("desk", "tournament.keep-desk", () => tournament.openDesk(), true));
  const rows = state.rows.map((/** @type {any} */ row) => [row.player, row.name, row.status]);
  fill(
    find("#cards"),
    cachedCard("terms", [stage, state.version], () => (["draft", "entries"].includes(stage) ? termsCard(state) : null)),
    cachedCard("ready", [stage, seq], () => readyCard(state)),
    cachedCard("rounds", [stage, seq], () => roundsCard(state)),
    ...state.heats.map((/** @type {any} */ heat) =>
      cachedCard(`heat-${heat.table}`, [heat, rows], () => heatCard(tournament, state, heat)),
    ),
    cachedCard("correct", state.results, () => (state.results.length ? correctCard(state) : null)),
    cachedCard("conduct", [stage, rows], () => (state.choices && rows.length && !OVER.includes(stage) ? conductCard(state) : null)),
    cachedCard("more", [stage, rows, state.tables, state.disputes, state.heats.map((/** @type {any} */ heat) => heat.table)], () => (state.choices ? otherActionsCard(tournament, state) : null)),
    cachedCard("won", [stage, state.prizes], () => (stage === "finished" ? prizesCard(state) : null)),
  );
}

/** Load the layouts for a tournament that has not been drafted yet. */
async function loadLayouts() {
  const books = (await get("/rulebooks")).filter((/** @type {any} */ book) => book.tournaments);
  for (const book of books) {
    for (const one of book.layouts) layouts.set(one.layout, book.layouts.length > 1 ? one.name : book.name);
  }
  if (!tournament.name) draw();
}

function newCard() {
  const name = field("new-name", "tournament.name", { maxlength: 31 });
  const layout = choice("new-layout", "tournament.layout", [...layouts.keys()], (one) => layouts.get(one) ?? one);
  const begin = async () => {
    try {
      const made = await send("POST", "/tournaments", { name: name.input.value, layout: layout.select.value }, { key: newKey() });
      location.assign(`/director/${encodeURIComponent(made.name)}`);
    } catch (problem) {
      showProblem(/** @type {Error} */ (problem));
    }
  };
  return card("new", say("tournament.new"), name.label, layout.label, button("draft", "tournament.begin", begin, true));
}

/** @param {any} state */
function termsCard(state) {
  const text = h("textarea", { id: "terms", spellcheck: "false", "aria-label": say("tournament.text") });
  text.value = terms;
  text.addEventListener("input", () => (terms = text.value));
  const lacking = h("div", { class: "lacks", id: "lacks", role: "status" }, ...linesOf(lacks));
  if (!terms) void get(`/tournament-terms/${state.layout}`).then((found) => (text.value = terms = terms || found.terms));
  const check = async () => {
    try {
      const found = await send("POST", "/tournament-terms", { terms: text.value }, { key: newKey() });
      const missing = found.missing.map((/** @type {any} */ one) => `${one.clause} ${one.place}: ${one.says}`);
      fill(lacking, ...linesOf((lacks = missing.join("\n") || say("tournament.complete"))));
    } catch (problem) {
      showProblem(/** @type {Error} */ (problem));
    }
  };
  const publish = () => tournament.sendCommand("publish-tournament", { terms: text.value });
  const acts = h("div", { class: "row" }, button("check", "tournament.check", check), button("publish", "tournament.publish", publish, true));
  return card("terms-card", say("tournament.text"), text, lacking, acts);
}

/** @param {string} text */
function linesOf(text) {
  return text.split("\n").filter(Boolean).map((line) => h("p", {}, line));
}

/** @param {any} state */
function readyCard(state) {
  if (!state.version || OVER.includes(state.stage)) return null;
  const unbriefed = state.rows.filter((/** @type {any} */ row) => !row.briefed).map((/** @type {any} */ row) => row.player);
  const wanted = Array.from({ length: state.tables_wanted }, (_, index) => `T${index + 1}`).join(", ");
  const tables = field("tables", "tournament.tables", { value: state.tables.join(", ") || wanted });
  const designate = () =>
    tournament.sendCommand("designate-tables", {
      tables: tables.input.value.split(",").map((one) => one.trim()).filter(Boolean),
      location: state.location,
    });
  return card(
    "ready-card",
    say("tournament.in-charge", { name: state.director || "–", state: say(state.present.length ? "tournament.present" : "tournament.absent") }),
    h(
      "div",
      { class: "row" },
      state.needs_advice && !state.advised ? button("advise", "tournament.advise", () => tournament.sendCommand("advise-regulator", { to: "inspectorate" })) : null,
      state.committed ? null : button("promise", "tournament.promise", () => tournament.sendCommand("commit-seat-draws")),
      state.director ? null : button("direct", "tournament.direct", () => tournament.sendCommand("appoint-director", { name: "" })),
      state.present.length
        ? button("leave", "tournament.leave", () => tournament.sendCommand("leave-charge"))
        : button("take", "tournament.take", () => tournament.sendCommand("take-charge")),
      unbriefed.length ? button("brief", "tournament.brief", () => tournament.sendCommand("brief-entrants", { players: unbriefed })) : null,
    ),
    tables.label,
    button("designate", "tournament.designate", designate),
  );
}

/** @param {any} state */
function roundsCard(state) {
  const acts = /** @type {Record<string, [string, string]>} */ ({
    entries: ["begin-round", "tournament.begin-round"],
    between: ["begin-round", "tournament.begin-round"],
    round: ["conclude-round", "tournament.conclude"],
    ranked: ["award-prizes", "tournament.award"],
  });
  const left = state.rows.some((/** @type {any} */ row) => ["entered", "playing"].includes(row.status));
  const [type, key] = acts[state.stage === "between" && !left ? "round" : state.stage] ?? ["", ""];
  if (!type || !state.version) return null;
  const round = { n: state.round, of: state.rounds, name: state.round_name };
  const off = () => tournament.sendCommand("hold-play-off", { table: state.tables[0] });
  const again = () => tournament.sendCommand("hold-repechage", { table: state.tables[0] });
  return card(
    "rounds-card",
    state.round ? say("tournament.round", round) : say("tournament.stage-entries"),
    state.play_off.length
      ? button("hold-play-off", "tournament.play-off", off, true)
      : button(type, key, () => tournament.sendCommand(type), !state.heats.length),
    state.repechage ? button("hold-repechage", "tournament.repechage", again) : null,
  );
}

/**
 * The card that corrects the last result of each table, until the next spin.
 * @param {any} state
 */
function correctCard(state) {
  const second = field("second", "tournament.second", { maxlength: 24 });
  const results = state.results.map((/** @type {any} */ one) => {
    const dice = h("input", { "aria-label": `${one.table}: ${say("tournament.dice")}`, value: one.dice.join(" "), inputmode: "numeric" });
    const correct = () =>
      tournament.sendCommand("heat-correct-result", { table: one.table, dice: diceOf(dice.value), second: second.input.value, reason: "" });
    return h(
      "div",
      { class: "heat-row", "data-table": one.table },
      h("span", { class: "who" }, say("tournament.result", { table: one.table, n: one.spin })),
      dice,
      button("correct", "tournament.correct", correct),
    );
  });
  return card("correct-card", say("tournament.correct"), second.label, ...results);
}

/** @param {any} state */
function conductCard(state) {
  const note = field("note", "tournament.note", { maxlength: 200 });
  const live = state.rows.filter((/** @type {any} */ row) => ["entered", "playing"].includes(row.status));
  const who = h("select", { id: "who", "aria-label": say("tournament.player") }, ...live.map((/** @type {any} */ row) => h("option", { value: row.player }, row.name)));
  const penalty = choice("penalty", "tournament.penalise", state.choices.penalties);
  const ground = choice("ground", "tournament.disqualify", state.choices.disqualified_for);
  return card(
    "conduct-card",
    say("tournament.player"),
    who,
    note.label,
    penalty.label,
    button("penalise", "tournament.penalise", () => tournament.sendCommand("penalise", { player: who.value, penalty: penalty.select.value, note: note.input.value })),
    ground.label,
    button("disqualify", "tournament.disqualify", () => tournament.sendCommand("disqualify", { player: who.value, ground: ground.select.value, note: note.input.value })),
    button("retire", "tournament.retire", () => tournament.sendCommand("retire", { player: who.value })),
  );
}

/**
 * The prizes to pay, and their winners.
 * @param {any} state
 */
function prizesCard(state) {
  const rows = state.prizes.map((/** @type {any} */ one) =>
    h("tr", {}, h("td", {}, String(one.place)), h("td", { class: "name" }, one.player), h("td", { class: "number" }, money(one.cents))));
  return card("won-card", say("tournament.to-pay"), h("table", {}, h("tbody", {}, ...rows)));
}

translate(document);
createLiveRegions();
onLanguage(() => {
  shownCards.clear();
  draw();
});
if (tournament.name) {
  tournament.subscribe(draw);
  void tournament.follow();
} else {
  draw();
  void loadLayouts();
}
