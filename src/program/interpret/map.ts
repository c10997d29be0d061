/**
 * PyLog's map. A parameter is bound to a position of its source; with offsets it reads around that position in the
 * origin, the array that the source is a plain view of. What lies outside the origin reads as 0.
 */

import { type Interval, interval } from "../../types/interval.ts";
import { elementOf } from "../../types/types.ts";
import type { Element, Expr, MapExpr, Offset } from "../nodes.ts";
import { expressionsIn } from "../walk.ts";
import { bug, type Code, type Num, plus, show, spill, spillNum, times } from "./code.ts";
import { scalar, zero } from "./expression.ts";
import { intervalOf } from "./interval.ts";
import { broadcastShapes, type Lane, laneOf, lower, lowerToMemory, memoryLane, type Read } from "./lane.ts";
import {
  agreedExtent,
  allocateMemory,
  load,
  type Memory,
  pointer,
  position,
  sliceOf,
  staticShape,
  variableMemory,
} from "./memory.ts";
import { loopNest, storeLane } from "./store.ts";

/** A map parameter while code for the body is written. */
export interface BoundParam {
  readonly source: Lane;
  readonly origin: Origin | null; // only when offsets are used
  position: readonly Num[];
  current: string; // the current element
}

/** The array that offsets reach into, and how each of its axes moves with the position in the source. */
interface Origin {
  readonly memory: Memory;
  readonly axes: readonly OriginAxis[];
}

/** start + step * position[axis]; a null axis stands still. */
interface OriginAxis {
  readonly start: Num;
  readonly step: number;
  readonly axis: number | null;
}

export function mapLane(code: Code, expr: MapExpr): Lane {
  const inside = [...expressionsIn(expr.body)];
  const elements = inside.filter((node) => node.kind === "element");
  const bound = expr.params.map(({ name, source }) => {
    const own = elements.filter((element) => element.param === name);
    const around = own.some((element) => element.offsets !== null);
    return {
      name,
      plain: own.some((element) => element.offsets === null),
      around,
      ...bind(code, source, around),
    };
  });
  const shape = bound
    .map((param) => param.source.shape)
    .reduce((a, b) => broadcastShapes(code, a, b, expr.span));
  const withElements = <T>(index: readonly Num[], element: (source: Lane) => string, write: () => T): T => {
    for (const { name, plain, source, origin } of bound) {
      const current = plain ? spill(code, element(source)) : "";
      code.params.set(name, { source, origin, position: index, current });
    }
    return write();
  };
  if (expr.body.type.kind === "array") {
    return memoryLane(code, mapToArrays(code, expr, shape, withElements), true);
  }
  const flats = bound.every((param) => !param.around && param.source.flat !== null);
  const outside: Read[] = inside.flatMap((node) =>
    node.kind === "var" && node.type.kind === "array"
      ? [{ memory: variableMemory(code, node.name, node.type), aligned: false }]
      : [],
  );
  return {
    element: elementOf(expr.type),
    shape,
    memory: null,
    owned: false,
    cheap: false,
    reads: [
      ...outside,
      ...bound.flatMap(({ source, origin }) =>
        origin === null ? source.reads : [{ memory: origin.memory, aligned: false }],
      ),
    ],
    at: (index) =>
      withElements(
        index,
        (source) => source.at(index),
        () => scalar(code, expr.body),
      ),
    flat: flats
      ? (f) =>
          withElements(
            [],
            (source) => source.flat?.(f) ?? bug("a source is not flat"),
            () => scalar(code, expr.body),
          )
      : null,
  };
}

/** A body that is an array: its axes come after those of the sources. */
function mapToArrays(
  code: Code,
  expr: MapExpr,
  outer: readonly Num[],
  withElements: (index: readonly Num[], element: (source: Lane) => string, write: () => void) => void,
): Memory {
  const inner = staticShape(expr.body.type);
  const out = allocateMemory(code, elementOf(expr.type), [...outer, ...inner]);
  loopNest(code, outer, (index) => {
    withElements(
      index,
      (source) => source.at(index),
      () => {
        const lane = lower(code, expr.body);
        const offset = spill(code, pointer(code, out, [...index, ...inner.map(() => 0)]));
        const strides = out.strides.slice(outer.length);
        storeLane(code, { ...out, offset, shape: inner, strides }, lane, expr.span);
      },
    );
  });
  return out;
}

function bind(
  code: Code,
  source: Expr,
  around: boolean,
): { readonly source: Lane; readonly origin: Origin | null } {
  if (!around) {
    const lane = laneOf(code, source);
    return { source: lane, origin: null };
  }
  const { origin, shape } = originOf(code, source);
  const strides = shape.map((_, axis) =>
    origin.axes.reduce<Num>((total, move, k) => {
      const stride = origin.memory.strides[k] ?? 0;
      return move.axis === axis ? plus(total, times(move.step, stride)) : total;
    }, 0),
  );
  const offset = origin.axes.reduce<Num>(
    (total, move, k) => plus(total, times(move.start, origin.memory.strides[k] ?? 0)),
    origin.memory.offset,
  );
  const memory = {
    ...origin.memory,
    offset: spillNum(code, offset),
    shape,
    strides: strides.map((stride) => spillNum(code, stride)),
  };
  return { source: memoryLane(code, memory, false), origin };
}

/** Follows plain views down to the array they are of. */
function originOf(code: Code, source: Expr): { readonly origin: Origin; readonly shape: readonly Num[] } {
  if (source.kind !== "view") {
    const memory = lowerToMemory(code, source);
    const axes = memory.shape.map((_, axis) => ({ start: 0, step: 1, axis }));
    return { origin: { memory, axes }, shape: memory.shape };
  }
  const base = originOf(code, source.base);
  const moves: OriginAxis[] = []; // one an axis of base: where it stands for a position in the view
  const shape: Num[] = [];
  for (const sub of source.subs) {
    if (sub.kind === "newAxis") {
      shape.push(1);
      continue;
    }
    const axis = moves.length;
    const extent = base.shape[axis] ?? bug("a view has more subscripts than axes");
    if (sub.kind === "at") {
      const at = position(code, sub.index, extent, axis, base.origin.memory.name, source.span);
      moves.push({ start: spillNum(code, at), step: 0, axis: null });
    } else {
      const slice = sliceOf(code, sub, extent);
      moves.push({ start: slice.start, step: sub.step, axis: shape.length });
      shape.push(agreedExtent(code, slice.count, source.type.shape[shape.length] ?? null, source.span));
    }
  }
  const axes = base.origin.axes.map(({ start, step, axis }): OriginAxis => {
    const move = axis === null ? undefined : moves[axis];
    if (move === undefined) return { start, step, axis: null };
    return {
      start: spillNum(code, plus(start, times(step, move.start))),
      step: step * move.step,
      axis: move.axis,
    };
  });
  return { origin: { memory: base.origin.memory, axes }, shape };
}

// Elements

/** A place in the origin: a sum of known parts and of counters with factors. */
interface Place {
  readonly constant: Num; // start and offset
  readonly terms: readonly { readonly index: Num; readonly factor: number }[];
  readonly range: Interval | null;
}

export function elementScalar(code: Code, expr: Element): string {
  const bound = boundParam(code, expr);
  if (expr.offsets === null) return bound.current;
  const origin = bound.origin ?? bug("offsets without an origin");
  const places = expr.offsets.map((offset, axis) => placeOf(code, bound, origin, offset, axis, []));
  return readPlaces(code, origin.memory, places);
}

export function elementLane(code: Code, expr: Element): Lane {
  const bound = boundParam(code, expr);
  const offsets = expr.offsets;
  const origin = bound.origin ?? bug("an array element without an origin");
  if (offsets === null) return bug("an element without offsets is a scalar");
  // One axis of the result for each window and each whole axis.
  const own = offsets.map((offset, axis) => ({ offset, axis })).filter(({ offset }) => offset.kind !== "by");
  const shape = own.map(({ offset, axis }) => windowExtent(offset, origin.memory, axis));
  const fixed = offsets.map((offset, axis) =>
    offset.kind === "by" ? placeOf(code, bound, origin, offset, axis, []) : null,
  );
  const placesAt = (index: readonly Num[]): Place[] =>
    offsets.map(
      (offset, axis) =>
        fixed[axis] ?? placeOf(code, bound, origin, offset, axis, windowIndex(own, axis, index)),
    );
  const corners = [
    placesAt(shape.map(() => 0)),
    placesAt(shape.map((extent) => (typeof extent === "number" ? Math.max(0, extent - 1) : extent))),
  ];
  const whole = (axis: number): boolean => offsets[axis]?.kind === "all";
  const inside = corners.every((places) =>
    places.every((place, axis) => whole(axis) || isInside(place, origin.memory.shape[axis] ?? 0)),
  );
  if (inside) {
    const { offset } = flattened(origin.memory, corners[0] ?? []);
    const at = pointer(
      code,
      { ...origin.memory, offset, ...linear(origin.memory, corners[0] ?? []) },
      indices(corners[0] ?? []),
    );
    const memory: Memory = {
      ...origin.memory,
      offset: spill(code, at),
      shape,
      strides: own.map(({ offset: window, axis }) =>
        spillNum(code, times(window.kind === "window" ? window.step : 1, origin.memory.strides[axis] ?? 0)),
      ),
    };
    return memoryLane(code, memory, false);
  }
  return {
    element: elementOf(expr.type),
    shape,
    memory: null,
    owned: false,
    cheap: true,
    reads: [{ memory: origin.memory, aligned: false }],
    at: (index) => readPlaces(code, origin.memory, placesAt(index)),
    flat: null,
  };
}

function boundParam(code: Code, expr: Element): BoundParam {
  return code.params.get(expr.param) ?? bug(`\`${expr.param}\` is not a map parameter here`);
}

function windowExtent(offset: Offset, origin: Memory, axis: number): Num {
  if (offset.kind !== "window") return origin.shape[axis] ?? 1;
  return Math.max(0, Math.ceil((offset.stop - offset.start) / offset.step));
}

function windowIndex(
  own: readonly { readonly axis: number }[],
  axis: number,
  index: readonly Num[],
): readonly Num[] {
  const at = index[own.findIndex((window) => window.axis === axis)];
  return at === undefined ? [] : [at];
}

function placeOf(
  code: Code,
  bound: BoundParam,
  origin: Origin,
  offset: Offset,
  axis: number,
  window: readonly Num[],
): Place {
  if (offset.kind === "all") return place(code, 0, [{ index: window[0] ?? 0, factor: 1 }], null);
  const move = origin.axes[axis] ?? bug("more offsets than axes");
  const terms = move.axis === null ? [] : [{ index: bound.position[move.axis] ?? 0, factor: move.step }];
  if (offset.kind === "window") {
    const constant = plus(move.start, offset.start);
    return place(code, constant, [...terms, { index: window[0] ?? 0, factor: offset.step }], null);
  }
  const by = scalar(code, offset.offset);
  const range = intervalOf(code, offset.offset);
  const known = range !== null && range.low === range.high ? range.low : null;
  return place(
    code,
    plus(move.start, known ?? spill(code, by)),
    terms,
    known === null ? range : null,
    move.start,
  );
}

/** Counters that are numbers join the constant; what remains decides the range. */
function place(
  code: Code,
  constant: Num,
  terms: Place["terms"],
  dynamic: Interval | null,
  start: Num = 0,
): Place {
  const known = terms.reduce(
    (total, { index, factor }) => (typeof index === "number" ? total + index * factor : total),
    0,
  );
  const open = terms.filter(({ index }) => typeof index === "string");
  const sum = plus(constant, known);
  let range =
    typeof sum === "number"
      ? interval(sum, sum)
      : dynamic !== null && typeof start === "number"
        ? interval(dynamic.low + start + known, dynamic.high + start + known)
        : null;
  for (const { index, factor } of open) {
    const counter = code.ranges.get(String(index));
    if (range === null || counter === undefined) range = null;
    else {
      const ends = [counter.low * factor, counter.high * factor];
      range = interval(range.low + Math.min(...ends), range.high + Math.max(...ends));
    }
  }
  return { constant: sum, terms: open, range };
}

function isInside(at: Place, extent: Num): boolean {
  return at.range !== null && typeof extent === "number" && at.range.low >= 0 && at.range.high < extent;
}

/** Reads an element, or 0 where a place that is not known to be inside is outside. */
function readPlaces(code: Code, memory: Memory, places: readonly Place[]): string {
  const tests = places.flatMap((at, axis) => {
    const extent = memory.shape[axis] ?? 0;
    if (isInside(at, extent)) return [];
    const text = spill(
      code,
      show(
        at.terms.reduce<Num>((total, { index, factor }) => plus(total, times(index, factor)), at.constant),
      ),
    );
    const low = at.range !== null && at.range.low >= 0 ? [] : [`${text} >= 0`];
    const high =
      at.range !== null && typeof extent === "number" && at.range.high < extent
        ? []
        : [`${text} < ${show(extent)}`];
    return [...low, ...high];
  });
  const { offset } = flattened(memory, places);
  const at = pointer(code, { ...memory, offset, ...linear(memory, places) }, indices(places));
  const element = load(code, memory, at);
  return tests.length === 0 ? element : `(${tests.join(" && ")} ? ${element} : ${zero(memory.element)})`;
}

/** The constant parts of all places as one offset. */
function flattened(memory: Memory, places: readonly Place[]): { readonly offset: Num } {
  const offset = places.reduce<Num>(
    (total, at, axis) => plus(total, times(at.constant, memory.strides[axis] ?? 0)),
    memory.offset,
  );
  return { offset };
}

/** The counters of all places, as axes of their own. */
function linear(memory: Memory, places: readonly Place[]): { readonly strides: readonly Num[] } {
  return {
    strides: places.flatMap((at, axis) =>
      at.terms.map(({ factor }) => times(factor, memory.strides[axis] ?? 0)),
    ),
  };
}

function indices(places: readonly Place[]): Num[] {
  return places.flatMap((at) => at.terms.map(({ index }) => index));
}
