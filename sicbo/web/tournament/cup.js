// @ts-check
/** A tournament that a page follows: its newest state, and commands to it. */

import { get, newKey, Problem, send } from "../shared/api.js";
import { heard } from "../shared/clock.js";
import { complain } from "../shared/live.js";
import { whenFree } from "../shared/press.js";

const EVERY = 1_000;

/** The name of the tournament in the address: /tournament/NAME, /director/NAME, /entry/NAME. */
export function cupOfPage() {
  return decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] ?? "");
}

export class Cup {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {any} */
    this.state = null;
    this.link = "opening";
    /** @type {((state: any) => void)[]} */
    this.readers = [];
  }

  /** @param {string} [rest] */
  path(rest = "") {
    return `/tournaments/${encodeURIComponent(this.name)}${rest}`;
  }

  /** @param {(state: any) => void} tell */
  subscribe(tell) {
    this.readers.push(tell);
    if (this.state) tell(this.state);
  }

  /** Look every second, for as long as the page is open. */
  async follow() {
    for (;;) {
      await this.look();
      await new Promise((resume) => setTimeout(resume, EVERY));
    }
  }

  async look() {
    try {
      this.take(await get(this.path()));
    } catch (problem) {
      this.link = problem instanceof Problem && problem.code === "not-found" ? "none" : "lost";
      this.tell();
    }
  }

  /** @param {any} state */
  take(state) {
    const known = this.link === "live" ? (this.state?.seq ?? -1) : -1;
    this.link = "live";
    heard(state.now);
    if (this.state && state.seq < this.state.seq) return;
    this.state = state;
    if (state.seq !== known) this.tell();
  }

  /** @private */
  tell() {
    whenFree(() => this.readers.forEach((tell) => tell(this.state)));
  }

  /** Keep a desk of the tournament: staff on a floor, anybody at home. */
  async keepDesk() {
    try {
      this.state = null;
      this.take(await send("POST", this.path("/desk"), {}, { key: newKey() }));
    } catch (problem) {
      complain(/** @type {Error} */ (problem));
    }
  }

  /**
   * Give a command; whatever is refused is said with its clause.
   * @param {string} type
   * @param {Record<string, any>} [said]
   * @returns {Promise<boolean>} whether it was done
   */
  async order(type, said = {}) {
    try {
      this.take(await send("POST", this.path("/commands"), { type, ...said }, { key: newKey() }));
      return true;
    } catch (problem) {
      complain(/** @type {Error} */ (problem));
      return false;
    }
  }
}
