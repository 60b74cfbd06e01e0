/** Files that are broken at random, the same ones for the same seed. */

/** A number from 0 to below `below`. */
export type Random = (below: number) => number;

/** mulberry32, a small generator that is good enough to choose places. */
export function startRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** What lengths, counts and places are broken with. */
const EDGES = [
  0, 1, 2, 0x7f, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff4, 0xffff_ffff,
];

type Break = (bytes: Buffer, random: Random) => Buffer;

/** Most places that decide are near the beginning. */
const placeIn = (bytes: Buffer, random: Random): number =>
  random(random(3) ? Math.min(bytes.length, 600) : bytes.length);

const BREAKS: readonly Break[] = [
  (bytes, random) => {
    bytes.writeUInt8(random(256), placeIn(bytes, random));
    return bytes;
  },
  (bytes, random) => {
    const [at, width] = [placeIn(bytes, random), [1, 2, 4][random(3)] ?? 4];
    if (at + width > bytes.length) return bytes;
    const value = (EDGES[random(EDGES.length)] ?? 0) % 2 ** (8 * width);
    if (random(2)) bytes.writeUIntBE(value, at, width);
    else bytes.writeUIntLE(value, at, width);
    return bytes;
  },
  (bytes, random) => bytes.subarray(0, 1 + random(bytes.length)),
  (bytes, random) => {
    const [at, length] = [placeIn(bytes, random), 1 + random(64)];
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
  },
  (bytes, random) => {
    const [from, length, times] = [placeIn(bytes, random), 1 + random(64), 1 + random(200)];
    const piece = bytes.subarray(from, from + length);
    const copies = Array.from({ length: times }, () => piece);
    return Buffer.concat([bytes.subarray(0, from), ...copies, bytes.subarray(from)]);
  },
];

/** A copy with one to six breaks, and never empty. */
export function broken(good: Uint8Array, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(good);
  for (let left = 1 + random(6); left > 0; left--) {
    const next = BREAKS[random(BREAKS.length)]?.(bytes, random) ?? bytes;
    if (next.length) bytes = Buffer.from(next);
  }
  return bytes;
}
