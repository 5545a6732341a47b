// @ts-check
/** All tables at a glance: state, limits, seats, rate, and flags for what needs attention. */

import { fill, find, h, refresh } from "../shared/util/dom.js";
import { briefMoney } from "../shared/util/money.js";
import { named, say } from "../shared/i18n.js";
import { timeLeft } from "../shared/ui/notice_text.js";

const SAT_OUT = 3;
const HEADS = ["table", "rulebook", "state", "limits", "seats", "rate", "flags"];
/** When the last results of each table arrived, in milliseconds. @type {Map<string, Map<number, number>>} */
const resultTimes = new Map();

/**
 * Record when a result arrived, for the rate.
 * @param {string} table
 * @param {any} result
 */
export function noteResult(table, result) {
  if (!result || result.void) return;
  const times = resultTimes.get(table) ?? new Map();
  times.set(result.round, Date.parse(result.at));
  resultTimes.set(table, new Map([...times].slice(-20)));
}

/**
 * Spins an hour, once this page has seen two results.
 * @param {string} table
 */
function spinsPerHour(table) {
  const times = [...(resultTimes.get(table)?.values() ?? [])];
  if (times.length < 2) return "–";
  const span = times[times.length - 1] - times[0];
  return span > 0 ? String(Math.round(((times.length - 1) * 3_600_000) / span)) : "–";
}

/**
 * What needs attention at a table, the most urgent first.
 * @param {any} state
 * @returns {{kind: string, text: string}[]}
 */
export function flagsOf({ view, desk }) {
  const flags = [];
  if (view.dealer.kind === "away") flags.push({ kind: "bad", text: say("dealer.away") });
  for (const fault of view.faults)
    flags.push({ kind: "bad", text: say("pit.flag-fault", fault) });
  if (view.phase === "void-due") flags.push({ kind: "bad", text: named("state", "void-due") });
  for (const dispute of desk?.disputes ?? []) {
    if (!dispute.decided) flags.push({ kind: "bad", text: say("pit.flag-dispute", { name: dispute.name }) });
  }
  if (desk?.approvals.length)
    flags.push({ kind: "bad", text: say("pit.flag-approvals", { count: desk.approvals.length }) });
  for (const notice of view.notices) {
    flags.push({
      kind: timeLeft(notice) ? "soon" : "bad",
      text: say(`pit.flag-${notice.subject}`, { left: timeLeft(notice) }),
    });
  }
  for (const seat of view.seats) {
    if (!seat.bot && seat.idle >= SAT_OUT)
      flags.push({ kind: "plain", text: say("pit.flag-idle", seat) });
  }
  return flags;
}

/**
 * Draw the list of tables.
 * @param {HTMLElement} root
 * @param {Map<string, any>} tables the state of each table by its name
 * @param {string} chosen
 * @param {(table: string) => void} choose
 */
export function drawOverview(root, tables, chosen, choose) {
  const focused = document.activeElement?.closest("tr")?.dataset.table;
  const head = h("tr", {}, ...HEADS.map((name) => h("th", { scope: "col" }, say(`pit.${name}`))));
  const rows = [...tables].map(([name, state]) => row(name, state, name === chosen, choose));
  if (!root.firstElementChild) fill(root, h("table", { class: "tables" }, h("thead"), h("tbody")));
  refresh(find("thead", root), head);
  refresh(find("tbody", root), ...rows);
  if (focused)
    /** @type {HTMLElement | null} */ (
      root.querySelector(`tr[data-table="${CSS.escape(focused)}"] button`)
    )?.focus();
}

/**
 * @param {string} name
 * @param {any} state
 * @param {boolean} chosen
 * @param {(table: string) => void} choose
 */
function row(name, state, chosen, choose) {
  const { view, link } = state;
  const button = h(
    "button",
    { type: "button", class: "table-name", "aria-pressed": String(chosen), onclick: () => choose(name) },
    name,
  );
  if (!view)
    return h(
      "tr",
      { "data-table": name },
      h("td", {}, button),
      h("td", { colspan: 6 }, say("staff.opening")),
    );
  const sign = view.sign
    ? `${briefMoney(view.sign.minimum)} – ${view.sign.maximum === null ? "∞" : briefMoney(view.sign.maximum)}`
    : "–";
  const flags = flagsOf(state).map(({ kind, text }) => h("span", { class: `flag flag-${kind}` }, text));
  const cells = [
    h("span", {}, view.name),
    h(
      "span",
      { class: "pill", "data-phase": view.phase },
      link === "lost" ? say("link.lost") : named("state", view.phase),
    ),
    h("span", { class: "figures" }, sign),
    h("span", { class: "figures" }, `${view.seats.length}/${view.seat_count}`),
    h("span", { class: "figures" }, spinsPerHour(name)),
    h("span", { class: "flags" }, ...flags),
  ];
  return h(
    "tr",
    { "data-table": name, class: chosen ? "chosen-row" : null, onclick: () => choose(name) },
    h("td", {}, button),
    ...cells.map((cell, at) => h("td", { "data-head": say(`pit.${HEADS[at + 1]}`) }, cell)),
  );
}
