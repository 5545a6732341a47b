// @ts-check
/** The entry desk: entries, signed copies, withdrawals and further chips, at the prices of the terms. */

import { fill, find, h, write } from "../../shared/util/dom.js";
import "../../shared/ui/header.js";
import { newKey, send } from "../../shared/net/http.js";
import { showProblem, createLiveRegions } from "../../shared/ui/announce.js";
import { money } from "../../shared/util/money.js";
import { onLanguage, say, translate } from "../../shared/i18n.js";
import { TournamentStore, tournamentOfPage } from "../tournament_store.js";
import { openDialog } from "../../staff/dialog.js";
import { button, card, choice, showLastAction, field, links, tick } from "../form_parts.js";

const tournament = new TournamentStore(tournamentOfPage());
/** @type {HTMLElement | null} */
let form = null;
let offered = "";

function draw() {
  const { state, link } = tournament;
  const header = /** @type {any} */ (find("sb-header"));
  header.connection = link;
  header.place = say("tournament.entry");
  if (!state) return;
  document.title = `${say("tournament.entry")} · ${state.title}`;
  write(find("#title"), state.title);
  write(find("#stage"), say(`tournament.stage-${state.stage}`));
  links(tournament.name);
  const wanted = JSON.stringify([state.version, Boolean(state.choices)]);
  if (wanted !== offered) [form, offered] = [state.choices ? entryCard(state) : null, wanted];
  if (!state.choices) return fill(find("#cards"), button("desk", "tournament.keep-desk", () => tournament.openDesk(), true));
  fill(find("#cards"), form, entrantsCard(state));
}

/** @param {any} state */
function entryCard(state) {
  const name = field("name", "tournament.name", { maxlength: 24 });
  const method = choice("method", "tournament.method", state.choices.methods);
  const accepts = tick("accepts", "tournament.accepts");
  const admitted = tick("admitted", "tournament.admitted");
  const publicity = tick("publicity", "tournament.publicity");
  const signs = tick("signs", "tournament.signs");
  const enter = async () => {
    const player = name.input.value.trim();
    const said = {
      player,
      method: method.select.value,
      cents: state.fees.entry,
      accepted: accepts.box.checked ? tournament.state.sha256 : "",
      admitted: admitted.box.checked,
      publicity: publicity.box.checked,
    };
    if (!(await tournament.sendCommand("enter-tournament", said))) return;
    if (signs.box.checked) await tournament.sendCommand("sign-terms", { player });
    showLastAction(say("tournament.enter-player"));
    name.input.value = "";
    name.input.focus();
  };
  return card(
    "entry-card",
    say("tournament.pays", { n: money(state.fees.entry) }),
    name.label,
    method.label,
    accepts.label,
    admitted.label,
    publicity.label,
    state.needs_signature ? signs.label : null,
    h("p", { class: "quiet-label" }, say("tournament.privacy")),
    button("enter", "tournament.enter-player", enter, true),
  );
}

/** @param {any} state */
function entrantsCard(state) {
  return card(
    "entrants-card",
    `${say("tournament.stage-entries")}: ${state.rows.length}`,
    h("div", { class: "heat-rows" }, ...state.rows.map((/** @type {any} */ row) => entrant(state, row))),
  );
}

/**
 * @param {any} state
 * @param {any} row
 */
function entrant(state, row) {
  const buy = (/** @type {string} */ what, /** @type {number} */ cents) => () =>
    tournament.sendCommand("buy-more", { player: row.player, what, cents });
  const playing = row.status === "playing";
  return h(
    "div",
    { class: "heat-row", "data-player": row.number },
    h("span", { class: "who" }, `#${String(row.number).padStart(2, "0")} ${row.name} · ${say(`tournament.status-${row.status}`)}`),
    state.needs_signature && !row.signed ? button("sign", "tournament.signs", () => tournament.sendCommand("sign-terms", { player: row.player })) : null,
    row.status === "entered" ? button("withdraw", "tournament.withdraw", () => tournament.sendCommand("withdraw-entry", { player: row.player })) : null,
    playing ? button("re-buy", "tournament.re-buy", buy("re-buy", state.fees.re_buy)) : null,
    playing ? button("add-on", "tournament.add-on", buy("add-on", state.fees.add_on)) : null,
    ["entered", "playing"].includes(row.status) ? button("code", "tournament.own-page", () => code(row)) : null,
    row.status === "eliminated" ? button("buy-back", "tournament.buy-back", buy("buy-back", state.fees.buy_back)) : null,
  );
}

/**
 * Make a code that opens the entrant's own page, to be read out or typed in for them.
 * @param {any} row
 */
async function code(row) {
  try {
    const given = await send("POST", tournament.path("/codes"), { player: row.player }, { key: newKey() });
    const address = `${location.origin}/seat/${encodeURIComponent(tournament.name)}`;
    openDialog(say("tournament.own-page"), () => [
      h("p", { class: "sheet-lead" }, say("tournament.code-lead", { name: row.name, minutes: given.expires_in / 60 })),
      h("p", {}, address),
      h("p", { class: "code", id: "code" }, given.code),
    ]);
  } catch (problem) {
    showProblem(/** @type {Error} */ (problem));
  }
}

translate(document);
createLiveRegions();
onLanguage(() => {
  offered = "";
  draw();
});
tournament.subscribe(draw);
void tournament.follow();
