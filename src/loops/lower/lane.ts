/**
 * Array expressions before they are computed: a lane gives one element at a position, so that a whole expression
 * becomes one nest without temporaries. What must be computed as a whole is put in a temporary first.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type * as program from "../../program/nodes.ts";
import { type ArrayType, elementOf, type ScalarType } from "../../types/types.ts";
import type { Expr, Origin } from "../nodes.ts";
import { variableBinding } from "./bind.ts";
import { callValue } from "./call.ts";
import { computeInto, isBuilt, materialise, temporary } from "./fill.ts";
import { add, both, compareInts, int, isInteger, known, sameInt, select } from "./integers.ts";
import { conv2dLane, convolveLane, matmulLane, spmvLane } from "./linear.ts";
import { elementLane, mapLane } from "./map.ts";
import { reduceLane } from "./reduce.ts";
import { asPythonInt, combine, type Elementwise, operandsOf, scalar } from "./scalar.ts";
import {
  bug,
  capture,
  declareArray,
  emitIf,
  faultIf,
  frameOf,
  frozen,
  type State,
  shapesDiffer,
  spill,
} from "./state.ts";
import { checked, type Indexed, placeSubs, subView, viewStage } from "./subs.ts";
import {
  type Binding,
  bindingOfView,
  elementOfBinding,
  loadAt,
  mapBinding,
  partOfView,
  positionOf,
  type Stage,
  throughStage,
  type View,
  wholeView,
  withStage,
} from "./view.ts";

export interface Lane {
  readonly element: ScalarType;
  readonly shape: readonly Expr[];
  readonly binding: Binding | null; // where the elements already are
  readonly cost: number; // of asking for an element once more, in operations
  readonly reads: readonly Read[];
  readonly operator: Origin["operator"]; // what its loops come from
  readonly at: (index: readonly Expr[]) => Expr;
  /** An array at each position of the first axes: what it needs is computed once a position. */
  readonly parts?: { readonly outer: number; readonly inner: (index: readonly Expr[]) => Lane };
}

/** Memory that a lane reads; `aligned` when the element at a position only reads that position of it. */
export interface Read {
  readonly view: View;
  readonly aligned: boolean;
}

/** Costs up to this are paid again rather than stored. */
export const cheap = 1;
export const expensive = 1000;

export function lane(st: State, expr: program.Expr): Lane {
  if (expr.type.kind !== "array") return valueLane(expr.type, [], spill(st, scalar(st, expr)));
  const found = arrayLane(st, expr);
  noteBounds(st, found.shape, expr.type);
  return found;
}

/** An extent that is only known when it runs is at most what its type says. */
function noteBounds(st: State, shape: readonly Expr[], type: ArrayType): void {
  for (const [axis, extent] of shape.entries()) {
    const dim = type.shape[axis];
    if (extent.kind !== "var" || typeof dim !== "object" || !st.stable.has(extent.name)) continue;
    const before = st.ranges.get(extent.name);
    const high = Math.min(before?.high ?? dim.max, dim.max);
    st.ranges.set(extent.name, { low: Math.max(0, before?.low ?? 0), high });
  }
}

function arrayLane(st: State, expr: program.Expr): Lane {
  switch (expr.kind) {
    case "var": {
      const through = { frame: frameOf(st), variable: expr.name };
      const binding = variableBinding(st, through.frame, expr.name);
      const options = binding.options.map((view) => ({ ...view, through }));
      return bindingLane(st, { ...binding, options }, expr.span);
    }
    case "arrayConst":
      return bindingLane(st, bindingOfView(wholeView(st, tableOf(st, expr, expr.name))), expr.span);
    case "view": {
      const base = lane(st, expr.base);
      const placed = placeSubs(st, expr, base.shape);
      if (base.binding !== null) {
        return bindingLane(
          st,
          mapBinding(base.binding, (view) => subView(view, placed)),
          expr.span,
        );
      }
      const { axes, shape } = viewStage(placed);
      return rearranged(base, { kind: "axes", axes }, shape);
    }
    case "transpose": {
      const base = lane(st, expr.base);
      const shape = expr.axes.map((axis) => base.shape[axis] ?? int(1));
      const axes = base.shape.map((_, axis) => ({ start: int(0), step: 1, axis: expr.axes.indexOf(axis) }));
      return staged(st, base, { kind: "axes", axes }, shape, expr.span);
    }
    case "part": {
      const base = lane(st, expr.base);
      const { part, span } = expr;
      if (base.binding !== null)
        return bindingLane(
          st,
          mapBinding(base.binding, (view) => partOfView(view, part)),
          span,
        );
      const type = expr.type.element;
      const at = (index: readonly Expr[]): Expr => {
        return { kind: "math", fn: part, args: [base.at(index)], type, span };
      };
      return {
        ...valueLane(type, base.shape, int(0)),
        cost: base.cost,
        reads: base.reads,
        operator: base.operator,
        at,
      };
    }
    case "reshape": {
      const base = lane(st, expr.base);
      const shape = reshapedExtents(st, base.shape, expr.type, expr.span);
      const stage: Stage = { kind: "flat", from: base.shape, to: shape };
      const found = staged(st, base, stage, shape, expr.span);
      return expr.shares ? found : { ...found, binding: null };
    }
    case "conditional":
      return bindingLane(st, conditionalBinding(st, expr), expr.span);
    case "call": {
      const result = callValue(st, expr, expr.func, expr.args)[0];
      return result?.kind === "array"
        ? bindingLane(st, result.binding, expr.span)
        : bug(`\`${expr.func}\` gives no array`);
    }
    case "unary":
    case "binary":
    case "compare":
    case "where":
    case "math":
    case "cast":
    case "bitcast":
      return elementwise(st, expr);
    case "gather":
      return gather(st, expr);
    case "copy": {
      const operand = lane(st, expr.operand);
      const extra = expr.type.shape.length - operand.shape.length;
      const shape = expr.type.shape.map((dim, axis) =>
        typeof dim === "number" ? int(dim) : (operand.shape[axis - extra] ?? int(dim.max)),
      );
      return { ...spread(st, operand, shape), binding: null, operator: "copy" };
    }
    case "fill":
      return {
        ...valueLane(expr.type.element, staticShape(expr.type), spill(st, scalar(st, expr.value))),
        operator: "fill",
      };
    case "arange":
      return arange(st, expr);
    case "map":
      return mapLane(st, expr);
    case "element":
      return elementLane(st, expr);
    case "reduce":
      return reduceLane(st, expr);
    case "matmul":
      return matmulLane(st, expr);
    case "convolve":
      return convolveLane(st, expr);
    case "conv2d":
      return conv2dLane(st, expr);
    case "spmv":
      return spmvLane(st, expr);
    case "scan":
    case "sort":
    case "concat": {
      const out = temporary(st, expr.type.element, extentsOf(st, expr));
      computeInto(st, out, expr);
      return bindingLane(st, bindingOfView(out), expr.span);
    }
    default:
      return bug(`${expr.kind} is not an array`);
  }
}

/** The extents of what is computed as a whole. */
export function extentsOf(st: State, expr: program.Expr): readonly Expr[] {
  const { type } = expr;
  if (type.kind !== "array") return [];
  if (type.shape.every((dim) => typeof dim === "number")) return staticShape(type);
  if (isBuilt(expr)) {
    if (expr.kind !== "concat") return lane(st, expr.operand).shape.map((extent) => frozen(st, extent));
    const parts = expr.parts.map((part) => lane(st, part).shape);
    return (parts[0] ?? []).map((extent, axis) =>
      frozen(
        st,
        axis === expr.axis ? parts.reduce((sum, own) => add(sum, own[axis] ?? int(1)), int(0)) : extent,
      ),
    );
  }
  return lane(st, expr).shape;
}

export function staticShape(type: ArrayType): Expr[] {
  return type.shape.map((dim) => (typeof dim === "number" ? int(dim) : bug("an extent is not known here")));
}

export function valueLane(element: ScalarType, shape: readonly Expr[], value: Expr): Lane {
  return { element, shape, binding: null, cost: 0, reads: [], operator: "elementwise", at: () => value };
}

export function bindingLane(st: State, binding: Binding, span: Span): Lane {
  return {
    element: elementOfBinding(binding),
    shape: binding.shape,
    binding,
    cost: 0,
    reads: binding.options.map((view) => ({ view, aligned: true })),
    operator: "copy",
    at: (index) => loadAt(st, binding, index, span),
  };
}

/** Where the elements are, computed first if they are not in memory. */
export function inMemory(st: State, expr: program.Expr): Binding {
  const found = lane(st, expr);
  return found.binding ?? bindingOfView(materialise(st, found));
}

function staged(st: State, base: Lane, stage: Stage, shape: readonly Expr[], span: Span): Lane {
  if (base.binding === null) return rearranged(base, stage, shape);
  return bindingLane(
    st,
    mapBinding(base.binding, (view) => withStage(view, stage, shape)),
    span,
  );
}

/** The same elements in other places. */
function rearranged(base: Lane, stage: Stage, shape: readonly Expr[]): Lane {
  return {
    element: base.element,
    shape,
    binding: null,
    cost: base.cost,
    operator: base.operator,
    reads: base.reads.map(({ view, aligned }) =>
      aligned ? { view: withStage(view, stage, shape), aligned } : { view, aligned },
    ),
    at: (index) => base.at(throughStage(stage, index)),
  };
}

function reshapedExtents(st: State, from: readonly Expr[], type: ArrayType, span: Span): readonly Expr[] {
  const size = from.reduce<Expr>(
    (total, extent) => (known(total) === 0 ? total : timesExtent(total, extent)),
    int(1),
  );
  const fixed = type.shape.reduce<number>((total, dim) => (typeof dim === "number" ? total * dim : total), 1);
  const dynamic = type.shape.filter((dim) => typeof dim !== "number").length;
  if (dynamic === 0 && known(size) !== null) return staticShape(type);
  const total = frozen(st, size);
  const raised = {
    code: "shape-mismatch",
    message: `an array of that size does not reshape to (${type.shape.map((dim) => (typeof dim === "number" ? dim : -1)).join(", ")})`,
  };
  if (dynamic === 0) faultIf(st, compareInts("ne", total, int(fixed)), { raises: raised, span });
  else if (fixed !== 1) {
    const left: Expr = {
      kind: "binary",
      op: "mod",
      left: total,
      right: int(fixed),
      type: total.type,
      span: st.span,
    };
    faultIf(st, compareInts("ne", left, int(0)), { raises: raised, span });
  }
  const rest: Expr =
    fixed === 1
      ? total
      : frozen(st, {
          kind: "binary",
          op: "floordiv",
          left: total,
          right: int(fixed),
          type: total.type,
          span: st.span,
        });
  return type.shape.map((dim) => (typeof dim === "number" ? int(dim) : rest));
}

function timesExtent(a: Expr, b: Expr): Expr {
  const [x, y] = [known(a), known(b)];
  if (x !== null && y !== null) return int(x * y);
  if (x === 1) return b;
  if (y === 1) return a;
  return { kind: "binary", op: "mul", left: a, right: b, type: a.type, span: { from: 0, to: 0 } };
}

// Element by element

function elementwise(st: State, expr: Elementwise): Lane {
  const lanes = operandsOf(expr).map((operand) => lane(st, operand));
  const shape = lanes.map((one) => one.shape).reduce((a, b) => broadcastShapes(st, a, b, expr.span));
  const sides = lanes.map((one) => (one.shape.length === 0 ? one : spread(st, one, shape)));
  return {
    element: elementOf(expr.type),
    shape,
    binding: null,
    cost: sides.reduce((total, side) => total + side.cost, 1),
    reads: sides.flatMap((side) => side.reads),
    operator: operatorOf(sides),
    at: (index) =>
      combine(
        st,
        expr,
        sides.map((side) => side.at(index)),
      ),
  };
}

/** The operator that does the work of a nest. */
function operatorOf(sides: readonly Lane[]): Lane["operator"] {
  const quiet = new Set<Lane["operator"]>(["elementwise", "copy", "fill"]);
  return sides.map(({ operator }) => operator).find((operator) => !quiet.has(operator)) ?? "elementwise";
}

export function broadcastShapes(
  st: State,
  a: readonly Expr[],
  b: readonly Expr[],
  span: Span,
): readonly Expr[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const x = a[axis - rank + a.length] ?? int(1);
    const y = b[axis - rank + b.length] ?? int(1);
    if (known(y) === 1 || sameInt(x, y)) return x;
    if (known(x) === 1) return y;
    const [p, q] = [known(x), known(y)];
    const one = (extent: Expr): Expr => compareInts("ne", extent, int(1));
    const differ = compareInts("ne", x, y);
    if (p !== null && q !== null) {
      faultIf(st, { kind: "const", value: true, type: differ.type }, { raises: shapesDiffer, span });
      return x;
    }
    if (p !== null) {
      faultIf(st, both(differ, one(y)), { raises: shapesDiffer, span });
      return x;
    }
    if (q !== null) {
      faultIf(st, both(differ, one(x)), { raises: shapesDiffer, span });
      return y;
    }
    faultIf(st, both(differ, both(one(x), one(y))), { raises: shapesDiffer, span });
    return frozen(st, select(compareInts("eq", x, int(1)), y, x), `${st.name}_n`);
  });
}

/** The lane repeated along axes where it has one element. Extents not known yet are checked when it runs. */
export function spread(st: State, from: Lane, shape: readonly Expr[]): Lane {
  const extra = shape.length - from.shape.length;
  if (extra === 0 && from.shape.every((extent, axis) => sameInt(extent, shape[axis] ?? int(1)))) return from;
  const repeats = shape.some((extent, axis) => {
    const own = from.shape[axis - extra];
    return known(extent) !== 1 && (own === undefined || !sameInt(own, extent));
  });
  const base =
    repeats && from.cost > cheap && from.shape.length > 0
      ? bindingLane(st, bindingOfView(materialise(st, from)), st.span)
      : from;
  for (const [axis, own] of base.shape.entries()) {
    const target = shape[axis + extra] ?? int(1); // axes that the target lacks must have one element
    if (sameInt(own, target) || known(own) === 1) continue;
    const differ = compareInts("ne", own, target);
    const [x, y] = [known(own), known(target)];
    if (x !== null && y !== null)
      faultIf(st, { kind: "const", value: true, type: differ.type }, { raises: shapesDiffer });
    else
      faultIf(st, x !== null ? differ : both(differ, compareInts("ne", own, int(1))), {
        raises: shapesDiffer,
      });
  }
  const place = (index: readonly Expr[]): Expr[] =>
    base.shape.map((own, axis) => {
      const at = index[axis + extra];
      const target = shape[axis + extra];
      if (at === undefined || target === undefined || known(own) === 1) return int(0);
      if (sameInt(own, target) || known(own) !== null) return at;
      return select(compareInts("eq", own, int(1)), int(0), at);
    });
  return {
    ...base,
    shape,
    binding: null,
    reads: base.reads.map(({ view }) => ({ view, aligned: false })),
    at: (index) => base.at(place(index)),
  };
}

function arange(st: State, expr: program.Arange): Lane {
  const element = expr.type.element;
  const { span } = expr;
  const [start, step] = [expr.start, expr.step].map((end) => spill(st, scalar(st, end)));
  if (start === undefined || step === undefined) return bug("arange has two ends");
  const at = (index: readonly Expr[]): Expr => {
    const position = index[0] ?? int(0);
    const k: Expr =
      element.kind === "python" && element.name === "int"
        ? position
        : { kind: "cast", operand: position, type: element, span };
    const distance: Expr = { kind: "binary", op: "mul", left: step, right: k, type: element, span };
    return { kind: "binary", op: "add", left: start, right: distance, type: element, span };
  };
  return {
    element,
    shape: staticShape(expr.type),
    binding: null,
    cost: 0,
    reads: [],
    operator: "fill",
    at,
  };
}

function gather(st: State, expr: program.Gather): Lane {
  const base = inMemory(st, expr.base);
  const positions = lane(st, expr.index);
  const { axis } = expr;
  const rank = positions.shape.length;
  const repeats = base.shape.length > 1;
  const index =
    repeats && positions.cost > cheap
      ? bindingLane(st, bindingOfView(materialise(st, positions)), expr.span)
      : positions;
  const extent = base.shape[axis] ?? int(1);
  return {
    element: elementOfBinding(base),
    shape: [...base.shape.slice(0, axis), ...index.shape, ...base.shape.slice(axis + 1)],
    binding: null,
    cost: index.cost,
    operator: "elementwise",
    reads: [
      ...base.options.map((view) => ({ view, aligned: false })),
      ...index.reads.map(({ view }) => ({ view, aligned: false })),
    ],
    at: (ix) => {
      const place = gatheredPosition(st, index.at(ix.slice(axis, axis + rank)), extent, base, {
        array: expr.base,
        axis,
        span: expr.span,
      });
      return loadAt(st, base, [...ix.slice(0, axis), place, ...ix.slice(axis + rank)], expr.span);
    },
  };
}

export function gatheredPosition(
  st: State,
  index: Expr,
  extent: Expr,
  base: Binding,
  indexed: Indexed,
): Expr {
  const { axis, span } = indexed;
  if (!isInteger(index)) return bug("an index is no integer");
  const at = positionOf(st, asPythonInt(index, span), extent);
  const whole = base.options.every(
    ({ stages, array }) => stages.length === 0 && st.arrays.get(array)?.shape[axis] === known(extent),
  );
  return whole ? at : checked(st, at, extent, indexed);
}

// Leaves

export function tableOf(st: State, expr: program.ArrayConst, wanted = "table"): string {
  const before = st.tables.get(expr);
  if (before !== undefined) return before;
  const shape = expr.type.shape.map((dim) => (typeof dim === "number" ? dim : dim.max));
  const name = declareArray(st, wanted, expr.type.element, shape, expr.values);
  st.tables.set(expr, name);
  return name;
}

/** Either of two arrays: where each is, and a number that says which. */
function conditionalBinding(st: State, expr: program.Conditional): Binding {
  const condition = spill(st, scalar(st, expr.condition));
  const yes = capture(st, () => inMemory(st, expr.then));
  const no = capture(st, () => inMemory(st, expr.otherwise));
  emitIf(st, condition, yes.body, no.body);
  const count = yes.result.options.length;
  const selector = select(
    condition,
    yes.result.selector ?? int(0),
    no.result.selector === null ? int(count) : add(no.result.selector, int(count)),
  );
  const which = frozen(st, selector);
  const shape = yes.result.shape.map((extent, axis) => {
    const other = no.result.shape[axis] ?? extent;
    return sameInt(extent, other) ? extent : frozen(st, select(condition, extent, other));
  });
  return { selector: which, options: [...yes.result.options, ...no.result.options], shape };
}
