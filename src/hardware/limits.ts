/**
 * As few units as an interval needs: of n operations of one kind that start every II cycles, a unit serves II, so
 * ceil(n / II) units are enough. The choice among operands that sharing costs is counted in time.
 */
import { families } from "../device/family.ts";
import { bitWidth } from "../types/bits.ts";
import { levelsOf, waysOf } from "./circuit/choice.ts";
import { isWorthSharing } from "./circuit/sharing.ts";
import type { Operator, Target } from "./operators/operator.ts";
import type { Graph, OpId } from "./plan/nodes.ts";
import { operatorOf } from "./problem.ts";
import type { Operation, Problem } from "./timing/problem.ts";

/** Null where nothing can be shared. `ids`: the operations of the problem; `slots`: cycles that a unit has for them. */
export function withFewUnits(
  problem: Problem,
  graph: Graph,
  ids: readonly OpId[],
  slots: number,
  target: Target,
): Problem | null {
  if (slots < 2) return null;
  const kinds = new Map<string, { readonly operator: Operator; readonly places: number[] }>();
  for (const [place, id] of ids.entries()) {
    const op = graph.ops[id];
    if (op?.kind !== "compute" || op.allowed !== undefined) continue;
    const operator = operatorOf(graph, op, target);
    const widths = op.operands.map((operand) => bitWidth(graph.ops[operand]?.type ?? op.type));
    if (!isWorthSharing(operator, widths)) continue;
    const known = kinds.get(operator.key) ?? { operator, places: [] };
    known.places.push(place);
    kinds.set(operator.key, known);
  }
  const { lut } = families[target.family];
  const operations: Operation[] = [...problem.operations];
  const resources = [...problem.resources];
  for (const { operator, places } of kinds.values()) {
    const count = Math.ceil(places.length / slots);
    if (count === places.length) continue;
    const each = Math.ceil(places.length / count);
    const choice = lut.ns * levelsOf(each, waysOf(lut.inputs));
    if (operator.entry + choice > problem.period) continue;
    resources.push({ name: operator.key, count });
    for (const place of places) {
      const own = operations[place];
      if (own === undefined) continue;
      const use = { resource: resources.length - 1, cycles: 1 };
      operations[place] = { ...own, entry: own.entry + choice, uses: [...own.uses, use] };
    }
  }
  if (resources.length === problem.resources.length) return null;
  return { ...problem, operations, resources };
}
