/**
 * A Plan: what the circuit of a kernel will do, before anyone says when. A tree of control over graphs of operations.
 * It reads as a grammar.
 *
 * Control is a token that passes through the items of a sequence, one after another. A graph has no jumps: branches
 * without loops are predicates in it. Scalars that live longer than one graph are registers with names of their own.
 */
import type { SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import type { CoreOp } from "../../hardware/cores/operation.ts";
import type { Check } from "../../hardware/faults.ts";
import type { Expr, Seat } from "../../loops/nodes.ts";
import type { ScalarType } from "../../types/types.ts";
import type { Assigned } from "./assigned.ts";

export interface CircuitPlan {
  readonly name: string; // of the kernel
  readonly source: SourceFile;
  readonly inputs: readonly ScalarPort[]; // scalar parameters, latched at the start of a call
  readonly results: readonly ScalarPort[]; // scalars that are returned; arrays are storages
  readonly registers: readonly ScalarRegister[];
  readonly storages: readonly Storage[];
  readonly checks: readonly Check[]; // faults that the circuit watches for
  readonly body: readonly Item[];
  readonly assigned?: readonly Assigned[]; // names that the source has for values
}

export interface ScalarPort {
  readonly port: string;
  readonly register: string;
  readonly type: ScalarType;
}

/** Holds its value until a `write`, or the loop whose variable it is, changes it. */
export interface ScalarRegister {
  readonly name: string;
  readonly type: ScalarType;
  readonly seat?: Seat; // the processing element that has it
  readonly scratch?: true; // of one pipeline: what it holds before and after that is never seen
}

/** Where an array lives: `banks` memories of `depth` words, one element a word. */
export interface Storage {
  readonly name: string;
  readonly element: ScalarType;
  readonly where: Where;
  readonly banks: number;
  readonly depth: number;
  readonly sides: 1 | 2; // 2: between processes whose calls overlap; each bank is there twice
  readonly ports: number; // accesses that a bank takes in a cycle
  readonly reads: "ports" | "free"; // whether reads are among them; free: any number besides
  readonly latency: 0 | 1; // of a read
  readonly collisions: "old" | "never"; // a read in the cycle of a write: gives the old word, or must not matter
  readonly initial: readonly (readonly bigint[])[] | null; // words by bank; never written then
  readonly clears: boolean; // every word is zero when a call starts
  readonly stream: boolean; // words come or go one after another, whatever their addresses
  readonly span: Span;
}

/**
 * `port`: outside, reached through ports of the circuit (latency 1). `block`: block RAM (latency 1, two ports).
 * `lut`: LUT RAM (latency 0, one write, any number of reads). `registers`: every element at any time (latency 0).
 */
export type Where = "port" | "block" | "lut" | "registers";

// Control

export type Item = Block | Pipeline | Repeat | Branch;

/** A graph that runs once. */
export interface Block {
  readonly kind: "block";
  readonly flat?: true; // sums share their parts: see linear/
  readonly graph: Graph;
}

/** A graph that runs once for each iteration of a nest; an iteration may start before the one before it has ended. */
export interface Pipeline {
  readonly kind: "pipeline";
  readonly name: string; // of the innermost loop
  readonly loops: readonly string[]; // names, outermost first; one a level
  readonly levels: readonly Level[]; // none: runs until an `exit`
  readonly trips?: number | null; // of the loops around, where `loops` are merged into one that runs until an `exit`; null: not known
  readonly graph: Graph;
  readonly mayBeEmpty: boolean; // whether the outermost level may have no iteration; the inner ones always have one
  readonly asked: { readonly ii?: number; readonly orMore?: true; readonly flat?: true } | null; // null: not pipelined, one iteration after another
  readonly span: Span;
}

/** A loop around other loops. Its variable is a register. */
export interface Repeat {
  readonly kind: "repeat";
  readonly name: string;
  readonly level: Level | null; // null: runs until `exit`
  readonly exit: string | null; // a one-bit register; when it is 1 at the end of an iteration, that was the last one
  readonly body: readonly Item[];
  readonly mayBeEmpty: boolean;
  readonly span: Span;
}

/** A branch that holds loops. */
export interface Branch {
  readonly kind: "branch";
  readonly condition: string; // a one-bit register
  readonly value?: Expr; // of it, where that follows from variables of loops around
  readonly then: readonly Item[];
  readonly else: readonly Item[];
  readonly span: Span;
}

/** `variable` goes from..to (excluded) in steps. */
export interface Level {
  readonly variable: string; // of a Repeat, the register; of a Pipeline, a name for people
  readonly type: ScalarType; // an integer type that holds every value it takes, and `to`
  readonly from: Bound;
  readonly to: Bound;
  readonly step: number; // positive
}

/** A sum: constant, plus multiples of outer levels of the same Pipeline and of registers that nobody writes meanwhile. */
export interface Bound {
  readonly constant: number;
  readonly terms: readonly BoundTerm[];
}

export interface BoundTerm {
  readonly of:
    | { readonly kind: "level"; readonly level: number }
    | { readonly kind: "register"; readonly name: string; readonly value?: Expr }; // of variables of loops around
  readonly factor: number;
}

// Graphs

/** Operations in program order: operands stand before their users. An operation is known by its place in the list. */
export interface Graph {
  readonly ops: readonly Op[];
  readonly orders: readonly Order[]; // what must stay in order beside operands
  readonly forwards: readonly Forward[];
}

/** cycle(second) >= cycle(first) + lag - distance * II: `second` of an iteration against `first`, `distance` iterations before. */
export interface Order {
  readonly first: OpId;
  readonly second: OpId;
  readonly distance: number;
  readonly lag: number;
}

/**
 * The load may come up to `latency of the storage` cycles before a store of the same element has been done: what is
 * stored is then passed on to it. `distance` is the least number of iterations between them.
 */
export interface Forward {
  readonly store: OpId;
  readonly load: OpId;
  readonly distance: number;
}

export type OpId = number;

export type Op = Const | Read | Counter | Walk | Compute | Load | Store | Write | Exit | Watch;

interface Common {
  readonly type: ScalarType; // of the result; of what is stored
  readonly span: Span;
}

export interface Const extends Common {
  readonly kind: "const";
  readonly bits: bigint;
}

/** A scalar register. One that the graph also writes gives what it held before this iteration wrote it. */
export interface Read extends Common {
  readonly kind: "read";
  readonly register: string;
  readonly passed?: true; // what the iteration before writes is there in the cycle of that write: see passed.ts
}

/** The variable of a level of the Pipeline. */
export interface Counter extends Common {
  readonly kind: "counter";
  readonly level: number;
}

/**
 * A register that follows a sum of variables of loops: it moves in the last cycle of an interval. `moves` are those of
 * the loops around the graph, outermost first and without gaps, that every iteration of the first one runs through.
 */
export interface Walk extends Common {
  readonly kind: "walk";
  readonly first: bigint; // before the first iteration, and after the last
  readonly moves: readonly Move[];
  readonly back: boolean; // whether it must be set back to `first`; else it gets there by itself
}

/** `by` is added, in the bits of the type, when the loop goes on and those inside it begin again. */
export interface Move {
  readonly of: number | Level; // a level of the Pipeline, or that of a Repeat
  readonly by: bigint;
}

export interface Compute extends Common {
  readonly kind: "compute";
  readonly op: CoreOp;
  readonly operands: readonly OpId[];
  readonly allowed?: Allowed; // takes turns with others, and its unit takes any operands: constants too
  readonly general?: true; // its unit takes any operands, though some are constants: see joining.ts
  readonly sequential?: Sequential; // its unit makes a few digits a cycle
}

/** Units that a schedule allows for operations that are alike; each of these names the same object. */
export interface Allowed {
  readonly operator: string; // as the schedule calls it: `float32.mul`
  readonly count: number;
  readonly members: number; // operations in the whole plan
}

/** Units that make a few digits a cycle: see sequential.ts. */
export interface Sequential {
  readonly units: number; // for all such operations of the graph
  readonly choiceNs: number; // between operands and the unit
}

export interface Load extends Common {
  readonly kind: "load";
  readonly storage: string;
  readonly bank: BankOf;
  readonly address: OpId; // an unsigned word number; what is outside gives anything
  readonly predicate: OpId | null; // one bit: whether a stream gives a word; null is always, as memories do
}

export interface Store extends Common {
  readonly kind: "store";
  readonly storage: string;
  readonly bank: BankOf;
  readonly address: OpId;
  readonly value: OpId;
  readonly predicate: OpId | null; // one bit; null is always
}

export type BankOf =
  | { readonly kind: "static"; readonly bank: number }
  | { readonly kind: "dynamic"; readonly nth: OpId; readonly among: Banks }; // it takes a port of each of them

/** `first`, and so many steps of each digit more: two numbers or more, counted with the last digit first. */
export interface Banks {
  readonly first: number;
  readonly digits: readonly Digit[];
}

/** 0 to `count - 1` steps. */
export interface Digit {
  readonly step: number;
  readonly count: number;
}

/** What a scalar register holds from the next cycle on. */
export interface Write extends Common {
  readonly kind: "write";
  readonly register: string;
  readonly value: OpId;
}

/** After an iteration whose condition is 1 no other starts. */
export interface Exit extends Common {
  readonly kind: "exit";
  readonly condition: OpId;
}

/** Tells a fault where its condition is 1. */
export interface Watch extends Common {
  readonly kind: "watch";
  readonly condition: OpId;
  readonly check: number; // place in Plan.checks
  readonly value?: OpId; // what it tells with the fault
}
