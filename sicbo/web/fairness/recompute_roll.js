// @ts-check
/** Recomputing a roll from the committed seed and the record that closed betting. */

import { bytesFromHex, hexFromBytes, hmac, concatBytes, sha256 } from "../shared/util/sha256.js";

const LABEL = new TextEncoder().encode("sicbo-roll-1\n");
/** Bytes from 252 up are discarded, because the values below divide into six equal parts. */
const LARGEST = 252;
export const HEX = /^[0-9a-f]{64}$/;

/** @typedef {{commitment: string, seed: string, close: string}} Opened */

/**
 * The dice that a seed and a closing record produce.
 * @param {Opened} opened
 * @returns {number[]}
 */
export function diceFromSeed({ seed, close }) {
  /** @type {number[]} */
  const dice = [];
  for (let number = 0; dice.length < 3; number += 1) {
    const counter = Uint8Array.of(0, 0, number >> 8, number & 255);
    const made = hmac(bytesFromHex(seed), concatBytes([LABEL, bytesFromHex(close), counter]));
    dice.push(...[...made].filter((byte) => byte < LARGEST).map((byte) => (byte % 6) + 1));
  }
  return dice.slice(0, 3);
}

/** Whether a seed matches its commitment. @param {Opened} opened */
export function matchesCommitment({ commitment, seed }) {
  return hexFromBytes(sha256(bytesFromHex(seed))) === commitment;
}
