// @ts-check
/** Texts in rows: one message in all four languages side by side, so that none can be missing. */

import { CATALOGUES } from "../shared/words.js";

/** @typedef {[en: string, zhHans: string, zhHant: string, vi: string]} Row */

const ORDER = ["en", "zh-Hans", "zh-Hant", "vi"];

/**
 * Add a screen's own texts to the catalogues; existing texts stay.
 * @param {Record<string, Row>} rows
 */
export function addTexts(rows) {
  for (const [key, row] of Object.entries(rows)) {
    ORDER.forEach((language, place) => {
      CATALOGUES[language][key] ??= row[place];
    });
  }
}
