/**
 * Where subscripts are not affine, but known from counters alone: the iterations of a nest are run through, and the places that
 * each access goes to are written down.
 *
 *     for s in range(6):
 *         h = 1 << s
 *         for k in range(32):
 *             i = ((k >> s) << (s + 1)) + (k & (h - 1))
 *             x[i], x[i + h] = x[i] + x[i + h], x[i] - x[i + h]       # a butterfly meets others 16 iterations later, or more
 *
 * What data decide is left out of that run: a condition on them counts as both true and false, a place that they give as unknown.
 */
import { bug } from "../../diagnostics/bug.ts";
import { RunFault } from "../../program/interpret/fault.ts";
import { ArithmeticFault } from "../../types/fault.ts";
import { int } from "../indices.ts";
import type { ArrayDecl, Assign, Expr, For, Load, Loops, Stmt, Store } from "../nodes.ts";
import { trace } from "../trace.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../walk.ts";
import type { Least, Meets } from "./least.ts";

/** Of two accesses to the array. */
export type Counted = (first: Load | Store, second: Load | Store) => Meets;

/** Null: the nest cannot be run through, or that would take long. */
export function counted(
  loops: Loops,
  outer: readonly For[], // around the nest, outermost first: it runs in each of their iterations
  nest: readonly For[],
  array: string,
  limit: number,
): Counted | null {
  const reduced = reducedRun(loops, outer, nest, array);
  const places = reduced === null ? null : placesIn(reduced);
  if (places === null) return null;
  const tables = meetings(places, limit, reduced?.exact === true);
  return (first, second) => tables.get(first)?.get(second) ?? bug(`no access to ${array}`);
}

/** The nest with the accesses to one array, and what gives their places. */
interface Reduced {
  readonly loops: Loops;
  readonly outer: ReadonlySet<string>;
  readonly innermost: string;
  readonly of: ReadonlyMap<Load | Store, Load | Store>; // the accesses as they stand in the kernel
  readonly exact: boolean; // no data decide whether they are done
  readonly size: number; // of the array
}

function reducedRun(
  loops: Loops,
  outer: readonly For[],
  nest: readonly For[],
  array: string,
): Reduced | null {
  const path = [...outer, ...nest];
  const [run, first, innermost] = [path[0], nest[0], nest.at(-1)];
  const decl = [...loops.arrays, ...loops.params].find(
    (one): one is ArrayDecl => one.kind === "array" && one.name === array,
  );
  if (run === undefined || first === undefined || innermost === undefined || decl === undefined) return null;
  const known = knownNames(loops, outer, nest, run);
  if (known === null) return null;
  const isKnown = (expr: Expr): boolean => isGiven(expr, known, loops);
  const of = new Map<Load | Store, Load | Store>();
  let exact = true;
  const accessed = (stmt: Stmt): readonly Stmt[] | null => {
    const loads = loadsOf(array, stmt);
    const stores = stmt.kind === "store" && stmt.array === array ? [stmt] : [];
    const own = [...loads, ...stores];
    // One node in two places may go to two.
    if (!own.every(({ index }) => index.every(isKnown)) || own.some((one) => of.has(one))) return null;
    if (new Set(own).size < own.length) return null;
    const seen = loads.map((value): Stmt => {
      of.set(value, value);
      return { kind: "assign", target: sink, value, origin: stmt.kind === "pragma" ? nowhere : stmt.origin };
    });
    const written = stores.map((one): Store => {
      const store: Store = { ...one, value: anyOf(decl) };
      of.set(one, one);
      of.set(store, one);
      return store;
    });
    return [...seen, ...written];
  };
  const bodyOf = (body: readonly Stmt[], where: Where): readonly Stmt[] | null => {
    const all: Stmt[] = [];
    for (const stmt of body) {
      const own = where === "around" || (stmt.kind === "for" && nest.includes(stmt)) ? [] : accessed(stmt);
      if (own === null || (own.length > 0 && where !== "innermost")) return null;
      all.push(...own);
      const rest = restOf(stmt, where);
      if (rest === null) return null;
      all.push(...rest);
    }
    return all;
  };
  const restOf = (stmt: Stmt, where: Where): readonly Stmt[] | null => {
    if (stmt.kind === "assign") return known.has(stmt.target) ? [stmt] : [];
    if (stmt.kind === "for") {
      if (!path.includes(stmt)) return []; // beside the nest
      const there = stmt === innermost ? "innermost" : nest.includes(stmt) ? "beside" : "around";
      const inner = bodyOf(stmt.body, there);
      return inner && [{ ...stmt, attrs: {}, body: inner }];
    }
    if (stmt.kind !== "if") return [];
    const [then, otherwise] = [bodyOf(stmt.then, where), bodyOf(stmt.else, where)];
    if (then === null || otherwise === null) return null;
    if (isKnown(stmt.condition)) return [{ ...stmt, then, else: otherwise }];
    exact &&= then.length + otherwise.length === 0;
    return [...then, ...otherwise];
  };
  const body = bodyOf([run], outer.length > 0 ? "around" : "beside");
  // A `while` around the nest hides it.
  if (body === null || !accessesOf(array, [first]).every((node) => of.has(node))) return null;
  return {
    loops: {
      ...{ source: loops.source, name: loops.name, results: [], body },
      params: [...loops.scalars, ...loops.params].filter(
        ({ kind, name }) => kind === "scalar" && known.has(name),
      ),
      arrays: [...loops.arrays.filter(({ table }) => table !== undefined), plain(decl)],
      scalars: [{ kind: "scalar", name: sink, type: decl.element }],
    },
    outer: new Set(outer.map(({ name }) => name)),
    innermost: innermost.name,
    of,
    exact,
    size: decl.shape.reduce((product, size) => product * size, 1),
  };
}

function loadsOf(array: string, stmt: Stmt): readonly Load[] {
  return expressionsOf(stmt)
    .flatMap(expressionsIn)
    .filter((one): one is Load => one.kind === "load" && one.array === array);
}

function accessesOf(array: string, body: readonly Stmt[]): readonly (Load | Store)[] {
  return [...statementsIn(body)].flatMap((stmt) => [
    ...loadsOf(array, stmt),
    ...(stmt.kind === "store" && stmt.array === array ? [stmt] : []),
  ]);
}

/** Of statements: around the nest, in it beside an inner loop, or in its innermost body. */
type Where = "around" | "beside" | "innermost";

/** An element, whichever: what is stored does not matter. */
function anyOf({ name, element, shape }: ArrayDecl): Load {
  return { kind: "load", array: name, index: shape.map(() => int(0)), type: element, span: nowhere.span };
}

/** No name of a kernel. */
const sink = "?sink";
const nowhere = { span: { from: 0, to: 0 }, operator: "schedule" } as const;

function plain({ kind, name, element, shape }: ArrayDecl): ArrayDecl {
  return { kind, name, element, shape };
}

/**
 * Scalars that counters, tables and each other give; null where the nest has more in it than assignments, accesses and
 * branches, or iterations around it may end early.
 */
function knownNames(
  loops: Loops,
  outer: readonly For[],
  nest: readonly For[],
  run: For,
): ReadonlySet<string> | null {
  const path = [...outer, ...nest];
  const inNest = new Set(statementsIn(nest.slice(0, 1)));
  const all = [...statementsIn([run])];
  if (all.some(({ kind }) => kind === "break" || kind === "continue")) return null;
  const isLoop = (stmt: Stmt): boolean =>
    stmt.kind === "while" || stmt.kind === "region" || (stmt.kind === "for" && !path.includes(stmt));
  if ([...inNest].some(isLoop)) return null;
  const assigned = all.filter((stmt): stmt is Assign => stmt.kind === "assign");
  const known = new Set([...path.map(({ variable }) => variable), ...assigned.map(({ target }) => target)]);
  const forget = (body: readonly Stmt[]): void => {
    for (const stmt of statementsIn(body)) if (stmt.kind === "assign") known.delete(stmt.target);
  };
  forget(all.filter(isLoop));
  for (let before = 0; before !== known.size; ) {
    before = known.size;
    for (const { target, value } of assigned) if (!isGiven(value, known, loops)) known.delete(target);
    for (const stmt of all)
      if (stmt.kind === "if" && !isGiven(stmt.condition, known, loops)) forget([...stmt.then, ...stmt.else]);
  }
  const bounds = path.flatMap(({ from, to }) => [from, to]);
  return bounds.every((bound) => isGiven(bound, known, loops)) ? known : null;
}

function isGiven(expr: Expr, known: ReadonlySet<string>, { arrays }: Loops): boolean {
  return expressionsIn(expr).every((one) => {
    if (one.kind === "var") return known.has(one.name);
    return one.kind !== "load" || arrays.some(({ name, table }) => name === one.array && table !== undefined);
  });
}

/** Where each access goes, by iteration. */
interface Places {
  readonly accesses: readonly { readonly node: Load | Store; readonly at: readonly number[] }[];
  readonly starts: readonly number[]; // for each iteration the first one of its run
  readonly size: number; // of the array
}

/** Null where that takes long, faults, or hangs on what was before the nest. */
function placesIn({ loops, outer, innermost, of, size }: Reduced): Places | null {
  const accesses = new Map([...new Set(of.values())].map((node) => [node, [] as number[]]));
  const most = Math.min(mostIterations, mostMeetings / Math.max(1, accesses.size) ** 2);
  const written = new Set<string>();
  const starts: number[] = [];
  let start = 0;
  const note = (node: Load | Store, at: number): void => {
    const own = of.get(node);
    if (own !== undefined) (accesses.get(own) ?? [])[starts.length - 1] = at;
  };
  try {
    trace(loops, new Map(loops.params.map(({ name }) => [name, 0])), {
      load: ({ node, at }) => note(node, at),
      store: ({ node, at }) => note(node, at),
      read: ({ name }) => {
        if (!written.has(name)) throw new Unknown();
      },
      write: ({ name }) => written.add(name),
      iterate: ({ name }) => {
        if (outer.has(name)) start = starts.length;
        if (name !== innermost) return;
        if (starts.push(start) > most) throw new Unknown();
      },
    });
  } catch (error) {
    if (error instanceof Unknown || error instanceof RunFault || error instanceof ArithmeticFault)
      return null;
    throw error;
  }
  return { accesses: [...accesses].map(([node, at]) => ({ node, at })), starts, size };
}

class Unknown extends Error {}

const mostIterations = 2 ** 15;
const mostMeetings = 2 ** 21;

/** For each two accesses the least number of iterations between them, within `limit`. */
function meetings(
  { accesses, starts, size }: Places,
  limit: number,
  exact: boolean,
): ReadonlyMap<Load | Store, ReadonlyMap<Load | Store, Meets>> {
  const last = accesses.map(() => new Int32Array(size).fill(-1)); // the iteration that was there last
  const least = accesses.map(() => accesses.map(() => ({ zero: false, next: limit + 1 })));
  for (const [now, start] of starts.entries()) {
    for (const [second, { at }] of accesses.entries()) {
      const place = at[now];
      if (place === undefined) continue;
      for (const [first, other] of accesses.entries()) {
        const found = least[first]?.[second];
        if (found === undefined) continue;
        if (other.at[now] === place) found.zero = true;
        const before = last[first]?.[place] ?? -1;
        if (before >= start) found.next = Math.min(found.next, now - before);
      }
    }
    for (const [k, { at }] of accesses.entries()) {
      const place = at[now];
      if (place !== undefined) last[k]?.fill(now, place, place + 1);
    }
  }
  const exactly = (distance: number): Least => ({ distance, always: false, exact });
  return new Map(
    accesses.map(({ node }, first) => [
      node,
      new Map(
        accesses.map((other, second): [Load | Store, Meets] => {
          const { zero = false, next = limit + 1 } = least[first]?.[second] ?? {};
          return [other.node, { zero: zero ? exactly(0) : null, next: next <= limit ? exactly(next) : null }];
        }),
      ),
    ]),
  );
}
