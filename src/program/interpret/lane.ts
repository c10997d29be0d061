/**
 * Array expressions before they are computed: a lane gives the code of one element at a position, so that a whole
 * expression becomes one loop nest without temporaries. What must be computed as a whole is put in memory first.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { interval, typeInterval } from "../../types/interval.ts";
import { allocateData, set, storageClass } from "../../types/storage.ts";
import { type ArrayType, elementOf, pythonInt, type ScalarType } from "../../types/types.ts";
import type { Arange, Conditional, Expr, Gather } from "../nodes.ts";
import { callMemory } from "./call.ts";
import {
  bug,
  type Code,
  capture,
  constant,
  emit,
  fresh,
  help,
  type Num,
  plus,
  show,
  site,
  spill,
  spillNum,
} from "./code.ts";
import { convert } from "./convert.ts";
import { combine, type Elementwise, operandsOf, scalar } from "./expression.ts";
import { conv2d, convolve, matmul, spmv } from "./linear.ts";
import { elementLane, mapLane } from "./map.ts";
import {
  checkedPosition,
  isContiguous,
  load,
  type Memory,
  partView,
  pointer,
  reshaped,
  staticShape,
  transposed,
  variableMemory,
  view,
} from "./memory.ts";
import { concat, sort } from "./rearrange.ts";
import { reduceArray, scan } from "./reduce.ts";
import { binary } from "./scalar.ts";
import { materialise } from "./store.ts";

export interface Lane {
  readonly element: ScalarType;
  readonly shape: readonly Num[];
  readonly memory: Memory | null; // where the elements already are
  readonly owned: boolean; // that memory is new, and nothing else refers to it
  readonly cheap: boolean; // an element may be asked for more than once
  readonly reads: readonly Read[];
  /** The element at a position; the positions are names or numbers. */
  readonly at: (index: readonly Num[]) => string;
  /** The element at a row-major position, where that is as easy. */
  readonly flat: ((position: Num) => string) | null;
}

/** Memory that a lane reads; `aligned` when the element at a position only reads that position of it. */
export interface Read {
  readonly memory: Memory;
  readonly aligned: boolean;
}

export function lower(code: Code, expr: Expr): Lane {
  switch (expr.kind) {
    case "arrayConst":
    case "var":
    case "view":
    case "transpose":
    case "part":
    case "conditional":
      return memoryLane(code, lowerToMemory(code, expr), false);
    case "reshape":
      return memoryLane(code, lowerToMemory(code, expr), !expr.shares);
    case "unary":
    case "binary":
    case "compare":
    case "where":
    case "math":
    case "cast":
    case "bitcast":
      return elementwise(code, expr);
    case "gather":
      return gather(code, expr);
    case "copy": {
      const operand = laneOf(code, expr.operand);
      const copied = broadcastTo(code, operand, copiedShape(operand, expr.type), expr.span);
      return { ...copied, memory: null, owned: false };
    }
    case "fill": {
      const value = spill(code, scalar(code, expr.value));
      return valueLane(expr.type.element, staticShape(expr.type), value);
    }
    case "arange":
      return arange(code, expr);
    case "map":
      return mapLane(code, expr);
    case "element":
      return elementLane(code, expr);
    case "reduce":
      return memoryLane(code, reduceArray(code, expr), true);
    case "scan":
      return memoryLane(code, scan(code, expr), true);
    case "matmul":
      return memoryLane(code, matmul(code, expr), true);
    case "concat":
      return memoryLane(code, concat(code, expr), true);
    case "sort":
      return memoryLane(code, sort(code, expr), true);
    case "convolve":
      return memoryLane(code, convolve(code, expr), true);
    case "conv2d":
      return memoryLane(code, conv2d(code, expr), true);
    case "spmv":
      return memoryLane(code, spmv(code, expr), true);
    case "call":
      return memoryLane(code, callMemory(code, expr), false);
    case "const":
    case "extent":
    case "load":
    case "logic":
    case "bits":
    case "dot":
      return bug(`${expr.kind} is not an array`);
  }
}

/** An array expression as memory: the memory it is a view of, or a temporary that holds it. */
export function lowerToMemory(code: Code, expr: Expr): Memory {
  switch (expr.kind) {
    case "var":
      return variableMemory(code, expr.name, arrayType(expr));
    case "arrayConst":
      return tableMemory(code, expr.type, expr.values);
    case "view":
      return view(code, lowerToMemory(code, expr.base), expr.subs, expr.type, expr.span);
    case "transpose":
      return transposed(lowerToMemory(code, expr.base), expr.axes);
    case "part":
      return partView(code, lowerToMemory(code, expr.base), expr.part);
    case "reshape": {
      const base = expr.shares ? lowerToMemory(code, expr.base) : materialise(code, laneOf(code, expr.base));
      return reshaped(code, base, expr.type, expr.span);
    }
    case "conditional":
      return conditionalMemory(code, expr);
    default: {
      const lane = lower(code, expr);
      return lane.memory ?? materialise(code, lane);
    }
  }
}

export function arrayType(expr: Expr): ArrayType {
  return expr.type.kind === "array" ? expr.type : bug(`${expr.kind} is not an array`);
}

/** A lane for an operand that may be a scalar, which is then computed once, before any loop. */
export function laneOf(code: Code, expr: Expr): Lane {
  if (expr.type.kind === "array") return lower(code, expr);
  return valueLane(expr.type, [], spill(code, scalar(code, expr)));
}

function valueLane(element: ScalarType, shape: readonly Num[], value: string): Lane {
  const at = (): string => value;
  return { element, shape, memory: null, owned: false, cheap: true, reads: [], at, flat: at };
}

export function memoryLane(code: Code, memory: Memory, owned: boolean): Lane {
  return {
    element: memory.element,
    shape: memory.shape,
    memory,
    owned,
    cheap: true,
    reads: [{ memory, aligned: true }],
    at: (index) => load(code, memory, pointer(code, memory, index)),
    flat: isContiguous(memory) ? (position) => load(code, memory, show(plus(memory.offset, position))) : null,
  };
}

function elementwise(code: Code, expr: Elementwise): Lane {
  const operands = operandsOf(expr);
  const lanes = operands.map((operand) => laneOf(code, operand));
  const shape = lanes.map((lane) => lane.shape).reduce((a, b) => broadcastShapes(code, a, b, expr.span));
  const sides = lanes.map((lane) =>
    lane.shape.length === 0 ? lane : broadcastTo(code, lane, shape, expr.span),
  );
  const element = (texts: readonly string[]): string =>
    combine(
      code,
      expr,
      sides.map((side, i) => ({
        text: texts[i] ?? bug("an operand is missing"),
        type: side.element,
        range: typeInterval(side.element),
      })),
    );
  const flats = sides.flatMap((side) => side.flat ?? []);
  return {
    element: elementOf(expr.type),
    shape,
    memory: null,
    owned: false,
    cheap: false,
    reads: sides.flatMap((side) => side.reads),
    at: (index) => element(sides.map((side) => side.at(index))),
    flat: flats.length === sides.length ? (position) => element(flats.map((flat) => flat(position))) : null,
  };
}

// Broadcasting

export function broadcastShapes(code: Code, a: readonly Num[], b: readonly Num[], span: Span): Num[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const x = a[axis - rank + a.length] ?? 1;
    const y = b[axis - rank + b.length] ?? 1;
    if (x === y || y === 1) return x;
    if (x === 1) return y;
    const shapes = [a, b].map((shape) => `[${shape.map(show).join(", ")}]`);
    const extent = spill(code, help(code, "broadcast", show(x), show(y), ...shapes, site(code, span)));
    return typeof x === "number" ? x : typeof y === "number" ? y : extent;
  });
}

/** The lane repeated along axes where it has one element. Extents not known yet are checked when it runs. */
export function broadcastTo(code: Code, lane: Lane, shape: readonly Num[], span: Span): Lane {
  const extra = shape.length - lane.shape.length;
  const same = extra === 0 && lane.shape.every((extent, axis) => extent === shape[axis]);
  if (same) return lane;
  for (const axis of lane.shape.keys()) checkExtent(code, lane.shape, shape, axis, span);
  const known = lane.shape.every((extent) => typeof extent === "number");
  if (lane.memory === null && lane.cheap && known) return remapped(lane, shape);
  const memory = lane.memory ?? materialise(code, lane);
  const strides = shape.map((extent, axis) => {
    const own = memory.shape[axis - extra];
    const stride = memory.strides[axis - extra];
    if (own === undefined || stride === undefined) return 0;
    if (own === extent || (typeof own === "number" && own !== 1)) return stride;
    return own === 1 ? 0 : spill(code, `(${own} === 1 ? 0 : ${show(stride)})`);
  });
  return memoryLane(code, { ...memory, shape, strides }, false);
}

/** Axes that the target lacks must have one element. */
function checkExtent(code: Code, from: readonly Num[], to: readonly Num[], axis: number, span: Span): void {
  const own = from[axis] ?? 1;
  const target = to[axis + to.length - from.length] ?? 1;
  if (own === target || own === 1) return;
  const differs = `${show(own)} !== ${show(target)}`;
  const test = typeof own === "number" ? differs : `${differs} && ${own} !== 1`;
  const shapes = [from, to].map((shape) => `[${shape.map(show).join(", ")}]`).join(", ");
  emit(code, `if (${test}) badShapes(${shapes}, ${site(code, span)});`);
}

/** Elements that do not come from memory, asked for again where they repeat. */
function remapped(lane: Lane, shape: readonly Num[]): Lane {
  const extra = shape.length - lane.shape.length;
  const at = (index: readonly Num[]): string =>
    lane.at(lane.shape.map((extent, axis) => (extent === 1 ? 0 : (index[axis + extra] ?? 0))));
  const uniform = lane.flat !== null && lane.reads.length === 0 && lane.shape.every((extent) => extent === 1);
  const flat = uniform || lane.shape.length === 0 ? (): string => lane.at(lane.shape.map(() => 0)) : null;
  const reads = lane.reads.map(({ memory }) => ({ memory, aligned: false }));
  return { ...lane, shape, owned: false, at, flat, reads };
}

function copiedShape(operand: Lane, type: ArrayType): Num[] {
  const extra = type.shape.length - operand.shape.length;
  return type.shape.map((dim, axis) =>
    typeof dim === "number" ? dim : (operand.shape[axis - extra] ?? dim.max),
  );
}

// Leaves

function tableMemory(code: Code, type: ArrayType, values: readonly (number | bigint | boolean)[]): Memory {
  const shape = staticShape(type);
  const name = constant(code, `table ${code.module.constants.length}`, () => {
    const data = allocateData(storageClass(type.element), values.length);
    for (const [i, value] of values.entries()) set({ type, data }, i, value);
    return asWords(data);
  });
  // A local name: what functions share is slower to reach from a loop.
  const data = fresh(code, "d");
  code.top.push(`const ${data} = ${name};`);
  code.module.ownData.add(data);
  let stride = 1;
  const strides = [...shape].reverse().map((extent) => {
    const own = stride;
    stride *= Number(extent);
    return own;
  });
  return { element: type.element, data, offset: 0, shape, strides: strides.reverse(), name: "" };
}

/** 64-bit integers are handled as pairs of 32-bit words. */
export function asWords<T>(data: T): T | Int32Array {
  return data instanceof BigInt64Array || data instanceof BigUint64Array
    ? new Int32Array(data.buffer, data.byteOffset, data.length * 2)
    : data;
}

/** Either of two arrays, without copying one that is in memory already. */
function conditionalMemory(code: Code, expr: Conditional): Memory {
  const condition = scalar(code, expr.condition);
  const yes = capture(code, () => lowerToMemory(code, expr.then));
  const no = capture(code, () => lowerToMemory(code, expr.otherwise));
  const [a, b] = [yes.result, no.result];
  const choose = (x: Num, y: Num): Num => {
    if (typeof x === "number" && x === y) return x;
    const name = fresh(code, "c");
    emit(code, `let ${name};`);
    yes.lines.push(`${name} = ${show(x)};`);
    no.lines.push(`${name} = ${show(y)};`);
    code.depths.set(name, code.loops.length);
    return name;
  };
  const memory: Memory = {
    element: a.element,
    name: a.name === b.name ? a.name : "",
    data: show(choose(a.data, b.data)),
    offset: choose(a.offset, b.offset),
    shape: a.shape.map((extent, axis) => choose(extent, b.shape[axis] ?? 0)),
    strides: a.strides.map((stride, axis) => choose(stride, b.strides[axis] ?? 0)),
  };
  emit(code, `if (${condition}) {`, yes.lines, "} else {", no.lines, "}");
  return memory;
}

function arange(code: Code, expr: Arange): Lane {
  const element = expr.type.element;
  const [start, step] = [expr.start, expr.step].map((end) => {
    const text = scalar(code, end);
    return spill(code, convert(code, { text, type: elementOf(end.type), range: null }, element, expr.span));
  });
  const shape = staticShape(expr.type);
  const range = interval(0, Math.max(0, Number(shape[0] ?? 1) - 1));
  const at = (position: Num): string => {
    const k = convert(code, { text: show(position), type: pythonInt, range }, element, expr.span);
    const distance = binary(
      code,
      "mul",
      { text: step ?? "0", type: element },
      { text: spill(code, k), type: element },
      element,
      expr.span,
    );
    return binary(
      code,
      "add",
      { text: start ?? "0", type: element },
      { text: distance, type: element },
      element,
      expr.span,
    );
  };
  return {
    element,
    shape,
    memory: null,
    owned: false,
    cheap: true,
    reads: [],
    at: (index) => at(index[0] ?? 0),
    flat: at,
  };
}

function gather(code: Code, expr: Gather): Lane {
  const base = lowerToMemory(code, expr.base);
  const positions = laneOf(code, expr.index);
  const index = positions.cheap ? positions : memoryLane(code, materialise(code, positions), true);
  const rank = index.shape.length;
  const axis = expr.axis;
  const extent = spillNum(code, base.shape[axis] ?? 1);
  return {
    element: base.element,
    shape: [...base.shape.slice(0, axis), ...index.shape, ...base.shape.slice(axis + 1)],
    memory: null,
    owned: false,
    cheap: true,
    reads: [base, ...index.reads.map((read) => read.memory)].map((memory) => ({ memory, aligned: false })),
    at: (ix) => {
      const text = index.at(ix.slice(axis, axis + rank));
      const place = spill(code, checkedPosition(code, text, extent, axis, base.name, expr.span));
      return load(code, base, pointer(code, base, [...ix.slice(0, axis), place, ...ix.slice(axis + rank)]));
    },
    flat: null,
  };
}
