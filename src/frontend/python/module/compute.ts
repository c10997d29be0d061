/**
 * NumPy on arrays that are known: an expression over `$0`, `$1`, … is typed as in a kernel, and what comes out is run by
 * the reference interpreter; what NumPy would share is a view of the same memory.
 */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { aliasesIn, writtenParams } from "../../../program/aliases.ts";
import { prepare, RunFault } from "../../../program/interpret/index.ts";
import type { Expr, Func, Program, Variable } from "../../../program/nodes.ts";
import { sharedResults } from "../../../program/sharing.ts";
import { expressionsIn, expressionsOf, reachableFunctions, statementsIn } from "../../../program/walk.ts";
import type { Value } from "../../../types/operators.ts";
import { get, type NDArray, set } from "../../../types/storage.ts";
import { array, elementOf, isComplex, maxSize, shapeOf } from "../../../types/types.ts";
import type { PyExpr } from "../ast.ts";
import { constantInt, intConst } from "../build.ts";
import { infer } from "../expressions/index.ts";
import { type Known, value } from "../known.ts";
import { newScope, type Scope } from "../scope.ts";
import {
  contiguous,
  elementType,
  isContiguous,
  newArray,
  positionOf,
  positions,
  reshaped,
  type Sub,
  transposed,
  viewOf,
} from "./arrays.ts";
import {
  because,
  Exhausted,
  lose,
  loseAll,
  loseInDoubt,
  type Machine,
  raises,
  step,
  unknown,
} from "./machine.ts";
import {
  type ArrayObj,
  known as knownObj,
  list,
  none,
  number,
  type Obj,
  refsOf,
  text,
  tuple,
} from "./objects.ts";
import { scalarNow } from "./scalar.ts";
import { keepMemory } from "./undo.ts";

/** A name for the operand in the expression that is computed. */
export function operandName(i: number): string {
  return `$${i}`;
}

export function operand(i: number, span: Span): PyExpr {
  return { kind: "Name", id: operandName(i), span };
}

/** What an expression over the operands is. None of them is unknown, as a whole or in part (`lostPart`). */
export function compute(m: Machine, node: PyExpr, operands: readonly Obj[]): Obj {
  step(m, stepsToType);
  const scope = scopeOf(m);
  const arrays = new Map<string, ArrayObj>();
  for (const [i, obj] of operands.entries()) {
    const known = toOperand(scope, arrays, obj, operandName(i), node.span);
    if (known === null)
      return unknown({ kind: "refused", message: `\`${shown(m, node)}\` is not evaluated` }, node.span);
    scope.env?.set(operandName(i), { kind: "bound", known, slot: null, definite: true, span: node.span });
  }
  m.unit.diagnostics.length = 0;
  scope.wholeCall = node;
  const known = infer(scope, node);
  const error = m.unit.diagnostics.find((d) => d.severity === "error");
  if (error !== undefined || known.kind === "error") {
    const { message = "it is not evaluated", code = "" } = error ?? {};
    return unknown({ kind: "refused", message, code }, node.span);
  }
  if (concernsComplex(scope, known))
    return unknown({ kind: "refused", message: "complex numbers are not evaluated" }, node.span);
  try {
    return result(m, { scope, arrays, span: node.span }, known);
  } catch (fault) {
    if (fault instanceof RunFault) return unknown(raises(fault.message), node.span);
    throw fault;
  }
}

function concernsComplex({ out }: Scope, known: Known): boolean {
  const roots = [...statementsIn(out)].flatMap(expressionsOf);
  const exprs = known.kind === "value" || known.kind === "mixed" ? [known.expr, ...roots] : roots;
  return exprs.some((root) => [...expressionsIn(root)].some(({ type }) => isComplex(elementOf(type))));
}

// Measured against a step of an interpreted loop.
const stepsToType = 40;
const stepsToCompile = 400;

/** One scope for all of them, empty again: making one takes as long as typing a small expression. */
function scopeOf(m: Machine): Scope {
  m.scope ??= newScope(m.unit, "constant", null, "module", [], []);
  const { scope } = m;
  for (const part of [scope.params, scope.slots, scope.taken, scope.strided, scope.layouts]) part.clear();
  for (const part of [scope.reshaped, scope.ranges, scope.views]) part.clear();
  scope.env = new Map();
  scope.out = [];
  return scope;
}

function shown(m: Machine, { span }: PyExpr): string {
  return m.source.text.slice(span.from, span.to).split("\n")[0] ?? "";
}

function toOperand(
  scope: Scope,
  arrays: Map<string, ArrayObj>,
  obj: Obj,
  name: string,
  span: Span,
): Known | null {
  switch (obj.kind) {
    case "number":
      return value({ kind: "const", value: obj.value, type: obj.type, span });
    case "text":
      return { kind: "string", text: obj.text };
    case "none":
      return { kind: "none" };
    case "known":
      return obj.known;
    case "range":
      return {
        kind: "range",
        from: intConst(obj.start, span),
        to: intConst(obj.stop, span),
        step: intConst(obj.step, span),
        pipeline: null,
        unroll: null,
        parallel: false,
      };
    case "list":
    case "tuple": {
      const items = obj.items.map((item, i) => toOperand(scope, arrays, item, `${name}_${i}`, span));
      const all = items.filter((item) => item !== null);
      return all.length < items.length ? null : { kind: "tuple", form: obj.kind, items: all };
    }
    case "array":
      return value(arrayOperand(scope, arrays, obj, name, span));
    default:
      return null;
  }
}

function arrayOperand(
  scope: Scope,
  arrays: Map<string, ArrayObj>,
  obj: ArrayObj,
  name: string,
  span: Span,
): Expr {
  if (obj.shape.length === 0)
    return { kind: "const", value: get(obj.memory.data, obj.offset), type: elementType(obj), span };
  const type = array(elementType(obj), obj.shape);
  arrays.set(name, obj);
  scope.params.set(name, { name, type });
  if (!isContiguous(obj)) {
    const flat = shapeOf(obj.memory.data.type);
    const root: Expr = { kind: "var", name: `${name}_memory`, type: array(elementType(obj), flat), span };
    arrays.set(root.name, { ...obj, offset: 0, shape: flat.map(Number), strides: [1] });
    scope.strided.add(name);
    scope.layouts.set(name, { root, offset: obj.offset, shape: obj.shape, strides: obj.strides });
  }
  return { kind: "var", name, type, span };
}

interface Setting {
  readonly scope: Scope;
  readonly arrays: ReadonlyMap<string, ArrayObj>;
  readonly span: Span;
}

function result(m: Machine, at: Setting, known: Known): Obj {
  const exprs = valuesIn(known);
  const values = evaluateAll(m, at, exprs);
  const rebuild = (part: Known): Obj => {
    switch (part.kind) {
      case "value": {
        const found = values.get(part.expr) ?? none;
        if (!part.list || found.kind !== "array") return found;
        return listOf(found);
      }
      case "tuple": {
        const items = part.items.map(rebuild);
        return part.form === "tuple" ? tuple(items) : list(items);
      }
      case "mixed":
        return unknown({ kind: "refused", message: "its type hangs on the path taken" }, at.span);
      case "string":
        return text(part.text);
      case "none":
        return none;
      default:
        return knownObj(part);
    }
  };
  return rebuild(known);
}

/** A list that the front end keeps as a table. */
function listOf(a: ArrayObj): Obj {
  const [extent = 0] = a.shape;
  return list(
    Array.from({ length: extent }, (_, index) => {
      const row = viewOf(a, [{ kind: "at", index }, ...a.shape.slice(1).map(whole)]);
      return row.shape.length === 0
        ? number(get(row.memory.data, row.offset), elementType(row))
        : listOf(row);
    }),
  );
}

function whole(extent: number): Sub {
  return { kind: "slice", first: 0, step: 1, count: extent };
}

function valuesIn(known: Known): readonly Expr[] {
  if (known.kind === "value") return [known.expr];
  return known.kind === "tuple" ? known.items.flatMap(valuesIn) : [];
}

/** The values, after what the call stores has been stored. */
function evaluateAll(m: Machine, at: Setting, exprs: readonly Expr[]): ReadonlyMap<Expr, Obj> {
  const found = new Map<Expr, Obj>();
  const changes = at.scope.out.length > 0;
  const left: Expr[] = [];
  for (const expr of exprs) {
    const direct = changes ? placeOf(at, expr) : (place(at, expr) ?? directly(expr));
    if (direct === null) left.push(expr);
    else found.set(expr, direct);
  }
  if (left.length === 0 && !changes) return found;
  const doubt = m.doubts.at(-1);
  if (doubt !== undefined) {
    // Nobody would know the result: see `fresh`.
    for (const expr of left) found.set(expr, because(doubt));
    for (const name of functionOf(m, at, left).writes) loseAll(m, refsOf(at.arrays.get(name) ?? none), doubt);
    return found;
  }
  charge(m, at, exprs);
  for (const [i, obj] of run(m, at, left).entries()) {
    const expr = left[i];
    if (expr !== undefined) found.set(expr, obj);
  }
  return found;
}

function directly(expr: Expr): Obj | null {
  if (expr.type.kind === "array") return null;
  const now = scalarNow(expr);
  return now === null ? null : number(now, expr.type);
}

/** The part of known memory that an expression is, or the element it reads. */
function place(at: Setting, expr: Expr): Obj | null {
  if (expr.kind === "load") {
    const base = place(at, expr.base);
    const index = expr.index.map(constantInt);
    if (base?.kind !== "array" || index.some((i) => i === null)) return null;
    const position = positionOf(base, index.map(Number));
    return position === null ? null : number(get(base.memory.data, position), expr.type);
  }
  return placeOf(at, expr);
}

function placeOf(at: Setting, expr: Expr): ArrayObj | null {
  switch (expr.kind) {
    case "var":
      return at.arrays.get(expr.name) ?? null;
    case "transpose": {
      const base = placeOf(at, expr.base);
      return base === null ? null : transposed(base, expr.axes);
    }
    case "reshape": {
      const base = placeOf(at, expr.base);
      return base === null ? null : reshaped(base, shapeOf(expr.type).map(Number));
    }
    case "view": {
      const base = placeOf(at, expr.base);
      if (base === null) return null;
      const subs: Sub[] = [];
      let axis = 0;
      for (const sub of expr.subs) {
        const extent = sub.kind === "newAxis" ? 1 : (base.shape[axis++] ?? 1);
        const now = subNow(sub, extent);
        if (now === null) return null;
        subs.push(now);
      }
      return viewOf(base, subs);
    }
    default:
      return null;
  }
}

type ExprSub = Extract<Expr, { kind: "view" }>["subs"][number];

function subNow(sub: ExprSub, extent: number): Sub | null {
  switch (sub.kind) {
    case "newAxis":
      return sub;
    case "at": {
      const index = constantInt(sub.index);
      return index === null || index >= extent || index < -extent ? null : { kind: "at", index };
    }
    case "slice": {
      const start = sub.start === null ? null : constantInt(sub.start);
      const stop = sub.stop === null ? null : constantInt(sub.stop);
      if ((sub.start !== null && start === null) || (sub.stop !== null && stop === null)) return null;
      return { kind: "slice", ...indices(start, stop, sub.step, extent) };
    }
  }
}

/** Python's slice.indices(). */
export function indices(
  start: number | null,
  stop: number | null,
  step: number,
  size: number,
): { readonly first: number; readonly step: number; readonly count: number } {
  const [low, high] = step > 0 ? [0, size] : [-1, size - 1];
  const clip = (x: number): number => Math.max(low, Math.min(high, x < 0 ? x + size : x));
  const first = start === null ? (step > 0 ? low : high) : clip(start);
  const end = stop === null ? (step > 0 ? high : low) : clip(stop);
  return { first, step, count: Math.max(0, Math.ceil((end - first) / step)) };
}

/** Arrays take time and memory: a statement has only so much of both. */
function charge(m: Machine, at: Setting, exprs: readonly Expr[]): void {
  let elements = 0;
  const roots = [...exprs, ...[...statementsIn(at.scope.out)].flatMap((stmt) => [...expressionsOf(stmt)])];
  for (const root of roots) for (const expr of expressionsIn(root)) elements += work(expr);
  countElements(m, elements);
}

export function countElements(m: Machine, elements: number): void {
  m.elements += elements;
  if (m.elements > m.limits.elements) throw new Exhausted({ kind: "size", most: m.limits.elements });
  step(m, Math.ceil(elements / 64));
}

function work(expr: Expr): number {
  const size = maxSize(shapeOf(expr.type));
  switch (expr.kind) {
    case "matmul":
      return size * maxSize(shapeOf(expr.left.type).slice(-1));
    case "convolve":
      return maxSize(shapeOf(expr.left.type)) * maxSize(shapeOf(expr.right.type));
    case "conv2d":
      return maxSize(shapeOf(expr.image.type)) * maxSize(shapeOf(expr.weights.type));
    default:
      return size;
  }
}

/** The function that computes the expressions, after what is stored before them. */
function functionOf(m: Machine, at: Setting, exprs: readonly Expr[]): Func {
  const { scope, span } = at;
  const body = [...scope.out, { kind: "return", values: exprs, span } as const];
  const used = new Set<string>();
  for (const stmt of statementsIn(body)) {
    for (const root of expressionsOf(stmt))
      for (const expr of expressionsIn(root)) if (expr.kind === "var") used.add(expr.name);
  }
  const params: Variable[] = [...at.arrays].flatMap(([name, a]) =>
    used.has(name) ? [{ name, type: array(elementType(a), a.shape) }] : [],
  );
  const func: Func = {
    name: "constant",
    params,
    locals: [...scope.slots.values()],
    writes: [],
    body,
    results: exprs.map((expr) => expr.type),
    span,
  };
  const { functions } = m.unit;
  const byName = new Map(functions.map((other) => [other.name, other]));
  return { ...func, writes: writtenParams(func, byName, aliasesIn(func, sharedResults(functions))) };
}

function run(m: Machine, at: Setting, exprs: readonly Expr[]): Obj[] {
  step(m, stepsToCompile);
  const func = functionOf(m, at, exprs);
  const functions = reachableFunctions([...m.unit.functions, func], func.name);
  const program: Program = { source: m.source, kernel: func.name, functions };
  const args = new Map<string, NDArray | Value>();
  for (const { name } of func.params) {
    const a = at.arrays.get(name);
    if (a !== undefined) args.set(name, contiguous(a, true));
  }
  const { results } = prepare(program).run(args);
  for (const name of func.writes) {
    const [a, changed] = [at.arrays.get(name), args.get(name)];
    if (a !== undefined && typeof changed === "object") store(m, a, changed);
  }
  return results.map((found, i) => {
    const type = exprs[i]?.type;
    if (typeof found !== "object")
      return type === undefined || type.kind === "array" ? none : number(found, type);
    return newArray(found, shapeOf(found.type).map(Number));
  });
}

/** Writes all elements of a view. */
export function store(m: Machine, a: ArrayObj, from: NDArray): void {
  if (!touch(m, a)) return;
  for (const [i, position] of positions(a).entries()) set(a.memory.data, position, get(from, i));
}

/** Whether elements can be written: in doubt, or in what is lost already, they are not known afterwards. */
export function touch(m: Machine, a: ArrayObj): boolean {
  const cause = {
    at: m.at,
    why: { kind: "refused", message: "NumPy shares elements with this array" },
  } as const;
  for (const copy of a.memory.copies) lose(m, copy, cause);
  loseInDoubt(m, a.memory);
  if (a.memory.lost === null) keepMemory(m, a.memory);
  return a.memory.lost === null;
}
