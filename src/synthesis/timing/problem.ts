/**
 * When operations happen: the problem and its answer, free of what the operations compute.
 *
 * Time is cycles, and nanoseconds within a cycle. An operation starts in a cycle, once its operands have settled, and
 * its result is there `latency` cycles later. Combinational operations chain within a cycle while it lasts.
 */

export interface Problem {
  readonly operations: readonly Operation[];
  readonly edges: readonly Edge[];
  readonly resources: readonly Resource[];
  readonly period: number; // ns that logic may take between two registers
}

export interface Operation {
  readonly latency: number; // cycles from operands to result; 0: combinational
  readonly entry: number; // ns from its operands to the first register inside; to the result where latency is 0
  readonly exit: number; // ns from the last register inside to the result; not used where latency is 0
  readonly uses: readonly Use[];
  readonly width?: number; // bits of registers that its result takes while it waits; 0: none; 1 where nothing is said
  readonly early?: true; // when it happens counts: it is not made later to save registers
  readonly pinned?: true; // starts in cycle 0: it is there then and only then
}

export interface Use {
  readonly resource: number; // place in `resources`
  readonly cycles: number; // from its start on; 1 for what is pipelined
}

export interface Resource {
  readonly name: string; // for people: "port of a", "multiplier int32"
  readonly count: number;
}

export type Edge = ValueEdge | OrderEdge;

/** `to` uses the result of `from`, of the same iteration. */
export interface ValueEdge {
  readonly kind: "value";
  readonly from: number;
  readonly to: number;
}

/** cycle(to) >= cycle(from) + lag - distance * II. */
export interface OrderEdge {
  readonly kind: "order";
  readonly from: number;
  readonly to: number;
  readonly lag: number; // may be negative
  readonly distance: number;
}

export interface Timing {
  readonly ii: number | null; // null: runs once, or one iteration after another
  readonly cycles: readonly number[]; // in which each operation starts, from 0
  readonly offsets: readonly number[]; // ns into its cycle when its operands have settled
  readonly length: number; // cycles until every operation is done: the last cycle in which one starts or a result is there, plus 1
  readonly reason: Reason | null; // what keeps the II from being smaller; null: nothing, it is 1, or there is none
}

export type Reason =
  | {
      readonly kind: "recurrence";
      readonly path: readonly number[];
      readonly cycles: number;
      readonly distance: number;
    } // operations around it
  | { readonly kind: "resource"; readonly resource: number; readonly users: readonly number[] }
  | { readonly kind: "length"; readonly operation: number } // an operation that is not pipelined
  | { readonly kind: "exit"; readonly operation: number; readonly cycle: number } // that says late whether the loop is left
  | { readonly kind: "asked" }
  | { readonly kind: "search" }; // no smaller one was found

/** The II that was asked for cannot be had; `best` is the least that can. */
export interface Impossible {
  readonly kind: "impossible";
  readonly asked: number;
  readonly least: number;
  readonly reason: Reason; // why not one less than `least`
  readonly best: Timing;
}
