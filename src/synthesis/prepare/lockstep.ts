/**
 * Copies that each have a `while` take its iterations together, as long as any of them goes on (predicated execution:
 * Allen, Kennedy, Porterfield and Warren, POPL 1983).
 *
 *     for c in range(2):  # unroll            while x[0] > 1 or x[1] > 1:
 *         while x[c] > 1:              =>         for c in range(2):  # unroll
 *             x[c] = f(x[c])                          if x[c] > 1: x[c] = f(x[c])
 *
 * A call takes as many iterations as the copy with the most of them.
 */
import { hasLoad, jumpsOut, namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { canStep } from "../../loops/depend/index.ts";
import { forLoops, freshName, identifierFor, loopNamed, namesIn, replaceLoop } from "../../loops/find.ts";
import { constantOf, int, substitute, substituteIn, variable } from "../../loops/indices.ts";
import { assigned, namesOf } from "../../loops/names.ts";
import type { ArrayDecl, Expr, For, Loops, Stmt, While } from "../../loops/nodes.ts";
import { mapBodies, statementsIn } from "../../loops/walk.ts";
import { countOf, keep, newLoopNames, valueAt } from "../../schedule/bounds.ts";
import { pythonBool } from "../../types/types.ts";
import { guarded } from "./align.ts";
import { straightened, truth } from "./jumps.ts";
import { withKnownScalars } from "./known.ts";
import { writeOut } from "./write_out.ts";

/** A `break` of a `while` in the body sets a flag that its condition asks. */
export function withoutBreaks(loops: Loops, name: string): Loops {
  const loop = loopNamed(loops, name);
  if (!statementsIn(loop.body).some(isWhile)) return loops;
  const names = namesOf(loops);
  const straight = (body: readonly Stmt[]): readonly Stmt[] =>
    body.flatMap((stmt): readonly Stmt[] => {
      if (!isWhile(stmt)) return [mapBodies(stmt, straight)];
      const { body: inner, left } = straightened(stmt.body, "flag", names);
      const done: While = { ...stmt, body: straight(inner) };
      if (left === null) return [done];
      const condition = logic("and", not(flag(left)), stmt.condition);
      return [assigned(left, truth(false), stmt.origin), { ...done, condition }];
    });
  const body = straight(loop.body);
  return { ...replaceLoop(loops, name, () => [{ ...loop, body }]), scalars: names.scalars() };
}

/** Loops of the body that go as far as data of a copy say. */
export function openLoops(loops: Loops, name: string): ReadonlySet<string> {
  const { body } = loopNamed(loops, name);
  const written = writesOf(body);
  const isOwn = (bound: Expr): boolean =>
    hasLoad(bound) || [...namesRead(bound)].some((one) => written.has(one));
  const isOpen = (stmt: Stmt): stmt is For =>
    stmt.kind === "for" && [stmt.from, stmt.to].some(isOwn) && !isKnownInCopies(loops, stmt);
  return new Set(body.filter(isOpen).map((loop) => loop.name));
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
  const taken = new Set(namesIn(loops));
  const array = identifierFor(taken, freshName(taken, "going"));
  const decl: ArrayDecl = { kind: "array", name: array, element: pythonBool, shape: [count] };
  const before = newLoopNames({ ...loops, arrays: [...loops.arrays, decl] }, name);
  const asked: Stmt = {
    ...{ kind: "store", array, index: [variable(before.variable)], origin: copies.origin },
    value: substituteIn(isOn, copies.variable, variable(before.variable)),
  };
  const held: Expr = {
    ...{ kind: "load", array, index: [variable(copies.variable)], type: pythonBool, span: own.origin.span },
  };
  const body = [
    { ...copies, ...before, body: [asked] },
    { ...copies, body: [guarded(held, own.body, own)] },
  ];
  return {
    loops: {
      ...replaceLoop(loops, name, () => [{ ...own, condition: any, body }]),
      arrays: [...loops.arrays, decl],
    },
    guard: held,
  };
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
  const [only] = copies.body;
  const own = guard !== null && only?.kind === "if" ? only.then[0] : only;
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

function not(operand: Expr): Expr {
  return { kind: "unary", op: "not", operand, type: pythonBool, span: { from: 0, to: 0 } };
}

function logic(op: "and" | "or", left: Expr, right: Expr): Expr {
  return { kind: "logic", op, left, right, type: pythonBool, span: { from: 0, to: 0 } };
}
