// @ts-check
/** How often each total has come up, next to the expected share. */

import { fill, h, svg } from "../shared/util/dom.js";
import { say } from "../shared/i18n.js";

const TALL = 100;
const WIDE = 40;

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} title
 * @param {any} statistics the answer of the history endpoint
 */
export function drawTotals(root, title, statistics) {
  const rows = statistics.totals.filter((/** @type {any} */ row) => totalOf(row) >= 4 && totalOf(row) <= 17);
  const first = statistics.sample === 0;
  if (first) for (const row of rows) Object.assign(row, { expected: (216 * share(row.fair)).toFixed(1) });
  const most = Math.max(1, ...rows.map((/** @type {any} */ row) => Math.max(row.seen, Number(row.expected))));
  title.textContent = first ? say("display.average") : say("display.totals", statistics);
  const bars = rows.map((/** @type {any} */ row, /** @type {number} */ at) => bar(row, at, most, first));
  const spoken = h(
    "ul",
    { class: "unseen" },
    ...rows.map((/** @type {any} */ row) =>
      h("li", {}, say("display.seen", { ...row, total: totalOf(row) })),
    ),
  );
  fill(
    root,
    svg(
      "svg",
      { viewBox: `0 0 ${rows.length * WIDE} ${TALL + 42}`, class: "bars", "aria-hidden": "true" },
      ...bars,
    ),
    spoken,
    h(
      "p",
      { class: "legend", "aria-hidden": "true" },
      h("span", { class: "legend-fair" }),
      say("display.fair"),
    ),
  );
}

/**
 * @param {any} row
 * @param {number} at
 * @param {number} most
 * @param {boolean} first whether there is no result yet, so that the bars show the average of the 216 rolls
 */
function bar(row, at, most, first) {
  const tall = (TALL * (first ? Number(row.expected) : row.seen)) / most;
  const fair = TALL + 18 - (TALL * Number(row.expected)) / most;
  const middle = at * WIDE + WIDE / 2;
  return svg(
    "g",
    { class: "bar" },
    svg("rect", { x: at * WIDE + 6, y: TALL + 18 - tall, width: WIDE - 12, height: tall, rx: 3, class: first ? "ghost" : null }),
    svg("path", { class: "fair", d: `M${at * WIDE + 2} ${fair}h${WIDE - 4}` }),
    svg(
      "text",
      { class: "seen", x: middle, y: Math.min(TALL + 18 - tall, fair) - 4, "text-anchor": "middle" },
      String(first ? Math.round(Number(row.expected)) : row.seen),
    ),
    svg("text", { class: "total", x: middle, y: TALL + 38, "text-anchor": "middle" }, String(totalOf(row))),
  );
}

/** A fraction as a number, for drawing. @param {string} fair */
function share(fair) {
  const [over, under] = fair.split("/").map(Number);
  return over / under;
}

/** @param {any} row */
function totalOf(row) {
  return Number(row.total ?? row.what);
}
