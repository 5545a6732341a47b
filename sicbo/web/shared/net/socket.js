// @ts-check
/** A connection to the house: a WebSocket that requests what it missed and reconnects by itself. */

import { syncClock, resetClock } from "./server_clock.js";
import { language } from "../i18n.js";

const PAUSES = [200, 500, 1_000];

/**
 * @typedef {{since: () => number, onMessage: (message: any) => void, onLost: () => void}} ConnectionHandlers
 * `since` gives the last known record, 0 for none; `onMessage` receives every message; `onLost` is called when the connection is lost.
 */

export class Connection {
  /**
   * @param {string} path below /api/v1
   * @param {ConnectionHandlers} handlers
   */
  constructor(path, handlers) {
    this.path = path;
    this.handlers = handlers;
    this.heartbeat = 5;
    this.tries = 0;
    this.ended = this.lost = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.silenceTimer = 0;
    this.retryTimer = 0;
    addEventListener("online", () => this.reopen());
    addEventListener("offline", () => this.markLost());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.lost) this.reopen();
    });
    this.open();
  }

  /** Reconnect, and request everything after the last known record. */
  reopen() {
    if (this.ended) return;
    this.closeSocket();
    this.open();
  }

  /** Close the connection for good. */
  end() {
    this.ended = true;
    this.closeSocket();
  }

  /** @param {any} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @private */
  open() {
    clearTimeout(this.retryTimer);
    const address = new URL(`/api/v1${this.path}`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("lang", language());
    const since = this.handlers.since();
    if (since) address.searchParams.set("since", String(since));
    const socket = new WebSocket(address, ["sicbo.v1"]);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.retry();
    };
    this.restartSilenceTimer();
  }

  /** @private */
  closeSocket() {
    clearTimeout(this.silenceTimer);
    clearTimeout(this.retryTimer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** @private Two heartbeats without a message mean a lost connection. */
  restartSilenceTimer() {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.retry(), 2_000 * this.heartbeat);
  }

  /** @private */
  retry() {
    this.closeSocket();
    this.markLost();
    if (this.ended) return;
    this.retryTimer = setTimeout(() => this.open(), PAUSES[Math.min(this.tries, PAUSES.length - 1)]);
    this.tries += 1;
  }

  /** @private */
  markLost() {
    if (this.lost) return;
    this.lost = true;
    this.handlers.onLost();
  }

  /**
   * @private
   * @param {any} message
   */
  receive(message) {
    this.restartSilenceTimer();
    if (message.t === "hello") {
      resetClock();
      this.heartbeat = message.heartbeat ?? this.heartbeat;
    } else if (message.t !== "clock") {
      this.tries = 0;
      this.lost = false;
    }
    if (message.server_time) syncClock(message.server_time);
    this.handlers.onMessage(message);
  }
}
