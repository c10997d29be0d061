/** Python's syntax as the kernel language sees it: the tree of CPython's `ast`, with spans, and no types yet. */
import type { Span } from "../../diagnostics/diagnostic.ts";

export interface PyModule {
  readonly body: readonly PyStmt[];
  readonly span: Span;
}

export type PyStmt =
  | PyFunctionDef
  | PyAssign
  | PyAnnAssign
  | PyAugAssign
  | PyFor
  | PyWhile
  | PyIf
  | PyReturn
  | PyExprStmt
  | PyImport
  | PyImportFrom
  | PyPass
  | PyBreak
  | PyContinue
  | PyAssert
  | PyUnsupportedStmt
  | PyErrorStmt;

export interface PyFunctionDef {
  readonly kind: "FunctionDef";
  readonly name: string;
  readonly nameSpan: Span;
  readonly params: readonly PyParam[];
  readonly returns: PyExpr | null;
  readonly decorators: readonly PyExpr[];
  readonly body: readonly PyStmt[];
  readonly span: Span;
}

export interface PyParam {
  readonly name: string;
  readonly annotation: PyExpr | null;
  readonly default: PyExpr | null;
  readonly form: "plain" | "star" | "doubleStar"; // *args, **kwargs
  readonly passing: "either" | "positional" | "keyword"; // before `/`, after `*`
  readonly span: Span;
}

/** `a = b = value` has two targets; a tuple target is a PyTuple. */
export interface PyAssign {
  readonly kind: "Assign";
  readonly targets: readonly PyExpr[];
  readonly value: PyExpr;
  readonly span: Span;
}

export interface PyAnnAssign {
  readonly kind: "AnnAssign";
  readonly target: PyExpr;
  readonly annotation: PyExpr;
  readonly value: PyExpr | null;
  readonly span: Span;
}

export interface PyAugAssign {
  readonly kind: "AugAssign";
  readonly target: PyExpr;
  readonly op: PyBinaryOp;
  readonly value: PyExpr;
  readonly span: Span;
}

export interface PyFor {
  readonly kind: "For";
  readonly target: PyExpr;
  readonly iterable: PyExpr;
  readonly body: readonly PyStmt[];
  readonly orElse: readonly PyStmt[];
  readonly span: Span; // the whole statement
  readonly header: Span; // `for i in range(n):`
}

export interface PyWhile {
  readonly kind: "While";
  readonly test: PyExpr;
  readonly body: readonly PyStmt[];
  readonly orElse: readonly PyStmt[];
  readonly span: Span;
  readonly header: Span;
}

/** `elif` is an If alone in `orElse`. */
export interface PyIf {
  readonly kind: "If";
  readonly test: PyExpr;
  readonly body: readonly PyStmt[];
  readonly orElse: readonly PyStmt[];
  readonly span: Span;
  readonly header: Span;
}

export interface PyReturn {
  readonly kind: "Return";
  readonly value: PyExpr | null;
  readonly span: Span;
}

export interface PyExprStmt {
  readonly kind: "ExprStmt";
  readonly value: PyExpr;
  readonly span: Span;
}

/** `import numpy as np`: names [{ path: "numpy", as: "np" }]. */
export interface PyImport {
  readonly kind: "Import";
  readonly names: readonly PyAlias[];
  readonly span: Span;
}

/** `from math import sqrt as s, pi`; `from pylog import *` has one name "*". */
export interface PyImportFrom {
  readonly kind: "ImportFrom";
  readonly module: string;
  readonly names: readonly PyAlias[];
  readonly span: Span;
}

export interface PyAlias {
  readonly name: string; // dotted for an import
  readonly as: string | null;
  readonly span: Span;
}

export interface PyPass {
  readonly kind: "Pass";
  readonly span: Span;
}

export interface PyBreak {
  readonly kind: "Break";
  readonly span: Span;
}

export interface PyContinue {
  readonly kind: "Continue";
  readonly span: Span;
}

/** `assert test, message`. */
export interface PyAssert {
  readonly kind: "Assert";
  readonly test: PyExpr;
  readonly message: PyExpr | null;
  readonly span: Span;
}

/** Valid Python that no kernel can mean; harmless at module level, refused inside a kernel. */
export interface PyUnsupportedStmt {
  readonly kind: "UnsupportedStmt";
  readonly what: UnsupportedStatement;
  readonly decorators?: readonly PyExpr[]; // of a class
  readonly span: Span;
  readonly header: Span;
}

export type UnsupportedStatement =
  | "class"
  | "try"
  | "raise"
  | "with"
  | "del"
  | "global"
  | "nonlocal"
  | "match"
  | "async"
  | "type alias"
  | "print statement";

/** Text that is no statement. A diagnostic tells it already: later stages pass over it in silence. */
export interface PyErrorStmt {
  readonly kind: "ErrorStmt";
  readonly span: Span;
}

export type PyExpr =
  | PyName
  | PyNumber
  | PyString
  | PyConstant
  | PyTuple
  | PyList
  | PyUnary
  | PyBinary
  | PyBool
  | PyCompare
  | PyConditional
  | PyLambda
  | PyCall
  | PyAttribute
  | PySubscript
  | PySlice
  | PyListComp
  | PyStarred
  | PyNamed
  | PyUnsupportedExpr
  | PyErrorExpr;

export interface PyName {
  readonly kind: "Name";
  readonly id: string;
  readonly span: Span;
}

/** Underscores, bases and exponents already read. */
export interface PyNumber {
  readonly kind: "Number";
  readonly value:
    | { readonly kind: "int"; readonly value: bigint }
    | { readonly kind: "float"; readonly value: number }
    | { readonly kind: "imaginary"; readonly value: number }; // `2j`
  readonly span: Span;
}

/** Escapes read, neighbours joined. */
export interface PyString {
  readonly kind: "String";
  readonly value: string;
  readonly span: Span;
}

export interface PyConstant {
  readonly kind: "Constant";
  readonly value: true | false | null | "...";
  readonly span: Span;
}

export interface PyTuple {
  readonly kind: "Tuple";
  readonly elements: readonly PyExpr[];
  readonly span: Span;
}

export interface PyList {
  readonly kind: "List";
  readonly elements: readonly PyExpr[];
  readonly span: Span;
}

export interface PyUnary {
  readonly kind: "Unary";
  readonly op: "+" | "-" | "~" | "not";
  readonly operand: PyExpr;
  readonly span: Span;
}

export type PyBinaryOp = "+" | "-" | "*" | "/" | "//" | "%" | "**" | "@" | "<<" | ">>" | "&" | "|" | "^";

export interface PyBinary {
  readonly kind: "Binary";
  readonly op: PyBinaryOp;
  readonly left: PyExpr;
  readonly right: PyExpr;
  readonly opSpan: Span;
  readonly span: Span;
}

/** `a and b and c` is one node with three values. */
export interface PyBool {
  readonly kind: "Bool";
  readonly op: "and" | "or";
  readonly values: readonly PyExpr[];
  readonly span: Span;
}

export type PyCompareOp = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in" | "is" | "is not";

/** `a < b <= c`: left a, then [< b, <= c]. */
export interface PyCompare {
  readonly kind: "Compare";
  readonly left: PyExpr;
  readonly rest: readonly { readonly op: PyCompareOp; readonly right: PyExpr }[];
  readonly span: Span;
}

export interface PyConditional {
  readonly kind: "Conditional";
  readonly test: PyExpr;
  readonly then: PyExpr;
  readonly otherwise: PyExpr;
  readonly span: Span;
}

export interface PyLambda {
  readonly kind: "Lambda";
  readonly params: readonly PyParam[];
  readonly body: PyExpr;
  readonly span: Span;
}

export interface PyCall {
  readonly kind: "Call";
  readonly callee: PyExpr;
  readonly args: readonly PyExpr[];
  readonly keywords: readonly PyKeyword[];
  readonly span: Span;
}

/** `name` is null for `**options`. */
export interface PyKeyword {
  readonly name: string | null;
  readonly value: PyExpr;
  readonly span: Span;
}

export interface PyAttribute {
  readonly kind: "Attribute";
  readonly value: PyExpr;
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
}

/** `a[i, 1:]`: the index as written, one entry a comma-separated part. */
export interface PySubscript {
  readonly kind: "Subscript";
  readonly value: PyExpr;
  readonly index: readonly PyExpr[];
  readonly span: Span;
}

export interface PySlice {
  readonly kind: "Slice";
  readonly start: PyExpr | null;
  readonly stop: PyExpr | null;
  readonly step: PyExpr | null;
  readonly span: Span;
}

/** `[element for target in iterable if c1 if c2 for …]`; a generator expression is the same with `generator`. */
export interface PyListComp {
  readonly kind: "ListComp";
  readonly form: "list" | "generator";
  readonly element: PyExpr;
  readonly clauses: readonly PyComprehension[];
  readonly span: Span;
}

export interface PyComprehension {
  readonly target: PyExpr;
  readonly iterable: PyExpr;
  readonly conditions: readonly PyExpr[];
}

export interface PyStarred {
  readonly kind: "Starred";
  readonly value: PyExpr;
  readonly span: Span;
}

/** `name := value`. */
export interface PyNamed {
  readonly kind: "NamedExpr";
  readonly target: PyName;
  readonly value: PyExpr;
  readonly span: Span;
}

export interface PyUnsupportedExpr {
  readonly kind: "UnsupportedExpr";
  readonly what:
    | "dict"
    | "set"
    | "dict comprehension"
    | "set comprehension"
    | "f-string"
    | "await"
    | "yield"
    | "bytes"
    | "async comprehension";
  readonly span: Span;
}

/** Text that is no expression; see PyErrorStmt. */
export interface PyErrorExpr {
  readonly kind: "ErrorExpr";
  readonly span: Span;
}
