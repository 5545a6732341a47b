// @ts-check
/** Taking the console and handing it over. */

import { get, send, tablePath } from "../shared/net/http.js";
import { fill, h, write } from "../shared/util/dom.js";
import { storeSetting, setting } from "../shared/util/settings.js";
import { named, say } from "../shared/i18n.js";
import { errorText } from "../staff/actions.js";
import { field, select } from "../staff/dialog.js";

const RANKS = ["dealer", "supervisor", "manager", "senior-manager"];

/**
 * Draw the form to take the console, or the buttons to hand it over.
 * @param {HTMLElement} root
 * @param {import("../shared/net/table_store.js").TableStore} table
 * @param {(text: string, kind?: string) => void} tell
 * @param {any} rulebook gives the titles of the ranks, once it is loaded
 */
export function drawConsoleOffer(root, table, tell, rulebook) {
  const { desk, view } = table.state;
  const held = Boolean(desk?.holds_console);
  const away = view.dealer.kind === "away";
  const shape = `${held} ${away} ${desk?.rank} ${document.documentElement.lang} ${Boolean(rulebook)}`;
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

/** Tables whose console another session took while this page was open. @type {Set<string>} */
const lost = new Set();

/**
 * Show that this browser no longer holds the console, until it takes the console again.
 * @param {HTMLElement} root
 * @param {import("../shared/net/table_store.js").TableStore} table
 */
export function drawConsoleLost(root, table) {
  const { desk, view, link } = table.state;
  const known = `holds-console-${table.table}`;
  if (desk?.holds_console) {
    if (!setting(known, false)) storeSetting(known, true);
    lost.delete(table.table);
  } else if (link === "live" && setting(known, false)) {
    storeSetting(known, false);
    lost.add(table.table);
  }
  root.hidden = !lost.has(table.table);
  const { kind, name } = view.dealer;
  const why = kind === "automatic" || (kind === "console" && name) ? kind : "none";
  write(root, root.hidden ? "" : say(`console.lost-${why}`, { name }));
}

/**
 * The title of a rank in this rulebook.
 * @param {any} rulebook
 * @param {string} rank
 */
function titleOf(rulebook, rank) {
  const title = rulebook?.ranks?.find((/** @type {any} */ one) => one.rank === rank)?.title;
  const name = named("rank", rank);
  return title && title !== name ? `${name} · ${title}` : name;
}

/**
 * @param {HTMLElement} root
 * @param {import("../shared/net/table_store.js").TableStore} table
 * @param {(text: string, kind?: string) => void} tell
 * @param {any} rulebook
 */
async function offer(root, table, tell, rulebook) {
  const session = await get("/session").catch(() => null);
  const rank = select(
    RANKS.map((one) => [one, titleOf(rulebook, one)]),
    session?.rank ?? setting("rank-at-console", "dealer"),
  );
  rank.disabled = Boolean(session?.rank);
  const button = h(
    "button",
    {
      type: "button",
      class: "main",
      id: "take",
      onclick: async () => {
        storeSetting("rank-at-console", rank.value);
        try {
          await takeConsole(table, rank.value);
        } catch (error) {
          tell(errorText(error), "refused");
        }
      },
    },
    say("console.take"),
  );
  const { dealer, profile } = table.state.view;
  const lead = dealer.kind === "away" ? "console.take-away" : profile === "home" ? "console.take-home" : "console.take-floor";
  fill(root, h("p", {}, say(lead)), field(say("staff.rank"), rank), button);
}

/**
 * Take the console for this session.
 * @param {import("../shared/net/table_store.js").TableStore} table
 * @param {string} rank
 */
export async function takeConsole(table, rank) {
  await send("POST", tablePath(table.table, "/console"), { rank });
  table.reopen(false);
}

/**
 * @param {import("../shared/net/table_store.js").TableStore} table
 * @param {(text: string, kind?: string) => void} tell
 */
async function handOver(table, tell) {
  try {
    await send("DELETE", tablePath(table.table, "/console"));
    storeSetting(`holds-console-${table.table}`, false);
    table.reopen(false);
  } catch (error) {
    tell(errorText(error), "refused");
  }
}
