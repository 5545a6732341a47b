// @ts-check
/** Signing in and out at the pit desk, the first account, and approvals by a second person. */

import { get, PIN_PATIENCE, send } from "../shared/net/http.js";
import { showProblem } from "../shared/ui/announce.js";
import { fill, h } from "../shared/util/dom.js";
import { timeOfDay } from "../shared/net/server_clock.js";
import { money } from "../shared/util/money.js";
import { named, say } from "../shared/i18n.js";
import { errorText } from "../staff/actions.js";
import { openDialog, field, sayInDialog } from "../staff/dialog.js";
import { sendWithStepUp } from "../staff/step_up.js";
import { signApproval } from "../staff/signature.js";
import { openAccount } from "./account.js";

/**
 * @param {HTMLElement} root
 * @param {any} session
 * @param {() => void} changed
 */
export function drawPerson(root, session, changed) {
  if (session.role === "staff" || session.role === "inspector") {
    fill(
      root,
      h("span", {}, `${session.name} · ${named("rank", session.rank)}`),
      h("button", { type: "button", class: "quiet", id: "account", onclick: openAccount }, say("pit.account")),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: async () => {
            await send("DELETE", "/session").catch(showProblem);
            changed();
          },
        },
        say("pit.sign-out"),
      ),
    );
  } else
    fill(
      root,
      h(
        "button",
        { type: "button", class: "quiet", id: "sign-in", onclick: () => signIn(session, changed) },
        say("pit.sign-in"),
      ),
    );
}

/**
 * @param {any} session
 * @param {() => void} changed
 */
function signIn(session, changed) {
  openDialog(say("pit.sign-in"), (close) => {
    const id = h("input", { type: "text", autocomplete: "username" });
    const pin = h("input", { type: "password", autocomplete: "current-password", inputmode: "numeric" });
    const code = h("input", { type: "text", autocomplete: "off" });
    const name = h("input", { type: "text" });
    const enter = async (/** @type {string} */ path, /** @type {any} */ body) => {
      try {
        await send("POST", path, body, { patience: PIN_PATIENCE });
        close();
        changed();
      } catch (error) {
        sayInDialog(errorText(error));
      }
    };
    const first = session.setup_open
      ? h(
          "details",
          {},
          h("summary", {}, say("pit.setup")),
          field(say("pit.code"), code),
          field(say("staff.name"), name),
          h(
            "button",
            {
              type: "button",
              onclick: () =>
                enter("/setup", {
                  code: code.value.trim(),
                  id: id.value.trim(),
                  name: name.value.trim(),
                  pin: pin.value,
                }),
            },
            say("pit.setup"),
          ),
        )
      : null;
    return [
      field(say("pit.id"), id),
      field(say("staff.pin"), pin),
      h(
        "button",
        {
          type: "button",
          class: "main",
          onclick: () => enter("/sessions", { id: id.value.trim(), pin: pin.value }),
        },
        say("pit.sign-in"),
      ),
      first,
    ];
  });
}

/**
 * The commands at a table that wait for a second person.
 * @param {import("./pit.js").Desk} place
 */
export function approvalsCard(place) {
  return approvalRows(place.desk.approvals);
}

/** @param {any[]} approvals @returns {Node[] | null} */
export function approvalRows(approvals) {
  const rows = approvals.map((one) =>
    h(
      "li",
      { class: "approval" },
      h(
        "p",
        {},
        h("time", {}, timeOfDay(one.at)),
        " ",
        say("pit.asked-by", { by: one.by, table: one.table, what: describe(one.command) }),
      ),
      h("p", { class: "quiet-label" }, say("pit.approval-until", { time: timeOfDay(one.expires_at) })),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "main", onclick: () => decideApproval(one, true, one.signed) }, say("pit.approve")),
        one.may_withdraw ? h("button", { type: "button", onclick: () => decideApproval(one, false) }, say("pit.reject")) : null,
      ),
    ),
  );
  return rows.length ? [h("ul", { class: "plain" }, ...rows)] : null;
}

/** A requested command in words. @param {any} command */
function describe(command) {
  const figures = command.cents === undefined ? "" : money(command.cents);
  const about = command.ground ? named("ground", command.ground) : (command.dice?.join("-") ?? figures);
  const more = [about, command.number, command.reason, command.note].filter(Boolean);
  return [say(`pit.command.${command.type}`), ...more].join(" · ");
}

/**
 * @param {any} approval
 * @param {boolean} approve
 * @param {boolean} [sign] whether the approval must be signed
 */
async function decideApproval(approval, approve, sign = false) {
  try {
    const signatures = sign ? [await signApproval(approval)] : [];
    await sendWithStepUp("POST", `/approvals/${encodeURIComponent(approval.approval)}`, { approve, signatures });
  } catch (error) {
    showProblem(error);
  }
}

/** Who is signed in on this browser. */
export function fetchSession() {
  return get("/session");
}
