/**
 * A nest as what one element of an array of processors does: the loops over space say which element, the others when.
 *
 *     for i: for j:                    space i, j
 *       s = 0                          first: once for each i, j
 *       for k: s += a[i,k] * b[k,j]    body: in every step over k; s stays in the element
 *       c[i,j] = s                     results: s, when the last step is done
 */
import { liveAfter, namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { firstUse } from "../../loops/analysis/use.ts";
import { freshName, namesIn } from "../../loops/find.ts";
import { constantOf, sameExpr } from "../../loops/indices.ts";
import type { Expr, For, Loops, ScalarDecl, Stmt, Store } from "../../loops/nodes.ts";
import {
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapExpr,
  mapExpressions,
  statementsIn,
} from "../../loops/walk.ts";

export interface Cell {
  readonly nest: For;
  readonly rows: Axis;
  readonly columns: Axis | null;
  readonly outer: readonly Axis[]; // in whose iterations elements start anew
  readonly inner: readonly Axis[]; // the steps of an element, one at least
  readonly first: readonly Stmt[];
  readonly body: readonly Stmt[];
  readonly last: readonly Stmt[];
  readonly results: readonly Result[];
  readonly scalars: readonly ScalarDecl[]; // new ones
}

/** A loop with constant bounds that runs at least once. */
export interface Axis {
  readonly loop: For;
  readonly from: number;
  readonly step: number;
  readonly count: number;
}

/** What an element stores when it is done. */
export interface Result {
  readonly scalar: string;
  readonly store: Store; // its value is the scalar
}

export type CellProblem =
  | { readonly problem: "shape"; readonly stmt: Stmt | null }
  | { readonly problem: "space"; readonly loop: string; readonly where: "twice" | "outside" | "inside" }
  | { readonly problem: "bounds"; readonly loop: For }
  | { readonly problem: "steps" }
  | { readonly problem: "scalar"; readonly name: string }
  | { readonly problem: "array"; readonly stmt: Stmt; readonly array: string }
  | { readonly problem: "start"; readonly store: Store };

export function cellOf(
  loops: Loops,
  nest: For,
  rowsName: string,
  columnsName: string | null,
): Cell | CellProblem {
  const around = chainOf(nest);
  const innermost = around.at(-1)?.body ?? [];
  const at = innermost.findIndex(({ kind }) => kind === "for");
  const loop = innermost[at];
  const inside = loop?.kind === "for" ? chainOf(loop) : [];
  const [first, body, last] =
    loop === undefined
      ? [[], innermost, []]
      : [innermost.slice(0, at), inside.at(-1)?.body ?? [], innermost.slice(at + 1)];
  const odd = statementsIn([...first, ...body, ...last]).find((stmt) => !isPlain(stmt));
  if (odd !== undefined) return { problem: "shape", stmt: odd };

  const axes = new Map<For, Axis>();
  for (const one of [...around, ...inside]) {
    const axis = axisOf(one);
    if (axis === null) return { problem: "bounds", loop: one };
    axes.set(one, axis);
  }
  const named = (name: string): Axis | undefined => {
    const found = around.find((one) => one.name === name);
    return found === undefined ? undefined : axes.get(found);
  };
  const rows = named(rowsName);
  const columns = columnsName === null ? null : named(columnsName);
  const notAround = (name: string): CellProblem => {
    const isIn = statementsIn([nest]).some((stmt) => stmt.kind === "for" && stmt.name === name);
    return { problem: "space", loop: name, where: isIn ? "inside" : "outside" };
  };
  if (rows === undefined) return notAround(rowsName);
  if (columns === undefined) return notAround(columnsName ?? "");
  if (columns?.loop === rows.loop) return { problem: "space", loop: rowsName, where: "twice" };
  const isSpace = (one: For): boolean => one === rows.loop || one === columns?.loop;
  const times = around.filter((one) => !isSpace(one));
  const inner = inside.length > 0 ? inside : sumLoops(times, body);
  const outer = inside.length > 0 ? times : times.slice(0, times.length - inner.length);
  if (inner.length === 0) return { problem: "steps" };

  const kept = withScalars(loops, nest, { first, body, last }, inner);
  if ("problem" in kept) return kept;
  const foreign = foreignScalar(loops, nest, kept, inner);
  if (foreign !== null) return { problem: "scalar", name: foreign };
  const axisOfLoop = (one: For): readonly Axis[] => {
    const axis = axes.get(one);
    return axis === undefined ? [] : [axis];
  };
  return {
    nest,
    rows,
    columns,
    outer: outer.flatMap(axisOfLoop),
    inner: inner.flatMap(axisOfLoop),
    ...kept,
  };
}

export function isPlain({ kind }: Stmt): boolean {
  return kind === "assign" || kind === "store" || kind === "if";
}

/** Loops that hold nothing but the next one. */
export function chainOf(loop: For): readonly For[] {
  const [only, ...others] = loop.body;
  return only?.kind === "for" && others.length === 0 ? [loop, ...chainOf(only)] : [loop];
}

export function axisOf(loop: For): Axis | null {
  const from = constantOf(loop.from);
  const count = tripCount(loop);
  if (from === null || count === null || count === 0 || loop.attrs.unroll !== undefined) return null;
  return { loop, from, step: loop.step, count };
}

/** The innermost loops that no stored index follows: what they store is a sum over them. */
function sumLoops(times: readonly For[], body: readonly Stmt[]): readonly For[] {
  const stores = statementsIn(body).filter((stmt) => stmt.kind === "store");
  const follows = (loop: For): boolean =>
    stores.some(({ index }) => index.some((one) => namesRead(one).has(loop.variable)));
  return times.slice(times.findLastIndex(follows) + 1);
}

type Parts = Pick<Cell, "first" | "body" | "last">;
type Kept = Parts & Pick<Cell, "results" | "scalars">;

/** Every array that is stored to becomes a scalar of the element; its value goes to memory in the end. */
function withScalars(loops: Loops, nest: For, given: Parts, inner: readonly For[]): Kept | CellProblem {
  const taken = new Set(namesIn(loops));
  let kept: Kept = { ...given, results: [], scalars: [] };
  const stores = statementsIn(all(given)).filter((stmt) => stmt.kind === "store");
  for (const array of new Set(stores.map((store) => store.array))) {
    const own = stores.filter((store) => store.array === array);
    const [store] = own;
    if (store === undefined) continue;
    const isSame = (index: readonly Expr[]): boolean =>
      index.length === store.index.length &&
      index.every((one, dim) => sameExpr(one, store.index[dim] ?? one));
    const changes = inner.some((loop) => store.index.some((one) => namesRead(one).has(loop.variable)));
    const written = writesOf(all(given));
    const depends = store.index.some((one) => [...namesRead(one)].some((name) => written.has(name)));
    const odd = own.find(({ index }) => !isSame(index)) ?? (changes || depends ? store : undefined);
    if (odd !== undefined) return { problem: "array", stmt: odd, array };
    const other = statementsIn(all(given)).find((stmt) =>
      expressionsOf(stmt)
        .flatMap(expressionsIn)
        .some((expr) => expr.kind === "load" && expr.array === array && !isSame(expr.index)),
    );
    if (other !== undefined) return { problem: "array", stmt: other, array };

    const only = given.last.at(-1);
    const isPlain = own.length === 1 && only === store && store.value.kind === "var";
    if (isPlain && store.value.kind === "var") {
      const { name } = store.value;
      kept = {
        ...kept,
        last: kept.last.filter((stmt) => stmt !== store),
        results: [...kept.results, { scalar: name, store }],
      };
      continue;
    }
    const scalar = freshName(taken, `${array}_own`);
    taken.add(scalar);
    const type = store.value.type;
    const value = { kind: "var", name: scalar, type } as const;
    const replaced = (stmts: readonly Stmt[]): readonly Stmt[] =>
      stmts.map((stmt) => {
        const next = mapBodies(
          mapExpressions(stmt, (expr) =>
            mapExpr(expr, (one) => (one.kind === "load" && one.array === array ? value : one)),
          ),
          replaced,
        );
        return next.kind === "store" && next.array === array
          ? { kind: "assign", target: scalar, value: next.value, origin: next.origin }
          : next;
      });
    const parts = { first: replaced(kept.first), body: replaced(kept.body), last: replaced(kept.last) };
    const startsNew = firstUse(inOrder(parts, inner), scalar) !== "read";
    if (!startsNew && !startsAtZero(loops, nest, array)) return { problem: "start", store };
    const zero: Stmt = {
      kind: "assign",
      target: scalar,
      value: { kind: "const", value: 0, type },
      origin: store.origin,
    };
    kept = {
      ...parts,
      first: startsNew ? parts.first : [zero, ...parts.first],
      results: [...kept.results, { scalar, store: { ...store, value } }],
      scalars: [...kept.scalars, { kind: "scalar", name: scalar, type }],
    };
  }
  return kept;
}

/** An array on chip into which nothing but zeros went before. */
export function startsAtZero(loops: Loops, nest: For, array: string): boolean {
  const place = loops.body.indexOf(nest);
  if (place < 0 || !loops.arrays.some(({ name, table }) => name === array && table === undefined))
    return false;
  return statementsIn(loops.body.slice(0, place)).every(
    (stmt) =>
      stmt.kind !== "store" ||
      stmt.array !== array ||
      (stmt.value.kind === "const" && Object.is(stmt.value.value, 0)),
  );
}

function all({ first, body, last }: Parts): readonly Stmt[] {
  return [...first, ...body, ...last];
}

/** As they run for one element. */
function inOrder({ first, body, last }: Parts, inner: readonly For[]): readonly Stmt[] {
  const steps = inner.reduceRight<readonly Stmt[]>((stmts, loop) => [{ ...loop, body: stmts }], body);
  return [...first, ...steps, ...last];
}

/** A scalar that comes from another element, or goes to one, or out of the nest. */
function foreignScalar(loops: Loops, nest: For, kept: Kept, inner: readonly For[]): string | null {
  const own = new Set(kept.scalars.map(({ name }) => name));
  const body = inOrder(kept, inner);
  for (const name of writesOf(all(kept))) {
    if (own.has(name)) continue;
    if (firstUse(body, name) === "read" || liveAfter(loops, nest, name)) return name;
  }
  return null;
}
