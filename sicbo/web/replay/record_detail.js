// @ts-check
/** One record in full: what happened, the table after it, the settlement, the proof, and the raw text. */

import { timeOfDay } from "../shared/net/server_clock.js";
import { fill, h } from "../shared/util/dom.js";
import { named, say } from "../shared/i18n.js";
import { clauseTag } from "../staff/clause_tag.js";
import { dieOf } from "../staff/dice_face.js";
import { readNote, rootFrom, rootsAt } from "./hash_chain.js";
import { refusedSlipOutcome } from "./what_if.js";
import { recomputeLines, drawLines, settlementLines } from "./recompute.js";
import { screenTimes } from "./screen_log.js";
import { stateAfter } from "./table_state.js";
import { linesOf } from "./narration.js";

const RANKS = ["", "dealer", "supervisor", "manager", "senior-manager"];

/**
 * @typedef {{source: import("./sources.js").Source, table: string, layout: string, rulebook: string, symbols: any[],
 *   records: import("./narration.js").ReadRecord[], names: import("./narration.js").Names}} Reading
 */

/**
 * Draw the details of a record.
 * @param {HTMLElement} root
 * @param {Reading} reading
 * @param {import("./narration.js").ReadRecord} record
 */
export function drawDetail(root, reading, record) {
  const stood = stateAfter(reading.records, record.number);
  const settling = h("div", { class: "settling" });
  const whatIf = h("section", { class: "what-if" });
  const saw = h("section", { class: "saw" });
  fill(
    root,
    heading(reading, record),
    facts(reading, record),
    stateSection(reading, stood),
    settling,
    whatIf,
    saw,
    proofSection(reading, record),
    raw(record),
  );
  void refusedSlipOutcome(reading, record)
    .catch(() => [])
    .then((told) => fill(whatIf, ...told));
  void screenTimes(reading, record)
    .catch(() => [])
    .then((told) => fill(saw, ...told));
  const lines = settlementLines(record.entry);
  if (lines.length && stood.dice) void settlementSection(settling, reading, stood.dice, lines);
}

/**
 * @param {Reading} reading
 * @param {import("./narration.js").ReadRecord} record
 */
function heading(reading, record) {
  const stamp = record.entry.command?.stamp ?? record.entry.events?.[0]?.stamp;
  const who = reading.names(record.actor);
  const by = say("replay.by", { who, rank: RANKS[stamp?.rank ?? 0] });
  return h(
    "div",
    { class: "detail-head" },
    h("h2", {}, say("replay.record", { n: record.number })),
    h(
      "p",
      { class: "quiet-label" },
      `${timeOfDay(record.wall / 1000)}.${String(Math.floor(record.wall / 1000) % 1000).padStart(3, "0")} · ${by}`,
      record.round === null ? "" : ` · ${say("round", { round: record.round })}`,
    ),
  );
}

/**
 * @param {Reading} reading
 * @param {import("./narration.js").ReadRecord} record
 */
function facts(reading, record) {
  return h(
    "ul",
    { class: "plain facts" },
    ...linesOf(record, reading.names).map((line) =>
      h(
        "li",
        { class: line.kind === "refused" ? "fact-refused" : null },
        h("strong", {}, line.title),
        " ",
        line.detail,
        " ",
        clauseTag(reading.rulebook, line.clause),
      ),
    ),
  );
}

/**
 * @param {Reading} reading
 * @param {import("./table_state.js").Stood} stood
 */
function stateSection({ names, symbols }, stood) {
  /** @type {[string, (Node | string)[]][]} */
  const rows = [["replay.round", [stood.round === null ? "–" : String(stood.round)]]];
  if (stood.steps.length)
    rows.push([
      "replay.steps",
      [
        h(
          "span",
          { class: "tags" },
          ...stood.steps.map((step) => h("span", { class: "tag" }, named("step", step))),
        ),
      ],
    ]);
  if (stood.void) rows.push(["call.no-spin", [h("strong", { class: "poor" }, named("ground", stood.void))]]);
  else if (stood.dice)
    rows.push([
      "replay.dice",
      [
        h("span", { class: "dice-row" }, ...stood.dice.map((face) => dieOf(symbols, face))),
        ` ${say("replay.total", { total: stood.dice.reduce((sum, face) => sum + face, 0), corrected: stood.corrected })}`,
      ],
    ]);
  if (stood.sign)
    rows.push([
      "replay.sign",
      [say("about.limits", stood.sign)],
    ]);
  if (stood.notices.size)
    rows.push([
      "replay.notices",
      [named("subject", [...stood.notices.keys()])],
    ]);
  if (stood.faults.size)
    rows.push(["replay.faults", [named("fault", [...stood.faults])]]);
  const slips = [...stood.slips].filter(([, slip]) => slip.stakes.length);
  if (slips.length)
    rows.push([
      "replay.slips",
      [
        h(
          "ul",
          { class: "plain" },
          ...slips.map(([player, slip]) =>
            h(
              "li",
              {},
              h("strong", {}, names(player)),
              ` ${say("replay.slip", slip)}`,
            ),
          ),
        ),
      ],
    ]);
  return h(
    "section",
    { class: "stood" },
    h("h3", {}, say("replay.state")),
    h("dl", {}, ...rows.flatMap(([key, content]) => [h("dt", {}, say(key)), h("dd", {}, ...content)])),
  );
}

/**
 * @param {HTMLElement} root
 * @param {Reading} reading
 * @param {number[]} dice
 * @param {import("./recompute.js").SettlementLine[]} lines
 */
async function settlementSection(root, reading, dice, lines) {
  const found = await recomputeLines(
    reading.layout,
    dice,
    lines.filter((line) => !line.bet.startsWith("streak-")),
  ).catch(() => new Map());
  if (root.isConnected)
    fill(root, h("h3", {}, say("replay.settled")), drawLines(reading.rulebook, lines, found, reading.names));
}

/**
 * @param {Reading} reading
 * @param {import("./narration.js").ReadRecord} record
 */
function proofSection(reading, record) {
  const out = h("div", { role: "status" });
  const button = h(
    "button",
    { type: "button", id: "prove", onclick: async () => fill(out, ...(await prove(reading, record))) },
    say("replay.prove"),
  );
  return h(
    "section",
    { class: "proof" },
    h("h3", {}, say("replay.proof")),
    h("p", { class: "hash" }, record.hash),
    button,
    out,
  );
}

/**
 * @param {Reading} reading
 * @param {import("./narration.js").ReadRecord} record
 * @returns {Promise<Node[]>}
 */
async function prove({ source, table, records }, record) {
  const proof = await source.proof(table, record.number);
  if (!proof) return [h("p", {}, say("replay.unsigned"))];
  const note = readNote(proof.checkpoint);
  const root = proof.proof
    ? await rootFrom(record.hash, record.number, proof.size, proof.proof)
    : (await rootsAt(records.slice(0, proof.size), [proof.size])).get(proof.size);
  const holds = root === note.root && (!proof.hash || proof.hash === record.hash);
  const says = holds
    ? say("replay.proven", { number: record.number, size: note.size })
    : say("replay.unproven");
  return [
    h("p", { class: holds ? "good proven" : "poor" }, `${holds ? "✓" : "✗"} ${says}`),
    h("pre", {}, proof.checkpoint),
  ];
}

/** @param {import("./narration.js").ReadRecord} record */
function raw(record) {
  return h(
    "details",
    { class: "raw" },
    h("summary", {}, say("replay.raw")),
    h("pre", {}, JSON.stringify(record.entry, null, 1)),
  );
}
