/**
 * When iterations of a loop may run beside those of another one that fills the buffer they read: SODA's reuse of a
 * stencil's window, by counters in place of queues (Chi et al., "SODA: Stencil with Optimized Dataflow Architecture",
 * ICCAD 2018).
 *
 *     for f in range(20): b[f] = ...         for f in range(20): b[f] = ...
 *     for j in range(9):              =>     for x in range(20):
 *         c[j] = b[2 * j + 1]                    if x >= 1 and (x - 1) % 2 == 0: c[(x - 1) // 2] = b[x]
 *
 * Both then have one iteration for each element that is filled, and can be fused.
 */
import { loadsOf } from "../../loops/analysis/accesses.ts";
import { type Affine, affineOf, plus, symbol, termsOf, times, write } from "../../loops/analysis/affine.ts";
import { affineRange, analyse, noFacts, type Ranges } from "../../loops/analysis/range/index.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import {
  add,
  compare,
  constantOf,
  floordiv,
  int,
  mod,
  mul,
  sameExpr,
  sub,
  substitute,
} from "../../loops/indices.ts";
import type { Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import { mapBodies, mapChildren, mapExpressions, statementsIn } from "../../loops/walk.ts";
import { pythonBool } from "../../types/types.ts";

/** Iteration t of the reader runs beside iteration `every * t + delay` of the loop that fills. */
interface Alignment {
  readonly every: number; // 1 or more
  readonly delay: number; // 0 or more
}

interface Counted {
  readonly from: number;
  readonly count: number; // 1 or more
}

/** Both loops with one count, the reader late enough for what it reads; null where it does not follow the other. */
export function aligned(
  loops: Loops,
  fill: For,
  reader: For,
): { readonly fill: For; readonly reader: For } | null {
  const [ours, theirs] = [countedFrom(fill), countedFrom(reader)];
  if (ours === null || theirs === null || fill.step !== 1) return null;
  const found = alignmentOf(analyse(loops), fill, { loop: reader, ...theirs });
  if (found === null || found.delay >= ours.count) return null;
  const { every, delay } = found;
  const count = Math.max(ours.count, every * (theirs.count - 1) + delay + 1);
  const bounds = { from: int(ours.from), to: int(ours.from + count) };
  const isFilling = compare("lt", variableOf(fill), int(ours.from + ours.count));
  return {
    fill: { ...fill, ...bounds, body: count > ours.count ? innermost(fill.body, isFilling) : fill.body },
    reader: {
      ...late(reader, theirs, { every, delay: ours.from + delay, count, first: ours.from }),
      ...bounds,
    },
  };
}

/** From its last iteration to its first; it counts in steps of 1 between constants. */
export function mirrored(loop: For): For | null {
  const counted = countedFrom(loop);
  if (counted === null || loop.step !== 1) return null;
  const value = sub(int(2 * counted.from + counted.count - 1), variableOf(loop));
  return { ...loop, body: substitute(loop.body, loop.variable, value) };
}

function countedFrom(loop: For): Counted | null {
  const from = constantOf(loop.from);
  const count = tripCount(loop);
  return from === null || count === null || count === 0 ? null : { from, count };
}

/** As late as the last element that an iteration may read; null where elements are not read in the order of filling. */
function alignmentOf(ranges: Ranges, fill: For, reader: Counted & { readonly loop: For }): Alignment | null {
  const stores = statementsIn(fill.body).filter((stmt) => stmt.kind === "store");
  let every = 0;
  let delay = 0;
  for (const array of new Set(stores.map((stmt) => stmt.array))) {
    const along = alongOf(
      fill,
      stores.filter((stmt) => stmt.array === array).map(({ index }) => index),
    );
    if (along === null) return null;
    for (const { index } of loadsOf(reader.loop.body, array)) {
      const place = affineOf(index[along.dim] ?? int(0));
      const filled = place && times(plus(place, -along.start), along.step);
      const factor = filled?.terms.get(reader.loop.variable) ?? 0;
      const reach = filled && affineRange(ranges, without(filled, reader.loop.variable), noFacts);
      if (reach === null || factor < 0) return null;
      every = Math.max(every, factor * reader.loop.step);
      delay = Math.max(delay, factor * reader.from + reach.high);
    }
  }
  return every === 0 ? null : { every, delay };
}

/** Iteration n fills the elements `start + step * n` of a dimension. */
interface Along {
  readonly dim: number;
  readonly start: number;
  readonly step: 1 | -1;
}

function alongOf(fill: For, indices: readonly (readonly Expr[])[]): Along | null {
  const [first = []] = indices;
  for (const [dim, expr] of first.entries()) {
    const form = affineOf(expr);
    const step = form?.terms.get(fill.variable);
    if (form === null || form.terms.size !== 1 || (step !== 1 && step !== -1)) continue;
    const isSame = indices.every((index) => sameExpr(index[dim] ?? int(0), expr));
    if (isSame) return { dim, start: form.constant + step * (constantOf(fill.from) ?? 0), step };
  }
  return null;
}

function without(form: Affine, name: string): Affine {
  return plus(
    termsOf(form, (other) => other !== name),
    form.constant,
  );
}

/** The guard stands where loops inside can still change places. */
function innermost(body: readonly Stmt[], condition: Expr): readonly Stmt[] {
  const [only, other] = body;
  if (only?.kind === "for" && other === undefined)
    return [{ ...only, body: innermost(only.body, condition) }];
  return only === undefined ? body : [guarded(condition, body, only)];
}

/** The reader by the counter of the fill. */
function late(
  loop: For,
  own: Counted,
  { every, delay, count, first }: Alignment & { readonly count: number; readonly first: number },
): For {
  const ticks = plus(symbol(loop.variable), -delay);
  const end = delay + every * (own.count - 1) + 1;
  const conditions = [
    ...(delay > first ? [compare("ge", variableOf(loop), int(delay))] : []),
    ...(every > 1 ? [compare("eq", mod(write(ticks), int(every)), int(0))] : []),
    ...(end + every - 1 < first + count ? [compare("lt", variableOf(loop), int(end))] : []),
  ];
  const value = add(mul(floordiv(write(ticks), int(every)), int(loop.step)), int(own.from));
  const inTicks = (expr: Expr): Expr => {
    const form = affineOf(expr);
    const factor = (form?.terms.get(loop.variable) ?? 0) * loop.step;
    // Where the guard holds, `every` divides the ticks.
    if (form !== null && factor !== 0 && factor % every === 0) {
      const start = plus(without(form, loop.variable), (factor / loop.step) * own.from);
      return write(plus(start, times(ticks, factor / every)));
    }
    if (expr.kind === "var") return expr.name === loop.variable ? value : expr;
    return mapChildren(expr, inTicks);
  };
  const moved = (stmt: Stmt): Stmt => mapBodies(mapExpressions(stmt, inTicks), (inner) => inner.map(moved));
  const body = loop.body.map(moved);
  const [condition, ...more] = conditions;
  const all = condition && more.reduce<Expr>(both, condition);
  return { ...loop, step: 1, body: all === undefined ? body : [guarded(all, body, loop)] };
}

function both(left: Expr, right: Expr): Expr {
  return { kind: "logic", op: "and", left, right, type: pythonBool, span: { from: 0, to: 0 } };
}

function variableOf({ variable: name }: For): Expr {
  return write(symbol(name));
}

export function guarded(condition: Expr, then: readonly Stmt[], { origin }: Stmt): Stmt {
  return { kind: "if", condition, then, else: [], origin: { span: origin.span, operator: "schedule" } };
}
