/** Functions that make arrays: zeros, full, array, arange, linspace. Their shapes are known when compiling. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr } from "../../../program/nodes.ts";
import { compileConvert } from "../../../types/arithmetic.ts";
import type { Value } from "../../../types/operators.ts";
import {
  array,
  elementOf,
  float16,
  float32,
  float64,
  int64,
  isComplex,
  isFloating,
  partOf,
  pythonInt,
  type ScalarType,
  sameType,
} from "../../../types/types.ts";
import { canonical, constantInt, strongType } from "../build.ts";
import { tripCount } from "../expressions/iterate.ts";
import type { Known, KnownRange } from "../known.ts";
import { callLibrary } from "../library/index.ts";
import { strongAlike } from "../mixed.ts";
import { rangeOf } from "../ranges.ts";
import type { Range, Scope } from "../scope.ts";
import { toExpr, toStrong } from "../value.ts";
import { type Bound, computes, rejectValue } from "./arguments.ts";
import {
  binary,
  cast,
  constant,
  copy,
  counting,
  fill,
  int,
  limitSize,
  listArray,
  math,
  realConstant,
  type Site,
  staticShape,
  table,
  view,
} from "./make.ts";
import { isInteger } from "./math.ts";
import { must, refuse } from "./refusal.ts";
import type { Builtin } from "./registry.ts";
import { broadcastTo } from "./shape.ts";

const filled = (content: number): Builtin =>
  computes("shape, dtype=None, !order='C', *, !device=None, !like=None", (call) =>
    fill(call, constant(call, content, call.dtype("dtype") ?? float64), shapeArgument(call, "shape")),
  );

const filledLike = (content: number): Builtin =>
  computes("a, dtype=None, !order='K', !subok=True, shape=None, *, !device=None", (call) => {
    const a = call.array("a");
    return fill(call, constant(call, content, call.dtype("dtype") ?? elementOf(a.type)), likeShape(call, a));
  });

export const creation: Readonly<Record<string, Builtin>> = {
  zeros: filled(0),
  ones: filled(1),
  empty: filled(0),
  ndarray: computes("shape, dtype=None, !buffer=None, !offset=0, !strides=None, !order=None", (call) =>
    fill(call, constant(call, 0, call.dtype("dtype") ?? float64), shapeArgument(call, "shape")),
  ),
  zeros_like: filledLike(0),
  ones_like: filledLike(1),
  empty_like: filledLike(0),
  full: computes("shape, fill_value, dtype=None, !order='C', *, !device=None, !like=None", (call) => {
    const content = call.operand("fill_value");
    return filledWith(
      call,
      content,
      call.dtype("dtype") ?? strongType(elementOf(content.type)),
      shapeArgument(call, "shape"),
    );
  }),
  full_like: computes(
    "a, fill_value, dtype=None, !order='K', !subok=True, shape=None, *, !device=None",
    (call) => {
      const a = call.array("a");
      const type = call.dtype("dtype") ?? elementOf(a.type);
      return filledWith(call, call.operand("fill_value"), type, likeShape(call, a));
    },
  ),
  array: computes(
    "object, dtype=None, *, !copy=True, !order='K', !subok=False, !ndmin=0, !like=None",
    (call) => {
      const made = asArray(call, "object");
      return made.fresh ? made.expr : copy(call, made.expr);
    },
  ),
  asarray: asArrayFunction(),
  asanyarray: asArrayFunction(),
  ascontiguousarray: asArrayFunction(),
  copy: computes("a, !order='K', !subok=False", (call) => copy(call, call.array("a"))),
  arange: computes("start, stop=None, step=None, dtype=None, *, !device=None, !like=None", arange),
  linspace: computes(
    "start, stop, num=50, endpoint=True, !retstep=False, dtype=None, !axis=0, *, !device=None",
    linspace,
  ),
};

function asArrayFunction(): Builtin {
  return computes(
    "object, dtype=None, !order='K', *, !device=None, !copy=None, !like=None",
    (call) => asArray(call, "object").expr,
  );
}

/** An int or a tuple of ints, which hardware needs to know before it is built. */
export function shapeArgument<N extends string>(call: Bound<N>, name: NoInfer<N>): readonly number[] {
  const { known, span } = call.argument(name);
  const parts = known.kind === "tuple" ? known.items : [known];
  const dynamic = parts.some(
    (part) => part.kind === "value" && part.expr.kind !== "const" && part.expr.type.kind !== "array",
  );
  if (dynamic) refuse(call.scope, diagnose("unknown-shape", span, { what: `the shape of \`${call.name}\`` }));
  const shape = call.integers(name);
  const negative = shape.find((extent) => extent < 0);
  if (negative !== undefined) rejectValue(call, name, "0 or more", String(negative));
  return shape;
}

function likeShape(call: Bound<"a" | "shape">, a: Expr): readonly number[] {
  return call.given("shape") ? shapeArgument(call, "shape") : staticShape(call, a);
}

/** np.full: an array as content is broadcast. */
function filledWith(at: Site, content: Expr, type: ScalarType, shape: readonly number[]): Expr {
  const value = cast(at, content, type);
  return value.type.kind === "array" ? broadcastTo(at, value, shape) : fill(at, value, shape);
}

/** What np.asarray makes, and whether it is memory of its own. */
function asArray(
  call: Bound<"object" | "dtype">,
  name: "object",
): { readonly expr: Expr; readonly fresh: boolean } {
  const { known, span } = call.argument(name);
  const type = call.dtype("dtype");
  if (known.kind === "tuple")
    return { expr: listArray({ scope: call.scope, span }, known, type), fresh: true };
  const python = known.kind === "range" ? rangeTable(call, known) : must(asOneType(call.scope, known, span));
  const expr = cast(call, python, type ?? strongType(elementOf(python.type)));
  return { expr, fresh: expr !== python || expr.type.kind !== "array" };
}

/** A value that np.asarray makes the same of whatever path it came by. */
function asOneType(scope: Scope, known: Known, span: Span): Expr | null {
  const isSame = known.kind === "mixed" && strongAlike(known.paths, elementOf(known.expr.type));
  return isSame ? toStrong(scope, known, span) : toExpr(scope, known, span);
}

/** The numbers of a range whose length is known. */
export function rangeTable(at: Site, range: KnownRange): Expr {
  const count = tripCount(range);
  if (count === null) {
    return refuse(at.scope, diagnose("unknown-shape", at.span, { what: "the length of this range" }));
  }
  limitSize(at, [count]);
  return {
    kind: "arange",
    start: range.from,
    step: range.step,
    type: array(pythonInt, [count]),
    span: at.span,
  };
}

/** ceil((stop - start) / step) values; integers exactly, floats as start + i * ((start + step) - start). */
function arange(call: Bound<"start" | "stop" | "step" | "dtype">): Expr {
  const one = !call.given("stop");
  const counted = countedRange(call, one);
  if (counted !== null) return counted;
  const numbers = [
    one ? int(call, 0) : numberArgument(call, "start"),
    numberArgument(call, one ? "start" : "stop"),
    call.given("step") ? numberArgument(call, "step") : int(call, 1),
  ];
  const [start = 0, stop = 0, step = 1] = numbers.map((x) => Number(x.value));
  const floats = numbers.some((x) => isFloating(x.type));
  const type = call.dtype("dtype") ?? (floats ? float64 : int64);
  if (step === 0) refuse(call.scope, diagnose("zero-step", call.argument("step").span, {}));
  const count = Math.max(0, Math.ceil((stop - start) / step));
  if (!Number.isSafeInteger(count) || ![start, stop, step].every(Number.isFinite))
    refuse(call.scope, diagnose("unknown-shape", call.span, { what: "the length of `np.arange`" }));
  limitSize(call, [count]);
  if (type.kind === "bool" && count > 2)
    rejectValue(call, "dtype", "numbers, for more than two elements", "bool");
  return progression(call, start, step, count, type);
}

/** Between integers that only a run knows, where it is known how many there are at most: a part of a longer one. */
function countedRange(call: Bound<"start" | "stop" | "step" | "dtype">, one: boolean): Expr | null {
  const { scope } = call;
  const step = call.given("step") ? constantInt(call.scalar("step")) : 1;
  const ends = [one ? int(call, 0) : call.scalar("start"), call.scalar(one ? "start" : "stop")];
  if (step === null || step === 0 || ends.every((end) => end.kind === "const") || !ends.every(isInteger))
    return null;
  const [start = int(call, 0), stop = int(call, 0)] = ends.map((end) => cast(call, end, pythonInt));
  const [from, to] = [rangeOf(scope, start), rangeOf(scope, stop)];
  const most = boundOfCount(from, to, step);
  const type = call.dtype("dtype") ?? int64;
  if (most === null || !countsExactly(type)) return null;
  limitSize(call, [most]);
  const way = step > 0 ? binary(call, "sub", stop, start) : binary(call, "sub", start, stop);
  const above = binary(call, "add", way, int(call, Math.abs(step) - 1));
  const count = Math.abs(step) === 1 ? way : binary(call, "floordiv", above, int(call, Math.abs(step)));
  const isNever = from !== null && to !== null && (step > 0 ? to.low >= from.high : to.high <= from.low);
  const rounds = isNever ? count : binary(call, "max", count, int(call, 0));
  const all = progression(call, 0, step, most, type);
  const subs = [{ kind: "slice", start: null, stop: rounds, step: 1 }] as const;
  const part = view(call, all, subs, [{ max: most }]);
  return constantInt(start) === 0 ? part : binary(call, "add", part, cast(call, start, type));
}

/** Types in which numbers of less than 2^24 are added as they are. */
function countsExactly(type: ScalarType): boolean {
  return (type.kind === "int" && type.bits >= 32) || sameType(type, float32) || sameType(type, float64);
}

function boundOfCount(from: Range | null, to: Range | null, step: number): number | null {
  if (from === null || to === null) return null;
  if ([from.low, from.high, to.low, to.high].some((end) => Math.abs(end) > mostCounted)) return null;
  const width = step > 0 ? to.high - from.low : from.high - to.low;
  const most = Math.max(1, Math.ceil(width / Math.abs(step)));
  return most > mostCounted ? null : most;
}

/** A bound that only types give, as of an int32, is none. */
const mostCounted = 2 ** 20;

/** NumPy computes the first two values, rounds them to the type, and goes on with their difference. */
function progression(at: Site, start: number, step: number, count: number, type: ScalarType): Expr {
  if (isComplex(type)) return cast(at, progression(at, start, step, count, partOf(type)), type);
  if (start === 0 && step === 1 && type.kind === "int") return counting(at, count, type);
  const first = realConstant(at, start, type);
  const second = realConstant(at, start + step, type);
  const native = type.kind === "int" || sameType(type, float32) || sameType(type, float64);
  if (native && count > 0) {
    const difference = Number(second.value) - Number(first.value);
    const delta = realConstant(at, sameType(type, float32) ? Math.fround(difference) : difference, type);
    return { kind: "arange", start: first, step: delta, type: array(type, [count]), span: at.span };
  }
  limitSize(at, [count], true);
  // float16 goes through float32; other types round each value once.
  const narrow = sameType(type, float16) ? Math.fround : (x: number) => x;
  const [a, b] = [Number(first.value), Number(second.value)];
  const round = compileConvert(float64, type);
  const isFloat = type.kind === "float";
  const values = Array.from({ length: count }, (_, i): Value => {
    if (!isFloat) return round(start + i * step, 0);
    return i === 0 ? first.value : i === 1 ? second.value : round(narrow(a + narrow(i * narrow(b - a))), 0);
  });
  return table(at, values, type, [count]);
}

/** arange(num) * step + start, and exactly `stop` at the end. */
function linspace(call: Bound<"start" | "stop" | "num" | "endpoint" | "dtype">): Expr {
  const ends = [call.scalar("start"), call.scalar("stop")].map((end) => cast(call, end, float64));
  if (ends.some(({ kind }) => kind !== "const")) return spread(call, ends);
  const [start, stop] = [
    Number(numberArgument(call, "start").value),
    Number(numberArgument(call, "stop").value),
  ];
  const num = call.atLeast("num", 0);
  const endpoint = call.flag("endpoint");
  limitSize(call, [num], true);
  const parts = endpoint ? num - 1 : num;
  const delta = stop - start;
  const step = delta / parts;
  const values = Array.from({ length: num }, (_, i) => {
    if (endpoint && num > 1 && i === num - 1) return stop;
    return (parts <= 0 ? i * delta : step === 0 ? (i / parts) * delta : i * step) + start;
  });
  const wanted = call.dtype("dtype") ?? float64;
  const type = isComplex(wanted) ? partOf(wanted) : wanted;
  const round = compileConvert(float64, type);
  const whole = type.kind === "int" ? Math.floor : (x: number) => x;
  const rounded = values.map((x) => round(whole(x), 0));
  return cast(call, table(call, rounded, type, [num]), wanted);
}

/** Between bounds that are known when it runs. */
function spread(call: Bound<"num" | "endpoint" | "dtype">, ends: readonly Expr[]): Expr {
  const [num, endpoint] = [call.atLeast("num", 2), call.flag("endpoint")];
  const parts = endpoint ? num - 1 : num;
  limitSize(call, [num], true);
  const last = constant(call, endpoint, { kind: "python", name: "bool" });
  const made = callLibrary(call, "linspace", [...ends, int(call, parts), int(call, num), last]);
  const type = call.dtype("dtype") ?? float64;
  return cast(call, type.kind === "int" ? math(call, "floor", made) : made, type);
}

function numberArgument<N extends string>(
  call: Bound<N>,
  name: NoInfer<N>,
): Extract<Expr, { kind: "const" }> {
  const x = call.scalar(name);
  if (x.kind === "const") return typeof x.value === "bigint" ? { ...x, value: canonical(x.value) } : x;
  return refuse(
    call.scope,
    diagnose("unknown-shape", call.argument(name).span, { what: `each bound of \`${call.name}\`` }),
  );
}
