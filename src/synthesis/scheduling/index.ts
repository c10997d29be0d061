/** When the operations of every graph happen. */

import { bug } from "../../diagnostics/bug.ts";
import { Diagnosed } from "../../diagnostics/diagnosed.ts";
import type { Technology } from "../../hardware/operators/operator.ts";
import { bitWidth } from "../../types/bits.ts";
import { isWorthSharing } from "../circuit/sharing.ts";
import type { Block, CircuitPlan, Graph, Item, OpId, Order, Pipeline } from "../plan/nodes.ts";
import { mapGraphs } from "../plan/walk.ts";
import type { Refusals } from "../refusals.ts";
import { check, type Effort, isImpossible, leastOf, pipelineAt, schedule } from "../timing/index.ts";
import type { Problem, Reason, Timing } from "../timing/problem.ts";
import { type KnownPipelines, pipelineOnce } from "./known.ts";
import { afterChoices, type Chosen, type FewUnits, withFewReads, withFewUnits } from "./limits.ts";
import { withPassed } from "./passed.ts";
import { forwardsFit, operatorOf, problemOf } from "./problem.ts";
import { beforeWatches, type Scheduler } from "./watches.ts";

export interface Scheduled {
  readonly plan: CircuitPlan; // with what is passed on from stores to loads where that helps
  readonly timings: ReadonlyMap<Graph, Timing>;
}

/** How hard to look, and what was found: graphs come again in another plan. */
export type Looking =
  | { readonly effort: "thorough"; readonly known?: KnownPipelines }
  | { readonly effort: "quick"; readonly known: Map<string, Timing> };

export function scheduled(
  plan: CircuitPlan,
  target: Technology,
  refuse: Refusals,
  looking: Looking = { effort: "thorough" },
  known: ReadonlyMap<Graph, Timing> = new Map(), // of graphs that stay as they are
): Scheduled {
  const timings = new Map<Graph, Timing>();
  const timed = (graph: Graph, asked: Pipeline["asked"], find: Scheduler): Timing => {
    const problem = problemOf(plan, graph, target, refuse);
    if (looking.effort === "quick") return remembered(looking.known, problem, { graph, asked, find });
    return beforeWatches(graph, problem, (own, ids) => {
      const plain = find(own, ids);
      const late = canBeginEarly(plan, graph);
      const few = (chosen: Chosen): FewUnits | null =>
        withFewUnits(own, graph, ids, plain.ii ?? plain.length, target, chosen);
      const kept = (solved: Solved | null): Solved | null =>
        solved !== null && (late || lastExit(graph, ids, solved.timing) < (solved.timing.ii ?? Infinity))
          ? solved
          : null;
      const [near, ahead] = [few("near"), few("ahead")];
      const isOther = near?.ahead.size !== ahead?.ahead.size;
      const fewer = kept(sharing(near, plain)) ??
        (isOther ? kept(sharing(ahead, plain)) : null) ??
        smaller(ahead, plain) ?? { timing: plain, problem: own, ahead: new Set() };
      const reads = (problem: Problem, ii: number): Problem | null =>
        withFewReads(problem, graph, ids, ii, { storages: plan.storages, target });
      const { timing: found, ahead: chosen } = kept(readingLess(fewer, reads)) ?? fewer;
      const timing = afterChoices(found, chosen);
      const wrong = check(own, timing);
      if (wrong.length > 0) bug(`the schedule of ${plan.name} is broken:\n${wrong.join("\n")}`);
      return timing;
    });
  };
  const problemIn = (graph: Graph): Problem => problemOf(plan, graph, target, refuse);
  const attempt = (item: Pipeline, graph: Graph): Attempt => {
    const kept = looking.effort === "thorough" ? looking.known : undefined;
    const late = canBeginEarly(plan, graph);
    const find: Scheduler = (problem, ids) =>
      pipelined({ ...item, graph }, problem, ids, { refuse, effort: looking.effort, known: kept, late });
    return unlessTooShort(graph, () => timed(graph, item.asked ?? {}, find));
  };
  /** Where a recurrence holds a pipeline up, with what goes round past memories and registers. */
  const pipelineOf = (item: Pipeline): Attempt => {
    const plain = attempt(item, item.graph);
    const passing = isHeldUp(plain) ? withForwards(plan, item.graph, target) : null;
    const best = passing === null ? plain : fasterOf(plain, attempt(item, passing));
    const passed = isHeldUp(best) ? withPassed(plan, best.graph, problemIn(best.graph)) : null;
    const may = passed !== null && (!best.ok || leastOf(problemIn(passed)) < (best.timing.ii ?? 1));
    return passed !== null && may ? fasterOf(best, attempt(item, passed)) : best;
  };
  /** A loop that nobody asked to be a pipeline, where its iterations can overlap: `length` is that of one. */
  const overlapped = (item: Pipeline, length: number): Attempt | null => {
    const problem = problemIn(item.graph);
    const passed = withPassed(plan, item.graph, problem);
    const least = leastOf(problem);
    const leastPassed = passed === null ? least : leastOf(problemIn(passed));
    const plain = least < length ? attempt(item, item.graph) : null;
    const other = passed !== null && leastPassed < least ? attempt(item, passed) : null;
    const best = plain === null || other === null ? (plain ?? other) : fasterOf(plain, other);
    return best?.ok === true && best.timing.ii !== null && best.timing.ii < best.timing.length ? best : null;
  };
  const chosen = (item: Block | Pipeline): Graph => {
    const { graph } = item;
    const before = known.get(graph);
    if (before !== undefined) {
      timings.set(graph, before);
      return graph;
    }
    if (item.kind === "block" || item.asked === null) {
      const apart = timed(graph, null, schedule);
      timings.set(graph, apart);
      if (item.kind === "block" || !isOpen(item, target)) return graph;
      const open = overlapped(item, apart.length);
      if (open?.ok !== true) return graph;
      timings.set(open.graph, open.timing);
      overlapping.add(open.graph);
      return open.graph;
    }
    const best = pipelineOf(item);
    if (!best.ok) throw best.refusal;
    timings.set(best.graph, best.timing);
    return best.graph;
  };
  const overlapping = new Set<Graph>(); // of loops that nobody spoke of
  const body = mapGraphs(plan.body, chosen);
  return { plan: { ...plan, body: overlapping.size === 0 ? body : askedOf(body, overlapping) }, timings };
}

/** A loop that only data end, of operations that need no turns at units: that its iterations overlap costs next to nothing. */
function isOpen({ levels, graph }: Pipeline, target: Technology): boolean {
  if (levels.length > 0) return false;
  return graph.ops.every((op) => {
    if (op.kind !== "compute") return true;
    const widths = op.operands.map((id) => bitWidth(graph.ops[id]?.type ?? op.type));
    return op.allowed === undefined && !isWorthSharing(operatorOf(graph, op, target), widths);
  });
}

/** The items, of which those with these graphs are pipelined. */
function askedOf(items: readonly Item[], graphs: ReadonlySet<Graph>): readonly Item[] {
  const inside = (own: readonly Item[]): readonly Item[] => askedOf(own, graphs);
  const asked = (item: Item): Item => {
    switch (item.kind) {
      case "block":
        return item;
      case "pipeline":
        return graphs.has(item.graph) ? { ...item, asked: {} } : item;
      case "repeat":
        return { ...item, body: inside(item.body) };
      case "branch":
        return { ...item, then: inside(item.then), else: inside(item.else) };
    }
  };
  return items.map(asked);
}

/** A pipeline at the interval that was asked for, or that it cannot be had. */
type Attempt =
  | { readonly ok: true; readonly graph: Graph; readonly timing: Timing }
  | { readonly ok: false; readonly graph: Graph; readonly refusal: Diagnosed };

function unlessTooShort(graph: Graph, find: () => Timing): Attempt {
  try {
    return { ok: true, graph, timing: find() };
  } catch (error) {
    if (error instanceof Diagnosed && error.diagnostics[0]?.code === "interval-too-short")
      return { ok: false, graph, refusal: error };
    throw error;
  }
}

/** The second where that makes a loop faster, or what was asked for possible. */
function fasterOf(plain: Attempt, other: Attempt): Attempt {
  if (!plain.ok) return other;
  return other.ok && (other.timing.ii ?? 1) < (plain.timing.ii ?? 1) ? other : plain;
}

interface Question {
  readonly graph: Graph; // without watches
  readonly asked: Pipeline["asked"];
  readonly find: Scheduler;
}

function remembered(known: Map<string, Timing>, problem: Problem, { graph, asked, find }: Question): Timing {
  const exits = graph.ops.flatMap(({ kind }, id) => (kind === "exit" ? [id] : []));
  const key = JSON.stringify([problem, exits, asked]);
  const timing = known.get(key) ?? find(problem, [...graph.ops.keys()]);
  known.set(key, timing);
  return timing;
}

/** A problem with fewer units, and its answer, in which operations begin with the choices that are made ahead. */
interface Solved {
  readonly timing: Timing;
  readonly problem: Problem;
  readonly ahead: FewUnits["ahead"];
}

/** With fewer units, where that takes no longer; a pipeline may get a little deeper. Null where it does. */
function sharing(few: FewUnits | null, { ii, length, reason }: Timing): Solved | null {
  if (few === null) return null;
  if (ii === null) {
    const timing = schedule(few.problem);
    return timing.length <= length ? { ...few, timing } : null;
  }
  const most = Math.floor(1.25 * length + 1);
  const timing = pipelineAt(few.problem, ii, { enough: length, most }); // with fewer units nothing gets shorter
  return timing === null ? null : { ...few, timing: { ...timing, reason } };
}

/**
 * A loop that nobody asked to be fast, with one unit of each kind: a few cycles more where that makes the circuit so much
 * smaller that area by time is less by a third. Null where it does not.
 */
function smaller(few: FewUnits | null, { ii, length }: Timing): Solved | null {
  if (few === null || few.most > 1 || ii !== null || few.size > mostOfArea) return null;
  const timing = schedule(few.problem);
  const slower = timing.length / length;
  return slower <= 4 / 3 && slower * few.size <= mostOfArea ? { ...few, timing } : null;
}

/** A pipeline that takes as long, with fewer copies of the tables that it reads. Null where there is none. */
function readingLess(
  { timing: { ii, length, reason }, problem, ahead }: Solved,
  withFew: (problem: Problem, ii: number) => Problem | null,
): Solved | null {
  const few = ii === null || ii < 2 ? null : withFew(problem, ii);
  const timing = few === null ? null : pipelineAt(few, ii ?? 1, { enough: length, most: length });
  return few === null || timing === null ? null : { timing: { ...timing, reason }, problem: few, ahead };
}

const mostOfArea = 2 / 3;

function isHeldUp(found: Attempt): boolean {
  return !found.ok || found.timing.reason?.kind === "recurrence" || found.timing.reason?.kind === "search";
}

/**
 * The same graph, with stores of earlier iterations passed on to loads of memories that answer a cycle later: such a
 * load may stand in the cycle of the store. Null where there is none, or the choice among them takes too long.
 */
function withForwards(plan: CircuitPlan, graph: Graph, target: Technology): Graph | null {
  const slow = new Set(plan.storages.filter(({ latency }) => latency === 1).map(({ name }) => name));
  const isFlow = ({ first, second, distance }: Order): boolean => {
    const [store, load] = [graph.ops[first], graph.ops[second]];
    return distance > 0 && store?.kind === "store" && load?.kind === "load" && slow.has(load.storage);
  };
  const flows = graph.orders.filter(isFlow);
  if (flows.length === 0) return null;
  const passing: Graph = {
    ...graph,
    orders: graph.orders.map((order) => (isFlow(order) ? { ...order, lag: 0 } : order)),
    forwards: flows.map(({ first, second, distance }) => ({ store: first, load: second, distance })),
  };
  return forwardsFit(plan, passing, target) ? passing : null;
}

interface How {
  readonly refuse: Refusals;
  readonly effort: Effort;
  readonly known: KnownPipelines | undefined;
  readonly late: boolean; // see canBeginEarly
}

/**
 * Whether iterations may begin before it is known that the one before was not the last: what they change waits for that
 * (problem.ts), and the circuit drops them. What keeps a unit busy, or takes a word of a stream, cannot be dropped.
 */
function canBeginEarly({ storages }: CircuitPlan, { ops }: Graph): boolean {
  const streams = new Set(storages.flatMap(({ name, stream }) => (stream ? [name] : [])));
  return !ops.some((op) => ("storage" in op ? streams.has(op.storage) : "sequential" in op));
}

/** Else a loop that may be left starts no iteration before it is known that the one before was not the last. */
function pipelined(item: Pipeline, problem: Problem, ids: readonly OpId[], how: How): Timing {
  const { refuse, effort, known, late } = how;
  const { ii: asked, orMore = false } = item.asked ?? {};
  let [wanted, reason]: [number | undefined, Reason | null] = [asked, null];
  for (;;) {
    const answer = pipelineOnce(problem, { ...(wanted === undefined ? {} : { ii: wanted }), effort }, known);
    if (isImpossible(answer) && orMore && wanted !== undefined) {
      wanted = undefined;
      continue;
    }
    if (isImpossible(answer)) return refuse.interval(item, problem, ids, answer);
    const { ii, cycles } = answer;
    const exit = lastExit(item.graph, ids, answer);
    if (ii === null || exit < ii || late) {
      if (reason === null) return answer;
      const best = { ...answer, reason };
      if (asked === undefined || orMore || ii === null) return best;
      return refuse.interval(item, problem, ids, { kind: "impossible", asked, least: ii, reason, best });
    }
    const isLast = (id: OpId, place: number): boolean =>
      item.graph.ops[id]?.kind === "exit" && cycles[place] === exit;
    reason = { kind: "exit", operation: ids.findIndex(isLast), cycle: exit };
    wanted = exit + 1;
  }
}

/** The cycle of an iteration in which it is known at last whether the loop is left; -1 where it never is. */
function lastExit({ ops }: Graph, ids: readonly OpId[], { cycles }: Timing): number {
  return ids.reduce(
    (last, id, place) => (ops[id]?.kind === "exit" ? Math.max(last, cycles[place] ?? 0) : last),
    -1,
  );
}
