/**
 * Hardware: synchronous circuits. It reads as a grammar.
 *
 * One clock, one synchronous reset, both implicit. A value is a vector of 1 or more bits; only operations know signs.
 * All names of a module (inputs, wires, registers, data of read ports, outputs of instances) stand in one space, and
 * a Ref is one of them. Build it with build.ts and expressions.ts; verify.ts says what a Module must keep.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";

export interface Design {
  readonly top: Module;
  readonly modules: readonly Module[]; // all of them, a module after those it instantiates, the top last
}

export interface Module {
  readonly name: string;
  readonly inputs: readonly Input[];
  readonly outputs: readonly Output[];
  readonly wires: readonly Wire[];
  readonly registers: readonly Register[];
  readonly memories: readonly Memory[];
  readonly instances: readonly Instance[];
  readonly apart?: true; // tools must leave it a module: what two instances have alike stays beside each
  readonly comment?: string;
}

/** What ties a piece of the circuit to the program it came from. */
export interface Origin {
  readonly comment?: string; // one line, printed beside it: "state 3: c[i] = a[i] + b[i], line 7"
  readonly span?: Span;
}

export interface Input {
  readonly name: string;
  readonly width: number;
}

/** Ports have names of their own: inside, an output cannot be referred to, and its name may mean something else. */
export interface Output {
  readonly name: string;
  readonly value: Expr;
}

export interface Wire extends Origin {
  readonly name: string;
  readonly value: Expr;
  readonly group?: string; // one line, printed above neighbours that have it
}

/** At each clock: the initial value if `reset` and the reset is up; else `next` if enabled; else what it was. */
export interface Register extends Origin {
  readonly name: string;
  readonly width: number;
  readonly initial: bigint; // at power up
  readonly reset: boolean; // whether the reset brings it back there
  readonly next: Expr;
  readonly enable: Expr | null; // one bit; null is always
  readonly seat?: Seat; // the processing element it is part of, until grid.ts makes that a module
}

/** A place in a grid of processing elements, and what is called so in each of them. */
export interface Seat {
  readonly grid: string;
  readonly at: readonly number[];
  readonly name: string;
  readonly passes?: true; // words pass through all elements of the grid, changed by each
}

/**
 * Words 0 to depth - 1. A read in the cycle of a write gives the old word. Two ports that write one word in the same
 * cycle are a mistake of the circuit: nobody promises which word stays. Writing outside does nothing. What is unknown
 * (a word outside, a word never written of a memory that starts unknown, the data before the first synchronous read)
 * is zero in our simulators and x in Verilog.
 */
export interface Memory extends Origin {
  readonly name: string;
  readonly width: number;
  readonly depth: number;
  readonly initial: readonly bigint[] | null; // from word 0, the rest is zero; null: unknown
  readonly style: MemoryStyle;
  readonly collisions?: Collisions; // "old" where not said
  readonly reads: readonly ReadPort[];
  readonly writes: readonly WritePort[]; // none: a ROM
}

/**
 * What a synchronous read gives of a word that another port writes in the same cycle. "never": the circuit never does
 * that. Block RAMs of some families (iCE40, ECP5) promise nothing there, and Yosys builds "old" around them out of
 * registers, or not at all; so a circuit that knows better says so. In Verilog such a read gives x.
 */
export type Collisions = "old" | "never";

export type MemoryStyle = "auto" | "block" | "lut"; // what a synthesizer is asked for

export interface ReadPort {
  readonly data: string; // the name of what is read
  readonly address: Expr; // addressWidth(depth) bits, see bits.ts
  readonly latency: 0 | 1; // 1: the word appears after the clock, and stays while not enabled
  readonly enable: Expr | null; // only where latency is 1
}

export interface WritePort {
  readonly address: Expr;
  readonly data: Expr;
  readonly enable: Expr; // one bit
}

export interface Instance extends Origin {
  readonly name: string;
  readonly module: Module;
  readonly inputs: readonly Connection[]; // every input of the module, in its order
  readonly outputs: readonly Tap[]; // outputs that are used, in the module's order
}

export interface Connection {
  readonly port: string;
  readonly value: Expr;
}

export interface Tap {
  readonly port: string;
  readonly name: string; // what it is called in the instantiating module
  readonly width: number;
}

// Expressions

export type Expr = Const | Ref | Unary | Binary | Mux | Concat | Slice | Extend;

export interface Const {
  readonly kind: "const";
  readonly width: number;
  readonly value: bigint; // 0 <= value < 2^width
}

export interface Ref {
  readonly kind: "ref";
  readonly width: number;
  readonly name: string;
}

export interface Unary {
  readonly kind: "unary";
  readonly op: UnaryOp;
  readonly width: number; // of the operand; 1 for a reduction
  readonly operand: Expr;
}

export interface Binary {
  readonly kind: "binary";
  readonly op: BinaryOp;
  readonly width: number;
  readonly left: Expr;
  readonly right: Expr;
}

export interface Mux {
  readonly kind: "mux";
  readonly width: number;
  readonly condition: Expr; // one bit
  readonly then: Expr;
  readonly else: Expr;
}

export interface Concat {
  readonly kind: "concat";
  readonly width: number;
  readonly parts: readonly Expr[]; // the most significant first, as in Verilog
}

/** Bits low to low + width - 1. */
export interface Slice {
  readonly kind: "slice";
  readonly width: number;
  readonly operand: Expr;
  readonly low: number;
}

/** To more bits: zeros, or copies of the top bit. */
export interface Extend {
  readonly kind: "extend";
  readonly width: number; // more than the operand's
  readonly operand: Expr;
  readonly signed: boolean;
}

export type UnaryOp = "not" | "neg" | ReduceOp;
export type ReduceOp = "reduceAnd" | "reduceOr" | "reduceXor";

export type BinaryOp = ArithmeticOp | ShiftOp | CompareOp;
export type ArithmeticOp = "add" | "sub" | "mul" | "and" | "or" | "xor"; // operands and result of one width; they wrap
export type ShiftOp = "shl" | "shr" | "sshr"; // the amount is unsigned, of any width; past the end: zeros, or the sign
export type CompareOp = "eq" | "ne" | "ult" | "ule" | "slt" | "sle"; // operands of one width; the result is one bit
