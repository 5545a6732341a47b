// @ts-check
/** Money is whole cents everywhere; here it becomes text. */

/**
 * Cents in full: 116500 is "1,165.00".
 * @param {number} cents
 */
export function money(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  const rest = (Math.abs(cents) % 100).toString().padStart(2, "0");
  return `${cents < 0 ? "−" : ""}${whole}.${rest}`;
}

/**
 * Cents without empty decimals: 116500 is "1,165", 1250 is "12.50".
 * @param {number} cents
 */
export function briefMoney(cents) {
  return money(cents).replace(/\.00$/, "");
}

/**
 * Cents as a price: 116500 is "$1,165", -250 is "−$2.50".
 * @param {number} cents
 */
export function dollars(cents) {
  return `${cents < 0 ? "−" : ""}$${briefMoney(Math.abs(cents))}`;
}

/**
 * Cents with their sign: "+160.00", "−35.00", "0.00".
 * @param {number} cents
 */
export function signedMoney(cents) {
  return (cents > 0 ? "+" : "") + money(cents);
}

/**
 * The amount as printed on a chip: 250000 is "2.5K".
 * @param {number} cents
 */
export function chipLabel(cents) {
  if (cents >= 100_000 && cents % 10_000 === 0) return `${cents / 100_000}K`;
  return cents < 100 ? `.${cents.toString().padStart(2, "0")}` : briefMoney(cents).replaceAll(",", "");
}

/**
 * The chips that make an amount, largest first, at most `most` of them.
 * @param {number} cents
 * @param {number[]} denominations
 * @param {number} [most]
 * @returns {number[]}
 */
export function chipsFor(cents, denominations, most = 5) {
  const chips = [];
  for (const chip of [...denominations].sort((a, b) => b - a)) {
    for (; cents >= chip && chips.length < most; cents -= chip) chips.push(chip);
  }
  return chips.length ? chips : [Math.min(...denominations, cents)];
}
