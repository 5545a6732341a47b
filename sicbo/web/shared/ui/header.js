// @ts-check
/** `<sb-header>`: the house's name, the name of the page, the time, sound and language. */

import { now, timeOfDay } from "../net/server_clock.js";
import { fill, h, svg, write } from "../util/dom.js";
import { flatDie } from "./drawings.js";
import { isMuted, setMuted, setVolume, volume } from "./sound.js";
import { onSetting } from "../util/settings.js";
import { LANGUAGES, OWN_NAMES, language, onLanguage, say, setLanguage } from "../i18n.js";

/** `place` is the text next to the name; child elements with slot="menu" join the menus. */
export class Header extends HTMLElement {
  constructor() {
    super();
    this.where = h("span", { class: "where" });
    this.time = h("time", { class: "time" });
    this.link = h("span", { class: "link", role: "img" });
    this.sound = h("button", { type: "button", class: "sound", onclick: () => setMuted() });
    this.loud = h("input", { type: "range", min: 0, max: 1, step: 0.1, value: volume(), class: "loud",
      oninput: () => setVolume(Number(this.loud.value)) });
    this.tongue = h("select", { class: "tongue", onchange: () => setLanguage(this.tongue.value) },
      ...LANGUAGES.map((key) => h("option", { value: key, lang: key, selected: key === language() }, OWN_NAMES[key])));
    onLanguage(() => this.paint());
    onSetting("mute", () => this.paint());
  }

  connectedCallback() {
    if (this.classList.contains("sb-header")) return;
    this.classList.add("sb-header");
    this.setAttribute("role", "banner");
    const own = [...this.children];
    this.prepend(h("a", { class: "brand", href: "/" }, h("span", { class: "mark", "aria-hidden": "true" }, flatDie(4)), h("b", {}, "SIC BO")), this.where);
    this.append(h("span", { class: "menus" }, ...own, this.link, this.time, this.sound, this.loud, this.tongue));
    setInterval(() => write(this.time, timeOfDay(now())), 500);
    this.paint();
  }

  /** @param {string} text */
  set place(text) {
    write(this.where, text);
  }

  /** @param {"opening" | "live" | "lost"} state */
  set connection(state) {
    this.link.dataset.state = state;
    this.link.setAttribute("aria-label", say(`link.${state}`));
    this.link.title = say(`link.${state}`);
  }

  /** @private */
  paint() {
    this.tongue.value = language();
    this.tongue.setAttribute("aria-label", say("menu.language"));
    this.loud.setAttribute("aria-label", say("menu.volume"));
    this.sound.setAttribute("aria-pressed", String(!isMuted()));
    this.sound.setAttribute("aria-label", say("menu.sound"));
    this.sound.title = say("menu.sound");
    fill(this.sound, speaker(isMuted()));
    if (this.link.dataset.state) this.connection = /** @type {any} */ (this.link.dataset.state);
  }
}

/** A loudspeaker, with waves or crossed out. @param {boolean} silent */
function speaker(silent) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svg("path", { d: "M3 9.5V14.5H7L12 19V5L7 9.5Z", fill: "currentColor" }),
    svg("path", { d: silent ? "M15.5 9L21 15M21 9L15.5 15" : "M15 9Q17.5 12 15 15M17.8 6.5Q22 12 17.8 17.5",
      fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round" }));
}

customElements.define("sb-header", Header);
