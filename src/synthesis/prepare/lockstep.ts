/**
 * Copies that each have a `while` take its iterations together, as long as any of them goes on (if-conversion:
 * Allen, Kennedy, Porterfield and Warren, POPL 1983).
 *
 *     for c in range(2):  # unroll            while x[0] > 1 or x[1] > 1:
 *         while x[c] > 1:              =>         for c in range(2):  # unroll
 *             x[c] = f(x[c])                          if x[c] > 1: x[c] = f(x[c])
 *
 * A call takes as many iterations as the copy with the most of them.
 */
import {
  breaksOut,
  continuesOut,
  hasLoad,
  jumpsOut,
  namesRead,
  writesOf,
} from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { canStep } from "../../loops/depend/index.ts";
import { forLoops, freshName, identifierFor, loopNamed, namesIn, replaceLoop } from "../../loops/find.ts";
import {
  add,
  compare,
  constantOf,
  int,
  logic,
  not,
  substitute,
  substituteIn,
  variable,
} from "../../loops/indices.ts";
import { assigned, namesOf } from "../../loops/names.ts";
import type { ArrayDecl, Expr, For, Loops, Stmt, While } from "../../loops/nodes.ts";
import { bodiesOf, isLoop, mapBodies, statementsIn } from "../../loops/walk.ts";
import { countOf, keep, newLoopNames, valueAt } from "../../schedule/bounds.ts";
import { pythonBool, pythonInt } from "../../types/types.ts";
import { guarded } from "./align.ts";
import { straightened, truth } from "./jumps.ts";
import { withKnownScalars } from "./known.ts";
import { writeOut } from "./write_out.ts";

/** A `break` of a `while` in the body sets a flag that its condition asks; what a `continue` leaves out stands in the other branch. */
export function withoutJumps(loops: Loops, name: string): Loops {
  const loop = loopNamed(loops, name);
  const jumps = (stmt: Stmt): boolean =>
    isWhile(stmt) || (stmt.kind === "for" && continuesOut(stmt.body) !== null);
  if (!statementsIn(loop.body).some(jumps)) return loops;
  const names = namesOf(loops);
  const straight = (body: readonly Stmt[]): readonly Stmt[] =>
    body.flatMap((stmt): readonly Stmt[] => {
      if (!jumps(stmt)) return [mapBodies(stmt, straight)];
      if (stmt.kind === "for") {
        const { body: plain } = straightened(stmt.body, "stay", names);
        return [{ ...stmt, body: straight(plain) }];
      }
      if (!isWhile(stmt)) return [stmt];
      const { body: inner, left } = straightened(stmt.body, "flag", names);
      const done: While = { ...stmt, body: straight(inner) };
      if (left === null) return [done];
      const condition = logic("and", not(flag(left)), stmt.condition);
      return [assigned(left, truth(false), stmt.origin), { ...done, condition }];
    });
  const body = straight(loop.body);
  return { ...replaceLoop(loops, name, () => [{ ...loop, body }]), scalars: names.scalars() };
}

/** Loops in the body that go as far as data of a copy say, hold no others, and are left by no `break`. */
export function openLoops(loops: Loops, name: string): ReadonlySet<string> {
  return new Set(openIn(loops, name).flatMap((loop) => (isSimple(loop) ? [loop.name] : [])));
}

/** Those that hold others, or are left early, as `while`: iterations are not pipelined there. */
export function withOpenAsWhile(loops: Loops, name: string): Loops {
  const open = openIn(loops, name).filter((loop) => !isSimple(loop) && loop.attrs.pipeline === undefined);
  if (open.length === 0) return loops;
  const names = namesOf(loops);
  const counted = (stmt: Stmt): readonly Stmt[] => {
    const inner = mapBodies(stmt, (body) => body.flatMap(counted));
    if (stmt.kind !== "for" || inner.kind !== "for" || !open.includes(stmt)) return [inner];
    const { origin, from, to, step, variable: own } = inner;
    const at = names.scalar(own, pythonInt);
    const end = names.scalar(`${own}_to`, pythonInt);
    const here: Expr = { kind: "var", name: at, type: pythonInt };
    const { body, left } = straightened(inner.body, "flag", names);
    const isInside = compare("lt", here, { kind: "var", name: end, type: pythonInt });
    const condition = left === null ? isInside : logic("and", not(flag(left)), isInside);
    return [
      assigned(at, from, origin),
      assigned(end, to, origin),
      ...(left === null ? [] : [assigned(left, truth(false), origin)]),
      {
        ...{ kind: "while", name: names.loop(inner.name), condition, origin },
        body: [...substitute(body, own, here), assigned(at, add(here, int(step)), origin)],
      },
    ];
  };
  const loop = loopNamed(loops, name);
  const body = loop.body.flatMap(counted);
  return { ...replaceLoop(loops, name, () => [{ ...loop, body }]), scalars: names.scalars() };
}

function openIn(loops: Loops, name: string): readonly For[] {
  const { body } = loopNamed(loops, name);
  const written = writesOf(body);
  const isOwn = (bound: Expr): boolean =>
    hasLoad(bound) || [...namesRead(bound)].some((one) => written.has(one));
  const inside = (stmts: readonly Stmt[]): readonly For[] =>
    stmts.flatMap((stmt) => {
      const isPipelined = stmt.kind === "for" && stmt.attrs.pipeline !== undefined;
      const within = isPipelined ? [] : bodiesOf(stmt).flatMap(inside);
      return stmt.kind === "for" ? [stmt, ...within] : within;
    });
  const isOpen = (loop: For): boolean =>
    breaksOut(loop.body) !== null || ([loop.from, loop.to].some(isOwn) && !isKnownInCopies(loops, loop));
  return inside(body).filter(isOpen);
}

function isSimple({ body }: For): boolean {
  return breaksOut(body) === null && !statementsIn(body).some(isLoop);
}

/** The same loops, counted from 0 to a scalar. */
export function withHeldCounts(loops: Loops, open: ReadonlySet<string>): Loops {
  return [...open].reduce((now, name) => {
    const loop = loopNamed(now, name);
    const first = keep(now, loop, loop.from, "from");
    const many = keep(first.loops, loop, countOf(first.value, loop.to, loop.step), "count");
    const value = valueAt(first.value, loop.step, variable(loop.variable));
    const body = substitute(loop.body, loop.variable, value);
    const counted: For = { ...loop, from: int(0), to: many.value, step: 1, body };
    return replaceLoop(many.loops, name, () => [first.before, many.before, counted]);
  }, loops);
}

/** Whether it is the copy alone that decides how far a loop goes, not data. */
function isKnownInCopies(loops: Loops, { name }: For): boolean {
  const written = withKnownScalars(writeOut(loops));
  const copies = forLoops(written).filter((loop) => loop.name === name || loop.name.startsWith(`${name}.`));
  return copies.every((loop) => tripCount(loop) !== null);
}

/** The loop over copies in the `while` that stood in it; null where an iteration of a copy may need what another copy does. */
export function inLockstep(loops: Loops, name: string, guard: Expr | null): Loops | null {
  const found = lockstepOf(loops, name, guard);
  if (found === null) return null;
  const { own, isOn, copies, any } = found;
  const inner: For = { ...copies, body: [guarded(isOn, own.body, own)] };
  return replaceLoop(loops, name, () => [{ ...own, condition: any, body: [inner] }]);
}

export interface Held {
  readonly loops: Loops;
  readonly guard: Expr; // of a copy, around all that it does in an iteration
}

/** The same, with what the copies decide kept from the beginning of an iteration to its end: what they do may be taken apart. */
export function inHeldLockstep(loops: Loops, name: string, guard: Expr | null): Held | null {
  const found = lockstepOf(loops, name, guard);
  if (found === null) return null;
  const { own, isOn, copies, any, count } = found;
  const { decl, asked, guard: held } = heldBy(loops, copies, isOn, count);
  const body = [asked, { ...copies, body: [guarded(held, own.body, own)] }];
  return {
    loops: {
      ...replaceLoop(loops, name, () => [{ ...own, condition: any, body }]),
      arrays: [...loops.arrays, decl],
    },
    guard: held,
  };
}

export interface Branched {
  readonly loops: Loops;
  readonly branches: readonly { readonly copies: string; readonly guard: Expr }[];
}

/** An `if` that is all there is in a loop over copies, as a loop over copies for each branch; null as of a `while`. */
export function inBranches(loops: Loops, name: string, guard: Expr | null): Branched | null {
  const copies = loopNamed(loops, name);
  const own = onlyIn(copies, guard);
  const count = constantOf(copies.to);
  if (own?.kind !== "if" || count === null || count === 0 || canStep(loops, name) !== null) return null;
  const within = (condition: Expr): Expr => (guard === null ? condition : logic("and", guard, condition));
  let now = loops;
  const stmts: Stmt[] = [];
  const branches: { copies: string; guard: Expr }[] = [];
  const asked: Stmt[] = [];
  for (const [body, condition] of [
    [own.then, own.condition],
    [own.else, not(own.condition)],
  ] as const) {
    if (body.length === 0) continue;
    const first = heldBy(now, copies, within(condition), count);
    now = { ...now, arrays: [...now.arrays, first.decl] };
    const names =
      branches.length === 0
        ? copies
        : newLoopNames({ ...now, body: [...now.body, ...asked] }, name, first.asked);
    const here = (expr: Expr): Expr => substituteIn(expr, copies.variable, variable(names.variable));
    const part = substitute(body, copies.variable, variable(names.variable));
    asked.push(first.asked);
    const loop: For = {
      ...copies,
      name: names.name,
      variable: names.variable,
      body: [guarded(here(first.guard), part, own)],
    };
    stmts.push(guarded(first.any, [loop], own)); // where no copy goes there, nothing is waited for
    branches.push({ copies: loop.name, guard: here(first.guard) });
    now = { ...now, body: [...now.body, first.asked, loop] }; // so that names are new
  }
  const { arrays } = now;
  return { loops: { ...replaceLoop(loops, name, () => [...asked, ...stmts]), arrays }, branches };
}

interface HeldBy {
  readonly decl: ArrayDecl;
  readonly asked: For; // sets it
  readonly guard: Expr; // of a copy
  readonly any: Expr; // whether one of them does
}

/** What a copy decides, in an array with a place for each. */
function heldBy(loops: Loops, copies: For, value: Expr, count: number): HeldBy {
  const taken = new Set(namesIn(loops));
  const array = identifierFor(taken, freshName(taken, "going"));
  const decl: ArrayDecl = { kind: "array", name: array, element: pythonBool, shape: [count] };
  const names = newLoopNames({ ...loops, arrays: [...loops.arrays, decl] }, copies.name);
  const { span } = copies.origin;
  const stored: Stmt = {
    ...{ kind: "store", array, index: [variable(names.variable)], origin: copies.origin },
    value: substituteIn(value, copies.variable, variable(names.variable)),
  };
  const of = (copy: Expr): Expr => ({ kind: "load", array, index: [copy], type: pythonBool, span });
  return {
    decl,
    asked: { ...copies, ...names, body: [stored] },
    guard: of(variable(copies.variable)),
    any: Array.from({ length: count }, (_, copy) => of(int(copy))).reduce((left, right) =>
      logic("or", left, right),
    ),
  };
}

function onlyIn({ body }: For, guard: Expr | null): Stmt | undefined {
  const [only] = body;
  return guard !== null && only?.kind === "if" ? only.then[0] : only;
}

interface Lockstep {
  readonly copies: For;
  readonly count: number;
  readonly own: While;
  readonly isOn: Expr; // whether a copy goes on
  readonly any: Expr; // whether any does
}

function lockstepOf(loops: Loops, name: string, guard: Expr | null): Lockstep | null {
  const copies = loopNamed(loops, name);
  const own = onlyIn(copies, guard);
  const count = constantOf(copies.to);
  if (own === undefined || !isWhile(own) || count === null || count === 0 || jumpsOut(own.body) !== null)
    return null;
  if (canStep(loops, name) !== null) return null;
  const isOn = guard === null ? own.condition : logic("and", guard, own.condition);
  const any = Array.from({ length: count }, (_, copy) =>
    substituteIn(isOn, copies.variable, int(copy)),
  ).reduce((left, right) => logic("or", left, right));
  return { copies, count, own, isOn, any };
}

export function isWhile(stmt: Stmt): stmt is While {
  return stmt.kind === "while";
}

function flag(name: string): Expr {
  return { kind: "var", name, type: pythonBool };
}
