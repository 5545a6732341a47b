// @ts-check
/** Words in rows: one message in all four languages side by side, so that none can lack one. */

import { CATALOGUES } from "../shared/words.js";

/** @typedef {[en: string, zhHans: string, zhHant: string, vi: string]} Row */

const ORDER = ["en", "zh-Hans", "zh-Hant", "vi"];

/**
 * Put a screen's own words into the catalogues; what is there already stays.
 * @param {Record<string, Row>} rows
 */
export function add(rows) {
  for (const [key, row] of Object.entries(rows)) {
    ORDER.forEach((language, place) => {
      CATALOGUES[language][key] ??= row[place];
    });
  }
}
