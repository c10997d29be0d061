/**
 * Where two paths of control meet, each name gets one type again: the join of what the paths bring, Python numbers
 * weak (DESIGN section 5). A path that brings another type converts at its end, into the local that all share.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr, Stmt, Sub } from "../../program/nodes.ts";
import { compileConvert } from "../../types/arithmetic.ts";
import { ArithmeticFault } from "../../types/fault.ts";
import {
  type ArrayType,
  array,
  type Dim,
  isComplex,
  maxSize,
  sameType,
  shapeOf,
  type Type,
} from "../../types/types.ts";
import { cast, complexParts, intConst } from "./build.ts";
import type { Binding, Bound, Env } from "./environment.ts";
import {
  isComputed,
  isListValue,
  type Known,
  type KnownMixed,
  type KnownOptional,
  type KnownValue,
} from "./known.ts";
import { recordLayout } from "./memory.ts";
import { joinScalars, samePaths, withPaths } from "./mixed.ts";
import { asSome, blank, halvesOf } from "./optional.ts";
import { itemMark, type Scope, slotFor } from "./scope.ts";

/** The environment after either; null when neither is reached. */
export function joinEnvs(scope: Scope, left: Env | null, right: Env | null): Env | null {
  if (left === null || right === null) return left ?? right;
  const joined: Env = new Map();
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const binding = joinBindings(scope, name, left.get(name), right.get(name));
    if (binding !== null) joined.set(name, binding);
  }
  return joined;
}

function joinBindings(
  scope: Scope,
  name: string,
  a: Binding | undefined,
  b: Binding | undefined,
): Binding | null {
  if (a === undefined || b === undefined) return unset(a ?? b);
  if (a.kind === "conflict") return a;
  if (b.kind === "conflict") return b;
  // A mistake that has been reported brings nothing: the other path says what the name is.
  if (a.known.kind === "error" || b.known.kind === "error") {
    const sound = a.known.kind === "error" ? b : a;
    return { ...sound, definite: a.definite && b.definite };
  }
  const known = joinKnown(scope, name, a, b);
  if (known === null) return { kind: "conflict", left: a, right: b };
  const span = a.definite ? b.span : a.span;
  return { kind: "bound", ...known, definite: a.definite && b.definite, span };
}

function unset(binding: Binding | undefined): Binding | null {
  if (binding === undefined || binding.kind === "conflict") return binding ?? null;
  return { ...binding, definite: false };
}

function joinKnown(scope: Scope, name: string, a: Bound, b: Bound): Pick<Bound, "known" | "slot"> | null {
  if (!isComputed(a.known) || !isComputed(b.known)) {
    if (sameKnown(a.known, b.known)) return { known: a.known, slot: a.slot };
    const known = joinTuples(scope, name, a, b) ?? joinOptional(scope, name, a, b);
    return known === null ? null : { known, slot: null };
  }
  const { expr: x } = a.known;
  const list = isListValue(a.known);
  if (list !== isListValue(b.known)) return null;
  const joined = joinComputed(scope, name, a.known, b.known);
  if (joined === null || !takes(joined.type, x) || !takes(joined.type, b.known.expr)) return null;
  const { type, paths } = joined;
  const held = (expr: Expr): Known => withPaths(expr, paths, list);
  // A constant that no path changes stays one, with a local or without.
  if (a.slot === b.slot && sameKnown(a.known, b.known)) return { slot: a.slot, known: a.known };
  if (a.slot === b.slot && a.slot !== null) return { slot: a.slot, known: held(varOf(a.slot, x)) };
  const slot = slotFor(scope, name, type);
  return { slot, known: held({ kind: "var", name: slot, type, span: a.span }) };
}

/** Tuples of one length, item by item: each has a local of its own. */
function joinTuples(scope: Scope, name: string, a: Bound, b: Bound): Known | null {
  if (a.known.kind !== "tuple" || b.known.kind !== "tuple") return null;
  if (a.known.form !== "tuple" || b.known.form !== "tuple") return null;
  const others = b.known.items;
  if (a.known.items.length !== others.length) return null;
  const items = a.known.items.map((item, i): Known | null => {
    const other = others[i];
    if (other === undefined) return null;
    return (
      joinKnown(scope, `${name}_${i}${itemMark}`, itemBound(item, a), itemBound(other, b))?.known ?? null
    );
  });
  const joined = items.filter((item) => item !== null);
  return joined.length === items.length ? { kind: "tuple", form: "tuple", items: joined } : null;
}

/** None on one path: beside the value, which keeps its local, stands whether it is None. */
function joinOptional(scope: Scope, name: string, a: Bound, b: Bound): Known | null {
  const isNone = [a, b].some(({ known: { kind } }) => kind === "none" || kind === "optional");
  const [x, y] = isNone ? [a, b].map(({ known, span }) => halvesOf(scope, known, span)) : [];
  if (!x || !y) return null;
  const none = joinKnown(scope, `${name}_none${itemMark}`, itemBound(x.none, a), itemBound(y.none, b));
  const sides = [
    x.some === null ? [] : itemBound(x.some, a),
    y.some === null ? [] : itemBound(y.some, b),
  ].flat();
  const [first, second] = sides;
  if (none === null || first === undefined) return null;
  const some = second === undefined ? first : joinKnown(scope, name, first, second);
  return some === null ? null : { kind: "optional", name, none: none.known, some: some.known };
}

function itemBound(known: Known, { definite, span }: Bound): Bound {
  const slot = isComputed(known) && known.expr.kind === "var" ? known.expr.name : null;
  return { kind: "bound", known, slot, definite, span };
}

function joinComputed(
  scope: Scope,
  name: string,
  a: KnownValue | KnownMixed,
  b: KnownValue | KnownMixed,
): { readonly type: Type; readonly paths: KnownMixed["paths"] } | null {
  const [x, y] = [a.expr.type, b.expr.type];
  if (x.kind !== "array" && y.kind !== "array") return joinScalars([a, b]);
  const type = sameType(x, y) ? x : joinLengths(scope, name, x, y);
  const elements = type === null ? null : joinScalars([a, b]);
  return type === null || elements === null ? null : { type, paths: elements.paths };
}

/** Arrays alike but for their lengths, as what is as long as a run counts. */
function joinLengths({ plans, lengthsJoined }: Scope, name: string, x: Type, y: Type): Type | null {
  if (!plans.joinsLengths || x.kind !== "array" || y.kind !== "array") return null;
  if (!sameType(x.element, y.element) || x.shape.length !== y.shape.length) return null;
  const times = (lengthsJoined.get(name) ?? 0) + 1;
  lengthsJoined.set(name, times);
  if (times > mostJoined) return null; // it gets longer in each round
  const shape = x.shape.map((dim, i): Dim => {
    const other = y.shape[i] ?? 1;
    return dim === other ? dim : { max: Math.max(maxSize([dim]), maxSize([other])) };
  });
  return array(x.element, shape);
}

const mostJoined = 100;

/** Whether a Python number that is known now fits. */
function takes(type: Type, expr: Expr): boolean {
  if (expr.kind !== "const" || expr.type.kind !== "python" || type.kind === "array" || isComplex(type))
    return true;
  try {
    compileConvert(expr.type, type)(expr.value, 0);
    return true;
  } catch (fault) {
    if (fault instanceof ArithmeticFault) return false;
    throw fault;
  }
}

function varOf(slot: string, like: Expr): Expr {
  return { kind: "var", name: slot, type: like.type, span: like.span };
}

/** What a path must still do so that every name is in the local the joined environment says. */
export function conversions(scope: Scope, from: Env, to: Env): Stmt[] {
  const stmts: Stmt[] = [];
  for (const [name, target] of to) {
    const source = from.get(name);
    if (target.kind !== "bound" || source?.kind !== "bound") continue;
    if (!target.definite) continue; // nobody may read it before it is bound again, and it may have no value to convert
    stmts.push(...conversion(scope, source, target));
  }
  return stmts;
}

function conversion(scope: Scope, source: Bound, target: Bound): Stmt[] {
  if (source.known.kind === "tuple" && target.known.kind === "tuple") {
    const { items } = source.known;
    return target.known.items.flatMap((item, i) => {
      const given = items[i];
      return given === undefined ? [] : conversion(scope, itemBound(given, source), itemBound(item, target));
    });
  }
  if (target.known.kind === "optional") return conversionOptional(scope, source, target, target.known);
  if (source.slot === target.slot || target.slot === null) return [];
  if (!isComputed(target.known) || !isComputed(source.known)) return [];
  const { type } = target.known.expr;
  const value =
    type.kind === "array" ? asLongAs(source.known.expr, type) : cast(scope, source.known.expr, type);
  if (value === null) return [];
  recordLayout(scope, target.slot, value);
  const stmt: Stmt = { kind: "assign", target: target.slot, value, span: source.span };
  scope.joins.add(stmt);
  return [stmt];
}

function conversionOptional(scope: Scope, source: Bound, target: Bound, to: KnownOptional): Stmt[] {
  const halves = halvesOf(scope, source.known, source.span);
  if (halves === null) return [];
  const some = itemBound(to.some, target);
  return [
    ...conversion(scope, itemBound(halves.none, source), itemBound(to.none, target)),
    ...(halves.some === null
      ? blanked(scope, to.some, source.span)
      : conversion(scope, itemBound(halves.some, source), some)),
  ];
}

/** Where the value is None, its locals hold something that nobody reads. */
function blanked(scope: Scope, known: Known, span: Span): Stmt[] {
  if (known.kind === "tuple") return known.items.flatMap((item) => blanked(scope, item, span));
  if (!isComputed(known) || known.expr.kind !== "var") return [];
  const { name, type } = known.expr;
  const zero = blank(scope, type, span);
  if (zero === null) return [];
  const stmt: Stmt = { kind: "assign", target: name, value: zero, span };
  scope.joins.add(stmt);
  return [stmt];
}

/** All of an array, as what is as long as a run counts. */
function asLongAs(expr: Expr, type: ArrayType): Expr {
  if (sameType(expr.type, type)) return expr;
  const subs = type.shape.map((_, axis): Sub => {
    const size = shapeOf(expr.type)[axis] ?? 1;
    const { span } = expr;
    const stop = typeof size === "number" ? intConst(size, span) : null;
    return { kind: "slice", start: null, stop, step: 1 };
  });
  return { kind: "view", base: expr, subs, type, span: expr.span };
}

/** The environment after those conversions. */
export function converted(from: Env, to: Env): Env {
  const env: Env = new Map(from);
  for (const [name, target] of to) {
    const source = from.get(name);
    if (target.kind !== "bound" || source?.kind !== "bound") continue;
    const { kind } = target.known;
    if (source.slot === target.slot && kind !== "tuple" && kind !== "optional") continue;
    const known: Bound = { ...target, definite: source.definite, span: source.span };
    const isSome = source.known.kind !== "none" && source.known.kind !== "optional";
    env.set(name, target.known.kind === "optional" && isSome ? asSome(known, target.known) : known);
  }
  return env;
}

export function sameEnv(a: Env, b: Env): boolean {
  if (a.size !== b.size) return false;
  for (const [name, binding] of a) {
    const other = b.get(name);
    if (other === undefined || other.kind !== binding.kind) return false;
    if (binding.kind === "conflict" || other.kind === "conflict") continue;
    if (binding.slot !== other.slot || binding.definite !== other.definite) return false;
    if (!sameKnown(binding.known, other.known)) return false;
  }
  return true;
}

export function sameKnown(a: Known, b: Known): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case "value":
      return b.kind === "value" && a.list === b.list && sameLeaf(a.expr, b.expr);
    case "mixed":
      return (
        b.kind === "mixed" && a.list === b.list && samePaths(a.paths, b.paths) && sameLeaf(a.expr, b.expr)
      );
    case "tuple":
      return (
        b.kind === "tuple" &&
        a.form === b.form &&
        a.items.length === b.items.length &&
        a.items.every((item, i) => {
          const other = b.items[i];
          return other !== undefined && sameKnown(item, other);
        })
      );
    case "function":
      return b.kind === "function" && a.def === b.def && a.owner === b.owner && a.home === b.home;
    case "lambda":
      return b.kind === "lambda" && a.def === b.def && a.owner === b.owner && a.home === b.home;
    case "builtin":
      return b.kind === "builtin" && a.name === b.name;
    case "module":
      return b.kind === "module" && a.name === b.name;
    case "dtype":
      return b.kind === "dtype" && sameType(a.type, b.type);
    case "string":
      return b.kind === "string" && a.text === b.text;
    case "cursor":
      return b.kind === "cursor" && a.param === b.param;
    case "grown":
      return b.kind === "grown" && a.key === b.key && a.table?.name === b.table?.name;
    case "optional":
      return b.kind === "optional" && sameKnown(a.none, b.none) && sameKnown(a.some, b.some);
    case "none":
    case "ellipsis":
    case "error":
      return true;
    default:
      return false;
  }
}

function sameLeaf(a: Expr, b: Expr): boolean {
  if (a.kind === "const" && b.kind === "const")
    return Object.is(a.value, b.value) && sameType(a.type, b.type);
  if (a.kind === "binary" && b.kind === "binary")
    return a.op === b.op && sameLeaf(a.left, b.left) && sameLeaf(a.right, b.right);
  const [p, q] = [complexParts(a), complexParts(b)];
  if (p !== null && q !== null)
    return Object.is(p.re, q.re) && Object.is(p.im, q.im) && sameType(a.type, b.type);
  return a.kind === "var" && b.kind === "var" && a.name === b.name && sameType(a.type, b.type);
}
