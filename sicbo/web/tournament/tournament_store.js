// @ts-check
/** The state of one tournament, kept up to date by its stream, and commands to it. */

import { giveSigned } from "../staff/signature.js";
import { get, newKey, Problem, send } from "../shared/net/http.js";
import { syncClock } from "../shared/net/server_clock.js";
import { Connection } from "../shared/net/socket.js";
import { showProblem, toast } from "../shared/ui/announce.js";
import { whenNotPressed } from "../shared/ui/defer_render.js";
import { say } from "../shared/i18n.js";

/** The name of the tournament in the address: /tournament/NAME, /director/NAME, /entry/NAME. */
export function tournamentOfPage() {
  return decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] ?? "");
}

export class TournamentStore {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {any} */
    this.state = null;
    /** @type {string | null} the viewer's id in the tournament, if they have entered it */
    this.mine = null;
    /** @type {Connection | null} */
    this.connection = null;
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

  /** Follow the stream while the page is open; after a lost connection, what was missed comes first. */
  follow() {
    this.connection = new Connection(this.path("/stream"), {
      since: () => this.state?.seq ?? 0,
      onMessage: (message) => this.receive(message),
      onLost: () => this.markLost(),
    });
    if (!this.state) void this.checkExists();
  }

  /**
   * @private
   * @param {any} message
   */
  receive(message) {
    if (!message.view) return;
    this.mine = message.mine;
    this.applyState(message.view);
  }

  /** @private */
  markLost() {
    if (this.link === "lost" || this.link === "none") return;
    this.link = "lost";
    this.notifyReaders();
  }

  /** Check whether the tournament exists, because a refused stream does not say why. */
  async checkExists() {
    try {
      this.applyState(await get(this.path()));
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.code !== "not-found") return;
      this.link = "none";
      this.connection?.end();
      this.notifyReaders();
    }
  }

  /** @param {any} state */
  applyState(state) {
    const before = this.link === "live" ? this.state : null;
    this.link = "live";
    syncClock(state.now);
    if (this.state && state.seq < this.state.seq) return;
    this.state = state;
    if (state.seq !== before?.seq || Boolean(state.choices) !== Boolean(before.choices)) this.notifyReaders();
  }

  /** @private */
  notifyReaders() {
    whenNotPressed(() => this.readers.forEach((tell) => tell(this.state)));
  }

  /** Open a desk of the tournament: in a casino for staff, at home for any visitor. */
  async openDesk() {
    try {
      this.state = null;
      this.applyState(await send("POST", this.path("/desk"), {}, { key: newKey() }));
      this.connection?.reopen();
    } catch (problem) {
      showProblem(/** @type {Error} */ (problem));
    }
  }

  /**
   * Send a command, signed if the house requires it, and show a refusal with its clause.
   * @param {string} type
   * @param {Record<string, any>} [said]
   * @returns {Promise<boolean>} whether the command was accepted
   */
  async sendCommand(type, said = {}) {
    try {
      const answer = await giveSigned(this.path("/commands"), this.name, { type, ...said }, this.state);
      if (answer.approval) toast(say("signing.waits"), { kind: "good" });
      else this.applyState(answer);
      return true;
    } catch (problem) {
      showProblem(/** @type {Error} */ (problem));
      return false;
    }
  }
}
