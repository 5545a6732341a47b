// @ts-check
/** Reading a zip file in the browser: only what a bundle needs. */

const END = 0x06054b50;
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

/**
 * The files of a zip by name; each is unpacked when it is read.
 * @param {Blob} blob
 * @returns {Promise<Map<string, () => Promise<string>>>}
 */
export async function unzip(blob) {
  const data = new DataView(await blob.arrayBuffer());
  let end = data.byteLength - 22;
  while (end >= 0 && data.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new Error("zip");
  const [count, start] = directory(data, end);
  const files = new Map();
  let at = start;
  for (let number = 0; number < count; number += 1) {
    const entry = read(data, at);
    files.set(entry.name, () => unpack(blob, data, entry));
    at = entry.next;
  }
  return files;
}

/**
 * The number of entries and the offset of the directory; a large zip has them in a record of its own.
 * @param {DataView} data
 * @param {number} end
 */
function directory(data, end) {
  const place = end - 20;
  if (place >= 0 && data.getUint32(place, true) === 0x07064b50) {
    const record = Number(data.getBigUint64(place + 8, true));
    if (data.getUint32(record, true) !== END_64) throw new Error("zip64");
    return [Number(data.getBigUint64(record + 32, true)), Number(data.getBigUint64(record + 48, true))];
  }
  return [data.getUint16(end + 10, true), data.getUint32(end + 16, true)];
}

/**
 * @param {DataView} data
 * @param {number} at
 */
function read(data, at) {
  if (data.getUint32(at, true) !== ENTRY) throw new Error("zip");
  const method = data.getUint16(at + 10, true);
  const [named, extra, comment] = [28, 30, 32].map((place) => data.getUint16(at + place, true));
  const name = new TextDecoder().decode(new Uint8Array(data.buffer, at + 46, named));
  const sizes = { packed: data.getUint32(at + 20, true), offset: data.getUint32(at + 42, true) };
  const whole = data.getUint32(at + 24, true);
  let field = at + 46 + named;
  const after = field + extra;
  while (field + 4 <= after) {
    const [kind, length] = [data.getUint16(field, true), data.getUint16(field + 2, true)];
    let value = field + 4;
    if (kind === 1) {
      if (whole === 0xffffffff) value += 8;
      if (sizes.packed === 0xffffffff)
        [sizes.packed, value] = [Number(data.getBigUint64(value, true)), value + 8];
      if (sizes.offset === 0xffffffff) sizes.offset = Number(data.getBigUint64(value, true));
    }
    field += 4 + length;
  }
  return { name, method, ...sizes, next: after + comment };
}

/**
 * @param {Blob} blob
 * @param {DataView} data
 * @param {{method: number, packed: number, offset: number}} entry
 */
async function unpack(blob, data, { method, packed, offset }) {
  const begin = offset + 30 + data.getUint16(offset + 26, true) + data.getUint16(offset + 28, true);
  const part = blob.slice(begin, begin + packed);
  if (method === STORED) return part.text();
  if (method !== DEFLATED) throw new Error("zip");
  return new Response(part.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
