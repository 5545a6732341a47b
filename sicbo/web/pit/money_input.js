// @ts-check
/** Amounts that people type: "1,250.50" is 125050 cents. */

/** @param {string} text */
export function parseCents(text) {
  const found = /^\s*(\d[\d,\s]*)(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!found) return 0;
  return 100 * Number(found[1].replace(/[,\s]/g, "")) + Number((found[2] ?? "0").padEnd(2, "0"));
}
