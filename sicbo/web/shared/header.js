// @ts-check
/** `<sb-header>`: the house's name, where one is, the time, sound and language. */

import { now, timeOfDay } from "./clock.js";
import { h, write } from "./dom.js";
import { muted, setMuted, setVolume, volume } from "./sound.js";
import { onSetting } from "./settings.js";
import { LANGUAGES, OWN_NAMES, language, onLanguage, say, setLanguage } from "./words.js";

/** `place` is what stands beside the name; elements inside it with slot="menu" join the menus. */
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
    this.prepend(h("a", { class: "brand", href: "/" }, h("span", { class: "mark", "aria-hidden": "true" }, "骰"), h("b", {}, "SIC BO")), this.where);
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
    this.sound.setAttribute("aria-pressed", String(!muted()));
    this.sound.setAttribute("aria-label", say("menu.sound"));
    this.sound.title = say("menu.sound");
    write(this.sound, muted() ? "🔇" : "🔊");
    if (this.link.dataset.state) this.connection = /** @type {any} */ (this.link.dataset.state);
  }
}

customElements.define("sb-header", Header);
