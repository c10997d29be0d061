/** Slots of an interval, a bit each, 32 a word. */

export function wordsFor(ii: number): number {
  return (ii + 31) >> 5;
}

/** Of one word: `count` slots from `from` on, around the interval. */
export function slotsFrom(from: number, count: number, ii: number, word: number): number {
  const end = from + count;
  return between(from, Math.min(end, ii), word) | between(0, end - ii, word);
}

/** Of one word: the slots of `from`, … up to `to`, without it. */
function between(from: number, to: number, word: number): number {
  const low = Math.max(0, from - 32 * word);
  const high = Math.min(32, to - 32 * word);
  if (high <= low) return 0;
  return (high === 32 ? -1 : (1 << high) - 1) & (-1 << low);
}

/** How many there are in a word (Hacker's Delight, figure 5-2). */
export function countSlots(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
