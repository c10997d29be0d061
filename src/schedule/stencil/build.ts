/** The one loop nest that a plan becomes: in each iteration streams move on, new elements enter, results go out. */
import { bug } from "../../diagnostics/bug.ts";
import { type Affine, affineOf, constant, plus, symbol, times, write } from "../../loops/analysis/affine.ts";
import { namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { freshName, namesIn } from "../../loops/find.ts";
import { int, mod, sameExpr, variable } from "../../loops/indices.ts";
import type {
  ArrayDecl,
  Expr,
  For,
  Load,
  Loops,
  Origin,
  ScalarDecl,
  Stmt,
  Store,
} from "../../loops/nodes.ts";
import { mapBodies, mapChildren, mapExpressions } from "../../loops/walk.ts";
import { pythonInt, type ScalarType } from "../../types/types.ts";
import {
  allOf,
  anyOf,
  at,
  compared,
  type Grid,
  iteration,
  linear,
  modulo,
  type Offset,
  type Passage,
  passages,
  sum,
} from "./grid.ts";
import { isWhole, type Placed, type Plan, type Stream } from "./plan.ts";
import type { Part, Read } from "./stage.ts";
import { type Words, wordsOf } from "./words.ts";

export interface Built {
  readonly nest: For;
  readonly arrays: readonly ArrayDecl[];
  readonly scalars: readonly ScalarDecl[];
}

/** `isStored`: whether what a store leaves is read after the nest. */
export function built(loops: Loops, plan: Plan, isStored: (stage: number, store: Store) => boolean): Built {
  const [first] = plan.stages;
  const origin: Origin = {
    span: first?.stage.loops[0]?.origin.span ?? bug("no loop"),
    operator: "schedule",
  };
  const own = new Map(plan.stages.flatMap(({ stage }) => stage.scalars).map((one) => [one.name, one]));
  const taken = new Set([...namesIn(loops), ...own.keys()]);
  const fresh = (wanted: string): string => {
    const name = freshName(taken, wanted);
    taken.add(name);
    return name;
  };
  const buffers = plan.streams.map((stream) => bufferOf(stream, plan.grid.lanes, fresh));
  const names = new Map<string, string>(); // of coordinates, by loop variable: stages set them before they use them
  for (const loop of plan.stages.flatMap(({ stage }) => stage.loops))
    if (!names.has(loop.variable)) names.set(loop.variable, fresh(`${loop.variable}_now`));
  const coordinates = plan.stages.map(({ stage }) =>
    stage.loops.map((loop) => names.get(loop.variable) ?? bug("no name")),
  );
  const b: Build = { loops, plan, buffers, origin, coordinates, isStored };
  const body = [
    ...buffers.flatMap((buffer) => shifted(b, buffer)),
    ...plan.stages.flatMap((_, stage) => [...entering(b, stage), ...results(b, stage)]),
  ];
  const used = writesOf(body);
  return {
    nest: nestOf(b, body),
    arrays: buffers.flatMap(({ window, lines }) => [window, ...lines.values()]),
    scalars: [
      ...own.values(),
      ...[...names.values()]
        .filter((name) => used.has(name))
        .map((name): ScalarDecl => ({ kind: "scalar", name, type: pythonInt })),
    ],
  };
}

interface Build {
  readonly loops: Loops;
  readonly plan: Plan;
  readonly buffers: readonly Buffer[]; // one a stream
  readonly origin: Origin;
  readonly coordinates: readonly (readonly string[])[]; // scalars for those of a result, by stage
  readonly isStored: (stage: number, store: Store) => boolean;
}

interface Buffer {
  readonly stream: Stream;
  readonly words: Words;
  readonly window: ArrayDecl;
  readonly lines: ReadonlyMap<number, ArrayDecl>; // by the age that comes out of it
}

function bufferOf(stream: Stream, lanes: number, fresh: (name: string) => string): Buffer {
  const words = wordsOf(stream.ages, lanes);
  const { name, element } = stream.decl;
  const size = words.window.length;
  const window: ArrayDecl = {
    kind: "array",
    name: fresh(`${name}_window`),
    element,
    shape: [size],
    banks: [{ dim: 0, how: "complete", factor: size }],
    role: "window buffer",
  };
  const lines = new Map<number, ArrayDecl>();
  for (const { to, line } of words.moves.toReversed()) {
    if (line === 0) continue;
    lines.set(to, {
      kind: "array",
      name: fresh(`${name}_line`),
      element,
      shape: [line],
      role: "line buffer",
    });
  }
  return { stream, words, window, lines };
}

function nestOf({ plan: { grid, stages } }: Build, body: readonly Stmt[]): For {
  const loops = stages[0]?.stage.loops ?? [];
  const last = loops.length - 1;
  const countOf = (dim: number): number => at(grid.extents, dim) / (dim === last ? grid.lanes : 1);
  // A loop with one iteration is none: what starts one after another are those of the loop around it.
  const pipelined = Math.max(
    0,
    loops.findLastIndex((_, dim) => countOf(dim) > 1),
  );
  return loops.reduceRight<readonly Stmt[]>((inner, loop, dim) => {
    const { unordered: _, ...origin } = loop.origin;
    const count = countOf(dim);
    const attrs = dim === pipelined ? { pipeline: {} } : {};
    return [{ ...loop, from: int(0), to: int(count), body: inner, attrs, origin }];
  }, body)[0] as For;
}

// Streams

function shifted(b: Build, { stream, words, window, lines }: Buffer): readonly Stmt[] {
  const word = (age: number): readonly Expr[] => [int(placeOf(words, age))];
  const load = (array: string, index: readonly Expr[]): Expr => loadOf(b, array, index, stream.decl.element);
  return words.moves.flatMap(({ from, to, line }): readonly Stmt[] => {
    const memory = lines.get(to);
    if (memory === undefined) return [storeOf(b, window.name, word(to), load(window.name, word(from)))];
    const round = [mod(write(iteration(b.plan.grid)), int(line))];
    return [
      storeOf(b, window.name, word(to), load(memory.name, round)),
      storeOf(b, memory.name, round, load(window.name, word(from))),
    ];
  });
}

function placeOf({ window }: Words, age: number): number {
  const place = window.indexOf(age);
  return place < 0 ? bug(`no word of age ${age}`) : place;
}

/** New elements: from memory, or from an earlier stream. What a stage computes comes when it is computed. */
function entering(b: Build, stage: number): readonly Stmt[] {
  return b.buffers.flatMap(({ stream, window, words }) => {
    const enters = stream.made?.stage ?? stream.stages[0];
    if (enters !== stage || (stream.made !== null && isWhole(stream))) return [];
    return lanesOf(b.plan.grid).flatMap((lane) => {
      const slot = [int(placeOf(words, b.plan.grid.lanes - 1 - lane))];
      const ways = passages(b.plan.grid, stream, lane);
      const conditions = ways.map((way) => {
        const outside = stream.made === null ? [] : outsideOf(stream.made.box, way);
        return allOf([...way.conditions, ...outside]);
      });
      if (ways.length === 0) return [];
      const value = chosen(
        conditions,
        ways.map((way) => entered(b, stream, way, lane)),
      );
      return guarded(b, anyOf(conditions), [storeOf(b, window.name, slot, value)]);
    });
  });
}

function entered(b: Build, stream: Stream, passage: Passage, lane: number): Expr {
  const { grid } = b.plan;
  if (stream.passed === null)
    return loadOf(b, stream.part.array, indexIn(stream.part, passage.at.map(write)), stream.decl.element);
  const source = b.buffers[stream.passed] ?? bug("no such stream");
  const age = linear(grid, sum(stream.shift, source.stream.shift, -1)) + grid.lanes - 1 - lane;
  return loadOf(b, source.window.name, [int(placeOf(source.words, age))], stream.decl.element);
}

function outsideOf(
  { from, to }: { from: Offset; to: Offset },
  { at: coordinates }: Passage,
): readonly Expr[] {
  return [
    anyOf(
      coordinates.flatMap((form, dim) => [
        compared("lt", form, at(from, dim)),
        compared("ge", form, at(to, dim)),
      ]),
    ) ?? bug("no dimension"),
  ];
}

// Results

function results(b: Build, index: number): readonly Stmt[] {
  const placed = b.plan.stages[index] ?? bug("no such stage");
  const { stage, shift } = placed;
  return lanesOf(b.plan.grid).flatMap((lane): readonly Stmt[] => {
    const ways = passages(b.plan.grid, { box: stage.domain, shift }, lane);
    const [only, ...others] = ways;
    if (only === undefined) return [];
    if (others.length === 0) {
      const body = resultBody({ b, index, placed, lane, now: only.at.map(write), ways });
      return guarded(b, allOf(only.conditions), body);
    }
    const names = b.coordinates[index] ?? [];
    const conditions = ways.map((way) => allOf(way.conditions));
    const set = names.map((target, dim): Stmt => {
      const values = ways.map((way) => write(way.at[dim] ?? bug("no coordinate")));
      return { kind: "assign", target, value: chosen(conditions, values), origin: b.origin };
    });
    const body = resultBody({ b, index, placed, lane, now: names.map(variable), ways });
    return guarded(b, anyOf(conditions), [...set, ...body]);
  });
}

interface Result {
  readonly b: Build;
  readonly index: number;
  readonly placed: Placed;
  readonly lane: number;
  readonly now: readonly Expr[]; // its coordinates
  readonly ways: readonly Passage[]; // the same, as sums of loop variables
}

function resultBody(r: Result): readonly Stmt[] {
  return statements(r, r.placed.stage.body);
}

function statements(r: Result, body: readonly Stmt[]): readonly Stmt[] {
  return body.flatMap((stmt) => {
    if (stmt.kind === "store") return stored(r, stmt);
    return [
      mapBodies(
        mapExpressions(stmt, (expr) => computed(r, expr)),
        (inner) => statements(r, inner),
      ),
    ];
  });
}

function computed(r: Result, expr: Expr): Expr {
  const { stage } = r.placed;
  if (expr.kind === "load") {
    const read = stage.reads.get(expr);
    const buffer = read === undefined ? undefined : bufferFor(r, read);
    if (read !== undefined && buffer !== undefined) return tap(r, expr, read, buffer);
    return split(r, expr.index, (index) => ({ ...expr, index }));
  }
  return substituted(r, expr, r.now) ?? mapChildren(expr, (child) => computed(r, child));
}

/** Sums of loop variables are written anew; null: it is none. */
function substituted(r: Result, expr: Expr, now: readonly Expr[]): Expr | null {
  const { loops } = r.placed.stage;
  const names = namesRead(expr);
  const form = loops.some(({ variable: name }) => names.has(name)) ? affineOf(expr) : null;
  if (form === null) return null;
  const terms = [...form.terms].map(([name, factor]): Affine => {
    const dim = loops.findIndex((loop) => loop.variable === name);
    if (dim < 0) return symbol(name, factor);
    return times(affineOf(now[dim] ?? bug("no coordinate")) ?? bug("no sum"), factor);
  });
  return write(terms.reduce<Affine>((all, one) => plus(all, one), constant(form.constant)));
}

/** An access outside of streams: where a result comes round the end of a row, one for each way, so that indices stay sums. */
function split(r: Result, index: readonly Expr[], access: (index: readonly Expr[]) => Expr): Expr {
  const each = indicesOf(r, index);
  const [only, ...others] = each;
  if (only === undefined || others.length === 0) return access(only ?? []);
  return chosen(conditionsOf(r), each.map(access));
}

function indicesOf(r: Result, index: readonly Expr[]): readonly (readonly Expr[])[] {
  const { loops } = r.placed.stage;
  const follows = index.some((one) => loops.some(({ variable: name }) => namesRead(one).has(name)));
  const ways = follows ? r.ways.map((way) => way.at.map(write)) : [r.now];
  return ways.map((now) => index.map((one) => rewritten(r, one, now)));
}

function rewritten(r: Result, expr: Expr, now: readonly Expr[]): Expr {
  if (expr.kind === "load") return computed(r, expr);
  return substituted(r, expr, now) ?? mapChildren(expr, (child) => rewritten(r, child, now));
}

function conditionsOf({ ways }: Result): readonly (Expr | null)[] {
  return ways.map((way) => allOf(way.conditions));
}

/** What is stored goes into the windows of those that read it, and to memory. */
function stored(r: Result, store: Store): readonly Stmt[] {
  const { b, index, placed, lane } = r;
  const write = placed.stage.writes.get(store);
  const value = computed(r, store.value);
  const newest = b.plan.grid.lanes - 1 - lane;
  const kept = b.buffers.flatMap(({ stream, window, words }): readonly Store[] => {
    if (stream.made?.store === store && stream.made.stage === index)
      return [storeOf(b, window.name, [int(placeOf(words, newest))], value)];
    if (!stream.stages.includes(index) || write === undefined || write.part.key !== stream.part.key)
      return [];
    const offset = write.along.map((one) => one.offset);
    const age = linear(b.plan.grid, sum(sum(placed.shift, stream.shift, -1), offset, -1));
    return [storeOf(b, window.name, [int(placeOf(words, age + newest))], value)];
  });
  const [first, ...more] = kept;
  // Computed once: the others take it from the first.
  const again = first === undefined ? value : loadOf(b, first.array, first.index, value.type);
  const memory = b.isStored(index, store) ? [toMemory(r, store, again)] : [];
  return [
    ...(first === undefined ? [] : [first]),
    ...more.map((one) => ({ ...one, value: again })),
    ...memory,
  ];
}

function toMemory(r: Result, store: Store, value: Expr): Stmt {
  const [only, ...others] = indicesOf(r, store.index);
  if (only === undefined) return bug("no way");
  if (others.length === 0) return { ...store, index: only, value };
  const conditions = conditionsOf(r);
  return [only, ...others].reduceRight<readonly Stmt[]>((rest, index, way) => {
    const one: Stmt = { ...store, index, value };
    if (rest.length === 0) return [one];
    return [
      {
        kind: "if",
        condition: conditions[way] ?? bug("no condition"),
        then: [one],
        else: rest,
        origin: r.b.origin,
      },
    ];
  }, [])[0] as Stmt;
}

function bufferFor(r: Result, { part }: Read): Buffer | undefined {
  return r.b.buffers.find(({ stream }) => stream.stages.includes(r.index) && stream.part.key === part.key);
}

/** The word that an element is in; where an index is out of step with its loop, one of several. */
function tap(r: Result, load: Load, { along }: Read, { stream, window, words }: Buffer): Expr {
  const { grid } = r.b.plan;
  const word = (offset: Offset): Expr => {
    const age = linear(grid, sum(sum(r.placed.shift, stream.shift, -1), offset, -1));
    return { ...load, array: window.name, index: [int(placeOf(words, age + grid.lanes - 1 - r.lane))] };
  };
  const choose = (offset: Offset): Expr => {
    const one = along[offset.length];
    if (one === undefined) return word(offset);
    const now = r.now[offset.length] ?? bug("no coordinate");
    const form = affineOf(now) ?? bug("no sum");
    return [...one.otherwise]
      .filter(([value]) => isEverAt(form, value))
      .reduce<Expr>(
        (rest, [value, other]) => selected(compared("eq", form, value), choose([...offset, other]), rest),
        choose([...offset, one.offset]),
      );
  };
  return choose([]);
}

/** A lane sees every so many-th column. */
function isEverAt({ constant: start, terms }: Affine, value: number): boolean {
  return [...terms.values()].every((factor) => modulo(value - start, factor) === 0);
}

// Parts

function indexIn({ held }: Part, coordinates: readonly Expr[]): readonly Expr[] {
  let next = 0;
  return held.map((one) => one ?? coordinates[next++] ?? bug("no coordinate"));
}

function lanesOf({ lanes }: Grid): readonly number[] {
  return Array.from({ length: lanes }, (_, lane) => lane);
}

function guarded({ origin }: Build, condition: Expr | null, body: readonly Stmt[]): readonly Stmt[] {
  return condition === null ? body : [{ kind: "if", condition, then: body, else: [], origin }];
}

/** The first value whose condition holds; the last one needs none. */
function chosen(conditions: readonly (Expr | null)[], values: readonly Expr[]): Expr {
  const last = values.at(-1) ?? bug("nothing to choose");
  return values.slice(0, -1).reduceRight((rest, value, way) => {
    return selected(conditions[way] ?? bug("no condition"), value, rest);
  }, last);
}

function selected(condition: Expr, then: Expr, otherwise: Expr): Expr {
  if (sameExpr(then, otherwise)) return then;
  return { kind: "select", condition, then, otherwise, type: then.type, span: none };
}

function loadOf({ origin }: Build, array: string, index: readonly Expr[], type: ScalarType): Load {
  return { kind: "load", array, index, type, span: origin.span };
}

function storeOf({ origin }: Build, array: string, index: readonly Expr[], value: Expr): Store {
  return { kind: "store", array, index, value, origin };
}

const none = { from: 0, to: 0 };
