/** A program as a system on a card at 250 MHz with 13.8 GB/s: what the model says at full size, and what is simulated at a smaller one. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runProgram } from "../../src/call/run.ts";
import { argumentsFor } from "../../src/call/seeded.ts";
import { type Board, boards } from "../../src/device/board.ts";
import { bug } from "../../src/diagnostics/bug.ts";
import { type AxiCircuit, axiCircuit, freshIn } from "../../src/driver/axi.ts";
import { type Compiled, compile } from "../../src/driver/compile.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import { axiHost, callAxi } from "../../src/system/axi/host.ts";
import { transferOf } from "../../src/system/transfer.ts";
import type { Value } from "../../src/types/operators.ts";
import { get, type NDArray, set } from "../../src/types/storage.ts";
import type { SystemProgram } from "./programs.ts";

export const clockMHz = 250;
export const gigabytes = 13.8; // a second, reads and writes together

type Values = ReadonlyMap<string, NDArray | Value>;

export interface Modelled {
  readonly kernel: number; // cycles
  readonly bytes: number; // that move
  readonly memory: number; // cycles that these take at least
  readonly withMemory: number;
  readonly roofline: number; // the share of what kernel and memory allow at the same time
  readonly streamed: readonly string[];
  readonly copied: readonly string[];
}

export interface Built {
  readonly compiled: Compiled;
  readonly circuit: AxiCircuit;
}

export function built({ file, schedule }: SystemProgram, args: Readonly<Record<string, string>>): Built {
  const text = readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), "utf8");
  const compiled = compile({ path: file, text }, { args });
  if (!compiled.ok) return bug(`${file}: ${compiled.diagnostics.map(({ message }) => message).join("; ")}`);
  const own =
    schedule === "" ? { for: "speed" as const } : { schedule: { path: `${file}.schedule`, text: schedule } };
  return { compiled, circuit: axiCircuit(compiled, { board: "aws_f1", ...own }) };
}

/** `cycles`: of the kernel, where data decide. */
export function modelled(
  program: SystemProgram,
  args: Readonly<Record<string, string>>,
  { compiled, circuit }: Built,
  cycles?: number,
): Modelled {
  const { made, loops, passing } = circuit;
  const fresh = freshIn(loops, compiled);
  const names = loops.params.flatMap(({ name }) => (fresh.has(name) ? [] : [name]));
  const transfer = transferOf(cardWith(gigabytes), made.interface, names, clockMHz, passing);
  const inCycles = (seconds: number): number => Math.round(seconds * clockMHz * 1e6);
  const kernel = cycles ?? made.prediction.most;
  const bytes = transfer.copies.reduce((sum, { bytesIn, bytesOut }) => sum + bytesIn + bytesOut, 0);
  const memory = Math.round((bytes * clockMHz) / (gigabytes * 1000));
  const streaming = inCycles(transfer.streaming?.least ?? 0);
  const withMemory = inCycles(transfer.copying.least) + Math.max(kernel, streaming);
  const least = program.units === null ? kernel : program.work(args) / program.units;
  return {
    ...{ kernel, bytes, memory, withMemory, roofline: Math.max(least, memory) / withMemory },
    streamed: [...passing.streamed.keys()],
    copied: [...passing.copied.keys()],
  };
}

/** The model's best case is 97 % of a controller's peak: here that is the rate that is asked for. */
function cardWith(GBs: number): Board {
  const card = boards.find(({ name }) => name === "aws_f1");
  if (card?.host !== "card") return bug("no card");
  return { ...card, memory: { ...card.memory, peakGBs: GBs / 0.97 } };
}

export interface Simulated {
  readonly kernel: number;
  readonly withMemory: number;
  readonly same: boolean; // the bits of the reference
}

export async function simulated({ compiled, circuit }: Built): Promise<Simulated> {
  const { made, system } = circuit;
  const timing = { bytesPerCycle: (gigabytes * 1000) / clockMHz, latency: 50, pause: null };
  const host = axiHost(await simulate(system.design), system, made.interface, timing);
  const expected = runProgram(compiled.program, { given: dataFor(compiled), seed: 1 });
  const args = argumentsFor(compiled.program, dataFor(compiled), 1);
  const called = callAxi(host, args) ?? bug("the call did not end");
  const same = expected.args.every(({ name, value }) => isSame(args.get(name), value));
  return { kernel: called.cycles, withMemory: called.withMemory, same };
}

function isSame(one: NDArray | Value | undefined, other: NDArray | Value): boolean {
  if (typeof one !== "object" || typeof other !== "object") return Object.is(one, other);
  return [...one.data.keys()].every((at) => Object.is(get(one, at), get(other, at)));
}

/** Rows of a sparse matrix have their bounds in order, and columns are columns; all else may be anything. */
function dataFor({ program }: Compiled): Values {
  const plain = argumentsFor(program, new Map(), 1);
  const [rows, columns] = [plain.get("row_start"), plain.get("column")];
  if (typeof rows !== "object" || typeof columns !== "object") return new Map();
  const filled = columns.data.length;
  const count = rows.data.length - 1;
  for (let row = 0; row <= count; row++) set(rows, row, Math.floor((row * filled) / count));
  for (let at = 0; at < filled; at++) set(columns, at, (at * 2654435761) % count);
  return new Map([
    ["row_start", rows],
    ["column", columns],
  ]);
}
