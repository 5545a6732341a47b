// @ts-check
/** A connection to the house: a WebSocket that requests what it missed and reconnects by itself. */

import { heard, restart } from "./server_clock.js";
import { language } from "../words.js";

const PAUSES = [200, 500, 1_000];

/**
 * @typedef {{since: () => number, take: (message: any) => void, lose: () => void}} Ends
 * `since` gives the last known record, 0 for none; `take` receives every message; `lose` is called when the connection is lost.
 */

export class Line {
  /**
   * @param {string} path below /api/v1
   * @param {Ends} ends
   */
  constructor(path, ends) {
    this.path = path;
    this.ends = ends;
    this.heartbeat = 5;
    this.tries = 0;
    this.ended = this.lost = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.again = 0;
    addEventListener("online", () => this.reopen());
    addEventListener("offline", () => this.lose());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.lost) this.reopen();
    });
    this.open();
  }

  /** Reconnect, and request everything after the last known record. */
  reopen() {
    if (this.ended) return;
    this.drop();
    this.open();
  }

  /** Close the connection for good. */
  end() {
    this.ended = true;
    this.drop();
  }

  /** @param {any} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @private */
  open() {
    clearTimeout(this.again);
    const address = new URL(`/api/v1${this.path}`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("lang", language());
    const since = this.ends.since();
    if (since) address.searchParams.set("since", String(since));
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

  /** @private Two heartbeats without a message mean a lost connection. */
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
    if (this.lost) return;
    this.lost = true;
    this.ends.lose();
  }

  /**
   * @private
   * @param {any} message
   */
  take(message) {
    this.watch();
    if (message.t === "hello") {
      restart();
      this.heartbeat = message.heartbeat ?? this.heartbeat;
    } else if (message.t !== "clock") {
      this.tries = 0;
      this.lost = false;
    }
    if (message.server_time) heard(message.server_time);
    this.ends.take(message);
  }
}
