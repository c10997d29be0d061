/** Statements: for, while, if, break, continue, return. */

import { boolConst } from "../../program/builder.ts";
import type { Expr, LoopAttrs, Stmt } from "../../program/nodes.ts";
import { blockOf, inBlock, newBlock } from "./block.ts";
import { ask, type Branches, type Nothing, perform } from "./callback.ts";
import { type Extent, type LoopVariable, nest, type Range } from "./domain.ts";
import { type Returned, resultsOf } from "./function.ts";
import { type Block, emit, fail, frameOf, type Session, spanHere } from "./session.ts";
import { type Like, Term, truth } from "./term.ts";

export interface LoopOptions {
  readonly name?: string; // of the variable, and what schedules call the loop
  readonly pipeline?: boolean | number; // a number is the initiation interval
  readonly unroll?: boolean | number; // a number is the factor
}

export function controls(session: Session) {
  return {
    /** `h.range(1, n, 2)`: from 1 up to n, which is excluded, in steps of 2. */
    range(from: Like, to: Like, step = 1): Range {
      return { from, to, step };
    },

    /** `h.for(10, (i) => …)`, `h.for(h.range(n, 0, -1), (i) => …, { name: "i", pipeline: true })`. */
    for(extent: Extent, body: (index: LoopVariable) => Nothing, options: string | LoopOptions = {}): void {
      const { name = "i", pipeline, unroll } = typeof options === "string" ? { name: options } : options;
      const attrs: LoopAttrs = {
        ...(pipeline === undefined || pipeline === false
          ? {}
          : { pipeline: typeof pipeline === "number" ? { ii: pipeline } : {} }),
        ...(unroll === undefined || unroll === false
          ? {}
          : { unroll: typeof unroll === "number" ? { factor: unroll } : {} }),
      };
      const loop = nest(
        session,
        [extent],
        [{ variable: name, attrs }],
        () => false,
        ([index]) => {
          if (index !== undefined) perform(session, "h.for", body, index);
        },
      );
      emit(frameOf(session), loop.stmt, loop.time);
    },

    /** The condition is a function: it is looked at before each turn. */
    while(condition: () => Like, body: () => Nothing): void {
      const frame = frameOf(session);
      const span = spanHere(session);
      if (typeof condition !== "function") {
        fail(session, "the condition of h.while is looked at again and again", "write `() => condition`");
      }
      const { block, start, result } = blockOf(session, frame, "loop", (inside): Expr => {
        const test = new Term(session, truth(session, ask(session, "h.while", condition)), null);
        const plain = inside.stmts.length === 0;
        // Statements cannot stand in a condition: then it is looked at inside, and left when it fails.
        if (!plain) branch(session, "h.while", test.not(), () => jump(session, "break"));
        perform(session, "h.while", body);
        return plain ? test.node : boolConst(true, span);
      });
      emit(frame, { kind: "while", condition: result, body: block.stmts, span }, start);
    },

    /** `h.if(c, () => …).elif(d, () => …).else(() => …)` */
    if(condition: Like, then: () => Nothing): Branches {
      return branch(session, "h.if", condition, then);
    },

    break(): void {
      jump(session, "break");
    },

    continue(): void {
      jump(session, "continue");
    },

    /** Leaves the function here; what its callback returns is the last way out. */
    return(value?: Returned): void {
      const frame = frameOf(session);
      const values = resultsOf(session, value);
      const stmt: Stmt = { kind: "return", values, span: spanHere(session) };
      emit(frame, stmt);
      frame.returns.push({ stmt, values });
    },

    /** Kept where it stands, for tools that read pragmas. */
    pragma(text: string): void {
      emit(frameOf(session), { kind: "pragma", text, names: [], span: spanHere(session) });
    },
  };
}

function jump(session: Session, kind: "break" | "continue"): void {
  const frame = frameOf(session);
  if (!frame.block.inLoop) fail(session, `h.${kind}() stands in no loop`);
  emit(frame, { kind, span: spanHere(session) });
}

function branch(session: Session, who: string, condition: Like, then: () => Nothing): Branches {
  const frame = frameOf(session);
  const owner = frame.block;
  let last: Block | null = branchStmt(session, who, condition, then);
  const first = owner.stmts.at(-1);
  /** The block of what does not meet the conditions so far, which is still empty. */
  const open = (): Block => {
    const isLast = frame === frameOf(session) && frame.block === owner && owner.stmts.at(-1) === first;
    if (isLast && last !== null) return last;
    return fail(
      session,
      "`elif` and `else` stand right after their `if`",
      "a condition that needs statements, such as a sum, is written as a function: `.elif(() => …, …)`",
    );
  };
  const branches: Branches = {
    elif(next, body) {
      last = inBlock(session, frame, open(), () => {
        const test = typeof next === "function" ? ask(session, "elif", next) : next;
        return branchStmt(session, "elif", test, body);
      });
      return branches;
    },
    else(body) {
      inBlock(session, frame, open(), () => perform(session, "else", body));
      last = null;
    },
  };
  return branches;
}

/** Emits an `if`; gives the block of its `else`, to be filled. */
function branchStmt(session: Session, who: string, condition: Like, then: () => Nothing): Block {
  const frame = frameOf(session);
  const span = spanHere(session);
  const test = truth(session, condition);
  const time = frame.clock++;
  const { block } = blockOf(session, frame, "branch", () => perform(session, who, then));
  const otherwise = newBlock(frame, "branch");
  emit(frame, { kind: "if", condition: test, then: block.stmts, else: otherwise.stmts, span }, time);
  return otherwise;
}
