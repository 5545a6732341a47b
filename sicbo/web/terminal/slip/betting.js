// @ts-check
/** Placing chips: connects the draft, the tray, the cloth and the slip sync. */

import { find, h, fill, write } from "/shared/util/dom.js";
import { announce, explain, toast } from "/shared/ui/announce.js";
import { brief, money, signed } from "/shared/util/money.js";
import { play } from "/shared/ui/sound.js";
import { odds, say } from "/shared/words.js";
import { favourites } from "./favourite_slips.js";
import { askWhatFits } from "./double_what_fits.js";
import { fly } from "../chip_animation.js";
import { Registrar } from "./slip_sync.js";
import { wonIn } from "../settlement.js";
import { Draft, limitsOf, planned, same, stakesOf, sum } from "./slip_draft.js";
import { Tray } from "./chip_tray.js";

/** The player's actions with chips. */
export class Betting {
  /**
   * @param {string} table
   * @param {any} layout
   * @param {any} cloth
   * @param {any} timer
   * @param {import("./receipts.js").Receipts} receipts
   */
  constructor(table, layout, cloth, timer, receipts) {
    this.layout = layout;
    this.cloth = cloth;
    this.timer = timer;
    this.receipts = receipts;
    this.draft = new Draft();
    this.tray = new Tray((act) => this.act(act));
    this.registrar = new Registrar(table, {
      changed: () => this.paint(),
      registered: (receipt) => this.registered(receipt),
      refused: (problem) => this.refused(problem),
    });
    /** @type {any} */
    this.view = null;
    /** @type {any} */
    this.mine = null;
    /** @type {import("./slip_draft.js").Stakes} */
    this.previous = {};
    /** @type {HTMLDialogElement | null} */
    this.asked = null;
    this.onInfo = () => {};
    this.resting = () => false;
    cloth.addEventListener("area", (/** @type {CustomEvent} */ event) => this.touched(event.detail.gesture));
    cloth.addEventListener("look", () => this.look());
    cloth.addEventListener("built", () => this.paint());
  }

  /** Whether chips may be placed now. */
  get open() {
    return Boolean(this.mine && this.view?.betting.open && !this.resting());
  }

  /** The most that may lie on the cloth: the chip balance and what is already registered. */
  get rack() {
    return (this.mine?.rack ?? 0) + sum(this.registrar.stands.stakes);
  }

  /**
   * @param {import("/shared/net/table_store.js").TableState} state
   * @param {import("/shared/net/table_store.js").Change} change
   */
  show(state, change) {
    const before = this.view?.betting.open ?? false;
    const round = this.registrar.round;
    this.view = { ...state.view };
    this.mine = state.mine;
    if (change.mine) this.remember();
    if (before && !this.view.betting.open) this.closed();
    const fresh = this.registrar.state !== "draft" && !this.registrar.busy;
    this.registrar.heard(this.view.round, this.mine?.slip);
    if (this.view.round !== round) this.draft.reset({ ...this.registrar.stands.stakes });
    else if (fresh) this.follow();
    this.tray.show(this.mine?.chips ?? [], this.view.sign?.minimum ?? 0);
    this.paint();
  }

  /** @private Show the registered slip after another window or staff changed it. */
  follow() {
    const { stands, state } = this.registrar;
    if ((state !== "registered" && state !== "none") || same(this.draft.stakes, stands.stakes)) return;
    if (this.draft.past.length) this.draft.become({ ...stands.stakes });
    else this.draft.reset({ ...stands.stakes });
  }

  /** @private Store the slip that Rebet places again. */
  remember() {
    const slip = this.mine?.slip;
    const lines = (this.mine?.settlement?.lines ?? []).filter((/** @type {any} */ line) => !line.streak);
    if (slip?.stakes.length) this.previous = stakesOf(slip);
    else if (lines.length && !sum(this.previous)) {
      this.previous = stakesOf({ stakes: lines.map((/** @type {any} */ line) => ({ bet: line.bet, cents: line.stake })) });
    }
  }

  /** @private Tell the player what was not registered before the close; those chips stay with the player. */
  closed() {
    this.asked?.close();
    const missing = this.draft.total - sum(this.registrar.stands.stakes);
    if (this.registrar.busy) return;
    if (this.registrar.state === "draft" || this.registrar.state === "refused") {
      if (missing > 0) toast(say("slip.lost", { total: money(missing) }), { kind: "bad" });
      this.registrar.giveUp();
      this.draft.reset({ ...this.registrar.stands.stakes });
    }
  }

  /** @private @param {string} gesture */
  touched(gesture) {
    if (gesture === "info" || this.tray.asking) {
      this.onInfo();
      return;
    }
    if (gesture === "remove") this.act("remove");
    else this.place(this.cloth.current);
  }

  /**
   * Place the selected chip on an area.
   * @param {string} bet
   */
  place(bet) {
    if (!this.may()) return;
    const chip = this.tray.chosen;
    const { maximum } = this.limitsAt(bet);
    if (maximum !== null && (this.draft.stakes[bet] ?? 0) + chip > maximum) {
      toast(say("slip.over", { name: this.cloth.nameOf(bet), maximum: money(maximum) }), { kind: "bad", more: `§ ${this.view.sign.maximum_clause}` });
      return;
    }
    if (this.draft.total + chip > this.rack) {
      toast(say("slip.short", { rack: money(this.rack - this.draft.total) }), { kind: "bad" });
      return;
    }
    this.draft.place(bet, chip);
    fly(this.tray.hand, this.cloth.cellOf(bet), chip);
    this.changed("chip");
  }

  /** @private Whether chips can be placed; if not, show why. */
  may() {
    if (!this.open) toast(say(!this.mine ? "watching" : this.resting() ? "care.break" : "bets.shut"));
    return this.open;
  }

  /**
   * Undo, clear, rebet, double, remove or info.
   * @param {string} act
   */
  act(act) {
    if (act === "info") {
      this.tray.ask(!this.tray.asking);
      this.cloth.classList.toggle("asking", this.tray.asking);
      return;
    }
    if (act === "favourites") {
      favourites(this.layout, { ...this.draft.stakes }, (bet) => this.cloth.nameOf(bet), (stakes) => this.again(stakes));
      return;
    }
    if (!this.may()) return;
    if (act === "undo") this.draft.undo();
    else if (act === "clear") this.draft.clear();
    else if (act === "remove") this.draft.remove(this.cloth.current);
    else if (act === "double") this.fit("double", Object.fromEntries(Object.entries(this.draft.stakes).map(([bet, cents]) => [bet, 2 * cents])));
    else if (act === "rebet") this.rebet();
    this.changed("lift");
  }

  /** @private Place a whole earlier slip. @param {import("./slip_draft.js").Stakes} stakes */
  again(stakes) {
    if (!this.may()) return;
    this.fit("rebet", stakes);
    this.changed("chip");
  }

  /** @private */
  rebet() {
    if (!sum(this.previous)) toast(say("rebet.nothing"));
    else this.fit("rebet", this.previous);
  }

  /**
   * @private Add stakes to the slip. If not all of them fit, show every bet before and after.
   * @param {"double" | "rebet"} act
   * @param {import("./slip_draft.js").Stakes} wanted
   */
  fit(act, wanted) {
    const before = { ...this.draft.stakes };
    const plan = planned(before, wanted, this.rack, this.view, this.mine, this.layout);
    if (plan.whole) {
      if (!same(plan.after, before)) this.draft.become(plan.after);
      return;
    }
    this.asked = askWhatFits(act, plan, (bet) => this.cloth.nameOf(bet), () => {
      if (!this.may()) return;
      if (!same(before, this.draft.stakes)) {
        this.fit(act, wanted);
        return;
      }
      this.draft.become(plan.after);
      this.changed("chip");
    });
  }

  /** @private @param {string} sound */
  changed(sound) {
    play(sound);
    this.registrar.want({ ...this.draft.stakes }, this.timer.left);
  }

  /** @private @param {import("./slip_sync.js").Receipt} receipt */
  registered(receipt) {
    this.receipts.add(receipt);
    if (!same(this.draft.stakes, this.registrar.wanted)) this.draft.become({ ...this.registrar.wanted });
    if (this.mine && receipt.round === this.view.round) this.mine = { ...this.mine, rack: receipt.rack };
    play("registered");
    announce(say("told.registered", { total: money(receipt.total), number: receipt.number }));
  }

  /** @private @param {any} problem */
  refused(problem) {
    play("refused");
    const { text, clause } = explain(problem);
    toast(text, { kind: "bad", more: clause });
    if (this.view.betting.open) return;
    this.registrar.giveUp();
    this.draft.reset({ ...this.registrar.stands.stakes });
  }

  /** Draw chips, meters and the state of the slip. */
  paint() {
    if (!this.view) return;
    this.chips();
    const { stands, state } = this.registrar;
    const staked = sum(stands.stakes);
    write(find("#rack"), this.mine ? money(this.mine.rack) : "—");
    write(find("#staked"), money(this.open ? this.draft.total : staked));
    write(find("#won"), money(wonIn(this.mine?.settlement)));
    this.slip(state, staked);
    const possible = this.open;
    this.tray.allow({ undo: possible && this.draft.past.length > 0, clear: possible && this.draft.total > 0,
      double: possible && this.draft.total > 0, remove: possible && this.draft.total > 0, rebet: possible && sum(this.previous) > 0 });
    this.cloth.classList.toggle("shut", !this.open);
    this.look();
  }

  /**
   * @private Show the state of the slip in words, and its net result once it is settled.
   * @param {import("./slip_sync.js").SlipState} state
   * @param {number} staked
   */
  slip(state, staked) {
    const { stands, problem, retries } = this.registrar;
    const slip = find("#slip");
    const over = this.over;
    slip.dataset.state = over ? "over" : state;
    if (over) {
      const { net } = this.mine.settlement;
      fill(slip, h("span", {}, say("net")), h("b", { class: net > 0 ? "good" : net < 0 ? "poor" : "" }, signed(net)));
      return;
    }
    const more = state === "registered" ? say("slip.receipt", { number: stands.number ?? "" })
      : state === "refused" ? `${explain(problem).clause} ${say("slip.stands", { total: money(staked) })}`.trim()
        : retries && state === "registering" ? say("slip.again") : "";
    fill(slip, h("b", {}, say(`slip.${state}`)), h("span", {}, more));
  }

  /** @private Whether the player's last round is settled and no other round has begun. */
  get over() {
    const { result, round } = this.view;
    const settled = this.mine?.settlement;
    return Boolean(result?.settled && settled?.round === result.round && (round === null || round === settled.round));
  }

  /** @private */
  chips() {
    const { stands, state } = this.registrar;
    /** @type {Record<string, {cents: number, state: string}>} */
    const stakes = {};
    if (this.over) for (const { bet, stake } of this.mine.settlement.lines) stakes[bet] = { cents: (stakes[bet]?.cents ?? 0) + stake, state: "registered" };
    else {
      for (const [bet, cents] of Object.entries(this.draft.stakes)) {
        stakes[bet] = { cents, state: stands.stakes[bet] === cents ? "registered" : state };
      }
    }
    this.cloth.chips(stakes);
    const others = Object.entries(this.view.areas).map(([bet, total]) => [bet, /** @type {any} */ (total).stake - (stands.stakes[bet] ?? 0)]);
    this.cloth.others(Object.fromEntries(others));
  }

  /** @private @param {string} bet */
  areaOf(bet) {
    return this.layout.areas.find((/** @type {any} */ entry) => entry.bet === bet);
  }

  /** @private The player's limits on an area. @param {string} bet */
  limitsAt(bet) {
    return limitsOf(this.view, this.mine, this.areaOf(bet));
  }

  /** @private Show the name, odds and limits of the focused area. */
  look() {
    const area = this.areaOf(this.cloth.current);
    if (!area || !this.view) return;
    const { minimum, maximum } = this.limitsAt(area.bet);
    const limits = maximum === null ? say("about.from", { minimum: brief(minimum) })
      : say("about.limits", { minimum: brief(minimum), maximum: brief(maximum) });
    write(find("#focus"), `${say("focus", { name: this.cloth.nameOf(area.bet), odds: area.odds.map(odds).join(" · ") })} — ${limits}`);
  }

  /** Write every text again, for example after a change of language. */
  relabel() {
    this.tray.paint();
    this.paint();
  }
}
