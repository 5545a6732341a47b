// @ts-check
/**
 * House administration: prizes and tournaments with open tasks, devices, staff and new tables, for ranks that may see
 * them.
 */

import { get, Problem } from "../shared/net/http.js";
import { fill, h } from "../shared/util/dom.js";
import { toast } from "../shared/ui/announce.js";
import { money } from "../shared/util/money.js";
import { whenNotPressed } from "../shared/ui/defer_render.js";
import { named, say } from "../shared/i18n.js";
import { clauseTag } from "../staff/clause_tag.js";
import { errorText } from "../staff/actions.js";
import { openDialog, field, sayInDialog, select } from "../staff/dialog.js";
import { sendWithStepUp } from "../staff/step_up.js";
import { shortKey } from "./account.js";
import { parseCents } from "./money_input.js";
import { approvalRows } from "./sign_in.js";

const RANKS = ["dealer", "supervisor", "manager", "senior-manager"];
const EVERY = 5_000;
/** @type {{session: any, tables: string[], changed: () => void}} */
let now = { session: { role: "guest" }, tables: [], changed: () => undefined };
/** @type {{devices: any[], staff: any[], keys: any[], approvals: any[], licence: any[]}} */
const known = { devices: [], staff: [], keys: [], approvals: [], licence: [] };
let shown = "";

/** @param {string} rank */
const atLeast = (rank) => now.session.role === "staff" && RANKS.indexOf(now.session.rank) >= RANKS.indexOf(rank);

/**
 * Draw the house cards that this person may see.
 * @param {HTMLElement} root
 * @param {typeof now} given
 */
export function drawHouse(root, given) {
  now = given;
  const waiting = known.approvals.filter((one) => !now.tables.includes(one.table));
  root.hidden = !atLeast(waiting.length ? "dealer" : "supervisor");
  const shape = JSON.stringify([now.session.rank, now.tables, known, document.documentElement.lang]);
  if (root.hidden || shape === shown) return;
  shown = shape;
  fill(root, waiting.length ? card("pit.approvals", ...(approvalRows(waiting) ?? [])) : null,
    atLeast("supervisor") ? devicesCard() : null, atLeast("manager") ? newTableCard() : null, atLeast("senior-manager") ? staffCard() : null, atLeast("senior-manager") ? licenceCard() : null);
}

/** Fetch the data of the cards, and draw them if something changed. */
export async function refreshHouse() {
  if (!atLeast("dealer")) return;
  known.approvals = await get("/approvals").catch(() => known.approvals);
  if (atLeast("supervisor")) known.devices = await get("/devices").catch(() => known.devices);
  if (atLeast("senior-manager")) {
    known.staff = await get("/staff").catch(() => known.staff);
    known.keys = await get("/staff/keys").catch(() => known.keys);
    known.licence = await get("/licence").catch(() => known.licence);
  }
  whenNotPressed(now.changed);
}

setInterval(() => !document.hidden && void refreshHouse(), EVERY);

/**
 * Send a request, show its outcome, and fetch the data again.
 * @param {"POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<boolean>}
 */
async function sendAndRefresh(method, path, body) {
  try {
    await sendWithStepUp(method, path, body);
    toast(say("pit.settled"), { kind: "good" });
    await refreshHouse();
    return true;
  } catch (error) {
    const says = error instanceof Problem && error.code === "step-up-required" ? say("staff.pin-why") : errorText(error);
    if (!sayInDialog(says)) toast(says, { kind: "bad" });
    return false;
  }
}

/**
 * @param {string} title
 * @param {...(Node | null)} children
 */
function card(title, ...children) {
  return h("section", { class: "card", "data-card": title, "aria-label": say(title) }, h("h2", {}, say(title)), ...children);
}

/** @param {string[]} keys */
function heads(...keys) {
  return h("thead", {}, h("tr", {}, ...keys.map((key) => h("th", { scope: "col" }, key ? say(key) : ""))));
}

function devicesCard() {
  const rows = known.devices.map((one) =>
    h("tr", { "data-device": one.device }, h("td", { class: "name" }, one.name), h("td", {}, say(`pit.device-${one.role}`)),
      h("td", {}, say("pit.device-at", one)),
      h("td", { class: "number" }, h("button", { type: "button", class: "quiet", "aria-label": say("pit.revoke-device", one),
        onclick: () => sendAndRefresh("DELETE", `/devices/${encodeURIComponent(one.device)}`) }, say("pit.revoke")))));
  return card("pit.devices",
    rows.length ? h("table", {}, heads("pit.device", "pit.device-kind", "pit.table", ""), h("tbody", {}, ...rows))
      : h("p", { class: "none" }, say("pit.no-devices")),
    h("button", { type: "button", id: "pair", onclick: pair }, say("pit.pair")));
}

function pair() {
  openDialog(say("pit.pair"), (close) => {
    const code = h("input", { type: "text", autocomplete: "off", maxlength: 12, class: "code-input" });
    const table = select(now.tables.map((one) => [one, one]));
    const seat = h("input", { type: "number", min: 1, max: 64, inputmode: "numeric" });
    const give = async () => {
      const said = { user_code: code.value.trim(), table: table.value, seat: seat.value ? Number(seat.value) : null };
      if (await sendAndRefresh("POST", "/devices/approvals", said)) close();
    };
    return [h("p", { class: "sheet-lead" }, say("pit.pair-lead")), field(say("pit.pair-code"), code),
      h("div", { class: "fields" }, field(say("pit.table"), table), field(say("staff.seat"), seat, say("pit.seat-help"))),
      h("button", { type: "button", class: "main", onclick: give }, say("pit.pair"))];
  });
}

function newTableCard() {
  const add = () => openDialog(say("pit.new-table"), (close) => {
    const name = h("input", { type: "text", maxlength: 31, autocomplete: "off" });
    const layout = select([]);
    void get("/rulebooks").then((books) => layout.append(...books.flatMap((/** @type {any} */ book) =>
      book.layouts.map((/** @type {any} */ { layout: one }) => h("option", { value: one }, `${book.name} · ${one}`)))));
    const give = async () => {
      if (!(await sendAndRefresh("POST", "/tables", { table: name.value.trim(), layout: layout.value }))) return;
      close();
      now.changed();
      dispatchEvent(new Event("founded"));
    };
    return [field(say("pit.table"), name), field(say("pit.rulebook"), layout),
      h("button", { type: "button", class: "main", onclick: give }, say("pit.new-table"))];
  });
  return card("pit.new-table", h("p", {}, say("pit.new-table-lead")),
    h("button", { type: "button", id: "found", onclick: add }, say("pit.new-table")));
}

function staffCard() {
  const rows = known.staff.map((one) =>
    h("tr", { "data-member": one.id }, h("td", { class: "name" }, one.name), h("td", {}, one.id), h("td", {}, named("rank", one.rank)),
      h("td", {}, ...keyOf(one)), h("td", { class: "number" }, one.name === now.session.name ? null
        : h("button", { type: "button", class: "quiet", "aria-label": say("pit.change-account", one), onclick: () => member(one) }, say("pit.change")))));
  return card("pit.staff", h("table", {}, heads("staff.name", "pit.id", "staff.rank", "signing.key", ""), h("tbody", {}, ...rows)),
    h("button", { type: "button", id: "add-member", onclick: () => member(null) }, say("pit.add-member")));
}

/** The minimum wagers that the regulator approved, for the rulebooks that refer to them. */
function licenceCard() {
  const rows = known.licence.map((one) =>
    h("tr", { "data-rulebook": one.rulebook }, h("td", { class: "name" }, one.name, " ", clauseTag(one.rulebook, one.clause)),
      h("td", { class: "number" }, one.approved_minimum === null ? say("pit.not-entered") : money(one.approved_minimum)),
      h("td", { class: "number" }, h("button", { type: "button", class: "quiet", "aria-label": say("pit.enter-minimum", one),
        onclick: () => approvedMinimum(one) }, say("pit.enter")))));
  return card("pit.licence", h("p", {}, say("pit.licence-lead")),
    h("table", {}, heads("pit.rulebook", "pit.approved-minimum", ""), h("tbody", {}, ...rows)));
}

/** @param {any} one */
function approvedMinimum(one) {
  openDialog(one.name, (close) => {
    const amount = h("input", { type: "text", inputmode: "decimal", autocomplete: "off" });
    const give = async () => {
      const body = { approved_minimum: parseCents(amount.value) };
      if (await sendAndRefresh("PUT", `/licence/${encodeURIComponent(one.rulebook)}`, body)) close();
    };
    return [h("p", { class: "sheet-lead" }, say("pit.licence-lead")), field(say("pit.approved-minimum"), amount),
      h("button", { type: "button", class: "main", onclick: give }, say("pit.enter"))];
  });
}

/** The key with which a member signs, or the key that awaits acceptance. @param {any} member */
function keyOf(member) {
  const { key = "", offered = "" } = known.keys.find((one) => one.id === member.id) ?? {};
  const accept = () => sendAndRefresh("PUT", `/staff/${encodeURIComponent(member.id)}/key`, { key: offered });
  return [h("code", {}, shortKey(key) || "–"), " ",
    offered ? h("button", { type: "button", class: "quiet", onclick: accept }, say("signing.accept", { key: shortKey(offered) })) : null];
}

/** The dialog for a new account, or for changing an account. @param {any} known */
function member(known) {
  openDialog(known ? known.name : say("pit.add-member"), (close) => {
    const id = h("input", { type: "text", autocomplete: "off", maxlength: 32 });
    const name = h("input", { type: "text", autocomplete: "off", maxlength: 40 });
    const pin = h("input", { type: "password", autocomplete: "new-password", inputmode: "numeric" });
    const rank = select([...RANKS, "inspector"].map((one) => [one, named("rank", one)]), known?.rank ?? "dealer");
    const path = known ? `/staff/${encodeURIComponent(known.id)}` : "/staff";
    const give = async () => {
      const body = known ? { rank: rank.value, pin: pin.value || null }
        : { id: id.value.trim(), name: name.value.trim(), rank: rank.value, pin: pin.value };
      if (await sendAndRefresh(known ? "PUT" : "POST", path, body)) close();
    };
    const end = async () => (await sendAndRefresh("DELETE", path)) && close();
    return [...(known ? [] : [field(say("pit.id"), id, say("pit.id-help")), field(say("staff.name"), name)]),
      field(say("staff.rank"), rank), field(say("staff.pin"), pin, say(known ? "pit.pin-kept" : "pit.pin-help")),
      h("div", { class: "row" }, h("button", { type: "button", class: "main", onclick: give }, say(known ? "pit.change" : "pit.add-member")),
        known ? h("button", { type: "button", onclick: end }, say("pit.end-account")) : null)];
  });
}
