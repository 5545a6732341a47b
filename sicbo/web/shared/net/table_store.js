// @ts-check
/** The state of one table, kept up to date by its stream without gaps. */

import { Connection } from "./socket.js";
import { whenNotPressed } from "../ui/defer_render.js";
import { onLanguage } from "../i18n.js";

/**
 * @typedef {{link: "opening" | "live" | "lost", role: string, seq: number, view: any, mine: any, desk: any}} TableState
 * @typedef {{view: Set<string>, mine: boolean, desk: boolean, link: boolean, whole: boolean, records: any[]}} Change
 * `view` names the members of the view that changed; `records` are the new public records.
 */

/** One table: `state` is its newest state, and `subscribe` reports every change. */
export class TableStore {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {TableState} */
    this.state = { link: "opening", role: "guest", seq: 0, view: null, mine: null, desk: null };
    /** @type {Set<(state: TableState, change: Change) => void>} */
    this.readers = new Set();
    /** Called at every message, clock messages included: the connection is alive. */
    this.onMessage = () => {};
    this.connection = new Connection(`/tables/${encodeURIComponent(table)}/stream`, {
      since: () => (this.state.view ? this.state.seq : 0),
      onMessage: (message) => this.receive(message),
      onLost: () => this.markLost(),
    });
    onLanguage(() => this.reopen(false));
  }

  /**
   * Call the reader at every change, and at once if there is a state.
   * @param {(state: TableState, change: Change) => void} reader
   */
  subscribe(reader) {
    this.readers.add(reader);
    if (this.state.view) reader(this.state, fullChange(this.state));
    return () => this.readers.delete(reader);
  }

  /**
   * Reconnect the stream, for example after sitting down.
   * @param {boolean} [since] whether to request only what was missed, instead of a whole snapshot
   */
  reopen(since = true) {
    if (!since) this.state.seq = 0;
    this.connection.reopen();
  }

  /** Close the stream for good. */
  end() {
    this.connection.end();
  }

  /** Report to the server that the state at `seq` is on the screen; displays do so. */
  reportPainted() {
    this.connection.send({ t: "painted", seq: this.state.seq, at: new Date().toISOString() });
  }

  /** @private */
  markLost() {
    this.state.link = "lost";
    this.notifyReaders({ ...emptyChange(), link: true });
  }

  /**
   * @private
   * @param {any} message
   */
  receive(message) {
    if (message.t === "hello") this.state.role = message.role;
    else if (message.t === "snapshot") this.applySnapshot(message);
    else if (message.t === "news") this.applyUpdate(message);
    this.onMessage();
  }

  /**
   * @private
   * @param {any} message
   */
  applySnapshot(message) {
    const { seq, view, mine, desk } = message;
    Object.assign(this.state, { seq, view, mine, desk });
    this.markLive(fullChange(this.state));
  }

  /**
   * @private
   * @param {any} message
   */
  applyUpdate(message) {
    if (message.after !== this.state.seq || !this.state.view) {
      this.reopen();
      return;
    }
    this.state.seq = message.seq;
    const change = emptyChange();
    change.records = message.records ?? [];
    if (message.view) {
      Object.assign(this.state.view, message.view);
      change.view = new Set(Object.keys(message.view));
    }
    for (const part of /** @type {("mine" | "desk")[]} */ (["mine", "desk"])) {
      if (!(part in message)) continue;
      this.state[part] = message[part];
      change[part] = true;
    }
    this.markLive(change);
  }

  /**
   * @private
   * @param {Change} change
   */
  markLive(change) {
    change.link = this.state.link !== "live";
    this.state.link = "live";
    this.notifyReaders(change);
  }

  /**
   * @private Notify the readers. While a finger presses a button they are notified later, so that the button stays; the
   * state itself is the newest.
   * @param {Change} change
   */
  notifyReaders(change) {
    whenNotPressed(() => this.readers.forEach((reader) => reader(this.state, change)));
  }
}

/** @returns {Change} */
function emptyChange() {
  return { view: new Set(), mine: false, desk: false, link: false, whole: false, records: [] };
}

/**
 * @param {TableState} state
 * @returns {Change}
 */
function fullChange(state) {
  return { view: new Set(Object.keys(state.view)), mine: true, desk: true, link: true, whole: true, records: [] };
}
