/** More of NumPy that is put together: polynomials, differences, parts of arrays, divisors. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, float64, isFloating, isInteger, shapeOf } from "../../../types/types.ts";
import { broadcast } from "../build.ts";
import { describe, type Known, value } from "../known.ts";
import { callLibrary } from "../library/index.ts";
import { type Bound, computes, gives, rejectValue } from "./arguments.ts";
import {
  alike,
  binary,
  cast,
  concat,
  copy,
  fill,
  flat,
  int,
  pick,
  rankOf,
  reshape,
  slice,
  staticShape,
  withAxes,
  withDim,
} from "./make.ts";
import { diagonalMatrix } from "./matrices.ts";
import { once } from "./once.ts";
import { difference, reduce } from "./reductions.ts";
import { must, refuse } from "./refusal.ts";
import type { Builtin } from "./registry.ts";

export const composed: Readonly<Record<string, Builtin>> = {
  polyval: computes("p, x", (call) => {
    const [p, x] = alike(call, [call.array("p"), call.array("x")]);
    if (p === undefined || x === undefined) throw new Error("two operands");
    if (rankOf(p) !== 1) return wrong(call, "p", "coefficients in one axis");
    const line = rankOf(x) === 0 ? withAxes(call, x, [0]) : flat(call, x);
    const y = callLibrary(call, "polyval", [p, line]);
    return rankOf(x) === 0 ? pick(call, y, 0, int(call, 0)) : reshape(call, y, staticShape(call, x));
  }),
  diagflat: computes("v, k=0", (call) =>
    diagonalMatrix(call, flat(call, withRank(call, call.array("v"))), call.integer("k")),
  ),
  insert: computes("arr, obj, values, axis=None", (call) => {
    const { a, axis, extent } = alongAxis(call, "arr");
    const at = placeIn(call, extent + 1);
    const given = cast(call, call.array("values"), elementOf(a.type));
    const one = withDim(shapeOf(a.type), axis, 1).map(Number);
    const [count = 1] = rankOf(a) === 1 && rankOf(given) === 1 ? staticShape(call, given) : [1];
    const fits = rankOf(given) === 0 || rankOf(a) === 1;
    if (!fits) return wrong(call, "values", "a number");
    const added = rankOf(given) === 0 ? fill(call, given, one) : given;
    return once(call, "insert", `${axis} ${at} ${count}`, [a, added], ([x = a, y = added]) =>
      concat(call, [slice(call, x, axis, 0, at), y, slice(call, x, axis, at, extent)], axis),
    );
  }),
  delete: computes("arr, obj, axis=None", (call) => {
    const { a, axis, extent } = alongAxis(call, "arr");
    const at = placeIn(call, extent);
    return once(call, "delete", `${axis} ${at}`, [a], ([x = a]) =>
      concat(call, [slice(call, x, axis, 0, at), slice(call, x, axis, at + 1, extent)], axis),
    );
  }),
  split: parts(true),
  array_split: parts(false),
  gradient: gives("f, spacing=1, !axis=None, !edge_order=1", (call) => {
    const given = call.array("f");
    const f = isFloating(elementOf(given.type)) ? given : cast(call, given, float64);
    const step = call.scalar("spacing");
    const wide = step.type.kind !== "python" && elementOf(f.type) !== elementOf(step.type);
    const h = wide ? cast(call, step, elementOf(f.type)) : step;
    const slopes = shapeOf(f.type).map((_, axis) => value(gradient(call, f, axis, h)));
    const [only] = slopes;
    return only !== undefined && slopes.length === 1 ? only : { kind: "tuple", form: "tuple", items: slopes };
  }),
  trapezoid: trapezoid(),
  trapz: trapezoid(),
  digitize: computes("x, bins, right=False", (call) => {
    const [bins, x] = alike(call, [call.array("bins"), call.array("x")]);
    if (bins === undefined || x === undefined) throw new Error("two operands");
    const edges = bins.kind === "arrayConst" ? bins.values.map(Number) : [];
    if (rankOf(bins) !== 1 || edges.some((edge, k) => k > 0 && (edges[k - 1] ?? edge) > edge))
      return wrong(call, "bins", "edges that rise, in one axis");
    const line = rankOf(x) === 0 ? withAxes(call, x, [0]) : flat(call, x);
    const found = callLibrary(call, call.flag("right") ? "digitize_right" : "digitize", [line, bins]);
    return rankOf(x) === 0 ? pick(call, found, 0, int(call, 0)) : reshape(call, found, staticShape(call, x));
  }),
  sinc: computes("x", (call) => {
    const x = call.array("x");
    if (rankOf(x) > 0) return callLibrary(call, "sinc", [x]);
    return pick(call, callLibrary(call, "sinc", [withAxes(call, x, [0])]), 0, int(call, 0));
  }),
  hamming: windowOf("hamming"),
  hanning: windowOf("hanning"),
  blackman: windowOf("blackman"),
  bartlett: windowOf("bartlett"),
  gcd: divisors("gcd"),
  lcm: divisors("lcm"),
};

function windowOf(name: string): Builtin {
  return computes("M", (call) => callLibrary(call, name, [int(call, call.atLeast("M", 1))]));
}

function wrong<N extends string>(call: Bound<N>, name: NoInfer<N>, expected: string): never {
  const { known, span } = call.argument(name);
  const found = describe(known, printType);
  return refuse(call.scope, diagnose("argument-type", span, { fn: call.name, name, expected, found }));
}

function withRank(call: Bound<string>, a: Expr): Expr {
  return rankOf(a) === 0 ? withAxes(call, a, [0]) : a;
}

/** The array flattened where no axis is named. */
function alongAxis(
  call: Bound<"arr" | "axis">,
  name: "arr",
): { readonly a: Expr; readonly axis: number; readonly extent: number } {
  const whole = call.array(name);
  const a = call.given("axis") ? whole : flat(call, withRank(call, whole));
  const axis = call.given("axis") ? call.axis("axis", rankOf(a)) : 0;
  return { a, axis, extent: staticShape(call, a)[axis] ?? 0 };
}

/** One place of so many, from the end where it is negative. */
function placeIn(call: Bound<"obj">, places: number): number {
  const [given = 0, ...others] = call.integers("obj");
  if (others.length > 0) return wrong(call, "obj", "one integer");
  const length = call.name.endsWith("insert") ? places - 1 : places;
  const at = given < 0 ? given + length : given;
  return at < 0 || at >= places ? rejectValue(call, "obj", `${-length} to ${places - 1}`, String(given)) : at;
}

/** `np.split(a, 4)`, `np.split(a, [3, 5])`: views of the parts. */
function parts(equal: boolean): Builtin {
  return gives("ary, indices_or_sections, axis=0", (call): Known => {
    const a = call.array("ary");
    const axis = call.axis("axis", rankOf(a));
    const extent = staticShape(call, a)[axis] ?? 0;
    const { known } = call.argument("indices_or_sections");
    const given = call.integers("indices_or_sections");
    const isCount = known.kind !== "tuple" && !(known.kind === "value" && known.expr.type.kind === "array");
    const ends = isCount ? evenEnds(call, extent, given[0] ?? 1, equal) : endsOf(extent, given);
    const items = ends
      .slice(1)
      .map((end, k) => value(slice(call, a, axis, ends[k] ?? 0, Math.max(end, ends[k] ?? 0))));
    return { kind: "tuple", form: "tuple", items };
  });
}

function evenEnds(
  call: Bound<"indices_or_sections">,
  extent: number,
  count: number,
  equal: boolean,
): number[] {
  if (count < 1 || (equal && extent % count !== 0))
    return rejectValue(
      call,
      "indices_or_sections",
      `a number that ${extent} can be divided by`,
      String(count),
    );
  const longer = extent % count;
  const size = Math.floor(extent / count);
  return Array.from({ length: count + 1 }, (_, k) => k * size + Math.min(k, longer));
}

function endsOf(extent: number, indices: readonly number[]): number[] {
  const within = (index: number): number => Math.min(Math.max(index < 0 ? index + extent : index, 0), extent);
  return [0, ...indices.map(within), extent];
}

/** Half the difference of the neighbours; at the ends, the difference to the one neighbour. */
function gradient(call: Bound<string>, f: Expr, axis: number, h: Expr): Expr {
  const n = staticShape(call, f)[axis] ?? 0;
  if (n < 2)
    return refuse(
      call.scope,
      diagnose("wrong-rank", call.span, {
        fn: call.name,
        expected: "2 or more elements in each axis",
        found: String(n),
      }),
    );
  return once(call, "gradient", String(axis), [f, h], ([x = f, by = h]) => {
    const between = (to: number, from: number): Expr =>
      binary(call, "sub", slice(call, x, axis, to, to + 1), slice(call, x, axis, from, from + 1));
    const inner = binary(call, "sub", slice(call, x, axis, 2, n), slice(call, x, axis, 0, n - 2));
    const slopes = [
      binary(call, "div", between(1, 0), by),
      ...(n > 2 ? [binary(call, "div", inner, binary(call, "mul", by, int(call, 2)))] : []),
      binary(call, "div", between(n - 1, n - 2), by),
    ];
    return concat(
      call,
      slopes.map((part) => cast(call, part, elementOf(x.type))),
      axis,
    );
  });
}

function trapezoid(): Builtin {
  return computes("y, x=None, dx=1.0, axis=-1", (call) => {
    const y = call.array("y");
    const axis = call.axis("axis", rankOf(y));
    const n = staticShape(call, y)[axis] ?? 0;
    const places = call.given("x") ? call.array("x") : null;
    if (places !== null && (rankOf(places) !== 1 || rankOf(y) !== 1))
      return wrong(call, "x", "one axis, as `y`");
    const width = places === null ? call.scalar("dx") : difference(call, places, 0);
    return once(call, "trapezoid", String(axis), [y, width], ([f = y, d = width]) => {
      const both = binary(call, "add", slice(call, f, axis, 1, n), slice(call, f, axis, 0, n - 1));
      const area = binary(call, "div", binary(call, "mul", d, both), int(call, 2));
      return reduce(call, "sum", area, [axis], false);
    });
  });
}

/** Euclid's algorithm, element by element. */
function divisors(name: "gcd" | "lcm"): Builtin {
  return computes("x1, x2, /, !out=None", (call) => {
    const [a, b] = alike(call, [call.operand("x1"), call.operand("x2")]);
    if (a === undefined || b === undefined) throw new Error("two operands");
    if (!isInteger(elementOf(a.type))) return wrong(call, "x1", "integers");
    if (rankOf(a) === 0 && rankOf(b) === 0) return callLibrary(call, name, [a, b]);
    const shape = must(broadcast(call.scope, [a, b], call.span)).map(Number);
    const lines = [a, b].map((x) => flat(call, copy(call, x, shape)));
    return reshape(call, callLibrary(call, `${name}_each`, lines), shape);
  });
}
