/** Circuits of kernels beside the figures of others: measured, compared with the reference, kept, printed. */
import type { Anchor, Figure } from "./anchors.ts";
import { circuitOf, countsOf, loopsOf, memoryPorts, runOf, type Variant } from "./kernel.ts";
import { areaOf, digestOf, type Entry, type Known, readRecord, writeRecord } from "./record.ts";

export interface Table {
  readonly folder: string;
  readonly anchors: readonly Anchor[];
  readonly variants: readonly Variant[];
  readonly asked: readonly string[]; // of kernels and variants; none: all
  readonly remark: string;
  readonly areas: boolean; // measures those of circuits that are new or other ones: minutes
}

/** Prints the table. 1 where a circuit is not what was predicted, or not what the reference is; else 0. */
export async function beside({ folder, anchors, variants, asked, remark, areas }: Table): Promise<0 | 1> {
  const isVariant = (word: string): boolean => variants.some((variant) => variant === word);
  const kernels = asked.filter((word) => !isVariant(word));
  const chosenVariants = variants.filter((variant) => !asked.some(isVariant) || asked.includes(variant));
  const chosen = anchors.filter(({ kernel }) => kernels.length === 0 || kernels.includes(kernel));
  const rows: Row[] = [];
  let status: 0 | 1 = 0;
  for (const anchor of chosen) {
    const { kernel, others } = anchor;
    let known: Known = readRecord(folder, kernel);
    for (const variant of chosenVariants) {
      const { entry, ports, wrong } = await measured(folder, anchor, variant, known[variant], areas);
      if (wrong !== null) status = 1;
      process.stderr.write(`${kernel}, ${variant}: ${wrong ?? `${entry.cycles} cycles`}\n`);
      known = { ...known, [variant]: entry };
      const { cycles, area } = entry;
      rows.push({ kernel, who: variant, figure: { cycles, ...area }, against: others[0] ?? null, ports });
    }
    if (process.env.UPDATE !== undefined) writeRecord(folder, kernel, known);
    for (const figure of others) rows.push({ kernel, who: figure.who, figure, against: null, ports: null });
  }
  process.stdout.write(`${printed(rows)}\n${remark}${remarks(chosen)}`);
  return status;
}

interface Row {
  readonly kernel: string;
  readonly who: string;
  readonly figure: Partial<Omit<Figure, "who">>;
  readonly against: Figure | null; // ours alone
  readonly ports: number | null; // the same
}

interface Measured {
  readonly entry: Entry;
  readonly ports: number;
  readonly wrong: string | null;
}

async function measured(
  folder: string,
  { kernel, periodNs }: Anchor,
  variant: Variant,
  known: Entry | undefined,
  areas: boolean,
): Promise<Measured> {
  const rolled = loopsOf(folder, kernel, "rolled", periodNs);
  const made = circuitOf(loopsOf(folder, kernel, variant, periodNs), periodNs);
  const { cycles, same } = await runOf(made, rolled);
  const isPredicted = made.prediction.least <= cycles && cycles <= made.prediction.most;
  const wrong = same ? (isPredicted ? null : "not as predicted") : "not what the reference leaves";
  const isKnown = known?.area?.verilog === digestOf(made.design);
  const area = areas || isKnown ? { area: await areaOf(made.design, known?.area) } : {};
  const entry: Entry = { ...countsOf(made), cycles, ...area };
  return { entry, ports: memoryPorts(made), wrong };
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
function remarks(chosen: readonly Anchor[]): string {
  const all = new Set(chosen.flatMap(({ remark }) => remark ?? []));
  const about = (one: string): string =>
    chosen.flatMap(({ kernel, remark }) => (remark === one ? kernel : [])).join(", ");
  return [...all].map((one) => `\n${about(one)}: ${one}\n`).join("");
}

function text(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : String(value);
}

/** Than the first of the others. */
function ratio(theirs: number | null | undefined, ours: number | null | undefined): string {
  return typeof theirs === "number" && typeof ours === "number" ? `${(theirs / ours).toFixed(2)}x` : "";
}
