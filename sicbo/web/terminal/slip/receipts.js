// @ts-check
/** The receipts of this browser: every registered slip, and the proof that it is in the journal. */

import { get, tablePath } from "/shared/net/http.js";
import { timeOfDay } from "/shared/net/server_clock.js";
import { showDialog } from "/shared/ui/dialog.js";
import { fill, h } from "/shared/util/dom.js";
import { problemText } from "/shared/ui/announce.js";
import { storeSetting, setting } from "/shared/util/settings.js";
import { say } from "/shared/i18n.js";

const KEPT = 50;

/** The receipts of one table, newest first. */
export class Receipts {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {import("./slip_sync.js").Receipt[]} */
    this.list = setting(`receipts.${table}`, []);
  }

  /** @param {import("./slip_sync.js").Receipt} receipt */
  add(receipt) {
    this.list = [receipt, ...this.list.filter(({ number }) => number !== receipt.number)].slice(0, KEPT);
    storeSetting(`receipts.${this.table}`, this.list);
  }

  /** Open the list. */
  show() {
    showDialog(say("receipts"), this.list.length
      ? h("ul", { class: "receipts" }, ...this.list.map((receipt) => this.row(receipt)))
      : h("p", {}, say("receipts.none")));
  }

  /** @private @param {import("./slip_sync.js").Receipt} receipt */
  row(receipt) {
    const proof = h("div", { class: "proof" });
    const { number, round, version, total, at } = receipt;
    return h("li", {}, h("b", { class: "figures" }, `№ ${number}`),
      h("span", {}, say("receipts.row", { round, version, total })),
      h("time", {}, at ? timeOfDay(at) : ""),
      h("button", { type: "button", onclick: () => this.prove(receipt, proof) }, say("receipts.proof")), proof);
  }

  /**
   * @private
   * @param {import("./slip_sync.js").Receipt} receipt
   * @param {HTMLElement} into
   */
  async prove(receipt, into) {
    try {
      const proof = await get(tablePath(this.table, `/proofs/${receipt.number}`));
      const text = JSON.stringify({ receipt: receipt.receipt, proof }, null, 2);
      const path = proof.proof ?? [];
      fill(into, h("p", {}, say("proof.record", { number: receipt.number })),
        h("p", {}, say("proof.hash"), " ", h("code", {}, String(proof.hash ?? proof.record_hash ?? ""))),
        h("p", {}, say("proof.path", { count: path.length })),
        h("p", {}, say("proof.checkpoint")), h("pre", {}, String(proof.checkpoint ?? "")),
        h("a", { class: "button", download: `receipt-${this.table}-${receipt.number}.json`,
          href: URL.createObjectURL(new Blob([text], { type: "application/json" })) }, say("receipts.keep")));
    } catch (problem) {
      fill(into, h("p", { class: "poor" }, problemText(problem).text));
    }
  }
}
