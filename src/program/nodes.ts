/**
 * Program: what is computed, typed, with NumPy's meaning made explicit. It reads as a grammar.
 *
 * Every operator works on scalars and, element by element with broadcasting, on arrays. Operands of arithmetic
 * already have the type the operator computes in: the front end has inserted the casts. A local has one type;
 * a Python name rebound to another type is two locals.
 */
import type { SourceFile, Span } from "../diagnostics/diagnostic.ts";
import type { BinaryOp, CompareOp, MathFn, ReduceOp, UnaryOp, Value } from "../types/operators.ts";
import type { ArrayType, PythonType, ScalarType, Type } from "../types/types.ts";

export interface Program {
  readonly source: SourceFile;
  readonly kernel: string; // the function that is called from outside
  readonly functions: readonly Func[]; // callees before callers, the kernel last
  readonly options?: KernelOptions; // what the source asks of the build: mode, board, backend, freq, path, schedule, port, bitstream, bus_width, bundles, fixed
  readonly specialised?: readonly SpecialisedArgument[]; // arguments in the source that are constants here
}

export interface SpecialisedArgument {
  readonly name: string;
  readonly type: ScalarType;
  readonly value: Value;
  readonly why: "needed" | "count" | "asked"; // by something that must be known when compiling, by loops, by the caller
}

export type KernelOptions = Readonly<Record<string, string | number | Readonly<Record<string, string>>>>;

export interface Func {
  readonly name: string;
  readonly params: readonly Variable[];
  readonly locals: readonly Variable[];
  readonly writes: readonly string[]; // array parameters it may change
  readonly body: readonly Stmt[];
  readonly results: readonly Type[]; // none, one, or a tuple's
  readonly external?: External;
  readonly span: Span;
}

/** C++ of the user's own, which generated C++ calls. Everything else runs the body, which says what it computes. */
export interface External {
  readonly header: string; // beside the Python file
  readonly source: string | null; // what has to be compiled, where the header does not say it all
  readonly function: string;
  readonly args: readonly (string | Const)[]; // in the order of the call: a parameter, or what it was specialised to
}

export interface Variable {
  readonly name: string;
  readonly type: Type;
  readonly buffer?: string; // PyLog's annotation of an argument that is copied on chip: buffer_in, buffer_out
}

// Statements

export type Stmt =
  | Assign
  | Store
  | StoreBits
  | For
  | While
  | If
  | CallStmt
  | Return
  | Break
  | Continue
  | Assert
  | Pragma;

/** Binds a local. An array value that is a view shares memory with its base, as in NumPy; any other is new storage. */
export interface Assign {
  readonly kind: "assign";
  readonly target: string;
  readonly value: Expr;
  readonly span: Span;
}

/** `target[...] = value`: writes elements. `value` has the element type and broadcasts to the target's shape. */
export interface Store {
  readonly kind: "store";
  readonly target: Load | View | Part | Gather | Var; // a Var or a Part means the whole array
  readonly value: Expr;
  readonly span: Span;
}

/** `target[lo:lo+width] = value` on the bits of an integer or fixed scalar. */
export interface StoreBits {
  readonly kind: "storeBits";
  readonly target: Var | Load;
  readonly low: Expr;
  readonly width: number;
  readonly value: Expr; // uint<width>
  readonly span: Span;
}

/** `for variable in range(from, to, step)`. Bounds are evaluated once; the variable keeps its last value. */
export interface For {
  readonly kind: "for";
  readonly variable: string;
  readonly from: Expr;
  readonly to: Expr;
  readonly step: Expr;
  readonly body: readonly Stmt[];
  readonly attrs: LoopAttrs;
  readonly name?: string; // what schedules call it where that is not the variable: `out.0`, `out.r0`
  readonly unordered?: true; // by definition its iterations may run in any order, sums included
  readonly span: Span;
}

/** What the source or a schedule asked of a loop; recorded here, it changes no result. */
export interface LoopAttrs {
  readonly pipeline?: { readonly ii?: number; readonly orMore?: true; readonly flat?: true };
  readonly unroll?: { readonly factor?: number };
  readonly parallel?: true;
}

export interface While {
  readonly kind: "while";
  readonly condition: Expr; // python bool or bool
  readonly body: readonly Stmt[];
  readonly span: Span;
}

export interface If {
  readonly kind: "if";
  readonly condition: Expr;
  readonly then: readonly Stmt[];
  readonly else: readonly Stmt[];
  readonly span: Span;
}

/** Stops the run where the condition does not hold; `message` says it in Python's words. */
export interface Assert {
  readonly kind: "assert";
  readonly condition: Expr; // python bool or bool
  readonly message: string;
  readonly span: Span;
}

/** A call for its effect, or one that returns a tuple into `targets`. */
export interface CallStmt {
  readonly kind: "callStmt";
  readonly targets: readonly string[];
  readonly func: string;
  readonly args: readonly Expr[];
  readonly span: Span;
}

export interface Return {
  readonly kind: "return";
  readonly values: readonly Expr[];
  readonly span: Span;
}

export interface Break {
  readonly kind: "break";
  readonly span: Span;
}

export interface Continue {
  readonly kind: "continue";
  readonly span: Span;
}

/** `pragma("...")`, kept where it stood. */
export interface Pragma {
  readonly kind: "pragma";
  readonly text: string;
  readonly names: readonly PragmaName[];
  readonly span: Span;
}

/** A word of a pragma that was a name of the function where it stood, and the variable it was. */
export interface PragmaName {
  readonly word: string;
  readonly variable: string;
}

// Expressions

export type Expr =
  | Const
  | ArrayConst
  | Var
  | Load
  | View
  | Transpose
  | Reshape
  | Part
  | Gather
  | Unary
  | Binary
  | Compare
  | Logic
  | Conditional
  | Where
  | MathCall
  | Cast
  | Bits
  | Bitcast
  | Reduce
  | Scan
  | Dot
  | MatMul
  | MapExpr
  | Element
  | Extent
  | Fill
  | Arange
  | Concat
  | Copy
  | Sort
  | Convolve
  | Conv2d
  | SpMV
  | CallExpr;

export interface Const {
  readonly kind: "const";
  readonly value: Value;
  readonly type: ScalarType;
  readonly span: Span;
}

/** A table, in row-major order. */
export interface ArrayConst {
  readonly kind: "arrayConst";
  readonly values: readonly Value[];
  readonly type: ArrayType;
  readonly constant?: string; // the constant of the module that it is, where it is one
  readonly name?: string; // what schedules call it, where it has a name
  readonly span: Span;
}

export interface Var {
  readonly kind: "var";
  readonly name: string;
  readonly type: Type;
  readonly span: Span;
}

/** One element. Negative indices count from the end; one out of range is an error when it runs. */
export interface Load {
  readonly kind: "load";
  readonly base: Expr;
  readonly index: readonly Expr[]; // one an axis, integers
  readonly type: ScalarType;
  readonly span: Span;
}

/** NumPy basic indexing: shares memory with `base`. One sub an axis of base, `newAxis` besides. */
export interface View {
  readonly kind: "view";
  readonly base: Expr;
  readonly subs: readonly Sub[];
  readonly type: ArrayType;
  readonly span: Span;
}

export type Sub =
  | { readonly kind: "at"; readonly index: Expr } // the axis goes away
  | {
      readonly kind: "slice"; // Python's meaning: absent ends, negative ends, clipping
      readonly start: Expr | null;
      readonly stop: Expr | null;
      readonly step: number; // not 0
    }
  | { readonly kind: "newAxis" };

/** Shares memory. Result axis k is base axis axes[k]. */
export interface Transpose {
  readonly kind: "transpose";
  readonly base: Expr;
  readonly axes: readonly number[];
  readonly type: ArrayType;
  readonly span: Span;
}

/** Row-major reshape. Shares memory when `shares` (base is contiguous), else it is a new array. */
export interface Reshape {
  readonly kind: "reshape";
  readonly base: Expr;
  readonly shares: boolean;
  readonly type: ArrayType;
  readonly span: Span;
}

/** The real or imaginary parts of complex numbers. Shares memory with `base`. */
export interface Part {
  readonly kind: "part";
  readonly part: "real" | "imag";
  readonly base: Expr;
  readonly type: ArrayType;
  readonly span: Span;
}

/** `base[index]` with an integer array along `axis` (NumPy take): a new array. */
export interface Gather {
  readonly kind: "gather";
  readonly base: Expr;
  readonly index: Expr;
  readonly axis: number;
  readonly type: ArrayType;
  readonly span: Span;
}

export interface Unary {
  readonly kind: "unary";
  readonly op: UnaryOp;
  readonly operand: Expr;
  readonly type: Type;
  readonly span: Span;
}

/** Both operands have one element type, the one it computes in (exact types may differ: the result grows). */
export interface Binary {
  readonly kind: "binary";
  readonly op: BinaryOp;
  readonly left: Expr;
  readonly right: Expr;
  readonly type: Type;
  readonly span: Span;
}

/** Gives bool, or python bool for two Python numbers. int64 against uint64 compares by value. */
export interface Compare {
  readonly kind: "compare";
  readonly op: CompareOp;
  readonly left: Expr;
  readonly right: Expr;
  readonly type: Type;
  readonly span: Span;
}

/** Python `and`/`or` on truth values, short-circuit. Operands are bool or python bool scalars. */
export interface Logic {
  readonly kind: "logic";
  readonly op: "and" | "or";
  readonly left: Expr;
  readonly right: Expr;
  readonly type: ScalarType;
  readonly span: Span;
}

/** `then if condition else otherwise`: only one side is evaluated. */
export interface Conditional {
  readonly kind: "conditional";
  readonly condition: Expr;
  readonly then: Expr;
  readonly otherwise: Expr;
  readonly type: Type;
  readonly span: Span;
}

/** np.where: element by element. */
export interface Where {
  readonly kind: "where";
  readonly condition: Expr;
  readonly then: Expr;
  readonly otherwise: Expr;
  readonly type: Type;
  readonly span: Span;
}

/** Computed and rounded in the element type. */
export interface MathCall {
  readonly kind: "math";
  readonly fn: MathFn;
  readonly args: readonly Expr[];
  readonly type: Type;
  readonly span: Span;
}

/**
 * Changes the element type. From a python int to an integer type it is checked, as NumPy 2 does; else it converts.
 * `stores` marks a scalar on its way into an array element: NumPy checks that a signed integer takes it.
 */
export interface Cast {
  readonly kind: "cast";
  readonly operand: Expr;
  readonly stores?: true;
  readonly implied?: true; // by typing, not by the source: a schedule that changes types makes it anew
  readonly type: Type;
  readonly span: Span;
}

/** Bits low .. low+width-1 of an integer or fixed value, as uint<width>. */
export interface Bits {
  readonly kind: "bits";
  readonly operand: Expr;
  readonly low: Expr;
  readonly type: ScalarType;
  readonly span: Span;
}

/** The same bits read as another type of the same width (`.view(dtype)` on a scalar or array element). */
export interface Bitcast {
  readonly kind: "bitcast";
  readonly operand: Expr;
  readonly type: Type;
  readonly span: Span;
}

/** Over `axes` (sorted), which go away or stay as 1 as the type says. The operand has the type it accumulates in. Row-major order. */
export interface Reduce {
  readonly kind: "reduce";
  readonly op: ReduceOp;
  readonly operand: Expr;
  readonly axes: readonly number[];
  readonly type: Type;
  readonly span: Span;
}

/** Running sum or product along `axis`. */
export interface Scan {
  readonly kind: "scan";
  readonly op: "sum" | "prod" | "min" | "max";
  readonly operand: Expr;
  readonly axis: number;
  readonly type: ArrayType;
  readonly span: Span;
}

/** PyLog's dot: sum(left * right) over everything; operands broadcast, products and sum in the element type. */
export interface Dot {
  readonly kind: "dot";
  readonly left: Expr;
  readonly right: Expr;
  readonly type: ScalarType;
  readonly span: Span;
}

/** NumPy's `@`: the last axis of left against the second last of right; leading axes broadcast. */
export interface MatMul {
  readonly kind: "matmul";
  readonly left: Expr;
  readonly right: Expr;
  readonly type: Type;
  readonly span: Span;
}

/** PyLog's map: `body` once for each position of the sources, which have one shape. The body's own axes come last. */
export interface MapExpr {
  readonly kind: "map";
  readonly params: readonly MapParam[];
  readonly body: Expr;
  readonly type: ArrayType;
  readonly span: Span;
}

export interface MapParam {
  readonly name: string; // unique in the function
  readonly source: Expr;
}

/**
 * The current element of an enclosing map's source or, with `offsets`, elements around it.
 * One offset an axis of the origin array (the array the source is a plain view of, else the source itself).
 * Reads outside the origin give 0.
 */
export interface Element {
  readonly kind: "element";
  readonly param: string;
  readonly offsets: readonly Offset[] | null;
  readonly type: Type;
  readonly span: Span;
}

export type Offset =
  | { readonly kind: "by"; readonly offset: Expr } // that far from the current position; the axis goes away
  | { readonly kind: "window"; readonly start: number; readonly stop: number; readonly step: number }
  | { readonly kind: "all" }; // the whole axis of the origin

/** How many elements a dynamic axis has when it runs. */
export interface Extent {
  readonly kind: "extent";
  readonly array: Expr;
  readonly axis: number;
  readonly type: PythonType; // python int
  readonly span: Span;
}

/** np.zeros, ones, full, empty (which is zeros). */
export interface Fill {
  readonly kind: "fill";
  readonly value: Expr;
  readonly overwritten?: true; // every element is set before it is read: memory is all that is asked for
  readonly type: ArrayType;
  readonly span: Span;
}

/** start + step * k, computed in the element type. */
export interface Arange {
  readonly kind: "arange";
  readonly start: Expr;
  readonly step: Expr;
  readonly type: ArrayType;
  readonly span: Span;
}

export interface Concat {
  readonly kind: "concat";
  readonly parts: readonly Expr[];
  readonly axis: number;
  readonly type: ArrayType;
  readonly span: Span;
}

/** New storage with the operand's elements, broadcast to the type's shape. */
export interface Copy {
  readonly kind: "copy";
  readonly operand: Expr;
  readonly type: ArrayType;
  readonly span: Span;
}

/** Ascending and stable along `axis`; NaN last. `argsort` gives int64 positions. */
export interface Sort {
  readonly kind: "sort";
  readonly what: "values" | "positions";
  readonly operand: Expr;
  readonly axis: number;
  readonly type: ArrayType;
  readonly span: Span;
}

/** np.convolve of two vectors (`valid`, `same`, `full`). */
export interface Convolve {
  readonly kind: "convolve";
  readonly left: Expr;
  readonly right: Expr;
  readonly mode: "valid" | "same" | "full";
  readonly type: ArrayType;
  readonly span: Span;
}

/** Valid 2-D correlation of an image (H,W) or (C,H,W) with weights (h,w), (C,h,w) or (K,C,h,w). */
export interface Conv2d {
  readonly kind: "conv2d";
  readonly image: Expr;
  readonly weights: Expr;
  readonly stride: number;
  readonly type: ArrayType;
  readonly span: Span;
}

/** Sparse matrix (CSR) times vector. */
export interface SpMV {
  readonly kind: "spmv";
  readonly rowStart: Expr; // rows + 1
  readonly column: Expr;
  readonly values: Expr;
  readonly vector: Expr;
  readonly type: ArrayType;
  readonly span: Span;
}

/** A call with one result. The callee writes none of its arguments unless the call is a statement's whole value. */
export interface CallExpr {
  readonly kind: "call";
  readonly func: string;
  readonly args: readonly Expr[];
  readonly type: Type;
  readonly span: Span;
}
