/** Kernels as networks: what a call leaves behind, beside the kernel without its schedule, and the cycles it takes. */
import { seededArgument } from "../../../src/call/seeded.ts";
import { compileVerilog, type Simulator } from "../../../src/call/verilog.ts";
import { callsInARow, steadyInterval } from "../../../src/hardware/bench/calls.ts";
import { harness } from "../../../src/hardware/bench/harness.ts";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { arrayType, prepareLoops } from "../../../src/loops/program.ts";
import { thisMachine } from "../../../src/outside/index.ts";
import { parseSchedule } from "../../../src/schedule/parse.ts";
import { applyStep } from "../../../src/schedule/schedule.ts";
import { type Synthesized, synthesize } from "../../../src/synthesis/index.ts";
import type { Value } from "../../../src/types/operators.ts";
import { get, type NDArray, set } from "../../../src/types/storage.ts";
import { type Args, left, leftLater, sameLeft } from "../../backend/wasm-build.ts";
import { target } from "../kernel-run.ts";
import { verdictBeside } from "../promise.ts";
import { writtenLoops } from "../written.ts";
import { type Written, writeNetwork } from "./write.ts";

export interface Outcome {
  readonly cycles: number; // simulated; predicted as well
  readonly made: Synthesized;
}

/** Fails where a bit or a cycle is other than promised. */
export async function ran(source: string, steps: string, seed = 1): Promise<Outcome> {
  const loops = writtenLoops(source, steps);
  const judged = await verdictBeside(writtenLoops(source), loops, argsOf(loops, seed));
  if (judged.kind !== "kept") throw new Error(`${JSON.stringify(judged)}\n${source}\n${steps}`);
  return { cycles: judged.ran.cycles, made: judged.ran.made };
}

/** The same, where who sends and takes words of streams pauses in cycles that follow from a seed. Gives the cycles. */
export async function stalled(
  source: string,
  steps: string,
  stalls: number,
  sim: Simulator = "lutra",
): Promise<number> {
  const loops = writtenLoops(source, steps);
  const args = argsOf(loops, 1);
  const made = synthesize(loops, { target });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  let cycles = 0;
  const found = await leftStalled(made, args, stalls, sim, (count) => {
    cycles = count;
  });
  if (!sameLeft(found, left(prepareLoops(writtenLoops(source)), args))) throw new Error("other results");
  return cycles;
}

/** What a call leaves behind. */
export async function leftStalled(
  made: Synthesized,
  args: Args,
  stalls: number,
  sim: Simulator = "lutra",
  tell: (cycles: number) => void = () => {},
): ReturnType<typeof leftLater> {
  const kernel = await compileVerilog(made, { sim, limit: 100_000, outside: thisMachine });
  try {
    const run = async (own: Parameters<typeof kernel.run>[0]): ReturnType<typeof kernel.run> => {
      const result = await kernel.run(own, { stalls });
      tell(result.cycles);
      return result;
    };
    return await leftLater({ run }, args);
  } finally {
    kernel.remove();
  }
}

export interface Row {
  readonly interval: number | null; // on average; null: calls do not follow each other in a pattern yet
  readonly predicted: number | null;
  readonly latency: number;
}

/** Calls with data of their own, one after another as soon as they are taken. */
export async function calledInARow(source: string, steps: string, calls?: number): Promise<Row> {
  return inARow(writtenLoops(source), writtenLoops(source, steps), calls);
}

/** Fails where a call leaves other bits than it would alone, or calls follow each other otherwise than predicted. */
export async function inARow(before: Loops, loops: Loops, calls = 6): Promise<Row> {
  const made = synthesize(loops, { target });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  const circuit = await simulate(harness(made.design, made.interface, { sides: true }));
  const given = Array.from({ length: calls }, (_, call) => argsOf(loops, 1 + call));
  const own = given.map((args) => new Map(Object.entries(structuredClone(args))));
  const found = callsInARow(circuit, made.interface, own, 100_000);
  if (found === null) throw new Error("it does not end");
  for (const [call, args] of given.entries()) {
    const wanted = left(prepareLoops(before), args);
    if (wanted.fault !== null) continue;
    const got = await leftLater(
      { run: async (copy) => ({ results: copiedInto(copy, own[call], found.results[call]) }) },
      args,
    );
    if (!sameLeft(got, wanted)) throw new Error(`call ${call}: other results`);
  }
  const { starts, dones } = found;
  const interval = steadyInterval(starts);
  const latency = (dones[0] ?? 0) - (starts[0] ?? 0);
  const predicted = made.network?.interval ?? null;
  if (predicted !== null && interval !== predicted) {
    // Before calls follow each other in a pattern they may seem to.
    if (calls < 40) return inARow(before, loops, 40);
    throw new Error(`a call every ${interval}, predicted ${predicted}`);
  }
  const { least, most } = made.prediction;
  // A process as long as data say may end before others, call by call: what a call takes is known then, their rhythm is not.
  const isStatic = made.network?.processes.every(({ cycles }) => cycles.least === cycles.most) === true;
  if (isStatic && predicted === null) throw new Error("nobody says how calls follow each other");
  if (latency < least || latency > most)
    throw new Error(`${latency} cycles, predicted ${made.prediction.most}`);
  return { interval, predicted, latency };
}

/** What a call made of its arrays, as if these were `own`. */
function copiedInto(
  own: ReadonlyMap<string, NDArray | Value>,
  made: ReadonlyMap<string, NDArray | Value> | undefined,
  results: readonly (NDArray | Value)[] | undefined,
): readonly (NDArray | Value)[] {
  for (const [name, value] of made ?? []) {
    const target = own.get(name);
    if (typeof target !== "object" || typeof value !== "object") continue;
    for (let at = 0; at < target.data.length; at++) set(target, at, get(value, at));
  }
  return results ?? [];
}

/** A random kernel under a random schedule. Steps that cannot be are left out: nothing here is about refusals. */
export function randomNetwork(seed: number): Written & { readonly before: Loops; readonly loops: Loops } {
  const { source, steps } = writeNetwork(seed);
  const before = writtenLoops(source);
  const parsed = parseSchedule(steps);
  if (!parsed.ok) throw new Error(steps);
  const loops = parsed.schedule.reduce((now, step) => {
    const applied = applyStep(now, step);
    return applied.ok ? applied.loops : now;
  }, before);
  return { source, steps, before, loops };
}

export function argsOf({ params }: Loops, seed: number): Args {
  return Object.fromEntries(
    params.map((param) => {
      const type = param.kind === "array" ? arrayType(param) : param.type;
      return [param.name, seededArgument(type, param.name, seed)];
    }),
  );
}
