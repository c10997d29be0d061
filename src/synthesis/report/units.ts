/**
 * Units that compute values, line by line: what stores and registers get, without addresses and conditions. Operations of a
 * pipeline that are alike take turns within its interval, so it needs one unit for as many of them.
 */
import { lineAt, lineTable } from "../../diagnostics/positions.ts";
import type { Synthesized } from "../index.ts";
import type { Graph, OpId } from "../plan/nodes.ts";
import { itemsIn, operandsOf } from "../plan/walk.ts";

export function unitsByLine({ plan, timings }: Synthesized): ReadonlyMap<number, number> {
  const table = lineTable(plan.source);
  const units = new Map<number, number>();
  for (const item of itemsIn(plan.body)) {
    if (item.kind !== "block" && item.kind !== "pipeline") continue;
    const { graph } = item;
    const timing = timings.get(graph);
    const interval =
      item.kind === "pipeline" && item.asked !== null ? (timing?.ii ?? 1) : (timing?.length ?? 1);
    const alike = new Map<string, { readonly line: number; readonly count: number }>();
    for (const id of valuesIn(graph)) {
      const op = graph.ops[id];
      if (op?.kind !== "compute" || op.span.to === 0) continue;
      const name = typeof op.op === "string" ? op.op : op.op.name;
      if (!arithmetic.has(name)) continue;
      const line = lineAt(table, op.span.from);
      const key = `${line} ${name}`;
      alike.set(key, { line, count: (alike.get(key)?.count ?? 0) + 1 });
    }
    for (const { line, count } of alike.values())
      units.set(line, (units.get(line) ?? 0) + Math.ceil(count / Math.max(1, interval)));
  }
  return units;
}

/** What is counted as an operation in Loops as well. */
export const arithmetic: ReadonlySet<string> = new Set([
  ...["add", "sub", "mul", "div", "floordiv", "mod", "fmod", "pow", "min", "max", "neg", "abs"],
  ...["exp", "log", "sqrt", "tanh", "sin", "cos", "tan", "rint", "floor", "ceil"],
]);

function valuesIn({ ops }: Graph): ReadonlySet<OpId> {
  const found = new Set<OpId>();
  const open: OpId[] = ops.flatMap((op) => (op.kind === "store" || op.kind === "write" ? [op.value] : []));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const op = ops[id];
    if (op?.kind === "compute") open.push(...operandsOf(op));
  }
  return found;
}
