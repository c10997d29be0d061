/** Functions that fold axes away: sum, max, mean, var, argmax, and the running ones. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr, Sub } from "../../../program/nodes.ts";
import type { ReduceOp } from "../../../types/operators.ts";
import { printType } from "../../../types/print.ts";
import { reduceTypes } from "../../../types/promote.ts";
import {
  array,
  bool,
  complex128,
  type Dim,
  elementOf,
  float16,
  float32,
  float64,
  int64,
  isComplex,
  isFloating,
  isNumpy,
  maxSize,
  type ScalarType,
  type Shape,
  sameType,
  shapeOf,
  withShape,
} from "../../../types/types.ts";
import { constantInt } from "../build.ts";
import { keepExpr } from "../expressions/order.ts";
import { wholeAxis } from "../expressions/slices.ts";
import { type Bound, computes } from "./arguments.ts";
import { square } from "./elementwise.ts";
import {
  alike,
  binary,
  cast,
  compare,
  constant,
  fill,
  flat,
  int,
  math,
  rankOf,
  type Site,
  sizeOf,
  slice,
  staticShape,
  view,
  where,
  withAxes,
} from "./make.ts";
import { diagonal } from "./matrices.ts";
import { once } from "./once.ts";
import { refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";

const total = (op: "sum" | "prod"): Builtin =>
  computes("a, axis=None, dtype=None, !out=None, keepdims=False, !initial=None, !where=True", (call) => {
    const a = call.array("a");
    return reduce(call, op, a, call.axes("axis", rankOf(a)), call.flag("keepdims"), call.dtype("dtype"));
  });

const extreme = (op: "min" | "max"): Builtin =>
  computes("a, axis=None, !out=None, keepdims=False, !initial=None, !where=True", (call) => {
    const a = call.array("a");
    return reduce(call, op, a, call.axes("axis", rankOf(a)), call.flag("keepdims"));
  });

const truth = (op: "any" | "all"): Builtin =>
  computes("a, axis=None, !out=None, keepdims=False, *, !where=True", (call) => {
    const a = call.array("a");
    return reduce(call, op, a, call.axes("axis", rankOf(a)), call.flag("keepdims"));
  });

const position = (op: "argmin" | "argmax"): Builtin =>
  computes("a, axis=None, !out=None, *, keepdims=False", (call) => positionOf(call, op));

const running = (op: "sum" | "prod"): Builtin =>
  computes("a, axis=None, dtype=None, !out=None", (call) => {
    const whole = call.array("a");
    const a = call.given("axis") ? whole : flat(call, whole);
    const axis = call.given("axis") ? call.axis("axis", rankOf(a)) : 0;
    const count = maxSize([shapeOf(a.type)[axis] ?? 1]);
    const types = accumulator(call, op, elementOf(a.type), call.dtype("dtype"), count);
    const operand = cast(call, a, types.operand);
    return { kind: "scan", op, operand, axis, type: array(types.result, shapeOf(a.type)), span: call.span };
  });

export const reductions: Readonly<Record<string, Builtin>> = {
  sum: total("sum"),
  prod: total("prod"),
  min: extreme("min"),
  amin: extreme("min"),
  max: extreme("max"),
  amax: extreme("max"),
  any: truth("any"),
  all: truth("all"),
  argmin: position("argmin"),
  argmax: position("argmax"),
  cumsum: running("sum"),
  cumprod: running("prod"),
  mean: computes("a, axis=None, dtype=None, !out=None, keepdims=False, *, !where=True", (call) => {
    const a = call.array("a");
    return mean(call, a, call.axes("axis", rankOf(a)), call.flag("keepdims"), call.dtype("dtype"));
  }),
  average: computes("a, axis=None, weights=None, !returned=False, *, keepdims=False", (call) => {
    const a = call.array("a");
    if (call.given("weights")) return weightedMean(call, a, call.array("weights"));
    return mean(call, a, call.axes("axis", rankOf(a)), call.flag("keepdims"), null);
  }),
  var: computes(
    "a, axis=None, dtype=None, !out=None, ddof=0, keepdims=False, *, !where=True, !mean=None, !correction=0",
    (call) => variance(call),
  ),
  std: computes(
    "a, axis=None, dtype=None, !out=None, ddof=0, keepdims=False, *, !where=True, !mean=None, !correction=0",
    (call) => math(call, "sqrt", variance(call)),
  ),
  ptp: computes("a, axis=None, !out=None, keepdims=False", (call) => {
    const whole = call.array("a");
    const axes = call.axes("axis", rankOf(whole));
    const keep = call.flag("keepdims");
    return once(call, "ptp", `${axes} ${keep}`, [whole], ([a = whole]) =>
      binary(call, "sub", reduce(call, "max", a, axes, keep), reduce(call, "min", a, axes, keep)),
    );
  }),
  count_nonzero: computes("a, axis=None, *, keepdims=False", (call) => {
    const a = call.array("a");
    return reduce(
      call,
      "sum",
      cast(call, a, bool),
      call.axes("axis", rankOf(a)),
      call.flag("keepdims"),
      int64,
    );
  }),
  median: computes("a, axis=None, !out=None, !overwrite_input=False, keepdims=False", (call) => median(call)),
  trace: computes("a, offset=0, !axis1=0, !axis2=1, dtype=None, !out=None", (call) => {
    const line = diagonal(call, call.array("a"), call.integer("offset"));
    return reduce(call, "sum", line, [0], false, call.dtype("dtype"));
  }),
  diff: computes("a, n=1, axis=-1, !prepend=None, !append=None", (call) => {
    const a = call.array("a");
    const axis = call.axis("axis", rankOf(a));
    let x = a;
    for (let k = 0; k < call.atLeast("n", 0); k++) x = difference(call, x, axis);
    return x;
  }),
};

/** Folds `axes` of `a`. `dtype` is what a sum or product accumulates in, when it is given. */
export function reduce(
  at: CallSite,
  op: ReduceOp,
  a: Expr,
  axes: readonly number[],
  keepdims: boolean,
  dtype: ScalarType | null = null,
): Expr {
  const count = axes.reduce((n, axis) => n * maxSize([shapeOf(a.type)[axis] ?? 1]), 1);
  const types = accumulator(at, op, elementOf(a.type), dtype, count);
  const operand = cast(at, a, types.operand);
  if (rankOf(a) === 0)
    return op === "argmin" || op === "argmax" ? constant(at, 0, int64) : cast(at, operand, types.result);
  const shape = shapeOf(a.type);
  if (axes.length === 0) return cast(at, operand, types.result);
  if (["min", "max", "argmin", "argmax"].includes(op) && axes.some((axis) => shape[axis] === 0)) {
    refuse(at.scope, diagnose("empty-reduction", at.span, { fn: at.name }));
  }
  const type = withShape(types.result, reducedShape(shape, axes, keepdims));
  return { kind: "reduce", op, operand, axes, type, span: at.span };
}

function accumulator(
  at: Site,
  op: ReduceOp,
  element: ScalarType,
  dtype: ScalarType | null,
  count: number,
): { readonly operand: ScalarType; readonly result: ScalarType } {
  if (dtype !== null) return { operand: dtype, result: dtype };
  const types = reduceTypes(op, element, count);
  if (!types.ok)
    refuse(at.scope, diagnose("bad-operands", at.span, { message: types.message, help: types.help }));
  return { operand: types.operands[0] ?? element, result: types.result };
}

function reducedShape(shape: Shape, axes: readonly number[], keepdims: boolean): Shape {
  return keepdims
    ? shape.map((dim, k) => (axes.includes(k) ? 1 : dim))
    : shape.filter((_, k) => !axes.includes(k));
}

/** Without an axis it is the position in row-major order. */
function positionOf(call: Bound<"a" | "axis" | "keepdims">, op: "argmin" | "argmax"): Expr {
  const a = call.array("a");
  const keep = call.flag("keepdims");
  if (call.given("axis")) return reduce(call, op, a, [call.axis("axis", rankOf(a))], keep);
  const found = reduce(call, op, flat(call, a), [0], false);
  return keep
    ? fill(
        call,
        found,
        shapeOf(a.type).map(() => 1),
      )
    : found;
}

/** As NumPy computes it: integers sum in float64, float16 in float32; then one division. */
export function mean(
  at: CallSite,
  a: Expr,
  axes: readonly number[],
  keepdims: boolean,
  dtype: ScalarType | null,
): Expr {
  const element = elementOf(a.type);
  const half = dtype === null && sameType(element, float16);
  const sum = reduce(at, "sum", a, axes, keepdims, dtype ?? (half ? float32 : floatOf(element)));
  const quotient = dividedBy(at, sum, sizeOf(at, a, axes), half && rankOf(sum) === 0);
  return half ? cast(at, quotient, float16) : quotient;
}

/** Weights of the same shape, or one for each place along an axis. */
function weightedMean(call: Bound<"a" | "axis" | "weights" | "keepdims">, a: Expr, weights: Expr): Expr {
  const rank = rankOf(a);
  const axes = call.axes("axis", rank);
  const [axis = 0] = axes;
  const isLine = rankOf(weights) === 1 && axes.length === 1 && rank > 1;
  const places = Array.from({ length: rank }, (_, k) => k).filter((k) => k !== axis);
  const spread = isLine ? withAxes(call, weights, places) : weights;
  const [values = a, shares = spread] = alike(
    call,
    isFloating(elementOf(a.type)) ? [a, spread] : [cast(call, a, float64), spread],
  );
  const wanted = shapeOf(a.type).map((extent, k) => (isLine && k !== axis ? 1 : extent));
  if (shapeOf(spread.type).join() !== wanted.join()) {
    const found = printType(weights.type);
    const expected = "of the shape of `a`, or one for each place along `axis`";
    return refuse(
      call.scope,
      diagnose("argument-type", call.argument("weights").span, {
        fn: call.name,
        name: "weights",
        expected,
        found,
      }),
    );
  }
  return once(
    call,
    "average",
    `${axes} ${call.flag("keepdims")}`,
    [values, shares],
    ([x = values, w = shares]) => {
      const total = reduce(call, "sum", binary(call, "mul", x, w), axes, call.flag("keepdims"));
      const scale = reduce(call, "sum", w, axes, call.flag("keepdims"));
      return binary(call, "div", total, scale);
    },
  );
}

/** What a mean accumulates in: float64 for NumPy's integers and bool, else as the sum has it. */
function floatOf(element: ScalarType): ScalarType | null {
  return isNumpy(element) && element.kind !== "float" && element.kind !== "complex" ? float64 : null;
}

/** NumPy divides by an int64, hence in float64, and rounds to the sum's type: the same where that type holds n. */
function dividedBy(at: Site, sum: Expr, n: Expr, wide = false): Expr {
  const type = elementOf(sum.type);
  if (!isNumpy(type)) return binary(at, "div", sum, n);
  if (isComplex(type)) return cast(at, binary(at, "div", cast(at, sum, complex128), n), type);
  const known = constantInt(n);
  if (!wide && type.kind === "float" && known !== null && known <= 2 ** (type.mantissa + 1)) {
    return binary(at, "div", sum, constant(at, known, type));
  }
  const quotient = binary(at, "div", cast(at, sum, float64), cast(at, n, float64));
  return wide ? quotient : cast(at, quotient, type);
}

/** mean, subtract, square, sum, divide: NumPy's own steps. */
function variance(call: Bound<"a" | "axis" | "dtype" | "ddof" | "keepdims">): Expr {
  const whole = call.array("a");
  const axes = call.axes("axis", rankOf(whole));
  const dtype = call.dtype("dtype") ?? floatOf(elementOf(whole.type));
  const ddof = call.integer("ddof");
  const keep = call.flag("keepdims");
  const key = `${axes} ${keep} ${ddof} ${JSON.stringify(dtype)}`;
  return once(call, "var", key, [whole], ([a = whole]) => {
    const n = sizeOf(call, a, axes);
    const rest = binary(call, "max", binary(call, "sub", n, int(call, ddof)), int(call, 0));
    const middle = dividedBy(call, reduce(call, "sum", a, axes, true, dtype), n);
    const squares = square(call, binary(call, "sub", a, middle));
    return dividedBy(call, reduce(call, "sum", squares, axes, keep, dtype), rest);
  });
}

/** The middle of the sorted elements, or the mean of the two there; NaN where there is one. */
function median(call: Bound<"a" | "axis" | "keepdims">): Expr {
  const whole = call.array("a");
  const axis = call.given("axis") ? call.axis("axis", rankOf(whole)) : null;
  const line = axis === null ? flat(call, whole) : whole;
  const along = axis ?? 0;
  const n = staticShape(call, line)[along] ?? 0;
  if (n === 0) refuse(call.scope, diagnose("empty-reduction", call.span, { fn: call.name }));
  const keep = axis !== null && call.flag("keepdims");
  const sorted: Expr = {
    kind: "sort",
    what: "values",
    operand: line,
    axis: along,
    type: array(elementOf(line.type), shapeOf(line.type)),
    span: call.span,
  };
  const result = once(call, "median", `${along} ${keep}`, [sorted], ([a = sorted]) => {
    const middle = mean(call, slice(call, a, along, (n - 1) >> 1, (n >> 1) + 1), [along], keep, null);
    if (elementOf(a.type).kind !== "float") return middle;
    const last = reduce(call, "max", slice(call, a, along, n - 1, n), [along], keep);
    return where(call, math(call, "isnan", last), last, middle);
  });
  return axis === null && call.flag("keepdims")
    ? fill(
        call,
        result,
        shapeOf(whole.type).map(() => 1),
      )
    : result;
}

/** a[1:] - a[:-1]; for bool, whether they differ. */
export function difference(at: Site, whole: Expr, axis: number): Expr {
  const n = shapeOf(whole.type)[axis] ?? 0;
  const between = (later: Expr, earlier: Expr): Expr =>
    elementOf(whole.type).kind === "bool"
      ? compare(at, "ne", later, earlier)
      : binary(at, "sub", later, earlier);
  if (typeof n !== "number") {
    const mayKeep = at.scope.lazy === 0 && at.scope.closed === 0;
    const a = mayKeep ? keepExpr(at.scope, whole, "differences_of") : whole;
    return between(cut(at, a, axis, { start: int(at, 1) }), cut(at, a, axis, { stop: int(at, -1) }));
  }
  return once(at, "diff", `${axis}`, [whole], ([a = whole]) => {
    const later = slice(at, a, axis, Math.min(1, n), n);
    return between(later, slice(at, a, axis, 0, Math.max(n - 1, 0)));
  });
}

/** All but one at an end of an axis whose length only a run knows. */
function cut(at: Site, a: Expr, axis: number, ends: { readonly start?: Expr; readonly stop?: Expr }): Expr {
  const { start = null, stop = null } = ends;
  const shape = shapeOf(a.type);
  const subs = shape.map((_, k): Sub => (k === axis ? { kind: "slice", start, stop, step: 1 } : wholeAxis));
  const most = Math.max(0, maxSize([shape[axis] ?? 0]) - 1);
  return view(
    at,
    a,
    subs,
    shape.map((dim, k): Dim => (k === axis ? { max: most } : dim)),
  );
}

/** Whether every element is the same in both: np.array_equal. */
export const arrayEqual: Builtin = computes("a1, a2, equal_nan=False", (call) => {
  const a = call.array("a1");
  const b = call.array("a2");
  const shapes = [staticShape(call, a), staticShape(call, b)].map((shape) => shape.join());
  if (shapes[0] !== shapes[1]) return constant(call, false, { kind: "python", name: "bool" });
  const nans = call.flag("equal_nan");
  const same = once(call, "array_equal", `${nans}`, [a, b], ([x = a, y = b]) => {
    const equal = compare(call, "eq", x, y);
    if (!nans) return equal;
    return binary(call, "or", equal, binary(call, "and", math(call, "isnan", x), math(call, "isnan", y)));
  });
  const every = reduce(
    call,
    "all",
    same,
    shapeOf(same.type).map((_, k) => k),
    false,
  );
  return cast(call, every, { kind: "python", name: "bool" });
});
