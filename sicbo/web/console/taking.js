// @ts-check
/** Taking the console, and handing it over. */

import { get, send, tablePath } from "../shared/api.js";
import { fill, h } from "../shared/dom.js";
import { keep, setting } from "../shared/settings.js";
import { say } from "../shared/words.js";
import { reason } from "./desk.js";
import { field, select } from "./dialog.js";
import { term } from "./terms.js";

const RANKS = ["dealer", "supervisor", "manager", "senior-manager"];

/**
 * Draw the offer to take the console, or the way to hand it over.
 * @param {HTMLElement} root
 * @param {import("../shared/stream.js").Table} table
 * @param {(text: string, kind?: string) => void} tell
 * @param {any} rulebook whose titles the ranks have, once it is known
 */
export function drawTaking(root, table, tell, rulebook) {
  const { desk } = table.state;
  const held = Boolean(desk?.holds_console);
  const shape = `${held} ${desk?.rank} ${document.documentElement.lang} ${Boolean(rulebook)}`;
  root.hidden = false;
  root.dataset.held = String(held);
  if (root.dataset.shape === shape) return;
  root.dataset.shape = shape;
  if (held)
    fill(
      root,
      h("span", { class: "quiet-label" }, titleOf(rulebook, desk.rank)),
      h(
        "button",
        { type: "button", class: "quiet", id: "hand-over", onclick: () => handOver(table, tell) },
        say("console.give-back"),
      ),
    );
  else void offer(root, table, tell, rulebook);
}

/**
 * A rank as this rulebook calls it.
 * @param {any} rulebook
 * @param {string} rank
 */
function titleOf(rulebook, rank) {
  const title = rulebook?.ranks?.find((/** @type {any} */ one) => one.rank === rank)?.title;
  return title && title !== term("rank", rank) ? `${term("rank", rank)} · ${title}` : term("rank", rank);
}

/**
 * @param {HTMLElement} root
 * @param {import("../shared/stream.js").Table} table
 * @param {(text: string, kind?: string) => void} tell
 * @param {any} rulebook
 */
async function offer(root, table, tell, rulebook) {
  const session = await get("/session").catch(() => null);
  const rank = select(
    RANKS.map((one) => [one, titleOf(rulebook, one)]),
    session?.rank ?? setting("console.rank", "dealer"),
  );
  rank.disabled = Boolean(session?.rank);
  const button = h(
    "button",
    {
      type: "button",
      class: "main",
      id: "take",
      onclick: async () => {
        keep("console.rank", rank.value);
        try {
          await take(table, rank.value);
        } catch (error) {
          tell(reason(error), "refused");
        }
      },
    },
    say("console.take"),
  );
  fill(root, h("p", {}, say("console.take-lead")), field(say("console.as"), rank), button);
}

/**
 * This session deals from now on.
 * @param {import("../shared/stream.js").Table} table
 * @param {string} rank
 */
export async function take(table, rank) {
  await send("POST", tablePath(table.table, "/console"), { rank });
  table.reopen(false);
}

/**
 * @param {import("../shared/stream.js").Table} table
 * @param {(text: string, kind?: string) => void} tell
 */
async function handOver(table, tell) {
  try {
    await send("DELETE", tablePath(table.table, "/console"));
    table.reopen(false);
  } catch (error) {
    tell(reason(error), "refused");
  }
}
