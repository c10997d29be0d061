/**
 * Calls of a circuit that follow each other as soon as it takes them, each with data of its own, and all of them compared
 * with the reference.
 *
 *     const { latency, interval, differ } = await inARow(loops, target, given, { calls: 8, seed: 1 });
 */
import { Failure } from "../diagnostics/failure.ts";
import { cycleLimit } from "../hardware/bench/call.ts";
import { callsInARow, steadyInterval } from "../hardware/bench/calls.ts";
import { harness } from "../hardware/bench/harness.ts";
import { simulate } from "../hardware/simulate/index.ts";
import type { Loops } from "../loops/nodes.ts";
import { toProgram } from "../loops/program.ts";
import { prepare } from "../program/interpret/index.ts";
import type { Value } from "../types/operators.ts";
import { get, type NDArray } from "../types/storage.ts";
import { type HardwareTarget, synthesized } from "./hardware.ts";
import { argumentsApart } from "./parts.ts";
import { argumentsFor } from "./seeded.ts";

export interface InARow {
  readonly calls: number;
  readonly latency: number; // cycles of the first call
  readonly interval: number | null; // cycles between the starts of two, on average; null: too few to follow each other evenly
  readonly predicted: number | null; // the interval, where it is known
  readonly dataDecide: boolean; // how long a call takes
  readonly differ: readonly number[]; // calls that leave something else than the reference
}

/** Call `k` has what is given, and the rest from seed + k. */
export async function inARow(
  loops: Loops,
  target: HardwareTarget,
  given: ReadonlyMap<string, NDArray | Value>,
  { calls, seed }: { readonly calls: number; readonly seed: number },
): Promise<InARow> {
  const made = synthesized(loops, target);
  const streams = made.interface.arrays.filter(({ stream }) => stream !== null).map(({ name }) => name);
  if (streams.length > 0)
    throw new Failure(
      `--calls runs kernels whose array arguments are memories, and ${streams.join(", ")} ${streams.length === 1 ? "is a stream" : "are streams"}`,
      {
        help: "run one call, or leave out `stream` of arguments for this run",
      },
    );
  const program = toProgram(loops);
  const reference = prepare(program);
  const each = Array.from({ length: calls }, (_, call) => {
    const args = argumentsFor(program, argumentsApart(given), seed + call);
    return { args: copied(args), wanted: copied(args) };
  });
  const circuit = await simulate(harness(made.design, made.interface, { sides: true }));
  const found = callsInARow(
    circuit,
    made.interface,
    each.map(({ args }) => args),
    cycleLimit,
  );
  if (found === null) throw new Failure(`${loops.name} did not end within ${cycleLimit} cycles`);
  const { starts, dones, results } = found;
  const { least, most } = made.prediction;
  const differ = each.flatMap(({ args, wanted }, call) => {
    const returned = reference.run(wanted).results;
    const isSame =
      [...wanted].every(([name, value]) => same(args.get(name), value)) &&
      returned.every((value, index) => same(results[call]?.[index], value));
    return isSame ? [] : [call];
  });
  return {
    calls,
    latency: (dones[0] ?? 0) - (starts[0] ?? 0),
    interval: calls < fewest ? null : steadyInterval(starts),
    predicted: made.network !== null ? made.network.interval : least === most ? most : null,
    dataDecide: least !== most,
    differ,
  };
}

/** Some calls are taken at once; then each waits for another. */
const fewest = 5;

function copied(args: ReadonlyMap<string, NDArray | Value>): Map<string, NDArray | Value> {
  return new Map([...args].map(([name, value]) => [name, structuredClone(value)]));
}

function same(one: NDArray | Value | undefined, other: NDArray | Value): boolean {
  if (typeof one !== "object" || typeof other !== "object") return Object.is(one, other);
  const size = other.data.length;
  for (let at = 0; at < size; at++) if (!Object.is(get(one, at), get(other, at))) return false;
  return one.data.length === size;
}
