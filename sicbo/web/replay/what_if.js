// @ts-check
/** What if: settle a refused slip by the dice as if the slip had been accepted. It decides nothing. */

import { h } from "../shared/util/dom.js";
import { signedMoney } from "../shared/util/money.js";
import { betName, say } from "../shared/i18n.js";
import { recomputeLines } from "./recompute.js";
import { stakeOf } from "./narration.js";

/**
 * The final dice of a round; null if it has none.
 * @param {import("./narration.js").ReadRecord[]} records
 * @param {number | null} round
 * @returns {number[] | null}
 */
function diceOf(records, round) {
  let dice = null;
  for (const { entry } of records)
    for (const event of entry.events ?? []) {
      if (event.round !== round) continue;
      if (event.type === "result-entered" || event.type === "result-corrected") dice = event.dice;
      if (event.type === "round-voided") dice = null;
    }
  return dice;
}

/**
 * The settlement that a refused slip would have had; empty for any other record.
 * @param {import("./record_detail.js").Reading} reading
 * @param {import("./narration.js").ReadRecord} record
 * @returns {Promise<Node[]>}
 */
export async function refusedSlipOutcome(reading, record) {
  const { command, refusal } = record.entry;
  const dice = diceOf(reading.records, record.round);
  if (!refusal || command?.type !== "register-slip" || !dice) return [];
  /** @type {{bet: string, cents: number}[]} */
  const stakes = command.stakes.map(stakeOf);
  const found = await recomputeLines(reading.layout, dice, stakes);
  const nets = stakes.map(({ bet, cents }) => ({ bet, line: found.get(`${bet} ${cents}`) }));
  const total = nets.reduce((sum, { line }) => sum + (line?.net ?? 0), 0);
  return [
    h("h3", {}, say("replay.what-if")),
    h("p", {}, say("replay.had-it", { dice, net: signedMoney(total) })),
    h(
      "ul",
      { class: "plain" },
      ...nets.map(({ bet, line }) =>
        h(
          "li",
          {},
          h("strong", {}, betName(bet)),
          ` ${signedMoney(line?.net ?? 0)} `,
          line?.why ?? "",
        ),
      ),
    ),
  ];
}
