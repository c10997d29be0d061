/**
 * What makes one C-family output differ from another: how numbers are written, and what stands around functions, loops
 * and arrays. `Numbers` is arithmetic alone: texts of operands in, text out. `Dialect` is everything else.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Facts, Ranges } from "../../loops/analysis/range/index.ts";
import type { ArrayDecl, Expr, For, Loops, Region, While } from "../../loops/nodes.ts";
import type { Family } from "../../program/directive/table.ts";
import type { Interval } from "../../types/interval.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "../../types/operators.ts";
import type { ScalarType } from "../../types/types.ts";
import type { Parameter, Signature } from "./signature.ts";
import type { Text } from "./text.ts";

/** An operand that has been written. */
export interface Operand {
  readonly expr: Expr; // its type is `expr.type`
  readonly text: Text;
  readonly range: Interval | null; // of an integer, where it is known to be narrower than its type
  readonly faults?: boolean; // something in it is checked: it must be evaluated when its turn comes
}

/** What is being computed, where. */
export interface Evaluation {
  readonly span: Span; // of the operation, for faults
  readonly range: Interval | null; // of its result, where that is an integer
  readonly ranges: Ranges;
  readonly facts: Facts; // what the conditions around it say
  readonly uses: Uses;
}

/** What the text of a file asks for, gathered while it is written. */
export interface Uses {
  /** A header, as it is included: `<cstdint>`, `"ap_int.h"`. */
  header(name: string): void;
  /** A function (or macro) of the file's own, written once above everything that calls it. */
  define(name: string, lines: readonly string[]): void;
  /** The text can fault here: `code` as RunFault has it. */
  check(code: string, span: Span): void;
}

/**
 * Arithmetic. A result has the value that src/types/arithmetic.ts gives, in the C type `Text.ctype` says; it may be
 * `loose` where C computes in more bits than the type has. Operands may be loose: where the bits above matter
 * (comparison, division, shifts to the right, conversion to something wider) they are settled first.
 *
 * A python int is `int` where its range fits 32 bits and `int64_t` elsewhere; a result that its range does not prove
 * to fit is checked.
 */
export interface Numbers {
  /** Why values of this type cannot be written, or null. Nothing else is called for a type that is refused. */
  refusal(type: ScalarType): string | null;
  /** The C type of variables and elements. */
  typeName(type: ScalarType, range?: Interval | null): string;
  literal(type: ScalarType, value: Value, place: Evaluation): Text;
  unary(op: UnaryOp, operand: Operand, type: ScalarType, place: Evaluation): Text;
  binary(op: BinaryOp, left: Operand, right: Operand, type: ScalarType, place: Evaluation): Text;
  compare(op: CompareOp, left: Operand, right: Operand, place: Evaluation): Text;
  math(fn: MathFn, args: readonly Operand[], type: ScalarType, place: Evaluation): Text;
  /** `stores`: on its way into an array element, as Loops' Cast says. */
  cast(operand: Operand, to: ScalarType, stores: boolean, place: Evaluation): Text;
  bits(operand: Operand, low: Operand, width: number, place: Evaluation): Text;
  bitcast(operand: Operand, to: ScalarType, place: Evaluation): Text;
  select(condition: Text, then: Operand, otherwise: Operand, type: ScalarType, place: Evaluation): Text;
  /** As a condition of `if`, `&&`, `?:`. */
  truth(operand: Operand, place: Evaluation): Text;
  /** As an index of an array or a bound of a loop, known to be in range: any C integer of that value. */
  index(operand: Operand, place: Evaluation): Text;
  /** As the end of a loop that counts in `ctype`, as typeName gave it; where it is missing, as an index. */
  bound?(operand: Operand, ctype: string, place: Evaluation): Text;
  /** As the right side of an assignment to a variable of `ctype`, which typeName gave: C converts most by itself. */
  assigned(operand: Operand, ctype: string, place: Evaluation): Text;
  /** The value itself, not loose: what a reader of the bits above the type's may use. */
  settled(operand: Operand, place: Evaluation): Text;
}

/** Whole lines, as they are printed: pragmas start at the margin. */
export interface Around {
  readonly before: readonly string[];
  readonly inside: readonly string[]; // after the opening brace
}

/** What a back end may want to know of a loop besides its node. */
export interface LoopContext {
  readonly loops: Loops;
  readonly ranges: Ranges;
  readonly facts: Facts;
  readonly depth: number; // of loops around it
  name(of: string): string; // the C name of an array or scalar
}

export interface FunctionContext {
  readonly loops: Loops;
  readonly signature: Signature; // of the kernel, or of the region as a function
  readonly region: Region | null; // null: the kernel
  readonly checks: boolean; // something in it may fault
  name(of: string): string;
}

export interface Streams {
  read(name: string, ctype: string): Text;
  /** A whole statement. */
  write(name: string, value: Text): string;
}

export interface Dialect {
  /** Who reads the code, and whose directives it knows. */
  readonly reader: { readonly name: string; readonly family: Family | null };
  readonly numbers: Numbers;
  /** Words that no variable may be called, besides those of C. */
  readonly reserved: ReadonlySet<string>;
  /** Whether loops carry their names as labels. */
  readonly labels: boolean;
  /** Whether a scalar that a region sets is passed by reference, as C++ can; else by pointer. */
  readonly references: boolean;
  /** Only where parameters may be streams. */
  readonly streams?: Streams;
  /** The lines above the first function, headers that were used included. `text` is what follows, without comments. */
  opening(
    loops: Loops,
    headers: ReadonlySet<string>,
    definitions: readonly string[],
    text: string,
  ): readonly string[];
  /** `extern "C" void vecadd(...)`, without the brace; long ones over several lines. */
  head(context: FunctionContext): readonly string[];
  /** Whether a function of the user's own C++ can be called; else its model is what runs. */
  readonly externals: boolean;
  /** What is passed besides to a region's function: an OpenCL fault pointer. */
  hidden(context: FunctionContext): readonly string[];
  functionPragmas(context: FunctionContext): Around;
  loopPragmas(loop: For | While, context: LoopContext): Around;
  /** `int32_t buffer[64];`. `start` is what it holds at first: anything, zeros, or a table's rows, as text. */
  arrayDeclaration(
    decl: ArrayDecl,
    name: string,
    start: "anything" | "zeros" | { readonly rows: readonly string[] },
  ): readonly string[];
  /** After the declaration of an array, or at the head of the function whose parameter it is. */
  arrayPragmas(decl: ArrayDecl, name: string): readonly string[];
  /** One element; `index` has a text for each dimension. */
  element(array: ArrayDecl, name: string, index: readonly Text[], parameter: Parameter | null): Text;
  /** An index that may be outside 0..size-1. */
  checkedIndex(index: Operand, size: number, axis: number, place: Evaluation): Text;
  /** The same where a negative index counts from the end; where it is missing, that is written out. */
  checkedFromEnd?(index: Operand, size: number, axis: number, place: Evaluation): Text;
}
