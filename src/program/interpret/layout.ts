/**
 * Where arrays lie, as far as it is known before the program runs: the offset and strides of every array variable,
 * found by following all assignments and calls to a fixed point. What is known becomes constants in inner loops.
 */
import type { ArrayType, Dim, Shape, Type } from "../../types/types.ts";
import { shapeOf } from "../../types/types.ts";
import type { Expr, Func, Program, Sub } from "../nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../walk.ts";

/** null: it differs from place to place, and is a variable when the program runs. */
export interface Layout {
  readonly offset: number | null;
  readonly strides: readonly (number | null)[];
}

export interface ProgramLayouts {
  /** By function, then by variable. */
  readonly variables: ReadonlyMap<string, ReadonlyMap<string, Layout>>;
  /** By function: one a result, null for scalars. */
  readonly results: ReadonlyMap<string, readonly (Layout | null)[]>;
}

type Variables = Map<string, Layout>;

interface Found {
  readonly functions: Map<string, Func>;
  readonly variables: Map<string, Variables>;
  readonly results: Map<string, (Layout | null)[]>;
  changed: boolean;
}

export function layoutsOf(program: Program): ProgramLayouts {
  const found: Found = {
    functions: new Map(program.functions.map((func) => [func.name, func])),
    variables: new Map(program.functions.map((func) => [func.name, new Map()])),
    results: new Map(program.functions.map((func) => [func.name, func.results.map(() => null)])),
    changed: true,
  };
  const kernel = found.functions.get(program.kernel);
  for (const param of kernel?.params ?? []) {
    if (param.type.kind === "array") merge(found, program.kernel, param.name, contiguous(param.type.shape));
  }
  while (found.changed) {
    found.changed = false;
    for (const func of program.functions) visit(found, func);
  }
  return found;
}

function visit(found: Found, func: Func): void {
  for (const stmt of statementsIn(func.body)) {
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) {
        if (expr.kind === "call") passArguments(found, func, expr.func, expr.args);
      }
    }
    if (stmt.kind === "assign" && stmt.value.type.kind === "array") {
      merge(found, func.name, stmt.target, layoutOf(found, func, stmt.value));
    } else if (stmt.kind === "callStmt") {
      passArguments(found, func, stmt.func, stmt.args);
      for (const [i, target] of stmt.targets.entries()) {
        const layout = found.results.get(stmt.func)?.[i];
        if (layout) merge(found, func.name, target, layout);
      }
    } else if (stmt.kind === "return") {
      for (const [i, value] of stmt.values.entries()) {
        if (value.type.kind !== "array") continue;
        const results = found.results.get(func.name);
        const before = results?.[i] ?? null;
        const layout = layoutOf(found, func, value);
        const after = before === null || layout === null ? (layout ?? before) : join(before, layout);
        if (results && !sameLayout(before, after)) {
          results[i] = after;
          found.changed = true;
        }
      }
    }
  }
}

function passArguments(found: Found, caller: Func, callee: string, args: readonly Expr[]): void {
  const params = found.functions.get(callee)?.params ?? [];
  for (const [i, param] of params.entries()) {
    const arg = args[i];
    if (arg?.type.kind === "array") merge(found, callee, param.name, layoutOf(found, caller, arg));
  }
}

function merge(found: Found, func: string, name: string, layout: Layout | null): void {
  if (layout === null) return;
  const variables = found.variables.get(func);
  if (variables === undefined) return;
  const before = variables.get(name) ?? null;
  const after = before === null ? layout : join(before, layout);
  if (sameLayout(before, after)) return;
  variables.set(name, after);
  found.changed = true;
}

/** A table is never written: who keeps it gets a copy. */
export function isConstant(expr: Expr): boolean {
  switch (expr.kind) {
    case "arrayConst":
      return true;
    case "view":
    case "transpose":
    case "part":
      return isConstant(expr.base);
    case "reshape":
      return expr.shares && isConstant(expr.base);
    case "conditional":
      return isConstant(expr.then) || isConstant(expr.otherwise);
    default:
      return false;
  }
}

/** null while nothing is known yet: a variable whose assignments were not reached. */
function layoutOf(found: Found, func: Func, expr: Expr): Layout | null {
  if (isConstant(expr)) return contiguous(shapeOf(expr.type));
  switch (expr.kind) {
    case "var":
      return found.variables.get(func.name)?.get(expr.name) ?? null;
    case "view": {
      const base = layoutOf(found, func, expr.base);
      return base === null ? null : viewLayout(base, shapeOf(expr.base.type), expr.subs);
    }
    case "part": {
      const base = layoutOf(found, func, expr.base);
      if (base === null) return null;
      const twice = (n: number | null): number | null => (n === null ? null : 2 * n);
      const first = twice(base.offset);
      const offset = first === null ? null : first + (expr.part === "imag" ? 1 : 0);
      return { offset, strides: base.strides.map(twice) };
    }
    case "transpose": {
      const base = layoutOf(found, func, expr.base);
      if (base === null) return null;
      return { offset: base.offset, strides: expr.axes.map((axis) => base.strides[axis] ?? null) };
    }
    case "reshape": {
      const whole = contiguous(expr.type.shape);
      if (!expr.shares) return whole;
      const base = layoutOf(found, func, expr.base);
      return base === null ? null : { offset: base.offset, strides: whole.strides };
    }
    case "conditional": {
      const a = layoutOf(found, func, expr.then);
      const b = layoutOf(found, func, expr.otherwise);
      return a === null || b === null ? (a ?? b) : join(a, b);
    }
    case "call":
      return found.results.get(expr.func)?.[0] ?? null;
    case "element":
      return unknown(expr.type);
    default:
      return contiguous(shapeOf(expr.type));
  }
}

function viewLayout(base: Layout, shape: Shape, subs: readonly Sub[]): Layout {
  let offset = base.offset;
  const strides: (number | null)[] = [];
  let axis = 0;
  for (const sub of subs) {
    if (sub.kind === "newAxis") {
      strides.push(0);
      continue;
    }
    const stride = base.strides[axis] ?? null;
    const extent = shape[axis] ?? null;
    axis += 1;
    const first = sub.kind === "at" ? knownIndex(sub.index, extent) : knownStart(sub, extent);
    offset =
      offset === null || first === null || (stride === null && first !== 0)
        ? null
        : offset + first * (stride ?? 0);
    if (sub.kind === "slice") strides.push(stride === null ? null : stride * sub.step);
  }
  return { offset, strides };
}

function knownIndex(index: Expr, extent: Dim | null): number | null {
  const value = constantInt(index);
  if (value === null) return null;
  if (value >= 0) return value;
  return typeof extent === "number" ? value + extent : null;
}

/** The first element of a slice; an empty slice has the same offset whatever it starts at. */
function knownStart(sub: Extract<Sub, { kind: "slice" }>, extent: Dim | null): number | null {
  if (sub.start === null && sub.step > 0) return 0;
  if (typeof extent !== "number") return null;
  return sliceStart(sub.start === null ? null : constantInt(sub.start), sub.start === null, extent, sub.step);
}

/** Python's rule for where a slice begins. `null` when the start is not known. */
export function sliceStart(
  start: number | null,
  absent: boolean,
  extent: number,
  step: number,
): number | null {
  if (absent) return step > 0 ? 0 : extent - 1;
  if (start === null) return null;
  const low = step > 0 ? 0 : -1;
  const high = step > 0 ? extent : extent - 1;
  return Math.min(Math.max(start < 0 ? start + extent : start, low), high);
}

/** Python's rule for where a slice ends, not included. */
export function sliceStop(stop: number | null, absent: boolean, extent: number, step: number): number | null {
  if (absent) return step > 0 ? extent : -1;
  if (stop === null) return null;
  const low = step > 0 ? 0 : -1;
  const high = step > 0 ? extent : extent - 1;
  return Math.min(Math.max(stop < 0 ? stop + extent : stop, low), high);
}

export function constantInt(expr: Expr): number | null {
  if (expr.kind === "const" && typeof expr.value === "number") return expr.value;
  if (expr.kind === "cast" && expr.type.kind !== "array" && expr.type.kind !== "float") {
    return constantInt(expr.operand);
  }
  if (expr.kind === "unary" && expr.op === "neg") {
    const value = constantInt(expr.operand);
    return value === null ? null : 0 - value;
  }
  return null;
}

/** Row-major from the start of its storage. A stride is known when all the extents after it are. */
export function contiguous(shape: Shape): Layout {
  const strides: (number | null)[] = [];
  let stride: number | null = 1;
  for (const dim of [...shape].reverse()) {
    strides.unshift(stride);
    stride = stride === null || typeof dim !== "number" ? null : stride * dim;
  }
  return { offset: 0, strides };
}

function unknown(type: Type): Layout {
  return { offset: null, strides: (type as ArrayType).shape.map(() => null) };
}

function join(a: Layout, b: Layout): Layout {
  return {
    offset: a.offset === b.offset ? a.offset : null,
    strides: a.strides.map((stride, i) => (stride === b.strides[i] ? stride : null)),
  };
}

function sameLayout(a: Layout | null, b: Layout | null): boolean {
  if (a === null || b === null) return a === b;
  return a.offset === b.offset && a.strides.every((stride, i) => stride === b.strides[i]);
}
