/** Program nodes for builtins: what build.ts makes, and the array nodes, with the failing case already thrown. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Const, Expr, MathCall, Sub } from "../../../program/nodes.ts";
import { compileConvert } from "../../../types/arithmetic.ts";
import { ArithmeticFault } from "../../../types/fault.ts";
import type { BinaryOp, CompareOp, UnaryOp, Value } from "../../../types/operators.ts";
import { printType } from "../../../types/print.ts";
import { promoteBinary } from "../../../types/promote.ts";
import {
  array,
  type Dim,
  elementOf,
  int64,
  isComplex,
  maxSize,
  partOf,
  pythonInt,
  type ScalarType,
  type Shape,
  sameShape,
  sameType,
  shapeOf,
  withShape,
} from "../../../types/types.ts";
import * as build from "../build.ts";
import { type Known, type KnownTuple, value } from "../known.ts";
import { isContiguous } from "../memory.ts";
import type { Scope } from "../scope.ts";
import { extentOf, toExpr, toStrong } from "../value.ts";
import { must, refuse } from "./refusal.ts";
import { canShare, commonStride, type Layout, layoutOf } from "./strides.ts";

/** Where a node is made: a CallSite is one. */
export interface Site {
  readonly scope: Scope;
  readonly span: Span;
}

export function binary(at: Site, op: BinaryOp, left: Expr, right: Expr): Expr {
  return must(build.binary(at.scope, op, left, right, at.span));
}

export function compare(at: Site, op: CompareOp, left: Expr, right: Expr): Expr {
  return must(build.compare(at.scope, op, left, right, at.span));
}

export function unary(at: Site, op: UnaryOp, operand: Expr): Expr {
  return must(build.unary(at.scope, op, operand, at.span));
}

export function math(at: Site, fn: MathCall["fn"], ...args: readonly Expr[]): Expr {
  return must(build.math(at.scope, fn, args, at.span));
}

/** Another element type. A table of constants is converted now. */
export function cast(at: Site, expr: Expr, type: ScalarType): Expr {
  const from = elementOf(expr.type);
  if (expr.kind === "arrayConst" && isComplex(type)) {
    const re = cast(at, expr, partOf(type));
    const im = realConstant(at, 0, partOf(type));
    return {
      kind: "math",
      fn: "complex",
      args: [re, im],
      type: array(type, expr.type.shape),
      span: expr.span,
    };
  }
  if (expr.kind !== "arrayConst" || sameType(from, type))
    return must(build.cast(at.scope, expr, type, at.span));
  const convert = compileConvert(from, type);
  const values = expr.values.map((item) => {
    try {
      return convert(item, 0);
    } catch (fault) {
      if (!(fault instanceof ArithmeticFault)) throw fault;
      return refuse(
        at.scope,
        diagnose("constant-out-of-range", expr.span, { value: String(item), type: printType(type) }),
      );
    }
  });
  return { kind: "arrayConst", values, type: array(type, expr.type.shape), span: expr.span };
}

/** np.asarray's element type: int64, float64 or bool for Python numbers. */
export function strong(at: Site, expr: Expr): Expr {
  return cast(at, expr, build.strongType(elementOf(expr.type)));
}

/** np.array of a list: each number is strong, and all get one type; or `type`, when it is given. */
export function listArray(at: Site, list: KnownTuple, type: ScalarType | null): Expr {
  const leaves: Expr[] = [];
  const collect = (item: Known): Known => {
    if (item.kind === "tuple") return { ...item, items: item.items.map(collect) };
    const leaf = must(toExpr(at.scope, item, at.span));
    const converted = type === null ? strong(at, leaf) : cast(at, leaf, type);
    leaves.push(converted);
    return value(converted);
  };
  const typed = collect(list);
  const [first] = type === null ? alike(at, leaves) : leaves;
  const element = first === undefined ? null : elementOf(first.type);
  const settle = (item: Known): Known => {
    if (item.kind === "tuple") return { ...item, items: item.items.map(settle) };
    return item.kind === "value" && element !== null ? value(cast(at, item.expr, element)) : item;
  };
  return must(toStrong(at.scope, settle(typed), at.span));
}

/** What NumPy does before a ufunc: Python numbers stay weak beside an array or NumPy scalar, else they are strong. */
export function asOperands(at: Site, exprs: readonly Expr[]): readonly Expr[] {
  const weak = exprs.every((expr) => elementOf(expr.type).kind === "python");
  return weak ? exprs.map((expr) => strong(at, expr)) : exprs;
}

/** All with the one element type that holds them: np.result_type. */
export function alike(at: Site, exprs: readonly Expr[]): readonly Expr[] {
  const operands = asOperands(at, exprs);
  const [first, ...others] = operands.map(build.operand);
  if (first === undefined) return [];
  const type = others.reduce((a, b) => {
    const common = promoteBinary(isComplex(a.type) || isComplex(b.type) ? "add" : "max", a, b);
    if (!common.ok) {
      return refuse(
        at.scope,
        diagnose("bad-operands", at.span, { message: common.message, help: common.help }),
      );
    }
    return { type: common.result };
  }, first).type;
  return operands.map((expr) => cast(at, expr, type));
}

export function where(at: Site, condition: Expr, then: Expr, otherwise: Expr): Expr {
  const [a, b] = alike(at, [then, otherwise]);
  if (a === undefined || b === undefined) return then;
  const test = cast(at, condition, { kind: "bool" });
  const shape = must(build.broadcast(at.scope, [test, a, b], at.span));
  return {
    kind: "where",
    condition: test,
    then: a,
    otherwise: b,
    type: withShape(elementOf(a.type), shape),
    span: at.span,
  };
}

// Constants

export function int(at: Site, value: number | bigint): Const {
  return build.intConst(value, at.span);
}

/** A constant that exists in the type: 0, 1, a small integer; or, for a float type, any double rounded to it. */
export function constant(at: Site, value: number | boolean, type: ScalarType): Expr {
  if (isComplex(type)) return build.complexConst({ re: Number(value), im: 0 }, at.span, type);
  return realConstant(at, value, type);
}

export function realConstant(at: Site, value: number | boolean, type: ScalarType): Const {
  const python = typeof value === "boolean" ? build.boolConst(value, at.span) : null;
  const from =
    python ?? (Number.isInteger(value) ? int(at, Number(value)) : build.floatConst(Number(value), at.span));
  return { kind: "const", value: compileConvert(from.type, type)(from.value, 0), type, span: at.span };
}

const mostElements = 2 ** 31 - 1; // what one array can have
const mostConstants = 2 ** 20; // what is written down when compiling

/** Refuses arrays that no machine holds, before anything is made for them. */
export function limitSize(at: Site, shape: readonly number[], written = false): void {
  const elements = shape.reduce((x, y) => x * y, 1);
  const most = written ? mostConstants : mostElements;
  if (elements > most) refuse(at.scope, diagnose("array-too-large", at.span, { elements, most }));
}

export function table(
  at: Site,
  values: readonly Value[],
  element: ScalarType,
  shape: readonly number[],
): Expr {
  return { kind: "arrayConst", values, type: array(element, shape), span: at.span };
}

/** The real or imaginary parts: of an array in memory they are a view of it, as in NumPy. */
export function partOfExpr(at: Site, part: "real" | "imag", z: Expr): Expr {
  const element = elementOf(z.type);
  const type = withShape(partOf(element), shapeOf(z.type));
  if (isComplex(element)) {
    const known = build.complexParts(z);
    if (known !== null && type.kind !== "array")
      return { kind: "const", value: part === "real" ? known.re : known.im, type, span: at.span };
    return type.kind === "array"
      ? { kind: "part", part, base: z, type, span: at.span }
      : { kind: "math", fn: part, args: [z], type, span: at.span };
  }
  const number = numberOf(at, z);
  return part === "real" ? number : fill(at, constant(at, 0, elementOf(number.type)), staticShape(at, z));
}

/** Python's bool as the int that it is. */
export function numberOf(at: Site, x: Expr): Expr {
  return x.type.kind === "python" && x.type.name === "bool" ? cast(at, x, pythonInt) : x;
}

// Shapes

/** The extents, which must be known. */
export function staticShape(at: Site, expr: Expr): readonly number[] {
  return shapeOf(expr.type).map((dim) => staticDim(at, dim));
}

export function staticDim(at: Site, dim: Dim): number {
  if (typeof dim === "number") return dim;
  return refuse(at.scope, diagnose("dynamic-extent", at.span, { most: dim.max }));
}

/** The number of elements in these axes together, a Python int. */
export function sizeOf(
  at: Site,
  expr: Expr,
  axes: readonly number[] = shapeOf(expr.type).map((_, k) => k),
): Expr {
  return axes
    .map((axis) => extentOf(expr, axis, at.span))
    .reduce((a, b) => binary(at, "mul", a, b), int(at, 1));
}

export function rankOf(expr: Expr): number {
  return shapeOf(expr.type).length;
}

export const wholeAxis: Sub = { kind: "slice", start: null, stop: null, step: 1 };

/** `base[subs]`, where the caller knows the shape. */
export function view(at: Site, base: Expr, subs: readonly Sub[], shape: Shape): Expr {
  return { kind: "view", base, subs, type: array(elementOf(base.type), shape), span: at.span };
}

/** `base[..., from:to:step, ...]` along one axis, ends within the extent. */
export function slice(at: Site, base: Expr, axis: number, from: number, to: number): Expr {
  const subs = shapeOf(base.type).map(
    (_, k): Sub =>
      k === axis ? { kind: "slice", start: int(at, from), stop: int(at, to), step: 1 } : wholeAxis,
  );
  return view(at, base, subs, withDim(shapeOf(base.type), axis, to - from));
}

/** `base[..., ::-1, ...]`. */
export function flipped(at: Site, base: Expr, axes: readonly number[]): Expr {
  const subs = shapeOf(base.type).map(
    (_, k): Sub => (axes.includes(k) ? { kind: "slice", start: null, stop: null, step: -1 } : wholeAxis),
  );
  return view(at, base, subs, shapeOf(base.type));
}

/** One position of one axis: `base[..., index, ...]`. */
export function pick(at: Site, base: Expr, axis: number, index: Expr): Expr {
  const shape = shapeOf(base.type);
  if (shape.length === 1) {
    return { kind: "load", base, index: [index], type: elementOf(base.type), span: at.span };
  }
  const subs = shape.map((_, k): Sub => (k === axis ? { kind: "at", index } : wholeAxis));
  return view(at, base, subs, withoutDim(shape, axis));
}

/** New axes of extent 1 at these places of the result. A scalar becomes an array. */
export function withAxes(at: Site, base: Expr, places: readonly number[]): Expr {
  const rank = rankOf(base) + places.length;
  if (base.type.kind !== "array")
    return fill(
      at,
      base,
      Array.from({ length: rank }, () => 1),
    );
  const dims = [...base.type.shape];
  const shape: Dim[] = [];
  const subs: Sub[] = [];
  for (let k = 0; k < rank; k++) {
    const isNew = places.includes(k);
    shape.push(isNew ? 1 : (dims.shift() ?? 1));
    subs.push(isNew ? { kind: "newAxis" } : wholeAxis);
  }
  return view(at, base, subs, shape);
}

export function transpose(at: Site, base: Expr, axes: readonly number[]): Expr {
  if (axes.every((axis, k) => axis === k)) return base;
  const shape = axes.map((axis) => shapeOf(base.type)[axis] ?? 1);
  return { kind: "transpose", base, axes, type: array(elementOf(base.type), shape), span: at.span };
}

/** Row-major; shares memory where the elements lie together. */
export function reshape(at: Site, base: Expr, shape: readonly number[]): Expr {
  if (base.type.kind !== "array") return fill(at, base, shape);
  if (sameShape(base.type.shape, shape)) return base;
  if (shape.length === 0) return pickFirst(at, base);
  const type = array(elementOf(base.type), shape);
  const shares = isContiguous(at.scope, base);
  if (shares) return { kind: "reshape", base, shares, type, span: at.span };
  const spread = withUnitAxes(base.type.shape, shape, int(at, 0));
  if (spread !== null) return view(at, base, spread, shape);
  const layout = layoutOf(at.scope, base);
  const moved: Expr = { kind: "reshape", base, shares, type, span: at.span };
  if (layout === null) return moved;
  if (!canShare(layout, shape)) return copy(at, moved);
  return shape.length === 1 ? (lineOf(at, layout) ?? moved) : moved;
}

/** A reshape that only adds or drops axes of extent 1, as a subscript: it shares memory whatever the strides. */
function withUnitAxes(from: Shape, to: readonly number[], zero: Expr): Sub[] | null {
  const subs: Sub[] = [];
  let axis = 0;
  const dropUnits = (): void => {
    for (; from[axis] === 1; axis++) subs.push({ kind: "at", index: zero });
  };
  for (const extent of to) {
    if (extent === 1) {
      subs.push({ kind: "newAxis" });
      continue;
    }
    dropUnits();
    if (from[axis] !== extent) return null;
    axis++;
    subs.push(wholeAxis);
  }
  dropUnits();
  return axis === from.length ? subs : null;
}

/** A view flattened: NumPy shares its memory where one stride leads from each element to the next. */
function lineOf(at: Site, layout: Layout): Expr | null {
  const stride = commonStride(layout);
  if (stride === null || stride === 0) return null;
  const size = layout.shape.reduce((x, y) => x * y, 1);
  const whole = reshape(at, layout.root, [staticShape(at, layout.root).reduce((x, y) => x * y, 1)]);
  const end = layout.offset + stride * size;
  const stop = end < 0 ? null : int(at, end);
  return view(at, whole, [{ kind: "slice", start: int(at, layout.offset), stop, step: stride }], [size]);
}

function pickFirst(at: Site, base: Expr): Expr {
  const index = shapeOf(base.type).map(() => int(at, 0));
  return { kind: "load", base, index, type: elementOf(base.type), span: at.span };
}

/** All elements along one axis. */
export function flat(at: Site, base: Expr): Expr {
  if (rankOf(base) === 1) return base;
  return reshape(at, base, [staticShape(at, base).reduce((a, b) => a * b, 1)]);
}

/** np.ravel: as a reshape, but what it gives always lies together, so that a view with gaps is copied. */
export function raveled(at: Site, base: Expr): Expr {
  const line = flat(at, base);
  const layout = isContiguous(at.scope, base) ? null : layoutOf(at.scope, base);
  if (layout === null || commonStride(layout) === 1) return line;
  return line.kind === "copy" ? line : copy(at, line);
}

export function fill(at: Site, value: Expr, shape: readonly number[]): Expr {
  limitSize(at, shape);
  const type = withShape(elementOf(value.type), shape);
  return type.kind === "array" ? { kind: "fill", value, type, span: at.span } : value;
}

/** A new array with the operand's elements, broadcast to `shape`. A scalar is its own copy. */
export function copy(at: Site, operand: Expr, shape: Shape = shapeOf(operand.type)): Expr {
  if (shape.length === 0) return operand;
  limitSize(at, [maxSize(shape)]);
  return { kind: "copy", operand, type: array(elementOf(operand.type), shape), span: at.span };
}

/** 0, 1, ..., n-1. */
export function counting(at: Site, count: number, type: ScalarType = int64): Expr {
  const start = constant(at, 0, type);
  return { kind: "arange", start, step: constant(at, 1, type), type: array(type, [count]), span: at.span };
}

/** Parts of one element type, which agree on every other axis. */
export function concat(at: Site, parts: readonly Expr[], axis: number): Expr {
  const [first] = parts;
  if (first === undefined) return refuse(at.scope, diagnose("empty-array", at.span, {}));
  if (parts.length === 1) return copy(at, first);
  const shape = shapeOf(first.type);
  for (const part of parts) {
    const fits =
      rankOf(part) === shape.length && shapeOf(part.type).every((dim, k) => k === axis || dim === shape[k]);
    if (!fits) {
      refuse(
        at.scope,
        diagnose("concatenate-shapes", part.span, {
          axis,
          shapes: parts.map((p) => build.printShape(shapeOf(p.type))),
        }),
      );
    }
  }
  const extent = parts.reduce((sum, part) => sum + staticDim(at, shapeOf(part.type)[axis] ?? 0), 0);
  return {
    kind: "concat",
    parts,
    axis,
    type: array(elementOf(first.type), withDim(shape, axis, extent)),
    span: at.span,
  };
}

/** `base[index]` along one axis with an integer array. */
export function gather(at: Site, base: Expr, index: Expr, axis: number): Expr {
  const shape = shapeOf(base.type);
  const result = [...shape.slice(0, axis), ...shapeOf(index.type), ...shape.slice(axis + 1)];
  return { kind: "gather", base, index, axis, type: array(elementOf(base.type), result), span: at.span };
}

export function withDim(shape: Shape, axis: number, dim: Dim): Shape {
  return shape.map((old, k) => (k === axis ? dim : old));
}

export function withoutDim(shape: Shape, axis: number): Shape {
  return shape.filter((_, k) => k !== axis);
}
