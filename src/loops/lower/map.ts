/**
 * PyLog's map. A parameter is bound to a position of its source; with offsets it reads around that position in the
 * origin, the array that the source is a plain view of. What lies outside the origin reads as 0: a guard that is
 * dropped where the position is known to be inside.
 */
import type * as program from "../../program/nodes.ts";
import { expressionsIn } from "../../program/walk.ts";
import { elementOf } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { variableBinding } from "./bind.ts";
import { add, both, compareInts, int, isBelow, multiply, rangeOf, select } from "./integers.ts";
import {
  bindingLane,
  broadcastShapes,
  cheap,
  expensive,
  inMemory,
  type Lane,
  lane,
  type Read,
} from "./lane.ts";
import { scalar, scalarInt, zeroOf } from "./scalar.ts";
import { bug, frameOf, type State, spill } from "./state.ts";
import { placeSubs, viewStage } from "./subs.ts";
import { type AxisMap, type Binding, elementOfBinding, loadAt, mapBinding, withStage } from "./view.ts";

/** A map parameter while its body is lowered. */
export interface BoundParam {
  readonly source: Lane;
  readonly origin: Origin | null; // only when offsets are used
  readonly position: readonly Expr[];
  readonly current: Expr | null; // the current element, when it was computed beforehand
}

/** The array that offsets reach into, and how each of its axes moves with the position in the source. */
interface Origin {
  readonly binding: Binding;
  readonly axes: readonly AxisMap[];
}

export function mapLane(st: State, expr: program.MapExpr): Lane {
  const inside = [...expressionsIn(expr.body)];
  const elements = inside.filter((node) => node.kind === "element");
  const bound = expr.params.map(({ name, source }) => {
    const around = elements.some((element) => element.param === name && element.offsets !== null);
    const plain = elements.some((element) => element.param === name && element.offsets === null);
    return { name, plain, ...(around ? bindAround(st, source) : { source: lane(st, source), origin: null }) };
  });
  const outer = bound
    .map(({ source }) => source.shape)
    .reduce((a, b) => broadcastShapes(st, a, b, expr.span));
  const bind = (index: readonly Expr[]): void => {
    for (const { name, plain, source, origin } of bound) {
      // An element that takes work is computed once a position.
      const current = plain && source.cost > cheap ? spill(st, source.at(index), `${st.name}_element`) : null;
      st.params.set(name, { source, origin, position: index, current });
    }
  };
  const outside: Read[] = inside.flatMap((node) =>
    node.kind === "var" && node.type.kind === "array"
      ? variableBinding(st, frameOf(st), node.name).options.map((view) => ({
          view,
          aligned: false,
        }))
      : [],
  );
  const { body } = expr;
  const isArray = body.type.kind === "array";
  const reads: Read[] = [
    ...outside,
    ...bound.flatMap(({ source, origin }) =>
      origin === null
        ? source.reads.map(({ view, aligned }) => ({ view, aligned: aligned && !isArray }))
        : origin.binding.options.map((view) => ({ view, aligned: false })),
    ),
  ];
  const found: Lane = {
    element: elementOf(expr.type),
    shape: outer,
    binding: null,
    cost: expensive,
    operator: "map",
    reads,
    at: (index) => {
      bind(index);
      return scalar(st, body);
    },
  };
  if (body.type.kind !== "array") return found;
  const inner = body.type.shape.map((dim) =>
    typeof dim === "number" ? int(dim) : bug("an extent is not known in a map"),
  );
  const innerLane = (index: readonly Expr[]): Lane => {
    bind(index);
    return lane(st, body);
  };
  return {
    ...found,
    shape: [...outer, ...inner],
    at: (index) => innerLane(index.slice(0, outer.length)).at(index.slice(outer.length)),
    parts: { outer: outer.length, inner: innerLane },
  };
}

function bindAround(st: State, source: program.Expr): { readonly source: Lane; readonly origin: Origin } {
  const { origin, shape } = originOf(st, source);
  const view = mapBinding(origin.binding, (whole) =>
    withStage(whole, { kind: "axes", axes: origin.axes }, shape),
  );
  return { source: bindingLane(st, view, source.span), origin };
}

/** Follows plain views down to the array they are of. */
function originOf(
  st: State,
  source: program.Expr,
): { readonly origin: Origin; readonly shape: readonly Expr[] } {
  if (source.kind !== "view") {
    const binding = inMemory(st, source);
    const axes = binding.shape.map((_, axis): AxisMap => ({ start: int(0), step: 1, axis }));
    return { origin: { binding, axes }, shape: binding.shape };
  }
  const base = originOf(st, source.base);
  const { axes: moves, shape } = viewStage(placeSubs(st, source, base.shape));
  const axes = base.origin.axes.map(({ start, step, axis }): AxisMap => {
    const move = axis === null ? undefined : moves[axis];
    if (move === undefined) return { start, step, axis: null };
    return { start: add(start, multiply(move.start, int(step))), step: step * move.step, axis: move.axis };
  });
  return { origin: { binding: base.origin.binding, axes }, shape };
}

// Elements

export function elementScalar(st: State, expr: program.Element): Expr {
  const bound = boundParam(st, expr);
  if (expr.offsets === null) {
    return bound.current ?? bound.source.at(bound.position);
  }
  const origin = bound.origin ?? bug("offsets without an origin");
  const places = expr.offsets.map((offset, axis) => placeOf(st, bound, origin, offset, axis, int(0)));
  return readPlaces(st, origin.binding, places, expr);
}

export function elementLane(st: State, expr: program.Element): Lane {
  const bound = boundParam(st, expr);
  const { offsets } = expr;
  if (offsets === null) return bug("an element without offsets is a scalar");
  const origin = bound.origin ?? bug("an array element without an origin");
  // One axis of the result for each window and each whole axis.
  const own = offsets.map((_, axis) => axis).filter((axis) => offsets[axis]?.kind !== "by");
  const shape = own.map((axis) => {
    const offset = offsets[axis];
    if (offset?.kind !== "window") return origin.binding.shape[axis] ?? int(1);
    return int(Math.max(0, Math.ceil((offset.stop - offset.start) / offset.step)));
  });
  const fixed = offsets.map((offset, axis) =>
    offset.kind === "by" ? placeOf(st, bound, origin, offset, axis, int(0)) : null,
  );
  return {
    element: elementOfBinding(origin.binding),
    shape,
    binding: null,
    cost: cheap,
    operator: "map",
    reads: origin.binding.options.map((view) => ({ view, aligned: false })),
    at: (index) => {
      const places = offsets.map(
        (offset, axis) =>
          fixed[axis] ?? placeOf(st, bound, origin, offset, axis, index[own.indexOf(axis)] ?? int(0)),
      );
      return readPlaces(st, origin.binding, places, expr);
    },
  };
}

function boundParam(st: State, expr: program.Element): BoundParam {
  return st.params.get(expr.param) ?? bug(`\`${expr.param}\` is not a map parameter here`);
}

function placeOf(
  st: State,
  bound: BoundParam,
  origin: Origin,
  offset: program.Offset,
  axis: number,
  window: Expr,
): Expr {
  if (offset.kind === "all") return window;
  const move = origin.axes[axis] ?? bug("more offsets than axes");
  const here =
    move.axis === null
      ? move.start
      : add(move.start, multiply(bound.position[move.axis] ?? int(0), int(move.step)));
  if (offset.kind === "by") return add(here, scalarInt(st, offset.offset));
  return add(add(here, int(offset.start)), multiply(window, int(offset.step)));
}

/** An element, or 0 where a place that is not known to be inside is outside. */
function readPlaces(st: State, binding: Binding, places: readonly Expr[], expr: program.Element): Expr {
  const tests: Expr[] = [];
  for (const [axis, place] of places.entries()) {
    const extent = binding.shape[axis] ?? int(0);
    const range = rangeOf(place, st.ranges);
    if (range === null || range.low < 0) tests.push(compareInts("ge", place, int(0)));
    if (!isBelow(place, extent, st.ranges)) tests.push(compareInts("lt", place, extent));
  }
  const element = loadAt(st, binding, places, expr.span);
  return tests.length === 0 ? element : select(tests.reduce(both), element, zeroOf(element.type));
}
