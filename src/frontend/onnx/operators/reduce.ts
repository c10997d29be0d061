/** Reductions over axes. */
import { bug } from "../../../diagnostics/bug.ts";
import type { Expr } from "../../../program/nodes.ts";
import { float64, int64, type ScalarType } from "../../../types/types.ts";
import type { Emission } from "../emission.ts";
import type { Formulas } from "../formula.ts";
import { sizeOf } from "../graph.ts";
import {
  axesOf,
  axisOf,
  type Elements,
  fail,
  input,
  int,
  intsFrom,
  type Operator,
  type Site,
} from "../operator.ts";
import { accumulate, convert, sumType } from "./accumulate.ts";
import { divide } from "./elementwise.ts";

interface Reduction {
  readonly name: string;
  readonly start: (f: Formulas, type: ScalarType) => Expr;
  readonly term?: (f: Formulas, x: Expr) => Expr; // what goes in, where it is not the element itself
  readonly combine: (f: Formulas, sum: Expr, x: Expr) => Expr;
  readonly last?: (f: Formulas, sum: Expr, count: number) => Expr;
  readonly keepsType?: true; // no wider accumulator
  readonly isReal?: true; // of integers too it is a real number, whose fraction is dropped
  readonly takes?: Elements; // numbers where not said
}

function zero(f: Formulas, type: ScalarType): Expr {
  return f.number(type, 0);
}

const add = (f: Formulas, sum: Expr, x: Expr): Expr => f.add(sum, x);

const reductions: readonly Reduction[] = [
  { name: "ReduceSum", start: zero, combine: add },
  {
    name: "ReduceMean",
    start: zero,
    combine: add,
    last: (f, sum, count) => {
      const type = sum.type.kind === "array" ? bug("a sum is a scalar") : sum.type;
      return divide(f, sum, f.number(type, count));
    },
  },
  { name: "ReduceProd", start: (f, type) => f.number(type, 1), combine: (f, sum, x) => f.mul(sum, x) },
  {
    name: "ReduceMax",
    start: (f, type) => f.least(type),
    combine: (f, sum, x) => (x.type.kind === "bool" ? f.binary("or", sum, x) : f.max(sum, x)),
    keepsType: true,
    takes: "any",
  },
  {
    name: "ReduceMin",
    start: (f, type) => f.greatest(type),
    combine: (f, sum, x) => (x.type.kind === "bool" ? f.binary("and", sum, x) : f.min(sum, x)),
    keepsType: true,
    takes: "any",
  },
  { name: "ReduceL1", start: zero, term: (f, x) => f.abs(x), combine: add },
  { name: "ReduceSumSquare", start: zero, term: (f, x) => f.mul(x, x), combine: add },
  {
    name: "ReduceL2",
    start: zero,
    term: (f, x) => f.mul(x, x),
    combine: add,
    last: (f, sum) => f.math("sqrt", sum),
    isReal: true,
  },
  { name: "ReduceLogSum", start: zero, combine: add, last: (f, sum) => f.math("log", sum), isReal: true },
];

/** Which axes go, from the attribute or the input; all of them where nothing is said, unless that means none. */
function reducedAxes(site: Site): readonly number[] {
  const rank = input(site, 0).shape.length;
  const given = intsFrom(site, "axes", 1, "the axes") ?? [];
  if (given.length > 0) return axesOf(site, given, rank);
  return int(site, "noop_with_empty_axes", 0) === 0 ? Array.from({ length: rank }, (_, axis) => axis) : [];
}

function reducedShape(site: Site, axes: readonly number[]): readonly number[] {
  const { shape } = input(site, 0);
  return int(site, "keepdims", 1) === 0
    ? shape.filter((_, axis) => !axes.includes(axis))
    : shape.map((extent, axis) => (axes.includes(axis) ? 1 : extent));
}

/** The place in the input: kept axes from the output's index, reduced ones from the loops of the sum. */
function sourceIndex(
  rank: number,
  axes: readonly number[],
  kept: readonly Expr[],
  reduced: readonly Expr[],
): readonly Expr[] {
  const [outer, inner] = [[...kept], [...reduced]];
  return Array.from(
    { length: rank },
    (_, axis) => (axes.includes(axis) ? inner.shift() : outer.shift()) ?? bug("an index is missing"),
  );
}

function accumulatorOf(
  { keepsType, isReal }: Pick<Reduction, "keepsType" | "isReal">,
  element: ScalarType,
): ScalarType {
  if (keepsType) return element;
  return isReal && element.kind === "int" ? float64 : sumType(element);
}

function reduction(entry: Reduction): Operator {
  return {
    name: entry.name,
    takes: [entry.takes ?? "number", "int"],
    inputs: [1, 2],
    attributes: ["axes", "keepdims", "noop_with_empty_axes"],
    shapes: [1],
    infer: (site) => [{ element: input(site, 0).element, shape: reducedShape(site, reducedAxes(site)) }],
    emit: (site, out) => {
      const x = input(site, 0);
      const axes = reducedAxes(site);
      const type = accumulatorOf(entry, x.element);
      const extents = axes.toSorted((a, b) => a - b).map((axis) => x.shape[axis] ?? 1);
      overKept(site, out, axes, (kept, store) => {
        const total = accumulate(out, {
          extents,
          start: entry.start(out.f, type),
          step: (sum, reduced) => {
            const element = convert(out, out.load(x, sourceIndex(x.shape.length, axes, kept, reduced)), type);
            return entry.combine(out.f, sum, entry.term?.(out.f, element) ?? element);
          },
        });
        const value = entry.last?.(out.f, total.value, sizeOf(extents)) ?? total.value;
        return [...total.stmts, store(convert(out, value, x.element))];
      });
    },
  };
}

/** A nest over the axes that stay; `kept` has an index for each of them, `store` knows where the result goes. */
function overKept(
  site: Site,
  out: Emission,
  axes: readonly number[],
  body: (
    kept: readonly Expr[],
    store: (value: Expr) => ReturnType<Emission["store"]>,
  ) => ReturnType<Emission["nest"]>,
): void {
  const { shape } = input(site, 0);
  const keepsDims = int(site, "keepdims", 1) !== 0;
  out.push(
    out.nest({ extents: site.outputs[0]?.shape ?? [] }, (index) => {
      const kept = keepsDims
        ? shape.flatMap((_, axis) => (axes.includes(axis) ? [] : [index[axis] ?? out.f.whole(0)]))
        : index;
      return body(kept, (value) => out.store(0, index, value));
    }),
  );
}

/** log(sum(exp(x - max))) + max: no overflow. */
const logSumExp: Operator = {
  ...reduction({ name: "ReduceLogSumExp", start: zero, combine: add }),
  emit: (site, out) => {
    const { f } = out;
    const x = input(site, 0);
    const axes = reducedAxes(site);
    const type = accumulatorOf({ isReal: true }, x.element);
    const extents = axes.toSorted((a, b) => a - b).map((axis) => x.shape[axis] ?? 1);
    overKept(site, out, axes, (kept, store) => {
      const at = (reduced: readonly Expr[]): Expr =>
        convert(out, out.load(x, sourceIndex(x.shape.length, axes, kept, reduced)), type);
      const most = accumulate(out, {
        extents,
        suffix: "max",
        start: f.least(type),
        step: (sum, reduced) => f.max(sum, at(reduced)),
      });
      const total = accumulate(out, {
        extents,
        from: extents.length,
        start: f.number(type, 0),
        step: (sum, reduced) => f.add(sum, f.math("exp", f.sub(at(reduced), most.value))),
      });
      const value = f.add(f.math("log", total.value), most.value);
      return [...most.stmts, ...total.stmts, store(convert(out, value, x.element))];
    });
  },
};

function argument(name: string, op: "max" | "min"): Operator {
  const axisAt = (site: Site): number => axisOf(site, int(site, "axis", 0), input(site, 0).shape.length);
  return {
    name,
    takes: ["number"],
    inputs: [1, 1],
    attributes: ["axis", "keepdims", "select_last_index"],
    infer: (site) => {
      const axis = axisAt(site);
      if (input(site, 0).shape[axis] === 0) fail(site, "its axis has no elements");
      return [{ element: int64, shape: reducedShape(site, [axis]) }];
    },
    emit: (site, out) => {
      const { f } = out;
      const x = input(site, 0);
      const axis = axisAt(site);
      const takesLast = int(site, "select_last_index", 0) !== 0;
      const better = op === "max" ? (takesLast ? "ge" : "gt") : takesLast ? "le" : "lt";
      overKept(site, out, [axis], (kept, store) => {
        const at = (reduced: Expr): Expr => out.load(x, sourceIndex(x.shape.length, [axis], kept, [reduced]));
        const [best, place] = [out.scalar("best", x.element), out.scalar("place", int64)];
        const found = out.scalar("x", x.element);
        const loops = out.nest(
          { extents: [x.shape[axis] ?? 1], reduces: true, ordered: true },
          ([i = f.whole(0)]) => [
            found.set(at(i)),
            {
              kind: "if",
              condition: f.compare(better, found.read, best.read),
              then: [best.set(found.read), place.set(f.cast(i, int64))],
              else: [],
              span: f.span,
            },
          ],
        );
        return [best.set(at(f.whole(0))), place.set(f.number(int64, 0)), ...loops, store(place.read)];
      });
    },
  };
}

export const reduceOperators: readonly Operator[] = [
  ...reductions.map(reduction),
  logSumExp,
  argument("ArgMax", "max"),
  argument("ArgMin", "min"),
];
