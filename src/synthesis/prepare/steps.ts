/**
 * A loop around one that only data end runs as one loop: a step is an iteration of the inner loop, and what stands around
 * that is done in the step in which the inner loop begins or ends (Ghuloum and Fisher, "Flattening and parallelizing
 * irregular, recurrent loop nests", PPoPP 1995).
 *
 *     for i in range(n):               i_at = 0
 *         x = a[i]                     while True:
 *         while f(x, y):                   x = a[i_at]
 *             y = g(y)           =>        if f(x, y): y = g(y)
 *         b[i] = y                         else:
 *                                              b[i_at] = y
 *                                              if i_at == n - 1: break
 *                                              i_at = i_at + 1
 *
 * Control then passes from step to step, not from loop to loop. The order of execution stays what it was. What stands before the
 * inner loop is done again in every step where that gives the same; else a flag says whether the inner loop begins.
 */

import { namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { decided, noFacts, type Ranges, rangeOf } from "../../loops/analysis/range/index.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { leaves } from "../../loops/depend/jumps.ts";
import { add, compare, constantOf, int, substitute } from "../../loops/indices.ts";
import { assigned, type Names, namesOf } from "../../loops/names.ts";
import type { Expr, For, Loops, Origin, Stmt, While } from "../../loops/nodes.ts";
import { bodiesOf, holdsLoop, mapBodies, statementsIn } from "../../loops/walk.ts";
import { pythonBool, pythonInt } from "../../types/types.ts";
import { distinct } from "./distinct.ts";
import { knownOf } from "./faults.ts";
import { straightened, truth } from "./jumps.ts";

export function inSteps(loops: Loops): Loops {
  if (!statementsIn(loops.body).some(({ kind }) => kind === "while")) return loops;
  const once = distinct(loops);
  const names = namesOf(once);
  const streams = new Set(
    [...once.params, ...once.arrays].flatMap((decl) =>
      decl.kind === "array" && (decl.stream !== undefined || decl.shared === true) ? [decl.name] : [],
    ),
  );
  const stepping: Stepping = { names, ranges: knownOf(once).ranges, streams };
  const body = block(stepping, once.body);
  return sameStatements(body, once.body) ? loops : { ...once, body, scalars: names.scalars() };
}

interface Stepping {
  readonly names: Names;
  readonly ranges: Ranges;
  readonly streams: ReadonlySet<string>; // arrays whose words pass once
}

function block(s: Stepping, body: readonly Stmt[]): readonly Stmt[] {
  const done = body.flatMap((stmt): readonly Stmt[] => {
    if (bodiesOf(stmt).length === 0) return [stmt];
    const inner = mapBodies(stmt, (own) => block(s, own));
    const kept = bodiesOf(inner).every((own, at) => sameStatements(own, bodiesOf(stmt)[at] ?? []))
      ? stmt
      : inner;
    if (kept.kind === "for") return steppedFor(s, kept) ?? [kept];
    return [kept];
  });
  return sameStatements(done, body) ? body : done;
}

function sameStatements(one: readonly Stmt[], other: readonly Stmt[]): boolean {
  return one.length === other.length && one.every((stmt, at) => stmt === other[at]);
}

/** What stands in a loop around the one inside. */
interface Nest {
  readonly before: readonly Stmt[];
  readonly inner: While;
  readonly after: readonly Stmt[];
}

function nestIn(body: readonly Stmt[]): Nest | null {
  const loops = body.filter(holdsLoop);
  const [inner] = loops;
  if (loops.length !== 1 || inner?.kind !== "while" || inner.body.some(holdsLoop)) return null;
  const at = body.indexOf(inner);
  return { before: body.slice(0, at), inner, after: body.slice(at + 1) };
}

function steppedFor(s: Stepping, loop: For): readonly Stmt[] | null {
  const nest = nestIn(loop.body);
  const range = s.ranges.variables.get(loop.variable) ?? null;
  const end = rangeOf(s.ranges, loop.to, noFacts);
  if (nest === null || range === null || end === null || loop.attrs.pipeline !== undefined) return null;
  if (nest.before.some(leaves)) return null;
  const { origin, step, from } = loop;
  const { names } = s;
  const at = names.scalar(`${loop.variable}_at`, pythonInt, { range });
  const here: Expr = { kind: "var", name: at, type: pythonInt };
  const known = constantOf(loop.to);
  const to = known === null ? names.scalar(`${loop.variable}_to`, pythonInt, { range: end }) : null;
  const limit: Expr = to === null ? loop.to : { kind: "var", name: to, type: pythonInt };
  const trips = tripCount(loop);
  const first = constantOf(from);
  const isLast =
    trips === null || first === null
      ? compare("ge", add(here, int(step)), limit)
      : compare("eq", here, int(first + (trips - 1) * step));
  const next: readonly Stmt[] = [
    { kind: "if", condition: isLast, then: [{ kind: "break", origin }], else: [], origin },
    assigned(at, add(here, int(step)), origin),
  ];
  const made = merged(s, nest, next, origin);
  const { merges: own = { loops: [nest.inner.name], trips: 1 } } = nest.inner;
  const total = trips === null || own.trips === null ? null : trips * own.trips;
  const merges = { loops: [loop.name, ...own.loops], trips: total };
  const whole: While = {
    kind: "while",
    name: nest.inner.name,
    condition: truth(true),
    body: substitute(made.body, loop.variable, here),
    merges,
    origin,
  };
  const all = [
    ...(to === null ? [] : [assigned(to, loop.to, origin)]),
    assigned(at, from, origin),
    ...made.first,
    whole,
  ];
  const runs = compare("lt", from, loop.to);
  if (decided(s.ranges, runs, noFacts) === true) return all;
  return [{ kind: "if", condition: runs, then: all, else: [], origin }];
}

/** One step: what stands before the inner loop, an iteration of it, or what comes after it and then `next`. */
function merged(
  s: Stepping,
  { before, inner, after }: Nest,
  next: readonly Stmt[],
  origin: Origin,
): { readonly first: readonly Stmt[]; readonly body: readonly Stmt[] } {
  const { names } = s;
  const steady = steadyIn(s, before, inner);
  const isFlagged = before.some((stmt) => !steady.has(stmt));
  const begins = isFlagged ? names.scalar(`begins_${inner.name}`, pythonBool) : null;
  const set = (value: boolean): readonly Stmt[] =>
    begins === null ? [] : [assigned(begins, truth(value), origin)];
  const start = before.map((stmt): Stmt => {
    if (begins === null || steady.has(stmt)) return stmt;
    return { kind: "if", condition: flag(begins), then: [stmt], else: [], origin: stmt.origin };
  });
  const end = straightened([...after], "flag", names, `_${inner.name}_end`);
  const ends =
    end.left === null
      ? [...end.body, ...next]
      : [
          assigned(end.left, truth(false), origin),
          ...end.body,
          ...[
            {
              kind: "if",
              condition: flag(end.left),
              then: [{ kind: "break", origin }],
              else: [],
              origin,
            } as const,
          ],
          ...next,
        ];
  const step = stepOf(s, inner, [...set(true), ...ends]);
  return { first: set(true), body: [...start, ...set(false), ...step] };
}

function flag(name: string): Expr {
  return { kind: "var", name, type: pythonBool };
}

/** An iteration of the inner loop, or `ends` where it has none any more: where it is left, if that is one place and nothing follows. */
function stepOf({ names }: Stepping, inner: While, ends: readonly Stmt[]): readonly Stmt[] {
  const { origin } = inner;
  const { body, left, skips } = straightened(inner.body, "flag", names, `_${inner.name}`);
  const isEndless = inner.condition.kind === "const" && inner.condition.value === true;
  const places = left === null ? 0 : statementsIn(body).filter((stmt) => sets(stmt, left)).length;
  if (places + (isEndless ? 0 : 1) === 1 && !skips) {
    const own = left === null ? body : replaced(body, left, ends);
    return isEndless ? own : [{ kind: "if", condition: inner.condition, then: own, else: ends, origin }];
  }
  const done = left ?? names.scalar(`left_${inner.name}`, pythonBool);
  const test: readonly Stmt[] = isEndless
    ? body
    : [
        {
          kind: "if",
          condition: inner.condition,
          then: body,
          else: [assigned(done, truth(true), origin)],
          origin,
        },
      ];
  return [
    assigned(done, truth(false), origin),
    ...test,
    { kind: "if", condition: flag(done), then: ends, else: [], origin },
  ];
}

function sets(stmt: Stmt, name: string): boolean {
  return stmt.kind === "assign" && stmt.target === name;
}

function replaced(body: readonly Stmt[], left: string, by: readonly Stmt[]): readonly Stmt[] {
  return body.flatMap((stmt) =>
    sets(stmt, left) ? by : [mapBodies(stmt, (own) => replaced(own, left, by))],
  );
}

/** Statements before the inner loop that give the same when they run again in each of its iterations. */
function steadyIn(s: Stepping, before: readonly Stmt[], inner: While): ReadonlySet<Stmt> {
  const changed = writesOf([inner]);
  const steady = new Set<Stmt>();
  for (const [at, stmt] of before.entries()) {
    if (stmt.kind !== "assign" || changed.has(stmt.target)) continue;
    const reads = [...namesRead(stmt.value)];
    const later = writesOf(before.slice(at));
    const isSame = reads.every((name) => !changed.has(name) && !later.has(name) && !s.streams.has(name));
    const isOnly = !before.some((other) => other !== stmt && writesOf([other]).has(stmt.target));
    if (isSame && isOnly) steady.add(stmt);
  }
  return steady;
}
