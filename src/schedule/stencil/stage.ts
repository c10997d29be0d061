/**
 * A nest as a stage of a stencil: the box of its results, and for each read of an array at how many elements' distance
 * from the result it is. Loops inside (over a window) are written out.
 */
import { bug } from "../../diagnostics/bug.ts";
import { isPythonInt } from "../../loops/analysis/affine.ts";
import { boundValue, conditionValue } from "../../loops/analysis/bound_value.ts";
import { namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { analyse, noFacts, type Ranges, rangeOf, within } from "../../loops/analysis/range/index.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { arrayNamed, identifierFor, namesIn } from "../../loops/find.ts";
import { constantOf, int, sameExpr, substitute, substituteIn } from "../../loops/indices.ts";
import type { Assign, Expr, For, Load, Loops, ScalarDecl, Stmt, Store } from "../../loops/nodes.ts";
import { mapBodies, mapChildren, mapExpressions, statementsIn } from "../../loops/walk.ts";
import type { ScalarType } from "../../types/types.ts";
import { at, type Box, type Offset } from "./grid.ts";

export interface Stage {
  readonly loops: readonly For[]; // one a dimension, outermost first
  readonly domain: Box; // of their variables
  readonly body: readonly Stmt[]; // in their variables; no loops
  readonly scalars: readonly ScalarDecl[]; // that the body has beside those of the kernel
  readonly reads: ReadonlyMap<Load, Read>; // those that move along with all loops
  readonly writes: ReadonlyMap<Store, Read>;
}

/** An access that follows all loops of the nest, each in a dimension of its own, in their order. */
export interface Read {
  readonly part: Part;
  readonly along: readonly Along[]; // a dimension each
}

/** An array, or the part of it that is left when some dimensions are held. */
export interface Part {
  readonly key: string; // equal for equal parts
  readonly array: string;
  readonly held: readonly (Expr | null)[]; // by dimension of the array; null: it follows a loop
}

/** `a[i + offset]`, but for some values of the loop variable: `a[max(i - 1, 0)]`. */
export interface Along {
  readonly offset: number;
  readonly otherwise: ReadonlyMap<number, number>; // value of the variable to offset
}

export type StageProblem =
  | { readonly problem: "no-nest" }
  | { readonly problem: "bounds" | "parallel"; readonly loop: For }
  | { readonly problem: "step"; readonly loop: For }
  | { readonly problem: "statement"; readonly stmt: Stmt }
  | { readonly problem: "long"; readonly loop: For }
  | { readonly problem: "irregular"; readonly access: Load | Store; readonly dim: number }
  | {
      readonly problem: "outside";
      readonly access: Load | Store;
      readonly dim: number;
      readonly loop: For;
      readonly value: number; // of the loop variable
      readonly index: number;
    };

/** The loops from `nest` down that results follow are its dimensions; what is inside is written out. */
export function stageOf(loops: Loops, nest: For): Stage | StageProblem {
  const band = resultLoops(nest);
  const inner = band.at(-1);
  if (inner === undefined) return { problem: "no-nest" };
  for (const loop of band) {
    if (loop.step !== 1) return { problem: "step", loop };
    if (constantOf(loop.from) === null || (tripCount(loop) ?? 0) === 0) return { problem: "bounds", loop };
  }
  for (const stmt of statementsIn([nest])) {
    if (stmt.kind === "for" && (stmt.attrs.parallel === true || stmt.attrs.unroll !== undefined))
      return { problem: "parallel", loop: stmt };
    if (["while", "break", "continue", "region", "pragma"].includes(stmt.kind))
      return { problem: "statement", stmt };
  }
  const copies = writtenOut(inner.body, { left: mostCopies });
  if ("problem" in copies) return copies;
  const scalars: ScalarDecl[] = [];
  const written = withOneStore(copies, (wanted, type) => {
    const taken = new Set([...namesIn(loops), ...scalars.map(({ name }) => name)]);
    const name = identifierFor(taken, wanted);
    scalars.push({ kind: "scalar", name, type });
    return name;
  });
  const domain: Box = {
    from: band.map(({ from }) => constantOf(from) ?? bug("no constant")),
    to: band.map(({ to }) => constantOf(to) ?? bug("no constant")),
  };
  const walk: Walk = {
    loops,
    band,
    domain,
    ranges: analyse(loops),
    written: writesOf(written),
    reads: new Map(),
    writes: new Map(),
    trouble: [],
  };
  const body = settled(walk, written, new Map(), []);
  const [trouble] = walk.trouble;
  return trouble ?? { loops: band, domain, body, scalars, reads: walk.reads, writes: walk.writes };
}

/** The perfect nest, up to the last loop that a store follows. */
function resultLoops(nest: For): readonly For[] {
  const band: For[] = [nest];
  for (let [only, ...others] = nest.body; only?.kind === "for" && others.length === 0; ) {
    band.push(only);
    [only, ...others] = only.body;
  }
  const stored = new Set<string>();
  for (const stmt of statementsIn([nest]))
    if (stmt.kind === "store")
      for (const one of stmt.index) for (const name of namesRead(one)) stored.add(name);
  return band.slice(0, band.findLastIndex(({ variable }) => stored.has(variable)) + 1);
}

/** Copies of statements that loops over a window may become. */
const mostCopies = 10_000;

function writtenOut(body: readonly Stmt[], budget: { left: number }): readonly Stmt[] | StageProblem {
  const done: Stmt[] = [];
  for (const stmt of body) {
    if (stmt.kind === "for") {
      const count = tripCount(stmt);
      const first = constantOf(stmt.from);
      if (count === null || first === null) return { problem: "bounds", loop: stmt };
      for (let turn = 0; turn < count; turn++) {
        if (--budget.left < 0) return { problem: "long", loop: stmt };
        const value = int(first + turn * stmt.step);
        const copy = writtenOut(substitute(stmt.body, stmt.variable, value), budget);
        if ("problem" in copy) return copy;
        done.push(...copy);
      }
    } else if (stmt.kind === "if") {
      const then = writtenOut(stmt.then, budget);
      if ("problem" in then) return then;
      const otherwise = writtenOut(stmt.else, budget);
      if ("problem" in otherwise) return otherwise;
      done.push({ ...stmt, then, else: otherwise });
    } else done.push(stmt);
  }
  return done;
}

/**
 * Branches that both end with a store of the same element only choose a value: one store follows, so that it takes one
 * port, and a stage that comes next knows that the element is computed.
 *
 *     if i > 0: out[i] = x                 if i > 0: v = x
 *     else: out[i] = y             ->      else: v = y
 *                                          out[i] = v
 */
function withOneStore(
  body: readonly Stmt[],
  fresh: (wanted: string, type: ScalarType) => string,
): readonly Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    if (stmt.kind !== "if") return [stmt];
    const [then, otherwise] = [withOneStore(stmt.then, fresh), withOneStore(stmt.else, fresh)];
    const [one, other] = [then.at(-1), otherwise.at(-1)];
    if (
      one?.kind !== "store" ||
      other?.kind !== "store" ||
      !isSamePlace(one, other) ||
      changes(then, otherwise, one)
    )
      return [{ ...stmt, then, else: otherwise }];
    const target = fresh(`${one.array}_value`, one.value.type);
    const set = (list: readonly Stmt[], { value, origin }: Store): readonly Stmt[] => [
      ...list.slice(0, -1),
      { kind: "assign", target, value, origin },
    ];
    const value: Expr = { kind: "var", name: target, type: one.value.type };
    return [
      { ...stmt, then: set(then, one), else: set(otherwise, other) },
      { ...one, value },
    ];
  });
}

function isSamePlace(one: Store, other: Store): boolean {
  return one.array === other.array && one.index.every((at, dim) => sameExpr(at, other.index[dim] ?? int(-1)));
}

/** Whether a branch sets what the index is computed from. */
function changes(then: readonly Stmt[], otherwise: readonly Stmt[], { index }: Store): boolean {
  const written = writesOf([...then.slice(0, -1), ...otherwise.slice(0, -1)]);
  return index.some((one) => [...namesRead(one)].some((name) => written.has(name)));
}

interface Walk {
  readonly loops: Loops;
  readonly band: readonly For[];
  readonly domain: Box;
  readonly ranges: Ranges;
  readonly written: ReadonlySet<string>;
  readonly reads: Map<Load, Read>;
  readonly writes: Map<Store, Read>;
  readonly trouble: StageProblem[];
}

/** Scalars whose value is an index, such as `y = max(i - 1, 0)`. */
type Values = ReadonlyMap<string, Expr>;

interface Guard {
  readonly condition: Expr;
  readonly holds: boolean;
}

/** The statements with indices that name loop variables only, each access an object of its own and told to the walk. */
function settled(w: Walk, body: readonly Stmt[], before: Values, guards: readonly Guard[]): readonly Stmt[] {
  let values = before;
  return body.map((stmt): Stmt => {
    const now = mapExpressions(stmt, (expr) => seen(w, expr, values, guards));
    switch (now.kind) {
      case "if": {
        const condition = resolved(now.condition, values);
        const then = settled(w, now.then, values, [...guards, { condition, holds: true }]);
        const otherwise = settled(w, now.else, values, [...guards, { condition, holds: false }]);
        const changed = writesOf([...then, ...otherwise]);
        values = new Map([...values].filter(([name]) => !changed.has(name)));
        return { ...now, then, else: otherwise };
      }
      case "assign":
        values = withValue(w, values, now);
        return now;
      case "store": {
        const store: Store = { ...now, index: now.index.map((one) => resolved(one, values)) };
        const access = accessOf(w, store, guards);
        if (access !== null) w.writes.set(store, access);
        return store;
      }
      default:
        return mapBodies(now, (inner) => settled(w, inner, values, guards));
    }
  });
}

function withValue(w: Walk, values: Values, { target, value }: Assign): Values {
  const next = new Map(values);
  next.delete(target);
  const index = resolved(value, values);
  const isOfLoops = [...namesRead(index)].every((name) => w.band.some(({ variable }) => variable === name));
  if (isPythonInt(index) && isOfLoops) next.set(target, index);
  return next;
}

function resolved(expr: Expr, values: Values): Expr {
  return [...values].reduce((now, [name, value]) => substituteIn(now, name, value), expr);
}

/** Conditions of choices guard what they choose. */
function seen(w: Walk, expr: Expr, values: Values, guards: readonly Guard[]): Expr {
  const inner = (one: Expr, also: readonly Guard[] = []): Expr => seen(w, one, values, [...guards, ...also]);
  switch (expr.kind) {
    case "select": {
      const condition = resolved(expr.condition, values);
      return {
        ...expr,
        condition: inner(expr.condition),
        then: inner(expr.then, [{ condition, holds: true }]),
        otherwise: inner(expr.otherwise, [{ condition, holds: false }]),
      };
    }
    case "logic": {
      const condition = resolved(expr.left, values);
      const right = inner(expr.right, [{ condition, holds: expr.op === "and" }]);
      return { ...expr, left: inner(expr.left), right };
    }
    case "load": {
      const load: Load = { ...expr, index: expr.index.map((one) => resolved(inner(one), values)) };
      const access = accessOf(w, load, guards);
      if (access !== null) w.reads.set(load, access);
      return load;
    }
    default:
      return mapChildren(expr, (child) => inner(child));
  }
}

/** Null: it does not follow all loops in their order, each in a dimension of its own. */
function accessOf(w: Walk, access: Load | Store, guards: readonly Guard[]): Read | null {
  const { shape } = arrayNamed(w.loops, access.array);
  const follows = access.index.map((one) => {
    const names = namesRead(one);
    return w.band.flatMap(({ variable }, level) => (names.has(variable) ? [level] : []));
  });
  const held = access.index.map((one, dim) => (follows[dim]?.length === 0 ? one : null));
  // A stream loads whether the access happens or not.
  const isSteady = held.every(
    (one, dim) =>
      one === null ||
      ([...namesRead(one)].every((name) => !w.written.has(name)) &&
        within(rangeOf(w.ranges, one, noFacts), 0, at(shape, dim) - 1)),
  );
  const levels = follows.flat();
  if (!isSteady || levels.length !== w.band.length || levels.some((level, i) => level !== i)) return null;
  if (follows.some((one) => one.length > 1)) return null;
  const along: Along[] = [];
  for (const [dim, one] of access.index.entries()) {
    const level = follows[dim]?.[0];
    if (level === undefined) continue;
    const found = alongOf(w, one, level, at(shape, dim), guards);
    if (!("problem" in found)) along.push(found);
    else if (found.problem === "irregular") w.trouble.push({ problem: "irregular", access, dim });
    else w.trouble.push({ ...found, access, dim });
  }
  return { part: { key: keyOf(access.array, held), array: access.array, held }, along };
}

function keyOf(array: string, held: readonly (Expr | null)[]): string {
  const plain = (name: string, value: unknown): unknown => {
    if (name === "span") return undefined;
    return typeof value === "bigint" ? `${value}n` : value;
  };
  return `${array} ${JSON.stringify(held, plain)}`;
}

type AlongProblem =
  | { readonly problem: "irregular" }
  | { readonly problem: "outside"; readonly loop: For; readonly value: number; readonly index: number };

/** Values of a loop variable, at borders, for which an index may be out of step with it: each takes a choice among words. */
const mostOutOfStep = 32;

/** In every iteration that may come to the access, the index is known, and inside of the array. */
function alongOf(
  w: Walk,
  index: Expr,
  level: number,
  size: number,
  guards: readonly Guard[],
): Along | AlongProblem {
  const loop = w.band[level] ?? bug("no loop");
  const own = guards.filter(({ condition }) => namesRead(condition).has(loop.variable));
  const known = new Map<string, number>();
  const offsets = new Map<number, number[]>(); // to the values that have it
  for (let value = at(w.domain.from, level); value < at(w.domain.to, level); value++) {
    known.set(loop.variable, value);
    if (own.some(({ condition, holds }) => conditionValue(condition, known) === !holds)) continue;
    const found = isPythonInt(index) ? boundValue(index, known) : null;
    if (found === null) return { problem: "irregular" };
    if (found < 0 || found >= size) return { problem: "outside", loop, value, index: found };
    const values = offsets.get(found - value);
    if (values === undefined) offsets.set(found - value, [value]);
    else values.push(value);
  }
  const [most, ...others] = [...offsets].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return { offset: 0, otherwise: new Map() }; // no iteration comes to it
  const otherwise = new Map(others.flatMap(([offset, values]) => values.map((value) => [value, offset])));
  const isBorder = otherwise.size <= Math.min(most[1].length, mostOutOfStep);
  return isBorder ? { offset: most[0], otherwise } : { problem: "irregular" };
}

/** The offsets at which elements are read. */
export function offsetsOf({ along }: Read): readonly Offset[] {
  return along.reduce<readonly Offset[]>(
    (all, { offset, otherwise }) => {
      const own = new Set([offset, ...otherwise.values()]);
      return all.flatMap((one) => [...own].map((next) => [...one, next]));
    },
    [[]],
  );
}
