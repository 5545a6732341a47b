// @ts-check
/** The cards that the dealer watches: wagers, refused slips, notices, faults, and the worst roll for the house. */

import { h, refresh } from "../shared/util/dom.js";
import { briefMoney, money, signedMoney } from "../shared/util/money.js";
import { timeOfDay } from "../shared/net/server_clock.js";
import { named, say } from "../shared/i18n.js";
import { clauseTag } from "../staff/clause_tag.js";
import { faultRows } from "./faults.js";
import { noticeText } from "../shared/ui/notice_text.js";

/**
 * Draw every card.
 * @param {HTMLElement} root
 * @param {import("./void_round.js").ConsoleContext} place
 */
export function drawCards(root, place) {
  const { view, desk } = place;
  const typing = root.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement;
  if (typing) return;
  refresh(
    root,
    card("wagers", say("console.wagers", desk), wagers(view, desk)),
    card("refused", say("console.refused", { count: desk.refused.length }), refusedSlips(view, desk)),
    card("notices", say("console.notices"), notices(view)),
    card("faults", say("staff.faults"), listOr(faultRows(place))),
    card("exposure", say("staff.exposure"), exposure(desk)),
  );
}

/**
 * @param {string} name
 * @param {string} title
 * @param {Node} body
 */
function card(name, title, body) {
  return h("section", { class: `card card-${name}`, "aria-label": title }, h("h2", {}, title), body);
}

/** @param {HTMLElement[]} items */
function listOr(items) {
  return items.length
    ? h("ul", { class: "plain" }, ...items)
    : h("p", { class: "none" }, say("staff.nothing"));
}

/**
 * Who has a slip, which wagers are outside the limits, and every player.
 * @param {any} view
 * @param {any} desk
 */
function wagers(view, desk) {
  const counts = { slips: desk.slips, seats: view.seats.length, under: desk.under, over: desk.over };
  return h("div", {}, h("p", { class: desk.under + desk.over ? "counts locked-why" : "counts quiet-label" }, say("console.counts", counts)), players(desk));
}

/** @param {any} desk */
function players(desk) {
  const rows = desk.players.map((/** @type {any} */ one) =>
    h(
      "tr",
      {},
      h("td", {}, one.seat === null ? "–" : String(one.seat)),
      h("td", { class: "name" }, one.name),
      h("td", { class: "number" }, one.staked ? money(one.staked) : "–"),
      h("td", { class: "number" }, money(one.rack)),
    ),
  );
  if (!rows.length) return h("p", { class: "none" }, say("staff.nothing"));
  const head = ["staff.seat", "staff.name", "staff.staked", "staff.chips"].map((key, at) =>
    h("th", { scope: "col", class: at > 1 ? "number" : null }, say(key)),
  );
  return h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
}

/**
 * @param {any} view
 * @param {any} desk
 */
function refusedSlips(view, desk) {
  return listOr(
    [...desk.refused]
      .reverse()
      .slice(0, 5)
      .map((/** @type {any} */ one) =>
        h(
          "li",
          {},
          h("time", {}, timeOfDay(one.at)),
          " ",
          h("strong", {}, one.name),
          " ",
          one.says,
          " ",
          clauseTag(view.rulebook, one.clause),
        ),
      ),
  );
}

/** @param {any} view */
function notices(view) {
  const items = view.notices.map((/** @type {any} */ one) =>
    h("li", {}, noticeText(one), " ", clauseTag(view.rulebook, one.clause)),
  );
  const sign = view.sign
    ? `${briefMoney(view.sign.minimum)} – ${view.sign.maximum === null ? say("staff.no-limit") : briefMoney(view.sign.maximum)}`
    : "";
  return h("div", {}, h("p", { class: "sign" }, sign), listOr(items));
}

/** @param {any} desk */
function exposure(desk) {
  if (!desk.exposure) return h("p", { class: "none" }, say("staff.nothing"));
  const line = (/** @type {string} */ key, /** @type {any} */ one) =>
    h(
      "p",
      { class: "extreme" },
      h("span", {}, say(key)),
      h("span", { class: "dice-text" }, one.dice.join("-")),
      h("strong", { class: one.house < 0 ? "minus" : "plus" }, signedMoney(one.house)),
    );
  return h("div", {}, line("staff.worst", desk.exposure.worst), line("staff.best", desk.exposure.best));
}

/** @param {any} view */
export function dealerName(view) {
  const { kind, name } = view.dealer;
  return kind === "console" ? name || named("rank", "dealer") : say(`console.dealt-${kind}`);
}
