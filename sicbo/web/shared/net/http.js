// @ts-check
/** HTTP requests: refusals are errors with their clause, and an idempotency key makes retries safe. */

import { language, say } from "../i18n.js";

const BASE = "/api/v1";
const ATTEMPT = 5_000;
/**
 * Milliseconds to retry a request with a PIN. It is short, so that a person soon learns how long to wait before the
 * next try.
 */
export const PIN_PATIENCE = 4_000;
const PAUSES = [250, 500, 1_000, 1_000, 2_000];

/** A refusal or error of the server, with the whole body of its answer. */
export class Problem extends Error {
  /**
   * @param {any} body
   * @param {number} status
   */
  constructor(body, status) {
    super(body?.detail ?? body?.title ?? `${status}`);
    this.status = status;
    /** @type {string} */
    this.code = body?.code ?? "unknown";
    this.retryable = Boolean(body?.retryable);
    /** @type {{rulebook: string, clause: string}[]} */
    this.clauses = body?.clauses ?? [];
    /** @type {any} */
    this.body = body ?? {};
  }
}

/** No answer came, even after retries. */
export class Unreachable extends Error {}

/**
 * Send a GET request.
 * @param {string} path below /api/v1, beginning with a slash
 * @returns {Promise<any>}
 */
export async function get(path) {
  return parseAnswer(await fetchOnce("GET", path));
}

/**
 * @typedef {{key?: string, patience?: number, onRetry?: (attempt: number) => void, signal?: AbortSignal}} SendOptions
 * `key` is the idempotency key; `patience` is how many milliseconds to go on retrying.
 */

/**
 * Send a request that writes; retry with the same key until an answer comes or `patience` ends.
 * @param {"POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {any} [body]
 * @param {SendOptions} [options]
 * @returns {Promise<any>}
 */
export async function send(method, path, body, { key = newKey(), patience = 15_000, onRetry, signal } = {}) {
  const until = performance.now() + patience;
  for (let attempt = 0; ; attempt += 1) {
    let pause = PAUSES[Math.min(attempt, PAUSES.length - 1)];
    try {
      const response = await fetchOnce(method, path, body, key, signal);
      if (![429, 502, 503, 504].includes(response.status)) return parseAnswer(response);
      pause = Math.max(pause, 1000 * Number(response.headers.get("Retry-After") ?? 0));
      if (performance.now() + pause > until) return parseAnswer(response);
    } catch (error) {
      if (error instanceof Problem || signal?.aborted) throw error;
      if (performance.now() + pause > until) throw new Unreachable(String(error));
    }
    onRetry?.(attempt + 1);
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

/** A new idempotency key: one for each action of a person. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {string} [key]
 * @param {AbortSignal} [signal]
 */
function fetchOnce(method, path, body, key, signal) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": language() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  const patience = AbortSignal.timeout(ATTEMPT);
  return fetch(BASE + path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "same-origin",
    signal: signal && AbortSignal.any ? AbortSignal.any([signal, patience]) : patience,
  });
}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function parseAnswer(response) {
  const text = await response.text();
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    body = { detail: say("no-answer") };
  }
  if (!response.ok) throw new Problem(body, response.status);
  return body;
}

/**
 * The address of a layout's data. A slash in the layout's name is kept.
 * @param {string} layout
 */
export function layoutPath(layout) {
  return "/layouts/" + layout.split("/").map(encodeURIComponent).join("/");
}

/**
 * The address of a table's resource.
 * @param {string} table
 * @param {string} [rest]
 */
export function tablePath(table, rest = "") {
  return `/tables/${encodeURIComponent(table)}${rest}`;
}
