import type { Span } from "../../diagnostics/diagnostic.ts";
import type * as program from "../../program/nodes.ts";
import { elementOf } from "../../types/types.ts";
import type { Expr, Raised } from "../nodes.ts";
import { materialise } from "./fill.ts";
import {
  add,
  both,
  compareInts,
  divide,
  either,
  int,
  known,
  larger,
  multiply,
  sameInt,
  select,
  smaller,
  subtract,
} from "./integers.ts";
import {
  bindingLane,
  broadcastShapes,
  cheap,
  expensive,
  gatheredPosition,
  inMemory,
  type Lane,
  lane,
} from "./lane.ts";
import { fold, sum, times } from "./reduce.ts";
import { asPythonInt } from "./scalar.ts";
import { faultIf, frozen, loop, type State, shapesDiffer, spill } from "./state.ts";
import { bindingOfView, loadAt } from "./view.ts";

/** An operand whose elements are used many times. */
function factor(st: State, expr: program.Expr): Lane {
  const found = lane(st, expr);
  return found.cost > cheap ? bindingLane(st, bindingOfView(materialise(st, found)), expr.span) : found;
}

/** Vector times vector. */
export function matmulScalar(st: State, expr: program.MatMul): Expr {
  const [left, right] = [lane(st, expr.left), lane(st, expr.right)];
  const count = agreedExtent(st, left.shape[0] ?? int(1), right.shape[0] ?? int(1), expr.span);
  const type = elementOf(expr.type);
  return sum(st, type, [count], "matmul", expr.span, (k) => times(left.at(k), right.at(k), type, expr.span));
}

export function matmulLane(st: State, expr: program.MatMul): Lane {
  const [left, right] = [factor(st, expr.left), factor(st, expr.right)];
  const [isRow, isColumn] = [left.shape.length === 1, right.shape.length === 1];
  const count = agreedExtent(
    st,
    left.shape.at(-1) ?? int(1),
    (isColumn ? right.shape[0] : right.shape.at(-2)) ?? int(1),
    expr.span,
  );
  const batch = broadcastShapes(st, left.shape.slice(0, -2), right.shape.slice(0, -2), expr.span);
  const rows = isRow ? [] : left.shape.slice(-2, -1);
  const columns = isColumn ? [] : right.shape.slice(-1);
  const type = elementOf(expr.type);
  return {
    element: type,
    shape: [...batch, ...rows, ...columns],
    binding: null,
    cost: expensive,
    operator: "matmul",
    reads: [...left.reads, ...right.reads].map(({ view }) => ({ view, aligned: false })),
    at: (index) => {
      const place = index.slice(0, batch.length);
      const i = isRow ? [] : index.slice(batch.length, batch.length + 1);
      const j = isColumn ? [] : index.slice(-1);
      const a = batchIndex(left, place);
      const b = batchIndex(right, place);
      return sum(st, type, [count], "matmul", expr.span, ([k = int(0)]) =>
        times(left.at([...a, ...i, k]), right.at([...b, k, ...j]), type, expr.span),
      );
    },
  };
}

/** The position in an operand's own leading axes; axes of one element repeat. */
function batchIndex(operand: Lane, place: readonly Expr[]): readonly Expr[] {
  const own = operand.shape.slice(0, -2);
  return own.map((extent, axis) => {
    const at = place[axis + place.length - own.length] ?? int(0);
    const size = known(extent);
    if (size !== null) return size === 1 ? int(0) : at;
    return select(compareInts("eq", extent, int(1)), int(0), at);
  });
}

/** The extent that is summed over, which both operands must have. */
function agreedExtent(st: State, a: Expr, b: Expr, span: Span): Expr {
  if (sameInt(a, b)) return a;
  faultIf(st, compareInts("ne", a, b), { raises: shapesDiffer, span });
  return known(a) === null ? b : a;
}

const rowsOutside: Raised = {
  code: "index-out-of-range",
  message: "a row of the matrix reaches outside of its values",
};

/** np.convolve: the longer vector is walked forwards, whichever side it stands on. */
export function convolveLane(st: State, expr: program.Convolve): Lane {
  const { long, short } = longerFirst(st, factor(st, expr.left), factor(st, expr.right));
  const n = long.shape[0] ?? int(1);
  const m = short.shape[0] ?? int(1);
  const less = subtract(m, int(1));
  const [start, length] = {
    full: [int(0), add(n, less)] as const,
    same: [divide(less, int(2)), n] as const,
    valid: [less, subtract(n, less)] as const,
  }[expr.mode];
  const first = frozen(st, start);
  const type = elementOf(expr.type);
  const { span } = expr;
  return {
    element: type,
    shape: [frozen(st, length)],
    binding: null,
    cost: expensive,
    operator: "conv",
    reads: [...long.reads, ...short.reads].map(({ view }) => ({ view, aligned: false })),
    at: ([o = int(0)]) => {
      const at = add(o, first);
      const from = larger(int(0), subtract(at, less), st.ranges);
      const to = smaller(add(at, int(1)), n, st.ranges);
      return fold(st, "sum", type, int(1), "conv", span, (visit) => {
        const taken = st.reductions.get(st.name) ?? 0;
        st.reductions.set(st.name, taken + 1);
        loop(st, { name: `${st.name}.r${taken}`, from, to, operator: "conv", unordered: true }, (i) => {
          const product = times(long.at([i]), short.at([subtract(at, i)]), type, span);
          visit(product, compareInts("eq", i, from));
        });
      });
    },
  };
}

function longerFirst(st: State, left: Lane, right: Lane): { readonly long: Lane; readonly short: Lane } {
  const [n, m] = [left.shape[0] ?? int(1), right.shape[0] ?? int(1)];
  const [x, y] = [known(n), known(m)];
  if (x !== null && y !== null) return x >= y ? { long: left, short: right } : { long: right, short: left };
  const swap = frozen(st, compareInts("gt", m, n));
  const pick = (a: Lane, b: Lane): Lane => ({
    ...a,
    binding: null,
    shape: [frozen(st, select(swap, b.shape[0] ?? int(1), a.shape[0] ?? int(1)))],
    reads: [...a.reads, ...b.reads],
    at: (index) => select(swap, b.at(index), a.at(index)),
  });
  return { long: pick(left, right), short: pick(right, left) };
}

/** Correlation, as neural networks say "convolution": the weights are not flipped. */
export function conv2dLane(st: State, expr: program.Conv2d): Lane {
  const [image, weights] = [factor(st, expr.image), factor(st, expr.weights)];
  const filters = weights.shape.length === 4 ? weights.shape.slice(0, 1) : [];
  const window = weights.shape.slice(filters.length); // (h, w) or (C, h, w)
  const stride = int(expr.stride);
  const steps = (whole: Expr | undefined, own: Expr | undefined): Expr =>
    frozen(st, add(divide(subtract(whole ?? int(1), own ?? int(1)), stride), int(1)));
  const type = elementOf(expr.type);
  return {
    element: type,
    shape: [...filters, steps(image.shape.at(-2), window.at(-2)), steps(image.shape.at(-1), window.at(-1))],
    binding: null,
    cost: expensive,
    operator: "conv",
    reads: [...image.reads, ...weights.reads].map(({ view }) => ({ view, aligned: false })),
    at: (place) => {
      const [y, x] = place.slice(-2).map((at) => multiply(at, stride));
      return sum(st, type, window, "conv", expr.span, (tap) => {
        const [dy, dx] = tap.slice(-2);
        const pixel = [...tap.slice(0, -2), add(y ?? int(0), dy ?? int(0)), add(x ?? int(0), dx ?? int(0))];
        return times(
          image.at(pixel),
          weights.at([...place.slice(0, filters.length), ...tap]),
          type,
          expr.span,
        );
      });
    },
  };
}

export function spmvLane(st: State, expr: program.SpMV): Lane {
  const [rowStart, column, values] = [
    factor(st, expr.rowStart),
    factor(st, expr.column),
    factor(st, expr.values),
  ];
  const vector = inMemory(st, expr.vector);
  const type = elementOf(expr.type);
  const { span } = expr;
  const stored = values.shape[0] ?? int(0);
  return {
    element: type,
    shape: [frozen(st, subtract(rowStart.shape[0] ?? int(1), int(1)))],
    binding: null,
    cost: expensive,
    operator: "spmv",
    reads: [
      ...[...rowStart.reads, ...column.reads, ...values.reads].map(({ view }) => ({ view, aligned: false })),
      ...vector.options.map((view) => ({ view, aligned: false })),
    ],
    at: ([row = int(0)]) => {
      const end = (at: Expr): Expr => spill(st, asPythonInt(rowStart.at([at]), span), `${st.name}_row`);
      const [from, to] = [end(row), end(add(row, int(1)))];
      const outside = either(compareInts("lt", from, int(0)), compareInts("gt", to, stored));
      faultIf(st, both(compareInts("lt", from, to), outside), { raises: rowsOutside, span });
      const count = larger(subtract(to, from), int(0), st.ranges);
      return fold(st, "sum", type, count, "spmv", span, (visit) => {
        const taken = st.reductions.get(st.name) ?? 0;
        st.reductions.set(st.name, taken + 1);
        loop(st, { name: `${st.name}.r${taken}`, from, to, operator: "spmv", unordered: true }, (k) => {
          const place = gatheredPosition(st, column.at([k]), vector.shape[0] ?? int(1), vector, {
            array: expr.vector,
            axis: 0,
            span,
          });
          visit(
            times(values.at([k]), loadAt(st, vector, [place], span), type, span),
            compareInts("eq", k, from),
          );
        });
      });
    },
  };
}
