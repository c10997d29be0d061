/**
 * Loops: what lowering leaves of a Program. Named loops, scalars, arrays, loads, stores; no views, no array
 * expressions, no calls. Every transformation of a schedule goes from Loops to Loops. It reads as a grammar.
 */
import type { SourceFile, Span } from "../diagnostics/diagnostic.ts";
import type { Interval } from "../types/interval.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "../types/operators.ts";
import type { ScalarType } from "../types/types.ts";

export interface Loops {
  readonly source: SourceFile;
  readonly name: string; // of the kernel
  readonly params: readonly Param[]; // in the order of the call
  readonly arrays: readonly ArrayDecl[]; // on chip
  readonly scalars: readonly ScalarDecl[]; // locals; loop variables are not among them
  readonly body: readonly Stmt[];
  readonly results: readonly string[]; // scalars or arrays, by name
  readonly dataflow?: true; // the body is regions alone, which run at the same time and pass arrays on: see dataflow.ts
  readonly tasks?: true; // the body is regions alone; those that need nothing of each other run at the same time
  readonly limits?: readonly UnitLimit[]; // at most one an operator
}

/** `limit`: a circuit has so many units of an operator, at most. */
export interface UnitLimit {
  readonly operator: string; // `mul`, or `float32.mul` of one kind of number: see operators.ts
  readonly count: number; // 1 or more
}

export type Param = ScalarDecl | ArrayDecl;

export interface ScalarDecl {
  readonly kind: "scalar";
  readonly name: string;
  readonly type: ScalarType;
  readonly seat?: Seat; // the processing element that has it
  readonly scratch?: true; // as of an array
  readonly range?: Interval; // what it holds whenever it is read, if more is known than its assignments tell
}

/** Elements start as 0 or as `table`. */
export interface ArrayDecl {
  readonly kind: "array";
  readonly name: string;
  readonly element: ScalarType;
  readonly shape: readonly number[];
  readonly table?: readonly Value[]; // constant, row-major, never stored to
  readonly raises?: Raised; // every read of it is outside, and stops the run: what that stands for
  readonly banks?: readonly Bank[]; // at most one a dimension
  readonly words?: { readonly dim: number; readonly factor: number }; // reshape: so many elements a word
  readonly complex?: "numpy" | "python"; // pairs: the last axis has the real and imaginary part of a complex number of the source
  readonly stream?: Stream; // its elements pass one after another, each once
  readonly shared?: true; // other processes use it as well: nothing may be stored but what the program stores
  readonly role?: "line buffer" | "window buffer" | "buffer"; // made by a schedule, for reports
  readonly spread?: Spread; // registers of processing elements
  readonly scratch?: true; // of one pipelined loop: what it held before the first iteration, or holds after the last, is never seen
}

/** Of an array in registers (`systolic`): which processing element has which of its elements; none has what is outside the grid. */
export interface Spread {
  readonly grid: string; // whose name no other array of processing elements has
  readonly axes: readonly GridAxis[];
  readonly passes?: true; // words pass through all elements within a step, changed by each
}

/** The place along an axis is the sum of the indices by their factors, and `offset`; `per` such places are one element's. */
export interface GridAxis {
  readonly factors: readonly number[];
  readonly offset: number;
  readonly per: number;
  readonly extent: number; // of the grid
}

/** A place in a grid of processing elements, and what is called so in each of them. */
export interface Seat {
  readonly grid: string;
  readonly at: readonly number[];
  readonly name: string;
  readonly passes?: true; // as of an array
}

export interface Stream {
  readonly depth?: number; // elements that may wait; where not said, as many as keep nobody waiting
}

/** A fault of the program, in the words of the reference. */
export interface Raised {
  readonly code: string;
  readonly message: string;
}

/** `partition`: how a dimension is spread over memories. */
export interface Bank {
  readonly dim: number;
  readonly how: "complete" | "cyclic" | "block";
  readonly factor: number; // how many banks; the dimension's size when complete
}

// Statements

export type Stmt = For | While | If | Assign | Store | Break | Continue | Region | Pragma;

/** `variable` goes from..to in steps of `step`; it is set by the loop alone and unknown outside of it. */
export interface For {
  readonly kind: "for";
  readonly name: string; // what a schedule calls it: `i`, `i_1`, `out.0`, `out.r0`; unique
  readonly variable: string; // an identifier, unique as well
  readonly from: Expr;
  readonly to: Expr; // excluded
  readonly step: number; // positive
  readonly body: readonly Stmt[];
  readonly attrs: LoopAttrs;
  readonly origin: Origin;
}

export interface LoopAttrs {
  readonly pipeline?: {
    readonly ii?: number;
    readonly orMore?: true; // the interval is a wish: where it cannot be had, the least one
    readonly flat?: true; // every operation has a circuit of its own
    readonly rolled?: true; // of a flat loop that is prepared: loops in it run while its graph is written (plan/rounds.ts)
  };
  readonly unroll?: { readonly factor?: number }; // without a factor: completely
  readonly parallel?: true;
}

/** Where a loop or statement came from. */
export interface Origin {
  readonly span: Span;
  readonly operator:
    | "source"
    | "elementwise"
    | "map"
    | "dot"
    | "matmul"
    | "reduce"
    | "scan"
    | "fill"
    | "copy"
    | "sort"
    | "conv"
    | "spmv"
    | "schedule";
  readonly unordered?: true; // by definition its iterations may run in any order, sums included
}

export interface While {
  readonly kind: "while";
  readonly name: string; // `while`, `while_1`
  readonly condition: Expr;
  readonly body: readonly Stmt[];
  readonly merges?: Merged;
  readonly origin: Origin;
}

/** Loops that run as one: it has an iteration for each of the innermost, and at least one for each of those around. */
export interface Merged {
  readonly loops: readonly string[]; // names, outermost first
  readonly trips: number | null; // of those around the innermost, in all; null: not known
}

export interface If {
  readonly kind: "if";
  readonly condition: Expr;
  readonly then: readonly Stmt[];
  readonly else: readonly Stmt[];
  readonly origin: Origin;
}

/** Sets a scalar local or a scalar parameter's copy. */
export interface Assign {
  readonly kind: "assign";
  readonly target: string;
  readonly value: Expr; // of the target's type
  readonly origin: Origin;
}

export interface Store {
  readonly kind: "store";
  readonly array: string;
  readonly index: readonly Expr[]; // one a dimension, 0 or more, in range
  readonly value: Expr; // of the element's type
  readonly origin: Origin;
}

/** Out of the innermost loop around it. */
export interface Break {
  readonly kind: "break";
  readonly origin: Origin;
}

export interface Continue {
  readonly kind: "continue";
  readonly origin: Origin;
}

/** `outline`: statements that become a module of their own. Names inside and outside are the same names. */
export interface Region {
  readonly kind: "region";
  readonly name: string;
  readonly body: readonly Stmt[];
  readonly external?: ExternalCall;
  readonly origin: Origin;
}

/** What C++ calls in place of the body: a function of the user's own, of which the body is the model. */
export interface ExternalCall {
  readonly header: string;
  readonly source: string | null;
  readonly function: string;
  readonly args: readonly ExternalArgument[];
  readonly result: string | null; // the scalar that takes what it returns
}

export type ExternalArgument =
  | { readonly kind: "array"; readonly name: string; readonly element: ScalarType }
  | { readonly kind: "scalar"; readonly value: Expr };

/** `pragma("...")`, kept where it stood. What its names mean was settled when its function was inlined. */
export interface Pragma {
  readonly kind: "pragma";
  readonly text: string;
  readonly names: readonly PragmaName[];
  readonly call: number; // which inlined call it stands in; 0 is the kernel itself
  readonly loop: string | null; // the innermost loop of its own function around it, when it was lowered
  readonly origin: Origin;
}

/** A word of a pragma, and what it stood for. */
export interface PragmaName {
  readonly word: string;
  readonly is: Meant;
}

export type Meant =
  | { readonly kind: "array"; readonly name: string } // a whole array
  | { readonly kind: "part"; readonly name: string } // a slice, a transpose or a reshape of it
  | { readonly kind: "scalar"; readonly name: string }
  | { readonly kind: "loop"; readonly name: string }
  | { readonly kind: "choice"; readonly names: readonly string[] } // one of these arrays, known when it runs
  | { readonly kind: "nothing" }; // a constant, or a variable that nothing is left of

// Expressions: scalars

export type Expr =
  | Const
  | Var
  | Load
  | Unary
  | Binary
  | Compare
  | Logic
  | Select
  | MathCall
  | Cast
  | Bits
  | Bitcast;

export interface Const {
  readonly kind: "const";
  readonly value: Value;
  readonly type: ScalarType;
}

/** A scalar local, a scalar parameter or a loop variable (python int). */
export interface Var {
  readonly kind: "var";
  readonly name: string;
  readonly type: ScalarType;
}

export interface Load {
  readonly kind: "load";
  readonly array: string;
  readonly index: readonly Expr[]; // one a dimension, 0 or more; outside the array it is a fault
  readonly type: ScalarType;
  readonly span: Span;
}

export interface Unary {
  readonly kind: "unary";
  readonly op: UnaryOp;
  readonly operand: Expr;
  readonly type: ScalarType;
  readonly span: Span;
}

export interface Binary {
  readonly kind: "binary";
  readonly op: BinaryOp;
  readonly left: Expr;
  readonly right: Expr;
  readonly type: ScalarType;
  readonly span: Span;
}

export interface Compare {
  readonly kind: "compare";
  readonly op: CompareOp;
  readonly left: Expr;
  readonly right: Expr;
  readonly type: ScalarType;
  readonly span: Span;
}

/** Short-circuit. */
export interface Logic {
  readonly kind: "logic";
  readonly op: "and" | "or";
  readonly left: Expr;
  readonly right: Expr;
  readonly type: ScalarType;
  readonly span: Span;
}

/** Only the side that is chosen is computed. */
export interface Select {
  readonly kind: "select";
  readonly condition: Expr;
  readonly then: Expr;
  readonly otherwise: Expr;
  readonly type: ScalarType;
  readonly span: Span;
}

export interface MathCall {
  readonly kind: "math";
  readonly fn: MathFn;
  readonly args: readonly Expr[];
  readonly type: ScalarType;
  readonly span: Span;
}

/** As Program's Cast. */
export interface Cast {
  readonly kind: "cast";
  readonly operand: Expr;
  readonly stores?: true;
  readonly implied?: true;
  readonly type: ScalarType;
  readonly span: Span;
}

export interface Bits {
  readonly kind: "bits";
  readonly operand: Expr;
  readonly low: Expr;
  readonly type: ScalarType; // uint<width>
  readonly span: Span;
}

export interface Bitcast {
  readonly kind: "bitcast";
  readonly operand: Expr;
  readonly type: ScalarType;
  readonly span: Span;
}
