/**
 * As few units as an interval needs: of n operations of one kind that start every II cycles, a unit serves II, so
 * ceil(n / II) units are enough. The choice among operands that sharing costs is counted in time: in the cycle of the
 * operation, or in the one before, in front of registers that hold the operands of the unit. The same holds of reads of tables in
 * block RAM: each port that reads at the same time takes half of one more copy.
 */

import { families } from "../../device/family.ts";
import { priceOf } from "../../device/price.ts";
import type { Operator, Technology } from "../../hardware/operators/operator.ts";
import { bitWidth } from "../../types/bits.ts";
import { levelsOf, waysOf } from "../circuit/choice.ts";
import { isWorthSharing } from "../circuit/sharing.ts";
import type { Graph, OpId, Storage } from "../plan/nodes.ts";
import { banksOf } from "../plan/walk.ts";
import type { Edge, Operation, Problem, Timing } from "../timing/problem.ts";
import { operatorOf } from "./problem.ts";

export interface FewUnits {
  readonly problem: Problem; // where operands are chosen ahead, an operation begins with the choice
  readonly ahead: ReadonlySet<number>; // operations of the problem whose operands are chosen in the cycle before
  readonly size: number; // of the units, against what it was: 1 is the same
  readonly most: number; // units of any operator
}

/** `near`: operands are chosen in the cycle of the operation where that fits. `ahead`: always in the one before. */
export type Chosen = "near" | "ahead";

/**
 * The same problem with as few ports at tables in block RAM as the interval needs; null where no table has more. `slots`: cycles that a
 * port has for reads.
 */
export function withFewReads(
  problem: Problem,
  graph: Graph,
  ids: readonly OpId[],
  slots: number,
  { storages, target }: { readonly storages: readonly Storage[]; readonly target: Technology },
): Problem | null {
  const { lut, blockRam } = families[target.family];
  const tables = new Set(
    storages.flatMap(({ name, where, reads }) => (where === "block" && reads === "free" ? [name] : [])),
  );
  const reads = new Map<string, number[]>();
  for (const [place, id] of ids.entries()) {
    const op = graph.ops[id];
    if (op?.kind !== "load" || !tables.has(op.storage)) continue;
    for (const bank of banksOf(op.bank)) {
      const key = `${op.storage} ${bank}`;
      if (reads.get(key)?.push(place) === undefined) reads.set(key, [place]);
    }
  }
  const operations: Operation[] = [...problem.operations];
  const resources = [...problem.resources];
  const perCopy = blockRam.ports === "two" ? 2 : 1;
  for (const [name, places] of reads) {
    const count = perCopy * Math.ceil(places.length / slots / perCopy);
    const choice = lut.ns * levelsOf(Math.ceil(places.length / count), waysOf(lut.inputs));
    const fits = places.every((place) => (operations[place]?.entry ?? 0) + choice <= problem.period);
    if (count >= places.length || !fits) continue;
    resources.push({ name, count });
    for (const place of places) {
      const own = operations[place];
      if (own === undefined) continue;
      const uses = [...own.uses, { resource: resources.length - 1, cycles: 1 }];
      operations[place] = { ...own, entry: own.entry + choice, uses };
    }
  }
  return resources.length === problem.resources.length ? null : { ...problem, operations, resources };
}

/** Null where nothing can be shared. `ids`: the operations of the problem; `slots`: cycles that a unit has for them. */
export function withFewUnits(
  problem: Problem,
  graph: Graph,
  ids: readonly OpId[],
  slots: number,
  target: Technology,
  chosen: Chosen,
): FewUnits | null {
  if (slots < 2) return null;
  const kinds = new Map<string, { readonly operator: Operator; readonly places: number[] }>();
  for (const [place, id] of ids.entries()) {
    const op = graph.ops[id];
    if (op?.kind !== "compute" || op.allowed !== undefined || op.sequential !== undefined) continue;
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
  const ahead = new Set<number>();
  let [before, after, most] = [restLuts, restLuts, 0];
  for (const { operator, places } of kinds.values()) {
    const count = Math.ceil(places.length / slots);
    before += places.length * priceOf(operator.cost);
    after += count * priceOf(operator.cost);
    if (count === places.length) continue;
    most = Math.max(most, count);
    const each = Math.ceil(places.length / count);
    const choice = lut.ns * levelsOf(each, waysOf(lut.inputs));
    const isNear = chosen === "near" && operator.entry + choice <= problem.period;
    resources.push({ name: operator.key, count });
    for (const place of places) {
      const own = operations[place];
      if (own === undefined) continue;
      const uses = [...own.uses, { resource: resources.length - 1, cycles: 1 }];
      if (!isNear) ahead.add(place);
      operations[place] = isNear
        ? { ...own, entry: own.entry + choice, uses }
        : { ...registered(own), entry: choice, uses };
    }
  }
  if (resources.length === problem.resources.length) return null;
  const edges = problem.edges.map((edge) => fromChoices(edge, ahead));
  return { problem: { ...problem, operations, edges, resources }, ahead, size: after / before, most };
}

/** Orders hold between operations themselves, which begin a cycle after the choices that are made ahead. */
function fromChoices(edge: Edge, ahead: ReadonlySet<number>): Edge {
  if (edge.kind === "value") return edge;
  const later = (place: number): number => (ahead.has(place) ? 1 : 0);
  return { ...edge, lag: edge.lag + later(edge.from) - later(edge.to) };
}

/** What a small circuit has beside its units. */
const restLuts = 150;

/** Behind registers for its operands. */
function registered(own: Operation): Operation {
  return { ...own, latency: own.latency + 1, exit: own.latency === 0 ? own.entry : own.exit };
}

/** When the operations themselves begin: after the choices that were made ahead. */
export function afterChoices(timing: Timing, ahead: ReadonlySet<number>): Timing {
  if (ahead.size === 0) return timing;
  return {
    ...timing,
    cycles: timing.cycles.map((cycle, place) => (ahead.has(place) ? cycle + 1 : cycle)),
    offsets: timing.offsets.map((offset, place) => (ahead.has(place) ? 0 : offset)),
  };
}
