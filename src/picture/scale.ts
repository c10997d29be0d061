/** Cycles to pixels. */

export interface View {
  readonly from: number; // the first cycle that is seen; need not be whole
  readonly to: number;
}

export interface Scale extends View {
  readonly left: number; // pixels
  readonly width: number;
  readonly perCycle: number; // pixels
  readonly x: (cycle: number) => number;
  readonly cycleAt: (x: number) => number;
}

export function scaleOf({ from, to }: View, left: number, width: number): Scale {
  const perCycle = width / Math.max(1e-9, to - from);
  return {
    ...{ from, to, left, width, perCycle },
    x: (cycle) => left + (cycle - from) * perCycle,
    cycleAt: (x) => from + (x - left) / perCycle,
  };
}

/** Round cycles, some 90 pixels apart. */
export function ticksOf({ from, to, perCycle }: Scale): readonly number[] {
  const step = stepOf(90 / perCycle);
  const ticks: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) ticks.push(at);
  return ticks;
}

/** The next of 1, 2, 5, 10, 20, … */
export function stepOf(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least - 1e-9) ?? 10;
  return factor * power;
}

/** Inside of a call of so many cycles, and not closer than some cycles. */
export function within({ from, to }: View, total: number): View {
  const all = total + 1;
  const width = Math.min(all, Math.max(closest, to - from));
  const first = Math.min(Math.max(0, from), Math.max(0, all - width));
  return { from: first, to: first + width };
}

const closest = 6;

/** `factor` below 1: closer, around a cycle. */
export function zoomed({ from, to }: View, factor: number, around: number, total: number): View {
  const width = Math.min(total + 1, Math.max(closest, (to - from) * factor));
  const part = (around - from) / Math.max(1e-9, to - from);
  return within({ from: around - part * width, to: around - part * width + width }, total);
}

export function moved({ from, to }: View, by: number, total: number): View {
  return within({ from: from + by, to: to + by }, total);
}
