// @ts-check
/** A person's own signature: the key never leaves this device, and it signs exactly the command that was given. */

import { get, newKey, Problem, send } from "../shared/net/http.js";
import { h } from "../shared/util/dom.js";
import { say } from "../shared/i18n.js";
import { openDialog, field } from "./dialog.js";
import { sendWithStepUp } from "./step_up.js";

const PREFIX = "sicbo-command-1\n";
const VEILED = /^[pt]-[0-9a-f]{24}$/;

/**
 * @typedef {{by: string, key: string, text: string, second: boolean}} Words what the house requires to be signed
 * @typedef {{by: string, key: string, signature: string}} Signature
 */

/**
 * Whether a table, tournament or promotion requires this command to be signed by its author.
 * @param {any} desk
 * @param {Record<string, any>} command
 */
export function wantsSignature(desk, command) {
  const order = command.step ? `${command.type}:${command.step}` : command.type;
  return Boolean(desk?.signed.includes(order));
}

/**
 * Add the author's signature to a command; if two people are needed, the id of the second is requested first.
 * @param {string} path of the commands of a table, tournament or promotion
 * @param {string} log its name
 * @param {Record<string, any>} command
 * @param {string} key the idempotency key of the command
 * @returns {Promise<Record<string, any>>}
 */
export async function withSignature(path, log, command, key) {
  let said = command;
  let words = await send("POST", `${path}/text`, said, { key });
  if (words.second) {
    said = { ...command, second: await secondPerson() };
    words = await send("POST", `${path}/text`, said, { key });
  }
  return { ...said, signatures: [await sign(words, log, { ...said, id: `web-${key}` })] };
}

/**
 * Send a command, signed if the desk requires it.
 * @param {string} path of the commands
 * @param {string} log
 * @param {Record<string, any>} command
 * @param {any} desk
 * @returns {Promise<any>}
 */
export async function giveSigned(path, log, command, desk) {
  const key = newKey();
  const said = wantsSignature(desk, command) ? await withSignature(path, log, command, key) : command;
  return sendWithStepUp("POST", path, said, key);
}

/**
 * The second person's signature on a command that awaits their approval.
 * @param {any} approval
 */
export async function signApproval(approval) {
  const words = await get(`/approvals/${encodeURIComponent(approval.approval)}/text`);
  return sign(words, approval.table, approval.command);
}

/**
 * Sign the house's text, if it says exactly what the person ordered.
 * @param {Words} words
 * @param {string} table
 * @param {Record<string, any>} meant
 * @returns {Promise<Signature>}
 */
async function sign(words, table, meant) {
  if (!saysTheSame(words, table, meant)) throw unsignedProblem("signing.other-order");
  const key = words.key && (await privateKey(words.key));
  if (!key) throw unsignedProblem(words.key ? "signing.other-device" : "signing.no-key");
  const signature = await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(words.text));
  return { by: words.by, key: words.key, signature: base64(signature) };
}

/**
 * Whether a text says exactly what the person ordered, with pseudonyms for names and notes.
 * @param {Words} words
 * @param {string} table
 * @param {Record<string, any>} meant
 */
function saysTheSame(words, table, meant) {
  if (!words.text.startsWith(PREFIX)) return false;
  return same(JSON.parse(words.text.slice(PREFIX.length)), { by: words.by, command: meant, table });
}

/**
 * @param {any} said
 * @param {any} meant
 * @returns {boolean}
 */
function same(said, meant) {
  if (isOmitted(said) && isOmitted(meant)) return true;
  if (typeof said === "object" && typeof meant === "object" && said && meant)
    return Object.keys({ ...said, ...meant }).every((name) => same(said[name], meant[name]));
  return said === meant || (typeof meant === "string" && VEILED.test(said));
}

/** Whether this is the value of a field that was left out. @param {any} value */
function isOmitted(value) {
  return !value || (Array.isArray(value) && !value.length);
}

/** @param {string} key */
function unsignedProblem(key) {
  return new Problem({ detail: say(key), code: "unsigned" }, 403);
}

/** Ask for the id of the second person; closing the dialog rejects. @returns {Promise<string>} */
function secondPerson() {
  return new Promise((answer, refuse) => {
    const dialog = openDialog(say("signing.second"), (close) => {
      const id = h("input", { type: "text", autocomplete: "off", id: "second-person", required: true });
      const form = h("form", { class: "sheet-body" }, h("p", { class: "sheet-lead" }, say("signing.second-lead")),
        field(say("signing.second-id"), id), h("button", { class: "main" }, say("staff.go-on")));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        answer(id.value.trim());
        close();
      });
      return [form];
    });
    dialog.querySelector("input")?.focus();
    dialog.addEventListener("close", () => refuse(unsignedProblem("signing.no-second")));
  });
}

/** Make a key on this device and offer its public half to the house. @returns {Promise<any>} */
export async function makeKey() {
  if (!globalThis.crypto?.subtle) throw unsignedProblem("signing.no-https");
  const made = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]).catch(() => {
    throw unsignedProblem("signing.no-ed25519");
  });
  const pair = /** @type {CryptoKeyPair} */ (made);
  const open = await crypto.subtle.exportKey("raw", pair.publicKey);
  const state = await sendWithStepUp("PUT", "/session/key", { public: base64(open) });
  await requestResult((await keyStore("readwrite")).put(pair.privateKey, state.offered));
  return state;
}

/**
 * The private key with that name, if this device has it. @param {string} key @returns {Promise<CryptoKey | undefined>}
 */
export async function privateKey(key) {
  return requestResult((await keyStore("readonly")).get(key));
}

/** @param {IDBTransactionMode} mode */
async function keyStore(mode) {
  const opening = indexedDB.open("sicbo-keys", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
  return (await requestResult(opening)).transaction("keys", mode).objectStore("keys");
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function requestResult(request) {
  return new Promise((answer, refuse) => {
    request.onsuccess = () => answer(request.result);
    request.onerror = () => refuse(request.error);
  });
}

/** @param {ArrayBuffer} bytes */
function base64(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
