/** Nests that compute an array expression into memory, as if all of it were computed before the first write. */
import type * as program from "../../program/nodes.ts";
import type { ScalarType } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { known, rangeOf } from "./integers.ts";
import { bindingLane, type Lane, lane, spread } from "./lane.ts";
import { concatInto, sortInto } from "./rearrange.ts";
import { scanInto } from "./reduce.ts";
import { bug, declareArray, filling, frozen, nest, type State } from "./state.ts";
import {
  apart,
  type Binding,
  bindingOfView,
  storeAt,
  type Through,
  type View,
  viewKey,
  wholeView,
} from "./view.ts";

/** Operators that build their result in memory rather than element by element. */
export type Built = program.Scan | program.Sort | program.Concat;

export function isBuilt(expr: program.Expr): expr is Built {
  return expr.kind === "scan" || expr.kind === "sort" || expr.kind === "concat";
}

/** Computes `expr` into memory that it may read itself. */
export function computeInto(st: State, target: View, expr: program.Expr): void {
  filling(st, target.array, () => {
    if (!isBuilt(expr)) return storeLane(st, bindingOfView(target), lane(st, expr));
    switch (expr.kind) {
      case "scan":
        return scanInto(st, target, expr);
      case "sort":
        return sortInto(st, target, expr);
      case "concat":
        return concatInto(st, target, expr);
    }
  });
}

/** `target[...] = value`. */
export function storeLane(st: State, target: Binding, value: Lane): void {
  const spreadOut = value.shape.length === 0 ? value : spread(st, value, target.shape);
  const source = overlaps(target, spreadOut)
    ? bindingLane(st, bindingOfView(materialise(st, spreadOut)), st.span)
    : spreadOut;
  filling(st, target.options[0]?.array ?? st.name, () => write(st, target, source, value.operator));
}

/** Every element; the lane has the target's shape and reads nothing that is written before it is read. */
function write(st: State, target: Binding, source: Lane, operator: Lane["operator"]): void {
  const { parts } = source;
  if (parts === undefined) {
    nest(st, target.shape, operator, (index) => storeAt(st, target, index, source.at(index), operator));
    return;
  }
  nest(st, target.shape.slice(0, parts.outer), operator, (outer) => {
    const inner = parts.inner(outer);
    const rest = target.shape.slice(parts.outer);
    nest(
      st,
      rest,
      inner.operator,
      (index) => storeAt(st, target, [...outer, ...index], inner.at(index), operator),
      {
        first: parts.outer,
      },
    );
  });
}

/** Whether an element could be read after it was written. */
export function overlaps(target: Binding, value: Lane): boolean {
  return target.options.some((written) =>
    value.reads.some(({ view, aligned }) => {
      if (view.array !== written.array || areApart(written.through, view.through)) return false;
      if (aligned && viewKey(view) === viewKey(written)) return false;
      return !apart(view, written);
    }),
  );
}

/** Two variables that do not share memory now, whichever arrays they refer to. */
function areApart(a: Through | undefined, b: Through | undefined): boolean {
  if (a === undefined || b === undefined || a.frame !== b.frame || a.variable === b.variable) return false;
  const { current, facts } = a.frame;
  const partners = current === null ? undefined : facts.sharing.before.get(current);
  return partners !== undefined && !partners.get(a.variable)?.has(b.variable);
}

/** A temporary with the lane's elements. */
export function materialise(st: State, value: Lane): View {
  const out = temporary(st, value.element, value.shape);
  filling(st, out.array, () => write(st, bindingOfView(out), value, value.operator));
  return out;
}

/** New memory that only this expression knows. */
export function temporary(st: State, element: ScalarType, shape: readonly Expr[]): View {
  const extents = shape.map((extent) => frozen(st, extent, `${st.name}_n`));
  const most = extents.map((extent) => known(extent) ?? rangeOf(extent, st.ranges)?.high ?? bug("no bound"));
  return wholeView(st, declareArray(st, `${st.name}_t`, element, most), extents);
}

export function staticMost(type: program.Expr["type"]): readonly number[] {
  if (type.kind !== "array") return bug("no array");
  return type.shape.map((dim) => (typeof dim === "number" ? dim : dim.max));
}
