// @ts-check
/** Ed25519 signatures, checked as strictly as the house and the verifier do (RFC 8032, 5.1). */

const PRIME = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const A24 = 121665n;
const D = PRIME - ((A24 * power(A24 + 1n, PRIME - 2n)) % PRIME);
const BYTES = 32;

/**
 * Whether a signature by that key is valid for that message. Browsers differ on keys and points that are not of prime
 * order, so these are rejected before the browser is asked. Throws if the browser does not support Ed25519.
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {Uint8Array<ArrayBuffer>} signature
 * @param {Uint8Array<ArrayBuffer>} message
 */
export async function isSigned(key, signature, message) {
  const [point, scalar] = [signature.slice(0, BYTES), signature.slice(BYTES)];
  if (scalar.length !== BYTES || number(scalar) >= ORDER) return false;
  if (!hasPrimeOrder(key) || !hasPrimeOrder(point)) return false;
  const known = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
  return crypto.subtle.verify("Ed25519", known, signature, message);
}

/**
 * Whether bytes are the canonical encoding of a point of prime order. This is checked on the Montgomery form of the
 * curve, with u = (1 + y) / (1 - y): the order of the group times u is infinity (RFC 7748, 4.1 and 5).
 * @param {Uint8Array} encoded
 */
export function hasPrimeOrder(encoded) {
  const y = number(encoded) % 2n ** 255n;
  if (encoded.length !== BYTES || y <= 1n || y >= PRIME - 1n) return false;
  const square = (y * y - 1n) * (D * y * y + 1n);
  if (power(square, (PRIME - 1n) / 2n) !== 1n) return false;
  return isInfinity(((1n + y) * power(PRIME + 1n - y, PRIME - 2n)) % PRIME);
}

/** Whether the order of the group times u is the point at infinity. @param {bigint} u */
function isInfinity(u) {
  let [x2, z2, x3, z3] = [1n, 0n, u, 1n];
  for (const digit of ORDER.toString(2)) {
    if (digit === "1") [x2, z2, x3, z3] = [x3, z3, x2, z2];
    const [plus, minus] = [x2 + z2, x2 - z2];
    const [one, other] = [(x3 - z3) * plus, (x3 + z3) * minus];
    const [first, second] = [plus * plus, minus * minus];
    const apart = first - second;
    [x3, z3] = [(one + other) ** 2n % PRIME, (u * (one - other) ** 2n) % PRIME];
    [x2, z2] = [(first * second) % PRIME, (apart * (first + A24 * apart)) % PRIME];
    if (digit === "1") [x2, z2, x3, z3] = [x3, z3, x2, z2];
  }
  return z2 === 0n;
}

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let result = 1n;
  for (let [square, left] = [base % PRIME, exponent]; left; left >>= 1n) {
    if (left & 1n) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

/** The number that bytes encode, least significant byte first. @param {Uint8Array} bytes */
function number(bytes) {
  return bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}
