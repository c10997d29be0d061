/** The circuit in `lutra report`: cycles and where they go, intervals and what bounds them, units, memories, area. */

import type { FamilyName } from "../device/family.ts";
import type { Diagnostic, SourceFile } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import { lineAt, lineTable } from "../diagnostics/positions.ts";
import type { Compiled } from "../driver/compile.ts";
import { type DeviceOptions, duration, targetOf } from "../driver/device.ts";
import type { CircuitAnswer, CircuitReport } from "../driver/report.ts";
import { type MeasuredArea, measureArea } from "../outside/area.ts";
import {
  type ClockOptions,
  measureClock,
  type PlacedFamily,
  placedPart,
  placer,
  requirePlacer,
} from "../outside/placement.ts";
import type { Cycles } from "../synthesis/circuit/index.ts";
import type { Synthesized } from "../synthesis/index.ts";
import type { LoopReport } from "../synthesis/report/index.ts";
import type { FpgaFamily } from "../toolchain/yosys.ts";
import { networkTables } from "./network_report.ts";
import { type Cell, table } from "./table.ts";
import type { Colors } from "./terminal.ts";

export interface CircuitOptions extends DeviceOptions {
  readonly area?: boolean;
  readonly place?: boolean;
}

/** What tools say of the circuit, where somebody asks. */
export interface Measures {
  readonly area: MeasuredArea | null; // null: nobody asked
  readonly placed?: PlacedClock;
}

export interface PlacedClock {
  readonly reachedMHz: number;
  readonly tool: string;
  readonly part: string; // a family's own, where its parts are not told apart
}

/** `--area` and `--place`. */
export async function measuresOf(
  compiled: Compiled,
  answer: CircuitAnswer,
  options: CircuitOptions,
): Promise<Measures> {
  const { part, clockMHz } = targetOf(compiled, options);
  const placedOn = options.place === true ? placedFamily(part.family) : null;
  if (!answer.ok) return { area: null };
  const { made } = answer;
  const family: FpgaFamily = part.family === "ice40up" ? "ice40" : part.family;
  const area = options.area === true ? await measureArea(made.design, family) : null;
  return {
    area,
    ...(placedOn === null
      ? {}
      : { placed: await placedClock(made, { family: placedOn, part: part.name, clockMHz }) }),
  };
}

export function placedFamily(family: FamilyName): PlacedFamily {
  if (family !== "xcup") {
    requirePlacer(family);
    return family;
  }
  throw new Failure(`--place: there is no place and route for the family ${family}`, {
    help: "it is for --part ice40, ice40up, ecp5, gw1n and xc7",
  });
}

async function placedClock(
  { design, interface: ports }: Synthesized,
  options: ClockOptions,
): Promise<PlacedClock> {
  const { reachedMHz } = await measureClock(design, ports, options);
  return {
    ...{ reachedMHz: Number(reachedMHz.toFixed(2)), tool: placer(options.family) },
    part: placedPart(options),
  };
}

export function circuitTables(
  answer: CircuitAnswer,
  { area, placed }: Measures,
  source: SourceFile,
  colors: Colors,
): string {
  if (!answer.ok) return messages("circuit", "none: ", answer.diagnostics, source, colors);
  const { report, unheard, room } = answer;
  return [
    summary(report, colors),
    report.network === null ? "" : networkTables(report.network, colors),
    messages("pragmas", "", unheard, source, colors),
    messages("room", "", room, source, colors),
    loopTable(report, colors),
    adviceTable(report, colors),
    linesTable(report, source.text.split(/\r\n|\r|\n/), colors),
    operatorTable(report, colors),
    memoryTable(report, colors),
    area === null ? "" : areaTable(area, colors),
    placed === undefined ? "" : placedTable(placed, report.clockMHz, colors),
  ]
    .filter((text) => text !== "")
    .join("\n");
}

/** What is wrong, its line, and a way out. */
function messages(
  title: string,
  before: string,
  diagnostics: readonly Diagnostic[],
  source: SourceFile,
  colors: Colors,
): string {
  const rows = diagnostics.flatMap(({ message, help, span }, index): readonly (readonly Cell[])[] => [
    [
      { text: index === 0 ? title : "", paint: colors.dim },
      {
        text: `${before}${message}${span.to > 0 ? `, line ${lineAt(lineTable(source), span.from)}` : ""}`,
        paint: colors.yellow,
      },
    ],
    ...(help === undefined ? [] : [[{ text: "" }, { text: `help: ${help}`, paint: colors.dim }]]),
  ]);
  return table(rows);
}

function summary(
  { part, clockMHz, cycles, registers, states, network }: CircuitReport,
  colors: Colors,
): string {
  const time = cycles.most === Infinity ? "" : `, ${duration((1000 * cycles.most) / clockMHz)}`;
  const rounded = Math.round(clockMHz * 100) / 100;
  return table([
    [{ text: "circuit", paint: colors.dim }, `${part} at ${rounded} MHz`],
    ["", { text: `${spanOf(cycles)} cycles a call${time}`, paint: colors.bold }],
    ...(network === null || network.interval === null
      ? []
      : [
          [
            "",
            `a call every ${Math.round(network.interval * 100) / 100} cycles, where they follow each other`,
          ],
        ]),
    ["", `${states} states, ${registers.count} registers of ${registers.bits} bits in all`],
  ]);
}

/** `1026`, `3 to 40`, `at least 12`. */
function spanOf({ least, most }: Cycles): string {
  if (least === most) return plain(least);
  return most === Infinity ? `at least ${plain(least)}` : `${plain(least)} to ${plain(most)}`;
}

function plain(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function loopTable({ loops, cycles }: CircuitReport, colors: Colors): string {
  const head: readonly Cell[] = ["", "loop", "iterations", "II", "depth", "cycles", "", ""].map((text) => ({
    text,
    paint: colors.dim,
  }));
  const rows = loops.map((loop, index): readonly Cell[] => [
    { text: index === 0 ? "time" : "", paint: colors.dim },
    { text: loop.loops.join(" ") },
    { text: spanOf(loop.iterations), align: "right" },
    { text: loop.interval === null ? "" : String(loop.interval), align: "right", paint: colors.cyan },
    { text: loop.length === null ? "" : String(loop.length), align: "right" },
    { text: spanOf(loop.cycles), align: "right" },
    { text: percent(loop.cycles, cycles), align: "right", paint: colors.dim },
    {
      text: loop.reason ?? wordsOf(loop),
      paint: colors.dim,
    },
  ]);
  return rows.length === 0 ? "" : table([head, ...rows]);
}

/** Where no operation is to blame. */
function wordsOf({ bound, pipelined, interval }: LoopReport): string {
  if (!pipelined && interval !== null)
    return "not pipelined: an iteration starts when the one before has ended";
  if (bound.kind === "latency") return "latency: filling and draining is more than a third of it";
  return bound.kind === "control" ? "control: what stands beside inner loops is more than a third of it" : "";
}

/** One line for each loop that a step would help. */
function adviceTable({ advice }: CircuitReport, colors: Colors): string {
  return table(
    advice.map(({ loop, step, cycles, changesRounding }, index): readonly Cell[] => [
      { text: index === 0 ? "would help" : "", paint: colors.dim },
      { text: loop },
      { text: step, paint: colors.cyan },
      { text: `${plain(cycles)} cycles a call`, align: "right" },
      { text: changesRounding ? "rounds floats otherwise" : "", paint: colors.dim },
    ]),
  );
}

function percent(part: Cycles, whole: Cycles): string {
  if (part.most === Infinity || whole.most === Infinity || whole.most === 0) return "";
  return `${Math.round((100 * part.most) / whole.most)} %`;
}

const mostRows = 12;

function linesTable({ lines, cycles }: CircuitReport, source: readonly string[], colors: Colors): string {
  return table(
    lines.slice(0, mostRows).map(({ line, cycles: own }, index): readonly Cell[] => [
      { text: index === 0 ? "lines" : "", paint: colors.dim },
      { text: String(line), align: "right" },
      { text: spanOf(own), align: "right" },
      { text: percent(own, cycles), align: "right", paint: colors.dim },
      { text: (source[line - 1] ?? "").trim(), paint: colors.dim },
    ]),
  );
}

function operatorTable({ operators }: CircuitReport, colors: Colors): string {
  return table(
    operators
      .slice(0, mostRows)
      .map(({ operation, count, units, latency, luts, dsps }, index): readonly Cell[] => [
        { text: index === 0 ? "operators" : "", paint: colors.dim },
        { text: `${count} x`, align: "right" },
        { text: operation },
        { text: latency === 0 ? "" : `${latency} cycles`, align: "right" },
        { text: units < count ? `${units} shared` : "", align: "right" },
        { text: `${luts} LUTs${dsps > 0 ? `, ${dsps} DSPs` : ""} each`, paint: colors.dim },
      ]),
  );
}

const homes = { port: "outside", block: "block RAM", lut: "LUT RAM", registers: "registers" } as const;

function memoryTable({ memories }: CircuitReport, colors: Colors): string {
  return table(
    memories.map(({ name, where, banks, depth, sides, width }, index): readonly Cell[] => [
      { text: index === 0 ? "memories" : "", paint: colors.dim },
      { text: name },
      { text: homes[where] },
      {
        text: `${sides > 1 ? "twice " : ""}${banks > 1 ? `${banks} banks of ` : ""}${depth} x ${width} bits`,
        paint: colors.dim,
      },
    ]),
  );
}

function placedTable({ reachedMHz, tool, part }: PlacedClock, clockMHz: number, colors: Colors): string {
  const text = `${reachedMHz.toFixed(1)} MHz of ${Number(clockMHz.toPrecision(4))} MHz asked for`;
  return table([
    [{ text: "reached", paint: colors.dim }, { text }, { text: `by ${tool}, on ${part}`, paint: colors.dim }],
  ]);
}

function areaTable({ area, tool }: MeasuredArea, colors: Colors): string {
  const parts = [
    [area.lut, "LUTs"],
    [area.ff, "flip-flops"],
    [area.dsp, "DSPs"],
    [area.bram, "block RAMs"],
  ] as const;
  const text = parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
  return table([[{ text: "area", paint: colors.dim }, { text }, { text: `by ${tool}`, paint: colors.dim }]]);
}
