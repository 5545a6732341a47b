// @ts-check
/** Checking records in this browser: the hash chain, and the RFC 6962 tree that checkpoints sign. */

const FORMAT = "sicbo-journal-1\n";
const text = new TextEncoder();

/** @typedef {{number: number, wall: number, actor: string, id: string, hash: string, text: string}} Record */

/** Whether this browser lets the page compute hashes. */
export function canCheck() {
  return Boolean(globalThis.crypto?.subtle);
}

/**
 * @param {...Uint8Array} parts
 * @returns {Promise<Uint8Array>}
 */
async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/** @param {string} hex */
export function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} found */
export function hex(found) {
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} written */
export function fromBase64(written) {
  return Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));
}

/**
 * The number of the first record whose hash does not match; 0 if the whole chain is intact.
 * @param {string} table
 * @param {Record[]} records from the first record on
 */
export async function firstBadRecord(table, records) {
  let before = await sha256(text.encode(FORMAT + table));
  for (const [index, record] of records.entries()) {
    const head = text.encode(`${table}\n${record.number}\n${record.wall}\n${record.actor}\n${record.id}\n`);
    const bound = await sha256(before, head, text.encode(record.text));
    if (record.number !== index + 1 || hex(bound) !== record.hash) return index + 1;
    before = bound;
  }
  return 0;
}

/**
 * The tree size and the root in the note of a checkpoint.
 * @param {string} note
 */
export function readNote(note) {
  const [origin, size, root] = note.split("\n");
  return { origin, size: Number(size), root: hex(fromBase64(root)) };
}

/** @param {Uint8Array} hash */
const leaf = (hash) => sha256(Uint8Array.of(0), hash);
/** @param {Uint8Array} left @param {Uint8Array} right */
const node = (left, right) => sha256(Uint8Array.of(1), left, right);

/**
 * The roots of the tree at these sizes, in one pass over the records.
 * @param {Record[]} records
 * @param {number[]} sizes ascending
 * @returns {Promise<Map<number, string>>}
 */
export async function rootsAt(records, sizes) {
  /** @type {[height: number, hash: Uint8Array][]} */
  const peaks = [];
  const wanted = new Set(sizes);
  const roots = new Map();
  for (const record of records) {
    /** @type {[number, Uint8Array]} */
    let peak = [0, await leaf(bytes(record.hash))];
    while (peaks.length && peaks[peaks.length - 1][0] === peak[0]) {
      const [height, left] = /** @type {[number, Uint8Array]} */ (peaks.pop());
      peak = [height + 1, await node(left, peak[1])];
    }
    peaks.push(peak);
    if (!wanted.has(record.number)) continue;
    let root = peaks[peaks.length - 1][1];
    for (let at = peaks.length - 2; at >= 0; at -= 1) root = await node(peaks[at][1], root);
    roots.set(record.number, hex(root));
  }
  return roots;
}

/**
 * The root that a record's hash and its inclusion proof lead to.
 * @param {string} hash
 * @param {number} number
 * @param {number} size
 * @param {string[]} proof base64
 */
export async function rootFrom(hash, number, size, proof) {
  let found = await leaf(bytes(hash));
  const sisters = proof.map(fromBase64);
  let [index, last] = [number - 1, size - 1];
  while (last > 0) {
    if (index % 2 === 1 || index < last) {
      const sister = sisters.shift();
      if (!sister) return "";
      found = index % 2 === 1 ? await node(sister, found) : await node(found, sister);
    }
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  }
  return sisters.length ? "" : hex(found);
}
