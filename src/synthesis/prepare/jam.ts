/**
 * Unroll-and-jam (Allen and Kennedy, Optimizing Compilers for Modern Architectures, section 8.4): the copies of an
 * unrolled loop run in the same iterations of the loops inside it, in place of one after another.
 *
 *     for i in range(8):  # unroll(2)         for i in range(4):
 *         s = 0                                   for c in range(2): s[c] = 0                # unroll
 *         for k in range(16):          =>         for k in range(16):
 *             s = s + a[i, k]                         for c in range(2): s[c] = s[c] + a[i * 2 + c, k] # unroll
 *         b[i] = s                                for c in range(2): b[i * 2 + c] = s[c]     # unroll
 *
 * The loop over copies is distributed over the statements of the body, and changes places with each loop among them:
 * legal where the dependences say so. Where copies go differently far, the loop goes as far as the longest, and those that
 * have ended do nothing; of `while` see lockstep.ts. A loop that cannot be shared keeps its copies one after another.
 */
import { affineOf } from "../../loops/analysis/affine.ts";
import { breaksOut, continuesOut, hasLoad, namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { canDistribute } from "../../loops/depend/index.ts";
import { loopNamed, replaceLoop } from "../../loops/find.ts";
import {
  add,
  ceildiv,
  compare,
  constantOf,
  int,
  maximum,
  minimum,
  mul,
  substitute,
  substituteIn,
  variable,
} from "../../loops/indices.ts";
import type { Expr, For, If, Loops, Stmt, While } from "../../loops/nodes.ts";
import { bodiesOf, statementsIn } from "../../loops/walk.ts";
import { isGuard } from "../../schedule/band.ts";
import { countOf, keep, newLoopNames, type Steady, steadyBounds, valueAt } from "../../schedule/bounds.ts";
import { inOrder } from "../../schedule/clash.ts";
import { privateIn } from "../../schedule/primitives/privatize.ts";
import { reorderLoops } from "../../schedule/primitives/reorder.ts";
import { applyStep } from "../../schedule/schedule.ts";
import { guarded } from "./align.ts";
import {
  inBranches,
  inHeldLockstep,
  inLockstep,
  isWhile,
  openLoops,
  withHeldCounts,
  withOpenAsWhile,
  withoutJumps,
} from "./lockstep.ts";
import { copiesOf } from "./write_out.ts";

export function jam(loops: Loops): Loops {
  const parallel = parallelIn(loops.body).reduce((now, { name }) => allAtOnce(now, name) ?? now, loops);
  return unrolledIn(parallel.body).reduce((now, name) => jammed(now, name) ?? now, parallel);
}

/** Of a loop under `parallel` with loops in it: all iterations, as copies that share those. */
function allAtOnce(loops: Loops, name: string): Loops | null {
  const loop = loopNamed(loops, name);
  if (whyNoCopies(loop) !== null) return null;
  return jammed(
    replaceLoop(loops, name, () => [{ ...loop, attrs: { ...loop.attrs, unroll: {} } }]),
    name,
  );
}

function whyNoCopies(loop: For): "count" | "many" | null {
  const count = tripCount(loop);
  return count === null ? "count" : count * copiesWithin(loop.body) > mostCopies ? "many" : null;
}

function copiesWithin(body: readonly Stmt[]): number {
  const inside = body.map((stmt) => {
    const within = Math.max(1, ...bodiesOf(stmt).map(copiesWithin));
    return stmt.kind === "for" ? copiesOf(stmt) * within : within;
  });
  return Math.max(1, ...inside);
}

/** That nobody has counted: more are said with `unroll`. */
export const mostCopies = 64;

export interface InTurn {
  readonly loop: For;
  readonly why: "count" | "many" | "order";
}

/** Loops under `parallel` whose iterations run one after another all the same. */
export function iterationsInTurn(loops: Loops): readonly InTurn[] {
  return parallelIn(loops.body).flatMap((loop): readonly InTurn[] => {
    const why = whyNoCopies(loop) ?? (isInTurn(loops, allAtOnce(loops, loop.name)) ? "order" : null);
    return why === null ? [] : [{ loop, why }];
  });
}

/** Those that hold loops, without `unroll`, that stand in no pipelined loop, and are none themselves; innermost first. */
function parallelIn(body: readonly Stmt[]): readonly For[] {
  return body.flatMap((stmt): readonly For[] => {
    if (stmt.kind !== "for") return bodiesOf(stmt).flatMap(parallelIn);
    const { pipeline, unroll, parallel } = stmt.attrs;
    if (pipeline !== undefined) return [];
    const isMore = (tripCount(stmt) ?? 2) > 1;
    const isOne = parallel === true && unroll === undefined && isMore && holdsLoops(stmt);
    return [...parallelIn(stmt.body), ...(isOne ? [stmt] : [])];
  });
}

/** Loops with copies that hold loops, of which one or more run one after another. */
export function copiesInTurn(loops: Loops): readonly For[] {
  return unrolledIn(loops.body)
    .filter((name) => holdsLoops(loopNamed(loops, name)) && isInTurn(loops, jammed(loops, name)))
    .map((name) => loopNamed(loops, name));
}

function holdsLoops({ body }: For): boolean {
  return statementsIn(body).some(isShared);
}

/** Whether copies that were made still hold loops of their own. */
function isInTurn(before: Loops, after: Loops | null): boolean {
  const known = new Set(unrolledIn(before.body));
  return (
    after === null ||
    unrolledIn(after.body).some((name) => !known.has(name) && holdsLoops(loopNamed(after, name)))
  );
}

/** With loops that copies may share. */
function isNest(stmt: Stmt): stmt is For | While | If {
  return isShared(stmt) || (stmt.kind === "if" && statementsIn([stmt]).some(isShared));
}

/** Whose iterations copies may take together. */
function isShared(stmt: Stmt): stmt is For | While {
  return isWhile(stmt) || isLoop(stmt);
}

/** Unrolled loops that stand in no pipelined one, innermost first. */
function unrolledIn(body: readonly Stmt[]): readonly string[] {
  return body.flatMap((stmt): readonly string[] => {
    if (stmt.kind !== "for") return bodiesOf(stmt).flatMap(unrolledIn);
    if (stmt.attrs.pipeline !== undefined) return [];
    return [...unrolledIn(stmt.body), ...(copiesOf(stmt) > 1 ? [stmt.name] : [])];
  });
}

/** A loop that is still there once everything is written out. */
function isLoop(stmt: Stmt): stmt is For {
  if (stmt.kind !== "for") return false;
  const count = tripCount(stmt);
  return count === null || copiesOf(stmt) < count;
}

function jammed(loops: Loops, name: string): Loops | null {
  const { body } = loopNamed(loops, name);
  if (!body.some(isNest) || breaksOut(body) !== null || continuesOut(body) !== null) return null;
  const straight = withoutJumps(withOpenAsWhile(loops, name), name);
  const open = openLoops(straight, name);
  const { loops: split, copies, guard } = overCopies(withHeldCounts(straight, open), name);
  // A scalar of its own for each copy costs no more than one after another; a memory does.
  const scalars = new Set(split.scalars.map((decl) => decl.name));
  const own = privatized(split, copies, (one) => scalars.has(one));
  const arrays = new Set(loops.arrays.map((decl) => decl.name));
  return (
    shared(own, { copies, guard, open }) ??
    shared(
      privatized(own, copies, (one) => arrays.has(one)),
      { copies, guard, open },
    )
  );
}

interface Split {
  readonly loops: Loops;
  readonly copies: string; // the loop over the copies, to be written out
  readonly guard: Expr | null; // in it, around everything: the last copies may be too many
}

/** The loop as one over its copies, in rounds of so many. */
function overCopies(given: Loops, name: string): Split {
  const loop = loopNamed(given, name);
  const { loops, before, from, to } = plainBounds(given, loop);
  const { unroll: _, ...attrs } = loop.attrs;
  const factor = copiesOf(loop);
  const count = tripCount(loop);
  const names = newLoopNames(loops, `${name}.copy`);
  const isWhole = count !== null && factor >= count;
  const round = isWhole ? int(0) : mul(variable(loop.variable), int(factor));
  const value = valueAt(from, loop.step, add(round, variable(names.variable)));
  const guard = count === null || count % factor !== 0 ? compare("lt", value, to) : null;
  const body = substitute(loop.body, loop.variable, value);
  const copies: For = {
    ...loop,
    ...names,
    from: int(0),
    to: int(factor),
    step: 1,
    body: guard === null ? body : [guarded(guard, body, loop)],
    attrs: { ...(attrs.parallel === true ? { parallel: true } : {}), unroll: {} },
  };
  const rounds = ceildiv(countOf(from, to, loop.step), factor);
  const strip: For = { ...loop, from: int(0), to: rounds, step: 1, body: [copies], attrs };
  return {
    loops: replaceLoop(loops, name, () => [...before, isWhole ? copies : strip]),
    copies: names.name,
    guard,
  };
}

/** Bounds that may be asked for again anywhere in the body. */
function plainBounds(given: Loops, loop: For): Steady {
  const steady = steadyBounds(given, loop);
  const held = (now: Steady, what: "from" | "to"): Steady => {
    if (isGuard(now[what], new Set())) return now;
    const { loops, before, value } = keep(now.loops, loop, now[what], what);
    return { ...now, loops, before: [...now.before, before], [what]: value };
  };
  return held(held(steady, "from"), "to");
}

/** Each copy with its own of what it sets before it reads it. */
function privatized(loops: Loops, copies: string, isOurs: (name: string) => boolean): Loops {
  return [...writesOf(loopNamed(loops, copies).body)].filter(isOurs).reduce((now, storage) => {
    if (privateIn(now, loopNamed(now, copies), storage).kind !== "private") return now;
    const done = applyStep(now, { primitive: "privatize", args: { storage, loop: copies } });
    return done.ok ? done.loops : now;
  }, loops);
}

interface Copies {
  readonly copies: string; // the loop over them
  readonly guard: Expr | null;
  readonly open: ReadonlySet<string>; // loops that go as far as data say
}

/** With the loop over copies inside of those that its body has; null where none of them can be shared. */
function shared(loops: Loops, { copies, guard, open }: Copies): Loops | null {
  const parts = distributed(loops, copies, guard);
  if (parts === null) return null;
  let now = parts.loops;
  let isDone = false;
  for (const { copies: over, guard: own, loop } of parts.nests) {
    if (loop.kind !== "for") {
      const here = { copies: over, guard: own, open };
      const next = isWhile(loop) ? together(now, here, loop) : branched(now, here);
      if (next === null) continue;
      now = next;
      isDone = true;
      continue;
    }
    const long = asLong(own === null ? now : sunk(now, over, own), loop.name, over, open);
    const inner = reorderLoops(long, [loop.name, over]);
    if (!inner.ok) continue;
    const isInnermost = loop.attrs.pipeline !== undefined || !loop.body.some(isNest);
    const next = isInnermost ? inner.loops : shared(inner.loops, { copies: over, guard: own, open });
    if (next === null) continue;
    now = next;
    isDone = true;
  }
  return isDone ? now : null;
}

/** A `while` that copies share, and loops in it as well. */
function together(loops: Loops, { copies, guard, open }: Copies, { body }: While): Loops | null {
  if (body.some(isNest)) {
    const held = inHeldLockstep(loops, copies, guard);
    const inner = held === null ? null : shared(held.loops, { copies, guard: held.guard, open });
    if (inner !== null) return inner;
  }
  return inLockstep(loops, copies, guard);
}

/** Loops under an `if`, branch by branch. */
function branched(loops: Loops, { copies, guard, open }: Copies): Loops | null {
  const found = inBranches(loops, copies, guard);
  let now: Loops | null = null;
  for (const branch of found?.branches ?? [])
    now = shared(now ?? found?.loops ?? loops, { ...branch, open }) ?? now;
  return now;
}

/** What data decide around a loop of a copy, in its body: bounds of copies that do nothing are known all the same. */
function sunk(loops: Loops, copies: string, guard: Expr): Loops {
  if (!hasLoad(guard)) return loops;
  return replaceLoop(loops, copies, (own) => {
    const [only] = own.body;
    const loop = only?.kind === "if" ? only.then[0] : undefined;
    if (loop?.kind !== "for") return [own];
    return [{ ...own, body: [{ ...loop, body: [guarded(guard, loop.body, own)] }] }];
  });
}

/** An innermost loop whose bounds follow the copy, from the first to the last iteration that any copy has. */
function asLong(loops: Loops, name: string, over: string, open: ReadonlySet<string>): Loops {
  const [loop, copies] = [loopNamed(loops, name), loopNamed(loops, over)];
  const last = constantOf(copies.to);
  const follows = (bound: Expr): boolean => namesRead(bound).has(copies.variable);
  if (![loop.from, loop.to].some(follows) || last === null || loop.step !== 1 || loop.body.some(isNest))
    return loops;
  if ([loop.from, loop.to].some((bound) => affineOf(bound) === null) && !open.has(name)) return loops;
  const extreme = (bound: Expr, which: "least" | "most"): Expr => {
    const each = Array.from({ length: last }, (_, copy) => substituteIn(bound, copies.variable, int(copy)));
    const factor = affineOf(bound)?.terms.get(copies.variable) ?? 0;
    const [first = bound, end = bound] = [each[0], each.at(-1)];
    if (affineOf(bound) === null) return each.reduce(which === "most" ? maximum : minimum);
    return (which === "most") === factor > 0 ? end : first;
  };
  const bounds = { ...loop, from: extreme(loop.from, "least"), to: extreme(loop.to, "most") };
  const { loops: held, before, from, to } = steadyBounds(loops, bounds);
  const here = variable(loop.variable);
  const isInside = [
    ...(follows(loop.from) ? [compare("ge", here, loop.from)] : []),
    ...(follows(loop.to) ? [compare("lt", here, loop.to)] : []),
  ];
  const body = isInside.reduce((inner, one) => [guarded(one, inner, loop)], loop.body);
  const inside = replaceLoop(held, name, () => [{ ...loop, from, to, body }]);
  return before.length === 0 ? inside : replaceLoop(inside, over, (own) => [...before, own]);
}

interface Nest {
  readonly copies: string;
  readonly guard: Expr | null; // about its own copies
  readonly loop: For | While | If; // all there is in the loop over copies
}

interface Distributed {
  readonly loops: Loops;
  readonly nests: readonly Nest[];
}

/** A loop over copies for each loop of the body, and for what stands between them; null where order forbids it. */
function distributed(given: Loops, name: string, guard: Expr | null): Distributed | null {
  const whole = loopNamed(given, name);
  const [only] = whole.body;
  const stmts = guard !== null && only?.kind === "if" ? only.then : whole.body;
  if (continuesOut(stmts) !== null) return null; // it would leave out a part of a copy, not the rest of it
  const body = guard === null ? stmts : stmts.map((stmt) => guarded(guard, [stmt], whole));
  const starts = stmts.flatMap((stmt, at) => {
    const before = stmts[at - 1];
    return before !== undefined && (isNest(stmt) || isNest(before)) ? [at] : [];
  });
  const loops = replaceLoop(given, name, () => [{ ...whole, body }]);
  const ordered = inOrder(loops);
  if (starts.some((at) => canDistribute(ordered, name, at) !== null)) return null;
  const parts: For[] = [];
  const nests: Nest[] = [];
  let named = loops;
  for (const [k, from] of [0, ...starts].entries()) {
    const own = k === 0 ? whole : { ...whole, ...newLoopNames(named, name) };
    const part = substitute(body.slice(from, starts[k]), whole.variable, variable(own.variable));
    const made: For = { ...own, body: part };
    parts.push(made);
    named = { ...named, body: [...named.body, made] }; // so that the next one gets another name
    const loop = stmts[from];
    const ownGuard = guard === null ? null : substituteIn(guard, whole.variable, variable(own.variable));
    if (loop !== undefined && isNest(loop)) nests.push({ copies: own.name, guard: ownGuard, loop });
  }
  return { loops: replaceLoop(loops, name, () => parts), nests };
}
