/**
 * A loop's body without jumps, so that one copy of it can follow another.
 *
 *     if c: continue            if c: pass
 *     x = 1                     else: x = 1
 *
 * What a jump leaves out stands in the other branch; where a branch only sometimes jumps, behind a flag.
 */

import { jumpsOut } from "../../loops/analysis/effects.ts";
import { assigned, type Names } from "../../loops/names.ts";
import type { Expr, If, Origin, Stmt } from "../../loops/nodes.ts";
import { pythonBool } from "../../types/types.ts";

export interface Straight {
  readonly body: readonly Stmt[];
  readonly left: string | null; // a flag that a `break` sets; null where there is none
  readonly skips: boolean; // whether something may stand behind a jump, under a flag
}

/**
 * Without `continue`; a `break` stays, or sets a flag that the caller clears before and asks after each copy.
 * `suffix`: of the names of flags.
 */
export function straightened(
  body: readonly Stmt[],
  breaks: "stay" | "flag",
  names: Names,
  suffix = "",
): Straight {
  if (jumpsOut(body) === null) return { body, left: null, skips: false };
  const skip = names.scalar(`skip${suffix}`, pythonBool);
  const way: Way = { breaks, names, suffix, left: null, skip, asked: false };
  const { body: done } = block(way, body);
  const origin = body[0]?.origin;
  const start = way.asked && origin !== undefined ? [assigned(way.skip, truth(false), origin)] : [];
  return {
    body: [...start, ...(way.asked ? done : without(done, way.skip))],
    left: way.left,
    skips: way.asked,
  };
}

/** The copy runs where no `break` has been met. */
export function unless(flag: string, then: readonly Stmt[], origin: Origin): If {
  const operand: Expr = { kind: "var", name: flag, type: pythonBool };
  const condition: Expr = { kind: "unary", op: "not", operand, type: pythonBool, span: origin.span };
  return { kind: "if", condition, then, else: [], origin };
}

export function truth(value: boolean): Expr {
  return { kind: "const", value, type: pythonBool };
}

interface Way {
  readonly breaks: "stay" | "flag";
  readonly names: Names;
  readonly suffix: string;
  readonly skip: string;
  left: string | null;
  asked: boolean; // whether `skip` is needed at all
}

/** `on`: the end is always reached; `off`: never; `open`: where `skip` is not set. */
interface Done {
  readonly body: readonly Stmt[];
  readonly end: "on" | "off" | "open";
}

function block(way: Way, body: readonly Stmt[]): Done {
  for (const [k, stmt] of body.entries()) {
    if (!jumps(way, stmt)) continue;
    const before = body.slice(0, k);
    const done = stmt.kind === "if" ? branch(way, stmt, body.slice(k + 1)) : jump(way, stmt);
    return { body: [...before, ...done.body], end: done.end };
  }
  return { body, end: "on" };
}

function jumps(way: Way, stmt: Stmt): boolean {
  if (stmt.kind === "continue") return true;
  if (stmt.kind === "break") return true;
  return stmt.kind === "if" && (way.breaks === "flag" ? jumpsOut([stmt]) : hasContinue(stmt)) !== null;
}

function hasContinue(stmt: If): true | null {
  const inside = (body: readonly Stmt[]): boolean =>
    body.some((one) => one.kind === "continue" || (one.kind === "if" && hasContinue(one) !== null));
  return inside(stmt.then) || inside(stmt.else) ? true : null;
}

function jump(way: Way, stmt: Stmt): Done {
  const skips = assigned(way.skip, truth(true), stmt.origin);
  if (stmt.kind === "continue") return { body: [skips], end: "off" };
  if (way.breaks === "stay") return { body: [stmt], end: "off" };
  way.left ??= way.names.scalar(`left${way.suffix}`, pythonBool);
  return { body: [assigned(way.left, truth(true), stmt.origin), skips], end: "off" };
}

function branch(way: Way, stmt: If, after: readonly Stmt[]): Done {
  const [yes, no] = [block(way, stmt.then), block(way, stmt.else)];
  const rest = block(way, after);
  const both = (then: readonly Stmt[], other: readonly Stmt[]): If => ({ ...stmt, then, else: other });
  if (yes.end === "off" && no.end === "off") return { body: [both(yes.body, no.body)], end: "off" };
  const end = rest.end === "off" ? "off" : "open";
  if (yes.end === "off" && no.end === "on")
    return { body: [both(yes.body, [...no.body, ...rest.body])], end };
  if (no.end === "off" && yes.end === "on")
    return { body: [both([...yes.body, ...rest.body], no.body)], end };
  if (rest.body.length === 0) return { body: [both(yes.body, no.body)], end };
  way.asked = true;
  return { body: [both(yes.body, no.body), unless(way.skip, rest.body, stmt.origin)], end };
}

function without(body: readonly Stmt[], target: string): readonly Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    if (stmt.kind === "assign" && stmt.target === target) return [];
    if (stmt.kind !== "if") return [stmt];
    return [{ ...stmt, then: without(stmt.then, target), else: without(stmt.else, target) }];
  });
}
