/** Functions of NumPy that are others put together: allclose, nanmax, bincount, percentile, unravel_index, lexsort, fill_diagonal. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import type { ReduceOp } from "../../../types/operators.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, float64, int64, isFloating, pythonBool, pythonFloat } from "../../../types/types.ts";
import { type Known, value } from "../known.ts";
import { callLibrary } from "../library/index.ts";
import { toStrong } from "../value.ts";
import { type Bound, computes, gives, rejectValue } from "./arguments.ts";
import { isClose } from "./elementwise.ts";
import {
  binary,
  cast,
  constant,
  flat,
  gather,
  int,
  math,
  rankOf,
  staticShape,
  table,
  unary,
  where,
} from "./make.ts";
import { once } from "./once.ts";
import { mean, reduce } from "./reductions.ts";
import { must, refuse } from "./refusal.ts";
import type { Builtin } from "./registry.ts";
import { sorted } from "./sorting.ts";
import { storeWhole } from "./store_whole.ts";

export const everyday: Readonly<Record<string, Builtin>> = {
  allclose: computes("a, b, rtol=1e-05, atol=1e-08, equal_nan=False", (call) => {
    const close = isClose(call);
    return cast(call, reduce(call, "all", close, axesOf(close), false), pythonBool);
  }),
  nanmax: withoutNaN("max", Number.NEGATIVE_INFINITY),
  nanmin: withoutNaN("min", Number.POSITIVE_INFINITY),
  nansum: withoutNaN("sum", 0),
  nanmean: computes("a, axis=None, !dtype=None, !out=None, keepdims=False", (call) => {
    const a = call.array("a");
    const [axes, keep] = [call.axes("axis", rankOf(a)), call.flag("keepdims")];
    if (!isFloating(elementOf(a.type))) return mean(call, a, axes, keep, null);
    return once(call, "nanmean", `${axes} ${keep}`, [a], ([x = a]) => {
      const isNumber = unary(call, "not", math(call, "isnan", x));
      const numbers = where(call, isNumber, x, constant(call, 0, elementOf(x.type)));
      const total = reduce(call, "sum", numbers, axes, keep);
      const count = reduce(call, "sum", isNumber, axes, keep, int64);
      return binary(call, "div", total, cast(call, count, elementOf(x.type)));
    });
  }),
  bincount: computes("x, /, weights=None, minlength=0", (call) => {
    const x = call.array("x");
    const type = elementOf(x.type);
    const values =
      type.kind === "bool" ? 2 : type.kind === "int" && !type.signed && type.bits <= 8 ? 256 : null;
    const least = call.integer("minlength");
    if (values === null || values > least)
      return refuse(
        call.scope,
        diagnose("result-length", call.span, { fn: call.name, argument: printType(x.type), length: values }),
      );
    const places = cast(call, x, int64);
    if (!call.given("weights")) return callLibrary(call, "bincount", [places, int(call, least)]);
    const weights = cast(call, call.array("weights"), float64);
    return callLibrary(call, "bincount_weighted", [places, weights, int(call, least)]);
  }),
  percentile: quantileOf(100),
  quantile: quantileOf(1),
  unravel_index: gives("indices, shape, !order='C'", (call): Known => {
    const shape = call.integers("shape");
    const size = shape.reduce((n, m) => n * m, 1);
    const index = cast(call, call.array("indices"), int64);
    const known = index.kind === "const" ? Number(index.value) : 0;
    if (known < 0 || known >= size) return rejectValue(call, "indices", `0 to ${size - 1}`, String(known));
    const items = shape.map((extent, axis) => {
      const inner = shape.slice(axis + 1).reduce((n, m) => n * m, 1);
      const rows = inner === 1 ? index : binary(call, "floordiv", index, int(call, inner));
      return value(axis === 0 ? rows : binary(call, "mod", rows, int(call, extent)));
    });
    return { kind: "tuple", form: "tuple", items };
  }),
  lexsort: computes("keys, !axis=-1", (call) => {
    const { known, span } = call.argument("keys");
    const keys = (known.kind === "tuple" ? known.items : []).map((key) =>
      must(toStrong(call.scope, key, span)),
    );
    const [first, ...others] = keys;
    if (first === undefined || keys.some((key) => rankOf(key) !== 1))
      return refuse(
        call.scope,
        diagnose("argument-type", span, {
          fn: call.name,
          name: "keys",
          expected: "a tuple of arrays of one axis",
          found: "something else",
        }),
      );
    return others.reduce(
      (order, key) =>
        once(call, "lexsort", "", [order, key], ([o = order, k = key]) =>
          gather(call, o, sorted(call, gather(call, k, o, 0), "positions", 0), 0),
        ),
      sorted(call, first, "positions", 0),
    );
  }),
  fill_diagonal: gives("a, val, !wrap=False", (call) => {
    const a = call.operand("a");
    const [rows = 0, columns = 0, ...more] = staticShape(call, a);
    if (columns === 0 || more.length > 0)
      return refuse(
        call.scope,
        diagnose("argument-type", call.argument("a").span, {
          fn: call.name,
          name: "a",
          expected: "a matrix",
          found: printType(a.type),
        }),
      );
    const cells = Array.from({ length: rows * columns }, (_, k) => Math.floor(k / columns) === k % columns);
    const diagonal = table(call, cells, { kind: "bool" }, [rows, columns]);
    const content = cast(call, call.scalar("val"), elementOf(a.type));
    return storeWhole(call, a, where(call, diagonal, content, a));
  }),
};

function axesOf(a: Expr): number[] {
  return [...Array(rankOf(a)).keys()];
}

/** NaN is left out, by what changes nothing; where nothing else is, the extremes are NaN. */
function withoutNaN(op: Extract<ReduceOp, "max" | "min" | "sum">, neutral: number): Builtin {
  return computes("a, axis=None, !out=None, keepdims=False", (call) => {
    const a = call.array("a");
    const [axes, keep] = [call.axes("axis", rankOf(a)), call.flag("keepdims")];
    const type = elementOf(a.type);
    if (!isFloating(type)) return reduce(call, op, a, axes, keep);
    return once(call, `nan${op}`, `${axes} ${keep}`, [a], ([x = a]) => {
      const unknown = math(call, "isnan", x);
      const folded = reduce(call, op, where(call, unknown, constant(call, neutral, type), x), axes, keep);
      if (op === "sum") return folded;
      return where(call, reduce(call, "all", unknown, axes, keep), constant(call, Number.NaN, type), folded);
    });
  });
}

/** Several at once: the shares are an array, whose type counts. */
function quantilesOf(call: Bound<"a" | "q">, a: Expr, places: Expr, whole: number): Expr {
  const outside =
    places.kind === "arrayConst" ? places.values.map(Number).find((q) => q < 0 || q > whole) : undefined;
  if (outside !== undefined) return rejectValue(call, "q", `0 to ${whole}`, String(outside));
  const shares = cast(call, places, float64);
  const parts = whole === 1 ? shares : binary(call, "div", shares, int(call, whole));
  return callLibrary(call, "quantiles", [sorted(call, a, "values", 0), parts]);
}

/** Of all elements, between the two nearest in order. */
function quantileOf(whole: number): Builtin {
  return computes(
    "a, q, !axis=None, !out=None, !overwrite_input=False, !method='linear', !keepdims=False",
    (call) => {
      const a = flat(call, call.array("a"));
      const type = elementOf(a.type);
      const places = call.array("q");
      if (rankOf(places) === 1) return quantilesOf(call, a, places, whole);
      const q = call.scalar("q");
      const isInside = q.kind !== "const" || (Number(q.value) >= 0 && Number(q.value) <= whole);
      if (!isInside) return rejectValue(call, "q", `0 to ${whole}`, String(q.value));
      if (type.kind === "bool")
        return rejectValue(call, "a", "numbers, which can be subtracted", printType(a.type));
      // A Python number stays weak beside the elements, though not beside the places.
      const share = q.type.kind === "python" ? cast(call, q, pythonFloat) : q;
      const parts = whole === 1 ? share : binary(call, "div", share, int(call, whole));
      return callLibrary(call, "quantile", [sorted(call, a, "values", 0), parts]);
    },
  );
}
