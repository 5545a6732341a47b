// @ts-check
/** The registers, for reading: one gaming day, one register or all of them. */

import { get } from "../shared/net/http.js";
import { fill, find, h } from "../shared/util/dom.js";
import "../shared/ui/header.js";
import { createLiveRegions } from "../shared/ui/announce.js";
import { momentText, named, onLanguage, say, tell, translate } from "../shared/i18n.js";
import { field, select } from "../staff/dialog.js";
import { complain } from "../promotion/desk_parts.js";

const COLUMNS = ["at", "register", "log", "what", "by", "clause", "after", "says"];
const header = /** @type {any} */ (find("sb-header"));
let day = "";
let register = "";
/** @type {any} */
let seen = { registers: [], days: [], rows: [] };
/** @type {string[]} */
let days = [];

async function look() {
  try {
    seen = await get(`/registers?${new URLSearchParams({ day, register })}`);
    if (!day) days = seen.days;
    header.connection = "live";
  } catch (error) {
    header.connection = "lost";
    complain(error);
  }
  draw();
}

/**
 * @param {string} key
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} act
 */
function choice(key, choices, chosen, act) {
  const made = select([["", say("registers.all")], ...choices], chosen);
  made.id = key.replace(".", "-");
  made.addEventListener("change", () => (act(made.value), look()));
  return field(say(key), made);
}

function draw() {
  fill(find("#choices"),
    choice("registers.day", days.map((one) => [one, one]), day, (value) => (day = value)),
    choice("registers.register", seen.registers.map((/** @type {string} */ one) => [one, say(`registers.${one}`)]), register, (value) => (register = value)));
  find("#sheet").setAttribute("href", `/api/v1/registers.csv?${new URLSearchParams({ day, register })}`);
  const rows = seen.rows.map((/** @type {any} */ row) => h("tr", {}, ...COLUMNS.map((column) => cell(row, column))));
  fill(find("#rows"), rows.length
    ? h("table", {}, h("thead", {}, h("tr", {}, ...COLUMNS.map((column) => h("th", {}, say(`registers.${column}`))))), h("tbody", {}, ...rows))
    : h("p", { class: "none" }, say("registers.none")));
}

/**
 * The text of a row in each column; a name is shown without the suffix that distinguishes namesakes. @type
 * {Record<string, (row: any) => string>}
 */
const SAYS = {
  at: (row) => momentText(row.at),
  register: (row) => say(`registers.${row.register}`),
  log: (row) => `${row.log} · ${row.record}`,
  what: (row) => say(`event.${row.what.replace(/^heat-/, "")}.name`),
  by: (row) => [row.by.split("#")[0], row.rank && named("rank", row.rank)].filter(Boolean).join(", "),
  clause: (row) => row.clause,
  after: (row) => (row.after === null ? "" : say("registers.seconds", { seconds: row.after })),
  says: (row) => tell(row.message),
};

/**
 * @param {any} row
 * @param {string} column
 */
function cell(row, column) {
  const fields = column === "says" ? h("p", { class: "quiet-label" }, row.says) : null;
  return h("td", { class: column, "data-head": say(`registers.${column}`) }, SAYS[column](row), fields);
}

createLiveRegions();
translate(document);
onLanguage(() => (translate(document), draw()));
await look();
