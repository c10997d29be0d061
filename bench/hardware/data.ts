/** Data of a kernel's arguments, by their places, where any number would not do: indices, counts, letters. */
export const data: Readonly<Record<string, Readonly<Record<string, (index: number) => number>>>> = {
  batch_norm: { variance: (index) => index + 1 },
  bfs: {
    begins: (node) => 16 * node,
    edges: (edge) => scattered(edge) % 256,
    start: () => 7,
    levels: () => 127,
    counts: () => 0,
  },
  correlation: { float_n: () => 260 }, // rows
  ellpack: { columns: (entry) => scattered(entry) % 494 },
  first_match: { a: (index) => index * 3, key: () => 180 },
  histogram: { values: (index) => (index * index * 7 + index) % 256 },
  kmp: { pattern: (index) => 97 + (index % 2), text: (index) => 97 + (scattered(index) % 2) },
  matching: {
    pattern: (index) => 97 + (index % 2),
    back: (index) => [0, 0, 1, 2][index] ?? 0,
    text: (index) => 97 + (((index * index) >> 3) % 2),
  },
  md: { near: (entry) => (Math.floor(entry / 16) + 1 + (scattered(entry) % 255)) % 256 },
  nw: { a: (index) => 65 + (scattered(index) % 4), b: (index) => 65 + (scattered(index + 1000) % 4) },
  radix: { a: (index) => Math.imul(scattered(index), 65537 * 31) },
  runtime_counts: { n: () => 16 },
  search: { a: (index) => index * 3, key: () => 180 },
  smith_waterman: { a: (index) => (index * 7) % 4, b: (index) => (index * index + index) % 4 },
  spmv: {
    rows: (row) => 8 * row - (row % 2 === 1 && row < 32 ? 3 : 0),
    columns: (entry) => (entry * 13 + 5) % 32,
  },
  viterbi: { seen: (index) => scattered(index) % 64 },
};

/** Knuth's multiplicative hash: numbers below 2^16 that look as if they followed no rule. */
export function scattered(index: number): number {
  return Math.imul(index + 1, 2654435761) >>> 16;
}
