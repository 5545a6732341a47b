// @ts-check
/** The sources of records: this house, or a bundle from the disk. Both have the same interface. */

import { get, tablePath } from "../shared/net/http.js";
import { readNote } from "./hash_chain.js";
import { unzip } from "./zip.js";

const PAGE = 1_000;

/**
 * @typedef {import("./hash_chain.js").Record} Record
 * @typedef {{name: string, tables: string[], live: boolean, records: (table: string) => Promise<Record[]>,
 *   names: (table: string) => Promise<Map<string, string>>,
 *   notes: (table: string) => Promise<string[]>, proof: (table: string, number: number) => Promise<any | null>, keys: () => Promise<string[] | null>}} Source
 * `keys` are the house's public keys, if the source contains them; `names` are those behind pseudonyms.
 */

/** The journal of the house that serves this page. @returns {Promise<Source>} */
export async function house() {
  const tables = (await get("/tables")).map((/** @type {any} */ one) => one.table);
  /** @type {Map<string, Record[]>} */
  const known = new Map();
  /** @type {Map<string, string>} */
  const names = new Map();
  /** The number of records of a table whose names are known. @type {Map<string, number>} */
  const namedTo = new Map();
  return {
    name: "",
    tables,
    live: true,
    keys: async () => null,
    records: async (table) => {
      const all = [...(known.get(table) ?? [])];
      for (;;) {
        const page = await get(audit(table, "records", all.length));
        all.push(...page);
        if (page.length < PAGE) break;
      }
      known.set(table, all);
      return all;
    },
    names: async (table) => {
      const count = known.get(table)?.length ?? 0;
      for (let after = namedTo.get(table) ?? 0; after < count; after += PAGE) {
        for (const [pseudonym, name] of Object.entries(await get(audit(table, "names", after)))) names.set(pseudonym, name);
      }
      namedTo.set(table, count);
      return names;
    },
    notes: async (table) =>
      (await get(`/audit/${encodeURIComponent(table)}/checkpoints`)).map(
        (/** @type {any} */ one) => one.note,
      ),
    proof: (table, number) => get(tablePath(table, `/proofs/${number}`)).catch(() => null),
  };
}

/**
 * @param {string} table
 * @param {string} what
 * @param {number} after the number of the record before
 */
function audit(table, what, after) {
  return `/audit/${encodeURIComponent(table)}/${what}?after=${after}&limit=${PAGE}`;
}

/**
 * A bundle from a file that was chosen.
 * @param {File} file
 * @returns {Promise<Source>}
 */
export async function bundle(file) {
  const files = await unzip(file);
  const read = (/** @type {string} */ name) => {
    const open = files.get(name);
    if (!open) throw new Error(name);
    return open();
  };
  const contents = JSON.parse(await read("bundle.json"));
  if (contents.format !== "sicbo-bundle-2") throw new Error(String(contents.format));
  const notes = async (/** @type {string} */ table) =>
    lines(await read(`tables/${table}.checkpoints`)).map((line) => JSON.parse(line));
  return {
    name: file.name,
    tables: contents.tables,
    live: false,
    names: async () => new Map(),
    notes,
    keys: async () => JSON.parse(await read("keys.json")).house,
    records: async (table) => lines(await read(`tables/${table}.journal`)).map(recordOf),
    proof: async (table, number) => {
      const note = (await notes(table)).find((one) => readNote(one).size >= number);
      return note ? { checkpoint: note, size: readNote(note).size } : null;
    },
  };
}

/** @param {string} text */
function lines(text) {
  return text.split("\n").filter(Boolean);
}

/**
 * @param {string} line
 * @returns {Record}
 */
function recordOf(line) {
  const [number, wall, actor, id, hash, ...rest] = line.split("\t");
  return { number: Number(number), wall: Number(wall), actor, id, hash, text: rest.join("\t") };
}
