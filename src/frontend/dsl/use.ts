/**
 * Every value is used, and where it belongs.
 *
 *     h.for(8, (i) => { a.at(i).add(1); });     // refused: nothing takes the sum
 *     if (a.at(0).gt(3)) s.set(1);              // refused: JavaScript cannot look at it, so nothing takes the comparison
 *
 * A value that is made is noted in its block, whatever takes it strikes it off, and what is left when the block ends is
 * a mistake. JavaScript's `if`, `&&`, `!` and `?:` show in no other way: to them a term is an object, hence true.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr } from "../../program/nodes.ts";
import {
  type Block,
  type Frame,
  fail,
  failAt,
  frameOf,
  isInside,
  type Made,
  placeAt,
  readsOf,
  type Session,
} from "./session.ts";

/** Notes a value that must be taken. */
export function noteMade(block: Block, span: Span, isCondition: boolean): Made {
  const made: Made = { block, span, isCondition };
  block.unused.add(made);
  return made;
}

/** Strikes it off. */
export function noteTaken(made: Made | null): void {
  made?.block.unused.delete(made);
}

/** At the end of a block: each value that was made in it has been taken. */
export function refuseUnused(session: Session, block: Block): void {
  const [first] = block.unused;
  if (first === undefined) return;
  const [where, remedy] =
    block.parent === null
      ? ["", "store it with `.set(…)`, return it, or leave it out"]
      : [" of this loop or branch", "store it with `.set(…)`, in a scalar declared outside to use it after"];
  failAt(
    session,
    first.span,
    `no statement${where} uses this value`,
    first.isCondition
      ? "JavaScript's `if`, `&&`, `!` and `?:` cannot look at it; write h.if, h.and, h.not, h.select"
      : `${remedy}; JavaScript's \`if\` and \`&&\` cannot look at it`,
  );
}

/** Where a value was made. */
export interface Origin {
  readonly frame: Frame;
  readonly block: Block;
  readonly node: Expr;
  readonly made: Made | null;
}

/** A value may be used in the block where it was made, and inside of it. */
export function checkKnown(session: Session, { frame, block, node, made }: Origin): void {
  checkVariables(session, frame, node);
  if (session.frames.includes(frame) && isInside(frame.block, block)) return;
  const place = made === null ? null : placeAt(session, made.span);
  fail(
    session,
    `a value made inside a loop, a branch or a function${place === null ? "" : ` (${place})`} is used outside of it`,
    "declare a scalar outside with h.scalar, and set it inside",
  );
}

/** The variables of a formula must be known here. */
export function checkVariables(session: Session, owner: Frame, node: Expr): void {
  const frame = frameOf(session);
  const reads = readsOf(session, node);
  if (owner !== frame && reads.size > 0) {
    fail(
      session,
      "a value of another function is used here",
      "pass it as an argument, or use a plain TypeScript function",
    );
  }
  for (const name of reads) {
    const home = frame.homes.get(name);
    if (home === undefined || isInside(frame.block, home)) continue;
    fail(
      session,
      `\`${name}\` is known only inside the loop or branch that it belongs to`,
      "declare a scalar or tensor outside of it, and set it inside",
    );
  }
}
