/**
 * From a Plan and the cycles of its operations to a circuit.
 *
 *     const { design, interface: ports } = emit(plan, timings, units);
 *
 * The circuit takes exactly the cycles that predict.ts says.
 */

import type { KernelInterface } from "../../hardware/interface.ts";
import {
  type Builder,
  design,
  drive,
  finish,
  input,
  named,
  nameOf,
  output,
  register,
  startModule,
} from "../../hardware/netlist/build.ts";
import { and, not, or, resize } from "../../hardware/netlist/expressions.ts";
import { withElements } from "../../hardware/netlist/grid/index.ts";
import type { Design, Module } from "../../hardware/netlist/nodes.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { bitWidth } from "../../types/bits.ts";
import type { CircuitPlan, Graph, OpId, Repeat, Storage } from "../plan/nodes.ts";
import { isSigned } from "../plan/widths.ts";
import type { Timing } from "../timing/problem.ts";
import { declareSweep } from "./clear.ts";
import type { Costs } from "./colour.ts";
import { buildControl, type Control } from "./control.ts";
import { buildDatapath } from "./datapath.ts";
import { declareFaults } from "./faults.ts";
import { type Faults, type Flow, flowOf, opAt } from "./flow.ts";
import { livesOf } from "./lives.ts";
import { spelledNames } from "./port_names.ts";
import { startRegisters } from "./registers.ts";
import { declareScalars } from "./scalars.ts";
import { declareShared, type Sharing, unitsByKey } from "./sharing.ts";
import { sourcesOf } from "./sources.ts";
import { declareStorages, type Layout } from "./storages.ts";
import type { BuiltUnit, Units } from "./units.ts";

export type { Costs } from "./colour.ts";
export type { Faults } from "./flow.ts";
export { type Cycles, type ItemCycles, middling, type Prediction, predict } from "./predict.ts";
export type { Sharing } from "./sharing.ts";
export type { Layout } from "./storages.ts";
export type { BuiltUnit, Unit, Units } from "./units.ts";

export interface EmitOptions {
  readonly faults?: Faults; // ignored where not said
  readonly layout?: Layout; // of arrays outside; bank after bank where not said
  readonly sharing?: Sharing; // no unit is shared where not said
  readonly registers?: Costs; // no register is shared where not said
  readonly apart?: boolean; // elements of an array have registers beside DSPs, which tools must not merge
}

export interface Kernel {
  readonly design: Design;
  readonly interface: KernelInterface;
  readonly units: readonly BuiltUnit[];
  readonly begins: Begins;
}

/**
 * By graph, and by loop around others, the signal that is 1 in the first cycle of each of its runs, or of its iterations. Of a loop
 * whose iterations may be dropped: in the first cycle in which one is known to count (Run.told).
 */
export type Begins = ReadonlyMap<Graph | Repeat, string>;

export function emit(
  plan: CircuitPlan,
  timings: ReadonlyMap<Graph, Timing>,
  units: Units,
  {
    faults: mode = "ignored",
    layout = bankAfterBank,
    sharing,
    registers: costs,
    apart = false,
  }: EmitOptions = {},
): Kernel {
  const flow = flowOf(plan, timings, mode);
  const b = startModule(asciiName(plan.name), spelledNames(plan));
  const start = input(b, "start", 1);
  const inputs = plan.inputs.map(({ port, type }) => input(b, port, bitWidth(type)));
  const sources = sourcesOf(plan);
  const latencyOf = latencyIn(plan, units);
  const storages = declareStorages(b, flow, latencyOf, layout);
  const scalars = declareScalars(b, plan, restingAt(flow));
  const faults = declareFaults(b, plan, mode);
  const registers = startRegisters(b, costs ?? null);
  const lives = livesOf(flow);
  const shared = declareShared(b, flow, units, latencyOf, sharing ?? null);

  const busy = register(b, "busy", 1, { reset: true });
  const accepted = register(b, "accepted", 1, { reset: true, comment: "the call has begun" });
  const control = buildControl(b, flow, scalars, sources, accepted);
  const sweep = storages.sweptDepth === 0 ? null : declareSweep(b, storages.sweptDepth);
  const free = or(b, not(b, busy), control.done);
  const ready = sweep === null ? free : and(b, free, not(b, sweep.due));
  const accept = named(b, "accept", and(b, start, ready));
  drive(b, accepted, accept);
  drive(b, busy, or(b, accept, and(b, busy, not(b, control.done))));
  for (const [index, { register: name, type }] of plan.inputs.entries()) {
    const value = inputs[index];
    if (value === undefined) continue;
    const { width } = scalars.get(name).ref;
    scalars.write(name, accept, resize(b, value, width, isSigned(type)), { room: true });
  }
  const built = [...shared.built];
  for (const activity of control.activities) {
    for (const ref of activity.resting) registers.note({ ref, lives: [lives.run(activity.graph)] });
    buildDatapath(b, activity, {
      scalars,
      registers,
      lives,
      sources,
      steady: activity.interval === 1 && activity.item !== null && plan.body.includes(activity.item),
      faults,
      load: storages.load,
      store: storages.store,
      settle: storages.settle,
      hasRoom: (graph, id) =>
        sharing === undefined || sharing.settles(graph, id) + sharing.mux <= sharing.period,
      compute: (values, id, op) => {
        const { latency, build, key } = units(activity.graph, id);
        const cycle = values.cycle(id);
        const together = shared.of(activity.graph, id);
        const taken = cycle - (together?.ahead ?? 0);
        const operands = op.operands.map((operand) => values.at(operand, taken));
        if (together !== null) return { value: together.use(values.token(taken), operands), latency };
        if (key !== undefined) built.push({ key, serves: [{ graph: activity.graph, op: id }] });
        return { value: build(b, sources.value(op), operands, values.token(taken)), latency };
      },
    });
  }
  if (sweep !== null) storages.clear(sweep.finish({ accept, busy }));
  storages.finish(accept);
  shared.finish();
  scalars.finish(registers.note, lives);
  const late = Math.max(0, ...flow.runs.map(({ reach, length }) => reach + 1 - length));
  const fault = faults.finish(accept, late);
  output(b, "ready", ready);
  output(b, "idle", sweep === null ? not(b, busy) : not(b, or(b, busy, sweep.due)));
  output(b, "done", control.done);
  for (const { port, register: name } of plan.results) output(b, port, scalars.get(name).ref);
  registers.share();
  const module = withElements(finish(b), { apart });
  return {
    design: design(module),
    begins: beginsIn(b, control, module),
    interface: {
      kernel: plan.name,
      scalars: plan.inputs.map(({ port, type }) => ({ name: port, port, type })),
      results: plan.results.map(({ port, type }) => ({ kind: "scalar", port, type })),
      arrays: storages.arrays,
      fault,
    },
    units: built,
  };
}

/** Of those that are there: what nothing uses is left out of a module. */
function beginsIn(b: Builder, { activities, starts }: Control, module: Module): Begins {
  const there = new Set([...module.inputs, ...module.wires, ...module.registers].map(({ name }) => name));
  const first = [
    ...[...starts].map(([repeat, start]) => [repeat, start] as const),
    ...activities.flatMap(({ graph, tokens, told }) => {
      const token = tokens[told ?? 0];
      return token === undefined ? [] : [[graph, token] as const];
    }),
  ];
  const named = first.flatMap(([what, signal]) => {
    const name = nameOf(b, signal);
    return name === null || !there.has(name) ? [] : [[what, name] as const];
  });
  return new Map(named);
}

/** How many units of each key a circuit would have, of those that are worth sharing. */
export function countUnits(
  plan: CircuitPlan,
  timings: ReadonlyMap<Graph, Timing>,
  units: Units,
  sharing: Sharing,
): ReadonlyMap<string, number> {
  return unitsByKey(flowOf(plan, timings, "ignored"), units, latencyIn(plan, units), sharing);
}

function bankAfterBank({ banks, depth }: Storage): ReturnType<Layout> {
  return {
    shape: [banks * depth],
    place: (index) => ({ bank: Math.floor(index / depth), word: index % depth }),
  };
}

/** What variables of loops hold while their loops do not run. */
function restingAt(flow: Flow): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { level } of flow.resting) if (level !== null) found.set(level.variable, level.from.constant);
  return found;
}

/** Cycles until the result of a load or a computation is there. */
function latencyIn(plan: CircuitPlan, units: Units): (graph: Graph, op: OpId) => number {
  const storages = new Map(plan.storages.map((storage) => [storage.name, storage.latency]));
  return (graph, id) => {
    const op = opAt(graph.ops, id);
    if (op.kind === "load") return storages.get(op.storage) ?? 0;
    return op.kind === "compute" ? units(graph, id).latency : 0;
  };
}
