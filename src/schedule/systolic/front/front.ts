/**
 * A nest of two loops whose iterations hand values on to later ones, as a front that moves over a row of elements: one
 * element for each iteration of the loop over space, a step behind the element before it.
 *
 *     for i: for j:                                              distance (space, time), with rows=i
 *       h[i,j] = max(h[i-1,j-1] + s, h[i-1,j] - 1, h[i,j-1] - 1)     (1, 1), (1, 0), (0, 1)
 *
 * What comes from the element before, or from a step before, was computed `skew * space + time` steps ago: it is still in a
 * register (AutoSA, Wang, Guo and Cong, FPGA 2021, section 3: space loops have distances of at most 1).
 */
import { liveAfter, namesRead, writesOf } from "../../../loops/analysis/effects.ts";
import { firstUse } from "../../../loops/analysis/use.ts";
import { reductionOf } from "../../../loops/depend/reduction.ts";
import { freshName, namesIn } from "../../../loops/find.ts";
import { sameExpr } from "../../../loops/indices.ts";
import type { Expr, For, If, Load, Loops, ScalarDecl, Stmt, Store } from "../../../loops/nodes.ts";
import {
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapExpr,
  mapExpressions,
  statementsIn,
} from "../../../loops/walk.ts";
import { type Accumulation, accumulationsOf } from "../../reduction.ts";
import { type Axis, axisOf, chainOf, isPlain } from "../cell.ts";
import { type Distance, distanceOf, followsOne } from "./distance.ts";

export interface Front {
  readonly nest: For;
  readonly space: Axis;
  readonly time: Axis;
  readonly body: readonly Stmt[]; // of an iteration; what it hands on is in scalars
  readonly handed: readonly Handed[];
  readonly sums: readonly Accumulation[]; // one for each scalar that iterations accumulate into, in any order
  readonly scalars: readonly ScalarDecl[]; // new ones
  readonly skew: number; // steps that an element is behind the one before it
  readonly before: number; // columns before the first of the program that are read
  readonly after: number; // and after its last
}

/** An array whose elements later iterations read. */
export interface Handed {
  readonly array: string;
  readonly own: string; // the scalar that an iteration sets
  readonly store: Store;
  readonly distances: readonly Distance[]; // none: it is stored alone
}

export type FrontProblem =
  | { readonly problem: "scalar"; readonly name: string }
  | { readonly problem: "array"; readonly stmt: Stmt; readonly array: string }
  | { readonly problem: "distance"; readonly load: Load; readonly distance: Distance | null };

/** Null: no iteration needs anything of another one. */
export function frontOf(loops: Loops, nest: For, spaceName: string): Front | FrontProblem | null {
  const chain = chainOf(nest);
  const [outer, inner] = chain;
  if (outer === undefined || inner === undefined || chain.length !== 2) return null;
  const [space, time] = [outer, inner].map(axisOf);
  if (space == null || time == null || !statementsIn(inner.body).every(isPlain)) return null;
  if (outer.name !== spaceName && inner.name !== spaceName) return null;
  const isOuter = outer.name === spaceName;
  const axes = isOuter ? { space, time } : { space: time, time: space };

  const body = inner.body.map(asExtreme);
  const handed = handedOn(loops, axes, body, isOuter);
  if (handed === null || "problem" in handed) return handed;
  const sums: Accumulation[] = [];
  for (const name of writesOf(handed.body)) {
    if (handed.handed.some(({ own }) => own === name)) continue;
    if (handed.outputs.has(name)) continue;
    if (firstUse(handed.body, name) !== "read" && !liveAfter(loops, nest, name)) continue;
    const all = accumulationsOf(handed.body, name);
    const [first] = all ?? [];
    const isFree = all?.every(({ stmt }) => stmt.kind === "assign" && reductionOf(stmt)?.unordered === true);
    if (first === undefined || isFree !== true) return { problem: "scalar", name };
    sums.push(first);
  }
  const times = handed.handed.flatMap(({ distances }) => distances.map((one) => one.time));
  const passed = handed.handed.flatMap(({ distances }) => distances.filter((one) => one.space === 1));
  return {
    nest,
    ...axes,
    body: handed.body,
    handed: handed.handed,
    sums,
    scalars: handed.scalars,
    skew: Math.max(1, ...passed.map((one) => 1 - one.time)),
    before: Math.max(0, ...times),
    after: Math.max(0, ...times.map((one) => -one)),
  };
}

/** `if x > best: best = x` is `best = max(best, x)`, of integers. */
function asExtreme(stmt: Stmt): Stmt {
  const [only, ...others] = stmt.kind === "if" ? stmt.then : [];
  if (stmt.kind !== "if" || stmt.else.length > 0 || others.length > 0 || only?.kind !== "assign")
    return mapBodies(stmt, (body) => body.map(asExtreme));
  const op = extremeOf(stmt, only.target, only.value);
  if (op === null) return stmt;
  const left: Expr = { kind: "var", name: only.target, type: only.value.type };
  const span = stmt.origin.span;
  return { ...only, value: { kind: "binary", op, left, right: only.value, type: only.value.type, span } };
}

function extremeOf({ condition }: If, target: string, value: Expr): "max" | "min" | null {
  if (condition.kind !== "compare" || !isInteger(value) || namesRead(value).has(target)) return null;
  const isTarget = (expr: Expr): boolean => expr.kind === "var" && expr.name === target;
  const isFirst = isTarget(condition.right) && sameExpr(condition.left, value);
  if (!isFirst && !(isTarget(condition.left) && sameExpr(condition.right, value))) return null;
  switch (condition.op) {
    case "gt":
    case "ge":
      return isFirst ? "max" : "min";
    case "lt":
    case "le":
      return isFirst ? "min" : "max";
    default:
      return null;
  }
}

function isInteger({ type }: Expr): boolean {
  return type.kind === "int" || (type.kind === "python" && type.name === "int");
}

interface HandedOn {
  readonly body: readonly Stmt[];
  readonly handed: readonly Handed[];
  readonly outputs: ReadonlySet<string>; // arrays that are stored to and not read
  readonly scalars: readonly ScalarDecl[];
}

function handedOn(
  loops: Loops,
  axes: Pick<Front, "space" | "time">,
  given: readonly Stmt[],
  isSpaceOuter: boolean,
): HandedOn | FrontProblem | null {
  const taken = new Set(namesIn(loops));
  const written = writesOf(given);
  const stores = statementsIn(given).filter((stmt) => stmt.kind === "store");
  const loads = statementsIn(given)
    .flatMap((stmt) => expressionsOf(stmt).flatMap(expressionsIn))
    .filter((expr) => expr.kind === "load");
  let body = given;
  const handed: Handed[] = [];
  const scalars: ScalarDecl[] = [];
  const outputs = new Set<string>();
  let isFront = false;
  for (const array of new Set(stores.map((store) => store.array))) {
    const own = stores.filter((store) => store.array === array);
    const [store] = own;
    if (store === undefined) continue;
    const depends = own.find(({ index }) =>
      index.some((one) => [...namesRead(one)].some((name) => written.has(name))),
    );
    if (depends !== undefined) return { problem: "array", stmt: depends, array };
    const reads = loads.filter((load) => load.array === array);
    if (reads.length === 0) {
      const odd = own.find(({ index }) => !sameIndex(index, store.index) || !followsOne(axes, index));
      if (odd !== undefined) return { problem: "array", stmt: odd, array };
      outputs.add(array);
      continue;
    }
    const distances: Distance[] = [];
    for (const load of reads) {
      const distance = distanceOf(axes, store.index, load.index);
      const isOwn = distance !== null && distance.space === 0 && distance.time === 0;
      if (isOwn) continue;
      if (distance === null || !isEarlier(distance, isSpaceOuter))
        return { problem: "distance", load, distance };
      distances.push(distance);
    }
    const odd = own.find(({ index }) => !sameIndex(index, store.index));
    if (odd !== undefined) return { problem: "array", stmt: odd, array };
    isFront ||= distances.length > 0;
    const name = freshName(taken, `${array}_here`);
    taken.add(name);
    body = withOwn(axes, body, store, name);
    const isSet = firstUse([...body, readOf(name, store)], name) === "written";
    if (!isSet) return { problem: "array", stmt: store, array };
    scalars.push({ kind: "scalar", name, type: store.value.type });
    handed.push({ array, own: name, store, distances });
  }
  return isFront ? { body, handed, outputs, scalars } : null;
}

/** From this element or the one before it, and from an iteration that the program did earlier. */
function isEarlier({ space, time }: Distance, isSpaceOuter: boolean): boolean {
  if (space !== 0 && space !== 1) return false;
  const [outer, inner] = isSpaceOuter ? [space, time] : [time, space];
  return outer > 0 || (outer === 0 && inner > 0);
}

/** What an iteration stores is a scalar, and so is what it reads of it again. */
function withOwn(
  axes: Pick<Front, "space" | "time">,
  stmts: readonly Stmt[],
  store: Store,
  own: string,
): readonly Stmt[] {
  const isOwn = (expr: Expr): boolean => {
    if (expr.kind !== "load" || expr.array !== store.array) return false;
    const distance = distanceOf(axes, store.index, expr.index);
    return distance !== null && distance.space === 0 && distance.time === 0;
  };
  return stmts.map((stmt) => {
    const next = mapBodies(
      mapExpressions(stmt, (root) =>
        mapExpr(root, (expr) => (isOwn(expr) ? { kind: "var", name: own, type: expr.type } : expr)),
      ),
      (inner) => withOwn(axes, inner, store, own),
    );
    return next.kind === "store" && next.array === store.array
      ? { kind: "assign", target: own, value: next.value, origin: next.origin }
      : next;
  });
}

function readOf(name: string, { value, origin }: Store): Stmt {
  return { kind: "assign", target: `.${name}`, value: { kind: "var", name, type: value.type }, origin };
}

function sameIndex(a: readonly Expr[], b: readonly Expr[]): boolean {
  return a.length === b.length && a.every((one, dim) => sameExpr(one, b[dim] ?? one));
}
