/** Numbers as people read them. */

/** 1,234,567 */
export function counted(value: number): string {
  if (!Number.isFinite(value)) return "∞";
  const [whole = "", part] = String(Math.round(value * 100) / 100).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return part === undefined ? grouped : `${grouped}.${part}`;
}

/** 1 cycle, 2 cycles */
export function many(value: number, what: string, plural = `${what}s`): string {
  return `${counted(value)} ${value === 1 ? what : plural}`;
}

/** 1.33 ms */
export function duration(ns: number): string {
  const units = ["ns", "µs", "ms", "s"];
  let [value, unit] = [ns, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${Number(value.toPrecision(3))} ${units[unit]}`;
}

/** 0.3 %, 12 % */
export function percent(part: number): string {
  const value = 100 * part;
  if (value > 0 && value < 0.1) return "< 0.1 %";
  if (value < 10) return `${Number(value.toFixed(1))} %`;
  return `${value > 99 && value < 100 ? Math.floor(value * 10) / 10 : Math.round(value)} %`;
}

export function cyclesText({
  least,
  most,
}: {
  readonly least: number;
  readonly most: number | null;
}): string {
  if (least === most) return many(least, "cycle");
  return most === null ? `${counted(least)} cycles or more` : `${counted(least)} to ${counted(most)} cycles`;
}
