/** `a.shape`, `a.T`, `a.dtype`: what an array or a NumPy scalar says of itself. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr } from "../../../program/nodes.ts";
import { bitWidth } from "../../../types/bits.ts";
import { printType } from "../../../types/print.ts";
import { elementOf } from "../../../types/types.ts";
import { type Known, knownError, value } from "../known.ts";
import type { Scope } from "../scope.ts";
import { dtype } from "./dtype_names.ts";
import { int, rankOf, type Site, staticShape, transpose } from "./make.ts";
import { attempt } from "./refusal.ts";

/** The attribute, or null when there is none of that name. Python numbers have none that a kernel needs. */
export function lookupAttribute(scope: Scope, expr: Expr, name: string, span: Span): Known | null {
  const attribute = attributes[name];
  if (attribute === undefined || elementOf(expr.type).kind === "python") return null;
  return attempt(() => attribute({ scope, span }, expr)) ?? knownError;
}

const attributes: Readonly<Record<string, (at: Site, a: Expr) => Known>> = {
  shape: (at, a) => ({
    kind: "tuple",
    form: "tuple",
    items: staticShape(at, a).map((extent) => value(int(at, extent))),
  }),
  ndim: (at, a) => value(int(at, rankOf(a))),
  size: (at, a) => value(int(at, sizeOf(at, a))),
  dtype: (_, a) => dtype(elementOf(a.type), printType(elementOf(a.type))),
  itemsize: (at, a) => value(int(at, bytesOf(a))),
  nbytes: (at, a) => value(int(at, sizeOf(at, a) * bytesOf(a))),
  T: (at, a) => value(transpose(at, a, [...Array(rankOf(a)).keys()].reverse())),
  mT: (at, a) => value(transpose(at, a, lastTwoSwapped(rankOf(a)))),
  real: (_, a) => value(a),
};

function sizeOf(at: Site, a: Expr): number {
  return staticShape(at, a).reduce((x, y) => x * y, 1);
}

function bytesOf(a: Expr): number {
  return Math.ceil(bitWidth(elementOf(a.type)) / 8);
}

function lastTwoSwapped(rank: number): number[] {
  const axes = [...Array(rank).keys()];
  return rank < 2 ? axes : [...axes.slice(0, -2), rank - 1, rank - 2];
}
