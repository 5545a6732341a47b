// @ts-check
/** The draw with its scrutineer, and the payment of the prizes. */

import { h } from "../shared/util/dom.js";
import { money } from "../shared/util/money.js";
import { say } from "../shared/i18n.js";
import { select } from "../staff/dialog.js";
import { card, form, line, actionButton, tick } from "./desk_parts.js";

/** @typedef {import("./desk_parts.js").Desk} Desk */

const WAYS = ["in-person", "mail", "telephone", "email"];
const PAYMENTS = ["cash", "crossed-cheque", "transfer"];
const LARGE = 1_000_000;

/** @param {Desk} desk */
export function drawCard(desk) {
  const { it } = desk;
  const word = line({ id: "word", maxlength: 12, "aria-label": say("promotion.word"), placeholder: say("promotion.word") });
  const drawn = Boolean(it.seed);
  return card("promotion.draw",
    fact("promotion.promise", it.commitment),
    it.entrants_hash ? fact("promotion.list-hash", it.entrants_hash) : null,
    drawn ? fact("promotion.seed", it.seed) : null,
    it.needs_scrutineer ? h("p", {}, say("promotion.scrutineer-needed")) : null,
    it.scrutineer ? h("p", { id: "scrutineer" }, `${say("promotion.scrutineer")}: ${it.scrutineer}`) : null,
    // The whole id: another person types it to nominate this one.
    it.me ? h("p", { class: "quiet-label", id: "me" }, say("promotion.me", { me: it.me })) : null,
    !drawn && it.staff
      ? h("div", { class: "row" },
          h("button", { type: "button", class: "quiet", id: "nominate", onclick: () => form(say("promotion.nominate"), { name: [say("promotion.scrutineer"), line()] },
            (said) => desk.give({ type: "nominate-scrutineer", ...said })) }, say("promotion.nominate")), word)
      : null,
    !drawn && it.staff
      ? actionButton("draw", say("promotion.draw-prizes"), () => desk.give({ type: "draw-prizes", second: it.scrutineer, word: word.value.trim().toLowerCase() }), it.why.draw)
      : null,
    drawn ? signature(desk) : null,
    drawn ? h("a", { id: "draw-file", href: `/api/v1/promotions/${it.name}/draw`, download: "draw.json" }, say("promotion.draw-file")) : null);
}

/** @param {Desk} desk */
function signature(desk) {
  const { it } = desk;
  if (it.confirmed) return h("p", { id: "signed" }, say("promotion.signed"));
  return h("div", {},
    h("p", { class: "overdue", id: "unsigned" }, say("promotion.unsigned")),
    h("button", { type: "button", class: "main", id: "sign", onclick: () => desk.give({ type: "confirm-draw" }) }, say("promotion.sign")));
}

/**
 * @param {string} key
 * @param {string} text
 */
function fact(key, text) {
  return h("div", {}, h("span", { class: "quiet-label" }, say(key)), h("p", { class: "hash" }, text || "–"));
}

/** @param {Desk} desk */
export function prizesCard(desk) {
  const { it } = desk;
  const rows = it.prizes.map((/** @type {any} */ one) =>
    h("tr", {}, h("td", { class: "name" }, one.name), h("td", { class: "number" }, money(one.value)), h("td", { class: "number" }, `${one.left} / ${one.number}`)));
  return card("promotion.prizes", h("table", {},
    h("thead", {}, h("tr", {}, h("th", {}, say("promotion.prize")), h("th", { class: "number" }, say("promotion.value")), h("th", { class: "number" }, say("promotion.left")))),
    h("tbody", {}, ...rows)));
}

/** @param {Desk} desk */
export function awardsCard(desk) {
  const { it } = desk;
  const made = card("promotion.results",
    h("div", { class: "scroll" }, h("table", { id: "awards" },
      h("thead", {}, h("tr", {}, ...["promotion.prize", "promotion.winner", "promotion.state"].map((key) => h("th", {}, say(key))), h("td", {}))),
      h("tbody", {}, ...it.awards.map((/** @type {any} */ one) => awardRow(desk, one))))),
    it.staff ? h("div", { class: "row" },
      h("button", { type: "button", class: "quiet", id: "results", onclick: () => form(say("promotion.publish-results"), { place: [say("promotion.where"), line()] },
        (said) => desk.give({ type: "publish-winners", ...said })) }, say("promotion.publish-results"))) : null,
    it.staff ? actionButton("finish", say("promotion.finish"), () => desk.give({ type: "finish-promotion" }), it.why.finish) : null);
  made.classList.add("wide");
  return made;
}

/**
 * @param {Desk} desk
 * @param {any} one
 */
function awardRow(desk, one) {
  const late = one.overdue ? "promotion.overdue" : "promotion.due";
  const told = one.told ? say("promotion.told", { method: one.told }) : say(late, { time: one.due_at });
  const settled = one.claim !== "open";
  return h("tr", { "data-award": one.award },
    h("td", { class: "name" }, one.prize),
    h("td", { class: "name" }, one.player),
    h("td", {}, h("span", { class: "pill" }, say(`promotion.claim.${one.claim}`)), settled ? null : h("p", { class: one.overdue ? "overdue" : "quiet-label" }, told)),
    h("td", {}, desk.it.staff ? h("div", { class: "row" }, ...acts(desk, one)) : null));
}

/**
 * @param {Desk} desk
 * @param {any} one
 */
function acts(desk, one) {
  const award = one.award;
  const button = (/** @type {string} */ act, /** @type {() => void} */ does) =>
    h("button", { type: "button", class: "quiet", "data-act": act, onclick: does }, say(`promotion.${act}`));
  const redraw = button("redraw", () => form(say("promotion.redraw"), { reason: [say("promotion.reason"), line()] },
    (said) => desk.give({ type: "redraw-prize", award, ...said })));
  if (one.claim === "refused") return [redraw];
  if (one.claim === "claimed") return [];
  return [
    button("notify", () => form(say("promotion.notify"), { method: [say("promotion.method"), select(WAYS.map((way) => [way, say(`contact.${way}`)]))] },
      (said) => desk.give({ type: "notify-winner", award, ...said }))),
    button("claim", () => claim(desk, one)),
    button("refuse", () => form(say("promotion.refuse"), {
      reason: [say("promotion.reason"), line()], name: [say("promotion.person"), line()], place: [say("promotion.address"), line()], informed: [say("promotion.informed"), tick()],
    }, (said) => desk.give({ type: "refuse-claim", award, ...said }))),
    ...(desk.it.present ? [redraw] : []),
  ];
}

/**
 * @param {Desk} desk
 * @param {any} one
 */
function claim(desk, one) {
  const prize = desk.it.prizes.find((/** @type {any} */ other) => other.name === one.prize);
  const whole = prize.kind === "cash" ? one.cents : prize.alternative;
  form(say("promotion.claim"), {
    present: [say("promotion.present"), tick()],
    ...(prize.alternative ? { alternative: [say("promotion.alternative", { cents: prize.alternative }), tick()] } : {}),
    ...(prize.kind === "tokens" ? { voucher: [say("promotion.voucher"), line()] } : {}),
    ...(whole > LARGE ? paymentWays(whole) : whole ? { paid: [say("promotion.paid-by"), select(PAYMENTS.map((way) => [way, say(`payment.${way}`)]))] } : {}),
  }, ({ paid, cash, "crossed-cheque": cheque, transfer, ...said }) => {
    const owed = said.alternative || prize.kind === "cash" ? whole : 0;
    const mixed = [["cash", cash], ["crossed-cheque", cheque], ["transfer", transfer]]
      .map(([way, text]) => [way, Math.round(Number(text ?? 0) * 100)]).filter(([, cents]) => cents);
    return desk.give({ type: "claim-prize", award: one.award, ...said, parts: !owed ? [] : paid ? [[paid, owed]] : mixed });
  });
}

/**
 * The ways to pay a large sum: in one way or in a mix, as the winner chooses.
 * @param {number} whole
 * @returns {Record<string, [string, HTMLElement]>}
 */
function paymentWays(whole) {
  return Object.fromEntries(PAYMENTS.map((way, at) =>
    [way, [say("promotion.part", { way }), line({ inputmode: "decimal", value: at ? "0" : (whole / 100).toFixed(2) })]]));
}
