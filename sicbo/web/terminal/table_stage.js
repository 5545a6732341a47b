// @ts-check
/** What happens at the table: tumbler, call, timer, lights, and announcements for screen readers. */

import { fill, find, h, write } from "/shared/util/dom.js";
import { announce } from "/shared/ui/announce.js";
import { sidesOf } from "/shared/ui/results_road.js";
import { playSound } from "/shared/ui/sound.js";
import { localText, named, say } from "/shared/i18n.js";
import { noticeText } from "/shared/ui/notice_text.js";
import { speak } from "./accessibility.js";
import { flyChip } from "./chip_animation.js";
import { winningTags, settlementSentence } from "./settlement.js";

const SHAKE = 1_400;

/** The dealer's side of the screen. */
export class TableStage {
  /**
   * @param {any} layout
   * @param {any} cloth
   */
  constructor(layout, cloth) {
    this.layout = layout;
    this.cloth = cloth;
    this.dice = /** @type {any} */ (find("sb-dice"));
    this.timer = /** @type {any} */ (find("sb-timer"));
    this.dice.symbols = layout.symbols;
    this.phase = "";
    this.rolled = 0;
    this.rolling = false;
    this.announced = "";
    /** Called once the dice have come to rest: roads show a roll only then. */
    this.onDiceAtRest = () => {};
    /** Called once a result is on the screen. */
    this.onResultShown = () => {};
    /** @type {any} */
    this.state = null;
    this.timer.addEventListener("beat", (/** @type {CustomEvent} */ event) => this.beat(event.detail));
    cloth.addEventListener("built", () => this.state && this.lightAreas());
  }

  /**
   * @param {import("/shared/net/table_store.js").TableState} state
   * @param {import("/shared/net/table_store.js").Change} change
   */
  show(state, change) {
    this.state = state;
    const { view } = state;
    this.timer.show(view.betting);
    this.timer.classList.toggle("idle", !["betting", "no-more-bets"].includes(view.phase));
    if (view.phase !== this.phase) this.turn(view, change.whole);
    this.announceRecords(change.records);
    this.result(view, change.whole);
    this.drawCall(view);
    this.drawNotices(view);
  }

  /** @private Whether the current round has its result, or the pause after it runs. */
  get hasResult() {
    const { view } = this.state;
    return Boolean(view.result) && view.phase !== "shut" && (view.round === null || view.round === view.result.round);
  }

  /**
   * @private
   * @param {any} view
   * @param {boolean} first
   */
  turn(view, first) {
    const before = this.phase;
    this.phase = view.phase;
    document.body.dataset.phase = view.phase;
    this.cloth.classList.toggle("dim", view.phase === "no-more-bets");
    if (first && !before) return;
    if (view.phase === "betting") {
      playSound("open");
      const left = this.timer.left;
      announce(say("announce.open", { seconds: left }));
    } else if (before === "betting") {
      playSound("close");
      const slip = this.state.mine?.slip;
      announce(say("announce.closed", { total: slip?.round === view.round ? slip.total : 0 }), "assertive");
    }
  }

  /** @private @param {any[]} records */
  announceRecords(records) {
    for (const { events } of records) {
      for (const event of events) if (event.data?.step === "spin") this.shake();
    }
  }

  /** @private */
  shake() {
    playSound("shake");
    this.dice.state = "shaking";
    setTimeout(() => {
      if (this.dice.state === "shaking") this.dice.state = "covered";
    }, SHAKE);
  }

  /**
   * @private
   * @param {any} view
   * @param {boolean} whole
   */
  result(view, whole) {
    const { result } = view;
    if (!this.hasResult || !result) {
      if (this.dice.state === "shown" || this.dice.state === "void") this.dice.state = "covered";
      this.rolling = false;
      this.lightAreas();
      return;
    }
    if (result.void) this.dice.state = "void";
    else if (result.dice && result.round !== this.rolled) {
      this.rolled = result.round;
      this.reveal(result, whole);
      return;
    } else if (result.dice && !this.rolling) {
      this.dice.dice = result.dice;
      this.dice.state = "shown";
    }
    this.lightAreas();
    this.announceResult();
  }

  /**
   * @private
   * @param {any} result
   * @param {boolean} whole
   */
  async reveal(result, whole) {
    if (whole) {
      this.dice.dice = result.dice;
      this.dice.state = "shown";
      this.announced = resultIdentity(result);
    } else {
      playSound("reveal");
      this.rolling = true;
      await this.dice.roll(result.dice);
      this.rolling = false;
      this.onDiceAtRest();
    }
    this.lightAreas();
    this.drawCall(this.state.view);
    this.announceResult();
  }

  /** @private Light the areas that won, once the dice have come to rest. */
  lightAreas() {
    const { view, mine } = this.state;
    if (!this.hasResult || this.rolling || !view.result.dice) {
      this.cloth.light([]);
      return;
    }
    const mineNow = mine?.settlement?.round === view.result.round ? mine.settlement : null;
    this.cloth.light(view.result.lit, winningTags(mineNow));
  }

  /** @private Announce the result once, with the player's settlement. */
  announceResult() {
    const { view, mine } = this.state;
    const { result } = view;
    if (this.rolling || this.announced === resultIdentity(result) || !(result.settled || result.void)) return;
    this.announced = resultIdentity(result);
    this.onResultShown();
    const settlement = mine?.settlement?.round === result.round ? mine.settlement : null;
    if (result.void) {
      playSound("void");
      announce(say("void", result.void), "assertive");
      return;
    }
    const corrected = result.corrected ? `${say("corrected")}: ` : "";
    const told = say("result.announced", { call: localText(result.call), total: result.total, sides: sidesOf(result.dice) });
    announce(`${corrected}${told} ${settlementSentence(settlement)}`);
    speak(localText(result.call));
    if (settlement?.net > 0) playSound("win");
    this.moveChips(settlement);
  }

  /** @private Move chips: lost stakes to the house, winnings to the player's chips. @param {any} settlement */
  moveChips(settlement) {
    for (const [index, line] of (settlement?.lines ?? []).entries()) {
      const cell = this.cloth.cellOf(line.bet);
      const manner = { length: 700, delay: 500 + 70 * index };
      if (line.outcome === "lost") flyChip(cell, this.dice, line.stake, manner);
      else flyChip(cell, find("#rack"), line.winnings || line.stake, manner);
    }
  }

  /** @private @param {number} seconds */
  beat(seconds) {
    playSound(seconds <= 5 ? "beat" : "ten");
    if (seconds >= 10) announce(say("announce.time", { seconds }));
  }

  /** @private @param {any} view */
  drawCall(view) {
    const { result } = view;
    write(find("#total"), this.hasResult && result.dice && !this.rolling ? String(result.total) : "");
    const call = find("#call");
    const line = find("#sides");
    if (this.hasResult && result.void) {
      write(call, say("void", result.void));
      write(line, `§ ${result.void.clause}`);
    } else if (this.hasResult && result.dice && !this.rolling) {
      write(call, localText(result.call));
      write(line, `${named("side", sidesOf(result.dice))}${result.corrected ? ` · ${say("corrected")}` : ""}`);
    } else {
      write(call, say(`phase.${view.phase}`));
      write(line, view.betting.clause && view.phase !== "waiting" ? `§ ${(view.due ?? view.betting).clause}` : "");
    }
    call.parentElement?.classList.toggle("over", this.hasResult && !this.rolling);
  }

  /** @private @param {any} view */
  drawNotices(view) {
    const bands = [
      ...(view.dealer.kind === "away" ? [[say("dealer.away-bets")]] : []),
      ...view.faults.filter((/** @type {any} */ fault) => fault.stops).map((/** @type {any} */ fault) => [say("notice.fault", fault), fault.clause]),
      ...view.notices.map((/** @type {any} */ notice) => [noticeText(notice), notice.clause]),
    ];
    const area = find("#notices");
    const sign = JSON.stringify(bands);
    if (area.dataset.sign === sign) return;
    area.dataset.sign = sign;
    fill(area, ...bands.map(([says, clause]) => h("p", { class: "band notice" }, says, clause ? h("span", { class: "clause" }, ` § ${clause}`) : null)));
    if (bands.length) announce(bands.map(([says]) => says).join(" "));
  }
}

/** The identity of a result: a corrected result is announced again. @param {any} result */
function resultIdentity(result) {
  return `${result.round} ${result.corrected}`;
}
