/** Operations that only say which word of an array is meant. */
import type { Op, OpId } from "../plan/nodes.ts";
import { operandsOf } from "../plan/walk.ts";

/** By operation: the array. Operands stand before what uses them, so one pass back is enough. */
export function indexesIn(ops: readonly Op[], live: ReadonlySet<OpId>): ReadonlyMap<OpId, string> {
  const uses = new Map<OpId, string | null>(); // null: for something else too
  const use = (id: OpId, array: string | null): void => {
    if (uses.get(id) !== null) uses.set(id, array); // the first use names it
  };
  for (let id = ops.length - 1; id >= 0; id--) {
    const op = ops[id];
    if (op === undefined || !live.has(id)) continue;
    if (op.kind === "load" || op.kind === "store") {
      const isIndex = (operand: OpId): boolean =>
        operand === op.address || (op.bank.kind === "dynamic" && operand === op.bank.nth);
      for (const operand of operandsOf(op)) use(operand, isIndex(operand) ? op.storage : null);
    } else {
      const own = op.kind === "compute" ? (uses.get(id) ?? null) : null;
      for (const operand of operandsOf(op)) use(operand, own);
    }
  }
  return new Map([...uses].flatMap(([id, array]) => (array === null ? [] : [[id, array] as const])));
}
