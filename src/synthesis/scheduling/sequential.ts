/**
 * Divisions and roots at units that make a few digits a cycle, where operands come seldom enough: a fraction of the area, for
 * about as many cycles. Graphs where they make a difference that the call feels keep units that take operands every cycle.
 */

import { families } from "../../device/family.ts";
import { priceOf } from "../../device/price.ts";
import { bug } from "../../diagnostics/bug.ts";
import { Diagnosed } from "../../diagnostics/diagnosed.ts";
import type { Operator, Technology } from "../../hardware/operators/operator.ts";
import { levelsOf, waysOf } from "../circuit/choice.ts";
import type { Block, CircuitPlan, Graph, OpId, Pipeline } from "../plan/nodes.ts";
import { graphsIn, itemsIn, mapGraphs } from "../plan/walk.ts";
import type { Timing } from "../timing/problem.ts";
import type { Scheduled } from "./index.ts";
import { operatorOf, sequentialOperatorOf } from "./problem.ts";
import { neededWithout } from "./watches.ts";

export interface Judge {
  readonly target: Technology;
  /** Times the graphs that are not known. */
  readonly timed: (plan: CircuitPlan, known: Scheduled["timings"]) => Scheduled;
  readonly cyclesOf: (found: Scheduled) => number; // of a call
  readonly priceOf: (found: Scheduled) => number; // of all units that are worth sharing
}

export function withSequential(plain: Scheduled, judge: Judge): Scheduled {
  const few = inTurnIn(plain, "few", judge.target);
  if (few.size === 0) return plain;
  const many = inTurnIn(plain, "many", judge.target);
  const free = timedWith(plain, many, judge);
  const same = new Map([...many].filter(([graph]) => free !== null && takesTheSame(plain, free, graph)));
  const isOther = same.size > 0 && same.size < many.size;
  const quick = inTurnIn(plain, "few", judge.target, isQuick);
  const tried = [
    timedWith(plain, few, judge),
    free,
    isOther ? timedWith(plain, same, judge) : null,
    quick.size > 0 ? timedWith(plain, quick, judge) : null,
  ];
  const mostCycles = mostSlower * judge.cyclesOf(plain);
  let [best, least] = [plain, weighed(plain, judge)];
  for (const one of tried) {
    if (one === null || judge.cyclesOf(one) > mostCycles || weighed(one, judge) >= least) continue;
    [best, least] = [one, weighed(one, judge)];
  }
  return best;
}

/** The second where it is worth its cycles. */
export function lighter<T extends Scheduled>(
  plain: T,
  other: T,
  judge: Pick<Judge, "cyclesOf" | "priceOf">,
): T {
  const isSlow = judge.cyclesOf(other) > mostSlower * judge.cyclesOf(plain);
  return isSlow || weighed(other, judge) >= weighed(plain, judge) ? plain : other;
}

/** A circuit may become sixteen times smaller for twice the cycles, but no call an eighth longer. */
function weighed(found: Scheduled, { cyclesOf, priceOf }: Pick<Judge, "cyclesOf" | "priceOf">): number {
  return cyclesOf(found) * (restPrice + priceOf(found)) ** (1 / 4);
}

const mostSlower = 9 / 8;

/** What a small circuit has beside its units. */
const restPrice = 300;

/**
 * `few`: what runs once has one unit for all operations that are alike, and time is left to choose the operands of all that the
 * plan has. `many`: each operation may have its own.
 */
type Units = "few" | "many";

/** Whether an operation is done hardly later. */
function isQuick(one: Operator, plain: Operator): boolean {
  return one.latency <= mostSlower * plain.latency + 1;
}

function inTurnIn(
  { plan, timings }: Scheduled,
  units: Units,
  target: Technology,
  isChosen: (one: Operator, plain: Operator) => boolean = () => true,
): ReadonlyMap<Graph, Graph> {
  const found = new Map<Graph, Candidates>();
  const members = new Map<string, number>();
  for (const item of itemsIn(plan.body)) {
    if (item.kind !== "block" && item.kind !== "pipeline") continue;
    const own = candidatesIn(
      item,
      timings.get(item.graph) ?? bug("a graph without a timing"),
      target,
      isChosen,
    );
    if (own.chosen.size > 0) found.set(item.graph, own);
    for (const { key } of own.chosen.values()) members.set(key, (members.get(key) ?? 0) + 1);
  }
  const { lut } = families[target.family];
  const choiceNs = (key: string): number =>
    units === "many" ? 0 : lut.ns * levelsOf(members.get(key) ?? 1, waysOf(lut.inputs));
  return new Map(
    [...found].map(([graph, { chosen, slots }]) => {
      const keys = [...chosen.values()].map(({ key }) => key);
      const unitsFor = ({ key, busy }: Operator): number => {
        const count = keys.filter((other) => other === key).length;
        if (units === "many") return count;
        return slots === Infinity ? 1 : Math.ceil(count / Math.floor(slots / busy));
      };
      const ops = graph.ops.map((op, id) => {
        const unit = chosen.get(id);
        if (op.kind !== "compute" || unit === undefined) return op;
        const sequential = { units: unitsFor(unit), choiceNs: choiceNs(unit.key) };
        return sequentialOperatorOf(graph, op, target, sequential.choiceNs) === null
          ? op
          : { ...op, sequential };
      });
      return [graph, { ...graph, ops }];
    }),
  );
}

/** Null where a pipeline is asked for an interval that it cannot have then. */
function timedWith(plain: Scheduled, by: ReadonlyMap<Graph, Graph>, { timed }: Judge): Scheduled | null {
  const { plan, timings } = plain;
  const body = mapGraphs(plan.body, ({ graph }) => by.get(graph) ?? graph);
  try {
    return timed({ ...plan, body }, timings);
  } catch (error) {
    if (error instanceof Diagnosed) return null;
    throw error;
  }
}

/** A graph may come back with what is passed on in it, so it is known by its place. */
function takesTheSame(plain: Scheduled, other: Scheduled, graph: Graph): boolean {
  const place = graphsIn(plain.plan.body).indexOf(graph);
  const after = graphsIn(other.plan.body)[place];
  const [one, two] = [plain.timings.get(graph), after && other.timings.get(after)];
  return one !== undefined && two !== undefined && one.length === two.length && one.ii === two.ii;
}

interface Candidates {
  readonly chosen: ReadonlyMap<OpId, Operator>; // operations that such a unit makes smaller
  readonly slots: number; // cycles after which a unit must be free again
}

function candidatesIn(
  item: Block | Pipeline,
  timing: Timing,
  target: Technology,
  isChosen: (one: Operator, plain: Operator) => boolean,
): Candidates {
  const { graph } = item;
  const isPipelined = item.kind === "pipeline" && item.asked !== null;
  const slots = isPipelined ? (timing.ii ?? timing.length) : Infinity;
  const chosen = new Map<OpId, Operator>();
  for (const id of neededWithout(graph)) {
    const op = graph.ops[id];
    if (op?.kind !== "compute" || op.allowed !== undefined || op.sequential !== undefined) continue;
    const other = mayHaveRounds.has(op.op) ? sequentialOperatorOf(graph, op, target, 0) : null;
    if (other === null || other.busy > slots) continue;
    const plain = operatorOf(graph, op, target);
    if (priceOf(other.cost) < priceOf(plain.cost) && isChosen(other, plain)) chosen.set(id, other);
  }
  return { chosen, slots };
}

/** Others need not be tried. */
const mayHaveRounds: ReadonlySet<unknown> = new Set(["div", "floordiv", "mod", "fmod", "sqrt"]);
