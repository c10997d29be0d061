/**
 * From scheduled Loops to a circuit, pass by pass.
 *
 *     const made = synthesize(loops, { target: { family: "xcup", periodNs: 6 } });
 *     if (made.ok) printVerilog(made.design);
 */
import { families } from "../device/family.ts";
import { bug } from "../diagnostics/bug.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Loops } from "../loops/nodes.ts";
import { emit, type Faults, type Prediction, predict } from "./circuit/index.ts";
import type { KernelInterface, ResultPort } from "./interface.ts";
import type { Design } from "./nodes.ts";
import { type Target, usableNs } from "./operators/operator.ts";
import { placeOfElement } from "./plan/banks.ts";
import { planOf } from "./plan/index.ts";
import type { Check, Graph, Plan } from "./plan/nodes.ts";
import type { Stored } from "./plan/storage.ts";
import { prepared } from "./prepare/index.ts";
import { tablesCopied } from "./prepare/tables.ts";
import { operatorOf } from "./problem.ts";
import { refusals } from "./refusals.ts";
import { scheduled } from "./schedule.ts";
import type { Timing } from "./timing/problem.ts";

export interface SynthesisOptions {
  readonly target: Target;
  readonly faults?: Faults; // `watched`: the circuit tells what Python would refuse; ignored where not said
}

export type Synthesis = Synthesized | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface Synthesized {
  readonly ok: true;
  readonly design: Design;
  readonly interface: KernelInterface;
  readonly checks: readonly Check[]; // what the fault port counts
  readonly plan: Plan;
  readonly timings: ReadonlyMap<Graph, Timing>;
  readonly prediction: Prediction;
  readonly target: Target;
}

export function synthesize(loops: Loops, options: SynthesisOptions): Synthesis {
  try {
    return built(loops, options);
  } catch (error) {
    if (error instanceof Diagnosed) return { ok: false, diagnostics: error.diagnostics };
    throw error;
  }
}

function built(loops: Loops, { target, faults = "ignored" }: SynthesisOptions): Synthesized {
  // What the schedule asks for is written out; what can live in a register does.
  const { loops: ready, zeros } = prepared(tablesCopied(loops));

  // Control, graphs of operations, homes for arrays.
  const refuse = refusals(loops);
  const { plan: planned, stored } = planOf(ready, {
    family: families[target.family],
    zeros,
    checks: faults === "watched" ? "all" : "none",
    kept: new Set(),
    refuse: refuse.pipeline,
  });

  // A cycle for every operation, checked by somebody else.
  const { plan, timings } = scheduled(planned, target, refuse);

  // The circuit.
  const units = (graph: Graph, id: number) => {
    const op = graph.ops[id];
    return op?.kind === "compute" ? operatorOf(graph, op, target) : bug(`operation ${id} computes nothing`);
  };
  const layout = (storage: { readonly name: string }) => layoutOf(stored, storage.name);
  const sharing = { period: usableNs(target), mux: families[target.family].lut.ns };
  const { design, interface: ports } = emit(plan, timings, units, { faults, layout, sharing });
  return {
    ok: true,
    design,
    interface: {
      ...ports,
      scalars: plan.inputs.map(({ register, port, type }) => ({ name: register, port, type })),
      results: resultsOf(ready, ports),
    },
    checks: plan.checks,
    plan,
    timings,
    prediction: predict(plan, timings),
    target,
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
