/**
 * Schedules written in TypeScript. Handles stand for loops, arrays, scalars and regions of a kernel; each primitive is
 * a method. A plan is an immutable value: every step gives a new one, and two may be tried side by side.
 *
 *     const base = plan(loops);
 *     const rows = base.split(base.loop("i"), 8);
 *     const fast = rows.reorder(rows.outer, base.loop("j"), rows.inner).unroll(rows.inner).pipeline(base.loop("j"));
 *     fast.schedule; // the steps, as data
 *     fast.loops;    // the kernel as it stands
 *
 * A step that is refused throws a ScheduleError that says why.
 */
import { bug } from "../diagnostics/bug.ts";
import { arraysOf, forLoops } from "../loops/find.ts";
import type { Loops } from "../loops/nodes.ts";
import { explainRefusal, type RefusedSchedule, scheduleText } from "./explain.ts";
import type { ArgValue } from "./primitive.ts";
import { applyStep, type Schedule, type Step } from "./schedule.ts";
import { stepsText } from "./steps.ts";

/** Kinds of handles do not mix: an array is no loop. */
export interface Handle<K extends string> {
  readonly kind: K;
  readonly name: string;
}

export type LoopHandle = Handle<"loop">;
export type ArrayHandle = Handle<"array">;
export type ScalarHandle = Handle<"scalar">;
export type RegionHandle = Handle<"region">;
export type StorageHandle = ArrayHandle | ScalarHandle;

/** What `tune` sets; which of them an operator has, its refusal says. */
export interface Tuning {
  readonly p_i?: number;
  readonly p_o?: number;
  readonly p_m?: number;
  readonly q_o?: number;
  readonly how?: "pipelined" | "sequential";
}

/** A step was refused; `message` is what a terminal shows. */
export class ScheduleError extends Error {
  readonly refused: RefusedSchedule;

  constructor(refused: RefusedSchedule, schedule: Schedule) {
    super(explainRefusal(refused, scheduleText(schedule), { color: false }));
    this.name = "ScheduleError";
    this.refused = refused;
  }
}

export interface Plan {
  readonly loops: Loops; // the kernel after the steps so far
  readonly schedule: Schedule;

  loop(name: string): LoopHandle;
  array(name: string): ArrayHandle;
  scalar(name: string): ScalarHandle;
  region(name: string): RegionHandle;
  readonly allLoops: readonly LoopHandle[]; // in the order of the text

  split(loop: LoopHandle, factor: number): Plan & { readonly outer: LoopHandle; readonly inner: LoopHandle };
  fuse(outer: LoopHandle, inner: LoopHandle): Plan & { readonly fused: LoopHandle };
  reorder(...loops: readonly LoopHandle[]): Plan;
  tile(outer: LoopHandle, inner: LoopHandle, rows: number, columns: number): Plan & { readonly tiles: Tiles };
  computeAt(producer: LoopHandle, at: LoopHandle): Plan;
  unroll(loop: LoopHandle, factor?: number): Plan;
  parallel(loop: LoopHandle): Plan;
  pipeline(loop: LoopHandle, ii?: number): Plan;
  flatten(loop?: LoopHandle, ii?: number): Plan;
  peel(loop: LoopHandle, count: number, side?: "first" | "last"): Plan & { readonly peeled: LoopHandle };
  fuseLoops(first: LoopHandle, second: LoopHandle): Plan;
  distribute(
    loop: LoopHandle,
    after: LoopHandle | RegionHandle | StorageHandle,
  ): Plan & { readonly rest: LoopHandle };
  reassociate(
    loop: LoopHandle,
    factor: number,
  ): Plan & { readonly outer: LoopHandle; readonly inner: LoopHandle };
  reassociateInTurns(loop: LoopHandle, factor: number): Plan;

  partition(array: ArrayHandle, dim: number, how: "complete" | "cyclic" | "block", factor?: number): Plan;
  reshape(array: ArrayHandle, dim: number, factor: number): Plan;
  memmap(
    name: string,
    how: "vertical" | "horizontal",
    ...arrays: readonly ArrayHandle[]
  ): Plan & { readonly mapped: ArrayHandle };
  reuseAt(array: ArrayHandle, loop: LoopHandle): Plan & { readonly made: ArrayHandle };
  buffer(array: ArrayHandle): Plan & { readonly made: ArrayHandle };
  privatize(storage: StorageHandle, loop: LoopHandle): Plan;

  quantize(targets: readonly StorageHandle[], to: string): Plan;
  downsize(targets: readonly StorageHandle[], to: string): Plan;

  outline(loop: LoopHandle, name: string): Plan & { readonly outlined: RegionHandle };
  inline(region: RegionHandle): Plan;
  stencil(
    nest: LoopHandle | RegionHandle,
    options?: { readonly unroll?: number; readonly steps?: number },
  ): Plan;
  systolic(
    nest: LoopHandle,
    rows: LoopHandle,
    options?: {
      readonly columns?: LoopHandle;
      readonly simd?: number | { readonly loop: LoopHandle; readonly count: number };
      readonly size?: readonly number[];
      readonly group?: readonly number[];
    },
  ): Plan;
  fuseKernels(first: LoopHandle | RegionHandle, second: LoopHandle | RegionHandle): Plan;
  dataflow(): Plan;
  stream(array: ArrayHandle, options?: { readonly depth?: number }): Plan;
  taskParallel(): Plan;
  /** At most so many units of an operator: `mul`, or `float32.mul` of one kind of number. */
  limit(operator: string, count: number): Plan;

  /** The performance parameters of the library operator that fills `target`. */
  tune(target: StorageHandle, parameters: Tuning): Plan;
}

export interface Tiles {
  readonly outer: readonly [LoopHandle, LoopHandle];
  readonly inner: readonly [LoopHandle, LoopHandle];
}

/** A plan without steps for a kernel. */
export function plan(loops: Loops): Plan {
  return planOf(loops, []);
}

/** Long because a plan has a method for every primitive. */
function planOf(loops: Loops, schedule: Schedule): Plan {
  const step = (primitive: string, args: Readonly<Record<string, ArgValue | undefined>>): Plan => {
    const next: Step = { primitive, args: defined(args) };
    const steps = [...schedule, next];
    const applied = applyStep(loops, next);
    if (applied.ok) return planOf(applied.loops, steps);
    throw new ScheduleError({ ok: false, step: schedule.length, refusal: applied.refusal, loops }, steps);
  };
  const namesOf = (some: readonly Handle<string>[]): readonly string[] => some.map(({ name }) => name);
  const newLoops = (after: Plan): readonly LoopHandle[] => {
    const before = new Set(namesOf(forLoops(loops).map(handleOf("loop"))));
    return after.allLoops.filter(({ name }) => !before.has(name));
  };
  const newArray = (after: Plan): ArrayHandle => {
    const before = new Set(arraysOf(loops).map(({ name }) => name));
    return nth(
      arraysOf(after.loops)
        .filter(({ name }) => !before.has(name))
        .map(handleOf("array")),
      0,
    );
  };
  return {
    loops,
    schedule,
    loop: (name) => ({ kind: "loop", name }),
    array: (name) => ({ kind: "array", name }),
    scalar: (name) => ({ kind: "scalar", name }),
    region: (name) => ({ kind: "region", name }),
    allLoops: forLoops(loops).map(handleOf("loop")),

    split(loop, factor) {
      const after = step("split", { loop: loop.name, factor });
      const [outer, inner] = pair(newLoops(after));
      return { ...after, outer, inner };
    },
    fuse(outer, inner) {
      const after = step("fuse", { outer: outer.name, inner: inner.name });
      return { ...after, fused: nth(newLoops(after), 0) };
    },
    reorder: (...order) => step("reorder", { loops: namesOf(order) }),
    tile(outer, inner, rows, columns) {
      const after = step("tile", { outer: outer.name, inner: inner.name, rows, columns });
      const made = newLoops(after);
      return { ...after, tiles: { outer: pair(made), inner: pair(made.slice(2)) } };
    },
    computeAt: (producer, at) => step("compute_at", { producer: producer.name, at: at.name }),
    unroll: (loop, factor) => step("unroll", { loop: loop.name, factor }),
    parallel: (loop) => step("parallel", { loop: loop.name }),
    pipeline: (loop, ii) => step("pipeline", { loop: loop.name, ii }),
    flatten: (loop, ii) => step("flatten", { loop: loop?.name, ii }),
    peel(loop, count, side) {
      const after = step("peel", { loop: loop.name, count, side });
      return { ...after, peeled: nth(newLoops(after), 0) };
    },
    fuseLoops: (first, second) => step("fuse_loops", { first: first.name, second: second.name }),
    distribute(loop, after) {
      const next = step("distribute", { loop: loop.name, after: after.name });
      return { ...next, rest: nth(newLoops(next), 0) };
    },
    reassociate(loop, factor) {
      const after = step("reassociate", { loop: loop.name, factor });
      const [outer, inner] = pair(newLoops(after).slice(1)); // the first one clears the parts
      return { ...after, outer, inner };
    },
    reassociateInTurns: (loop, factor) => step("reassociate", { loop: loop.name, factor, how: "turns" }),

    partition: (array, dim, how, factor) => step("partition", { array: array.name, dim, how, factor }),
    reshape: (array, dim, factor) => step("reshape", { array: array.name, dim, factor }),
    memmap(name, how, ...arrays) {
      const after = step("memmap", { name, how, arrays: namesOf(arrays) });
      return { ...after, mapped: { kind: "array", name } };
    },
    reuseAt(array, loop) {
      const after = step("reuse_at", { array: array.name, loop: loop.name });
      return { ...after, made: newArray(after) };
    },
    stencil: (nest, options = {}) => step("stencil", { nest: nest.name, ...options }),
    systolic: (nest, rows, { columns, simd, size, group } = {}) =>
      step("systolic", {
        nest: nest.name,
        rows: rows.name,
        ...(columns === undefined ? {} : { columns: columns.name }),
        ...(simd === undefined
          ? {}
          : {
              simd: typeof simd === "number" ? simd : stepsText({ loop: simd.loop.name, count: simd.count }),
            }),
        ...(size === undefined ? {} : { size }),
        ...(group === undefined ? {} : { group }),
      }),
    buffer(array) {
      const after = step("buffer", { array: array.name });
      return { ...after, made: newArray(after) };
    },
    privatize: (storage, loop) => step("privatize", { storage: storage.name, loop: loop.name }),

    quantize: (targets, to) => step("quantize", { targets: namesOf(targets), to }),
    downsize: (targets, to) => step("downsize", { targets: namesOf(targets), to }),

    outline(loop, name) {
      const after = step("outline", { loop: loop.name, name });
      return { ...after, outlined: { kind: "region", name } };
    },
    inline: (region) => step("inline", { region: region.name }),
    fuseKernels: (first, second) => step("fuse_kernels", { first: first.name, second: second.name }),
    dataflow: () => step("dataflow", {}),
    stream: ({ name: array }, options = {}) => step("stream", { array, ...options }),
    taskParallel: () => step("task_parallel", {}),
    limit: (operator, count) => step("limit", { operator, count }),

    tune: (target, parameters) => step("tune", defined({ target: target.name, ...parameters })),
  };
}

function handleOf<K extends string>(kind: K): (named: { readonly name: string }) => Handle<K> {
  return ({ name }) => ({ kind, name });
}

function defined(args: Readonly<Record<string, ArgValue | undefined>>): Step["args"] {
  const kept: Record<string, ArgValue> = {};
  for (const [name, value] of Object.entries(args)) if (value !== undefined) kept[name] = value;
  return kept;
}

function nth<T>(list: readonly T[], k: number): T {
  return list[k] ?? bug("a primitive made fewer loops or arrays than it should");
}

function pair<T>(list: readonly T[]): readonly [T, T] {
  return [nth(list, 0), nth(list, 1)];
}
