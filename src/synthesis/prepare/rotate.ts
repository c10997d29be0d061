/**
 * Neighbours that a pipelined loop reads side by side out of cyclic banks: each bank is read once, and what it gives is turned to
 * where it is wanted. Read one by one, each of them might be in any bank, and keep the others from it.
 *
 *     a in 3 banks          for i: b[i] = a[i] + a[i + 1] + a[i + 2]
 *                           for i: v0 = a[(i + 2) // 3 * 3]; v1 = a[(i + 1) // 3 * 3 + 1]; v2 = a[i // 3 * 3 + 2]
 *                                  b[i] = (v0 if i % 3 == 0 else v1 if i % 3 == 1 else v2) + …
 *
 * Only of arrays that nothing writes meanwhile, and where every index is known to be inside: nothing faults that did not.
 */
import { type Affine, termsKey, write } from "../../loops/analysis/affine.ts";
import { writesOf } from "../../loops/analysis/effects.ts";
import {
  affineRange,
  analyse,
  noFacts,
  type Ranges,
  rangeOf,
  within,
} from "../../loops/analysis/range/index.ts";
import { arraysOf, forLoops } from "../../loops/find.ts";
import { add, compare, constantOf, floordiv, int, mod, mul } from "../../loops/indices.ts";
import { assigned, type Names, namesOf } from "../../loops/names.ts";
import type { ArrayDecl, Expr, For, Load, Loops, Stmt } from "../../loops/nodes.ts";
import { isLoop, mapBodies, mapExpr, mapExpressions, statementsIn } from "../../loops/walk.ts";
import { placeOf } from "./place.ts";
import { touchesOf } from "./touch.ts";

export function rotate(loops: Loops): Loops {
  const spread = arraysOf(loops).flatMap((decl) => (isOurs(decl) ? cyclicDims(decl) : []));
  if (spread.length === 0) return loops;
  const names = namesOf(loops);
  const known: Known = {
    ranges: analyse(loops),
    counters: new Map(forLoops(loops).map((loop) => [loop.variable, loop])),
  };
  const body = loops.body.map((stmt) => {
    const written = writesOf([stmt]);
    const axes = spread.filter(({ decl }) => !written.has(decl.name));
    return axes.length === 0 ? stmt : rotatedIn(stmt, known, axes, names);
  });
  return { ...loops, body, scalars: names.scalars() };
}

interface Known {
  readonly ranges: Ranges;
  readonly counters: ReadonlyMap<string, For>; // by variable
}

/** A dimension that is spread over banks in turn. */
interface Axis {
  readonly decl: ArrayDecl;
  readonly dim: number;
  readonly banks: number;
}

function isOurs({ words, table }: ArrayDecl): boolean {
  return words === undefined && table === undefined;
}

function cyclicDims(decl: ArrayDecl): readonly Axis[] {
  return (decl.banks ?? []).flatMap(({ how, dim, factor }) =>
    how === "cyclic" && factor < (decl.shape[dim] ?? 0) ? [{ decl, dim, banks: factor }] : [],
  );
}

function rotatedIn(stmt: Stmt, known: Known, axes: readonly Axis[], names: Names): Stmt {
  const isPipelined =
    stmt.kind === "for" && stmt.attrs.pipeline !== undefined && !statementsIn(stmt.body).some(isLoop);
  if (isPipelined) return axes.reduce((loop, axis) => rotated(loop, known, axis, names), stmt);
  return mapBodies(stmt, (body) => body.map((one) => rotatedIn(one, known, axes, names)));
}

/** Elements that differ along one dimension alone, by constants: as many neighbours as there are banks, from `base` on. */
interface Window {
  readonly base: Affine;
  readonly index: readonly Expr[]; // of one of them
  readonly keys: ReadonlyMap<string, number>; // of its elements: how far from the base
}

function rotated(loop: For, known: Known, axis: Axis, names: Names): For {
  const windows = windowsIn(loop, known, axis);
  if (windows.length === 0) return loop;
  const { decl, dim, banks } = axis;
  const before: Stmt[] = [];
  const values = new Map<string, Expr>();
  for (const { base, index, keys } of windows) {
    const at = write(base);
    const given = Array.from({ length: banks }, (_, bank): Expr => {
      const name = names.scalar(`${decl.name}_${bank}`, decl.element);
      const element = add(mul(floordiv(add(at, int(banks - 1 - bank)), int(banks)), int(banks)), int(bank));
      const place = index.map((expr, own) => (own === dim ? element : expr));
      const { span } = loop.origin;
      before.push(
        assigned(
          name,
          { kind: "load", array: decl.name, index: place, type: decl.element, span },
          loop.origin,
        ),
      );
      return { kind: "var", name, type: decl.element };
    });
    const turn = mod(at, int(banks));
    for (const [key, distance] of keys) values.set(key, chosen(given, turn, distance));
  }
  const value = (expr: Expr): Expr =>
    mapExpr(expr, (one) => (isLoadOf(one, decl) ? (values.get(placeOf(one.index).key) ?? one) : one));
  const inside = (stmt: Stmt): Stmt => mapBodies(mapExpressions(stmt, value), (body) => body.map(inside));
  return { ...loop, body: [...before, ...loop.body.map(inside)] };
}

function isLoadOf(expr: Expr, { name }: ArrayDecl): expr is Load {
  return expr.kind === "load" && expr.array === name;
}

/** Of what banks give the one that is so far from the base, which is in bank `turn`. */
function chosen(given: readonly Expr[], turn: Expr, distance: number): Expr {
  const last = given.length - 1;
  const of = (bank: number): Expr => given[(bank + distance) % given.length] ?? turn;
  let value = of(last);
  for (let bank = last - 1; bank >= 0; bank--) {
    const [condition, then] = [compare("eq", turn, int(bank)), of(bank)];
    value = { kind: "select", condition, then, otherwise: value, type: then.type, span: condition.span };
  }
  return value;
}

/** Accesses that one memory takes in a cycle. */
const ports = 2;

function windowsIn({ body }: For, known: Known, axis: Axis): readonly Window[] {
  const places = new Map(
    body
      .flatMap(touchesOf)
      .filter(({ array }) => array === axis.decl.name)
      .map(({ place }) => [place.key, place] as const),
  );
  const groups = new Map<string, Spot[]>();
  for (const { index, forms, key, names } of places.values()) {
    const form = forms[axis.dim] ?? null;
    // Names that are set in the body may not have their values yet where it begins.
    const isSteady = [...names].every((name) => known.counters.has(name));
    if (form === null || !isSteady || !isInside(index, known, axis.decl) || !moves(form, known, axis))
      continue;
    const others = index.flatMap((expr, own) => (own === axis.dim ? [] : [placeOf([expr]).key]));
    const group = JSON.stringify([termsKey(form.terms), ...others]);
    groups.set(group, [...(groups.get(group) ?? []), { index, form, key }]);
  }
  const moving = [...groups.values()];
  if (moving.reduce((sum, group) => sum + group.length, 0) <= ports) return [];
  return moving.flatMap((group) => windowsOf(group, known, axis));
}

function isInside(index: readonly Expr[], { ranges }: Known, { shape }: ArrayDecl): boolean {
  return index.every((expr, dim) => within(rangeOf(ranges, expr, noFacts), 0, (shape[dim] ?? 0) - 1));
}

interface Spot {
  readonly index: readonly Expr[];
  readonly form: Affine;
  readonly key: string;
}

/** Whether only counters tell its bank. */
function moves({ terms }: Affine, { counters }: Known, { banks }: Axis): boolean {
  let isMoving = false;
  for (const [name, factor] of terms) {
    const counter = counters.get(name);
    if (counter === undefined) return false;
    if ((factor * counter.step) % banks !== 0 || (constantOf(counter.from) === null && factor % banks !== 0))
      isMoving = true;
  }
  return isMoving;
}

/** From the first element on, as many at a time as there are banks; one alone stays as it is. */
function windowsOf(group: readonly Spot[], { ranges }: Known, { decl, dim, banks }: Axis): readonly Window[] {
  const size = decl.shape[dim] ?? 0;
  const sorted = group.toSorted((a, b) => a.form.constant - b.form.constant);
  const windows: Window[] = [];
  for (let rest = sorted; rest.length > 0; ) {
    const [first, ...others] = rest;
    if (first === undefined) break;
    const end = first.form.constant + banks;
    const own = [first, ...others.filter(({ form }) => form.constant < end)];
    rest = rest.slice(own.length);
    const range = affineRange(ranges, first.form, noFacts);
    if (own.length < 2 || !within(range, 0, size - banks)) continue;
    const keys = new Map(own.map(({ key, form }) => [key, form.constant - first.form.constant]));
    windows.push({ base: first.form, index: first.index, keys });
  }
  return windows;
}
