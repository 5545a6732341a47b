// @ts-check
/** The inspector's replay: a table record by record, with clause, state, recomputation and proof. */

import { get, layoutPath } from "../shared/net/http.js";
import { timeOfDay } from "../shared/net/server_clock.js";
import { fill, find, h, write } from "../shared/util/dom.js";
import "../shared/ui/header.js";
import { isTyping } from "../shared/util/keys.js";
import { showProblem, createLiveRegions, toast } from "../shared/ui/announce.js";
import { onLanguage, say, translate } from "../shared/i18n.js";
import { TableStore } from "../shared/net/table_store.js";
import { canCheck, firstBadRecord, readNote, rootsAt } from "./hash_chain.js";
import { drawDetail } from "./record_detail.js";
import { signedBy } from "./signatures.js";
import { bundle, house } from "./sources.js";
import { linesOf, readAll } from "./narration.js";

const MOST = 400;
const BEAT = 1_200;
/** Milliseconds until new records are read. The whole chain is checked each time, so a long chain waits longer. */
const SOON = 400;
const tables = /** @type {HTMLSelectElement} */ (find("#table"));
const rounds = /** @type {HTMLSelectElement} */ (find("#round"));
/** @type {import("./sources.js").Source | null} */
let source = null;
/** @type {import("./record_detail.js").Reading | null} */
let reading = null;
/** @type {import("./narration.js").ReadRecord[]} */
let listed = [];
let chosen = 0;
let beat = 0;
let soon = 0;
/** @type {TableStore | null} */
let followed = null;

/** Follow the selected table of this house: read new records as they arrive. */
function follow() {
  const wanted = source?.live ? tables.value : "";
  if (followed?.table === wanted) return;
  followed?.end();
  followed = wanted ? new TableStore(wanted) : null;
  followed?.subscribe((state) => {
    /** @type {any} */ (find("sb-header")).connection = state.link;
    find("#lost").hidden = state.link !== "lost";
    write(find("#lost"), say("staff.lost"));
    clearTimeout(soon);
    if (reading?.table === wanted && state.link === "live" && state.seq > reading.records.length)
      soon = setTimeout(() => read().catch(() => null), SOON + reading.records.length / 10);
  });
}

/** Read the records of the selected table. */
async function read() {
  if (!source) return;
  const table = tables.value;
  const last = reading?.records.length === chosen && reading.table === table;
  write(find("#checks"), say("replay.reading"));
  const records = readAll(await source.records(table));
  const founding = records[0]?.entry.founding ?? {};
  const layout = founding.layout ? `${founding.rulebook}/${founding.layout}` : founding.rulebook;
  const known = await source.names(table).catch(() => new Map());
  const names = (/** @type {string} */ pseudonym) => known.get(pseudonym) ?? short(pseudonym);
  const drawn = await get(layoutPath(layout)).catch(() => null);
  reading = {
    source,
    table,
    layout,
    rulebook: founding.rulebook,
    symbols: drawn?.symbols ?? [],
    records,
    names,
  };
  if (last) chosen = records.length;
  drawRounds();
  drawList();
  if (!source.live) /** @type {any} */ (find("sb-header")).connection = "live";
  follow();
  await check(table, records);
}

/** The beginning of a pseudonym whose name is not known here; any other text stays. @param {string} text */
const short = (text) => (/^[pt]-[0-9a-f]{24}$/.test(text) ? `${text.slice(0, 8)}…` : text);

/**
 * @param {string} table
 * @param {import("./narration.js").ReadRecord[]} records
 */
async function check(table, records) {
  const line = find("#checks");
  if (!canCheck()) return write(line, say("replay.chain-off"));
  const bad = await firstBadRecord(table, records);
  const notes = (await source?.notes(table).catch(() => [])) ?? [];
  const read = notes.map(readNote).filter((note) => note.size <= records.length);
  const roots = await rootsAt(
    records,
    read.map((note) => note.size),
  );
  const wrong = read.find((note) => roots.get(note.size) !== note.root);
  fill(
    line,
    mark(!bad, bad ? say("replay.chain-bad", { n: bad }) : say("replay.chain-ok", { n: records.length })),
    ...(await signatures(notes)),
    mark(
      !wrong,
      wrong ? say("replay.notes-bad", { n: wrong.size }) : say("replay.notes-ok", { n: read.length }),
    ),
  );
}

/**
 * Check whether the house signed every checkpoint; a bundle brings the keys with it.
 * @param {string[]} notes
 */
async function signatures(notes) {
  const keys = await source?.keys();
  if (!keys) return [];
  const holds = await Promise.all(notes.map((note) => signedBy(note, keys)));
  if (holds.includes(-1)) return [];
  const bad = holds.indexOf(0);
  return [
    mark(
      bad < 0,
      bad < 0
        ? say("replay.signed", { n: notes.length })
        : say("replay.unsigned-note", { n: readNote(notes[bad]).size }),
    ),
  ];
}

/**
 * @param {boolean} good
 * @param {string} text
 */
function mark(good, text) {
  return h("span", { class: good ? "check good" : "check poor" }, `${good ? "✓" : "✗"} ${text}`);
}

function drawRounds() {
  const wanted = new URLSearchParams(location.search).get("round") ?? rounds.value;
  const all = [...new Set(reading?.records.map((record) => record.round).filter((round) => round !== null))];
  fill(
    rounds,
    h("option", { value: "" }, say("replay.all")),
    ...all.reverse().map((round) => h("option", { value: round }, say("round", { round }))),
  );
  rounds.value = all.some((round) => String(round) === wanted) ? wanted : String(all[0] ?? "");
}

function drawList() {
  if (!reading) return;
  const { records, names } = reading;
  listed = records.filter((record) => rounds.value === "" || String(record.round) === rounds.value);
  const shown = listed.slice(-MOST);
  fill(
    find("#records"),
    ...shown.map((record) => {
      const lines = linesOf(record, names);
      const first = lines[0];
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: ["record", ...lines.map((line) => `record-${line.kind}`)].join(" "),
            "data-number": record.number,
            onclick: () => choose(record.number),
          },
          h("span", { class: "record-number" }, `#${record.number}`),
          h("time", {}, timeOfDay(record.wall / 1000)),
          h(
            "span",
            { class: "record-words" },
            h("b", {}, first?.title ?? ""),
            ` ${first?.detail ?? ""}`,
            lines.length > 1 ? h("i", {}, ` ${say("replay.more-facts", { n: lines.length - 1 })}`) : null,
          ),
          h("span", { class: "record-clause" }, first?.clause ?? ""),
        ),
      );
    }),
  );
  write(
    find("#more"),
    listed.length > shown.length
      ? say("replay.more", { n: listed.length - shown.length })
      : say("replay.keys"),
  );
  listed = shown;
  choose(
    listed.some((record) => record.number === chosen) ? chosen : (listed[listed.length - 1]?.number ?? 0),
    false,
  );
}

/**
 * @param {number} number
 * @param {boolean} [scroll]
 */
function choose(number, scroll = true) {
  chosen = number;
  const record = listed.find((one) => one.number === number);
  for (const button of find("#records").querySelectorAll("button")) {
    const mine = button.dataset.number === String(number);
    if (mine) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    if (mine) scrollIntoList(button, scroll);
  }
  if (record && reading) drawDetail(find("#detail"), reading, record);
  else fill(find("#detail"), h("p", { class: "none" }, say("replay.none")));
}

/**
 * Scroll the selected record into view within its list, without moving the page.
 * @param {HTMLElement} button
 * @param {boolean} smooth
 */
function scrollIntoList(button, smooth) {
  const list = find("#records");
  const at = button.offsetTop - list.offsetTop;
  if (at < list.scrollTop || at + button.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTo({ top: at - list.clientHeight / 2, behavior: smooth ? "smooth" : "auto" });
  }
}

/** @param {number} by */
function step(by) {
  const at = listed.findIndex((record) => record.number === chosen);
  const next = listed[at + by];
  if (next) choose(next.number);
  else if (by > 0) pause();
}

function pause() {
  clearInterval(beat);
  beat = 0;
  write(find("#play"), say("replay.play"));
}

function playOn() {
  if (beat) return pause();
  const speed = Number(/** @type {HTMLSelectElement} */ (find("#speed")).value);
  if (listed[listed.length - 1]?.number === chosen) choose(listed[0].number);
  beat = setInterval(() => step(1), BEAT / speed);
  write(find("#play"), say("replay.pause"));
}

/** @param {import("./sources.js").Source} found */
async function open(found) {
  source = found;
  const wanted = decodeURIComponent(location.hash.slice(1));
  fill(
    tables,
    ...found.tables.map((table) => h("option", { value: table, selected: table === wanted }, table)),
  );
  drawPlace();
  await read();
}

/** Show the source of the records: the house, or the name of the open file. */
function drawPlace() {
  const place = [say("replay.title"), source?.name].filter(Boolean).join(" · ");
  /** @type {any} */ (find("sb-header")).place = place;
  document.title = say("replay.title");
}

tables.addEventListener("change", () => read().catch(showProblem));
rounds.addEventListener("change", () => drawList());
find("#reload").addEventListener("click", () => read().catch(showProblem));
find("#back").addEventListener("click", () => step(-1));
find("#forward").addEventListener("click", () => step(1));
find("#play").addEventListener("click", playOn);
find("#open-bundle").addEventListener("click", () => find("#bundle").click());
find("#bundle").addEventListener("change", async (event) => {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (!file) return;
  await bundle(file)
    .then(open)
    .catch((error) =>
      toast(say("replay.bad-bundle", { why: String(error?.message ?? error) }), { kind: "bad" }),
    );
});
addEventListener("keydown", (event) => {
  if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  step(by);
});
onLanguage(() => {
  translate(document);
  drawPlace();
  drawRounds();
  drawList();
  if (reading) void check(reading.table, reading.records);
});
createLiveRegions();
translate(document);
/** @type {any} */ (find("sb-header")).connection = "opening";
drawPlace();
house().then(open).catch(showProblem);
