/** Loops that compute a lane into memory, and what keeps a store from reading what it has already written. */

import type { Span } from "../../diagnostics/diagnostic.ts";
import { interval } from "../../types/interval.ts";
import { isComplex } from "../../types/types.ts";
import { type Code, capture, emit, forLoop, fresh, type Num, plus, product, show, spillNum } from "./code.ts";
import { broadcastTo, type Lane, memoryLane, type Read } from "./lane.ts";
import {
  allocateMemory,
  inWords,
  isContiguous,
  type Memory,
  mayShareStorage,
  pointer,
  samePlaces,
  store,
} from "./memory.ts";

/** A temporary with the lane's elements. */
export function materialise(code: Code, lane: Lane): Memory {
  const shape = lane.shape.map((extent) => spillNum(code, extent));
  const memory = allocateMemory(code, lane.element, shape);
  fill(code, memory, lane);
  return memory;
}

/** `target[...] = lane`, as if the lane were computed before the first write. */
export function storeLane(code: Code, target: Memory, lane: Lane, span: Span): void {
  const value = broadcastTo(code, lane, target.shape, span);
  const hazards = value.reads.map((read) => hazardOf(code, target, read));
  if (hazards.includes("certain")) {
    fill(code, target, memoryLane(code, materialise(code, value), true));
    return;
  }
  const suspects = value.reads.filter((_, i) => hazards[i] === "possible");
  const names = takeSnapshots(code, target, suspects);
  fill(code, target, value);
  for (const name of names) code.snapshots.delete(name);
}

/** Writes every element; the lane has the target's shape and reads nothing that is written before it is read. */
function fill(code: Code, target: Memory, lane: Lane): void {
  const { flat } = lane;
  if (flat !== null && isContiguous(target) && target.shape.length > 0) {
    const size = spillNum(code, product(target.shape));
    loopNest(code, [size], ([f = 0]) => {
      store(code, target, show(plus(target.offset, f)), flat(f));
    });
    return;
  }
  loopNest(code, target.shape, (index) => {
    const value = lane.at(index);
    store(code, target, pointer(code, target, index), value);
  });
}

const unrollLimit = 9; // a 3x3 window
const copiesLimit = 81; // one such window inside another

/** One loop an axis around `body`. A few rounds inside another loop are written out one by one. */
export function loopNest(code: Code, shape: readonly Num[], body: (index: readonly Num[]) => void): void {
  const size = product(shape);
  const few = typeof size === "number" && size <= unrollLimit && size * code.copies <= copiesLimit;
  if (few && (code.loops.length > 0 || size === 1)) {
    code.copies *= Math.max(1, size);
    unrolled(code, shape, [], body);
    code.copies /= Math.max(1, size);
  } else {
    nested(code, shape, [], body);
  }
}

function nested(
  code: Code,
  shape: readonly Num[],
  outer: readonly Num[],
  body: (index: readonly Num[]) => void,
): void {
  const extent = shape[outer.length];
  if (extent === undefined) {
    body(outer);
    return;
  }
  const index = fresh(code, "i");
  const range = typeof extent === "number" ? interval(0, Math.max(0, extent - 1)) : null;
  if (range !== null) code.ranges.set(index, range);
  forLoop(code, index, 0, extent, 1, () => nested(code, shape, [...outer, index], body));
}

function unrolled(
  code: Code,
  shape: readonly Num[],
  outer: readonly Num[],
  body: (index: readonly Num[]) => void,
): void {
  const extent = shape[outer.length];
  if (extent === undefined) {
    const { lines } = capture(code, () => body(outer));
    emit(code, "{", lines, "}");
    return;
  }
  for (let i = 0; i < Number(extent); i++) unrolled(code, shape, [...outer, i], body);
}

// Overlap

type Hazard = "none" | "possible" | "certain";

/** Whether an element could be read after it was written. */
function hazardOf(code: Code, target: Memory, read: Read): Hazard {
  const { memory } = read;
  const alike = isComplex(memory.element) === isComplex(target.element);
  if (read.aligned && alike && samePlaces(memory, target)) return "none";
  if (memory.data === target.data) {
    return apart(target, memory) ? "none" : "certain";
  }
  const own = code.module.ownData;
  if (own.has(memory.data) || own.has(target.data)) return "none";
  return mayShareStorage(memory.element, target.element) ? "possible" : "none";
}

/** Two views of one array that are known to share no element. */
function apart(a: Memory, b: Memory): boolean {
  const [x, y] = [a, b].map(bounds);
  return x != null && y != null && (x.high < y.low || y.high < x.low);
}

function bounds(whole: Memory): { readonly low: number; readonly high: number } | null {
  const memory = inWords(whole);
  if (typeof memory.offset !== "number") return null;
  let low = memory.offset;
  let high = memory.offset;
  for (const [axis, extent] of memory.shape.entries()) {
    const stride = memory.strides[axis];
    if (typeof extent !== "number" || typeof stride !== "number") return null;
    const reach = (extent - 1) * stride;
    if (reach < 0) low += reach;
    else high += reach;
  }
  return { low, high };
}

/** Two variables may be views of one array: only when it runs, and then the array is copied first. */
function takeSnapshots(code: Code, target: Memory, reads: readonly Read[]): string[] {
  const names: string[] = [];
  for (const { memory } of reads) {
    if (code.snapshots.has(memory.data)) continue;
    const name = fresh(code, "d");
    const overlap = `overlap(${place(target)}, ${place(memory)})`;
    const same =
      reads.filter((other) => other.memory.data === memory.data).length === 1 ? ` && ${overlap}` : "";
    emit(
      code,
      `const ${name} = ${memory.data} === ${target.data}${same} ? ${memory.data}.slice() : ${memory.data};`,
    );
    code.snapshots.set(memory.data, name);
    names.push(memory.data);
  }
  return names;
}

function place(whole: Memory): string {
  const memory = inWords(whole);
  const list = (values: readonly Num[]): string => `[${values.map(show).join(", ")}]`;
  return `${show(memory.offset)}, ${list(memory.shape)}, ${list(memory.strides)}`;
}
