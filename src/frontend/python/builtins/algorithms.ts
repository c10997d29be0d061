/** NumPy functions whose definition is an algorithm of the library: np.linalg, interpolation, histograms, covariance. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import {
  complex64,
  complex128,
  elementOf,
  float32,
  float64,
  isInteger,
  sameType,
} from "../../../types/types.ts";
import { strongType } from "../build.ts";
import { value } from "../known.ts";
import { callLibrary } from "../library/index.ts";
import { type Bound, computes, gives, rejectValue } from "./arguments.ts";
import {
  alike,
  cast,
  copy,
  fill,
  flat,
  int,
  pick,
  rankOf,
  reshape,
  staticShape,
  transpose,
  withAxes,
} from "./make.ts";
import { norm } from "./norms.ts";
import { refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";

export const linalg: Readonly<Record<string, Builtin>> = {
  norm,
  det: computes("a", (call) => callLibrary(call, "det", [squareMatrix(call, "a")])),
  inv: computes("a", (call) => callLibrary(call, "inv", [squareMatrix(call, "a")])),
  cholesky: computes("a, /, *, !upper=False", (call) =>
    callLibrary(call, "cholesky", [squareMatrix(call, "a")]),
  ),
  solve: computes("a, b", (call) => {
    const [a, b] = alike(call, [squareMatrix(call, "a"), lapackFloat(call, "b")]);
    if (a === undefined || b === undefined) throw new Error("two operands");
    const [n] = staticShape(call, a);
    if (rankOf(b) > 2 || staticShape(call, b)[0] !== n) return wrongArgument(call, "b", `${n} rows`);
    if (rankOf(b) === 2) return callLibrary(call, "solve", [a, b]);
    const column = callLibrary(call, "solve", [a, withAxes(call, b, [1])]);
    return flat(call, column);
  }),
};

export const algorithms: Readonly<Record<string, Builtin>> = {
  cross: computes("a, b, !axisa=-1, !axisb=-1, !axisc=-1, !axis=None", (call) => {
    const [a, b] = [call.array("a"), call.array("b")];
    const [one, other] = [staticShape(call, a), staticShape(call, b)];
    if (one.at(-1) !== 3 || one.join() !== other.join())
      return wrongArgument(call, "b", "of one shape with `a`, and 3 elements in the last axis");
    if (rankOf(a) === 1) return callLibrary(call, "cross", [a, b]);
    const rows = [a, b].map((x) => reshape(call, x, [one.slice(0, -1).reduce((n, m) => n * m, 1), 3]));
    return reshape(call, callLibrary(call, "cross_rows", rows), one);
  }),
  interp: computes("x, xp, fp, !left=None, !right=None, !period=None", (call) => {
    const [x, xp, fp] = [call.array("x"), call.array("xp"), call.array("fp")].map((e) =>
      cast(call, e, float64),
    );
    if (x === undefined || xp === undefined || fp === undefined) throw new Error("three operands");
    if (rankOf(xp) !== 1 || staticShape(call, xp).join() !== staticShape(call, fp).join())
      return wrongArgument(call, "fp", "as long as `xp`, which has one axis");
    const line = rankOf(x) === 0 ? withAxes(call, x, [0]) : flat(call, x);
    const found = callLibrary(call, "interp", [line, xp, fp]);
    return rankOf(x) === 0 ? pick(call, found, 0, int(call, 0)) : reshape(call, found, staticShape(call, x));
  }),
  cov: computes("m, !y=None, rowvar=True, bias=False, ddof=None, !fweights=None, !aweights=None", (call) => {
    const rows = variables(call);
    const by = call.given("ddof") ? call.integer("ddof") : call.flag("bias") ? 0 : 1;
    const divisor = (staticShape(call, rows)[1] ?? 0) - by;
    if (divisor <= 0) return wrongArgument(call, "m", `more than ${by} observations`);
    return unwrapped(call, callLibrary(call, "cov", [rows, int(call, divisor)]));
  }),
  corrcoef: computes("m, !y=None, rowvar=True", (call) => {
    const rows = variables(call);
    if ((staticShape(call, rows)[1] ?? 0) < 2) return wrongArgument(call, "m", "more than 1 observation");
    return unwrapped(call, callLibrary(call, "corrcoef", [rows]));
  }),
  histogram: gives("a, bins=10, range=None, !density=None, weights=None", (call) => {
    const a = flat(call, call.array("a"));
    const element = elementOf(a.type);
    const inFloat = isInteger(element) || element.kind === "bool" ? cast(call, a, float64) : a;
    const edges = edgesGiven(call) ?? edgesOf(call, inFloat);
    const [kept = a, bounds = edges] = alike(call, [element.kind === "bool" ? inFloat : a, edges]);
    const weights = call.given("weights") ? flat(call, call.array("weights")) : null;
    if (weights !== null && staticShape(call, weights)[0] !== staticShape(call, a)[0])
      return wrongArgument(call, "weights", "as many as the data");
    const counts =
      weights === null
        ? callLibrary(call, "counts_between", [kept, bounds])
        : callLibrary(call, "weights_between", [kept, bounds, weights]);
    return { kind: "tuple", form: "tuple", items: [value(counts), value(edges)] };
  }),
};

/** Where `bins` is an array or a list: the edges, as they are. */
function edgesGiven(call: Bound<"bins">): Expr | null {
  const { known } = call.argument("bins");
  const isArray = known.kind === "value" && rankOf(known.expr) > 0;
  if (!isArray && known.kind !== "tuple") return null;
  const edges = call.array("bins");
  const values = edges.kind === "arrayConst" ? edges.values.map(Number) : [];
  if (values.some((edge, k) => k > 0 && (values[k - 1] ?? edge) > edge))
    return rejectValue(call, "bins", "edges that do not fall", `(${values.join(", ")})`);
  return copy(call, edges);
}

function edgesOf(call: Bound<"a" | "bins" | "range">, a: Expr): Expr {
  const count = call.atLeast("bins", 1);
  if (!call.given("range")) return callLibrary(call, "edges_of", [a, int(call, count)]);
  const { known } = call.argument("range");
  const ends = known.kind === "tuple" ? known.items : [];
  const [lo, hi] = ends.map((end) =>
    end.kind === "value" ? fill(call, cast(call, end.expr, float64), [1]) : null,
  );
  if (lo === null || lo === undefined || hi === null || hi === undefined || ends.length !== 2)
    return wrongArgument(call, "range", "the least and the greatest value: `(0, 1)`");
  const [from, to] = ends.map((end) =>
    end.kind === "value" && end.expr.kind === "const" ? Number(end.expr.value) : 0,
  );
  if (from === undefined || to === undefined || !(from <= to && Number.isFinite(from) && Number.isFinite(to)))
    return rejectValue(call, "range", "two finite numbers, the greatest last", `(${from}, ${to})`);
  return cast(call, callLibrary(call, "edges_within", [lo, hi, int(call, count)]), elementOf(a.type));
}

/** A row for each variable, in float64. */
function variables(call: Bound<"m" | "rowvar">): Expr {
  const m = cast(call, call.array("m"), float64);
  if (rankOf(m) === 1) return withAxes(call, m, [0]);
  if (rankOf(m) !== 2) return wrongArgument(call, "m", "of one axis or two");
  return call.flag("rowvar") ? m : transpose(call, m, [1, 0]);
}

/** One variable has a variance, which is a number. */
function unwrapped(call: CallSite, matrix: Expr): Expr {
  if (staticShape(call, matrix)[0] !== 1) return matrix;
  return {
    kind: "load",
    base: matrix,
    index: [int(call, 0), int(call, 0)],
    type: elementOf(matrix.type),
    span: call.span,
  };
}

function squareMatrix<N extends string>(call: Bound<N>, name: NoInfer<N>): Expr {
  const a = lapackFloat(call, name);
  const [rows, columns, ...others] = staticShape(call, a);
  if (rows === undefined || rows !== columns || others.length > 0)
    return wrongArgument(call, name, "a square matrix");
  return a;
}

/** What NumPy's linear algebra computes in: float32 as it is, integers and Python's numbers in float64. */
function lapackFloat<N extends string>(call: Bound<N>, name: NoInfer<N>): Expr {
  const a = call.array(name);
  const element = strongType(elementOf(a.type));
  const own = [float32, float64, ...(call.name.endsWith("cholesky") ? [] : [complex64, complex128])];
  if (own.some((type) => sameType(element, type))) return cast(call, a, element);
  if (element.kind === "int" || element.kind === "bool") return cast(call, a, float64);
  return wrongArgument(call, name, "float32, float64, complex64, complex128 or integers");
}

function wrongArgument<N extends string>(call: Bound<N>, name: NoInfer<N>, expected: string): never {
  const { known, span } = call.argument(name);
  const found = known.kind === "value" ? printType(known.expr.type) : "something else";
  return refuse(call.scope, diagnose("argument-type", span, { fn: call.name, name, expected, found }));
}
