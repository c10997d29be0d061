/**
 * Loops as a circuit that runs: synthesized for a part and a clock, with an eye on faults, in a simulator.
 *
 *     const kernel = await compileHardware(loops, { sim: "lutra", target: defaultTarget });
 *     const { results, cycles } = await kernel.run(args);
 */
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Span } from "../diagnostics/diagnostic.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import { type CallOutcome, cycleLimit } from "../hardware/bench/call.ts";
import type { Loops } from "../loops/nodes.ts";
import { type Synthesized, synthesize } from "../synthesis/index.ts";
import type { Item } from "../synthesis/plan/nodes.ts";
import { itemsIn } from "../synthesis/plan/walk.ts";
import { type Circuit, endless, faultOf, type Simulator, type VerilogKernel } from "./circuit.ts";
import { nothingOutside, type Outside } from "./outside.ts";
import { compileVerilog } from "./verilog.ts";

export type HardwareTarget = Synthesized["target"];

export interface HardwareOptions {
  readonly sim: Simulator;
  readonly target: HardwareTarget;
}

export interface HardwareKernel extends VerilogKernel {
  readonly made: Synthesized;
}

/** What most boards here have; its clock is 100 MHz. */
export const defaultTarget: HardwareTarget = { family: "xc7", periodNs: 10 };

export async function compileHardware(
  loops: Loops,
  { sim, target }: HardwareOptions,
  outside: Outside = nothingOutside,
): Promise<HardwareKernel> {
  return simulated(loops, synthesized(loops, target), sim, outside);
}

/** What was made of Loops, in a simulator. */
export async function simulated(
  loops: Loops,
  made: Synthesized,
  sim: Simulator,
  outside: Outside,
): Promise<HardwareKernel> {
  checkLength(loops, made);
  const kernel = await compileVerilog(sourced(loops, made), {
    sim,
    clockMHz: 1000 / made.target.periodNs,
    outside,
  });
  return { ...kernel, made };
}

/** Throws where a call takes more cycles than anybody simulates. */
export function checkLength({ name }: Loops, { prediction: { least } }: Synthesized): void {
  if (least <= cycleLimit) return;
  const message = `${name} takes ${least} cycles or more, and no more than ${cycleLimit} are simulated`;
  throw new ToolFailure(message, "simulate it on smaller data");
}

/** Why a call did not end as it should. */
export function endOf(
  loops: Loops,
  made: Synthesized,
  outcome: Exclude<CallOutcome, { readonly kind: "done" }>,
): Error {
  return outcome.kind === "fault"
    ? faultOf(made.checks, outcome)
    : endless(sourced(loops, made), outcome.cycles);
}

function sourced({ source }: Loops, made: Synthesized): Circuit {
  const loop = unboundedLoop(made.plan.body);
  return { ...made, source, ...(loop === undefined ? {} : { loop }) };
}

/** The first loop that only data ends. */
function unboundedLoop(items: readonly Item[]): Span | undefined {
  for (const item of itemsIn(items)) {
    if (item.kind === "repeat" && item.level === null) return item.span;
    if (item.kind === "pipeline" && item.levels.length === 0) return item.span;
  }
  return undefined;
}

/** Throws Diagnosed for what no circuit is made of. */
export function synthesized(loops: Loops, target: HardwareTarget): Synthesized {
  const made = synthesize(loops, { target, faults: "watched" });
  if (!made.ok) throw new Diagnosed(loops.source, made.diagnostics);
  return made;
}
