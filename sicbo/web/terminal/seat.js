// @ts-check
/** The player's seat: sitting down, the session, requesting the deal, more chips, leaving. */

import { send, tablePath } from "/shared/net/http.js";
import { formatDuration, now } from "/shared/net/server_clock.js";
import { fill, find, h, write } from "/shared/util/dom.js";
import { showProblem } from "/shared/ui/announce.js";
import { signedMoney } from "/shared/util/money.js";
import { storeSetting, setting } from "/shared/util/settings.js";
import { say } from "/shared/i18n.js";

/** The number of rounds whose commitments are stored. */
const KEPT = 100;

/** The panel of the seat and the Deal button. */
export class Seat {
  /**
   * @param {string} table
   * @param {import("/shared/net/table_store.js").TableStore} store
   */
  constructor(table, store) {
    this.table = table;
    this.store = store;
    this.deal = /** @type {HTMLButtonElement} */ (find("#deal"));
    this.deal.addEventListener("click", () => this.ready());
    find("#stand").addEventListener("click", () => this.stand());
    find("#more").addEventListener("click", () => this.ask("POST", "/chips"));
    this.name = h("input", { maxlength: 24, autocomplete: "nickname", value: setting("name", "") });
    this.sitting = h("form", { class: "sit", onsubmit: (/** @type {Event} */ event) => this.sit(event) },
      this.name, h("button", { class: "main", "data-say": "lobby.sit" }, say("lobby.sit")));
    find("#who").after(this.sitting);
    setInterval(() => this.clock(), 1_000);
  }

  /** @param {import("/shared/net/table_store.js").TableState} state */
  show(state) {
    const { view, mine } = state;
    this.state = state;
    this.sitting.hidden = Boolean(mine);
    this.name.setAttribute("aria-label", say("lobby.name"));
    this.name.placeholder = say("lobby.name");
    find("#stand").hidden = !mine;
    find("#statement").hidden = !mine;
    find("#more").hidden = !mine || mine.slip !== null || mine.rack >= (view.sign?.minimum ?? 0);
    write(find("#who"), mine ? say("seat", { name: mine.name, seat: mine.seat }) : say("watching"));
    this.deal.hidden = !mine || view.dealer.kind !== "automatic";
    this.deal.disabled = !view.betting.open || Boolean(mine?.ready);
    write(/** @type {Element} */ (this.deal.firstElementChild), say(mine?.ready && view.betting.open ? "do.dealing" : "do.deal"));
    this.people(view, mine);
    this.tumbler(view);
    this.clock();
  }

  /** @private */
  clock() {
    const mine = this.state?.mine;
    const since = mine?.since ? formatDuration(now() - Date.parse(mine.since)) : "";
    write(find("#session"), mine ? `${say("session")} ${since} · ${say("net")} ${signedMoney(mine.net)}` : "");
  }

  /**
   * @private
   * @param {any} view
   * @param {any} mine
   */
  people(view, mine) {
    const sign = JSON.stringify([view.seats, document.documentElement.lang]);
    const list = find("#people");
    if (list.dataset.sign === sign) return;
    list.dataset.sign = sign;
    fill(list, ...view.seats.map((/** @type {any} */ seat) =>
      h("li", { class: seat.player === mine?.player ? "me" : "" },
        h("span", { class: "place figures" }, String(seat.seat)), h("span", {}, seat.name, seat.bot ? h("small", {}, ` ${say("bot")}`) : null),
        h("span", {}, seat.ready ? "✓" : ""))));
  }

  /**
   * @private Show the commitment, and store it while bets are open: the fairness page can then say that this browser
   * saw it in time. @param {any} view
   */
  tumbler({ tumbler, betting, round }) {
    const link = find("#tumbler");
    link.hidden = !tumbler?.commitment;
    if (!tumbler?.commitment) return;
    const known = setting(`commitments.${this.table}`, /** @type {Record<string, string>} */ ({}));
    if (betting.open && tumbler.round === round && known[round] !== tumbler.commitment) {
      storeSetting(`commitments.${this.table}`, Object.fromEntries([...Object.entries(known), [round, tumbler.commitment]].slice(-KEPT)));
    }
    link.setAttribute("href", `/fair/${encodeURIComponent(this.table)}`);
    link.title = tumbler.commitment;
    fill(link, h("span", {}, say("tumbler.commitment")), h("code", {}, `${tumbler.commitment.slice(0, 12)}…`), h("b", {}, say("tumbler.check")));
  }

  /** Report that the player is ready: bets close once every player is. */
  async ready() {
    if (!this.deal.hidden && !this.deal.disabled) await this.ask("POST", "/ready", { ready: true });
  }

  /** @private @param {Event} event */
  async sit(event) {
    event.preventDefault();
    const called = this.name.value.trim();
    storeSetting("name", called);
    if (await this.ask("POST", "/seats", { name: called || say("lobby.guest"), seat: null })) this.store.reopen(false);
  }

  /** @private */
  async stand() {
    if (await this.ask("DELETE", "/seats/mine")) location.assign("/");
  }

  /**
   * @private
   * @param {"POST" | "DELETE"} method
   * @param {string} path
   * @param {any} [body]
   */
  async ask(method, path, body) {
    try {
      await send(method, tablePath(this.table, path), body);
      return true;
    } catch (problem) {
      showProblem(problem);
      return false;
    }
  }
}
