/**
 * Calls of kernels as WebAssembly, one after the other: arguments are read to where the kernel computes, and large memory
 * that the latest calls did not need is given back.
 */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { compileWasm, type WasmKernel } from "../backend/wasm/index.ts";
import { checkMemory } from "../call/memory.ts";
import { argumentsApart } from "../call/parts.ts";
import { joinedOutcome, kernelOf, type Outcome } from "../call/run.ts";
import { bug } from "../diagnostics/bug.ts";
import { unreadArrays } from "../loops/analysis/coverage.ts";
import type { Loops } from "../loops/nodes.ts";
import { toProgram } from "../loops/program.ts";
import type { Program } from "../program/nodes.ts";
import type { Value } from "../types/operators.ts";
import type { ArrayData, NDArray } from "../types/storage.ts";
import { isNumpy } from "../types/types.ts";

export interface Calls {
  /** `again`: arguments that are another one. `read` gives all arguments, with the room that there is for arrays. */
  call(loops: Loops, again: ReadonlyMap<string, string>, read: (room: Room) => Given): Promise<Called>;
  /** After each message of so many bytes, when it is answered. */
  rest(bytes: number): void;
}

export interface Room {
  readonly arrays: ReadonlyMap<string, ArrayData>;
  readonly unread: readonly string[]; // arrays that are set without a look at what is in them
}

export type Given = ReadonlyMap<string, NDArray | Value>;

export interface Called {
  readonly outcome: Outcome;
  readonly unread?: readonly string[]; // of the kernel for arguments that are all different
}

interface Built {
  readonly kernel: WasmKernel;
  readonly program: Program;
  readonly unread: readonly string[];
}

const largeMemory = 2 ** 23; // bytes; less is not worth the trouble
const keptCalls = 4; // large memory is kept for so many calls that do not use it
const keptMs = 5000; // and for so long without any call

export function createCalls(): Calls {
  const built = new WeakMap<Loops, Promise<Built>>();
  const large = new Map<WasmKernel, number>(); // kernels with large memory, and the calls since they ran
  let sinceLarge = Number.POSITIVE_INFINITY; // messages, since one that left much behind
  const giveBack = (isIdle: (calls: number) => boolean): void => {
    const idle = [...large].filter(([, calls]) => isIdle(calls));
    for (const [kernel] of idle) {
      kernel.release();
      large.delete(kernel);
    }
    const isLittered = Number.isFinite(sinceLarge) && isIdle(sinceLarge);
    if (isLittered) sinceLarge = Number.POSITIVE_INFINITY;
    if (isLittered || idle.length > 0) collectGarbage();
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    call: async (loops, again, read) => {
      const started = performance.now();
      const known = built.get(loops) ?? build(loops);
      built.set(loops, known);
      const { kernel, program, unread } = await known;
      for (const [other, calls] of large) large.set(other, calls + 1);
      const args = argumentsApart(
        read({ arrays: kernel.room(again), unread: again.size === 0 ? unread : [] }),
      );
      if (kernel.held() >= largeMemory) large.set(kernel, 0);
      const ready = performance.now();
      const { results } = kernel.call(args);
      const runMs = performance.now() - ready;
      const times = { prepareMs: ready - started, runMs };
      const outcome = joinedOutcome(loops, outcomeOf(program, args, results, times));
      return again.size === 0 ? { outcome, unread } : { outcome };
    },
    rest: (bytes) => {
      sinceLarge = bytes >= largeMemory ? 0 : sinceLarge + 1;
      giveBack((calls) => calls >= keptCalls);
      clearTimeout(timer);
      if (large.size > 0 || Number.isFinite(sinceLarge))
        timer = setTimeout(() => giveBack(() => true), keptMs).unref();
    },
  };
}

async function build(loops: Loops): Promise<Built> {
  const program = toProgram(loops);
  checkMemory(program);
  return { kernel: await compileWasm(loops, { quick: true }), program, unread: unreadIn(loops) };
}

function unreadIn(loops: Loops): readonly string[] {
  return unreadArrays(loops)
    .filter(({ element }) => isNumpy(element))
    .map(({ name }) => name);
}

function outcomeOf(
  program: Program,
  args: Given,
  results: readonly (NDArray | Value)[],
  times: { readonly prepareMs: number; readonly runMs: number },
): Outcome {
  const { params, writes, results: declared } = kernelOf(program);
  return {
    args: params.map(({ name, type }) => ({
      ...{ name, type, made: false, written: writes.includes(name) },
      value: args.get(name) ?? bug(`no argument ${name}`),
    })),
    results: results.map((value, i) => {
      const type = typeof value === "object" ? value.type : declared[i];
      return { type: type ?? bug("the kernel returned more values than its Program declares"), value };
    }),
    ...times,
  };
}

/** Memory goes back to the system only when the engine notices that nobody has it. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
}
