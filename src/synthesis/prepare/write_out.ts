/**
 * `unroll` written out: copies of a loop's body that stand one after another. Whether they run side by side is decided
 * later, by what they need of each other.
 *
 *     for i in range(8): a[i] = 0     by 2     for i in range(0, 8, 2): a[i] = 0; a[i + 1] = 0
 *
 * In a pipelined loop each loop of a known count is written out completely: an iteration can then start every cycle. A
 * loop of one iteration is no loop; where it was asked to be flat, it is a region.
 */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import { Diagnosed } from "../../diagnostics/diagnosed.ts";
import type { SourceFile } from "../../diagnostics/diagnostic.ts";
import { breaksOut } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { compare, int, variable } from "../../loops/indices.ts";
import { assigned, type Names, namesOf } from "../../loops/names.ts";
import type { Expr, For, LoopAttrs, Loops, Stmt } from "../../loops/nodes.ts";
import {
  expressionsIn,
  expressionsOf,
  isLoop,
  mapBodies,
  mapExpressions,
  statementsIn,
} from "../../loops/walk.ts";
import { pythonInt } from "../../types/types.ts";
import { folded, foldedWhole, isSmall, replaced } from "./fold.ts";
import { straightened, truth, unless } from "./jumps.ts";
import { isRolled } from "./rolled.ts";

/** Statements and expressions that all copies together may have. */
export const mostOperations = 1_000_000;

/** What becomes of loops inside flat ones: they stay `rolled`, for whoever plans the graph runs them (plan/rounds.ts). */
export type FlatLoops = "rolled" | "written";

export function writeOut(loops: Loops, flat: FlatLoops = "written"): Loops {
  const names = namesOf(loops);
  const writing: Writing = { names, source: loops.source, flat, made: 0 };
  const body = block(writing, loops.body, "outside");
  return { ...loops, body, scalars: names.scalars() };
}

interface Writing {
  readonly names: Names;
  readonly source: SourceFile;
  readonly flat: FlatLoops;
  made: number; // operations so far
}

/** Whether a pipelined loop is around. */
type Where = "outside" | "pipelined";

function block(writing: Writing, body: readonly Stmt[], where: Where): readonly Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    if (stmt.kind === "for") return loop(writing, stmt, where);
    return [mapBodies(stmt, (inner) => block(writing, inner, where))];
  });
}

function loop(writing: Writing, stmt: For, where: Where): readonly Stmt[] {
  const { unroll, ...attrs } = stmt.attrs;
  const inside = attrs.pipeline === undefined ? where : "pipelined";
  const count = tripCount(stmt);
  const factor = factorOf(stmt, count, where);
  const isFlat = attrs.pipeline?.flat === true;
  const isTurns = isFlat && attrs.pipeline?.ii !== undefined; // what takes turns is pipelined, though it runs once
  const isOnce = count === 1 && !isTurns;
  if (isFlat && where === "outside" && writing.flat === "rolled" && isRolled(stmt.body)) {
    const { name, origin } = stmt;
    if (!isOnce) return [{ ...stmt, attrs: { ...attrs, pipeline: { ...attrs.pipeline, rolled: true } } }];
    const body = copyOf(writing.names, stmt.body, stmt.variable, stmt.from, 0);
    return [{ kind: "region", name, body, origin }];
  }
  const isAsked = unroll !== undefined || where === "pipelined" || isOnce;
  if (!isAsked || (factor === 1 && count !== 1))
    return [{ ...stmt, attrs, body: block(writing, stmt.body, inside) }];
  reserve(writing, stmt, factor, inside);
  if (count !== null && factor >= count) {
    const copies = complete(writing, stmt, count, inside);
    if (!isFlat || where === "pipelined") return copies;
    // A graph that is asked to be flat stays one, also where it runs once; what cannot be one is refused as a pipeline.
    const { name, origin } = stmt;
    return statementsIn(copies).some(isLoop)
      ? [{ ...stmt, attrs }]
      : [{ kind: "region", name, body: copies, origin }];
  }
  return partial(writing, { ...stmt, attrs }, { count, factor }, inside);
}

/** Of a loop in no pipelined one: the whole count where it is written out completely, 1 where nobody asked. */
export function copiesOf(stmt: For): number {
  return stmt.attrs.unroll === undefined ? 1 : factorOf(stmt, tripCount(stmt), "outside");
}

/** How many copies: the whole count where it is written out completely. */
function factorOf({ attrs: { unroll } }: For, count: number | null, where: Where): number {
  if (count !== null && (where === "pipelined" || (unroll !== undefined && unroll.factor === undefined)))
    return count;
  const asked = unroll?.factor ?? 1;
  // One round and a rest are no loop.
  return count !== null && asked > 1 && count < 2 * asked ? count : asked;
}

function complete(writing: Writing, stmt: For, count: number, where: Where): readonly Stmt[] {
  const { names } = writing;
  const { before, from } = steady(names, stmt);
  const { body, left } = straightened(stmt.body, "flag", names);
  const copies = Array.from({ length: count }, (_, k) => {
    const copy = block(
      writing,
      copyOf(names, body, stmt.variable, shifted(from, k * stmt.step, names), k),
      where,
    );
    return left === null || k === 0 ? copy : [unless(left, copy, stmt.origin)];
  });
  const start = left === null ? [] : [assigned(left, truth(false), stmt.origin)];
  return [...before, ...start, ...copies.flat()];
}

interface Unrolling {
  readonly count: number | null;
  readonly factor: number;
}

/** `for i step k` with k copies. A rest of known size follows; else each copy asks whether it still runs. */
function partial(writing: Writing, stmt: For, { count, factor }: Unrolling, where: Where): readonly Stmt[] {
  const { names } = writing;
  const { before, from, to } = steady(names, stmt);
  const { body } = straightened(stmt.body, "stay", names);
  const step = stmt.step * factor;
  const fits = count !== null && count % factor === 0;
  const guards = count === null || (!fits && breaksOut(body) !== null);
  const copies = Array.from({ length: factor }, (_, k) => {
    const value = shifted(variable(stmt.variable), k * stmt.step, names);
    const copy = block(writing, copyOf(names, body, stmt.variable, value, k), where);
    if (!guards || k === 0) return copy;
    return [
      { kind: "if", condition: compare("lt", value, to), then: copy, else: [], origin: stmt.origin } as const,
    ];
  });
  const strip: For = { ...stmt, from, step, body: copies.flat() };
  if (guards || count === null || fits) return [...before, { ...strip, to }];
  const whole = Math.floor(count / factor) * factor;
  const end = shifted(from, whole * stmt.step, names);
  const rest: For = { ...stmt, from: end, to, body };
  return [
    ...before,
    { ...strip, to: end },
    ...restOf(writing, rest, { count: count - whole, first: factor }, where),
  ];
}

/** As copies; a loop where the body has loops of its own, which would all be there twice. */
function restOf(
  writing: Writing,
  stmt: For,
  { count, first }: { readonly count: number; readonly first: number }, // copies, and the number of the first
  where: Where,
): readonly Stmt[] {
  const { names } = writing;
  const own = stmt.variable;
  if (statementsIn(stmt.body).some(isLoop)) {
    const name = names.loop(`${stmt.name}.rest`);
    const counter = names.counter(name);
    const body = block(writing, copyOf(names, stmt.body, own, variable(counter), first), where);
    return [{ ...stmt, name, variable: counter, body }];
  }
  return Array.from({ length: count }, (_, k) =>
    block(writing, copyOf(names, stmt.body, own, shifted(stmt.from, k * stmt.step, names), first + k), where),
  ).flat();
}

/** A loop evaluates its bounds once: those that may fault, or that the body may change, are kept in scalars. */
function steady(names: Names, stmt: For): { before: readonly Stmt[]; from: Expr; to: Expr } {
  const before: Stmt[] = [];
  const hold = (expr: Expr, what: string): Expr => {
    if (isSmall(expr, names.isCounter)) return expr;
    const name = names.scalar(`${stmt.variable}_${what}`, pythonInt);
    before.push(assigned(name, expr, stmt.origin));
    return { kind: "var", name, type: pythonInt };
  };
  const from = hold(stmt.from, "from");
  return { before, from, to: hold(stmt.to, "to") };
}

function shifted(base: Expr, by: number, names: Names): Expr {
  const span = { from: 0, to: 0 };
  const sum: Expr = { kind: "binary", op: "add", left: base, right: int(by), type: pythonInt, span };
  return by === 0
    ? foldedWhole(base, names.isCounter)
    : folded({ ...sum, left: foldedWhole(base, names.isCounter) }, names.isCounter);
}

/** The statements with a variable replaced. The first copy keeps the names of inner loops, others get new ones. */
function copyOf(
  names: Names,
  body: readonly Stmt[],
  own: string,
  value: Expr,
  number: number,
): readonly Stmt[] {
  const values = new Map<string, Expr>([[own, value]]);
  const renamed = new Map<string, string>();
  const counters = new Map<string, string>();
  for (const stmt of statementsIn(body)) {
    if (number === 0 || (stmt.kind !== "for" && stmt.kind !== "while")) continue;
    const name = names.loop(`${stmt.name}.${number}`);
    renamed.set(stmt.name, name);
    if (stmt.kind !== "for") continue;
    const counter = names.counter(`${stmt.variable}_${number}`);
    counters.set(stmt.variable, counter);
    values.set(stmt.variable, variable(counter));
  }
  const copy = (stmt: Stmt): Stmt => {
    const changed = mapBodies(
      mapExpressions(stmt, (expr) => replaced(expr, values, names.isCounter)),
      (inner) => inner.map(copy),
    );
    if (changed.kind !== "for" && changed.kind !== "while") return changed;
    const name = renamed.get(changed.name) ?? changed.name;
    if (changed.kind === "while") return { ...changed, name };
    return { ...changed, name, variable: counters.get(changed.variable) ?? changed.variable };
  };
  return body.map(copy);
}

// Size

function reserve(writing: Writing, stmt: For, copies: number, where: Where): void {
  writing.made += copies * ownSize(stmt.body);
  const operations = Math.max(writing.made, copies * sizeOf(stmt.body, where));
  if (operations <= mostOperations) return;
  const facts = { loop: stmt.name, operations, most: mostOperations };
  throw new Diagnosed(writing.source, [diagnose("unrolled-too-far", stmt.origin.span, facts)]);
}

/** Once all in it is written out, as far as counts are known now. */
function sizeOf(body: readonly Stmt[], where: Where): number {
  let size = 0;
  for (const stmt of body) {
    size += headSize(stmt);
    if (stmt.kind === "for") {
      const inside = isPipelined(stmt.attrs) ? "pipelined" : where;
      size += Math.max(1, factorOf(stmt, tripCount(stmt), where)) * sizeOf(stmt.body, inside);
    } else if (stmt.kind === "if") size += sizeOf(stmt.then, where) + sizeOf(stmt.else, where);
    else if (stmt.kind === "while") size += sizeOf(stmt.body, where);
  }
  return size;
}

function isPipelined({ pipeline }: LoopAttrs): boolean {
  return pipeline !== undefined;
}

/** Without what inner loops hold: those count their own. */
function ownSize(body: readonly Stmt[]): number {
  let size = 0;
  for (const stmt of body) {
    size += headSize(stmt);
    if (stmt.kind === "if") size += ownSize(stmt.then) + ownSize(stmt.else);
  }
  return size;
}

function headSize(stmt: Stmt): number {
  let size = 1;
  for (const root of expressionsOf(stmt)) for (const _ of expressionsIn(root)) size += 1;
  return size;
}
