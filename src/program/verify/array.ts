/** Invariants of the nodes that read, make and add up arrays. */
import { printType } from "../../types/print.ts";
import {
  type Dim,
  elementOf,
  int64,
  isComplex,
  partOf,
  type Shape,
  sameType,
  shapeOf,
  type Type,
} from "../../types/types.ts";
import type { Conv2d, Convolve, Element, Expr, MapExpr, Reduce, SpMV, Sub, View } from "../nodes.ts";
import { originOf } from "../origin.ts";
import { expectElement, expectShape, expectType, type Say, type Scope } from "./expression.ts";
import { agree, broadcast, broadcastsTo, dimsAgree, sizeOf } from "./shapes.ts";
import { isExact, isInteger, isTruth } from "./types.ts";

type ArrayNode = Exclude<
  Expr,
  {
    kind:
      | "const"
      | "arrayConst"
      | "var"
      | "unary"
      | "binary"
      | "compare"
      | "logic"
      | "conditional"
      | "where"
      | "math"
      | "cast"
      | "bits"
      | "bitcast"
      | "call";
  }
>;

export function verifyArray(scope: Scope, expr: ArrayNode, say: Say): void {
  switch (expr.kind) {
    case "load":
      if (expr.base.type.kind !== "array") return say(`${printType(expr.base.type)} has no elements`);
      if (expr.index.length !== expr.base.type.shape.length) {
        say(`${expr.index.length} indices for ${printType(expr.base.type)}`);
      }
      for (const index of expr.index) if (!isInteger(index.type)) say(`an index is ${printType(index.type)}`);
      return expectElement(expr.base.type, expr.type, say);
    case "view":
      return verifyView(expr, say);
    case "transpose": {
      const shape = shapeOf(expr.base.type);
      const sorted = [...expr.axes].sort((a, b) => a - b);
      if (sorted.length !== shape.length || sorted.some((axis, k) => axis !== k)) {
        return say(`axes ${expr.axes.join(", ")} are no order of ${printType(expr.base.type)}`);
      }
      return expectType(
        { ...expr.type, shape: expr.axes.map((axis) => shape[axis] ?? 1) },
        expr.type,
        elementSay(expr, say),
      );
    }
    case "reshape": {
      const [from, to] = [sizeOf(shapeOf(expr.base.type)), sizeOf(expr.type.shape)];
      if (from !== null && to !== null && from !== to)
        say(`${printType(expr.base.type)} as ${printType(expr.type)}`);
      return expectElement(expr.base.type, expr.type.element, say);
    }
    case "part": {
      const { base } = expr;
      if (!isComplex(elementOf(base.type))) say(`${printType(base.type)} has no parts`);
      return expectType(
        { ...expr.type, shape: shapeOf(base.type), element: partOf(elementOf(base.type)) },
        expr.type,
        say,
      );
    }
    case "gather": {
      const base = shapeOf(expr.base.type);
      if (!isInteger(elementOf(expr.index.type))) say(`an index is ${printType(expr.index.type)}`);
      if (expr.axis < 0 || expr.axis >= base.length)
        return say(`no axis ${expr.axis} in ${printType(expr.base.type)}`);
      const shape = [...base.slice(0, expr.axis), ...shapeOf(expr.index.type), ...base.slice(expr.axis + 1)];
      return expectType({ kind: "array", element: elementOf(expr.base.type), shape }, expr.type, say);
    }
    case "reduce":
      return verifyReduce(expr, say);
    case "scan":
      verifyAxis(expr.axis, expr.operand.type, say);
      return expectType(expr.operand.type, expr.type, say);
    case "dot":
      if (broadcast(shapeOf(expr.left.type), shapeOf(expr.right.type)) === null) {
        say(`${printType(expr.left.type)} and ${printType(expr.right.type)} do not broadcast`);
      }
      return verifyProducts(expr.left, expr.right, expr.type, say);
    case "matmul":
      verifyProducts(expr.left, expr.right, expr.type, say);
      return verifyMatMulShape(shapeOf(expr.left.type), shapeOf(expr.right.type), shapeOf(expr.type), say);
    case "map":
      return verifyMap(expr, say);
    case "element":
      return verifyElement(scope, expr, say);
    case "extent":
      return verifyAxis(expr.axis, expr.array.type, say);
    case "fill":
      if (sizeOf(expr.type.shape) === null) say(`${printType(expr.type)} has a dynamic extent`);
      if (expr.value.type.kind === "array") say("the value is an array");
      return expectElement(expr.value.type, expr.type.element, say);
    case "arange":
      if (expr.type.shape.length !== 1 || sizeOf(expr.type.shape) === null)
        say(`${printType(expr.type)} is no static vector`);
      for (const part of [expr.start, expr.step]) expectType(part.type, expr.type.element, say);
      return;
    case "concat":
      return verifyConcat(expr.parts, expr.axis, expr.type, say);
    case "copy":
      if (!broadcastsTo(shapeOf(expr.operand.type), expr.type.shape)) {
        say(`${printType(expr.operand.type)} does not broadcast to ${printType(expr.type)}`);
      }
      return expectElement(expr.operand.type, expr.type.element, say);
    case "sort":
      verifyAxis(expr.axis, expr.operand.type, say);
      expectShape([expr.operand], expr.type, say);
      return expectElement(expr.type, expr.what === "values" ? elementOf(expr.operand.type) : int64, say);
    case "convolve":
      return verifyConvolve(expr, say);
    case "conv2d":
      return verifyConv2d(expr, say);
    case "spmv":
      return verifySpmv(expr, say);
  }
}

function elementSay(expr: { readonly base: Expr; readonly type: Type }, say: Say): Say {
  expectElement(expr.base.type, elementOf(expr.type), say);
  return say;
}

function verifyView(expr: View, say: Say): void {
  const base = shapeOf(expr.base.type);
  expectElement(expr.base.type, expr.type.element, say);
  const subs = expr.subs.filter((sub) => sub.kind !== "newAxis");
  if (subs.length !== base.length) return say(`${subs.length} subscripts for ${printType(expr.base.type)}`);
  const shape: Dim[] = [];
  let axis = 0;
  for (const sub of expr.subs) {
    if (sub.kind === "newAxis") {
      shape.push(1);
      continue;
    }
    const extent = base[axis++] ?? 1;
    if (sub.kind === "at") {
      if (!isInteger(sub.index.type)) say(`an index is ${printType(sub.index.type)}`);
      continue;
    }
    if (!Number.isInteger(sub.step) || sub.step === 0) say(`the step is ${sub.step}`);
    for (const end of [sub.start, sub.stop]) {
      if (end !== null && !isInteger(end.type)) say(`the end of a slice is ${printType(end.type)}`);
    }
    shape.push(sliceLength(sub, extent));
  }
  if (!agree(shape, expr.type.shape)) say(`the subscripts do not give ${printType(expr.type)}`);
}

/** Python's slice.indices; dynamic where an end is not known. */
function sliceLength(sub: Extract<Sub, { kind: "slice" }>, extent: Dim): Dim {
  const dynamic = { max: typeof extent === "number" ? extent : extent.max };
  const known = (end: Expr | null): boolean => end === null || end.kind === "const";
  if (typeof extent !== "number" || !known(sub.start) || !known(sub.stop)) return dynamic;
  const [low, high] = sub.step > 0 ? [0, extent] : [-1, extent - 1];
  const clip = (end: Expr | null, missing: number): number => {
    if (end?.kind !== "const") return missing;
    const at = Number(end.value);
    return Math.min(Math.max(at < 0 ? at + extent : at, low), high);
  };
  const start = clip(sub.start, sub.step > 0 ? low : high);
  const stop = clip(sub.stop, sub.step > 0 ? high : low);
  return Math.max(0, Math.ceil((stop - start) / sub.step));
}

function verifyReduce(expr: Reduce, say: Say): void {
  const shape = shapeOf(expr.operand.type);
  const sorted = expr.axes.every((axis, k) => axis > (expr.axes[k - 1] ?? -1) && axis < shape.length);
  if (!sorted) return say(`axes ${expr.axes.join(", ")} of ${printType(expr.operand.type)}`);
  const element = elementOf(expr.operand.type);
  const result = elementOf(expr.type);
  switch (expr.op) {
    case "argmin":
    case "argmax":
      if (expr.axes.length !== 1 && expr.axes.length !== shape.length)
        say("a position needs one axis, or all");
      if (!sameType(result, int64)) say(`the result is ${printType(expr.type)}`);
      break;
    case "any":
    case "all":
      if (!isTruth(result)) say(`the result is ${printType(expr.type)}`);
      break;
    default:
      if (!sameType(element, result)) say(`${printType(element)} gives ${printType(result)}`);
  }
  const dropped = shape.filter((_, axis) => !expr.axes.includes(axis));
  const kept = shape.map((dim, axis) => (expr.axes.includes(axis) ? 1 : dim));
  const found = shapeOf(expr.type);
  if (!agree(dropped, found) && !agree(kept, found))
    say(`${printType(expr.operand.type)} gives ${printType(expr.type)}`);
}

function verifyAxis(axis: number, type: Type, say: Say): void {
  if (axis < 0 || axis >= shapeOf(type).length) say(`no axis ${axis} in ${printType(type)}`);
}

/** Products and their sum are of one type, unless they grow. */
function verifyProducts(left: Expr, right: Expr, result: Type, say: Say): void {
  const element = elementOf(result);
  if (isExact(element) && isExact(elementOf(left.type)) && isExact(elementOf(right.type))) return;
  expectElement(left.type, element, say);
  expectElement(right.type, element, say);
}

function verifyMatMulShape(left: Shape, right: Shape, result: Shape, say: Say): void {
  if (left.length === 0 || right.length === 0) return say("an operand is a scalar");
  const inner = right.length === 1 ? right[0] : right.at(-2);
  if (!dimsAgree(left.at(-1), inner)) say("the inner extents differ");
  const batch = broadcast(left.slice(0, -2), right.slice(0, -2));
  const rows = left.length === 1 ? [] : left.slice(-2, -1);
  const columns = right.length === 1 ? [] : right.slice(-1);
  if (batch === null || !agree([...batch, ...rows, ...columns], result))
    say("the result has the wrong shape");
}

function verifyMap(expr: MapExpr, say: Say): void {
  const [first] = expr.params;
  if (first === undefined) return say("it has no source");
  const shape = shapeOf(first.source.type);
  for (const { name, source } of expr.params) {
    if (source.type.kind !== "array") say(`the source of ${name} is ${printType(source.type)}`);
    else if (!agree(source.type.shape, shape)) say(`the sources differ in shape at ${name}`);
  }
  const whole = [...shape, ...shapeOf(expr.body.type)];
  return expectType({ kind: "array", element: elementOf(expr.body.type), shape: whole }, expr.type, say);
}

function verifyElement(scope: Scope, expr: Element, say: Say): void {
  const param = scope.maps.get(expr.param);
  if (param === undefined) return say(`no map around binds ${expr.param}`);
  expectElement(param.source.type, elementOf(expr.type), say);
  if (expr.offsets === null) {
    if (expr.type.kind === "array") say("the current element is a scalar");
    return;
  }
  const origin = shapeOf(originOf(param.source).type);
  if (expr.offsets.length !== origin.length) say(`${expr.offsets.length} offsets for ${origin.length} axes`);
  const shape: Dim[] = [];
  for (const [axis, offset] of expr.offsets.entries()) {
    if (offset.kind === "by" && !isInteger(offset.offset.type))
      say(`an offset is ${printType(offset.offset.type)}`);
    if (offset.kind === "window")
      shape.push(Math.max(0, Math.ceil((offset.stop - offset.start) / offset.step)));
    if (offset.kind === "all") shape.push(origin[axis] ?? 1);
  }
  if (!agree(shape, shapeOf(expr.type))) say(`the offsets do not give ${printType(expr.type)}`);
}

function verifyConcat(parts: readonly Expr[], axis: number, type: Type, say: Say): void {
  const shape = shapeOf(type);
  verifyAxis(axis, type, say);
  let total: number | null = 0;
  for (const part of parts) {
    expectElement(part.type, elementOf(type), say);
    const own = shapeOf(part.type);
    if (own.length !== shape.length || own.some((dim, k) => k !== axis && !dimsAgree(dim, shape[k]))) {
      say(`${printType(part.type)} is no part of ${printType(type)}`);
    }
    const extent = own[axis];
    total = total === null || typeof extent !== "number" ? null : total + extent;
  }
  const whole = shape[axis];
  if (total !== null && typeof whole === "number" && total !== whole)
    say(`the parts have ${total} of ${whole}`);
}

function verifyConvolve(expr: Convolve, say: Say): void {
  verifyProducts(expr.left, expr.right, expr.type, say);
  const [n, m] = [shapeOf(expr.left.type), shapeOf(expr.right.type)].map(([dim]) => dim);
  if (typeof n !== "number" || typeof m !== "number") return;
  const [long, short] = [Math.max(n, m), Math.min(n, m)];
  const size = { full: n + m - 1, same: long, valid: long - short + 1 }[expr.mode];
  if (!agree(expr.type.shape, [size]))
    say(`${expr.mode} of ${n} and ${m} is ${size}, not ${printType(expr.type)}`);
}

function verifyConv2d(expr: Conv2d, say: Say): void {
  verifyProducts(expr.image, expr.weights, expr.type, say);
  if (!Number.isInteger(expr.stride) || expr.stride < 1) say(`the stride is ${expr.stride}`);
  const [image, weights] = [shapeOf(expr.image.type), shapeOf(expr.weights.type)];
  const size = [-2, -1].map((axis): Dim => {
    const [n, m] = [image.at(axis), weights.at(axis)];
    return typeof n === "number" && typeof m === "number"
      ? Math.floor((n - m) / expr.stride) + 1
      : { max: 0 };
  });
  const shape = weights.length === 4 ? [weights[0] ?? 1, ...size] : size;
  if (!agree(expr.type.shape, shape)) say(`the result is not ${printType(expr.type)}`);
}

function verifySpmv(expr: SpMV, say: Say): void {
  for (const part of [expr.rowStart, expr.column]) {
    if (!isInteger(elementOf(part.type))) say(`positions are ${printType(part.type)}`);
  }
  verifyProducts(expr.values, expr.vector, expr.type, say);
  const [rows] = shapeOf(expr.rowStart.type);
  if (typeof rows === "number" && !agree(expr.type.shape, [rows - 1]))
    say(`${rows - 1} rows give ${printType(expr.type)}`);
  if (!agree(shapeOf(expr.column.type), shapeOf(expr.values.type))) say("column and values differ in length");
}
