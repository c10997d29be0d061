/**
 * Views: how a position in an array expression is a position in an array of Loops. Slices, transposes, new axes and
 * reshapes are stages that turn indices into indices; what is known when compiling is folded into them.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { partOf, type ScalarType } from "../../types/types.ts";
import type { Expr, Origin, Stmt } from "../nodes.ts";
import {
  add,
  compareInts,
  divide,
  int,
  isSum,
  isWithin,
  keyOf,
  known,
  multiply,
  product,
  rangeOf,
  remainder,
  sameInt,
  select,
  subtract,
} from "./integers.ts";
import { bug, capture, emit, emitIf, type Frame, frozen, origin, type State, spill } from "./state.ts";

export interface View {
  readonly array: string; // of Loops
  readonly element: ScalarType;
  readonly stages: readonly Stage[]; // the first is next to the array
  readonly shape: readonly Expr[];
  readonly through?: Through;
}

/** The variable that a view is read or written through. */
export interface Through {
  readonly frame: Frame;
  readonly variable: string;
}

export type Stage =
  | { readonly kind: "axes"; readonly axes: readonly AxisMap[] } // one an axis of what lies below
  | { readonly kind: "flat"; readonly from: readonly Expr[]; readonly to: readonly Expr[] } // row-major reshape
  | PartStage;

/** The real or imaginary parts of complex elements; no stage comes after it. */
export interface PartStage {
  readonly kind: "part";
  readonly part: "real" | "imag";
}

/** start + step * index[axis]; a null axis stands still. */
export interface AxisMap {
  readonly start: Expr;
  readonly step: number;
  readonly axis: number | null;
}

/** What an array value refers to: one view or, by `selector`, one of several. */
export interface Binding {
  readonly selector: Expr | null;
  readonly options: readonly View[];
  readonly shape: readonly Expr[];
}

export function wholeView(st: State, array: string, shape?: readonly Expr[]): View {
  const decl = st.arrays.get(array) ?? bug(`no array \`${array}\``);
  return { array, element: decl.element, stages: [], shape: shape ?? decl.shape.map(int) };
}

export function bindingOfView(view: View): Binding {
  return { selector: null, options: [view], shape: view.shape };
}

export function elementOfBinding(binding: Binding): ScalarType {
  return binding.options[0]?.element ?? bug("a binding without a view");
}

/** The same change to every view that it may be. */
export function mapBinding(binding: Binding, change: (view: View) => View): Binding {
  const options = binding.options.map(change);
  return { ...binding, options, shape: options[0]?.shape ?? [] };
}

// Stages

export function withStage(view: View, stage: Stage, shape: readonly Expr[]): View {
  const last = view.stages.at(-1);
  if (last?.kind === "part") {
    const below = withStage({ ...view, stages: view.stages.slice(0, -1) }, stage, shape);
    return { ...below, stages: [...below.stages, last] };
  }
  if (stage.kind === "axes" && isIdentity(stage, shape.length)) return { ...view, shape };
  if (stage.kind === "axes" && last?.kind === "axes") {
    const axes = last.axes.map((below): AxisMap => {
      if (below.axis === null) return below;
      const above = stage.axes[below.axis] ?? bug("a stage lacks an axis");
      return {
        start: add(below.start, multiply(above.start, int(below.step))),
        step: above.axis === null ? 0 : below.step * above.step,
        axis: above.axis,
      };
    });
    return { ...view, stages: [...view.stages.slice(0, -1), { kind: "axes", axes }], shape };
  }
  if (stage.kind === "flat" && last?.kind === "flat") {
    const joined: Stage = { kind: "flat", from: last.from, to: stage.to };
    return { ...view, stages: [...view.stages.slice(0, -1), joined], shape };
  }
  return { ...view, stages: [...view.stages, stage], shape };
}

function isIdentity(stage: Extract<Stage, { kind: "axes" }>, rank: number): boolean {
  return (
    stage.axes.length === rank &&
    stage.axes.every(({ start, step, axis }, k) => axis === k && step === 1 && known(start) === 0)
  );
}

/** The parts of a view of complex numbers. */
export function partOfView(view: View, part: PartStage["part"]): View {
  return { ...view, element: partOf(view.element), stages: [...view.stages, { kind: "part", part }] };
}

function partStage({ stages }: View): PartStage | null {
  const last = stages.at(-1);
  return last?.kind === "part" ? last : null;
}

export function throughStage(stage: Stage, index: readonly Expr[]): readonly Expr[] {
  if (stage.kind === "part") return index;
  if (stage.kind === "axes") {
    return stage.axes.map(({ start, step, axis }) =>
      axis === null ? start : add(start, multiply(index[axis] ?? int(0), int(step))),
    );
  }
  return reshapedIndex(stage.from, stage.to, index);
}

export function indexIn(view: View, index: readonly Expr[]): readonly Expr[] {
  return view.stages.reduceRight<readonly Expr[]>((at, stage) => throughStage(stage, at), index);
}

/** Axes are matched in groups of the same size, so that an axis that stays stays as it is. */
export function reshapedIndex(
  from: readonly Expr[],
  to: readonly Expr[],
  index: readonly Expr[],
): readonly Expr[] {
  const result: Expr[] = [];
  let f = 0;
  let t = 0;
  while (f < from.length || t < to.length) {
    let [fEnd, tEnd] = [f + 1, t + 1];
    const size = (dims: readonly Expr[], a: number, b: number): Expr =>
      product(dims.slice(a, Math.min(b, dims.length)));
    const rest = (): void => {
      fEnd = from.length;
      tEnd = to.length;
    };
    for (;;) {
      if (fEnd > from.length || tEnd > to.length) {
        rest();
        break;
      }
      const [x, y] = [size(from, f, fEnd), size(to, t, tEnd)];
      if (sameInt(x, y)) break;
      const [p, q] = [known(x), known(y)];
      if (p === null || q === null || p === 0 || q === 0) {
        rest();
        break;
      }
      if (p < q) fEnd += 1;
      else tEnd += 1;
    }
    result.push(...regrouped(from.slice(f, fEnd), to.slice(t, tEnd), index.slice(t, tEnd)));
    f = fEnd;
    t = tEnd;
  }
  return result;
}

function regrouped(from: readonly Expr[], to: readonly Expr[], index: readonly Expr[]): readonly Expr[] {
  if (from.length === 0) return [];
  const flat = to.reduce<Expr>(
    (total, extent, k) => add(multiply(total, extent), index[k] ?? int(0)),
    int(0),
  );
  return from.map((extent, k) => {
    const inner = product(from.slice(k + 1));
    const place = divide(flat, inner);
    return k === 0 ? place : remainder(place, extent);
  });
}

// Comparison

export function viewKey(view: View): string {
  const stages = view.stages.map((stage) =>
    stage.kind === "part"
      ? stage.part
      : stage.kind === "axes"
        ? stage.axes.map(({ start, step, axis }) => `${keyOf(start)}+${step}*${axis}`).join(";")
        : `${stage.from.map(keyOf).join("x")}>${stage.to.map(keyOf).join("x")}`,
  );
  return `${view.array}[${stages.join("|")}]${view.shape.map(keyOf).join("x")}`;
}

export function bindingKey({ selector, options }: Binding): string {
  return `${selector === null ? "" : keyOf(selector)}?${options.map(viewKey).join(",")}`;
}

/** Whether two views of one array are known to share no element. */
export function apart(a: View, b: View): boolean {
  const [p, q] = [partStage(a), partStage(b)];
  if (p !== null && q !== null && p.part !== q.part) return true;
  const [x, y] = [axesOf(a), axesOf(b)];
  if (x === null || y === null) return false;
  return x.some((one, k) => {
    const other = y[k];
    return other !== undefined && disjoint(one, a.shape, other, b.shape);
  });
}

function axesOf(view: View): readonly AxisMap[] | null {
  const stages = view.stages.filter(({ kind }) => kind !== "part");
  if (stages.length === 0) return view.shape.map((_, axis): AxisMap => ({ start: int(0), step: 1, axis }));
  const [stage] = stages;
  return stages.length === 1 && stage?.kind === "axes" ? stage.axes : null;
}

function disjoint(a: AxisMap, aShape: readonly Expr[], b: AxisMap, bShape: readonly Expr[]): boolean {
  const distance = known(subtract(b.start, a.start));
  if (distance === null) return false;
  const [aReach, bReach] = [reach(a, aShape), reach(b, bShape)];
  const stride = Math.abs(a.step) || Math.abs(b.step);
  const sameStride = [a, b].every(
    ({ step, axis }) => axis === null || step === 0 || Math.abs(step) === stride,
  );
  if (sameStride && stride > 1 && distance % stride !== 0) return true;
  if (aReach === null || bReach === null) return false;
  return (
    distance + Math.min(0, bReach) > Math.max(0, aReach) ||
    distance + Math.max(0, bReach) < Math.min(0, aReach)
  );
}

/** From its start to its end. */
function reach({ step, axis }: AxisMap, shape: readonly Expr[]): number | null {
  if (axis === null) return 0;
  const extent = known(shape[axis] ?? int(1));
  return extent === null ? null : (extent - 1) * step;
}

// Elements

export function loadAt(st: State, binding: Binding, index: readonly Expr[], span: Span): Expr {
  const reads = binding.options.map((view): Expr => {
    const part = partStage(view);
    const type = part === null ? view.element : (st.arrays.get(view.array)?.element ?? view.element);
    const load: Expr = { kind: "load", array: view.array, index: indexIn(view, index), type, span };
    return part === null ? load : { kind: "math", fn: part.part, args: [load], type: view.element, span };
  });
  return chosen(binding.selector, reads);
}

/** One of several values, by number. */
export function chosen(selector: Expr | null, values: readonly Expr[]): Expr {
  const last = values.at(-1) ?? bug("nothing to choose from");
  if (selector === null) return last;
  return values
    .slice(0, -1)
    .reduceRight<Expr>((rest, value, k) => select(compareInts("eq", selector, int(k)), value, rest), last);
}

export function storeAt(
  st: State,
  binding: Binding,
  index: readonly Expr[],
  value: Expr,
  operator: Origin["operator"] = "source",
): void {
  const stores = (given: Expr) =>
    binding.options.map((view): Stmt => {
      return {
        kind: "store",
        array: view.array,
        index: indexIn(view, index),
        value: storedIn(st, view, index, given),
        origin: origin(st, operator),
      };
    });
  if (binding.selector === null) {
    for (const stmt of stores(value)) emit(st, stmt);
    return;
  }
  const { selector } = binding;
  const each = stores(spill(st, value));
  const last = each.pop() ?? bug("nothing to store to");
  let rest: Stmt[] = [last];
  for (const [k, stmt] of [...each.entries()].reverse()) {
    const { body } = capture(st, () => emitIf(st, compareInts("eq", selector, int(k)), [stmt], rest));
    rest = body;
  }
  for (const stmt of rest) emit(st, stmt);
}

/** Where a view is of one part, the other part is stored as it was. */
function storedIn(st: State, view: View, index: readonly Expr[], given: Expr): Expr {
  const part = partStage(view);
  if (part === null) return given;
  const type = st.arrays.get(view.array)?.element ?? bug(`no array \`${view.array}\``);
  const load: Expr = { kind: "load", array: view.array, index: indexIn(view, index), type, span: st.span };
  const fn = part.part === "real" ? "imag" : "real";
  const other: Expr = { kind: "math", fn, args: [load], type: view.element, span: st.span };
  const args = part.part === "real" ? [given, other] : [other, given];
  return { kind: "math", fn: "complex", args, type, span: st.span };
}

// Positions that the program computes

/** An index as a position from the start; one that is out of range stops the run. */
export function positionOf(st: State, index: Expr, extent: Expr): Expr {
  const value = known(index);
  const size = known(extent);
  if (value !== null && size !== null && value < size && value >= -size) {
    return int(value < 0 ? value + size : value);
  }
  if (isWithin(index, extent, st.ranges)) return index;
  if (isWithin(add(index, extent), extent, st.ranges)) return add(index, extent);
  const range = rangeOf(index, st.ranges);
  if (range !== null && range.low >= 0) return index;
  const at = spill(st, index, `${st.name}_at`);
  // Below -extent it must not come out as a position: left as it is, it is outside, and told as it was written.
  const reaches = range !== null && size !== null && range.low >= -size;
  const wrapped = add(at, extent);
  const back = reaches ? wrapped : select(compareInts("ge", wrapped, int(0)), wrapped, at);
  return select(compareInts("ge", at, int(0)), at, back);
}

/** The binding with every quantity that may change given a name of its own. */
export function frozenBinding(st: State, binding: Binding): Binding {
  const hold = (value: Expr): Expr =>
    isSum(value, (name) => st.stable.has(name)) ? value : frozen(st, value);
  const options = binding.options.map((view) => frozenView(view, hold));
  const selector = binding.selector === null ? null : hold(binding.selector);
  return { selector, options, shape: binding.shape.map(hold) };
}

/** The view with its quantities replaced. */
export function frozenView(view: View, hold: (value: Expr) => Expr): View {
  return {
    ...view,
    shape: view.shape.map(hold),
    stages: view.stages.map(
      (stage): Stage =>
        stage.kind === "part"
          ? stage
          : stage.kind === "axes"
            ? { kind: "axes", axes: stage.axes.map((axis) => ({ ...axis, start: hold(axis.start) })) }
            : { kind: "flat", from: stage.from.map(hold), to: stage.to.map(hold) },
    ),
  };
}
