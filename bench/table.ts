/** One line a measurement: what, ours, theirs, their ratio, and whether it keeps its bound. */
export interface Measurement {
  readonly what: string;
  readonly ours: number; // milliseconds
  readonly theirs: { readonly who: string; readonly time: number } | null; // milliseconds; null for an absolute bound
  readonly bound: string;
  readonly holds: boolean;
}

export function printTable(rows: readonly Measurement[]): string {
  const cells = rows.map((row) => [
    row.holds ? "ok  " : "MISS",
    row.what,
    `${row.ours.toFixed(3)} ms`,
    row.theirs === null ? "" : `${row.theirs.who} ${row.theirs.time.toFixed(3)} ms`,
    row.theirs === null ? "" : `${(row.theirs.time / row.ours).toFixed(2)}x`,
    row.bound,
  ]);
  const all = [["", "what", "lutra", "against", "faster", "bound"], ...cells];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  return `${all
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")}\n`;
}

/** The least time of several runs, after warming up: the one least disturbed by others. */
export function leastTime(run: () => void, repeats: number): number {
  for (let i = 0; i < 3; i++) run();
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < repeats; i++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
