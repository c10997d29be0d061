/** What computes: the circuits of operations, as the rest of this folder sees them. */
import type { Builder } from "../../hardware/netlist/build.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";
import type { Graph, OpId } from "../plan/nodes.ts";

export interface Unit {
  readonly latency: number; // cycles from operands to result
  readonly busy?: number; // cycles from operands to the next ones; 1 where it does not say
  /** `start`: up in the cycle of the operands. */
  readonly build: (b: Builder, name: string, inputs: readonly Expr[], start?: Expr) => Expr;
  // What it takes to be shared; a unit that does not say is not.
  readonly key?: string; // the same for the same circuit
  readonly entry?: number; // ns from operands to the first registers
  readonly cost?: { readonly luts: number; readonly dsps: number };
}

/** A unit of the circuit, and the operations that it serves. */
export interface BuiltUnit {
  readonly key: string;
  readonly serves: readonly { readonly graph: Graph; readonly op: OpId }[];
}

/** The unit of a `compute`. */
export type Units = (graph: Graph, op: OpId) => Unit;
