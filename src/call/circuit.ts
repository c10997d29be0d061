/** A finished kernel, and what whoever runs it gives back. */
import type { SourceFile, Span } from "../diagnostics/diagnostic.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import type { Told } from "../hardware/bench/call.ts";
import { type Check, messageOf } from "../hardware/faults.ts";
import type { KernelInterface } from "../hardware/interface.ts";
import type { Design } from "../hardware/netlist/nodes.ts";
import { RunFault, type RunResult } from "../program/interpret/index.ts";
import type { Arguments, Outside } from "./outside.ts";

export const simulators = ["lutra", "icarus", "verilator"] as const;
export type Simulator = (typeof simulators)[number];

/** A finished kernel. */
export interface Circuit {
  readonly design: Design;
  readonly interface: KernelInterface;
  readonly checks: readonly Check[]; // what its fault port counts
  readonly source?: SourceFile; // where the checks are
  readonly loop?: Span; // that may run for ever
}

export interface VerilogOptions {
  readonly sim: Simulator;
  readonly clockMHz?: number; // for what waveforms show
  readonly limit?: number; // of cycles
  readonly outside?: Outside; // for other simulators than our own, and for waveforms
}

export interface VerilogKernel {
  /** Changes argument arrays in place. Throws RunFault for what the program does wrong. */
  run(args: Arguments, options?: CallOptions): Promise<VerilogResult>;
  /** Its files. */
  remove(): void;
}

export interface CallOptions {
  readonly vcd?: string; // a file for waveforms
  readonly stalls?: number; // a seed: who sends or takes words of streams pauses now and then
}

export interface VerilogResult extends RunResult {
  readonly cycles: number; // from the start to `done`
}

/** The fault of the source that a check stands for. */
export function faultOf(checks: readonly Check[], { check: index, value }: Told): RunFault {
  const check = checks[index];
  if (check === undefined)
    return new RunFault("unknown", `a fault without a name, number ${index + 1}`, nowhere);
  return new RunFault(check.code, messageOf(check, value), check.span);
}

/** A loop that is left by data alone is the program's matter; a long but counted one is too long for a simulation. */
export function endless({ interface: { kernel }, loop }: Circuit, limit: number): RunFault | ToolFailure {
  const message = `${kernel} did not end within ${limit} cycles`;
  if (loop !== undefined) return new RunFault("no-end", `${message}; this loop may run for ever`, loop);
  return new ToolFailure(message, "simulate it on smaller data", { absent: false });
}

export const nowhere = { from: 0, to: 0 };
