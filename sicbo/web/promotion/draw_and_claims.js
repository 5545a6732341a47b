// @ts-check
/** The draw with its scrutineer, and the payment of the prizes. */

import { h } from "../shared/util/dom.js";
import { money } from "../shared/util/money.js";
import { say } from "../shared/i18n.js";
import { select } from "../staff/dialog.js";
import { card, form, line, formatMoment, actionButton, tick } from "./desk_parts.js";

/** @typedef {import("./desk_parts.js").Desk} Desk */

const WAYS = ["in-person", "mail", "telephone", "email"];
const PAYMENTS = ["cash", "crossed-cheque", "transfer"];
const LARGE = 1_000_000;

/** @param {Desk} desk */
export function drawCard(desk) {
  const { it } = desk;
  const word = line({ id: "word", maxlength: 12, "aria-label": say("promo.word"), placeholder: say("promo.word") });
  const drawn = Boolean(it.seed);
  return card("promo.draw",
    fact("promo.promise", it.commitment),
    it.entrants_hash ? fact("promo.list-hash", it.entrants_hash) : null,
    drawn ? fact("promo.seed", it.seed) : null,
    it.needs_scrutineer ? h("p", {}, say("promo.scrutineer-needed")) : null,
    it.scrutineer ? h("p", { id: "scrutineer" }, `${say("promo.scrutineer")}: ${it.scrutineer}`) : null,
    // The whole id: another person types it to nominate this one.
    it.me ? h("p", { class: "quiet-label", id: "me" }, say("promo.me", { me: it.me })) : null,
    !drawn && it.staff
      ? h("div", { class: "row" },
          h("button", { type: "button", class: "quiet", id: "nominate", onclick: () => form(say("promo.nominate"), { name: [say("promo.scrutineer"), line()] },
            (said) => desk.give({ type: "nominate-scrutineer", ...said })) }, say("promo.nominate")), word)
      : null,
    !drawn && it.staff
      ? actionButton("draw", say("promo.draw"), () => desk.give({ type: "draw-prizes", second: it.scrutineer, word: word.value.trim().toLowerCase() }), it.why.draw)
      : null,
    drawn ? signature(desk) : null,
    drawn ? h("a", { id: "draw-file", href: `/api/v1/promotions/${it.name}/draw`, download: "draw.json" }, say("promo.draw-file")) : null);
}

/** @param {Desk} desk */
function signature(desk) {
  const { it } = desk;
  if (it.confirmed) return h("p", { id: "signed" }, say("promo.signed"));
  return h("div", {},
    h("p", { class: "overdue", id: "unsigned" }, say("promo.unsigned")),
    h("button", { type: "button", class: "main", id: "sign", onclick: () => desk.give({ type: "confirm-draw" }) }, say("promo.sign")));
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
  return card("promo.prizes", h("table", {},
    h("thead", {}, h("tr", {}, h("th", {}, say("promo.prize")), h("th", { class: "number" }, say("promo.value")), h("th", { class: "number" }, say("promo.left")))),
    h("tbody", {}, ...rows)));
}

/** @param {Desk} desk */
export function awardsCard(desk) {
  const { it } = desk;
  const made = card("promo.results",
    h("div", { class: "scroll" }, h("table", { id: "awards" },
      h("thead", {}, h("tr", {}, ...["promo.prize", "promo.winner", "promo.state"].map((key) => h("th", {}, say(key))), h("td", {}))),
      h("tbody", {}, ...it.awards.map((/** @type {any} */ one) => awardRow(desk, one))))),
    it.staff ? h("div", { class: "row" },
      h("button", { type: "button", class: "quiet", id: "results", onclick: () => form(say("promo.publish-results"), { place: [say("promo.where"), line()] },
        (said) => desk.give({ type: "publish-winners", ...said })) }, say("promo.publish-results"))) : null,
    it.staff ? actionButton("finish", say("promo.finish"), () => desk.give({ type: "finish-promotion" }), it.why.finish) : null);
  made.classList.add("wide");
  return made;
}

/**
 * @param {Desk} desk
 * @param {any} one
 */
function awardRow(desk, one) {
  const late = one.overdue ? "promo.overdue" : "promo.due";
  const told = one.told ? say("promo.told", { method: say(`promo.method.${one.told}`) }) : say(late, { time: formatMoment(one.due_at) });
  const settled = one.claim !== "open";
  return h("tr", { "data-award": one.award },
    h("td", { class: "name" }, one.prize),
    h("td", { class: "name" }, one.player),
    h("td", {}, h("span", { class: "pill" }, say(`promo.claim.${one.claim}`)), settled ? null : h("p", { class: one.overdue ? "overdue" : "quiet-label" }, told)),
    h("td", {}, desk.it.staff ? h("div", { class: "row" }, ...acts(desk, one)) : null));
}

/**
 * @param {Desk} desk
 * @param {any} one
 */
function acts(desk, one) {
  const award = one.award;
  const button = (/** @type {string} */ act, /** @type {() => void} */ does) =>
    h("button", { type: "button", class: "quiet", "data-act": act, onclick: does }, say(`promo.${act}`));
  const redraw = button("redraw", () => form(say("promo.redraw"), { reason: [say("promo.reason"), line()] },
    (said) => desk.give({ type: "redraw-prize", award, ...said })));
  if (one.claim === "refused") return [redraw];
  if (one.claim === "claimed") return [];
  return [
    button("notify", () => form(say("promo.notify"), { method: [say("promo.method"), select(WAYS.map((way) => [way, say(`promo.method.${way}`)]))] },
      (said) => desk.give({ type: "notify-winner", award, ...said }))),
    button("claim", () => claim(desk, one)),
    button("refuse", () => form(say("promo.refuse"), {
      reason: [say("promo.reason"), line()], name: [say("promo.person"), line()], place: [say("promo.address"), line()], informed: [say("promo.informed"), tick()],
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
  form(say("promo.claim"), {
    present: [say("promo.present"), tick()],
    ...(prize.alternative ? { alternative: [`${say("promo.alternative")}: ${money(prize.alternative)}`, tick()] } : {}),
    ...(prize.kind === "tokens" ? { voucher: [say("promo.voucher"), line()] } : {}),
    ...(whole > LARGE ? paymentWays(whole) : whole ? { paid: [say("promo.paid-by"), select(PAYMENTS.map((way) => [way, say(`promo.pay.${way}`)]))] } : {}),
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
    [way, [say("promo.part", { way: say(`promo.pay.${way}`) }), line({ inputmode: "decimal", value: at ? "0" : (whole / 100).toFixed(2) })]]));
}
