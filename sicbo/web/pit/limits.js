// @ts-check
/** Limits and closing: what is allowed now, why not, and the earliest lawful time. */

import { Problem } from "../shared/net/http.js";
import { formatDuration, now, timeOfDay } from "../shared/net/server_clock.js";
import { h } from "../shared/util/dom.js";
import { briefMoney } from "../shared/util/money.js";
import { named, say } from "../shared/i18n.js";
import { clauseTag } from "../staff/clause_tag.js";
import { findAction } from "../staff/actions.js";
import { field } from "../staff/dialog.js";
import { noticeText } from "../shared/ui/notice_text.js";
import { parseCents } from "./money_input.js";

/** @typedef {import("./pit.js").Desk} Desk */

/**
 * The card for changing the limits.
 * @param {Desk} place
 */
export function limitsCard(place) {
  const { view, desk } = place;
  if (!view.sign) return null;
  const { minimum: low, maximum: high } = view.sign;
  const minimum = amount(low);
  const maximum = amount(high);
  const minutes = h("input", { type: "number", min: 0, max: 1440, step: 1, value: 20, inputmode: "numeric" });
  const figures = () => ({
    minimum: parseCents(minimum.value),
    maximum: maximum.value === "" ? null : parseCents(maximum.value),
  });
  const posted = view.notices.find((/** @type {any} */ one) => one.subject === "limits");
  const change = findAction(desk, { type: "change-limits" });
  if (posted?.minimum != null) minimum.value = briefMoney(posted.minimum).replaceAll(",", "");
  if (posted?.maximum != null) maximum.value = briefMoney(posted.maximum).replaceAll(",", "");
  const raising = findAction(desk, { type: "give-notice", subject: "limits" });
  return [
    h(
      "p",
      { class: "figures" },
      say("pit.now", view.sign),
    ),
    h(
      "p",
      {},
      say("pit.present", {
        count: desk.players.filter((/** @type {any} */ one) => one.rack + one.staked > 0).length,
      }),
    ),
    h(
      "div",
      { class: "fields" },
      field(say("pit.minimum"), minimum),
      field(say("pit.maximum"), maximum),
      field(say("pit.minutes"), minutes),
    ),
    posted ? noticeInForce(place, posted, "limits") : null,
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          id: "apply-limits",
          class: change?.allowed ? "main" : "",
          onclick: () => place.give({ type: "change-limits", ...figures() }),
        },
        say("pit.apply"),
      ),
      posted
        ? null
        : h(
            "button",
            {
              type: "button",
              id: "notice-limits",
              class: change?.allowed ? "" : "main",
              "aria-disabled": String(!raising?.allowed),
              onclick: () =>
                place.give({
                  type: "give-notice",
                  subject: "limits",
                  ...figures(),
                  in_seconds: minutes.value === "" ? null : 60 * Number(minutes.value),
                }),
            },
            say("pit.notice"),
          ),
    ),
    whyNot(view, change),
  ];
}

/**
 * The card for closing the table, and Super Streak if the table offers it.
 * @param {Desk} place
 */
export function closingCard(place) {
  const { view, desk } = place;
  if (!view.sign) return null;
  const minutes = h("input", {
    type: "number",
    min: 0,
    max: 1440,
    step: 1,
    inputmode: "numeric",
    id: "closing-minutes",
    value: place.memory.minutes ?? "",
  });
  minutes.addEventListener("input", () => (place.memory.minutes = minutes.value));
  const subjects = ["table", ...(findAction(desk, { type: "call-final-streaks" }) ? ["super-streak"] : [])];
  const rows = subjects.map((subject) => {
    const posted = view.notices.find((/** @type {any} */ one) => one.subject === subject);
    return h(
      "div",
      { class: "closing" },
      posted
        ? noticeInForce(place, posted, subject)
        : h(
            "div",
            { class: "row" },
            h("strong", {}, named("subject", subject)),
            h(
              "button",
              {
                type: "button",
                "data-notice": subject,
                onclick: () => announceClosing(place, subject, minutes),
              },
              say("pit.notice"),
            ),
          ),
    );
  });
  const close = findAction(desk, { type: "close-table" });
  const acts = /** @type {[string, string][]} */ ([
    ["close-table", "pit.close-table"],
    ["call-final-streaks", "pit.final-call"],
    ["close-streaks", "pit.close-streaks"],
    ["direct-idle-spins", "pit.idle-on"],
    ["stop-idle-spins", "pit.idle-off"],
  ]);
  return [
    ...rows,
    field(say("pit.minutes"), minutes),
    h("div", { class: "row" }, ...acts.map(([type, words]) => actButton(place, type, words))),
    whyNot(view, close),
  ];
}

/**
 * Announce a closing. A rulebook that counts spins needs no time on the sign; one that counts minutes does.
 * @param {Desk} place
 * @param {string} subject
 * @param {HTMLInputElement} minutes
 */
async function announceClosing(place, subject, minutes) {
  const in_seconds = minutes.value === "" ? null : 60 * Number(minutes.value);
  const refusal = await place.give({ type: "give-notice", subject, in_seconds });
  const least = refusal instanceof Problem ? refusal.body.after_seconds : null;
  if (least) {
    place.memory.minutes = String(Math.ceil(least / 60));
    place.draw();
  }
}

/**
 * @param {Desk} place
 * @param {string} type
 * @param {string} words
 */
function actButton(place, type, words) {
  const found = findAction(place.desk, { type });
  if (!found) return null;
  return h(
    "button",
    {
      type: "button",
      "data-act": type,
      "aria-disabled": String(!found.allowed),
      title: found.refusal,
      onclick: () => place.give({ type }),
    },
    say(words),
  );
}

/**
 * The remaining time or spins of a notice, as of now.
 * @param {any} posted
 */
export function remainingNotice(posted) {
  const left = posted.due_at ? Date.parse(posted.due_at) - now() : 0;
  if (posted.spins_left > 0)
    return say("pit.earliest-spins", { spins: posted.spins_left });
  if (left <= 0) return say("pit.may-now");
  return say("pit.earliest", { time: timeOfDay(posted.due_at), left: formatDuration(left).replace(/^0:/, "") });
}

/**
 * A notice in force, with the earliest lawful time and a button that withdraws it.
 * @param {Desk} place
 * @param {any} posted
 * @param {string} subject
 */
function noticeInForce(place, posted, subject) {
  return h(
    "div",
    { class: "standing" },
    h("p", {}, h("strong", {}, noticeText(posted)), " ", clauseTag(place.view.rulebook, posted.clause)),
    h("p", { class: "earliest", "data-subject": subject }, remainingNotice(posted)),
    h(
      "button",
      { type: "button", class: "quiet", onclick: () => place.give({ type: "withdraw-notice", subject }) },
      say("pit.withdraw"),
    ),
  );
}

/**
 * @param {any} view
 * @param {import("../staff/actions.js").Action | undefined} wanted
 */
function whyNot(view, wanted) {
  if (!wanted) return null;
  if (wanted.allowed)
    return h("p", { class: "good" }, say("pit.may-now"), " ", clauseTag(view.rulebook, wanted.clause));
  const least = wanted.after_seconds;
  const time = least ? ` ${say("staff.earliest", { time: timeOfDay(now() + 1000 * least) })}.` : "";
  return h(
    "p",
    { class: "why-not" },
    h("strong", {}, say("pit.why-not")),
    " ",
    h("span", { class: "locked-why" }, wanted.refusal),
    h("strong", {}, time),
    " ",
    clauseTag(view.rulebook, wanted.clause),
  );
}

/** @param {number | null} value */
function amount(value) {
  return h("input", {
    type: "text",
    inputmode: "decimal",
    value: value === null ? "" : briefMoney(value).replaceAll(",", ""),
  });
}
