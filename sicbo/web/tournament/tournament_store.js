// @ts-check
/** A tournament that a page follows by its stream: its newest state, and commands to it. */

import { giveSigned } from "../staff/signature.js";
import { get, newKey, Problem, send } from "../shared/net/http.js";
import { heard } from "../shared/net/server_clock.js";
import { Line } from "../shared/net/socket.js";
import { complain, toast } from "../shared/ui/announce.js";
import { whenFree } from "../shared/ui/defer_render.js";
import { say } from "../shared/words.js";

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
    /** @type {string | null} what the tournament calls whoever looks, if they have entered it */
    this.mine = null;
    /** @type {Line | null} */
    this.line = null;
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

  /** Follow it for as long as the page is open; what was missed while the line was cut comes first. */
  follow() {
    this.line = new Line(this.path("/stream"), {
      since: () => this.state?.seq ?? 0,
      take: (message) => this.heard(message),
      lose: () => this.lose(),
    });
    if (!this.state) void this.look();
  }

  /**
   * @private
   * @param {any} message
   */
  heard(message) {
    if (!message.view) return;
    this.mine = message.mine;
    this.take(message.view);
  }

  /** @private */
  lose() {
    if (this.link === "lost" || this.link === "none") return;
    this.link = "lost";
    this.tell();
  }

  /** Whether there is such a tournament at all: a stream that is refused does not say why. */
  async look() {
    try {
      this.take(await get(this.path()));
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.code !== "not-found") return;
      this.link = "none";
      this.line?.end();
      this.tell();
    }
  }

  /** @param {any} state */
  take(state) {
    const before = this.link === "live" ? this.state : null;
    this.link = "live";
    heard(state.now);
    if (this.state && state.seq < this.state.seq) return;
    this.state = state;
    if (state.seq !== before?.seq || Boolean(state.choices) !== Boolean(before.choices)) this.tell();
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
      this.line?.reopen();
    } catch (problem) {
      complain(/** @type {Error} */ (problem));
    }
  }

  /**
   * Give a command, signed where the house wants it; whatever is refused is said with its clause.
   * @param {string} type
   * @param {Record<string, any>} [said]
   * @returns {Promise<boolean>} whether it was done
   */
  async order(type, said = {}) {
    try {
      const answer = await giveSigned(this.path("/commands"), this.name, { type, ...said }, this.state);
      if (answer.approval) toast(say("sign.waits"), { kind: "good" });
      else this.take(answer);
      return true;
    } catch (problem) {
      complain(/** @type {Error} */ (problem));
      return false;
    }
  }
}
