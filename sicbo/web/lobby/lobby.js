// @ts-check
/** The lobby: who plays where, and a seat at any table. */

import "/shared/ui/dice.js";
import "/shared/ui/header.js";
import { get, layoutPath, send, tablePath } from "/shared/net/http.js";
import { prefersReducedMotion, fill, find, h, write } from "/shared/util/dom.js";
import { showProblem, createLiveRegions } from "/shared/ui/announce.js";
import { onKeys } from "/shared/util/keys.js";
import { storeSetting, setting } from "/shared/util/settings.js";
import { setMuted } from "/shared/ui/sound.js";
import { onLanguage, say, translate } from "/shared/i18n.js";
import { TableCard } from "./table_card.js";

const EVERY = 2_000;
const house = find("#house");
const name = /** @type {HTMLInputElement} */ (find("#name"));
/** @type {Map<string, TableCard>} */
const cards = new Map();
/** @type {Map<string, Promise<any>>} */
const layouts = new Map();

/** The table that "Play now" leads to. @type {any} */
let chosen = null;

/** @param {string} layout */
function layoutOf(layout) {
  if (!layouts.has(layout)) layouts.set(layout, get(layoutPath(layout)));
  return /** @type {Promise<any>} */ (layouts.get(layout));
}

/**
 * Take a seat and open the terminal.
 * @param {string} table
 */
async function sit(table) {
  const called = name.value.trim() || say("lobby.guest");
  storeSetting("name", name.value.trim());
  try {
    await send("POST", tablePath(table, "/seats"), { name: called, seat: null });
    location.assign(`/table/${encodeURIComponent(table)}`);
  } catch (problem) {
    showProblem(problem);
  }
}

/** Fetch the tables and draw what changed. */
async function refreshTables() {
  const [tables, session] = await Promise.all([get("/tables"), get("/session")]);
  find("#at-home").hidden = session.profile !== "home";
  const seated = new Set(session.seats.map((/** @type {any} */ seat) => seat.table));
  if ([...cards.keys()].join() !== tables.map((/** @type {any} */ row) => row.table).join()) await drawCards(tables);
  const mine = tables.find((/** @type {any} */ row) => seated.has(row.table));
  chosen = mine ?? tables.find((/** @type {any} */ row) => row.open && row.dealer === "automatic" && row.seated < row.seats);
  /** @type {HTMLButtonElement} */ (find("#play")).disabled = !chosen;
  for (const row of tables) cards.get(row.table)?.show(row, seated.has(row.table));
  if (!name.value && document.activeElement !== name) name.value = setting("name", session.name ?? "");
}

/** @param {any[]} tables */
async function drawCards(tables) {
  cards.clear();
  const drawn = await Promise.all(tables.map((row) => layoutOf(row.layout)));
  tables.forEach((row, index) => cards.set(row.table, new TableCard(row, drawn[index], () => sit(row.table))));
  fill(house, ...[...cards.values()].map((card) => card.element));
}

/** @param {"live" | "lost"} state */
function showConnection(state) {
  /** @type {any} */ (find("sb-header")).connection = state;
  find("#lost").hidden = state === "live";
  write(find("#lost"), state === "live" ? "" : say("lobby.lost"));
}

async function poll() {
  try {
    await refreshTables();
    showConnection("live");
  } catch {
    showConnection("lost");
    if (!cards.size) fill(house, h("p", { class: "wait" }, say("lobby.waiting")));
  }
  setTimeout(poll, document.hidden ? 5 * EVERY : EVERY);
}

translate(document);
createLiveRegions();
onLanguage(() => cards.forEach((card) => card.relabel()));
onKeys({ mute: { key: "m", act: () => setMuted() } });
find("#play").addEventListener("click", async () => {
  if (!chosen) await refreshTables().catch(showProblem);
  if (chosen) await sit(chosen.table);
});
name.value = setting("name", "");
name.addEventListener("change", () => storeSetting("name", name.value.trim()));
const dice = /** @type {any} */ (find("sb-dice"));
dice.dice = [1, 4, 6];
dice.state = "shown";
if (!prefersReducedMotion()) setTimeout(() => dice.roll([1, 4, 6]), 300);
void poll();
