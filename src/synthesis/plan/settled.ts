/** Operands that registers hold, and others. */

import { bug } from "../../diagnostics/bug.ts";
import { isInteger } from "../../types/types.ts";
import type { Compute, Op, OpId } from "./nodes.ts";

/** The operands that are not held by registers all the time, seen through what only gives them other widths. */
export function unsettledOf(ops: readonly Op[], { operands }: Compute): readonly OpId[] {
  return operands.flatMap((id): readonly OpId[] => {
    const op = ops[id] ?? bug(`no operation ${id}`);
    if (op.kind === "const" || op.kind === "read" || op.kind === "counter" || op.kind === "walk") return [];
    const [source = id] = op.kind === "compute" ? op.operands : [];
    const isWidth =
      op.kind === "compute" &&
      op.op === "convert" &&
      isInteger(op.type) &&
      isInteger(ops[source]?.type ?? op.type);
    return isWidth ? unsettledOf(ops, op) : [id];
  });
}
