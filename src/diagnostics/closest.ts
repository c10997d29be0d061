/** The name a user most likely meant: fewest edits, and few enough to be a slip. Names of one letter resemble nothing. */
export function closest(name: string, ...candidates: readonly Iterable<string>[]): string | null {
  let best: string | null = null;
  let least = name.length === 1 ? 1 : Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const some of candidates)
    for (const candidate of some) {
      if (Math.abs(candidate.length - name.length) >= least) continue;
      const distance = edits(name.toLowerCase(), candidate.toLowerCase(), least);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
  return best;
}

/** Levenshtein's distance, with two letters that changed places as one edit; given up at `limit`. */
function edits(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : substitute;
      next.push(Math.min(substitute, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? limit;
}
