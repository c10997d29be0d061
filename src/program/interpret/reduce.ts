/** Reductions and scans: sequential in row-major order, in the element type, from the first element on. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { interval } from "../../types/interval.ts";
import type { BinaryOp, ReduceOp } from "../../types/operators.ts";
import { elementOf, isComplex, pythonInt, type ScalarType } from "../../types/types.ts";
import type { Dot, Reduce, Scan } from "../nodes.ts";
import { bug, type Code, emit, fresh, type Num, product, show, site, spill, spillNum } from "./code.ts";
import { convert } from "./convert.ts";
import { zero } from "./expression.ts";
import { broadcastShapes, broadcastTo, type Lane, laneOf } from "./lane.ts";
import { allocateMemory, load, type Memory, pointer, store } from "./memory.ts";
import { binary, compare, isBool, isInteger, isNativeFloat } from "./scalar.ts";
import { loopNest } from "./store.ts";

export function reduceScalar(code: Code, expr: Reduce): string {
  const lane = laneOf(code, expr.operand);
  return reduction(
    code,
    expr.op,
    lane,
    [],
    lane.shape.map((_, axis) => axis),
    expr.span,
  );
}

/** PyLog's dot: the products are summed as they come, without an array of them. */
export function dotScalar(code: Code, expr: Dot): string {
  const lanes = [expr.left, expr.right].map((side) => laneOf(code, side));
  const [a, b] = lanes;
  if (a === undefined || b === undefined) return bug("dot has two operands");
  const shape = broadcastShapes(code, a.shape, b.shape, expr.span);
  const [x, y] = [a, b].map((lane) =>
    lane.shape.length === 0 ? lane : broadcastTo(code, lane, shape, expr.span),
  );
  if (x === undefined || y === undefined) return bug("dot has two operands");
  const multiply = (l: string, r: string): string =>
    binary(code, "mul", { text: l, type: x.element }, { text: r, type: y.element }, expr.type, expr.span);
  const [flatX, flatY] = [x.flat, y.flat];
  const products: Lane = {
    element: expr.type,
    shape,
    memory: null,
    owned: false,
    cheap: false,
    reads: [...x.reads, ...y.reads],
    at: (index) => multiply(x.at(index), y.at(index)),
    flat: flatX !== null && flatY !== null ? (position) => multiply(flatX(position), flatY(position)) : null,
  };
  return reduction(
    code,
    "sum",
    products,
    [],
    shape.map((_, axis) => axis),
    expr.span,
  );
}

export function reduceArray(code: Code, expr: Reduce): Memory {
  const lane = laneOf(code, expr.operand);
  const kept = lane.shape.map((_, axis) => axis).filter((axis) => !expr.axes.includes(axis));
  const shape = kept.map((axis) => lane.shape[axis] ?? 1);
  const out = allocateMemory(
    code,
    elementOf(expr.type),
    shape.map((extent) => spillNum(code, extent)),
  );
  const { op } = expr;
  if ((op === "sum" || op === "prod") && sweeps(lane, kept)) {
    sweep(code, expr, op, lane, kept, out);
  } else {
    loopNest(code, shape, (position) => {
      const fixed = kept.map((axis, k): [number, Num] => [axis, position[k] ?? 0]);
      const value = reduction(code, expr.op, lane, fixed, expr.axes, expr.span);
      store(code, out, pointer(code, out, position), value);
    });
  }
  return withKeptAxes(out, expr);
}

/** `keepdims`: the axes that went away are there again, with one element. */
function withKeptAxes(out: Memory, expr: Reduce): Memory {
  const rank = expr.operand.type.kind === "array" ? expr.operand.type.shape.length : 0;
  if (expr.type.kind !== "array" || expr.type.shape.length !== rank) return out;
  let next = 0;
  const axes = Array.from({ length: rank }, (_, axis) => (expr.axes.includes(axis) ? -1 : next++));
  return {
    ...out,
    shape: axes.map((axis) => (axis < 0 ? 1 : (out.shape[axis] ?? 1))),
    strides: axes.map((axis) => (axis < 0 ? 0 : (out.strides[axis] ?? 0))),
  };
}

/** Whether to walk the operand in its own order and update all results, rather than one result after the other. */
function sweeps(lane: Lane, kept: readonly number[]): boolean {
  const trailing = kept.every((axis, k) => axis === k);
  return !trailing && identity("sum", lane.element) !== null;
}

function sweep(
  code: Code,
  expr: Reduce,
  op: "sum" | "prod",
  lane: Lane,
  kept: readonly number[],
  out: Memory,
): void {
  const first = identity(op, lane.element) ?? bug("a sweep starts from the identity");
  const count = product(expr.axes.map((axis) => lane.shape[axis] ?? 1));
  const empty = isComplex(lane.element) ? first : op === "prod" ? "1" : zero(lane.element);
  loopNest(code, out.shape, (position) => {
    store(code, out, pointer(code, out, position), whenEmpty(count, empty, first));
  });
  loopNest(code, lane.shape, (index) => {
    const at = spill(
      code,
      pointer(
        code,
        out,
        kept.map((axis) => index[axis] ?? 0),
      ),
    );
    const value = lane.at(index);
    store(code, out, at, accumulate(code, op, lane.element, load(code, out, at), value, expr.span));
  });
}

/** One result: `fixed` axes stand at a position, the others are walked through. Gives the name of the result. */
function reduction(
  code: Code,
  op: ReduceOp,
  lane: Lane,
  fixed: readonly (readonly [number, Num])[],
  axes: readonly number[],
  span: Span,
): string {
  const extents = axes.map((axis) => spillNum(code, lane.shape[axis] ?? 1));
  const count = spillNum(code, product(extents));
  const index = lane.shape.map((): Num => 0);
  for (const [axis, at] of fixed) index[axis] = at;
  const flat = fixed.length === 0 ? lane.flat : null;
  const walk = (visit: (value: string, position: Num) => void): void => {
    if (flat !== null && extents.length > 0) {
      loopNest(code, [count], ([f = 0]) => visit(flat(f), f));
      return;
    }
    loopNest(code, extents, (position) => {
      const here = [...index];
      for (const [k, axis] of axes.entries()) here[axis] = position[k] ?? 0;
      visit(lane.at(here), axes.length === 1 ? (position[0] ?? 0) : flatPosition(extents, position));
    });
  };
  if (op === "any" || op === "all") return quantifier(code, op, lane.element, walk);
  if (op === "argmin" || op === "argmax") return extremePosition(code, op, lane.element, count, walk, span);
  return fold(code, op, lane.element, count, walk, span);
}

/** Visits elements in order; `position` is the row-major one. */
export type Walk = (visit: (value: string, position: Num) => void) => void;

/** The sum of what `walk` visits, which are `count` elements. */
export function sum(code: Code, type: ScalarType, count: Num, walk: Walk, span: Span): string {
  return fold(code, "sum", type, count, walk, span);
}

function flatPosition(extents: readonly Num[], position: readonly Num[]): Num {
  const text = position.reduce<string>(
    (total, i, k) => (k === 0 ? show(i) : `(${total} * ${show(extents[k] ?? 1)} + ${show(i)})`),
    "0",
  );
  return text;
}

function fold(
  code: Code,
  op: "sum" | "prod" | "min" | "max",
  type: ScalarType,
  count: Num,
  walk: Walk,
  span: Span,
): string {
  const total = fresh(code, "r");
  if (op === "min" || op === "max") emptyFault(code, count, op, span);
  const start = identity(op, type);
  if (start !== null) {
    const empty = isComplex(type) ? start : op === "prod" ? "1" : "0";
    emit(code, `let ${total} = ${op === "min" || op === "max" ? start : whenEmpty(count, empty, start)};`);
    walk((value) => emit(code, `${total} = ${accumulate(code, op, type, total, value, span)};`));
    return total;
  }
  const first = fresh(code, "f");
  emit(code, `let ${total} = ${op === "prod" ? one(code, type, span) : zero(type)}, ${first} = true;`);
  walk((value) => {
    const atom = spill(code, value);
    emit(code, `if (${first}) { ${total} = ${atom}; ${first} = false; }`);
    emit(code, `else ${total} = ${accumulate(code, op, type, total, atom, span)};`);
  });
  return total;
}

export function whenEmpty(count: Num, empty: string, start: string): string {
  if (empty === start || (typeof count === "number" && count > 0)) return start;
  return count === 0 ? empty : `(${show(count)} === 0 ? ${empty} : ${start})`;
}

function accumulate(
  code: Code,
  op: "sum" | "prod" | "min" | "max",
  type: ScalarType,
  total: string,
  value: string,
  span: Span,
): string {
  return binary(code, foldOperator[op], { text: total, type }, { text: value, type }, type, span);
}

const foldOperator: Record<"sum" | "prod" | "min" | "max", BinaryOp> = {
  sum: "add",
  prod: "mul",
  min: "min",
  max: "max",
};

/** What to start from so that the first element comes out as it is; null where there is no such value. */
export function identity(op: ReduceOp, type: ScalarType): string | null {
  const number = isNativeFloat(type) || (isInteger(type) && type.kind !== "python");
  if (isBool(type)) return null;
  if (isComplex(type)) return op === "prod" ? "({ re: 1, im: 0 })" : op === "sum" ? zero(type) : null;
  switch (op) {
    case "sum":
      if (isNativeFloat(type)) return "(-0)"; // -0 + x is x, also for x = -0
      return isInteger(type) ? "0" : null;
    case "prod":
      return isNativeFloat(type) || isInteger(type) ? "1" : null;
    case "min":
      return number ? "Infinity" : null;
    case "max":
      return number ? "(-Infinity)" : null;
    default:
      return null;
  }
}

/** The product of nothing. */
function one(code: Code, type: ScalarType, span: Span): string {
  return isBool(type)
    ? "true"
    : convert(code, { text: "1", type: pythonInt, range: interval(1, 1) }, type, span);
}

function quantifier(code: Code, op: "any" | "all", type: ScalarType, walk: Walk): string {
  const found = fresh(code, "r");
  emit(code, `let ${found} = ${op === "all"};`);
  walk((value) => {
    const truth = isBool(type) ? value : `(${value} !== ${zero(type)})`;
    emit(code, op === "any" ? `if (${truth}) ${found} = true;` : `if (!${truth}) ${found} = false;`);
  });
  return found;
}

/** The first position of the extreme; a NaN is more extreme than any number. */
function extremePosition(
  code: Code,
  op: "argmin" | "argmax",
  type: ScalarType,
  count: Num,
  walk: Walk,
  span: Span,
): string {
  emptyFault(code, count, op, span);
  const [best, place] = [fresh(code, "r"), fresh(code, "r")];
  emit(code, `let ${best} = ${zero(type)}, ${place} = -1;`);
  walk((value, position) => {
    const atom = spill(code, value);
    const beats = compare(code, op === "argmin" ? "lt" : "gt", { text: atom, type }, { text: best, type });
    const nan = isNativeFloat(type)
      ? ` || (${atom} !== ${atom} && ${best} === ${best})`
      : type.kind === "float"
        ? ` || (${compare(code, "ne", { text: atom, type }, { text: atom, type })} && ${compare(code, "eq", { text: best, type }, { text: best, type })})`
        : "";
    emit(code, `if (${place} < 0 || ${beats}${nan}) { ${best} = ${atom}; ${place} = ${show(position)}; }`);
  });
  return place;
}

function emptyFault(code: Code, count: Num, op: ReduceOp, span: Span): void {
  if (typeof count === "number" && count > 0) return;
  const message = JSON.stringify(`${op} of an array without elements has no value`);
  emit(code, `if (${show(count)} === 0) raise("empty-reduction", ${message}, ${site(code, span)});`);
}

export function scan(code: Code, expr: Scan): Memory {
  const lane = laneOf(code, expr.operand);
  const shape = lane.shape.map((extent) => spillNum(code, extent));
  const type = elementOf(expr.type);
  const out = allocateMemory(code, type, shape);
  const others = shape.filter((_, axis) => axis !== expr.axis);
  loopNest(code, others, (position) => {
    const total = fresh(code, "r");
    emit(code, `let ${total} = ${zero(type)};`);
    loopNest(code, [shape[expr.axis] ?? 1], ([k = 0]) => {
      const index = [...position.slice(0, expr.axis), k, ...position.slice(expr.axis)];
      const value = spill(code, lane.at(index));
      const next = accumulate(code, expr.op, type, total, value, expr.span);
      const sum = k === 0 ? value : typeof k === "number" ? next : `${k} === 0 ? ${value} : ${next}`;
      emit(code, `${total} = ${sum};`);
      store(code, out, pointer(code, out, index), total);
    });
  });
  return out;
}
