/** What was measured of a family, before anything is fitted to it: one JSON file for all. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { FamilyName } from "../../../src/device/family.ts";
import type { Builder } from "../../../src/hardware/netlist/build.ts";
import { memory, read, write } from "../../../src/hardware/netlist/build.ts";
import { add, and, not, or, slice } from "../../../src/hardware/netlist/expressions.ts";
import type { Expr } from "../../../src/hardware/netlist/nodes.ts";
import type { FpgaFamily } from "../../../src/toolchain/yosys.ts";
import { type Counted, counted, yosysVersion } from "./cells.ts";
import { type Device, median, type Path, type Pins, pathsOf } from "./place.ts";
import { adders, cellsOf, type Kind, nameOf, type Sample, samples } from "./samples.ts";

export interface Raw {
  readonly tools: readonly string[];
  readonly rows: readonly Row[];
  readonly steps: Steps | null; // null: not placed
}

export interface Row {
  readonly kind: Kind;
  readonly size: number;
  readonly luts: number; // with no DSP
  readonly dsps: number; // where there are some to be had
  readonly cellNs: number | null; // cells on the slowest path, by Yosys
  readonly wires: number | null; // between them
  readonly routedNs: number | null; // from register to register, by place and route
}

/** Pieces of paths, in nanoseconds. */
export interface Steps {
  readonly clockToOut: number; // of a register
  readonly setup: number; // of a register, through the LUT before it
  readonly lut: number;
  readonly wire: number; // the mean
  readonly ramClockToOut: number;
  readonly ramSetup: number;
  readonly fromRam: number; // wiring
  readonly toRam: number;
}

const file = "bench/hardware/delays/measured.json";

export type AllRaw = Partial<Readonly<Record<FamilyName, Raw>>>;

export function readRaw(): AllRaw {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as AllRaw) : {};
}

export function writeRaw(raw: AllRaw): void {
  const families = Object.entries(raw).map(([name, { tools, steps, rows }]) => {
    const lines = rows.map((row) => `      ${JSON.stringify(row)}`).join(",\n");
    const head = `"tools": ${JSON.stringify(tools)},\n    "steps": ${JSON.stringify(steps)}`;
    return `  "${name}": {\n    ${head},\n    "rows": [\n${lines}\n    ]\n  }`;
  });
  writeFileSync(file, `{\n${families.join(",\n")}\n}\n`);
}

interface Way {
  readonly synth: FpgaFamily;
  readonly options: readonly string[];
  readonly noDsp: readonly string[] | null; // null: there is none
  readonly device: Device | null; // where nextpnr places it
}

const ice40Placer = "nextpnr-ice40 0.8";

/** Of an XC7A35T in a csg324: pins that lead to clock buffers, and others (UG475). */
const artixPins: Pins = {
  flow: "prjxray",
  clocks: ["E3", "F4", "D5", "E2", "C11", "B8", "H16", "D15"],
  others: [
    ...["A1", "A3", "A4", "A5", "A6", "A11", "A13", "A14"],
    ...["A15", "A16", "A18", "B1", "B2", "B3", "B4", "B6"],
  ],
};

const ways: Readonly<Record<FamilyName, Way>> = {
  ice40: {
    ...{ synth: "ice40", options: [], noDsp: null },
    device: { device: "hx1k", package: "tq144", family: "ice40", options: [], tool: ice40Placer },
  },
  ice40up: {
    ...{ synth: "ice40", options: ["-device", "u", "-dsp"], noDsp: ["-device", "u"] },
    device: {
      ...{ device: "up5k", package: "sg48", family: "ice40", tool: ice40Placer },
      options: ["-device", "u", "-dsp"],
    },
  },
  ecp5: {
    ...{ synth: "ecp5", options: [], noDsp: ["-nodsp"] },
    device: { device: "25k", package: "CABGA256", family: "ecp5", options: [], tool: "nextpnr-ecp5 0.11" },
  },
  gw1n: {
    ...{ synth: "gw1n", options: [], noDsp: null },
    device: {
      ...{ device: "GW1N-9C", package: "GW1NR-LV9QN88PC6/I5", family: "gw1n", options: [] },
      ...{
        tool: "nextpnr-himbaechel-gowin 0.11.1",
        pins: { flow: "apicula", clocks: ["52"], others: ["25", "26"] },
      },
    },
  },
  xc7: {
    ...{ synth: "xc7", options: [], noDsp: ["-nodsp"] },
    device: {
      ...{ device: "xc7a35t", package: "csg324-1", family: "xc7", options: ["-nodsp"] }, // which nextpnr knows no delay of
      ...{ tool: "nextpnr-himbaechel-xilinx 0.11.1", pins: artixPins },
    },
  },
  xcup: { synth: "xcup", options: [], noDsp: ["-nodsp"], device: null },
};

/** Operators of some kinds; what was known of others stays. */
export async function measure(
  name: FamilyName,
  known: Raw | undefined,
  kinds: readonly string[],
  seeds: readonly number[],
): Promise<Raw> {
  const { synth, options, noDsp, device } = ways[name];
  const isWanted = ({ kind }: { readonly kind: Kind }): boolean =>
    known === undefined || kinds.length === 0 || kinds.includes(kind);
  const small = samples.filter(isWanted);
  const large = adders.filter(isWanted);
  const products = small.filter(({ kind }) => kind === "mul");
  const plain = await countedIf(small, synth, noDsp ?? options, "delays");
  const areas = await countedIf(large, synth, noDsp ?? options, "areas");
  const withDsp = noDsp === null ? noSamples : await countedIf(products, synth, options, "areas");
  const placed = device === null ? null : await placedOn(small, device, seeds);
  const rows = [...samples, ...adders].map((sample): Row => {
    const { kind, size } = sample;
    const old = known?.rows.find((row) => row.kind === kind && row.size === size);
    if (!isWanted(sample) && old !== undefined) return old;
    const key = nameOf(sample);
    const found = plain.get(key) ?? areas.get(key);
    if (found === undefined) throw new Error(`Yosys says nothing of ${key}`);
    return {
      ...{ kind, size, luts: found.area.lut, dsps: withDsp.get(key)?.area.dsp ?? 0 },
      ...{ cellNs: found.cells?.ns ?? null, wires: found.cells?.wires ?? null },
      routedNs: placed?.routed.get(key) ?? null,
    };
  });
  const tools = [`Yosys ${await yosysVersion()}`, ...(device === null ? [] : [device.tool])];
  return { tools, steps: placed?.steps ?? null, rows };
}

const noSamples: ReadonlyMap<string, Counted> = new Map();

async function countedIf(
  some: readonly Sample[],
  ...rest: Parameters<typeof counted> extends [unknown, ...infer R] ? R : never
): Promise<ReadonlyMap<string, Counted>> {
  return some.length === 0 ? noSamples : counted(some, ...rest);
}

interface PlacedSamples {
  readonly routed: ReadonlyMap<string, number>;
  readonly steps: Steps;
}

async function placedOn(
  some: readonly Sample[],
  device: Device,
  seeds: readonly number[],
): Promise<PlacedSamples> {
  const circuits = some
    .filter((sample) => cellsOf(sample) < mostCells)
    .map((sample) => ({ name: nameOf(sample), cells: cellsOf(sample), build: sample.build }));
  const found = await pathsOf([...circuits, ...blocks], device, seeds);
  const routed = new Map(circuits.map(({ name }) => [name, median(found.get(name) ?? []).ns]));
  return {
    routed,
    steps: stepsOf(
      blocks.flatMap(({ name }) => found.get(name) ?? []),
      device.family,
    ),
  };
}

const mostCells = 900; // that surely fit

/** A word that was just read, with some logic behind it, and an address that was just computed. */
const blocks = [
  {
    ...{ name: "ram_word", cells: 200 },
    build: (b: Builder, take: Take) => behind(b, ram(b, take, take(8)), take),
  },
  {
    ...{ name: "ram_address", cells: 220 },
    build: (b: Builder, take: Take) => ram(b, take, slice(b, sums(b, take), 16, 8)),
  },
  {
    ...{ name: "four_levels", cells: 300 },
    build: (b: Builder, take: Take) => behind(b, behind(b, take(16), take), take),
  },
];

type Take = Sample["build"] extends (b: Builder, take: infer T) => Expr ? T : never;

function ram(b: Builder, take: Take, address: Expr): Expr {
  const block = memory(b, "block", { width: 16, depth: 256, style: "block", collisions: "never" });
  write(b, block, { address: take(8), data: take(16), enable: take(1) });
  return read(b, block, address);
}

/** Three adders: longer than the way out of any block RAM. */
function sums(b: Builder, take: Take): Expr {
  return [0, 1, 2].reduce((sum) => add(b, sum, take(24)), take(24));
}

/** Two LUTs. */
function behind(b: Builder, value: Expr, take: Take): Expr {
  const bits = (): Expr => take(value.width);
  const first = and(b, or(b, value, bits()), bits());
  return and(b, or(b, not(b, first), bits()), bits());
}

function stepsOf(paths: readonly Path[], family: FpgaFamily): Steps {
  const all = paths.flatMap(({ steps }) => steps);
  const middle = (values: readonly number[]): number => {
    const sorted = [...values].sort((one, other) => one - other);
    return sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  };
  const ns = (some: typeof all): readonly number[] => some.map((step) => step.ns);
  // Cells of iCE40 are named after what they are; of ECP5's DP16KD, Xilinx' RAMB18E1 and Gowin's SDPB the ports tell.
  const isRam = ({ cell, port }: (typeof all)[number]): boolean =>
    cell.endsWith("_RAM") ||
    /^(DO|DI|AD|CE|WE|CS|OCE)[AB]\d*$/.test(port) ||
    /^(DO[AB]DO|DI[AB]DI|ADDRARDADDR|ADDRBWRADDR|ENARDEN|ENBWREN|WEA|WEBWE)\d*$/.test(port) ||
    /^(DO|DI|ADA|ADB|CEA|CEB|OCE|BLKSEL[AB])\[?\d*\]?$/.test(port);
  const wires = ns(all.filter(({ kind, ns: delay }) => kind === "routing" && delay > carryWire(family)));
  const logic = all.filter((step) => step.kind === "logic" && /^(O|F|O6)$/.test(step.port));
  return {
    clockToOut: middle(ns(all.filter((step) => step.kind === "clk-to-q" && !isRam(step)))),
    setup: middle(ns(all.filter((step) => step.kind === "setup" && !isRam(step)))),
    lut: middle(ns(logic)),
    wire: mean(wires),
    ramClockToOut: middle(ns(all.filter((step) => step.kind === "clk-to-q" && isRam(step)))),
    ramSetup: middle(ns(all.filter((step) => step.kind === "setup" && isRam(step)))),
    fromRam: mean(ns(all.filter((step, at) => step.kind === "routing" && isRam(all[at - 1] ?? step)))),
    toRam: mean(ns(all.filter((step) => step.kind === "routing" && isRam(step)))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What is shorter is within a slice or a carry chain, or from it to its LUT (on 7-series 0.06 at most, by nextpnr 0.11.1). */
const carryWire = (family: FpgaFamily): number => (family === "xc7" ? 0.1 : 0.5);
