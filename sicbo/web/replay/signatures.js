// @ts-check
/** Checking a checkpoint's signature, if this browser supports Ed25519. */

import { isSigned } from "../shared/util/ed25519.js";
import { fromBase64, hex } from "./hash_chain.js";

const SIGNATURE = 1;

/**
 * The number of signatures under a note that are valid for one of these keys; -1 if this browser cannot check them.
 * @param {string} note
 * @param {string[]} vkeys as `name+hash+key`
 */
export async function signedBy(note, vkeys) {
  const cut = note.indexOf("\n\n") + 1;
  const message = new TextEncoder().encode(note.slice(0, cut));
  let holds = 0;
  for (const line of note
    .slice(cut + 1)
    .split("\n")
    .filter(Boolean)) {
    const [, name, written] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    if (!written) continue;
    const signed = fromBase64(written);
    for (const vkey of vkeys) {
      const [owner, hashed, key] = parts(vkey);
      if (owner !== name || hashed !== hex(signed.slice(0, 4))) continue;
      try {
        const known = fromBase64(key);
        if (known[0] === SIGNATURE && (await isSigned(known.slice(1), signed.slice(4), message))) holds += 1;
      } catch {
        return -1;
      }
    }
  }
  return holds;
}

/** @param {string} vkey */
function parts(vkey) {
  const [name, hashed, ...key] = vkey.split("+");
  return [name, hashed, key.join("+")];
}
