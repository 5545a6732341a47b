// @ts-check
/** Before the draw: terms, the regulator, entries, and irregularities. */

import { send, get } from "../shared/net/http.js";
import { fill, h } from "../shared/util/dom.js";
import { say, tell } from "../shared/i18n.js";
import { card, complain, form, line, actionButton, tick } from "./desk_parts.js";

/** @typedef {import("./desk_parts.js").Desk} Desk */

/** @param {Desk} desk */
export function termsCard(desk) {
  const { it } = desk;
  const written = h("textarea", { id: "terms", spellcheck: "false", "aria-label": say("promotion.terms") });
  written.value = it.terms;
  const found = h("div", { id: "found", role: "status" });
  const lint = async () => {
    try {
      const { missing } = await send("POST", "/promotion-terms/lint", { terms: written.value });
      fill(found, ...(missing.length ? missing.map(clauseRow) : [h("p", {}, say("promotion.complete"))]));
    } catch (error) {
      complain(error);
    }
  };
  const begin = async () => {
    try {
      written.value = (await get(`/promotion-terms/${it.rulebook}`)).terms;
      await lint();
    } catch (error) {
      complain(error);
    }
  };
  const early = it.phase === "draft" || it.phase === "published";
  const buttons = h("div", { class: "row" },
    h("button", { type: "button", class: "quiet", id: "template", onclick: begin }, say("promotion.template")),
    h("button", { type: "button", class: "quiet", id: "lint", onclick: lint }, say("promotion.lint")),
    early
      ? h("button", { type: "button", class: "main", id: "publish", onclick: () => desk.give({ type: "publish-promotion", terms: written.value }) }, say("promotion.publish"))
      : h("button", { type: "button", class: "main", id: "amend", onclick: () => form(say("promotion.amend"), { reference: [say("promotion.reference"), line()] },
          (said) => desk.give({ type: "amend-promotion", terms: written.value, ...said })) }, say("promotion.amend")),
    it.terms ? h("a", { href: `/api/v1/promotions/${it.name}/terms`, target: "_blank", rel: "noopener" }, say("promotion.read")) : null);
  const made = card("promotion.terms", written, found, buttons, it.sha256 ? h("p", { class: "hash" }, `sha256 ${it.sha256}`) : null);
  made.classList.add("wide");
  return made;
}

/** @param {any} one */
function clauseRow(one) {
  return h("p", { class: "missing" }, h("strong", {}, `§ ${one.clause} `), `${one.place}: ${tell(one.message)}`);
}

/** @param {Desk} desk */
export function regulatorCard(desk) {
  const { it } = desk;
  const refer = (/** @type {string} */ key, /** @type {any} */ more) => () =>
    form(say(key), { reference: [say("promotion.reference"), line()] }, (said) => desk.give({ ...more, ...said }));
  return card("promotion.regulator",
    it.earliest_start ? h("p", {}, say("promotion.earliest", { time: it.earliest_start })) : null,
    h("div", { class: "row" },
      h("button", { type: "button", id: "send", onclick: refer("promotion.send", { type: "send-promotion-terms", request: it.requests[0] ?? "" }) }, say("promotion.send")),
      h("button", { type: "button", class: "quiet", id: "requested", onclick: refer("promotion.requested", { type: "request-promotion-terms" }) }, say("promotion.requested")),
      it.tell_inspector ? h("button", { type: "button", class: "main", id: "tell", onclick: refer("promotion.tell", { type: "tell-inspector" }) }, say("promotion.tell")) : null),
    it.phase === "published" ? actionButton("start", say("promotion.start"), () => desk.give({ type: "start-promotion" }), it.why.start) : null);
}

/** @param {Desk} desk */
export function entriesCard(desk) {
  const { it } = desk;
  const person = line({ id: "person", "aria-label": say("promotion.person"), placeholder: say("promotion.person") });
  const enter = async () => {
    if (await desk.give({ type: "enter-promotion", player: person.value.trim() })) person.value = "";
  };
  return card("promotion.entries",
    h("p", { id: "count" }, say("promotion.count", { entrants: it.entrants, tickets: it.tickets })),
    it.rounds ? h("p", {}, say("promotion.by-play", { rounds: it.rounds, wager: it.minimum_wager })) : null,
    it.phase === "running"
      ? h("div", { class: "row" }, person,
          it.rounds ? null : h("button", { type: "button", id: "enter", onclick: enter }, say("promotion.enter")),
          h("button", { type: "button", class: "quiet", id: "bar", onclick: () => form(say("promotion.bar"), { reason: [say("promotion.reason"), line()] },
            (said) => desk.give({ type: "bar-entrant", player: person.value.trim(), ...said })) }, say("promotion.bar")))
      : null,
    it.phase === "running" ? actionButton("close", say("promotion.close"), () => desk.give({ type: "close-promotion" }), it.why.close) : null);
}

/** @param {Desk} desk */
export function integrityCard(desk) {
  const { it } = desk;
  const asked = (/** @type {string} */ key, /** @type {string} */ type, reference = true) =>
    h("button", { type: "button", class: "quiet", id: type.split("-")[0], onclick: () =>
      form(say(key), { reason: [say("promotion.reason"), line()], ...(reference ? { reference: [say("promotion.reference"), line()] } : {}) },
        (said) => desk.give({ type, ...said })) }, say(key));
  return card("promotion.integrity",
    it.held ? h("p", { class: "overdue" }, say("promotion.held")) : null,
    h("div", { class: "row" },
      it.held ? asked("promotion.resume", "resume-promotion", false) : asked("promotion.postpone", "postpone-promotion"),
      asked("promotion.cancel", "cancel-promotion")));
}

/** @param {Desk} desk */
export function complaintsCard(desk) {
  const decide = (/** @type {any} */ one) => () =>
    form(say("promotion.decide"), {
      decision: [say("promotion.decision"), line()],
      satisfied: [say("promotion.satisfied"), tick()],
      told_of_inspector: [say("promotion.told-inspector"), tick()],
    }, (said) => desk.give({ type: "decide-complaint", complaint: one.complaint, ...said }));
  const rows = desk.it.complaints.map((/** @type {any} */ one) =>
    h("li", { class: "row" }, h("strong", {}, one.player), h("button", { type: "button", onclick: decide(one) }, say("promotion.decide"))));
  return card("promotion.complaints",
    h("ul", { class: "plain" }, ...rows),
    h("button", { type: "button", class: "quiet", id: "complain", onclick: () =>
      form(say("promotion.complain"), { player: [say("promotion.person"), line()], about: [say("promotion.about"), line()] },
        (said) => desk.give({ type: "raise-complaint", ...said })) }, say("promotion.complain")));
}
