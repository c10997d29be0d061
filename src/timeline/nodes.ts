/**
 * What a circuit does when, as plain data: it is JSON, and imports nothing, so that a page can draw it. It reads as a grammar.
 *
 * Time is clock cycles of a call. In cycle 0 a start is taken; the first item of the body has its first cycle in cycle 1; `done` is 1 in
 * the cycle that is the length of the call. A loop is said once, with its bounds, however often it runs: `clock.ts` tells what runs in
 * any window of cycles.
 */

export const timelineVersion = 2;

export interface Timeline {
  readonly version: typeof timelineVersion;
  readonly kernel: string;
  readonly source: { readonly path: string; readonly text: string };
  readonly target: TargetFacts;
  readonly cycles: Cycles; // of a call, for any data
  readonly given: Readonly<Record<string, number>>; // scalar arguments that are known, which bounds may name
  readonly processes: readonly Process[]; // one thread of control each; a kernel that is no network has one
  readonly graphs: readonly GraphFacts[]; // by the number that sections have for them
  readonly units: readonly UnitKind[]; // the dearest first
  readonly memories: readonly MemoryFacts[];
  readonly network: NetworkFacts | null;
  readonly recorded: Recorded | null; // it is what one call did; null: what any call does
}

/** How much of a call was recorded. */
export interface Recorded {
  readonly to: number; // cycles
  readonly isWhole: boolean; // else it went on: there was too much to keep
}

export interface TargetFacts {
  readonly family: string;
  readonly periodNs: number;
  readonly usableNs: number; // of a period, between two registers
}

export interface Cycles {
  readonly least: number;
  readonly most: number | null; // null: nobody knows
}

/** In the source text; `line` counts from 1. */
export interface Place {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

// Control

export interface Process {
  readonly name: string;
  readonly start: number; // the cycle of the call in which its own cycle 0 is
  readonly cycles: Cycles; // where it never waits
  readonly body: readonly Section[];
  readonly waits: readonly Wait[]; // by its own cycles, in order
  readonly recorded: readonly RecordedSection[] | null; // null: `body` says what runs when
}

/** Runs of a section in the call that was recorded, in order. */
export interface RecordedSection {
  readonly section: number; // its id
  readonly runs: readonly RecordedRuns[];
}

/** `times` runs that are alike, `every` so many own cycles. */
export interface RecordedRuns {
  readonly from: number;
  readonly cycles: number; // of each
  readonly iterations: number; // of each; 0 of what is no loop
  readonly every: number;
  readonly times: number;
}

/** For `times` times, `every` so many of its own cycles: it stands still for `cycles` before what it does in its cycle `at`. */
export interface Wait {
  readonly at: number;
  readonly cycles: number;
  readonly every: number;
  readonly times: number;
  readonly channel: number; // of the network
  readonly for: "word" | "room";
}

export type Section = BlockSection | PipelineSection | RepeatSection | BranchSection;

interface InTime {
  readonly id: number; // in the whole timeline
  readonly place: Place | null;
  readonly totals: Totals;
}

/** Of a call; where data decide, the least. */
export interface Totals {
  readonly runs: number;
  readonly iterations: number; // of all runs; 0 of what is no loop
  readonly cycles: number;
  readonly isExact: boolean; // whether they hold for any data
}

/** Operations that run once. */
export interface BlockSection extends InTime {
  readonly kind: "block";
  readonly graph: number;
  readonly cycles: number;
}

/** A nest of loops that runs as one: an iteration starts every `interval` cycles and takes `length`. */
export interface PipelineSection extends InTime {
  readonly kind: "pipeline";
  readonly name: string; // of the innermost loop
  readonly loops: readonly string[]; // outermost first
  readonly graph: number;
  readonly levels: readonly Level[]; // none: it runs until data end it
  readonly interval: number;
  readonly length: number;
  readonly isPipelined: boolean; // else one iteration after another
  readonly setting: 0 | 1; // cycles before the first iteration
  readonly leaves: boolean; // data may end it early
}

/** A loop around others: its body, and `turn` cycles after each iteration. */
export interface RepeatSection extends InTime {
  readonly kind: "repeat";
  readonly name: string;
  readonly signal: string | null; // of the circuit: 1 in the first cycle of each iteration; null: there is none
  readonly level: Level | null; // null: it runs until data end it
  readonly setting: 0 | 1; // cycles before the first iteration
  readonly turn: 0 | 1;
  readonly leaves: boolean;
  readonly body: readonly Section[];
}

export interface BranchSection extends InTime {
  readonly kind: "branch";
  readonly condition: Formula; // 0: the other side runs
  readonly then: readonly Section[];
  readonly else: readonly Section[];
}

export interface Level {
  readonly variable: string;
  readonly from: Formula;
  readonly to: Formula; // excluded
  readonly step: number;
  readonly mayBeEmpty: boolean; // where data decide
}

/** A number; the name of a variable of a loop around, or of an argument; a computation; null: data decide. */
export type Formula = number | string | Computed | null;

export interface Computed {
  readonly op: FormulaOp;
  readonly of: readonly Formula[]; // of a select: condition, then, else
}

/** Conditions are 0 and 1. */
export type FormulaOp =
  | ("add" | "sub" | "mul" | "floordiv" | "mod" | "min" | "max" | "neg" | "select")
  | ("eq" | "ne" | "lt" | "le" | "gt" | "ge" | "and" | "or" | "not");

// Operations

/** What an iteration, or a block, does: operations, and the cycle of each. */
export interface GraphFacts {
  readonly signal: string | null; // of the circuit: 1 in the first cycle of each run or iteration, or later; null: there is none
  readonly told: number; // in which cycle of an iteration the signal is 1: where others begin that are dropped, not in the first
  readonly length: number; // cycles
  readonly interval: number;
  readonly operations: readonly Operation[]; // in the order of the program
  readonly leftOut: number; // operations that are not listed, where there are very many
  readonly stages: readonly Stage[]; // by cycle: all of them
  readonly bound: Bound | null; // what keeps the interval from being shorter; null: nothing, or it is no pipeline
}

export interface Stage {
  readonly starts: number; // operations
  readonly loads: number;
  readonly stores: number;
}

export interface Operation {
  readonly id: number; // in its graph
  readonly kind: "load" | "store" | "compute" | "read" | "write" | "exit";
  readonly name: string; // `mul float32`, `load a`
  readonly place: Place | null;
  readonly cycle: number; // of the iteration, in which it starts
  readonly offsetNs: number; // into that cycle, when its operands have settled
  readonly latency: number; // cycles until its result is there; 0: in the same cycle
  readonly entryNs: number; // from its operands to its first register; to its result where latency is 0
  readonly exitNs: number; // from its last register to its result
  readonly operands: readonly number[]; // ids
  readonly memory: string | null; // of a load or a store
}

/** What bounds an interval, with a sentence for people. */
export type Bound = (RecurrenceBound | PortsBound | UnitBound | ExitBound | OtherBound) & {
  readonly text: string;
};

/** Operations around a circle: an iteration waits for what one before it, `distance` iterations ago, has made. */
export interface RecurrenceBound {
  readonly kind: "recurrence";
  readonly cycles: number;
  readonly distance: number;
  readonly steps: readonly RecurrenceStep[];
}

export interface RecurrenceStep extends Named {
  readonly latency: number;
  readonly ns: number; // of logic, before and after its registers
  readonly takes: number; // cycles from its start to that of the next one around
}

export interface Named {
  readonly id: number; // of the operation in its graph
  readonly name: string;
  readonly place: Place | null;
  readonly cycle: number;
}

/** More accesses to a memory in an iteration than its ports take in a shorter interval. */
export interface PortsBound {
  readonly kind: "ports";
  readonly memory: string;
  readonly bank: number | null; // null: there is one
  readonly ports: number;
  readonly accesses: readonly Access[];
}

export interface Access extends Named {
  readonly kind: "load" | "store";
}

/** Operations that share a unit, or one that keeps it for several cycles. */
export interface UnitBound {
  readonly kind: "units";
  readonly unit: string;
  readonly count: number;
  readonly uses: readonly (Named & { readonly cycles: number })[];
}

/** Whether the loop goes on is known late. */
export interface ExitBound {
  readonly kind: "exit";
  readonly known: Named;
}

/** A longer interval was asked for; or no shorter one was found. */
export interface OtherBound {
  readonly kind: "asked" | "search";
}

// Memories

export interface MemoryFacts {
  readonly name: string;
  readonly where: "port" | "block" | "lut" | "registers";
  readonly element: string; // its type
  readonly width: number; // bits
  readonly banks: number;
  readonly depth: number; // words of a bank
  readonly ports: number; // accesses that a bank takes in a cycle
  readonly readsAreFree: boolean; // any number of reads beside
  readonly isStream: boolean;
  readonly place: Place | null;
  readonly accesses: readonly MemoryAccess[];
  readonly reads: number; // in a call; where data decide, the least that are asked for
  readonly writes: number;
  readonly isExact: boolean; // whether these hold for any data
}

/** Operations that touch a memory whenever their graph runs: those that are alike together. */
export interface MemoryAccess {
  readonly graph: number;
  readonly count: number; // of operations
  readonly kind: "load" | "store";
  readonly cycle: number; // of the iteration
  readonly banks: readonly number[]; // it goes to one of these
  readonly mayNot: boolean; // whether data, or the loop's variables, decide if it happens
  readonly place: Place | null; // of the first
}

// Units

/** Units that compute the same, where sharing them would pay: not those that are cheaper than the choice of their operands. */
export interface UnitKind {
  readonly name: string; // `mul int32, int32`
  readonly count: number; // of units
  readonly latency: number; // cycles from operands to result
  readonly busy: number; // cycles from operands to the next ones
  readonly dsps: number; // of one
  readonly uses: readonly UnitUse[]; // of all units together
  readonly units: readonly (readonly UnitUse[])[]; // of each; of so many of them as are listed
  readonly taken: number; // cycles of a call in which a unit is busy, all units together; where data decide, the least
  readonly isExact: boolean; // whether that holds for any data
}

/** Operations that take operands to units whenever their graph runs: those that are alike together. */
export interface UnitUse {
  readonly graph: number;
  readonly count: number; // of operations
  readonly cycle: number; // of the iteration, in which a unit takes their operands
  readonly place: Place | null;
}

// Networks

export interface NetworkFacts {
  readonly channels: readonly Channel[];
  readonly interval: number | null; // mean cycles between calls that follow each other at once; null: data decide
}

export interface Channel {
  readonly name: string; // of the array or scalar
  readonly bank: number | null; // of a stream of several
  readonly kind: "stream" | "memory" | "scalar";
  readonly from: string; // a process, or `caller`
  readonly to: string;
  readonly depth: number | null; // of a stream
  readonly words: number | null;
  readonly given: readonly Times[]; // cycles in which words go in, in order
  readonly taken: readonly Times[]; // and out
  readonly why: string | null; // of a memory: what keeps it from being a stream
}

/** Cycles: from, from + every, …: `times` of them. */
export interface Times {
  readonly from: number;
  readonly every: number;
  readonly times: number;
}
