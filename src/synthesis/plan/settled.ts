/** Operands that registers hold, and others. */

import { bug } from "../../diagnostics/bug.ts";
import { isInteger } from "../../types/types.ts";
import type { Compute, Op, OpId } from "./nodes.ts";

/** The operands that are not held by registers all the time, seen through what only gives them other widths. */
export function unsettledOf(ops: readonly Op[], op: Compute): readonly OpId[] {
  const held: ReadonlySet<Op["kind"]> = new Set(["const", "read", "counter", "walk"]);
  return sourcesOf(ops, op).filter((id) => !held.has(ops[id]?.kind ?? "const"));
}

/** The operands, seen through what only gives them other widths. */
export function sourcesOf(ops: readonly Op[], { operands }: Compute): readonly OpId[] {
  return operands.flatMap((id): readonly OpId[] => {
    const op = ops[id] ?? bug(`no operation ${id}`);
    const [source = id] = op.kind === "compute" ? op.operands : [];
    const isWidth =
      op.kind === "compute" &&
      op.op === "convert" &&
      isInteger(op.type) &&
      isInteger(ops[source]?.type ?? op.type);
    return isWidth ? sourcesOf(ops, op) : [id];
  });
}
