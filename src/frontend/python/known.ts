/**
 * What the front end knows of a Python value while it types a kernel: some exist when the kernel runs (`value`),
 * the others (functions, modules, dtypes, tuples, strings) only while it is compiled.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr, Var } from "../../program/nodes.ts";
import type { Value } from "../../types/operators.ts";
import type { ArrayType, ScalarType, Type } from "../../types/types.ts";
import type { PyExpr, PyFunctionDef, PyLambda, PyParam } from "./ast.ts";
import type { Builtin } from "./builtins/registry.ts";
import type { Scope, Trips } from "./scope.ts";

export type Known =
  | KnownValue
  | KnownMixed
  | KnownTuple
  | KnownFunction
  | KnownLambda
  | KnownBuiltin
  | KnownMethod
  | KnownModule
  | KnownDtype
  | KnownString
  | KnownNone
  | KnownOptional
  | KnownEllipsis
  | KnownRange
  | KnownZip
  | KnownGrown
  | KnownCursor
  | KnownError;

/** A scalar or array that the kernel computes. `list` marks a Python list, which has no arithmetic. */
export interface KnownValue {
  readonly kind: "value";
  readonly expr: Expr;
  readonly list: boolean;
  readonly grownFrom?: KnownGrown; // the list that it is, all of it
  readonly isFresh?: boolean; // which nothing else refers to yet
}

/** A scalar, or the elements of a list, that Python has in other types on some paths; mixed.ts says what follows. */
export interface KnownMixed {
  readonly kind: "mixed";
  readonly expr: Expr; // in the type that joins them all
  readonly list: boolean;
  readonly paths: readonly TypedPath[]; // the other types, one entry each
  readonly grownFrom?: KnownGrown;
  readonly isFresh?: boolean;
}

export interface TypedPath {
  readonly type: ScalarType;
  readonly constant: Value | null; // where it is one number on that path
}

/** A tuple, or a list that is only written down (a shape, the argument of np.array, several results). */
export interface KnownTuple {
  readonly kind: "tuple";
  readonly form: "tuple" | "list";
  readonly items: readonly Known[];
  readonly rowsShared?: boolean; // `[[0] * n] * m`: its rows are one and the same list
  readonly constant?: string; // the list of the module that it is: a kernel must not change it
}

export interface KnownFunction {
  readonly kind: "function";
  readonly def: PyFunctionDef;
  readonly owner: Scope | null; // where its free names are looked up, as they are when it is called; null: the module
  readonly home: Home | null; // of a function of the module
}

export interface KnownLambda {
  readonly kind: "lambda";
  readonly def: PyLambda;
  readonly owner: Scope | null;
  readonly home: Home | null;
}

/** What a function of the module has besides its text. Each says what is wrong with a value that is not known. */
export interface Home {
  readonly id: number; // another for each function that a definition made
  lookup(name: string, span: Span): Known | null; // names of the functions it was defined in
  defaultOf(param: PyParam, span: Span): Known | null; // as it was when the function was defined
  annotationOf(param: PyParam): Known | null;
  optionOf(name: string, span: Span): Known | null; // of its decorator
}

export interface KnownBuiltin {
  readonly kind: "builtin";
  readonly name: string; // as one would write it: np.sum, len, math.sqrt
  readonly builtin: Builtin;
}

/** `a.sum`: called as np.sum(a). */
export interface KnownMethod {
  readonly kind: "method";
  readonly self: Known;
  readonly node: PyExpr;
  readonly name: string;
  readonly builtin: Builtin;
}

export interface KnownModule {
  readonly kind: "module";
  readonly name: string; // numpy, math, pylog
}

export interface KnownDtype {
  readonly kind: "dtype";
  readonly type: ScalarType;
  readonly name: string;
}

export interface KnownString {
  readonly kind: "string";
  readonly text: string;
}

export interface KnownNone {
  readonly kind: "none";
}

/** None on some paths, something else on the others (optional.ts). */
export interface KnownOptional {
  readonly kind: "optional";
  readonly name: string; // as it is told
  readonly none: Known; // a truth value
  readonly some: Known;
}

export interface KnownEllipsis {
  readonly kind: "ellipsis";
}

/** `range(...)` with what was asked of the loop. */
export interface KnownRange {
  readonly kind: "range";
  readonly from: Expr;
  readonly to: Expr;
  readonly step: Expr;
  readonly pipeline: { readonly ii?: number } | null;
  readonly unroll: { readonly factor?: number } | null;
  readonly parallel: boolean;
}

/** `zip(a, b)` and `enumerate(a)`: only to be iterated. */
export interface KnownZip {
  readonly kind: "zip";
  readonly form: "zip" | "enumerate" | "reversed";
  readonly parts: readonly Known[];
  readonly start: Expr | null; // enumerate's
}

/** A list that the function makes longer (lists.ts): what is read of it is a value. */
export interface KnownGrown {
  readonly kind: "grown";
  readonly name: string;
  readonly key: string; // the place that makes it
  readonly length: string; // the name its length has in the environment
  readonly loops: ReadonlySet<Trips>; // around that place
  readonly first: number; // how many elements it is made with
  readonly table: (Var & { readonly type: ArrayType }) | null; // the array that holds them; null where nothing is known of it yet
  readonly paths: readonly TypedPath[];
}

/** A map's lambda parameter: the current element, or offsets from it when subscripted. */
export interface KnownCursor {
  readonly kind: "cursor";
  readonly param: string; // the MapParam's name
  readonly element: ScalarType;
  readonly origin: readonly OriginAxis[]; // one an axis of the array that offsets reach into
  readonly label: string; // the lambda's own name for it
}

/** How the current position moves along one axis of the origin: from..to over all positions of the map. */
export interface OriginAxis {
  readonly size: number;
  readonly moves: boolean; // false where the source was indexed with an integer
  readonly first: number | null; // least and greatest position, null where not known before it runs
  readonly last: number | null;
}

/** Something already reported; what depends on it stays silent. */
export interface KnownError {
  readonly kind: "error";
}

export const knownError: KnownError = { kind: "error" };
export const knownNone: KnownNone = { kind: "none" };

export function value(expr: Expr): KnownValue {
  return { kind: "value", expr, list: false };
}

/** A scalar or an array that exists when the kernel runs, in one type or several. */
export function isComputed(known: Known): known is KnownValue | KnownMixed {
  return known.kind === "value" || known.kind === "mixed";
}

export function isListValue(known: Known): boolean {
  return isComputed(known) && known.list;
}

/** The same value held in another expression: a local, the same name at another place. */
export function heldIn<K extends KnownValue | KnownMixed>(known: K, expr: Expr): K {
  return { ...known, expr };
}

/** A compile-time argument of a builtin: the node it came from, and what is known of it. */
export interface Argument {
  readonly known: Known;
  readonly node: PyExpr | null; // null for a method's self made elsewhere
  readonly span: Span;
  readonly keyword?: Span; // `name=value`, when it is given by name
}

/** How a diagnostic names what was found: `float32[8,8]`, `a function`, `a tuple of 2`. */
export function describe(known: Known, printType: (type: Type) => string): string {
  switch (known.kind) {
    case "value":
    case "mixed":
      return known.list && known.expr.type.kind === "array"
        ? `a list of ${printType(known.expr.type.element)}`
        : printType(known.expr.type);
    case "tuple":
      return `a ${known.form} of ${known.items.length}`;
    case "function":
      return `the function \`${known.def.name}\``;
    case "lambda":
      return "a lambda";
    case "builtin":
    case "method":
      return `the function \`${known.name}\``;
    case "module":
      return `the module \`${known.name}\``;
    case "dtype":
      return `the type \`${known.name}\``;
    case "string":
      return "a string";
    case "none":
      return "None";
    case "optional":
      return `None on some paths, ${describe(known.some, printType)} on others`;
    case "ellipsis":
      return "`...`";
    case "range":
      return "a range";
    case "zip":
      return `\`${known.form}(...)\``;
    case "grown":
      return "a list";
    case "cursor":
      return `the map element \`${known.label}\` (${printType(known.element)})`;
    case "error":
      return "an error";
  }
}
