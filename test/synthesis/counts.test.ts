/**
 * Cycles, states, registers, operators and memories of the benchmark kernels are exact: none may change unnoticed. Each
 * circuit is run, takes the cycles that were predicted, and leaves what the reference leaves.
 *
 *     UPDATE=1 npx vitest run test/synthesis/counts.test.ts     keeps what is counted now
 *     ALL=1 npx vitest run test/synthesis/counts.test.ts        also the schedules that take long to find
 *     AREA=1 npx vitest run test/synthesis/counts.test.ts       compares areas too, by Yosys: minutes
 */
import { expect, test } from "vitest";
import { anchors, byHand } from "../../bench/hardware/anchors.ts";
import { circuitOf, countsOf, loopsOf, runOf, type Variant, variants } from "../../bench/hardware/kernel.ts";
import { areaOf, type Entry, readRecord, writeRecord } from "../../bench/hardware/record.ts";
import { ofToday } from "../corpus/day.ts";

const folder = "bench/hardware/kernels";
const keeps = process.env.UPDATE !== undefined;
const measures = process.env.AREA !== undefined;

const everything = keeps || measures || process.env.ALL !== undefined;

/** Their own schedules take seconds to find: on demand. */
const slow = [
  "gemm_8",
  "jacobi_2d",
  "jacobi_2d_ftz",
  "matmul_float",
  "matmul_float_ftz",
  "smith_waterman",
  "calyx_gemm",
  "calyx_2mm",
  "calyx_3mm",
  "calyx_atax",
  "calyx_doitgen",
];

function isOwn(variant: Variant): boolean {
  return variant === "auto" || variant === "balance";
}

const cases = [...anchors, ...byHand].flatMap(({ kernel, periodNs }) =>
  variants
    .filter((variant) => everything || !isOwn(variant) || !slow.includes(kernel))
    .map((variant) => ({ kernel, variant, periodNs })),
);

test.each(cases)("$kernel, $variant", { timeout: measures ? 600_000 : 30_000 }, async (one) => {
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

/** Two of those that are found soon. */
test.each(measures || keeps ? [] : ofToday(cases, 2))(
  "$kernel, $variant: the area is that of today's circuit",
  { timeout: 120_000 },
  async ({ kernel, variant, periodNs }) => {
    const made = circuitOf(loopsOf(folder, kernel, variant, periodNs), periodNs);
    const known = readRecord(folder, kernel)[variant]?.area;
    const hint = `UPDATE=1 npm run bench:kernels -- ${kernel} ${variant} measures it again`;
    expect(await areaOf(made.design, undefined), hint).toEqual(known);
  },
);

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
  const update = "UPDATE=1 npx vitest run test/synthesis/counts.test.ts keeps what is counted now";
  if (known === undefined) return `nothing is recorded yet; ${update}`;
  const before = figures(known);
  const changes = Object.entries(figures(now)).filter(([name, value]) => value !== before[name]);
  const isWorse = changes.some(([name, value]) => Number(value) > Number(before[name]));
  const list = changes.map(([name, value]) => `${name} ${before[name]} -> ${value}`).join(", ");
  return `${list}: ${isWorse ? "worse, or a trade; if it is meant, " : "better; "}${update}`;
}

test.each(byHand)("$kernel takes about what a good design by hand takes", ({ kernel, others }) => {
  const [hand] = others;
  const written = readRecord(folder, kernel).written;
  expect(written?.cycles).toBeLessThanOrEqual(1.25 * (hand?.cycles ?? 0));
  if (hand?.lut !== undefined) expect(written?.area?.lut).toBeLessThanOrEqual(1.5 * hand.lut);
  if (hand?.dsp !== undefined) expect(written?.area?.dsp).toBeLessThanOrEqual(hand.dsp);
});
