/**
 * Random numbers that are the same on every machine, for ever.
 *
 *     const random = randomFrom(1, "image"); // a stream of its own for every seed and name
 *     random(); // 0 to 2^32 - 1
 */
/** 32 random bits. */
export type Random = () => number;

/** sfc32 (Chris Doty-Humphrey, PractRand): 128 bits of state, 32-bit adds and shifts only. */
export function randomFrom(seed: number, name: string): Random {
  let a = seed >>> 0;
  let b = Math.floor(seed / 2 ** 32) >>> 0;
  let c = hash(name);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) next(); // mixes the seed into all of the state
  return next;
}

/** A number in [0, 1). */
export function uniform(random: Random): number {
  return random() * 2 ** -32;
}

/** One of 0 to `count` - 1. */
export function below(count: number, random: Random): number {
  return Math.floor(uniform(random) * count);
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}
