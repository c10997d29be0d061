/** Reductions and scans: sequential in row-major order, in the element type, the first element taken as it is. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type * as program from "../../program/nodes.ts";
import type { BinaryOp, ReduceOp, Value } from "../../types/operators.ts";
import {
  bool,
  elementOf,
  float64,
  isComplex,
  isFloating,
  pythonInt,
  type ScalarType,
} from "../../types/types.ts";
import type { Expr, Origin } from "../nodes.ts";
import { materialise, overlaps } from "./fill.ts";
import { add, both, compareInts, either, int, known, multiply, product, select } from "./integers.ts";
import { bindingLane, broadcastShapes, expensive, type Lane, lane, spread } from "./lane.ts";
import { complexConstant, truth, zeroOf } from "./scalar.ts";
import {
  assign,
  bug,
  capture,
  declareScalar,
  emitIf,
  faultIf,
  nest,
  reductionNest,
  type State,
  spill,
} from "./state.ts";
import { bindingOfView, storeAt, type View } from "./view.ts";

export function reduceScalar(st: State, expr: program.Reduce): Expr {
  const operand = lane(st, expr.operand);
  const axes = operand.shape.map((_, axis) => axis);
  return reduction(st, expr, operand, axes, []);
}

/** PyLog's dot: the products are summed as they come. */
export function dotScalar(st: State, expr: program.Dot): Expr {
  const [a, b] = [lane(st, expr.left), lane(st, expr.right)];
  const shape = broadcastShapes(st, a.shape, b.shape, expr.span);
  const [x, y] = [a, b].map((side) => (side.shape.length === 0 ? side : spread(st, side, shape)));
  if (x === undefined || y === undefined) return bug("dot has two operands");
  return sum(st, expr.type, shape, "dot", expr.span, (index) =>
    times(x.at(index), y.at(index), expr.type, expr.span),
  );
}

export function times(left: Expr, right: Expr, type: ScalarType, span: Span): Expr {
  return { kind: "binary", op: "mul", left, right, type, span };
}

/** The sum of `term` over all positions. */
export function sum(
  st: State,
  type: ScalarType,
  shape: readonly Expr[],
  operator: Origin["operator"],
  span: Span,
  term: (index: readonly Expr[]) => Expr,
): Expr {
  return fold(st, "sum", type, product(shape), operator, span, (visit) =>
    reductionNest(st, shape, operator, (index) => visit(term(index), isFirst(index))),
  );
}

export function reduceLane(st: State, expr: program.Reduce): Lane {
  const operand = lane(st, expr.operand);
  const rank = operand.shape.length;
  const keeps = expr.type.kind === "array" && expr.type.shape.length === rank;
  const kept = operand.shape.map((_, axis) => axis).filter((axis) => !expr.axes.includes(axis));
  const shape = keeps
    ? operand.shape.map((extent, axis) => (expr.axes.includes(axis) ? int(1) : extent))
    : kept.map((axis) => operand.shape[axis] ?? int(1));
  return {
    element: elementOf(expr.type),
    shape,
    binding: null,
    cost: expensive,
    operator: "reduce",
    reads: operand.reads.map(({ view }) => ({ view, aligned: false })),
    at: (index) =>
      reduction(
        st,
        expr,
        operand,
        expr.axes,
        kept.map((axis, k) => [axis, index[keeps ? axis : k] ?? int(0)] as const),
      ),
  };
}

/** One result: `fixed` axes stand at a position, the others are walked through. */
function reduction(
  st: State,
  expr: program.Reduce,
  operand: Lane,
  axes: readonly number[],
  fixed: readonly (readonly [number, Expr])[],
): Expr {
  const extents = axes.map((axis) => operand.shape[axis] ?? int(1));
  const count = product(extents);
  const { op, span } = expr;
  const type = operand.element;
  const walk: Walk = (visit) =>
    reductionNest(
      st,
      extents,
      "reduce",
      (position) => {
        const index = operand.shape.map(() => int(0));
        for (const [axis, at] of fixed) index[axis] = at;
        for (const [k, axis] of axes.entries()) index[axis] = position[k] ?? int(0);
        visit(operand.at(index), isFirst(position), () => flatPosition(extents, position));
      },
      isUnordered(op, type),
    );
  if (op === "any" || op === "all") return quantifier(st, op, elementOf(expr.type), span, walk);
  if (op === "argmin" || op === "argmax") return extremePosition(st, expr, op, type, count, walk);
  return fold(st, op, type, count, "reduce", span, walk);
}

/** Of equal extremes the first counts, and 0.0 equals -0.0. */
function isUnordered(op: ReduceOp, type: ScalarType): boolean {
  if (op === "argmin" || op === "argmax") return false;
  return !(isFloating(type) && (op === "min" || op === "max"));
}

/** Visits elements in order, each with whether it is the first and its row-major position. */
type Walk = (visit: (value: Expr, first: Expr, position: () => Expr) => void) => void;
type FoldOp = "sum" | "prod" | "min" | "max";

export function isFirst(index: readonly Expr[]): Expr {
  const open = index.filter((at) => known(at) === null);
  const tests = open.map((at) => compareInts("eq", at, int(0)));
  return tests.length === 0
    ? { kind: "const", value: true, type: { kind: "python", name: "bool" } }
    : tests.reduce(both);
}

function flatPosition(extents: readonly Expr[], position: readonly Expr[]): Expr {
  return position.reduce<Expr>((total, at, k) => add(multiply(total, extents[k] ?? int(1)), at), int(0));
}

const foldOperator: Record<FoldOp, BinaryOp> = { sum: "add", prod: "mul", min: "min", max: "max" };

/** `walk` visits with whether a term is the first; only types without an identity ask. */
export function fold(
  st: State,
  op: FoldOp,
  type: ScalarType,
  count: Expr,
  operator: Origin["operator"],
  span: Span,
  walk: (visit: (value: Expr, first: Expr) => void) => void,
): Expr {
  if (op === "min" || op === "max") emptyFault(st, count, op, span);
  const total = declareScalar(st, `${st.name}_${op}`, type);
  const target: Expr = { kind: "var", name: total, type };
  const start = identity(op, type);
  const empty: Expr = op === "prod" ? oneOf(type, span) : zeroOf(type);
  assign(st, total, start === null ? empty : whenEmpty(count, empty, start, op), operator);
  walk((value, first) => {
    const term = start === null ? spill(st, value) : value;
    const next: Expr = { kind: "binary", op: foldOperator[op], left: target, right: term, type, span };
    assign(st, total, start === null ? select(first, term, next) : next, operator);
  });
  st.stable.add(total);
  return target;
}

function whenEmpty(count: Expr, empty: Expr, start: Expr, op: FoldOp): Expr {
  const same = empty.kind === "const" && start.kind === "const" && Object.is(empty.value, start.value);
  const size = known(count);
  if (same || op === "min" || op === "max" || (size !== null && size > 0)) return start;
  return size === 0 ? empty : select(compareInts("eq", count, int(0)), empty, start);
}

/** What to start from so that the first element comes out as it is; null where there is no such value. */
export function identity(op: FoldOp, type: ScalarType): Expr | null {
  const constant = (value: Value): Expr => ({ kind: "const", value, type });
  switch (type.kind) {
    case "bool":
      return constant(op === "prod" || op === "min");
    case "complex":
      return complexIdentity(op, type);
    case "python":
      if (type.name === "complex") return complexIdentity(op, type);
      if (type.name === "bool") return constant(op === "prod" || op === "min");
      if (type.name === "int") return op === "sum" ? constant(0) : op === "prod" ? constant(1) : null;
      return floatIdentity(op, float64, constant);
    case "float":
      return floatIdentity(op, type, constant);
    case "int":
      if (op === "sum") return constant(0);
      if (op === "prod") return type.bits === 1 && type.signed ? null : constant(1);
      return constant(extreme(type.bits, type.signed, op === "min"));
    case "fixed":
      if (op === "sum") return constant(0);
      return op === "prod" ? null : constant(extreme(type.width, type.signed, op === "min"));
  }
}

/** NumPy starts complex sums from 0 and products from 1. */
function complexIdentity(op: FoldOp, type: ScalarType): Expr | null {
  return op === "sum" ? zeroOf(type) : op === "prod" ? complexConstant(1, type) : null;
}

/** -0 + x is x, also for x = -0. Formats that flush or lack an infinity take their first element instead. */
function floatIdentity(
  op: FoldOp,
  type: Extract<ScalarType, { kind: "float" }>,
  constant: (value: Value) => Expr,
): Expr | null {
  if (type.variant !== "ieee") return null;
  switch (op) {
    case "sum":
      return constant(-0);
    case "prod":
      return constant(1);
    case "min":
      return constant(Number.POSITIVE_INFINITY);
    case "max":
      return constant(Number.NEGATIVE_INFINITY);
  }
}

function extreme(bits: number, signed: boolean, most: boolean): Value {
  const high = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
  const low = signed ? -(1n << BigInt(bits - 1)) : 0n;
  const value = most ? high : low;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** The product of nothing. */
function oneOf(type: ScalarType, span: Span): Expr {
  if (type.kind === "bool" || (type.kind === "python" && type.name === "bool"))
    return { kind: "const", value: true, type };
  if (isComplex(type)) return complexConstant(1, type);
  if (type.kind === "fixed" || (type.kind === "float" && type.variant !== "ieee"))
    return { kind: "cast", operand: { kind: "const", value: 1, type: pythonInt }, type, span };
  return { kind: "const", value: 1, type };
}

function quantifier(st: State, op: "any" | "all", type: ScalarType, span: Span, walk: Walk): Expr {
  const found = declareScalar(st, `${st.name}_${op}`, type);
  assign(st, found, { kind: "const", value: op === "all", type }, "reduce");
  walk((value) => {
    const holds = truth(value, span);
    const test: Expr =
      op === "any" ? holds : { kind: "unary", op: "not", operand: holds, type: holds.type, span };
    const { body } = capture(st, () =>
      assign(st, found, { kind: "const", value: op === "any", type }, "reduce"),
    );
    emitIf(st, test, body);
  });
  st.stable.add(found);
  return { kind: "var", name: found, type };
}

/** The first position of the extreme; a NaN is more extreme than any number. */
function extremePosition(
  st: State,
  expr: program.Reduce,
  op: "argmin" | "argmax",
  type: ScalarType,
  count: Expr,
  walk: Walk,
): Expr {
  const { span } = expr;
  emptyFault(st, count, op, span);
  const result = elementOf(expr.type);
  const [best, place] = [
    declareScalar(st, `${st.name}_best`, type),
    declareScalar(st, `${st.name}_${op}`, result),
  ];
  const bestVar: Expr = { kind: "var", name: best, type };
  assign(st, best, zeroOf(type), "reduce");
  assign(st, place, { kind: "const", value: 0, type: result }, "reduce");
  walk((element, first, position) => {
    const value = spill(st, element, `${st.name}_element`);
    const beats = truthCompare(op === "argmin" ? "lt" : "gt", value, bestVar, span);
    const better = isFloating(type)
      ? either(
          beats,
          both(truthCompare("ne", value, value, span), truthCompare("eq", bestVar, bestVar, span)),
        )
      : beats;
    const { body } = capture(st, () => {
      assign(st, best, value, "reduce");
      assign(st, place, { kind: "cast", operand: position(), type: result, span }, "reduce");
    });
    emitIf(st, first.kind === "const" ? first : either(first, better), body);
  });
  st.stable.add(place);
  return { kind: "var", name: place, type: result };
}

export function truthCompare(op: "lt" | "gt" | "ne" | "eq", left: Expr, right: Expr, span: Span): Expr {
  const type = left.type.kind === "python" ? { kind: "python" as const, name: "bool" as const } : bool;
  return { kind: "compare", op, left, right, type, span };
}

function emptyFault(st: State, count: Expr, op: string, span: Span): void {
  const size = known(count);
  const raised = { code: "empty-reduction", message: `${op} of an array without elements has no value` };
  if (size === null || size === 0) faultIf(st, compareInts("eq", count, int(0)), { raises: raised, span });
}

/** Running sums along an axis. */
export function scanInto(st: State, target: View, expr: program.Scan): void {
  const plain = lane(st, expr.operand);
  const operand = overlaps(bindingOfView(target), plain)
    ? bindingLane(st, bindingOfView(materialise(st, plain)), expr.span)
    : plain;
  const type = expr.type.element;
  const out = bindingOfView(target);
  const start = isComplex(type) ? null : identity(expr.op, type);
  const others = target.shape.filter((_, axis) => axis !== expr.axis);
  nest(st, others, "scan", (position) => {
    const total = declareScalar(st, `${st.name}_${expr.op}`, type);
    const target: Expr = { kind: "var", name: total, type };
    assign(st, total, start ?? zeroOf(type), "scan");
    reductionNest(
      st,
      [out.shape[expr.axis] ?? int(1)],
      "scan",
      ([k = int(0)]) => {
        const index = [...position.slice(0, expr.axis), k, ...position.slice(expr.axis)];
        const value = start === null ? spill(st, operand.at(index)) : operand.at(index);
        const next: Expr = {
          kind: "binary",
          op: foldOperator[expr.op],
          left: target,
          right: value,
          type,
          span: expr.span,
        };
        assign(st, total, start === null ? select(isFirst([k]), value, next) : next, "scan");
        storeAt(st, out, index, target, "scan");
      },
      false,
    );
  });
}
