/** The same elements in another arrangement: reshape, transpose, new axes, flips, broadcasting. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr, Sub } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { type Shape, shapeOf } from "../../../types/types.ts";
import { broadcastShapes, constantInt, printShape } from "../build.ts";
import { type Argument, describe, value } from "../known.ts";
import { extentOf } from "../value.ts";
import { type Bound, computes, gives, rejectValue } from "./arguments.ts";
import {
  copy,
  flipped,
  int,
  rankOf,
  raveled,
  reshape,
  type Site,
  sizeOf,
  staticShape,
  transpose,
  view,
  wholeAxis,
  withAxes,
} from "./make.ts";
import { isInteger } from "./math.ts";
import { refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";

export const shapes: Readonly<Record<string, Builtin>> = {
  reshape: computes("a, shape, !order='C', *, !copy=None", (call) =>
    reshapeTo(call, call.array("a"), call.integers("shape")),
  ),
  ravel: computes("a, !order='C'", (call) => raveled(call, call.array("a"))),
  transpose: computes("a, axes=None", (call) => {
    const a = call.array("a");
    return permuted(call, a, call.given("axes") ? call.integers("axes") : null);
  }),
  permute_dims: computes("a, axes=None", (call) => {
    const a = call.array("a");
    return permuted(call, a, call.given("axes") ? call.integers("axes") : null);
  }),
  matrix_transpose: computes("x, /", (call) => {
    const a = call.array("x");
    const rank = rankOf(a);
    if (rank < 2) refuse(call.scope, diagnose("bad-axis", call.span, { fn: call.name, axis: -2, rank }));
    return swapped(call, a, rank - 2, rank - 1);
  }),
  swapaxes: computes("a, axis1, axis2", (call) => {
    const a = call.array("a");
    return swapped(call, a, call.axis("axis1", rankOf(a)), call.axis("axis2", rankOf(a)));
  }),
  moveaxis: computes("a, source, destination", (call) => {
    const a = call.array("a");
    const rank = rankOf(a);
    const source = call.integers("source").map((axis) => normal(call, axis, rank));
    const target = call.integers("destination").map((axis) => normal(call, axis, rank));
    const order =
      a.type.kind === "array" ? a.type.shape.map((_, k) => k).filter((k) => !source.includes(k)) : [];
    const moves = source.map((from, k) => [target[k] ?? 0, from] as const).sort((x, y) => x[0] - y[0]);
    for (const [place, from] of moves) order.splice(place, 0, from);
    return transpose(call, a, order);
  }),
  expand_dims: computes("a, axis", (call) => {
    const a = call.array("a");
    const rank = rankOf(a) + call.integers("axis").length;
    return withAxes(call, a, call.axes("axis", rank));
  }),
  squeeze: computes("a, axis=None", (call) => squeezed(call)),
  atleast_1d: computes("a", (call) => atLeast(call, 1)),
  atleast_2d: computes("a", (call) => atLeast(call, 2)),
  broadcast_to: computes("array, shape, !subok=False", (call) =>
    broadcastTo(call, call.array("array"), call.integers("shape")),
  ),
  flip: computes("m, axis=None", (call) => {
    const a = call.array("m");
    return flipped(call, a, call.axes("axis", rankOf(a)));
  }),
  flipud: computes("m", (call) => flipAxis(call, 0)),
  fliplr: computes("m", (call) => flipAxis(call, 1)),
  rot90: computes("m, k=1, !axes=None", (call) => {
    const a = call.array("m");
    if (rankOf(a) < 2)
      refuse(call.scope, diagnose("bad-axis", call.span, { fn: call.name, axis: 1, rank: rankOf(a) }));
    switch (((call.integer("k") % 4) + 4) % 4) {
      case 1:
        return swapped(call, flipped(call, a, [1]), 0, 1);
      case 2:
        return flipped(call, a, [0, 1]);
      case 3:
        return flipped(call, swapped(call, a, 0, 1), [1]);
      default:
        return a;
    }
  }),
  shape: gives("a", (call) => {
    const a = call.operand("a");
    const items = shapeOf(a.type).map((_, axis) => value(extentOf(a, axis, call.span)));
    return { kind: "tuple", form: "tuple", items };
  }),
  size: computes("a, axis=None", (call) => {
    const a = call.operand("a");
    return sizeOf(call, a, call.axes("axis", rankOf(a)));
  }),
  ndim: computes("a", (call) => int(call, rankOf(call.operand("a")))),
};

/** `a.reshape(2, 3)` or `a.reshape((2, 3))`. */
export const reshapeMethod: Builtin = computes("a, *shape, !order='C', !copy=None", (call) =>
  reshapeTo(call, call.array("a"), spread(call, "shape")),
);

/** `a.transpose()`, `a.transpose(1, 0)`, `a.transpose((1, 0))`. */
export const transposeMethod: Builtin = computes("a, *axes", (call) => {
  const [only] = call.rest("axes");
  const none = only === undefined || (call.rest("axes").length === 1 && only.known.kind === "none");
  return permuted(call, call.array("a"), none ? null : spread(call, "axes"));
});

/** Integers given one by one or as one tuple. */
function spread<N extends string>(call: Bound<N>, name: NoInfer<N>): readonly number[] {
  const parts = call.rest(name);
  const [only] = parts;
  const items =
    parts.length === 1 && only?.known.kind === "tuple" ? only.known.items : parts.map((part) => part.known);
  return items.map((item, k) => {
    const constant = item.kind === "value" ? constantInt(item.expr) : null;
    if (constant !== null) return constant;
    const at: Argument | undefined = parts[k] ?? only;
    const span = at?.span ?? call.span;
    const facts = { fn: call.name, name };
    return refuse(
      call.scope,
      item.kind === "value" && isInteger(item.expr)
        ? diagnose("argument-must-be-constant", span, { ...facts, expected: "each extent" })
        : diagnose("argument-type", span, {
            ...facts,
            expected: "integers",
            found: describe(item, printType),
          }),
    );
  });
}

/** One extent may be -1: whatever is left. */
export function reshapeTo(at: Site, a: Expr, wanted: readonly number[]): Expr {
  const from = staticShape(at, a);
  const size = from.reduce((x, y) => x * y, 1);
  const known = wanted.filter((extent) => extent !== -1).reduce((x, y) => x * y, 1);
  const shape = wanted.map((extent) => (extent === -1 && known > 0 ? size / known : extent));
  const fits =
    wanted.filter((extent) => extent === -1).length <= 1 &&
    shape.every((extent) => Number.isInteger(extent) && extent >= 0) &&
    shape.reduce((x, y) => x * y, 1) === size;
  if (!fits) {
    refuse(
      at.scope,
      diagnose("cannot-reshape", at.span, { from: printShape(from), size, to: printShape(wanted) }),
    );
  }
  return reshape(at, a, shape);
}

function permuted(at: CallSite, a: Expr, wanted: readonly number[] | null): Expr {
  const rank = rankOf(a);
  if (wanted === null)
    return transpose(
      at,
      a,
      Array.from({ length: rank }, (_, k) => rank - 1 - k),
    );
  const axes = wanted.map((axis) => normal(at, axis, rank));
  if (new Set(axes).size < rank || axes.length !== rank) {
    refuse(
      at.scope,
      diagnose("argument-value", at.span, {
        fn: at.name,
        name: "axes",
        expected: `each of the ${rank} axes once`,
        found: printShape(wanted),
      }),
    );
  }
  return transpose(at, a, axes);
}

function normal(at: CallSite, axis: number, rank: number): number {
  if (axis < -rank || axis >= rank)
    refuse(at.scope, diagnose("bad-axis", at.span, { fn: at.name, axis, rank }));
  return axis < 0 ? axis + rank : axis;
}

function swapped(at: Site, a: Expr, first: number, second: number): Expr {
  const axes = shapeOf(a.type).map((_, k) => (k === first ? second : k === second ? first : k));
  return transpose(at, a, axes);
}

function squeezed(call: Bound<"a" | "axis">): Expr {
  const a = call.array("a");
  const shape = shapeOf(a.type);
  const axes = call.given("axis")
    ? call.axes("axis", shape.length)
    : shape.flatMap((dim, k) => (dim === 1 ? [k] : []));
  const wide = axes.find((axis) => shape[axis] !== 1);
  if (wide !== undefined) {
    rejectValue(call, "axis", "an axis of extent 1", `axis ${wide} of ${printShape(shape)}`);
  }
  if (axes.length === 0) return a;
  const rest = shape.filter((_, k) => !axes.includes(k));
  if (rest.length === 0) return reshape(call, a, []);
  const subs = shape.map((_, k): Sub => (axes.includes(k) ? { kind: "at", index: int(call, 0) } : wholeAxis));
  return view(call, a, subs, rest);
}

function atLeast(call: Bound<"a">, rank: number): Expr {
  const a = call.array("a");
  const missing = Math.max(0, rank - rankOf(a));
  return missing === 0
    ? a
    : withAxes(
        call,
        a,
        Array.from({ length: missing }, (_, k) => k),
      );
}

function flipAxis(call: Bound<"m">, axis: number): Expr {
  const a = call.array("m");
  if (rankOf(a) <= axis)
    refuse(call.scope, diagnose("bad-axis", call.span, { fn: call.name, axis, rank: rankOf(a) }));
  return flipped(call, a, [axis]);
}

/** A new array: NumPy's is a view that must not be written. */
export function broadcastTo(at: Site, a: Expr, shape: Shape): Expr {
  const together = broadcastShapes(shapeOf(a.type), shape);
  const fits =
    together !== null && together.length === shape.length && together.every((dim, k) => dim === shape[k]);
  if (!fits) {
    refuse(
      at.scope,
      diagnose("cannot-broadcast", at.span, { from: printShape(shapeOf(a.type)), to: printShape(shape) }),
    );
  }
  return copy(at, a, shape);
}
