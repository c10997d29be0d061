/**
 * The kernels of `kernels/` beside what other compilers make of them: cycles of a call, LUTs, flip-flops, DSPs.
 *
 *     npm run bench:kernels                       all of them
 *     npm run bench:kernels -- fir iir written    some, under one of their schedules (rolled, written, balance, auto)
 *     UPDATE=1 npm run bench:kernels              keeps the figures in kernels/NAME.json
 *
 * Every circuit is run on seeded data: it must take the cycles that were predicted, and leave what the reference leaves.
 * Areas are those of Yosys `synth_xilinx -family xcup`; those of circuits that have not changed are taken from the file.
 */
import { anchors, byHand, type Figure } from "./anchors.ts";
import {
  circuitOf,
  countsOf,
  loopsOf,
  memoryPorts,
  portsRemark,
  runOf,
  type Variant,
  variants,
} from "./kernel.ts";
import { areaOf, type Entry, type Known, readRecord, writeRecord } from "./record.ts";

const folder = "bench/hardware/kernels";
const asked = process.argv.slice(2);
const chosen = variants.filter((variant) => asked.includes(variant));
const names = asked.filter((word) => !variants.some((variant) => variant === word));
const chosenAnchors = [...anchors, ...byHand].filter(
  ({ kernel }) => names.length === 0 || names.includes(kernel),
);
const rows: Row[] = [];
let wrong = 0;

interface Row {
  readonly kernel: string;
  readonly who: string;
  readonly figure: Partial<Omit<Figure, "who">>;
  readonly against: Figure | null; // ours alone
  readonly ports: number | null; // the same
}

for (const { kernel, periodNs, others } of chosenAnchors) {
  let known: Known = readRecord(folder, kernel);
  for (const variant of chosen.length > 0 ? chosen : variants) {
    const { entry, ports } = await measured(kernel, variant, periodNs, known[variant]);
    known = { ...known, [variant]: entry };
    const { cycles, area } = entry;
    rows.push({ kernel, who: variant, figure: { cycles, ...area }, against: others[0] ?? null, ports });
  }
  if (process.env.UPDATE !== undefined) writeRecord(folder, kernel, known);
  for (const figure of others) rows.push({ kernel, who: figure.who, figure, against: null, ports: null });
}
process.stdout.write(`${printed(rows)}\n${portsRemark}${remarks()}`);
process.exitCode = wrong === 0 ? 0 : 1;

async function measured(
  kernel: string,
  variant: Variant,
  periodNs: number,
  known: Entry | undefined,
): Promise<{ readonly entry: Entry; readonly ports: number }> {
  const rolled = loopsOf(folder, kernel, "rolled", periodNs);
  const made = circuitOf(loopsOf(folder, kernel, variant, periodNs), periodNs);
  const { cycles, same } = await runOf(made, rolled);
  const counts = countsOf(made);
  const isPredicted = made.prediction.least <= cycles && cycles <= made.prediction.most;
  if (!same || !isPredicted) {
    wrong++;
    process.stderr.write(
      `${kernel}, ${variant}: ${same ? "not as predicted" : "not what the reference leaves"}\n`,
    );
  }
  process.stderr.write(`${kernel}, ${variant}: ${cycles} cycles\n`);
  const entry = { ...counts, cycles, area: await areaOf(made.design, known?.area) };
  return { entry, ports: memoryPorts(made) };
}

function printed(all: readonly Row[]): string {
  const cells = all.map(({ kernel, who, figure, against, ports }, at) => [
    all[at - 1]?.kernel === kernel ? "" : kernel,
    who,
    text(figure.cycles),
    text(figure.lut),
    text(figure.ff),
    text(figure.dsp),
    text(ports),
    ratio(against?.cycles, figure.cycles),
    ratio(against?.lut, figure.lut),
  ]);
  const table = [["kernel", "", "cycles", "LUT", "FF", "DSP", "ports", "faster", "smaller"], ...cells];
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((row) => (row[at] ?? "").length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ");
  return `${table.map((row) => line(row).trimEnd()).join("\n")}\n`;
}

/** Each once, after the kernels that it is about. */
function remarks(): string {
  const all = new Set(chosenAnchors.flatMap(({ remark }) => remark ?? []));
  const about = (one: string): string =>
    chosenAnchors.flatMap(({ kernel, remark }) => (remark === one ? kernel : [])).join(", ");
  return [...all].map((one) => `\n${about(one)}: ${one}\n`).join("");
}

function text(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : String(value);
}

/** Than the first of the others. */
function ratio(theirs: number | null | undefined, ours: number | null | undefined): string {
  return typeof theirs === "number" && typeof ours === "number" ? `${(theirs / ours).toFixed(2)}x` : "";
}
