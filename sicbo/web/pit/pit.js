// @ts-check
/** The pit desk: every table of the house, and every decision about the selected table. */

import { get, layoutPath, tablePath, send } from "../shared/net/http.js";
import { fill, find, h, write } from "../shared/util/dom.js";
import "../shared/ui/header.js";
import { onKeys } from "../shared/util/keys.js";
import { whenNotPressed } from "../shared/ui/defer_render.js";
import { createLiveRegions, toast } from "../shared/ui/announce.js";
import { storeSetting, setting } from "../shared/util/settings.js";
import { playSound, setMuted } from "../shared/ui/sound.js";
import { TableStore } from "../shared/net/table_store.js";
import { named, onLanguage, say, translate, tell } from "../shared/i18n.js";
import { sendTableCommand, errorText } from "../staff/actions.js";
import { field, sayInDialog, select } from "../staff/dialog.js";
import { faultRows, reportFault } from "../console/faults.js";
import { sendHeartbeats } from "../console/heartbeat.js";
import { lastResult } from "../console/last_result.js";
import { takeConsole } from "../console/take_console.js";
import { disputesCard } from "./disputes.js";
import { coloursCard } from "./colour_sets.js";
import { drawHouse, refreshHouse } from "./house_admin.js";
import { closingCard, remainingNotice, limitsCard } from "./limits.js";
import { exposureCard, floatCard, playersCard } from "./float_and_racks.js";
import { openingCard } from "./open_table.js";
import { drawOverview, flagsOf, noteResult } from "./overview.js";
import { approvalsCard, drawPerson, fetchSession } from "./sign_in.js";

/**
 * @typedef {{table: string, view: any, desk: any, layout: any, rulebook: any, memory: Record<string, string>, draw: () => void,
 *   give: (command: any) => Promise<unknown>}} Desk
 * `give` resolves to null if the command was accepted, else to the error that says why not.
 */

const RANKS = ["supervisor", "manager", "senior-manager"];
/** @type {Map<string, TableStore>} */
const tables = new Map();
/** @type {Map<string, any>} */
const layouts = new Map();
/** @type {Record<string, string>} */
const memory = {};
let chosen = location.hash.slice(1) || setting("pit.table", "");
/** @type {any} */
let session = { role: "guest" };
let waits = false;

/** @param {string} name */
function choose(name) {
  chosen = name;
  storeSetting("pit.table", name);
  for (const key of Object.keys(memory)) delete memory[key];
  drawn.clear();
  draw();
}

/**
 * @param {any} command
 * @returns {Promise<unknown>}
 */
async function order(command) {
  try {
    const answer = await sendTableCommand(chosen, command, tables.get(chosen)?.state.desk);
    toast(say(answer?.approval ? "staff.waits" : "pit.done"), {
      kind: "good",
      more: answer?.events?.[0] ? tell(answer.events[0].message) : "",
    });
    drawn.clear();
    return null;
  } catch (error) {
    playSound("refused");
    if (!sayInDialog(errorText(error))) toast(errorText(error), { kind: "bad" });
    return error;
  }
}

/**
 * What the cards of the selected table last showed. An unchanged card is not drawn again, so that a half-typed figure
 * is not lost.
 */
const drawn = new Map();

/** Draw soon: many changes lead to one drawing. */
function draw() {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() =>
    whenNotPressed(() => {
      waits = false;
      paint();
    }),
  );
}

function paint() {
  const states = new Map([...tables].map(([name, table]) => [name, table.state]));
  const need = [...states.values()].filter(
    (state) => state.view && flagsOf(state).some((flag) => flag.kind === "bad"),
  ).length;
  const links = [...states.values()].map((state) => state.link);
  const link = links.includes("lost") ? "lost" : links.every((one) => one === "live") ? "live" : "opening";
  const header = /** @type {any} */ (find("sb-header"));
  header.place = say("pit.title");
  header.connection = link;
  document.title = say("pit.title");
  find("#lost").hidden = link !== "lost";
  write(find("#lost"), say("staff.lost"));
  write(find("#summary"), say("pit.summary", { tables: tables.size, need }));
  drawPerson(find("#person"), session, () => void begin());
  drawOverview(find("#tables"), states, chosen, choose);
  drawHouse(find("#house"), { session, tables: [...tables.keys()], changed: draw });
  paintChosen();
}

function paintChosen() {
  const table = tables.get(chosen);
  const state = table?.state;
  find("#chosen").hidden = !state?.view;
  if (!table || !state?.view) return;
  const { view, desk } = state;
  write(find("#chosen-name"), `${say("staff.table", { table: chosen })} · ${view.name}`);
  write(find("#chosen-state"), named("state", view.phase));
  find("#chosen-state").dataset.phase = view.phase;
  const link = (/** @type {string} */ key, /** @type {string} */ href) => h("a", { href }, say(key));
  fill(
    find("#chosen-links"),
    link("pit.console", `/console/${encodeURIComponent(chosen)}`),
    link("pit.display", `/display/${encodeURIComponent(chosen)}`),
    link("pit.replay", `/replay#${encodeURIComponent(chosen)}`),
  );
  paintAway(view.dealer);
  fill(find("#chosen-last"), ...lastResult(view.result, layouts.get(view.layout)?.symbols));
  paintTaking(table, desk);
  find("#cards").hidden = !desk;
  if (desk)
    paintCards({
      table: chosen,
      view,
      desk,
      layout: layouts.get(view.layout),
      rulebook: null,
      memory,
      draw: () => (drawn.clear(), draw()),
      give: order,
    });
}

/**
 * Show that the selected table's dealer is away, with a link to take over.
 * @param {{kind: string, name: string}} dealer
 */
function paintAway({ kind, name }) {
  const band = find("#chosen-away");
  const shape = kind === "away" ? `${chosen} ${name} ${document.documentElement.lang}` : "";
  band.hidden = !shape;
  if (band.dataset.shape === shape) return;
  band.dataset.shape = shape;
  const over = h("a", { id: "take-over", href: `/console/${encodeURIComponent(chosen)}` }, say("pit.take-over"));
  fill(band, say(name ? "pit.away" : "pit.away-untaken", { name }), " ", over);
}

/**
 * @param {TableStore} table
 * @param {any} desk
 */
function paintTaking(table, desk) {
  const root = find("#taking");
  const shape = `${chosen} ${Boolean(desk)} ${session.role} ${document.documentElement.lang}`;
  root.hidden = Boolean(desk) && session.role === "staff";
  if (root.dataset.shape === shape) return;
  root.dataset.shape = shape;
  if (desk) {
    fill(
      root,
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: async () => {
            await send("DELETE", tablePath(chosen, "/console")).catch(() => null);
            table.reopen(false);
          },
        },
        say("console.give-back"),
      ),
    );
    return;
  }
  const rank = select(
    RANKS.map((one) => [one, named("rank", one)]),
    "senior-manager",
  );
  fill(
    root,
    h("p", {}, say("pit.take-lead")),
    field(say("staff.rank"), rank),
    h(
      "button",
      {
        type: "button",
        class: "main",
        id: "take",
        onclick: () =>
          takeConsole(table, rank.value)
            .then(() => fetchSession())
            .then((found) => {
              session = found;
              draw();
            })
            .catch((error) => toast(errorText(error), { kind: "bad" })),
      },
      say("console.take"),
    ),
  );
}

/** The cards: a title, the content, and the part of the state that the content depends on. */
/** @type {[string, (place: Desk) => (Node | null)[] | null, (place: Desk) => unknown][]} */
const CARDS = [
  ["pit.approvals", approvalsCard, ({ desk }) => desk.approvals],
  [
    "pit.limit-change",
    limitsCard,
    ({ view, desk }) => [view.sign, view.notices, desk.actions, desk.players.length],
  ],
  ["pit.closing", closingCard, ({ view, desk, memory }) => [view.sign, view.notices, desk.actions, memory]],
  ["staff.faults", faultsCard, ({ view, desk }) => [view.faults, desk.actions]],
  ["pit.disputes", disputesCard, ({ desk }) => [desk.disputes, desk.players.length]],
  ["staff.exposure", exposureCard, ({ desk }) => [desk.exposure, desk.staked, desk.slips]],
  ["pit.float", floatCard, ({ desk }) => [desk.table_float, desk.on_duty]],
  ["pit.colour-sets", coloursCard, ({ desk }) => [desk.colours, desk.players.length]],
  ["pit.players", playersCard, ({ desk, view }) => [desk.players, view.seats]],
  ["pit.open-table", openingCard, ({ desk }) => desk.opening],
];

/** @param {Desk} place */
function paintCards(place) {
  const root = find("#cards");
  for (const [title, make, depends] of CARDS) {
    const shape = JSON.stringify([
      chosen,
      document.documentElement.lang,
      Boolean(place.layout),
      depends(place),
    ]);
    let card = root.querySelector(`[data-card="${title}"]`);
    if (drawn.get(title) === shape && card) continue;
    const busy = card?.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement;
    if (busy && drawn.has(title)) continue;
    drawn.set(title, shape);
    const content = make(place);
    if (!card) card = root.appendChild(h("section", { class: "card", "data-card": title }));
    card.setAttribute("aria-label", say(title));
    /** @type {HTMLElement} */ (card).hidden = content === null;
    fill(card, h("h2", {}, say(title)), ...(content ?? []));
  }
}

/** @param {Desk} place */
function faultsCard(place) {
  const given = {
    ...place,
    give: async (/** @type {any} */ command) => (await place.give(command)) === null,
  };
  const rows = faultRows(given);
  return [
    rows.length ? h("ul", { class: "plain" }, ...rows) : h("p", { class: "none" }, say("staff.nothing")),
    h(
      "button",
      { type: "button", class: "quiet", id: "report", onclick: () => reportFault(given) },
      say("staff.report-fault"),
    ),
  ];
}

/** @param {string} name */
function follow(name) {
  const table = new TableStore(name);
  tables.set(name, table);
  sendHeartbeats(table);
  table.readers.add((state, change) => {
    if (change.view.has("result")) noteResult(name, state.view.result);
    if (state.view && !layouts.has(state.view.layout)) void learn(state.view.layout);
    draw();
  });
}

/** @param {string} layout */
async function learn(layout) {
  layouts.set(layout, null);
  layouts.set(layout, await get(layoutPath(layout)).catch(() => null));
  drawn.clear();
  draw();
}

/** Fetch who is signed in and which tables there are, and open every stream again. */
async function begin() {
  const [found, list] = await Promise.all([fetchSession(), get("/tables")]);
  session = found;
  for (const { table } of list) {
    if (tables.has(table)) tables.get(table)?.reopen(false);
    else follow(table);
  }
  if (!tables.has(chosen)) chosen = list[0]?.table ?? "";
  draw();
  drawHouse(find("#house"), { session, tables: [...tables.keys()], changed: draw });
  await refreshHouse();
}

/** Update the countdowns without drawing cards again, so that no button disappears under a finger. */
function tick() {
  const notices = tables.get(chosen)?.state.view?.notices ?? [];
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".earliest"))) {
    const posted = notices.find((/** @type {any} */ one) => one.subject === line.dataset.subject);
    if (posted) write(line, remainingNotice(posted));
  }
}

onLanguage(() => {
  translate(document);
  drawn.clear();
  draw();
});
setInterval(tick, 1_000);
addEventListener("founded", () => void begin());
onKeys({ mute: { key: "m", act: () => setMuted() } });
createLiveRegions();
translate(document);
void begin();
