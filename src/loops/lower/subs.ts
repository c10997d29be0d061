/** Subscripts: what a slice starts at and how many elements it has, by Python's rules. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { constantInt, sliceStart, sliceStop } from "../../program/interpret/layout.ts";
import type * as program from "../../program/nodes.ts";
import type { Dim } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { expressionsIn } from "../walk.ts";
import {
  add,
  compareInts,
  divide,
  either,
  int,
  isBelow,
  isSum,
  isWithin,
  known,
  larger,
  multiply,
  rangeOf,
  sameInt,
  select,
  smaller,
  subtract,
} from "./integers.ts";
import { scalarInt } from "./scalar.ts";
import { bug, faultIf, type State, spill } from "./state.ts";
import { type AxisMap, positionOf, type View, withStage } from "./view.ts";

/** A subscript with its quantities computed. */
export type Placed =
  | { readonly kind: "at"; readonly at: Expr }
  | { readonly kind: "slice"; readonly start: Expr; readonly count: Expr; readonly step: number }
  | { readonly kind: "newAxis" };

/** Computes the subscripts of a view of something of this shape. */
export function placeSubs(st: State, expr: program.View, shape: readonly Expr[]): readonly Placed[] {
  let axis = 0;
  let own = 0;
  return expr.subs.map((sub): Placed => {
    if (sub.kind === "newAxis") {
      own += 1;
      return { kind: "newAxis" };
    }
    const extent = shape[axis] ?? bug("a view has more subscripts than axes");
    axis += 1;
    if (sub.kind === "at") {
      const place = { array: expr.base, axis: axis - 1, span: expr.span };
      const at = checked(st, positionOf(st, scalarInt(st, sub.index), extent), extent, place);
      return { kind: "at", at: unchanging(st, at) };
    }
    const { start, count } = slicePlace(st, sub, extent);
    const dim = expr.type.shape[own];
    own += 1;
    return { kind: "slice", start, count: agreed(st, count, dim, expr.span), step: sub.step };
  });
}

/** What is read from memory is read once: the elements that follow may be stored there. */
function unchanging(st: State, at: Expr): Expr {
  for (const expr of expressionsIn(at)) if (expr.kind === "load") return spill(st, at, `${st.name}_at`);
  return at;
}

/** What is indexed, for the words of a fault. */
export interface Indexed {
  readonly array: program.Expr;
  readonly axis: number;
  readonly span: Span;
}

/** A position that is used for many elements, or is within a part of an array, is checked once. */
export function checked(st: State, at: Expr, extent: Expr, { array, axis, span }: Indexed): Expr {
  if (isWithin(at, extent, st.ranges)) return at;
  const place = spill(st, at, `${st.name}_at`);
  const range = rangeOf(place, st.ranges);
  const above = compareInts("ge", place, extent);
  const isNever = range !== null && range.low >= 0;
  const size = known(extent);
  const name = array.kind === "var" ? `\`${array.name}\`` : "an array";
  const elements = size === null ? "fewer elements" : size === 1 ? "1 element" : `${size} elements`;
  const message = `index {value} is out of range for axis ${axis} of ${name}, which has ${elements}`;
  faultIf(st, isNever ? above : either(compareInts("lt", place, int(0)), above), {
    raises: { code: "index-out-of-range", message },
    span,
    ...(size === null || size === 0 ? {} : { value: place }),
  });
  return place;
}

/** The front end may know an extent that is only computed when it runs; then the two must agree. */
export function agreed(st: State, count: Expr, dim: Dim | undefined, span: Span): Expr {
  if (typeof dim !== "number" || known(count) === dim) return count;
  const message = `the slice has another number of elements, and ${dim} are needed`;
  faultIf(st, compareInts("ne", count, int(dim)), { raises: { code: "shape-mismatch", message }, span });
  return int(dim);
}

export function viewStage(placed: readonly Placed[]): {
  readonly axes: readonly AxisMap[];
  readonly shape: readonly Expr[];
} {
  const axes: AxisMap[] = [];
  const shape: Expr[] = [];
  for (const sub of placed) {
    if (sub.kind === "newAxis") shape.push(int(1));
    else if (sub.kind === "at") axes.push({ start: sub.at, step: 0, axis: null });
    else {
      axes.push({ start: sub.start, step: sub.step, axis: shape.length });
      shape.push(sub.count);
    }
  }
  return { axes, shape };
}

export function subView(view: View, placed: readonly Placed[]): View {
  const { axes, shape } = viewStage(placed);
  return withStage(view, { kind: "axes", axes }, shape);
}

type Slice = Extract<program.Sub, { kind: "slice" }>;

export function slicePlace(
  st: State,
  sub: Slice,
  extent: Expr,
): { readonly start: Expr; readonly count: Expr } {
  const { step } = sub;
  if (sub.start === null && sub.stop === null && step === 1) return { start: int(0), count: extent };
  const from = sliceEnd(st, sub.start, true, extent, step);
  const to = sliceEnd(st, sub.stop, false, extent, step);
  const [a, b] = [known(from), known(to)];
  if (a !== null && b !== null) return { start: from, count: int(Math.max(0, Math.ceil((b - a) / step))) };
  const span = step > 0 ? subtract(to, from) : subtract(from, to);
  const stride = Math.abs(step);
  const count = divide(add(span, int(stride - 1)), int(stride));
  return { start: from, count: spill(st, larger(int(0), count, st.ranges), `${st.name}_n`) };
}

function sliceEnd(st: State, end: program.Expr | null, first: boolean, extent: Expr, step: number): Expr {
  if (end === null) {
    if (first) return step > 0 ? int(0) : subtract(extent, int(1));
    return step > 0 ? extent : int(-1);
  }
  const size = known(extent);
  const given = scalarInt(st, end);
  const value = known(given) ?? constantInt(end);
  if (value !== null && size !== null) {
    return int((first ? sliceStart : sliceStop)(value, false, size, step) ?? 0);
  }
  const low = int(step > 0 ? 0 : -1);
  const high = step > 0 ? extent : subtract(extent, int(1));
  const range = rangeOf(given, st.ranges);
  // `a[i - 2:i + 3]` reads `a[i - 2 + k]`: schedules and pipelines see what iterations share.
  const isInside = range !== null && range.low >= 0 && isBelow(given, add(high, int(1)), st.ranges);
  if (isInside && isSum(given, () => true)) return given;
  const at = spill(st, given, `${st.name}_at`);
  const wrapped =
    range !== null && range.low >= 0
      ? at
      : spill(st, select(compareInts("lt", at, int(0)), add(at, extent), at), `${st.name}_at`);
  const clipped = larger(low, smaller(wrapped, high, st.ranges), st.ranges);
  return sameInt(clipped, at) ? at : spill(st, clipped, `${st.name}_at`);
}

/** The position `index` of an axis that a subscript walks along. */
export function along(start: Expr, step: number, index: Expr): Expr {
  return add(start, multiply(index, int(step)));
}
