/** Matrices by position: identities, diagonals, triangles. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import {
  bool,
  elementOf,
  float64,
  int64,
  isComplex,
  partOf,
  type ScalarType,
  shapeOf,
} from "../../../types/types.ts";
import { type Bound, computes } from "./arguments.ts";
import {
  cast,
  concat,
  constant,
  fill,
  flat,
  gather,
  limitSize,
  rankOf,
  realConstant,
  type Site,
  staticShape,
  table,
  where,
} from "./make.ts";
import { refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";

export const matrices: Readonly<Record<string, Builtin>> = {
  eye: computes("N, M=None, k=0, dtype=None, !order='C', *, !device=None, !like=None", (call) => {
    const rows = call.atLeast("N", 0);
    const columns = call.given("M") ? call.atLeast("M", 0) : rows;
    const k = call.integer("k");
    return ones(call, rows, columns, (i, j) => j - i === k, call.dtype("dtype"));
  }),
  identity: computes("n, dtype=None, *, !like=None", (call) => {
    const n = call.atLeast("n", 0);
    return ones(call, n, n, (i, j) => i === j, call.dtype("dtype"));
  }),
  tri: computes("N, M=None, k=0, dtype=None, *, !like=None", (call) => {
    const rows = Math.max(0, call.integer("N")); // unlike `eye`
    const k = call.integer("k");
    return ones(
      call,
      rows,
      call.given("M") ? Math.max(0, call.integer("M")) : rows,
      (i, j) => j <= i + k,
      call.dtype("dtype"),
    );
  }),
  tril: computes("m, k=0", (call) => masked(call, (i, j, k) => j <= i + k)),
  triu: computes("m, k=0", (call) => masked(call, (i, j, k) => j >= i + k)),
  diag: computes("v, k=0", (call) => {
    const v = call.array("v");
    const k = call.integer("k");
    return rankOf(v) === 1 ? diagonalMatrix(call, v, k) : diagonal(call, v, k);
  }),
  diagonal: computes("a, offset=0, !axis1=0, !axis2=1", (call) =>
    diagonal(call, call.array("a"), call.integer("offset")),
  ),
};

type Place = (i: number, j: number) => boolean;

function ones(at: Site, rows: number, columns: number, where: Place, dtype: ScalarType | null): Expr {
  const type = dtype ?? float64;
  if (isComplex(type)) return cast(at, ones(at, rows, columns, where, partOf(type)), type);
  const [zero, one] = [realConstant(at, 0, type).value, realConstant(at, 1, type).value];
  limitSize(at, [rows, columns], true);
  const values = places(rows, columns, where).map((set) => (set ? one : zero));
  return table(at, values, type, [rows, columns]);
}

function places(rows: number, columns: number, where: Place): boolean[] {
  return Array.from({ length: rows * columns }, (_, n) => where(Math.floor(n / columns), n % columns));
}

/** The elements of one triangle, 0 elsewhere. */
function masked(call: Bound<"m" | "k">, keep: (i: number, j: number, k: number) => boolean): Expr {
  const a = call.array("m");
  needsMatrix(call, a);
  const [rows = 0, columns = 0] = staticShape(call, a).slice(-2);
  const k = call.integer("k");
  limitSize(call, [rows, columns], true);
  const mask = table(
    call,
    places(rows, columns, (i, j) => keep(i, j, k)),
    bool,
    [rows, columns],
  );
  return where(call, mask, a, constant(call, 0, elementOf(a.type)));
}

/** Row i, column i + k, of a matrix. */
export function diagonal(at: CallSite, a: Expr, k: number): Expr {
  if (rankOf(a) !== 2) needsMatrix(at, a, true);
  const [rows = 0, columns = 0] = staticShape(at, a);
  const length = Math.max(0, Math.min(rows - Math.max(-k, 0), columns - Math.max(k, 0)));
  const first = k >= 0 ? k : -k * columns;
  limitSize(at, [length], true);
  const index = Array.from({ length }, (_, i) => first + i * (columns + 1));
  return gather(at, flat(at, a), table(at, index, int64, [length]), 0);
}

/** A matrix with `v` at row i, column i + k. */
export function diagonalMatrix(at: Site, v: Expr, k: number): Expr {
  const [length = 0] = staticShape(at, v);
  const n = length + Math.abs(k);
  limitSize(at, [n, n], true);
  const type = elementOf(v.type);
  const margin = fill(at, constant(at, 0, type), [Math.abs(k)]);
  // Column j holds the element j - k, or j when the diagonal lies below.
  const line = k === 0 ? v : concat(at, k > 0 ? [margin, v] : [v, margin], 0);
  const mask = table(
    at,
    places(n, n, (i, j) => j - i === k),
    bool,
    [n, n],
  );
  return where(at, mask, cast(at, line, type), constant(at, 0, type));
}

function needsMatrix(at: CallSite, a: Expr, exactly = false): void {
  if (rankOf(a) >= 2 && !exactly) return;
  refuse(
    at.scope,
    diagnose("wrong-rank", at.span, {
      fn: at.name,
      expected: "a matrix",
      found: shapeOf(a.type).length === 0 ? `the scalar ${printType(a.type)}` : printType(a.type),
    }),
  );
}
