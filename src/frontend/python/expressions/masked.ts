/**
 * Elements under one mask: `x[m] = np.sqrt(x[m]) + y[m]`, `np.sum(a[m])`, `a[a > 0].mean()`. How many there are only data
 * tell, so nothing of that length is made: the expression is computed for all elements, and the mask decides which count.
 * That gives NumPy's values where each element of it depends on the elements at its own place alone, which is checked.
 */
import type { Expr } from "../../../program/nodes.ts";
import { canonical } from "../../../types/integer.ts";
import type { Value } from "../../../types/operators.ts";
import { isExact } from "../../../types/promote-exact.ts";
import {
  bool,
  complex128,
  elementOf,
  float16,
  float32,
  float64,
  type ScalarType,
  sameType,
  shapeOf,
} from "../../../types/types.ts";
import type { PyCall, PyExpr, PySubscript } from "../ast.ts";
import { binary, cast, constant, where } from "../builtins/make.ts";
import { reduce } from "../builtins/reductions.ts";
import { attempt } from "../builtins/refusal.ts";
import type { CallSite } from "../builtins/registry.ts";
import { namesAssignedIn } from "../inside.ts";
import { type Known, knownError, value } from "../known.ts";
import { type Scope, textOf } from "../scope.ts";
import { toExpr } from "../value.ts";
import { infer } from "./index.ts";

// An expression without its mask

/** `E` with `y[m]` as `y`; null where it is not element by element, or has nothing under the mask. */
export function withoutMask(scope: Scope, node: PyExpr, mask: PyExpr): PyExpr | null {
  const rewritten = rewrite(scope, node, onOneLine(scope, mask));
  return rewritten?.masked ? rewritten.node : null;
}

interface Rewritten {
  readonly node: PyExpr;
  readonly masked: boolean;
}

function rewrite(scope: Scope, node: PyExpr, mask: string): Rewritten | null {
  const part = (inner: PyExpr): Rewritten | null => rewrite(scope, inner, mask);
  switch (node.kind) {
    case "Number":
    case "Constant":
      return { node, masked: false };
    case "Name":
      return isScalarName(scope, node.id) ? { node, masked: false } : null;
    case "Attribute":
      return node.value.kind === "Name" && isModule(scope, node.value.id) ? { node, masked: false } : null;
    case "Subscript": {
      const [index, ...others] = node.index;
      const isMasked = others.length === 0 && index !== undefined && onOneLine(scope, index) === mask;
      return isMasked ? { node: node.value, masked: true } : null;
    }
    case "Unary": {
      const operand = node.op === "not" ? null : part(node.operand);
      return operand === null ? null : { node: { ...node, operand: operand.node }, masked: operand.masked };
    }
    case "Binary": {
      const [left, right] = node.op === "@" ? [null, null] : [part(node.left), part(node.right)];
      if (left === null || right === null) return null;
      return { node: { ...node, left: left.node, right: right.node }, masked: left.masked || right.masked };
    }
    case "Call":
      return rewriteCall(scope, node, part);
    default:
      return null;
  }
}

/** `np.sqrt(...)`, `abs(...)`, `x.astype(np.int32)`: what works on each element. */
function rewriteCall(
  scope: Scope,
  node: PyCall,
  part: (inner: PyExpr) => Rewritten | null,
): Rewritten | null {
  const { callee } = node;
  if (node.keywords.length > 0) return null;
  if (callee.kind === "Attribute" && callee.name === "astype") {
    const self = part(callee.value);
    return self === null ? null : { ...self, node: { ...node, callee: { ...callee, value: self.node } } };
  }
  const isUfunc =
    callee.kind === "Attribute" && callee.value.kind === "Name" && isNumpy(scope, callee.value.id)
      ? elementByElement.has(callee.name)
      : callee.kind === "Name" && callee.id === "abs" && scope.env?.has("abs") !== true;
  const args = isUfunc ? node.args.map(part) : [null];
  const known = args.filter((arg) => arg !== null);
  if (known.length < args.length) return null;
  return { node: { ...node, args: known.map((arg) => arg.node) }, masked: known.some((arg) => arg.masked) };
}

const elementByElement: ReadonlySet<string> = new Set(
  (
    "sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh abs absolute fabs sign " +
    "square floor ceil trunc rint negative add subtract multiply divide maximum minimum power where clip float32 float64 " +
    "int8 int16 int32 int64 uint8 uint16 uint32 uint64"
  ).split(" "),
);

function isModule(scope: Scope, name: string): boolean {
  return isNumpy(scope, name) || scope.unit.globals.lookup(name, { from: 0, to: 0 })?.kind === "module";
}

export function isNumpy(scope: Scope, name: string): boolean {
  if (scope.env?.has(name)) return false;
  const known = scope.unit.globals.lookup(name, { from: 0, to: 0 });
  return known?.kind === "module" && known.name === "numpy";
}

function isScalarName(scope: Scope, name: string): boolean {
  const binding = scope.env?.get(name);
  if (binding?.kind !== "bound" || binding.known.kind !== "value") return false;
  return shapeOf(binding.known.expr.type).length === 0;
}

function onOneLine(scope: Scope, { span }: PyExpr): string {
  return textOf(scope, span).replaceAll(/\s+/g, " ");
}

// Reductions over a mask

/** `np.sum(E)`, `E.sum()` where E is under one mask; null for any other call. */
export function inferMaskedReduction(scope: Scope, node: PyCall): Known | null {
  const found = reductionIn(scope, node);
  const subscript = found === null ? null : maskedIn(found.of);
  const [index] = subscript?.index ?? [];
  if (found === null || index === undefined || !isMask(scope, index)) return null;
  const rest = withoutMask(scope, found.of, index);
  if (rest === null) return null;
  const [mask, all] = [index, rest].map((expr) => toExpr(scope, infer(scope, expr), expr.span));
  if (mask === null || all === null || mask === undefined || all === undefined) return knownError;
  const site: CallSite = { scope, name: found.name, args: [], keywords: new Map(), span: node.span, node };
  if (!isPlain(mask, all)) return null;
  // What has no elements raises: a place for that is needed before the value.
  if (["max", "min"].includes(found.name) && (scope.lazy > 0 || scope.closed > 0)) return null;
  const result = attempt(() => reduced(site, found.name, mask, all));
  return result === null ? null : value(result);
}

/** One shape, and numbers that no operation on an element outside of the mask stops at. */
export function isPlain(mask: Expr, all: Expr): boolean {
  const sameShape = shapeOf(mask.type).join() === shapeOf(all.type).join();
  const element = elementOf(all.type);
  return sameShape && !isExact(element) && element.kind !== "python";
}

const reductionNames: ReadonlySet<string> = new Set(["sum", "prod", "mean", "max", "min", "any", "all"]);

function reductionIn(scope: Scope, { callee, args, keywords }: PyCall): { name: string; of: PyExpr } | null {
  if (callee.kind !== "Attribute" || !reductionNames.has(callee.name) || keywords.length > 0) return null;
  const [first, ...others] = args;
  if (callee.value.kind === "Name" && isNumpy(scope, callee.value.id))
    return first === undefined || others.length > 0 ? null : { name: callee.name, of: first };
  return args.length > 0 ? null : { name: callee.name, of: callee.value };
}

/** The first `y[index]` of an expression: all others must have its index. */
function maskedIn(node: PyExpr): PySubscript | null {
  switch (node.kind) {
    case "Subscript":
      return node.index.length === 1 ? node : null;
    case "Unary":
      return maskedIn(node.operand);
    case "Binary":
      return maskedIn(node.left) ?? maskedIn(node.right);
    case "Call":
      return node.args.reduce<PySubscript | null>((found, arg) => found ?? maskedIn(arg), null);
    default:
      return null;
  }
}

/** What it is is looked at and taken back: the call may turn out to be an ordinary one. */
export function isMask(scope: Scope, index: PyExpr): boolean {
  if (!["Name", "Compare", "Binary", "Unary", "Call"].includes(index.kind)) return false;
  if (namesAssignedIn(index).length > 0) return false; // what is typed to be looked at binds nothing
  const { unit } = scope;
  const [said, made, effects] = [unit.diagnostics.length, scope.out, scope.effects];
  scope.out = [];
  const known = infer(scope, index);
  unit.diagnostics.length = said;
  scope.out = made;
  scope.effects = effects;
  return (
    known.kind === "value" && known.expr.type.kind === "array" && known.expr.type.element.kind === "bool"
  );
}

function reduced(at: CallSite, name: string, mask: Expr, all: Expr): Expr {
  const axes = shapeOf(all.type).map((_, axis) => axis);
  const element = elementOf(all.type);
  const under = (values: Expr, other: number | boolean): Expr =>
    where(at, mask, values, constant(at, other, elementOf(values.type)));
  switch (name) {
    case "sum":
      return reduce(at, "sum", under(all, element.kind === "bool" ? false : 0), axes, false);
    case "prod":
      return reduce(at, "prod", under(all, element.kind === "bool" ? true : 1), axes, false);
    case "any":
      return reduce(at, "any", under(cast(at, all, bool), false), axes, false);
    case "all":
      return reduce(at, "all", under(cast(at, all, bool), true), axes, false);
    case "mean": {
      const half = sameType(element, float16); // NumPy sums it in float32
      const values = half ? cast(at, all, float32) : isFractional(element) ? all : cast(at, all, float64);
      const total = reduce(at, "sum", under(values, 0), axes, false);
      const count = reduce(at, "sum", mask, axes, false);
      return cast(at, quotientOf(at, total, count), half ? float16 : elementOf(total.type));
    }
    default:
      return extreme(at, name === "max" ? "max" : "min", mask, all);
  }
}

/** NumPy divides by an int64: in float64, or complex128. */
function quotientOf(at: CallSite, total: Expr, count: Expr): Expr {
  const wide = elementOf(total.type).kind === "complex" ? complex128 : float64;
  return binary(at, "div", cast(at, total, wide), cast(at, count, wide));
}

function isFractional({ kind }: ScalarType): boolean {
  return kind === "float" || kind === "complex";
}

/** Of no elements there is none: NumPy raises, and so does this. */
function extreme(at: CallSite, op: "max" | "min", mask: Expr, all: Expr): Expr {
  const axes = shapeOf(all.type).map((_, axis) => axis);
  const word = op === "max" ? "maximum" : "minimum";
  const message = `zero-size array to reduction operation ${word} which has no identity`;
  const some = reduce(at, "any", mask, axes, false);
  at.scope.out.push({ kind: "assert", condition: some, message, span: at.span });
  const element = elementOf(all.type);
  const kept = where(at, mask, all, {
    kind: "const",
    value: op === "max" ? leastOf(element) : greatestOf(element),
    type: element,
    span: at.span,
  });
  return reduce(at, op, kept, axes, false);
}

function leastOf(type: ScalarType): Value {
  if (type.kind !== "int") return type.kind === "bool" ? false : Number.NEGATIVE_INFINITY;
  return type.signed ? canonical(-(1n << BigInt(type.bits - 1))) : 0;
}

function greatestOf(type: ScalarType): Value {
  if (type.kind !== "int") return type.kind === "bool" ? true : Number.POSITIVE_INFINITY;
  return canonical((1n << BigInt(type.signed ? type.bits - 1 : type.bits)) - 1n);
}
