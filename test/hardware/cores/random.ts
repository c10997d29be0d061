/** Operands for tests: random ones from a seed, and those where things happen. */

/** Numbers between 0 and 1, the same for the same words (mulberry32 on a hash of them). */
export function seeded(words: string): () => number {
  let state = 0;
  for (const letter of words) state = (Math.imul(state, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Of all lengths: often with long runs of equal bits, where carries run far. */
export function randomBits(random: () => number, width: number): bigint {
  let bits = 0n;
  const run = random() < 0.4;
  for (let at = 0; at < width; ) {
    const length = run ? 1 + Math.floor(random() * width) : 16;
    const piece = run
      ? random() < 0.5
        ? (1n << BigInt(length)) - 1n
        : 0n
      : BigInt(Math.floor(random() * 65536));
    bits |= piece << BigInt(at);
    at += length;
  }
  const kept = random() < 0.2 ? Math.floor(random() * width) : width;
  return BigInt.asUintN(kept, bits);
}

/** 0, 1, all ones, the largest and the smallest signed number, and neighbours. */
export function corners(width: number): readonly bigint[] {
  const half = 1n << BigInt(width - 1);
  const all = [0n, 1n, 2n, -1n, -2n, half, half - 1n, half + 1n, 3n];
  return [...new Set(all.map((bits) => BigInt.asUintN(width, bits)))];
}
