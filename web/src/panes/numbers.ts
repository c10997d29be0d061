/** Numbers as people read them. */

interface Range {
  readonly least: number;
  readonly most: number;
}

export function inThousands(count: number): string {
  return count.toLocaleString("en", { maximumFractionDigits: 1 });
}

export function oneOf(count: number, what: string): string {
  return `${inThousands(count)} ${what}${count === 1 ? "" : "s"}`;
}

/** `1,204`, `10 to 20`, `10 or more`. */
export function rangeText({ least, most }: Range): string {
  if (least === most) return inThousands(least);
  return Number.isFinite(most)
    ? `${inThousands(least)} to ${inThousands(most)}`
    : `${inThousands(least)} or more`;
}

export function cyclesText(cycles: Range): string {
  return `${rangeText(cycles)} ${cycles.least === 1 && cycles.most === 1 ? "cycle" : "cycles"}`;
}

/** Of so many cycles, the most of them where that is known. */
export function timeText({ least, most }: Range, periodNs: number): string {
  const bounded = Number.isFinite(most);
  return `${bounded ? "" : "at least "}${duration((bounded ? most : least) * periodNs)}`;
}

export function duration(ns: number): string {
  const units = [
    ["ns", 1],
    ["µs", 1e3],
    ["ms", 1e6],
    ["s", 1e9],
  ] as const;
  const [unit, size] = units.findLast(([, least]) => ns >= least) ?? units[0];
  return `${Number((ns / size).toPrecision(3))} ${unit}`;
}
