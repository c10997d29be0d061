/**
 * Scalars that go from element to element: each line of words has one of its own, which passes as the words of an array do.
 *
 *     for k: for i:                              m[i, k], in column k,
 *       m = a[i, k] / a[k, k]                    which moves along row k of the elements
 *       for j: a[i, j] -= m * a[k, j]
 */
import { bug } from "../../../diagnostics/bug.ts";
import { liveAfter, namesRead, startsByWriting, writesOf } from "../../../loops/analysis/effects.ts";
import { freshName, namesIn } from "../../../loops/find.ts";
import type { Expr, For, Loops, Stmt } from "../../../loops/nodes.ts";
import { expressionsOf, mapBodies, mapExpr, mapExpressions, statementsIn } from "../../../loops/walk.ts";
import { elementFor } from "../moving.ts";
import { type Leaf, variablesOf } from "./leaves.ts";
import { accessesIn, type Stream } from "./streams.ts";

export interface Expanded {
  readonly leaves: readonly Leaf[];
  readonly streams: readonly Stream[]; // with those of scalars
  readonly local: readonly string[]; // scalars that an element sets and reads within a step
}

export interface ScalarProblem {
  readonly problem: "scalar";
  readonly name: string;
}

export function withoutScalars(
  loops: Loops,
  nest: For,
  leaves: readonly Leaf[],
  streams: readonly Stream[],
): Expanded | ScalarProblem {
  const arrays = new Set(streams.map(({ array }) => array));
  const taken = new Set(namesIn(loops));
  let found: Expanded = { leaves, streams, local: [] };
  for (const name of writesOf(nest.body)) {
    if (arrays.has(name)) continue;
    const all = liveAfter(loops, nest, name) ? null : websOf(nest.body, name);
    if (all === null) return { problem: "scalar", name };
    for (const web of all) {
      const own = found.leaves.filter(({ given }) => mentions(given, name) && isIn(web, given));
      const [first] = own;
      if (first === undefined) continue;
      const common = own.reduce((shared, { loops: around }) => sharedBy(shared, around), first.loops);
      if (own.every(({ loops: around }) => around.length === common.length)) {
        found = { ...found, local: [...found.local, name] };
        continue;
      }
      const index = indexFor(own, streams, common, name);
      if (index === null) return { problem: "scalar", name };
      const array = freshName(taken, `${name}_line`);
      taken.add(array);
      const declared = [...loops.scalars, ...loops.params].find((one) => one.name === name);
      const type = declared?.kind === "scalar" ? declared.type : bug("a scalar has a type");
      const element = elementFor([], { kind: "var", name, type });
      found = {
        ...found,
        leaves: found.leaves.map((leaf) =>
          own.includes(leaf) ? { ...leaf, stmt: replaced(leaf.stmt, name, array, index) } : leaf,
        ),
        streams: [
          ...found.streams,
          { array, element, time: 0, column: 1, index: [], shape: null, scalar: name },
        ],
      };
    }
  }
  return found;
}

/** Statements within which a scalar is set before it is read, as few as there are. Null: somewhere it is read first. */
function websOf(body: readonly Stmt[], name: string): readonly (readonly Stmt[])[] | null {
  const webs: (readonly Stmt[])[] = [];
  let open: Stmt[] | null = null; // may still be read
  for (const stmt of body) {
    if (!mentions(stmt, name)) continue;
    const inside = stmt.kind === "for" ? websOf(stmt.body, name) : null;
    if (inside !== null) {
      webs.push(...inside);
      open = null;
    } else if (startsByWriting([stmt], name)) {
      open = [stmt];
      webs.push(open);
    } else if (open === null) return null;
    else open.push(stmt);
  }
  return webs;
}

export function mentions(stmt: Stmt, name: string): boolean {
  return (
    writesOf([stmt]).has(name) ||
    statementsIn([stmt]).some((one) => expressionsOf(one).some((expr) => namesRead(expr).has(name)))
  );
}

function isIn(web: readonly Stmt[], stmt: Stmt): boolean {
  return statementsIn(web).includes(stmt);
}

function sharedBy(a: readonly For[], b: readonly For[]): readonly For[] {
  const end = a.findIndex((loop, at) => loop !== b[at]);
  return end < 0 ? a : a.slice(0, end);
}

/** Whose word it goes with: one that is computed from it, or one that it is computed from, in the loops that all share. */
function indexFor(
  leaves: readonly Leaf[],
  streams: readonly Stream[],
  common: readonly For[],
  name: string,
): readonly Expr[] | null {
  const variables = variablesOf({ loops: common });
  const reads = (stmt: Stmt): boolean => expressionsOf(stmt).some((expr) => namesRead(expr).has(name));
  const candidates = [
    ...leaves.flatMap(({ stmt }) => (reads(stmt) && stmt.kind === "store" ? [stmt] : [])),
    ...leaves.flatMap(({ stmt }) => (writesOf([stmt]).has(name) ? accessesIn(stmt) : [])),
  ];
  for (const { array, index } of candidates) {
    const stream = streams.find((one) => one.array === array);
    const [time, column] = [index[stream?.time ?? 0], index[stream?.column ?? 1]];
    if (stream === undefined || time === undefined || column === undefined) continue;
    if ([time, column].every((one) => [...namesRead(one)].every((used) => variables.has(used))))
      return [time, column];
  }
  return null;
}

function replaced(stmt: Stmt, name: string, array: string, index: readonly Expr[]): Stmt {
  const next = mapBodies(
    mapExpressions(stmt, (root) =>
      mapExpr(root, (expr) =>
        expr.kind === "var" && expr.name === name
          ? { kind: "load", array, index, type: expr.type, span: stmt.origin.span }
          : expr,
      ),
    ),
    (body) => body.map((one) => replaced(one, name, array, index)),
  );
  return next.kind === "assign" && next.target === name
    ? { kind: "store", array, index, value: next.value, origin: next.origin }
    : next;
}
