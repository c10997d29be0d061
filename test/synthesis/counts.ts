/**
 * Cycles, states, registers, operators and memories of the benchmark kernels are exact: none may change unnoticed. Each
 * circuit is run, takes the cycles that were predicted, and leaves what the reference leaves.
 *
 *     UPDATE=1 npx vitest run test/synthesis/counts     keeps what is counted now
 *     AREA=1 npx vitest run test/synthesis/counts       compares areas too, by Yosys: minutes
 */
import { expect, test } from "vitest";
import { anchors, byHand } from "../../bench/hardware/anchors.ts";
import { circuitOf, countsOf, loopsOf, runOf, type Variant, variants } from "../../bench/hardware/kernel.ts";
import { areaOf, type Entry, readRecord, writeRecord } from "../../bench/hardware/record.ts";
import { ofOtherDays, ofToday } from "../corpus/day.ts";

export const folder = "bench/hardware/kernels";
const keeps = process.env.UPDATE !== undefined;
const measures = process.env.AREA !== undefined;

export interface Case {
  readonly kernel: string;
  readonly variant: Variant;
  readonly periodNs: number;
}

/** Their own schedules take seconds to find, or their areas minutes to map. */
const slow: readonly string[] = [
  "gemm_8",
  "jacobi_2d",
  "jacobi_2d_ftz",
  "matmul_30",
  "matmul_32",
  "matmul_float",
  "matmul_float_ftz",
  "smith_waterman",
  "calyx_gemm",
  "calyx_2mm",
  "calyx_3mm",
  "calyx_atax",
  "calyx_doitgen",
];

function isOwn({ variant }: Case): boolean {
  return variant === "auto" || variant === "balance";
}

const cases: readonly Case[] = [...anchors, ...byHand].flatMap(({ kernel, periodNs }) =>
  variants.map((variant) => ({ kernel, variant, periodNs })),
);

const soon = cases.filter((one) => !isOwn(one) || !slow.includes(one.kernel));
const ownSoon = soon.filter(isOwn);
const third = Math.ceil(ownSoon.length / 3);

/** Those with a schedule that is written, and a third of Lutra's own that are found soon: other ones every day. */
export const quick: readonly Case[] = [...soon.filter((one) => !isOwn(one)), ...ofToday(ownSoon, third)];
export const others: readonly Case[] = [
  ...ofOtherDays(ownSoon, third),
  ...cases.filter((one) => !soon.includes(one)),
];

/** A test a case: counts, and the bits and cycles of a run. */
export function countsAreExact(those: readonly Case[]): void {
  test.each(those)("$kernel, $variant", { timeout: measures ? 600_000 : 60_000 }, async (one) => {
    const { kernel, variant, periodNs } = one;
    const known = readRecord(folder, kernel)[variant];
    const rolled = loopsOf(folder, kernel, "rolled", periodNs);
    const made = circuitOf(loopsOf(folder, kernel, variant, periodNs), periodNs);
    const { cycles, same } = await runOf(made, rolled);
    expect(same).toBe(true);
    expect(cycles).toBeGreaterThanOrEqual(made.prediction.least);
    expect(cycles).toBeLessThanOrEqual(made.prediction.most);
    const area = measures ? await areaOf(made.design, undefined) : known?.area;
    const now: Entry = { ...countsOf(made), cycles, ...(area === undefined ? {} : { area }) };
    if (keeps) keep(kernel, variant, now);
    else expect(figures(now), hint(known, now)).toEqual(known === undefined ? null : figures(known));
  });
}

/** A test a case: the area that is kept is that of today's circuit. */
export function areasAreTodays(those: readonly Case[]): void {
  if (measures || keeps) return;
  test.each(those)(
    "$kernel, $variant: the area is that of today's circuit",
    { timeout: 600_000 },
    async ({ kernel, variant, periodNs }) => {
      const made = circuitOf(loopsOf(folder, kernel, variant, periodNs), periodNs);
      const known = readRecord(folder, kernel)[variant]?.area;
      const hint = `UPDATE=1 npm run bench:kernels -- ${kernel} ${variant} measures it again`;
      expect(await areaOf(made.design, undefined), hint).toEqual(known);
    },
  );
}

/** So many of today; `small` ones are mapped in seconds. */
export function areasOfToday(which: "small" | "large", count: number): readonly Case[] {
  return ofToday(
    cases.filter((one) => slow.includes(one.kernel) === (which === "large")),
    count,
  );
}

function keep(kernel: string, variant: Variant, entry: Entry): void {
  writeRecord(folder, kernel, { ...readRecord(folder, kernel), [variant]: entry });
}

function figures({ area, ...counts }: Entry): Readonly<Record<string, number | null>> {
  if (area === undefined) return { ...counts };
  const { verilog, ...sizes } = area;
  return { ...counts, ...sizes };
}

/** What to do about it. */
function hint(known: Entry | undefined, now: Entry): string {
  const update = "UPDATE=1 npx vitest run test/synthesis/counts keeps what is counted now";
  if (known === undefined) return `nothing is recorded yet; ${update}`;
  const before = figures(known);
  const changes = Object.entries(figures(now)).filter(([name, value]) => value !== before[name]);
  const isWorse = changes.some(([name, value]) => Number(value) > Number(before[name]));
  const list = changes.map(([name, value]) => `${name} ${before[name]} -> ${value}`).join(", ");
  return `${list}: ${isWorse ? "worse, or a trade; if it is meant, " : "better; "}${update}`;
}
