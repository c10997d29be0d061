/** `a.shape`, `a.T`, `a.dtype`: what an array or a NumPy scalar says of itself. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { named } from "../../../diagnostics/named.ts";
import type { Expr } from "../../../program/nodes.ts";
import { bitWidth } from "../../../types/bits.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, isComplex, partOf, shapeOf } from "../../../types/types.ts";
import { type Known, knownError, value } from "../known.ts";
import type { Scope } from "../scope.ts";
import { extentOf } from "../value.ts";
import { dtype } from "./dtype_names.ts";
import { binary, flat, int, partOfExpr, rankOf, type Site, sizeOf, transpose } from "./make.ts";
import { attempt } from "./refusal.ts";

/** The attribute, or null when there is none of that name. Python numbers have none that a kernel needs. */
export function lookupAttribute(scope: Scope, expr: Expr, name: string, span: Span): Known | null {
  const attribute = named(attributes, name);
  const isPart = name === "real" || name === "imag"; // Python numbers have these too
  if (attribute === undefined || (elementOf(expr.type).kind === "python" && !isPart)) return null;
  return attempt(() => attribute({ scope, span }, expr)) ?? knownError;
}

const attributes: Readonly<Record<string, (at: Site, a: Expr) => Known>> = {
  shape: (at, a) => ({
    kind: "tuple",
    form: "tuple",
    items: shapeOf(a.type).map((_, axis) => value(extentOf(a, axis, at.span))),
  }),
  ndim: (at, a) => value(int(at, rankOf(a))),
  size: (at, a) => value(sizeOf(at, a)),
  dtype: (_, a) => dtype(elementOf(a.type), printType(elementOf(a.type))),
  itemsize: (at, a) => value(int(at, bytesOf(a))),
  nbytes: (at, a) => value(binary(at, "mul", sizeOf(at, a), int(at, bytesOf(a)))),
  T: (at, a) => value(transpose(at, a, [...Array(rankOf(a)).keys()].reverse())),
  mT: (at, a) => value(transpose(at, a, lastTwoSwapped(rankOf(a)))),
  flat: (at, a) => value(flat(at, a)),
  real: (at, a) => value(partOfExpr(at, "real", a)),
  imag: (at, a) => value(partOfExpr(at, "imag", a)),
};

function bytesOf(a: Expr): number {
  if (isComplex(elementOf(a.type))) return 2 * Math.ceil(bitWidth(partOf(elementOf(a.type))) / 8);
  return Math.ceil(bitWidth(elementOf(a.type)) / 8);
}

function lastTwoSwapped(rank: number): number[] {
  const axes = [...Array(rank).keys()];
  return rank < 2 ? axes : [...axes.slice(0, -2), rank - 1, rank - 2];
}
