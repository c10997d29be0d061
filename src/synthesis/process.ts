/**
 * From scheduled Loops to a circuit with one thread of control, pass by pass: a kernel, or a process of a network.
 *
 *     const found = timed(loops, options);
 *     const { design } = circuitOf(loops, found, options);
 */

import { families } from "../device/family.ts";
import { priceOf } from "../device/price.ts";
import { bug } from "../diagnostics/bug.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Check } from "../hardware/faults.ts";
import type { KernelInterface, ResultPort } from "../hardware/interface.ts";
import type { Design } from "../hardware/netlist/nodes.ts";
import type { Cost } from "../hardware/operators/cost.ts";
import { type Operator, type Technology, usableNs } from "../hardware/operators/operator.ts";
import { readsOf, writesOf } from "../loops/analysis/effects.ts";
import { forLoops } from "../loops/find.ts";
import type { For, Loops, Stmt } from "../loops/nodes.ts";
import { waysOf } from "./circuit/choice.ts";
import {
  type Begins,
  type BuiltUnit,
  countUnits,
  emit,
  type Faults,
  middling,
  type Prediction,
  predict,
  type Sharing,
  type Units,
} from "./circuit/index.ts";
import { placeOfElement } from "./plan/banks.ts";
import { combined } from "./plan/combine.ts";
import { planOf } from "./plan/index.ts";
import { flattened } from "./plan/linear/index.ts";
import { withoutWatches } from "./plan/live.ts";
import { narrowed } from "./plan/narrow.ts";
import type { CircuitPlan, Graph, Op } from "./plan/nodes.ts";
import { packed } from "./plan/pack.ts";
import { type Delays, rebalanced } from "./plan/rebalance.ts";
import { nothingShared, type SharedArrays, type Stored } from "./plan/storage.ts";
import { withThresholds } from "./plan/thresholds.ts";
import { graphsIn, itemsIn } from "./plan/walk.ts";
import { withWalks } from "./plan/walks.ts";
import {
  type Form,
  type KnownPasses,
  noKnownPasses,
  type Prepared,
  type Preparing,
  preparing,
} from "./prepare/index.ts";
import { refusals } from "./refusals.ts";
import { beyondLimits, withLimits } from "./scheduling/allocation.ts";
import { type Looking, type Scheduled, scheduled } from "./scheduling/index.ts";
import { withJoined } from "./scheduling/joining.ts";
import { operatorOf, problemOf } from "./scheduling/problem.ts";
import { lighter, withSequential } from "./scheduling/sequential.ts";
import type { Problem, Timing } from "./timing/problem.ts";

export interface SynthesisOptions {
  readonly target: Technology;
  readonly faults?: Faults; // `watched`: the circuit tells what Python would refuse; ignored where not said
  readonly shared?: SharedArrays; // with other processes
}

/** A circuit, and what it was made from. */
export interface Circuit {
  readonly design: Design;
  readonly interface: KernelInterface;
  readonly checks: readonly Check[]; // what the fault port counts
  readonly plan: CircuitPlan;
  readonly processes: readonly CircuitPlan[]; // of a network: what each was timed with; else `plan` alone
  readonly timings: ReadonlyMap<Graph, Timing>;
  readonly prediction: Prediction;
  readonly built: ReadonlyMap<string, number>; // units by the key of their operator, shared ones once
  readonly units: readonly BuiltUnit[]; // the same one by one, with what they compute
  readonly target: Technology;
  readonly begins: Begins;
}

export interface Timed extends Scheduled {
  readonly ready: Loops;
  readonly stored: ReadonlyMap<string, Stored>;
  readonly prediction: Prediction;
}

/** Every pass but the last: when everything happens, without the circuit. */
export function timed(
  loops: Loops,
  { target, faults = "ignored", shared = nothingShared }: SynthesisOptions,
  looking?: Looking,
  known: KnownPlans = noKnownPlans(),
): Timed {
  // What the schedule asks for is written out; what can live in a register does. Then control, graphs of operations, and
  // homes for arrays; then a cycle for every operation, checked by somebody else.
  const plans = plansOf(loops, target, shared, known);
  const refuse = refusals(loops);
  const found = bestForm(plans.forms, (form) =>
    fewestCycles((kept) => {
      const { ready, stored, planned } = plans.of(form, kept);
      const own = faults === "watched" ? planned : withoutWatches(planned);
      // Searches compare schedules; what every one of them gains by it moves their choices without reason.
      const balanced = looking?.effort === "quick" ? own : rebalanced(own, delaysOn(target));
      const allowed = withLimits(balanced, loops, target, refuse);
      const time = (given: CircuitPlan): Timed => {
        const plain = scheduled(given, target, refuse, looking);
        const { plan, timings } = withSequential(plain, {
          target,
          timed: (plan, known) => scheduled(plan, target, refuse, looking, known),
          cyclesOf,
          priceOf: (found) => priceIn(found, target, loops),
        });
        return { ready, stored, plan, timings, prediction: predict(plan, timings) };
      };
      const [one, other] = [combined(allowed), allowed];
      const plain = one === other ? time(one) : noSlower(time(one), time(other));
      if (looking?.effort === "quick") return plain;
      const full = packed(one, families[target.family]);
      return full === one
        ? plain
        : lighter(plain, time(full), { cyclesOf, priceOf: (found) => priceIn(found, target, loops) });
    }),
  );
  if (looking?.effort === "quick") return found;
  const joined = withJoined(found, {
    target,
    timed: (plan, known) => scheduled(plan, target, refuse, looking, known),
    units: ({ plan, timings }) =>
      countUnits(plan, timings, unitsOn(target), sharingOf(plan, timings, target, loops)),
  });
  return { ...found, ...joined };
}

function delaysOn(target: Technology): Delays {
  const of = ({ latency, entry, exit, period }: Operator): number =>
    latency === 0 ? entry : latency * period + exit;
  return { of: (graph, op) => of(operatorOf(graph, op, target)), ofCycle: usableNs(target) };
}

interface Planned {
  readonly ready: Loops;
  readonly stored: ReadonlyMap<string, Stored>;
  readonly planned: CircuitPlan; // with watches, and the bits they need: circuits without them take the same cycles
}

interface Plans {
  readonly forms: readonly Form[];
  of(form: Form, kept: ReadonlySet<string>): Planned;
}

/** What was planned, for Loops that are looked at again: a schedule is tried quickly, and then built. */
export interface KnownPlans {
  readonly begun: WeakMap<Loops, Begun>;
  readonly passes: KnownPasses; // of Loops that differ in memories alone
}

export function noKnownPlans(): KnownPlans {
  return { begun: new WeakMap(), passes: noKnownPasses() };
}

interface Begun {
  readonly preparing: Preparing;
  readonly plans: Map<string, Planned>;
}

function plansOf(loops: Loops, { family }: Technology, shared: SharedArrays, before: KnownPlans): Plans {
  const begin = (): Begun => ({ preparing: preparing(loops, before.passes), plans: new Map() });
  const known = before.begun.get(loops) ?? begin();
  before.begun.set(loops, known);
  const { forms } = known.preparing;
  const of = (form: Form, kept: ReadonlySet<string>): Planned => {
    const key = [family, forms.indexOf(form), ...kept, "|", ...shared.halves, "|", ...shared.streams].join(
      " ",
    );
    const done = known.plans.get(key);
    if (done !== undefined) return done;
    const { pipeline: refuse } = refusals(loops);
    const planned = ({ loops: ready, zeros }: Prepared): Planned | null => {
      const own = planOf(ready, { family: families[family], zeros, kept, shared, refuse });
      if (own === null) return null;
      return {
        ready,
        stored: own.stored,
        planned: narrowed(flattened(withThresholds(withWalks(own.plan)))),
      };
    };
    const made =
      planned(known.preparing.of(form, "rolled")) ??
      planned(known.preparing.of(form, "written")) ??
      bug("loops that are written out wait for data");
    known.plans.set(key, made);
    return made;
  };
  return { forms, of };
}

/** The first, unless another takes fewer cycles whatever the data. One that cannot be built is no choice, if another can. */
function bestForm(forms: readonly Form[], time: (form: Form) => Timed): Timed {
  let best: Timed | null = null;
  let refused: Diagnosed | null = null;
  for (const form of forms) {
    try {
      const other = time(form);
      if (best === null || isFaster(other, best)) best = other;
    } catch (error) {
      if (!(error instanceof Diagnosed)) throw error;
      refused ??= error;
    }
  }
  if (best !== null) return best;
  throw refused ?? bug("no form of the kernel");
}

/**
 * A nest that runs as one loop does what stands beside its inner loop in every iteration's time. Where that makes the
 * interval longer, the inner loop may be better on its own: `kept` are loops that stay so.
 */
function fewestCycles(time: (kept: ReadonlySet<string>) => Timed): Timed {
  let best = time(new Set());
  let kept: ReadonlySet<string> = new Set();
  for (const name of heldUp(best).slice(0, mostTries)) {
    const more = new Set([...kept, name]);
    const other = time(more);
    if (cyclesOf(other) >= cyclesOf(best)) continue;
    [best, kept] = [other, more];
  }
  return best;
}

const mostTries = 6;

/** The first, unless the other takes fewer cycles. */
function noSlower(one: Timed, other: Timed): Timed {
  return cyclesOf(one) <= cyclesOf(other) ? one : other;
}

function isFaster(one: Timed, other: Timed): boolean {
  const isOpen = [one, other].some(({ prediction }) => prediction.most === Infinity);
  const [ours, theirs] = [one, other].map(({ plan, timings, prediction }) =>
    isOpen ? predict(plan, timings, middling) : prediction,
  );
  return ours !== undefined && theirs !== undefined && ours.least <= theirs.least && ours.most < theirs.most;
}

/** Of a call; with middling data, where these say how many. */
function cyclesOf({ plan, timings, prediction }: Scheduled & { readonly prediction?: Prediction }): number {
  const { most } = prediction ?? predict(plan, timings);
  return most === Infinity ? predict(plan, timings, middling).most : most;
}

/** Of the units that are worth sharing, and are. */
function priceIn({ plan, timings }: Scheduled, target: Technology, loops: Loops): number {
  const counts = countUnits(plan, timings, unitsOn(target), sharingOf(plan, timings, target, loops));
  const costs = new Map<string, Cost>();
  for (const graph of graphsIn(plan.body)) {
    for (const op of graph.ops) {
      if (op.kind !== "compute") continue;
      const { key, cost } = operatorOf(graph, op, target);
      costs.set(key, cost);
    }
  }
  let price = 0;
  for (const [key, count] of counts) price += count * priceOf(costs.get(key) ?? bug(`no unit ${key}`));
  return price;
}

/**
 * Innermost loops of nests that run as one, at a longer interval than one cycle. Where nothing stands beside the inner
 * loop that asks for what holds it up, it asks for as much on its own.
 */
function heldUp({ plan, timings, ready }: Timed): readonly string[] {
  const loops = new Map(forLoops(ready).map((loop) => [loop.name, loop]));
  return [...itemsIn(plan.body)].flatMap((item) => {
    if (item.kind !== "pipeline" || item.levels.length < 2) return [];
    const { ii, reason } = timings.get(item.graph) ?? bug("a graph without a timing");
    if (ii === null || ii === 1 || reason?.kind === "asked") return [];
    const beside = besideInner(item.loops.flatMap((name) => loops.get(name) ?? []));
    const isAlone = reason?.kind === "resource" && !asks(beside, item.graph.ops[reason.users[0] ?? -1]);
    if (isAlone) return [];
    // Through memory, iterations of an outer loop may wait for each other where those of the others do not.
    const isStored =
      reason?.kind === "recurrence" && reason.path.some((id) => item.graph.ops[id]?.kind === "store");
    return isStored ? item.loops.slice(1) : [item.name];
  });
}

/** What stands in the loops of a nest, outermost first, beside the next one. */
function besideInner(nest: readonly For[]): readonly Stmt[] {
  return nest.slice(0, -1).flatMap(({ body }, level) => body.filter((stmt) => stmt !== nest[level + 1]));
}

/** Whether statements ask for the ports of a memory, or for whatever else an operation takes. */
function asks(body: readonly Stmt[], op: Op | undefined): boolean {
  if (op?.kind !== "load" && op?.kind !== "store") return body.length > 0;
  return readsOf(body).has(op.storage) || writesOf(body).has(op.storage);
}

/** The last pass: the circuit itself. */
export function circuitOf(loops: Loops, found: Timed, options: SynthesisOptions): Circuit {
  const { target, faults = "ignored" } = options;
  const { plan, timings, ready, stored, prediction } = found;
  const layout = (storage: { readonly name: string }) => layoutOf(stored, storage.name);
  const { lut, flipFlop, dsp } = families[target.family];
  const sharing = sharingOf(plan, timings, target, loops);
  const registers = { ...flipFlop, lutInputs: lut.inputs, ways: waysOf(lut.inputs) };
  const how = { faults, layout, sharing, registers, apart: (dsp?.farNs ?? 0) > 0 };
  const { design, interface: ports, units, begins } = emit(plan, timings, unitsOn(target), how);
  const built = countedByKey(units);
  const beyond = beyondLimits(plan, loops, { target, built });
  if (beyond.length > 0) bug(`${plan.name} has too many units: ${beyond.join("; ")}`);
  return {
    design,
    interface: {
      ...ports,
      scalars: plan.inputs.map(({ register, port, type }) => ({ name: register, port, type })),
      results: resultsOf(ready, ports),
    },
    checks: plan.checks,
    plan,
    processes: [plan],
    timings,
    prediction,
    ...{ built, units, target, begins },
  };
}

function countedByKey(units: readonly BuiltUnit[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of units) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function unitsOn(target: Technology): Units {
  return (graph, id) => {
    const op = graph.ops[id];
    return op?.kind === "compute" ? operatorOf(graph, op, target) : bug(`operation ${id} computes nothing`);
  };
}

function sharingOf(
  plan: CircuitPlan,
  timings: ReadonlyMap<Graph, Timing>,
  target: Technology,
  loops: Loops,
): Sharing {
  const { lut } = families[target.family];
  const settles = settlesIn(plan, timings, target, loops);
  return { period: usableNs(target), mux: lut.ns, ways: waysOf(lut.inputs), settles };
}

/** How long into the cycle in which it arrives the result of an operation takes. */
function settlesIn(
  plan: CircuitPlan,
  timings: ReadonlyMap<Graph, Timing>,
  target: Technology,
  loops: Loops,
): (graph: Graph, op: number) => number {
  const problems = new Map<Graph, Problem>();
  return (graph, id) => {
    const problem = problems.get(graph) ?? problemOf(plan, graph, target, refusals(loops));
    problems.set(graph, problem);
    const { latency, entry, exit } = problem.operations[id] ?? bug(`no operation ${id}`);
    return latency === 0 ? (timings.get(graph)?.offsets[id] ?? 0) + entry : exit;
  };
}

function layoutOf(stored: ReadonlyMap<string, Stored>, name: string) {
  const { decl, banking } = stored.get(name) ?? bug(`no array ${name}`);
  return { shape: decl.shape, place: (index: number) => placeOfElement(banking, index) };
}

/** In the order of the return. */
function resultsOf({ results, arrays, params }: Loops, ports: KernelInterface): readonly ResultPort[] {
  const isArray = new Set(
    [...arrays, ...params].flatMap((decl) => (decl.kind === "array" ? [decl.name] : [])),
  );
  const scalars = ports.results.filter(({ kind }) => kind === "scalar");
  let next = 0;
  return results.map((name) =>
    isArray.has(name) ? { kind: "array", array: name } : (scalars[next++] ?? bug(`${name} has no port`)),
  );
}
