// @ts-check
/** The promotion desk: every promotion of the house, and every action on the selected one. */

import { get, send } from "../shared/net/http.js";
import { fill, find, h } from "../shared/util/dom.js";
import "../shared/ui/header.js";
import { createLiveRegions, toast } from "../shared/ui/announce.js";
import { whenNotPressed } from "../shared/ui/defer_render.js";
import { onLanguage, say, translate } from "../shared/i18n.js";
import { select } from "../staff/dialog.js";
import { complaintsCard, entriesCard, integrityCard, regulatorCard, termsCard } from "./before_draw.js";
import { card, complain, form, line, sendCommand } from "./desk_parts.js";
import { awardsCard, drawCard, prizesCard } from "./draw_and_claims.js";

const PHASES = ["draft", "published", "running", "closed", "drawn", "finished"];
const OFTEN = 2_000;
let chosen = location.hash.slice(1);
/** @type {any} */
let it = null;
/** @type {any[]} */
let every = [];
let shown = "";
const header = /** @type {any} */ (find("sb-header"));

/** @param {string} name */
function choose(name) {
  chosen = name;
  location.hash = name;
  it = null;
  refresh();
}

/** @param {any} command */
async function give(command) {
  try {
    const answer = await sendCommand(it, command);
    if (!answer.approval) it = answer;
    toast(say(answer.approval ? "signing.waits" : "promotion.done"), { kind: "good" });
    draw(true);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Whether a field has the focus, so that nothing is drawn over it. */
function isTypingNow() {
  const at = document.activeElement;
  return Boolean(document.querySelector("dialog[open]")) || at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && at.value !== "");
}

/** @param {boolean} [now] */
function draw(now) {
  fill(find("#list"), ...(every.length
    ? every.map((one) => h("button", { type: "button", class: "quiet", "aria-current": String(one.name === chosen), onclick: () => choose(one.name) }, `${one.title} (${one.name}) · ${say(`promotion.phase.${one.phase}`)}`))
    : [h("p", { class: "none" }, say("promotion.none"))]));
  const told = JSON.stringify([it, document.documentElement.lang]);
  if (!now && (told === shown || isTypingNow())) return;
  shown = told;
  const phases = it?.phase === "cancelled" ? [...PHASES.slice(0, -1), "cancelled"] : PHASES;
  fill(find("#steps"), ...(it ? phases.map((phase) => h("li", { "aria-current": it.phase === phase ? "step" : null }, say(`promotion.phase.${phase}`))) : []));
  fill(find("#dates"), ...(it?.closes_at ? dates() : []));
  fill(find("#cards"), ...(it ? cards() : []));
}

/** The dates of start, close and draw, as the terms say. */
function dates() {
  const times = { "promotion.starts": it.starts_at, "promotion.closes": it.closes_at, "promotion.drawn-at": it.method === "draw" ? it.draw_at : "" };
  return Object.entries(times).filter(([, at]) => at).map(([key, at]) => h("span", {}, say(key, { time: at })));
}

/** Join this desk: at home any visitor, in a casino only signed-in staff. */
async function join() {
  try {
    it = await send("POST", `/promotions/${encodeURIComponent(chosen)}/desk`, {});
    draw(true);
  } catch (error) {
    complain(error);
  }
}

function cards() {
  const desk = { it, give, draw };
  const over = it.phase === "finished" || it.phase === "cancelled";
  const before = it.staff && !over;
  return [
    before && it.phase !== "drawn" ? termsCard(desk) : null,
    it.staff && it.phase !== "draft" ? regulatorCard(desk) : null,
    it.me ? null : card("promotion.join", h("p", { class: "quiet-label" }, say("promotion.join-lead")),
      h("button", { type: "button", class: "main", id: "join", onclick: join }, say("promotion.join"))),
    it.phase !== "draft" ? prizesCard(desk) : null,
    it.staff && it.phase !== "draft" ? entriesCard(desk) : null,
    it.method === "draw" ? drawCard(desk) : null,
    it.awards.length ? awardsCard(desk) : null,
    before && it.phase !== "draft" ? integrityCard(desk) : null,
    it.staff ? complaintsCard(desk) : null,
  ];
}

async function refresh() {
  try {
    every = await get("/promotions");
    if (!chosen && every.length) chosen = every[0].name;
    it = chosen ? await get(`/promotions/${encodeURIComponent(chosen)}`) : null;
    header.connection = "live";
  } catch {
    header.connection = "lost";
  }
  whenNotPressed(draw);
}

async function begin() {
  const books = (await get("/rulebooks")).filter((/** @type {any} */ book) => book.promotions);
  form(say("promotion.new"), {
    name: [say("promotion.name"), line({ pattern: "[A-Za-z0-9][A-Za-z0-9-]{0,30}" })],
    rulebook: [say("promotion.rulebook"), select(books.map((/** @type {any} */ book) => [book.rulebook, book.name]))],
  }, async (said) => {
    try {
      it = await send("POST", "/promotions", said);
      choose(it.name);
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  });
}

createLiveRegions();
translate(document);
find("#new").addEventListener("click", begin);
onLanguage(() => (translate(document), draw(true)));
addEventListener("hashchange", () => chosen !== location.hash.slice(1) && choose(location.hash.slice(1)));
await refresh();
setInterval(refresh, OFTEN);
