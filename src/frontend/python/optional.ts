/**
 * `best = None` on some paths and a number, an array or a tuple on the others: a truth value that says whether it is None, beside the
 * value, which is 0 where nobody may read it. What a test has told is known behind it:
 *
 *     best = None                                best_none, best = True, 0.0
 *     for x in a:                                for x in a:
 *         if best is None or x < best:    =>         if best_none or x < best:
 *             best = x                                   best_none, best = False, x
 *
 * Anywhere else the value is taken, and None is a fault there: a kernel has no place for a None that is computed with.
 */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr } from "../../program/nodes.ts";
import { elementOf, type Type } from "../../types/types.ts";
import type { PyExpr } from "./ast.ts";
import { boolConst, cast, intConst, unary } from "./build.ts";
import type { Binding, Bound, Env } from "./environment.ts";
import { isComputed, type Known, type KnownOptional, knownError, knownNone, value } from "./known.ts";
import { report, type Scope } from "./scope.ts";

/** What a name is, taken apart: whether it is None, and what it is otherwise; null where it is always None. */
export interface Halves {
  readonly none: Known;
  readonly some: Known | null;
}

/** Null where the value is of a kind that cannot stand beside None. */
export function halvesOf(scope: Scope, known: Known, span: Span): Halves | null {
  if (known.kind === "optional") return known;
  if (known.kind === "none") return { none: value(boolConst(true, span)), some: null };
  return mayBeSome(scope, known) ? { none: value(boolConst(false, span)), some: known } : null;
}

function mayBeSome(scope: Scope, known: Known): boolean {
  if (known.kind === "tuple")
    return known.form === "tuple" && known.items.every((item) => mayBeSome(scope, item));
  return isComputed(known) && blank(scope, known.expr.type, known.expr.span) !== null;
}

/** What stands in place of a value where there is none. */
export function blank(scope: Scope, type: Type, span: Span): Expr | null {
  const zero = cast(scope, intConst(0, span), elementOf(type));
  if (zero === null || type.kind !== "array") return zero;
  const isStatic = type.shape.every((dim) => typeof dim === "number");
  return isStatic ? { kind: "fill", value: zero, type, span } : null;
}

/** The value, where it is used as one: None is a fault. */
export function takenValue(scope: Scope, { name, none, some }: KnownOptional, span: Span): Known {
  const isNone = isComputed(none) ? none.expr : null;
  const isSome = isNone === null ? null : unary(scope, "not", isNone, span);
  if (isSome === null) return knownError;
  if (isSome.kind === "const") return some;
  if (scope.closed > 0) {
    report(scope, diagnose("may-be-none", span, { name }));
    return knownError;
  }
  scope.out.push({ kind: "assert", condition: isSome, message: `\`${name}\` is None here`, span });
  return some;
}

/** The same of a tuple whose items may be None. */
export function takenValues(scope: Scope, known: Known, span: Span): Known {
  if (known.kind === "optional") return takenValue(scope, known, span);
  if (known.kind !== "tuple" || !known.items.some(mayBeNone)) return known;
  const items = known.items.map((item) => takenValues(scope, item, span));
  return items.some(({ kind }) => kind === "error") ? knownError : { ...known, items };
}

function mayBeNone(known: Known): boolean {
  return known.kind === "optional" || (known.kind === "tuple" && known.items.some(mayBeNone));
}

/** Behind a condition that has come out so, names that it compares with None are None, or are not. */
export function narrow(env: Env | null, condition: PyExpr, outcome: boolean): void {
  for (const [name, isNone] of toldBy(condition, outcome)) {
    const binding = env?.get(name);
    if (binding?.kind !== "bound" || binding.known.kind !== "optional") continue;
    env?.set(name, isNone ? { ...binding, known: knownNone, slot: null } : asSome(binding, binding.known));
  }
}

/** The binding of a name that is not None. */
export function asSome(binding: Bound, { some }: KnownOptional): Binding {
  return {
    ...binding,
    known: some,
    slot: isComputed(some) && some.expr.kind === "var" ? some.expr.name : null,
  };
}

/** What `next` types behind such a condition; what the names are is forgotten behind it. */
export function whileNarrowed<T>(
  scope: Scope,
  conditions: readonly PyExpr[],
  outcome: boolean,
  next: () => T,
): T {
  const { env } = scope;
  const before = env === null ? null : new Map(env);
  for (const condition of conditions) narrow(env, condition, outcome);
  const narrowed = [...(before ?? [])].flatMap(([name, binding]) => {
    const now = env?.get(name);
    return now === undefined || now === binding ? [] : [[name, binding, now] as const];
  });
  const made = next();
  for (const [name, binding, now] of narrowed) if (scope.env?.get(name) === now) scope.env.set(name, binding);
  return made;
}

function toldBy(node: PyExpr, outcome: boolean): readonly (readonly [name: string, isNone: boolean])[] {
  switch (node.kind) {
    case "Name":
      return outcome ? [[node.id, false]] : []; // None is false
    case "Unary":
      return node.op === "not" ? toldBy(node.operand, !outcome) : [];
    case "Bool":
      return outcome === (node.op === "and") ? node.values.flatMap((part) => toldBy(part, outcome)) : [];
    case "Compare": {
      const name = comparedWithNone(node);
      if (name === null) return [];
      const isSame = node.rest[0]?.op === "is" || node.rest[0]?.op === "==";
      return [[name, isSame === outcome]];
    }
    default:
      return [];
  }
}

/** `x is None`, `None != x`. */
function comparedWithNone(node: Extract<PyExpr, { readonly kind: "Compare" }>): string | null {
  const [only, ...others] = node.rest;
  if (only === undefined || others.length > 0 || !["is", "is not", "==", "!="].includes(only.op)) return null;
  const [left, right] = isNone(node.left) ? [only.right, node.left] : [node.left, only.right];
  return left.kind === "Name" && isNone(right) ? left.id : null;
}

export function isNone(node: PyExpr): boolean {
  return node.kind === "Constant" && node.value === null;
}
