// @ts-check
/** Placing chips: connects the draft, the tray, the cloth and the slip sync. */

import { find, h, fill, write } from "/shared/util/dom.js";
import { announce, problemText, toast } from "/shared/ui/announce.js";
import { money, signedMoney } from "/shared/util/money.js";
import { playSound } from "/shared/ui/sound.js";
import { odds, say } from "/shared/i18n.js";
import { openFavourites } from "./favourite_slips.js";
import { askWhatFits } from "./double_what_fits.js";
import { flyChip } from "../chip_animation.js";
import { SlipSync } from "./slip_sync.js";
import { winningsOf } from "../settlement.js";
import { SlipDraft, limitsOf, planSlip, sameStakes, stakesOf, totalOf } from "./slip_draft.js";
import { ChipTray } from "./chip_tray.js";

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
    this.draft = new SlipDraft();
    this.tray = new ChipTray((act) => this.act(act));
    this.slipSync = new SlipSync(table, {
      changed: () => this.paint(),
      registered: (receipt) => this.onRegistered(receipt),
      refused: (problem) => this.onRefused(problem),
    });
    /** @type {any} */
    this.view = null;
    /** @type {any} */
    this.mine = null;
    /** @type {import("./slip_draft.js").Stakes} */
    this.previous = {};
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    this.onInfo = () => {};
    this.resting = () => false;
    cloth.addEventListener("area", (/** @type {CustomEvent} */ event) => this.onAreaGesture(event.detail.gesture));
    cloth.addEventListener("look", () => this.showFocusedArea());
    cloth.addEventListener("built", () => this.paint());
  }

  /** Whether chips may be placed now. */
  get open() {
    return Boolean(this.mine && this.view?.betting.open && !this.resting());
  }

  /** The most that may lie on the cloth: the chip balance and what is already registered. */
  get rack() {
    return (this.mine?.rack ?? 0) + totalOf(this.slipSync.registered.stakes);
  }

  /**
   * @param {import("/shared/net/table_store.js").TableState} state
   * @param {import("/shared/net/table_store.js").Change} change
   */
  show(state, change) {
    const before = this.view?.betting.open ?? false;
    const round = this.slipSync.round;
    this.view = { ...state.view };
    this.mine = state.mine;
    if (change.mine) this.rememberSlip();
    if (before && !this.view.betting.open) this.onClose();
    const fresh = this.slipSync.state !== "draft" && !this.slipSync.busy;
    this.slipSync.takeServerSlip(this.view.round, this.mine?.slip);
    if (this.view.round !== round) this.draft.reset({ ...this.slipSync.registered.stakes });
    else if (fresh) this.showRegistered();
    this.tray.show(this.mine?.chips ?? [], this.view.sign?.minimum ?? 0);
    this.paint();
  }

  /** @private Show the registered slip after another window or staff changed it. */
  showRegistered() {
    const { registered, state } = this.slipSync;
    if ((state !== "registered" && state !== "none") || sameStakes(this.draft.stakes, registered.stakes)) return;
    if (this.draft.past.length) this.draft.replace({ ...registered.stakes });
    else this.draft.reset({ ...registered.stakes });
  }

  /** @private Store the slip that Rebet places again. */
  rememberSlip() {
    const slip = this.mine?.slip;
    const lines = (this.mine?.settlement?.lines ?? []).filter((/** @type {any} */ line) => !line.streak);
    if (slip?.stakes.length) this.previous = stakesOf(slip);
    else if (lines.length && !totalOf(this.previous)) {
      this.previous = stakesOf({ stakes: lines.map((/** @type {any} */ line) => ({ bet: line.bet, cents: line.stake })) });
    }
  }

  /** @private Tell the player what was not registered before the close; those chips stay with the player. */
  onClose() {
    this.dialog?.close();
    const missing = this.draft.total - totalOf(this.slipSync.registered.stakes);
    if (this.slipSync.busy) return;
    if (this.slipSync.state === "draft" || this.slipSync.state === "refused") {
      if (missing > 0) toast(say("slip.lost", { total: missing }), { kind: "bad" });
      this.slipSync.discardChanges();
      this.draft.reset({ ...this.slipSync.registered.stakes });
    }
  }

  /** @private @param {string} gesture */
  onAreaGesture(gesture) {
    if (gesture === "info" || this.tray.infoMode) {
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
    if (!this.checkCanPlace()) return;
    const chip = this.tray.chosen;
    const { maximum } = this.limitsAt(bet);
    if (maximum !== null && (this.draft.stakes[bet] ?? 0) + chip > maximum) {
      toast(say("slip.over", { bet, maximum }), { kind: "bad", more: `§ ${this.view.sign.maximum_clause}` });
      return;
    }
    if (this.draft.total + chip > this.rack) {
      toast(say("slip.short", { rack: this.rack - this.draft.total }), { kind: "bad" });
      return;
    }
    this.draft.place(bet, chip);
    flyChip(this.tray.hand, this.cloth.cellOf(bet), chip);
    this.registerDraft("chip");
  }

  /** @private Whether chips can be placed; if not, show why. */
  checkCanPlace() {
    if (!this.open) toast(say(!this.mine ? "watching" : this.resting() ? "care.break" : "bets.shut"));
    return this.open;
  }

  /**
   * Undo, clear, rebet, double, remove or info.
   * @param {string} act
   */
  act(act) {
    if (act === "info") {
      this.tray.setInfoMode(!this.tray.infoMode);
      this.cloth.classList.toggle("asking", this.tray.infoMode);
      return;
    }
    if (act === "favourites") {
      openFavourites(this.layout, { ...this.draft.stakes }, (stakes) => this.placeSlip(stakes));
      return;
    }
    if (!this.checkCanPlace()) return;
    if (act === "undo") this.draft.undo();
    else if (act === "clear") this.draft.clear();
    else if (act === "remove") this.draft.remove(this.cloth.current);
    else if (act === "double") this.placeWhatFits("double", Object.fromEntries(Object.entries(this.draft.stakes).map(([bet, cents]) => [bet, 2 * cents])));
    else if (act === "rebet") this.rebet();
    this.registerDraft("lift");
  }

  /** @private Place a whole earlier slip. @param {import("./slip_draft.js").Stakes} stakes */
  placeSlip(stakes) {
    if (!this.checkCanPlace()) return;
    this.placeWhatFits("rebet", stakes);
    this.registerDraft("chip");
  }

  /** @private */
  rebet() {
    if (!totalOf(this.previous)) toast(say("rebet.nothing"));
    else this.placeWhatFits("rebet", this.previous);
  }

  /**
   * @private Add stakes to the slip. If not all of them fit, show every bet before and after.
   * @param {"double" | "rebet"} act
   * @param {import("./slip_draft.js").Stakes} wanted
   */
  placeWhatFits(act, wanted) {
    const before = { ...this.draft.stakes };
    const plan = planSlip(before, wanted, this.rack, this.view, this.mine, this.layout);
    if (plan.whole) {
      if (!sameStakes(plan.after, before)) this.draft.replace(plan.after);
      return;
    }
    this.dialog = askWhatFits(act, plan, () => {
      if (!this.checkCanPlace()) return;
      if (!sameStakes(before, this.draft.stakes)) {
        this.placeWhatFits(act, wanted);
        return;
      }
      this.draft.replace(plan.after);
      this.registerDraft("chip");
    });
  }

  /** @private @param {string} sound */
  registerDraft(sound) {
    playSound(sound);
    this.slipSync.registerSoon({ ...this.draft.stakes }, this.timer.left);
  }

  /** @private @param {import("./slip_sync.js").Receipt} receipt */
  onRegistered(receipt) {
    this.receipts.add(receipt);
    if (!sameStakes(this.draft.stakes, this.slipSync.wanted)) this.draft.replace({ ...this.slipSync.wanted });
    if (this.mine && receipt.round === this.view.round) this.mine = { ...this.mine, rack: receipt.rack };
    playSound("registered");
    announce(say("announce.registered", { total: receipt.total, number: receipt.number }));
  }

  /** @private @param {any} problem */
  onRefused(problem) {
    playSound("refused");
    const { text, clause } = problemText(problem);
    toast(text, { kind: "bad", more: clause });
    if (this.view.betting.open) return;
    this.slipSync.discardChanges();
    this.draft.reset({ ...this.slipSync.registered.stakes });
  }

  /** Draw chips, meters and the state of the slip. */
  paint() {
    if (!this.view) return;
    this.drawChips();
    const { registered, state } = this.slipSync;
    const staked = totalOf(registered.stakes);
    write(find("#rack"), this.mine ? `$${money(this.mine.rack)}` : "—");
    write(find("#staked"), `$${money(this.open ? this.draft.total : staked)}`);
    write(find("#won"), `$${money(winningsOf(this.mine?.settlement))}`);
    this.drawSlipState(state, staked);
    const possible = this.open;
    this.tray.enableActs({ undo: possible && this.draft.past.length > 0, clear: possible && this.draft.total > 0,
      double: possible && this.draft.total > 0, remove: possible && this.draft.total > 0, rebet: possible && totalOf(this.previous) > 0 });
    this.cloth.classList.toggle("shut", !this.open);
    this.showFocusedArea();
  }

  /**
   * @private Show the state of the slip in words, and its net result once it is settled.
   * @param {import("./slip_sync.js").SlipState} state
   * @param {number} staked
   */
  drawSlipState(state, staked) {
    const { registered, problem, retries } = this.slipSync;
    const slip = find("#slip");
    const over = this.isSettled;
    slip.dataset.state = over ? "over" : state;
    if (over) {
      const { net } = this.mine.settlement;
      fill(slip, h("span", {}, say("net")), h("b", { class: net > 0 ? "good" : net < 0 ? "poor" : "" }, signedMoney(net)));
      return;
    }
    const more = state === "registered" ? say("slip.receipt", { number: registered.number })
      : state === "refused" ? `${problemText(problem).clause} ${say("slip.stands", { total: staked })}`.trim()
        : retries && state === "registering" ? say("slip.again") : "";
    fill(slip, h("b", {}, say(`slip.${state}`)), h("span", {}, more));
  }

  /** @private Whether the player's last round is settled and no other round has begun. */
  get isSettled() {
    const { result, round } = this.view;
    const settled = this.mine?.settlement;
    return Boolean(result?.settled && settled?.round === result.round && (round === null || round === settled.round));
  }

  /** @private */
  drawChips() {
    const { registered, state } = this.slipSync;
    /** @type {Record<string, {cents: number, state: string}>} */
    const stakes = {};
    if (this.isSettled) for (const { bet, stake } of this.mine.settlement.lines) stakes[bet] = { cents: (stakes[bet]?.cents ?? 0) + stake, state: "registered" };
    else {
      for (const [bet, cents] of Object.entries(this.draft.stakes)) {
        stakes[bet] = { cents, state: registered.stakes[bet] === cents ? "registered" : state };
      }
    }
    this.cloth.chips(stakes);
    const others = Object.entries(this.view.areas).map(([bet, total]) => [bet, /** @type {any} */ (total).stake - (registered.stakes[bet] ?? 0)]);
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
  showFocusedArea() {
    const area = this.areaOf(this.cloth.current);
    if (!area || !this.view) return;
    const limits = say("about.limits", this.limitsAt(area.bet));
    write(find("#focus"), say("focus", { bet: area.bet, odds: area.odds.map(odds).join(" · "), limits }));
  }

  /** Write every text again, for example after a change of language. */
  relabel() {
    this.tray.paint();
    this.paint();
  }
}
