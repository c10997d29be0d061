/** Dependences that a step would break, and what a refusal says of them: the two accesses and their iterations. */
import { bug } from "../diagnostics/bug.ts";
import type { Span } from "../diagnostics/diagnostic.ts";
import {
  type Access,
  accessesIn,
  canParallel,
  type Dependence,
  describe,
  describeAccess,
  type Meeting,
  meeting,
  printAccess,
} from "../loops/depend/index.ts";
import { loopNamed } from "../loops/find.ts";
import type { Expr, For, Loops, Stmt } from "../loops/nodes.ts";
import { mapBodies, statementsIn } from "../loops/walk.ts";
import { type Applied, done } from "./primitive.ts";
import { type Refusal, type RefusalPlace, refuse } from "./refusal.ts";

export function clashText(loops: Loops, clash: Dependence): string {
  return describe(clash, loops.source);
}

/** Where a refusal points: at the loop, and at the two accesses. */
export function clashPlace(loop: For, clash: Dependence): RefusalPlace {
  return { ...placeOf(loop), ...accessesOf(clash) };
}

/** Where the two accesses of a clash are. */
export function accessesOf(clash: Dependence): Reason["place"] {
  const { source, sink, witness } = clash;
  const notes = [noteOf(source, witness?.source), noteOf(sink, witness?.sink)];
  return { array: clash.name, clash, notes: source === sink ? notes.slice(0, 1) : notes };
}

/** What stands in the way of a step: in words, and where that is. */
export interface Reason {
  readonly text: string;
  readonly place: Pick<RefusalPlace, "array" | "clash" | "notes">;
}

/** `claim`, and the two accesses that show it with their iterations; where none surely meet, the second ones alone. */
export function reasonOf(loops: Loops, claim: string, accesses: Meeting): Reason {
  const clash = meeting(loops, accesses);
  if (clash !== null) return clashReason(loops, claim, clash);
  const other = accessesIn(loops).find(accesses.second);
  return other === undefined ? { text: claim, place: {} } : accessReason(loops, claim, other);
}

export function clashReason(loops: Loops, claim: string, clash: Dependence): Reason {
  return { text: `${claim}: ${clashText(loops, clash)}`, place: accessesOf(clash) };
}

/** Where there is one access alone. */
export function accessReason(
  loops: Loops,
  claim: string,
  access: Access,
  at?: Readonly<Record<string, number>>,
): Reason {
  const text = `${claim}: ${describeAccess(access, at, loops.source)}`;
  return { text, place: { array: access.name, notes: [noteOf(access, at)] } };
}

/** The access that has these very subscripts. */
export function accessAt(loops: Loops, index: readonly Expr[]): Access {
  return accessesIn(loops).find((access) => access.index === index) ?? bug("no such access");
}

/** Accesses that statements do, bounds and conditions included. */
export function doneBy(stmts: readonly Stmt[]): (access: Access) => boolean {
  const own = new Set(statementsIn(stmts));
  return ({ stmt }) => own.has(stmt);
}

export function placeOf(loop: For): { readonly loop: string; readonly span: Span } {
  return { loop: loop.name, span: loop.origin.span };
}

/** Another order in a nest may bring dependences to a loop of it that was parallel: then the step is refused. */
export function stillParallel(loops: Loops, nest: string): Applied {
  for (const stmt of statementsIn([loopNamed(loops, nest)])) {
    if (stmt.kind !== "for" || stmt.attrs.parallel !== true) continue;
    const clash = canParallel(loops, stmt.name);
    if (clash === null) continue;
    const facts = { loop: stmt.name, clash: clashText(loops, clash) };
    return refuse("not-parallel", facts, clashPlace(stmt, clash));
  }
  return done(loops);
}

function noteOf(
  access: Access,
  at: Readonly<Record<string, number>> | undefined,
): NonNullable<Refusal["notes"]>[number] {
  const values = Object.entries(at ?? {}).map(([loop, value]) => `${loop}=${value}`);
  const during = values.length === 0 ? "" : ` in iteration ${values.join(", ")}`;
  const does = access.what === "control" ? "decides what runs" : access.write ? "is written" : "is read";
  return { span: access.span, message: `\`${printAccess(access)}\` ${does} here${during}` };
}

/**
 * The kernel without the freedom that operators give: sums of floats keep their order. Only `parallel`, which runs
 * nothing in another order by itself, and `reassociate`, which says so, make use of that freedom.
 */
export function inOrder(loops: Loops): Loops {
  const ordered = (body: readonly Stmt[]): readonly Stmt[] =>
    body.map((stmt) => {
      const inner = mapBodies(stmt, ordered);
      if (inner.kind !== "for" || inner.origin.unordered !== true) return inner;
      const { span, operator } = inner.origin;
      return { ...inner, origin: { span, operator } };
    });
  return { ...loops, body: ordered(loops.body) };
}
