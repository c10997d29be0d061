/**
 * `1.5 * x` at the multiplier that is there for any operands. A constant makes a unit smaller, but one that stands idle
 * in that cycle anyway costs nothing more than the choice of its operands. So operations with a constant operand are
 * timed once more as users of general units, and stay so where no graph takes a cycle more or less for it and no
 * general unit is added.
 */
import { bug } from "../../diagnostics/bug.ts";
import { NoCore } from "../../hardware/cores/missing.ts";
import type { Technology } from "../../hardware/operators/operator.ts";
import { bitWidth } from "../../types/bits.ts";
import { isWorthSharing } from "../circuit/sharing.ts";
import type { CircuitPlan, Compute, Graph, OpId } from "../plan/nodes.ts";
import { graphsIn, mapGraphs } from "../plan/walk.ts";
import type { Timing } from "../timing/problem.ts";
import type { Scheduled } from "./index.ts";
import { generalOperator, operatorOf } from "./problem.ts";
import { neededWithout } from "./watches.ts";

export interface Joining {
  readonly target: Technology;
  /** Times the graphs that are not known. */
  readonly timed: (plan: CircuitPlan, known: Scheduled["timings"]) => Scheduled;
  /** How many units of each key a circuit would have. */
  readonly units: (found: Scheduled) => ReadonlyMap<string, number>;
}

export function withJoined(plain: Scheduled, how: Joining): Scheduled {
  let best = plain;
  for (const [key, joiners] of joinersIn(plain, how.target)) {
    const all = tried(best, key, joiners, how);
    if (all === null && joiners.size > 1) {
      // Some of them may still have room.
      for (const one of [...joiners].slice(0, mostTries))
        best = tried(best, key, new Map([one]), how) ?? best;
    }
    best = all ?? best;
  }
  return best;
}

const mostTries = 6;

/** Operations by the place of their graph in the plan. */
type Joiners = Map<number, Set<OpId>>;

/** Null where nothing joins, or the plan would have more units of the key than it has. */
function tried(found: Scheduled, key: string, joiners: Joiners, how: Joining): Scheduled | null {
  const graphs = graphsIn(found.plan.body);
  const changed = new Map<Graph, Graph>();
  for (const [place, ids] of joiners) {
    const graph = graphs[place] ?? bug(`no graph ${place}`);
    changed.set(graph, general(graph, ids));
  }
  const again = how.timed(replaced(found.plan, changed), found.timings);
  const timings = new Map(found.timings);
  const kept = new Map<Graph, Graph>();
  for (const [place, graph] of graphsIn(again.plan.body).entries()) {
    const before = graphs[place] ?? bug(`no graph ${place}`);
    const [one, other] = [found.timings.get(before), again.timings.get(graph)];
    if (before === graph || one === undefined || other === undefined) continue;
    if (!takesTheSame(before, one, other)) continue;
    kept.set(before, graph);
    timings.delete(before);
    timings.set(graph, other);
  }
  if (kept.size === 0) return null;
  const joined = { plan: replaced(found.plan, kept), timings };
  const count = (one: Scheduled): number => how.units(one).get(key) ?? 0;
  return count(joined) > count(found) ? null : joined;
}

function replaced(plan: CircuitPlan, by: ReadonlyMap<Graph, Graph>): CircuitPlan {
  return { ...plan, body: mapGraphs(plan.body, ({ graph }) => by.get(graph) ?? graph) };
}

/** Operations with a constant operand and a unit that costs something, by the key of a general one that is there anyway. */
function joinersIn({ plan }: Scheduled, target: Technology): ReadonlyMap<string, Joiners> {
  const needed = new Set<string>(); // keys of general units
  const found = new Map<string, Joiners>();
  for (const [place, graph] of graphsIn(plan.body).entries()) {
    for (const id of neededWithout(graph)) {
      const op = graph.ops[id];
      if (op?.kind !== "compute" || op.allowed !== undefined) continue;
      const own = operatorOf(graph, op, target);
      const widths = op.operands.map((operand) => bitWidth(graph.ops[operand]?.type ?? op.type));
      if (!isWorthSharing(own, widths)) continue;
      if (!hasConstant(graph, op)) {
        needed.add(own.key);
        continue;
      }
      const key = generalKey(graph, op, target);
      if (key === null) continue;
      const joiners: Joiners = found.get(key) ?? new Map();
      found.set(key, joiners.set(place, (joiners.get(place) ?? new Set()).add(id)));
    }
  }
  return new Map([...found].filter(([key]) => needed.has(key)));
}

/** Null where only the constant makes it possible: an exact power has the bits that any other exponent could need. */
function generalKey(graph: Graph, op: Compute, target: Technology): string | null {
  try {
    return generalOperator(graph, op, target).key;
  } catch (error) {
    if (error instanceof NoCore) return null;
    throw error;
  }
}

function hasConstant({ ops }: Graph, { operands }: Compute): boolean {
  return operands.some((operand) => ops[operand]?.kind === "const");
}

function general(graph: Graph, ids: ReadonlySet<OpId>): Graph {
  const ops = graph.ops.map((op, id) =>
    op.kind === "compute" && ids.has(id) ? { ...op, general: true as const } : op,
  );
  return { ...graph, ops };
}

/** Exactly: so it does not matter to anybody who predicts cycles whether units were joined. */
function takesTheSame({ ops }: Graph, one: Timing, other: Timing): boolean {
  if (one.length !== other.length || one.ii !== other.ii) return false;
  return ops.every(({ kind }, id) => kind !== "exit" || one.cycles[id] === other.cycles[id]);
}
