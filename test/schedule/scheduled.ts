/** Steps for the tests of schedules: apply a text to a kernel, run both on the same arguments, compare the bits. */
import { expect } from "vitest";
import type { Loops, Param } from "../../src/loops/nodes.ts";
import { arrayType, prepareLoops, printLoops, verifyLoops } from "../../src/loops/program.ts";
import { trace } from "../../src/loops/trace.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import type { Refusal } from "../../src/schedule/refusal.ts";
import { apply } from "../../src/schedule/schedule.ts";
import type { Value } from "../../src/types/operators.ts";
import { allocate, get, type NDArray, set } from "../../src/types/storage.ts";
import type { ScalarType } from "../../src/types/types.ts";

/** The kernel after the schedule, which must be legal. It is verified. */
export function scheduled(loops: Loops, text: string): Loops {
  const done = attempt(loops, text);
  if (!done.ok) throw new Error(`refused: ${done.refusal.message}; ${done.refusal.help}`);
  expect(verifyLoops(done.loops)).toEqual([]);
  return done.loops;
}

/** Why the schedule is refused, which it must be. */
export function refused(loops: Loops, text: string): Refusal {
  const done = attempt(loops, text);
  if (done.ok) throw new Error(`not refused:\n${printLoops(done.loops)}`);
  return done.refusal;
}

function attempt(loops: Loops, text: string): ReturnType<typeof apply> {
  const parsed = parseSchedule(text);
  if (!parsed.ok) throw new Error(parsed.diagnostics.map((d) => d.message).join("\n"));
  return apply(loops, parsed.schedule);
}

/** Arguments with small numbers in them, the same for the same seed. */
export function argumentsFor(loops: Loops, seed: number): Map<string, NDArray | Value> {
  let state = seed * 2654435761 + 12345;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % 41;
  };
  return new Map(loops.params.map((param) => [param.name, argument(param, next)]));
}

function argument(param: Param, next: () => number): NDArray | Value {
  if (param.kind === "scalar") return value(param.type, next());
  const array = allocate(arrayType(param));
  const size = param.shape.reduce((product, dim) => product * dim, 1);
  for (let i = 0; i < size; i++) set(array, i, value(param.element, next()));
  return array;
}

function value(type: ScalarType, n: number): Value {
  if (type.kind === "bool") return n % 2 === 1;
  if (type.kind === "float" || (type.kind === "python" && type.name === "float")) return (n - 20) / 8;
  return type.kind === "int" && !type.signed ? n : n - 20;
}

export type Outcome = Readonly<Record<string, readonly Value[]>>;

/** What the call leaves in the arguments, and what it returns. */
export function run(loops: Loops, seed = 1): Outcome {
  const args = argumentsFor(loops, seed);
  const { results } = prepareLoops(loops).run(args);
  return Object.fromEntries([
    ...[...args].map(([name, arg]) => [name, values(arg)]),
    ...results.map((result, i) => [`result ${i}`, values(result)]),
  ]);
}

function values(arg: NDArray | Value): readonly Value[] {
  if (typeof arg !== "object") return [arg];
  return Array.from({ length: arg.data.length }, (_, i) => get(arg, i));
}

/** The scheduled kernel computes the same bits, whatever the arguments. */
export function expectSame(loops: Loops, text: string): Loops {
  const after = scheduled(loops, text);
  for (const seed of [1, 2, 3]) expect(run(after, seed)).toEqual(run(loops, seed));
  return after;
}

/** The body as Python, without what stands around it. */
export function python(loops: Loops): string {
  const text = printLoops(loops);
  const body = text.slice(text.search(new RegExp(`^def ${loops.name}\\(`, "m")));
  return body.slice(body.indexOf("\n") + 1).trimEnd();
}

/** How often each element of an array is read. */
export function loadsOf(loops: Loops, array: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  trace(loops, argumentsFor(loops, 1), {
    load: (event) => {
      if (event.array === array) counts.set(event.at, (counts.get(event.at) ?? 0) + 1);
    },
  });
  return counts;
}
