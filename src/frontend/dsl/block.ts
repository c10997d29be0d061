/** Blocks of statements: the bodies of loops and the branches of an `if`. */
import type { Block, Frame, LoopTime, Session } from "./session.ts";
import { refuseUnused } from "./use.ts";

/** What `write` emits, as a block of its own. */
export function blockOf<T>(
  session: Session,
  frame: Frame,
  kind: "loop" | "branch",
  write: (block: Block) => T,
): { readonly block: Block; readonly start: number; readonly result: T } {
  const block = newBlock(frame, kind);
  const start = frame.clock++;
  const time: LoopTime = { start, end: Number.POSITIVE_INFINITY };
  if (kind === "loop") frame.loops.set(block, time);
  const result = inBlock(session, frame, block, () => write(block));
  time.end = frame.clock++;
  return { block, start, result };
}

export function newBlock(frame: Frame, kind: "loop" | "branch"): Block {
  const parent = frame.block;
  const block: Block = {
    parent,
    stmts: [],
    inLoop: parent.inLoop || kind === "loop",
    unused: new Set(),
  };
  frame.blocks.set(block.stmts, block);
  return block;
}

export function inBlock<T>(session: Session, frame: Frame, block: Block, write: () => T): T {
  const outer = frame.block;
  frame.block = block;
  try {
    const result = write();
    refuseUnused(session, block);
    return result;
  } catch (error) {
    frame.isBroken = true;
    throw error;
  } finally {
    frame.block = outer;
  }
}
