/**
 * Pairs of digits, how often each comes, and a queue of those worth adding once: some millions of changes for a network of a
 * few thousand weights. So a pair is a number, found by open addressing, and scores are a bucket each, with the pairs of one
 * score in a heap by their keys.
 */

export interface Candidates {
  size: number;
  slots: Int32Array; // by hash: the number of a pair, plus 1; 0: none. As many as a power of two, half of them or more empty
  keys: Float64Array; // by pair, as the next two
  counts: Int32Array;
  offered: Int32Array; // the best score with which it stands in the queue; `refused`: it is not taken any more
  readonly buckets: number[][]; // by score
  highest: number; // no bucket above has a pair
}

export const refused = 2 ** 30;

export function newCandidates(): Candidates {
  const room = 1024;
  return {
    size: 0,
    slots: new Int32Array(2 * room),
    keys: new Float64Array(room),
    counts: new Int32Array(room),
    offered: new Int32Array(room),
    buckets: [],
    highest: -1,
  };
}

/** The pair comes once more, or less. Its number. */
export function count(candidates: Candidates, key: number, by: 1 | -1): number {
  const pair = numberOf(candidates, key);
  candidates.counts[pair] = (candidates.counts[pair] ?? 0) + by;
  return pair;
}

function numberOf(candidates: Candidates, key: number): number {
  const { slots, keys } = candidates;
  const mask = slots.length - 1;
  let slot = hashOf(key) & mask;
  for (let entry = slots[slot] ?? 0; entry !== 0; entry = slots[slot] ?? 0) {
    if (keys[entry - 1] === key) return entry - 1;
    slot = (slot + 1) & mask;
  }
  if (candidates.size === keys.length) {
    grow(candidates);
    return numberOf(candidates, key);
  }
  keys[candidates.size] = key;
  slots[slot] = ++candidates.size;
  return candidates.size - 1;
}

/** Of 53 bits; the multipliers are those of MurmurHash3. */
function hashOf(key: number): number {
  const mixed = Math.imul(key >>> 0, 0xcc9e2d51) ^ Math.imul((key / 2 ** 32) >>> 0, 0x1b873593);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 7;
}

function grow(candidates: Candidates): void {
  const { size } = candidates;
  const longer = <T extends Int32Array | Float64Array>(list: T, empty: T): T => {
    empty.set(list);
    return empty;
  };
  candidates.keys = longer(candidates.keys, new Float64Array(2 * size));
  candidates.counts = longer(candidates.counts, new Int32Array(2 * size));
  candidates.offered = longer(candidates.offered, new Int32Array(2 * size));
  const slots = new Int32Array(4 * size);
  const mask = slots.length - 1;
  for (let pair = 0; pair < size; pair++) {
    let slot = hashOf(candidates.keys[pair] ?? 0) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = pair + 1;
  }
  candidates.slots = slots;
}

export function insert(candidates: Candidates, pair: number, score: number): void {
  const { keys, buckets } = candidates;
  while (buckets.length <= score) buckets.push([]);
  const heap = buckets[score] ?? [];
  const key = keys[pair] ?? 0;
  candidates.highest = Math.max(candidates.highest, score);
  let at = heap.length;
  heap.push(pair);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const other = heap[above] ?? 0;
    if (key >= (keys[other] ?? 0)) break;
    heap[at] = other;
    at = above;
  }
  heap[at] = pair;
}

/** Of the pairs with the highest score, which is `highest` then, the one with the smallest key; -1: there is none. */
export function takeTop(candidates: Candidates): number {
  const { buckets } = candidates;
  while (candidates.highest >= 0 && (buckets[candidates.highest]?.length ?? 0) === 0) candidates.highest--;
  const heap = buckets[candidates.highest];
  return heap === undefined ? -1 : takeLeast(heap, candidates.keys);
}

function takeLeast(heap: number[], keys: Float64Array): number {
  const top = heap[0] ?? -1;
  const moved = heap.pop() ?? -1;
  const size = heap.length;
  if (size === 0) return top;
  const key = keys[moved] ?? 0;
  let at = 0;
  for (let below = 1; below < size; below = 2 * at + 1) {
    const left = keys[heap[below] ?? 0] ?? 0;
    const right = below + 1 < size ? (keys[heap[below + 1] ?? 0] ?? 0) : left;
    if (right < left) below++;
    if (Math.min(left, right) >= key) break;
    heap[at] = heap[below] ?? 0;
    at = below;
  }
  heap[at] = moved;
  return top;
}
