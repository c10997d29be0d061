/** The clock that kernels reach on iCE40, ECP5 and 7-series, beside the one that their schedules assumed; kept in clock.json. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { measureClock, type Placed, type PlacedFamily } from "../../src/outside/placement.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import type { CriticalPath } from "../../src/toolchain/nextpnr.ts";
import { loopsOf, type Variant } from "./kernel.ts";
import { digestOf } from "./record.ts";

export interface Run {
  readonly kernel: string;
  readonly variant: Exclude<Variant, "auto">;
  readonly family: PlacedFamily;
  readonly targetNs: number;
}

export interface Entry extends Run {
  readonly cycles: number | null; // of a call; null: data say
  readonly reachedNs: number;
  readonly placements: number; // with different seeds, of which the middle one counts
  readonly cells: number; // LUTs with their registers
  readonly verilog: string; // digest of the circuit that was placed
}

/** What place and route must reach of the clock that was assumed. */
export const leastRatio = 0.85;

export function ratioOf({ targetNs, reachedNs }: Entry): number {
  return targetNs / reachedNs;
}

const kernels: readonly (readonly [kernel: string, variant: Run["variant"]])[] = [
  ["histogram", "rolled"],
  ["vecadd", "written"],
  ["prefix_sum", "written"],
  ["smith_waterman", "rolled"],
  ["jacobi_2d", "rolled"],
  ["conv_3x3", "rolled"],
  ["fir", "rolled"],
  ["iir", "rolled"],
  ["gemm_8", "rolled"],
  ["trmm", "rolled"],
  ["spmv", "rolled"],
  ["dot_float", "rolled"],
];

const twenty: readonly (readonly [kernel: string, variant: Run["variant"]])[] = [
  ...kernels,
  ["matvec", "rolled"],
  ["matmul_float", "rolled"],
  ["calyx_gemm", "rolled"],
  ["calyx_atax", "rolled"],
  ["calyx_bicg", "rolled"],
  ["calyx_mvt", "rolled"],
  ["calyx_gesummv", "rolled"],
  ["calyx_doitgen", "rolled"],
];

export const runs: readonly Run[] = [
  ...kernels.flatMap(([kernel, variant]) =>
    [10, 15, 20].map((targetNs): Run => ({ kernel, variant, family: "ice40", targetNs })),
  ),
  ...(["histogram", "prefix_sum", "fir"] as const).flatMap((kernel) =>
    [25, 40].map((targetNs): Run => ({ kernel, variant: "rolled", family: "ice40up", targetNs })),
  ),
  ...twenty.map(([kernel, variant]): Run => ({ kernel, variant, family: "ecp5", targetNs: 20 })),
  ...twenty.map(([kernel, variant]): Run => ({ kernel, variant, family: "xc7", targetNs: 10 })),
];

const file = "bench/hardware/clock.json";

export function readEntries(): readonly Entry[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly Entry[]) : [];
}

export function writeEntries(entries: readonly Entry[]): void {
  writeFileSync(file, `${JSON.stringify(entries, null, 2)}\n`);
}

export function isSame(one: Run, other: Run): boolean {
  const { kernel, variant, family, targetNs } = one;
  return (
    kernel === other.kernel &&
    variant === other.variant &&
    family === other.family &&
    targetNs === other.targetNs
  );
}

export interface Measured {
  readonly entry: Entry;
  readonly path: CriticalPath | null; // the slowest; null: as recorded
}

/** LUTs with their registers of iCE40, LUTs of others. */
function cellsIn({ used }: Placed): number {
  return (used.ICESTORM_LC ?? used.TRELLIS_COMB ?? used.SLICE_LUTX ?? used.LUT4)?.used ?? 0;
}

/** As recorded, if the circuit is still the same. */
export async function placed(
  run: Run,
  known: Entry | undefined,
  seeds: readonly number[],
): Promise<Measured> {
  const { kernel, variant, family, targetNs } = run;
  const loops = loopsOf("bench/hardware/kernels", kernel, variant, targetNs);
  const made = synthesize(loops, { target: { family, periodNs: targetNs } });
  if (!made.ok) throw new Error(`${kernel}: ${made.diagnostics.map(({ message }) => message).join("; ")}`);
  const verilog = digestOf(made.design);
  if (known?.verilog === verilog) return { entry: known, path: null };
  const found: Placed[] = [];
  for (const seed of seeds) {
    const options = { family, clockMHz: 1000 / targetNs, seed };
    found.push(await measureClock(made.design, made.interface, options));
  }
  found.sort((one, other) => other.reachedMHz - one.reachedMHz);
  const middle = found[found.length >> 1];
  if (middle === undefined) throw new Error("no seed");
  const { least, most } = made.prediction;
  const entry: Entry = {
    ...{ kernel, variant, family, targetNs, cycles: least === most ? most : null },
    ...{ reachedNs: Number((1000 / middle.reachedMHz).toFixed(2)) },
    ...{ placements: seeds.length, cells: cellsIn(middle), verilog },
  };
  return { entry, path: middle.paths.find(({ from, to }) => from === to) ?? null };
}
