// @ts-check
/** One table of the lobby: a small cloth, its limits, its players and its last result. */

import { fill, h, write } from "/shared/util/dom.js";
import { clothThumbnail } from "/shared/ui/cloth/cloth_thumbnail.js";
import { flatDie } from "/shared/ui/drawings.js";
import { named, say } from "/shared/i18n.js";

/** A card that is built once and then updated. */
export class TableCard {
  /**
   * @param {any} row an entry of GET /tables
   * @param {any} layout
   * @param {() => void} sit
   */
  constructor(row, layout, sit) {
    this.layout = layout;
    const at = encodeURIComponent(row.table);
    this.picture = h("div", { class: "picture" }, clothThumbnail(layout));
    this.limits = h("dd", { class: "figures" });
    this.people = h("dd", { class: "figures" });
    this.phase = h("dd", { class: "phase" });
    this.last = h("dd", { class: "dice" });
    this.sit = h("button", { type: "button", class: "main", onclick: sit });
    this.kind = h("p", { class: "kind" }, ...specialFeatures(layout));
    /** @type {[any, boolean] | null} */
    this.shown = null;
    this.element = h("section", { class: "table-card panel", "data-table": row.table, "aria-label": layout.name },
      h("div", {}, h("h2", {}, layout.name), this.kind),
      this.picture,
      h("dl", { class: "facts" }, fact("table.limits", this.limits), fact("seats", this.people),
        fact("table.now", this.phase), fact("lobby.last", this.last)),
      h("div", { class: "doors" }, this.sit,
        h("a", { class: "button", href: `/table/${at}`, "data-say": "lobby.watch" }, say("lobby.watch")),
        h("a", { class: "button", href: `/display/${at}`, "data-say": "lobby.display" }, say("lobby.display")),
        h("a", { class: "button", href: `/console/${at}`, "data-say": "lobby.deal" }, say("lobby.deal"))));
  }

  /**
   * @param {any} row
   * @param {boolean} seated
   */
  show(row, seated) {
    this.shown = [row, seated];
    write(this.limits, say("about.limits", row));
    write(this.people, say("lobby.players", { players: row.seated, seats: row.seats }));
    const phase = !row.open ? "shut" : row.phase === "waiting" && !row.players ? "ready" : row.phase;
    this.phase.dataset.phase = phase;
    write(this.phase, named("phase", phase));
    const full = !seated && row.seated >= row.seats;
    this.sit.disabled = full;
    write(this.sit, say(full ? "lobby.taken" : seated ? "lobby.back" : "lobby.sit"));
    this.element.classList.toggle("seated", seated);
    this.dice(row.result);
  }

  /** Write every text again, for example after a change of language. */
  relabel() {
    fill(this.kind, ...specialFeatures(this.layout));
    fill(this.picture, clothThumbnail(this.layout));
    this.last.dataset.shown = "";
    if (this.shown) this.show(...this.shown);
  }

  /** @private @param {any} result */
  dice(result) {
    const shown = JSON.stringify(result);
    if (this.last.dataset.shown === shown) return;
    this.last.dataset.shown = shown;
    if (!result) fill(this.last, say("lobby.none"));
    else if (!result.dice) fill(this.last, h("span", { class: "poor" }, say("lobby.void")));
    else {
      const sign = (/** @type {number} */ face) => this.layout.symbols.find((/** @type {any} */ symbol) => symbol.face === face);
      fill(this.last, ...result.dice.map((/** @type {number} */ face) => flatDie(face, sign(face))),
        h("b", { class: "figures" }, String(result.total)), result.corrected ? h("small", {}, say("corrected")) : null);
    }
  }
}

/**
 * @param {string} key
 * @param {HTMLElement} value
 */
function fact(key, value) {
  return h("div", {}, h("dt", { "data-say": key }, say(key)), value);
}

/**
 * The special features of a layout, derived from its data.
 * @param {any} layout
 */
function specialFeatures(layout) {
  const words = [say("lobby.layouts", { count: layout.areas.length })];
  if (layout.faces === "symbols") words.push(say("lobby.symbols"));
  if (layout.areas.some((/** @type {any} */ area) => area.odds.some((/** @type {string} */ odds) => odds.includes(".5")))) {
    words.push(say("lobby.half"));
  }
  if (layout.streaks.length) words.push(say("lobby.streak"));
  return words.map((word) => h("span", {}, word));
}
