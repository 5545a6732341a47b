// @ts-check
/** The registers, to be read: one gaming day, one register, or all of them. */

import "../console/terms.js";
import "../console/words.js";
import "../promotion/words.js";
import { get } from "../shared/api.js";
import { fill, find, h } from "../shared/dom.js";
import "../shared/header.js";
import { ready } from "../shared/live.js";
import { onLanguage, say, translate } from "../shared/words.js";
import { field, select } from "../console/dialog.js";
import { complain } from "../promotion/desk.js";

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
  const made = select([["", say("reg.all")], ...choices], chosen);
  made.id = key.replace(".", "-");
  made.addEventListener("change", () => (act(made.value), look()));
  return field(say(key), made);
}

function draw() {
  fill(find("#choices"),
    choice("reg.day", days.map((one) => [one, one]), day, (value) => (day = value)),
    choice("reg.register", seen.registers.map((/** @type {string} */ one) => [one, say(`reg.${one}`)]), register, (value) => (register = value)));
  find("#sheet").setAttribute("href", `/api/v1/registers.csv?${new URLSearchParams({ day, register })}`);
  const rows = seen.rows.map((/** @type {any} */ row) => h("tr", {}, ...COLUMNS.map((column) => cell(row, column))));
  fill(find("#rows"), rows.length
    ? h("table", {}, h("thead", {}, h("tr", {}, ...COLUMNS.map((column) => h("th", {}, say(`reg.${column}`))))), h("tbody", {}, ...rows))
    : h("p", { class: "none" }, say("reg.none")));
}

/**
 * @param {any} row
 * @param {string} column
 */
function cell(row, column) {
  if (column === "at") return h("td", { class: "number" }, row.at.replace("T", " ").replace("+00:00", ""));
  if (column === "register") return h("td", {}, say(`reg.${row.register}`));
  if (column === "log") return h("td", {}, `${row.log} ${row.record}`);
  if (column === "by") return h("td", { class: "name" }, [row.by, row.rank].filter(Boolean).join(", "));
  if (column === "clause") return h("td", {}, row.clause);
  if (column === "after") return h("td", { class: "number" }, row.after === null ? "" : `${row.after} s`);
  return h("td", { class: column }, row[column]);
}

ready();
translate(document);
onLanguage(() => (translate(document), draw()));
await look();
