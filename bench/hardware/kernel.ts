/** A kernel of `kernels/` under one of its schedules: its circuit, what is counted of it, a run of it beside the reference. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seededArgument } from "../../src/call/seeded.ts";
import { compile, explain, toLoops } from "../../src/driver/compile.ts";
import { effortFor } from "../../src/explore/goal.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { callKernel } from "../../src/hardware/bench/call.ts";
import { harness } from "../../src/hardware/bench/harness.ts";
import type { Technology } from "../../src/hardware/operators/operator.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { parseSchedule } from "../../src/schedule/index.ts";
import { apply, type Schedule } from "../../src/schedule/schedule.ts";
import { type Synthesized, synthesize } from "../../src/synthesis/index.ts";
import { reportOf } from "../../src/synthesis/report/index.ts";
import type { Value } from "../../src/types/operators.ts";
import { type NDArray, set } from "../../src/types/storage.ts";
import { array } from "../../src/types/types.ts";
import { data } from "./data.ts";

/** `rolled`: nothing said. `written`: the schedule that stands beside the kernel. The others: Lutra's own, for that goal. */
export type Variant = "rolled" | "written" | "balance" | "auto";

export const variants: readonly Variant[] = ["rolled", "written", "balance", "auto"];

/** Exact, the same on every machine. */
export interface Counts {
  readonly cycles: number | null; // of a call; null: data say
  readonly states: number;
  readonly registers: number; // bits
  readonly operators: number; // that take LUTs or DSPs, before sharing
  readonly memories: number; // bits on chip
}

/** The end of a kernel's name that asks for floats without subnormal numbers: `dot_float_ftz` is dot_float.py with them. */
export const flushed = "_ftz";

/** The source is read from the folder, the steps from NAME.schedule. */
export function loopsOf(folder: string, kernel: string, variant: Variant, periodNs: number): Loops {
  const name = kernel.endsWith(flushed) ? kernel.slice(0, -flushed.length) : kernel;
  const path = join(folder, `${name}.py`);
  const text = readFileSync(path, "utf8");
  const compiled = compile({ path, text: name === kernel ? text : withoutSubnormals(text) });
  if (!compiled.ok) throw new Error(explain(compiled));
  const lowered = toLoops(compiled);
  if (!lowered.ok)
    throw new Error(`${name}: ${lowered.diagnostics.map(({ message }) => message).join("; ")}`);
  if (variant === "rolled") return lowered.loops;
  const file = join(folder, `${name}.schedule`);
  const schedule = variant === "written" ? scheduleIn(file) : ownSchedule(lowered.loops, variant, periodNs);
  const applied = apply(lowered.loops, schedule);
  if (!applied.ok) throw new Error(`${file}: ${applied.refusal.message}`);
  return applied.loops;
}

function ownSchedule(loops: Loops, variant: "balance" | "auto", periodNs: number): Schedule {
  const target = targetOf(periodNs);
  const effort = effortFor(variant === "auto" ? "speed" : variant, loops, target);
  return scheduleFor(loops, target, undefined, effort).schedule;
}

/** In annotations, and where numbers are converted. */
function withoutSubnormals(source: string): string {
  return source
    .replaceAll('"float32[', '"float<8,23,ftz>[')
    .replaceAll("np.float32(", "pl_float(8, 23, 'ftz')(");
}

/** Loops under the lines of a schedule, or some of them. */
export function underLines(loops: Loops, path: string, only: RegExp): Loops {
  const applied = apply(loops, scheduleIn(path, only));
  if (!applied.ok) throw new Error(`${path}: ${applied.refusal.message}`);
  return applied.loops;
}

function scheduleIn(path: string, only: RegExp = /./): Schedule {
  const lines = readFileSync(path, "utf8").split("\n");
  const parsed = parseSchedule({ path, text: lines.filter((line) => only.test(line)).join("\n") });
  if (!parsed.ok) throw new Error(`${path}: ${parsed.diagnostics.map(({ message }) => message).join("; ")}`);
  return parsed.schedule;
}

export function targetOf(periodNs: number): Technology {
  return { family: "xcup", periodNs };
}

export function circuitOf(loops: Loops, periodNs: number): Synthesized {
  const made = synthesize(loops, { target: targetOf(periodNs) });
  if (!made.ok)
    throw new Error(`${loops.name}: ${made.diagnostics.map(({ message }) => message).join("; ")}`);
  return made;
}

export function countsOf(made: Synthesized): Counts {
  const { cycles, states, registers, operators, memories } = reportOf(made);
  return {
    cycles: cycles.least === cycles.most ? cycles.most : null,
    states,
    registers: registers.bits,
    operators: operators.reduce((sum, { count }) => sum + count, 0),
    memories: memories.reduce(
      (sum, { where, banks, depth, width }) => sum + (where === "port" ? 0 : banks * depth * width),
      0,
    ),
  };
}

export interface Ran {
  readonly cycles: number;
  readonly same: boolean; // as what the reference leaves of the kernel as it was written
}

/** One call on seeded data. */
export async function runOf(made: Synthesized, rolled: Loops): Promise<Ran> {
  const [ours, reference] = [argumentsOf(rolled), argumentsOf(rolled)];
  const circuit = await simulate(harness(made.design, made.interface));
  const outcome = callKernel(circuit, made.interface, ours, { limit: 10_000_000 });
  if (outcome.kind !== "done")
    throw new Error(`${rolled.name}: ${outcome.kind} after ${outcome.cycles} cycles`);
  const { results } = prepareLoops(rolled).run(reference);
  const all = (args: ReadonlyMap<string, NDArray | Value>, more: readonly (NDArray | Value)[]): string =>
    JSON.stringify([...args.values(), ...more].map(plain));
  return { cycles: outcome.cycles, same: all(ours, outcome.results) === all(reference, results) };
}

function plain(value: NDArray | Value): unknown {
  return typeof value === "object"
    ? Array.from(value.data as ArrayLike<number | bigint>, String)
    : String(value);
}

function argumentsOf({ name, params }: Loops): Map<string, NDArray | Value> {
  return new Map(
    params.map((decl) => {
      const type = decl.kind === "array" ? array(decl.element, decl.shape) : decl.type;
      const value = seededArgument(type, decl.name, 1);
      const given = data[name]?.[decl.name];
      if (given === undefined) return [decl.name, value];
      if (typeof value !== "object") return [decl.name, given(0)];
      for (let index = 0; index < value.data.length; index++) set(value, index, given(index));
      return [decl.name, value];
    }),
  );
}

/** Ports to memories outside, all banks of all arrays. */
export function memoryPorts({ interface: { arrays } }: Pick<Synthesized, "interface">): number {
  return arrays.reduce((sum, { banks }) => sum + banks.reduce((all, { ports }) => all + ports.length, 0), 0);
}

export const portsRemark =
  "ports: of ours, to memories outside the circuit, which stand for its arguments and are filled from there before a call; how many those of others have is not known\n";
