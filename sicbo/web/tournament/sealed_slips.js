// @ts-check
/** Sealed slips: a sealed slip stays on the device that sealed it, through a reload and a crash, until it is opened. */

const PREFIX = "sicbo.seal.";

/**
 * The envelope of one entrant for the current spin at a table; its content was never sent.
 * @param {any} state
 * @param {any} heat
 * @param {any} row
 */
export function envelope(state, heat, row) {
  const tournament = `${PREFIX}${state.name} `;
  const spin = `${tournament}${heat.table} ${state.round} ${heat.spin + 1} `;
  const place = `${spin}${row.player}`;
  return {
    /**
     * Store a slip and return its commitment: the SHA-256 of one line, as docs/guides/tournament-director.md describes.
     * @param {any[]} stakes
     */
    async seal(stakes) {
      const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
      const slip = stakes.map(([bet, chips]) => `${bet}=${chips}`).join(",");
      const line = `sicbo-secret-1 ${salt} ${heat.table} ${row.seat} ${state.round} ${heat.spin + 1} ${slip}\n`;
      const hash = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(line))));
      const older = Object.keys(localStorage).filter((key) => key.startsWith(`${tournament}${heat.table} `) && !key.startsWith(spin));
      for (const key of older) localStorage.removeItem(key);
      const sealed = readStored(place).filter((/** @type {any} */ one) => one.salt !== salt);
      localStorage.setItem(place, JSON.stringify([{ hash, salt, stakes }, ...sealed]));
      return hash;
    },

    /** @returns {{salt: string, stakes: any[]} | null} the sealed slip, if it was sealed on this device */
    open() {
      const commitment = heat.seals?.[row.player];
      const found = readStored(place).find((/** @type {any} */ one) => one.hash === commitment);
      return found ? { salt: found.salt, stakes: found.stakes } : null;
    },
  };
}

/** @param {string} place */
function readStored(place) {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
