// @ts-check
/** A table as it stands: a store fed by the stream, without gaps, that comes back by itself. */

import { heard, restart } from "./clock.js";
import { whenFree } from "./press.js";
import { language, onLanguage } from "./words.js";

const PAUSES = [200, 500, 1_000];

/**
 * @typedef {{link: "opening" | "live" | "lost", role: string, seq: number, view: any, mine: any, desk: any}} TableState
 * @typedef {{view: Set<string>, mine: boolean, desk: boolean, link: boolean, whole: boolean, records: any[]}} Change
 * `view` names the members of the view that changed; `records` is the news that everybody may know.
 */

/** One table: `state`, and `subscribe` to hear of every change. */
export class Table {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {TableState} */
    this.state = { link: "opening", role: "guest", seq: 0, view: null, mine: null, desk: null };
    /** @type {Set<(state: TableState, change: Change) => void>} */
    this.readers = new Set();
    this.heartbeat = 5;
    this.tries = 0;
    this.ended = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.again = 0;
    onLanguage(() => this.reopen(false));
    addEventListener("online", () => this.reopen());
    addEventListener("offline", () => this.lose());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.state.link === "lost") this.reopen();
    });
    this.open();
  }

  /**
   * Hear of every change; the present state is told at once where there is one.
   * @param {(state: TableState, change: Change) => void} reader
   */
  subscribe(reader) {
    this.readers.add(reader);
    if (this.state.view) reader(this.state, everything(this.state));
    return () => this.readers.delete(reader);
  }

  /**
   * Open the stream again, as after sitting down.
   * @param {boolean} [since] ask only for what was missed; else for the whole
   */
  reopen(since = true) {
    if (this.ended) return;
    if (!since) this.state.seq = 0;
    this.drop();
    this.open();
  }

  /** Leave the table for good. */
  end() {
    this.ended = true;
    this.drop();
  }

  /** Say that what stands at `seq` is on the screen: displays do. */
  painted() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ t: "painted", seq: this.state.seq, at: new Date().toISOString() }));
  }

  /** @private */
  open() {
    clearTimeout(this.again);
    const address = new URL(`/api/v1/tables/${encodeURIComponent(this.table)}/stream`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("lang", language());
    if (this.state.view && this.state.seq) address.searchParams.set("since", String(this.state.seq));
    const socket = new WebSocket(address, ["sicbo.v1"]);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (this.socket === socket) this.take(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.retry();
    };
    this.watch();
  }

  /** @private */
  drop() {
    clearTimeout(this.timer);
    clearTimeout(this.again);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** @private Nothing for two heartbeats is a lost connection. */
  watch() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.retry(), 2_000 * this.heartbeat);
  }

  /** @private */
  retry() {
    this.drop();
    this.lose();
    if (this.ended) return;
    this.again = setTimeout(() => this.open(), PAUSES[Math.min(this.tries, PAUSES.length - 1)]);
    this.tries += 1;
  }

  /** @private */
  lose() {
    if (this.state.link === "lost") return;
    this.state.link = "lost";
    this.tell({ ...nothing(), link: true });
  }

  /**
   * @private
   * @param {any} message
   */
  take(message) {
    this.watch();
    if (message.server_time) heard(message.server_time);
    if (message.t === "hello") {
      restart();
      heard(message.server_time);
      this.heartbeat = message.heartbeat ?? this.heartbeat;
      this.state.role = message.role;
    } else if (message.t === "snapshot") this.whole(message);
    else if (message.t === "news") this.news(message);
  }

  /**
   * @private
   * @param {any} message
   */
  whole(message) {
    const { seq, view, mine, desk } = message;
    Object.assign(this.state, { seq, view, mine, desk });
    this.live(everything(this.state));
  }

  /**
   * @private
   * @param {any} message
   */
  news(message) {
    if (message.after !== this.state.seq || !this.state.view) {
      this.reopen();
      return;
    }
    this.state.seq = message.seq;
    const change = nothing();
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
    this.live(change);
  }

  /**
   * @private
   * @param {Change} change
   */
  live(change) {
    this.tries = 0;
    change.link = this.state.link !== "live";
    this.state.link = "live";
    this.tell(change);
  }

  /**
   * @private Nobody draws under a pressed finger: the state is the newest, but its readers hear of it afterwards.
   * @param {Change} change
   */
  tell(change) {
    whenFree(() => this.readers.forEach((reader) => reader(this.state, change)));
  }
}

/** @returns {Change} */
function nothing() {
  return { view: new Set(), mine: false, desk: false, link: false, whole: false, records: [] };
}

/**
 * @param {TableState} state
 * @returns {Change}
 */
function everything(state) {
  return { view: new Set(Object.keys(state.view)), mine: true, desk: true, link: true, whole: true, records: [] };
}
