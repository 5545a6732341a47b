// @ts-check
/**
 * SHA-256 and HMAC in plain JavaScript: browsers offer their own only to pages over HTTPS, but people also play over
 * plain HTTP on a home network.
 */

const PRIMES = firstPrimes(64);
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BEGIN = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK = 64;

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

/** The first 32 bits of the fractional part. @param {number} root */
function fraction(root) {
  return Math.floor((root % 1) * 2 ** 32) | 0;
}

/** @param {number} word @param {number} by */
function rotateRight(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** The message with its padding and its length. @param {Uint8Array} message */
function pad(message) {
  const whole = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  whole.set(message);
  whole[message.length] = 0x80;
  new DataView(whole.buffer).setUint32(whole.length - 4, message.length * 8);
  return new DataView(whole.buffer);
}

/**
 * @param {DataView} data
 * @param {number} at the offset of the block
 */
function schedule(data, at) {
  const words = Array.from({ length: 16 }, (_, index) => data.getInt32(at + 4 * index));
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [words[index - 15], words[index - 2]];
    const low = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
    const high = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
    words.push((words[index - 16] + low + words[index - 7] + high) | 0);
  }
  return words;
}

/**
 * The hash state after one more block.
 * @param {number[]} before
 * @param {number[]} words
 */
function compress(before, words) {
  let [a, b, c, d, e, f, g, last] = before;
  words.forEach((word, index) => {
    const mixed = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const first = (last + mixed + ((e & f) ^ (~e & g)) + ROUNDS[index] + word) | 0;
    const second = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [last, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  });
  return [a, b, c, d, e, f, g, last].map((word, index) => (word + before[index]) | 0);
}

/**
 * The SHA-256 of these byte strings, concatenated.
 * @param {...Uint8Array} parts
 * @returns {Uint8Array}
 */
export function sha256(...parts) {
  const data = pad(concatBytes(parts));
  let hash = BEGIN;
  for (let at = 0; at < data.byteLength; at += BLOCK) hash = compress(hash, schedule(data, at));
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => out.setInt32(4 * index, word));
  return new Uint8Array(out.buffer);
}

/**
 * The HMAC-SHA-256 of a message, with a key of up to 64 bytes.
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const inner = new Uint8Array(BLOCK);
  inner.set(key);
  const outer = inner.map((byte) => byte ^ 0x5c);
  return sha256(outer, sha256(inner.map((byte) => byte ^ 0x36), message));
}

/** @param {Uint8Array[]} parts */
export function concatBytes(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

/** @param {string} hex */
export function bytesFromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} found */
export function hexFromBytes(found) {
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
