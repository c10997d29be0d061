/** Programs written by hand for tests: one short constructor a node, types worked out where they are plain. */
import type { Span } from "../../src/diagnostics/diagnostic.ts";
import type {
  Expr,
  Func,
  Load,
  LoopAttrs,
  Offset,
  Program,
  Stmt,
  Sub,
  Var,
  Variable,
  View,
} from "../../src/program/nodes.ts";
import type { BinaryOp, CompareOp, MathFn, ReduceOp, UnaryOp, Value } from "../../src/types/operators.ts";
import {
  type ArrayType,
  array,
  bool,
  elementOf,
  int64,
  pythonBool,
  pythonInt,
  type ScalarType,
  type Shape,
  shapeOf,
  type Type,
  withShape,
} from "../../src/types/types.ts";

export const span: Span = { from: 0, to: 0 };
/** A span of its own, for tests about where a fault is reported. */
export const at = (from: number): Span => ({ from, to: from + 1 });

// Expressions

export const constant = (type: ScalarType, value: Value): Expr => ({ kind: "const", value, type, span });
export const int = (value: number): Expr => constant(pythonInt, value);
export const table = (type: ArrayType, values: readonly Value[]): Expr => ({
  kind: "arrayConst",
  values,
  type,
  span,
});
export const variable = (name: string, type: Type): Var => ({ kind: "var", name, type, span });
export const i = variable("i", pythonInt);
export const j = variable("j", pythonInt);
export const k = variable("k", pythonInt);

export const load = (base: Expr, ...index: readonly Expr[]): Load => ({
  kind: "load",
  base,
  index,
  type: elementOf(base.type),
  span,
});

export const slice = (start: Expr | number | null, stop: Expr | number | null, step = 1): Sub => ({
  kind: "slice",
  start: typeof start === "number" ? int(start) : start,
  stop: typeof stop === "number" ? int(stop) : stop,
  step,
});
export const index = (expr: Expr | number): Sub => ({
  kind: "at",
  index: typeof expr === "number" ? int(expr) : expr,
});
export const newAxis: Sub = { kind: "newAxis" };
export const view = (base: Expr, shape: Shape, ...subs: readonly Sub[]): View => ({
  kind: "view",
  base,
  subs,
  type: array(elementOf(base.type), shape),
  span,
});

export const transpose = (base: Expr, ...axes: readonly number[]): Expr => ({
  kind: "transpose",
  base,
  axes,
  type: array(
    elementOf(base.type),
    axes.map((axis) => shapeOf(base.type)[axis] ?? 0),
  ),
  span,
});
export const reshape = (base: Expr, shape: Shape, shares = true): Expr => ({
  kind: "reshape",
  base,
  shares,
  type: array(elementOf(base.type), shape),
  span,
});
export const gather = (base: Expr, positions: Expr, axis = 0) => {
  const own = shapeOf(base.type);
  const shape = [...own.slice(0, axis), ...shapeOf(positions.type), ...own.slice(axis + 1)];
  return {
    kind: "gather",
    base,
    index: positions,
    axis,
    type: array(elementOf(base.type), shape),
    span,
  } as const;
};

/** The shape two operands of static shapes have together. */
function together(operands: readonly Expr[]): Shape {
  const shapes = operands.map((operand) => shapeOf(operand.type));
  const rank = Math.max(...shapes.map((shape) => shape.length));
  return Array.from({ length: rank }, (_, axis) => {
    const extents = shapes.map((shape) => shape[axis - rank + shape.length] ?? 1);
    return extents.find((extent) => extent !== 1) ?? 1;
  });
}

export const unary = (op: UnaryOp, operand: Expr): Expr => ({
  kind: "unary",
  op,
  operand,
  type: operand.type,
  span,
});
export const binary = (
  op: BinaryOp,
  left: Expr,
  right: Expr,
  element = elementOf(left.type),
  where = span,
): Expr => ({
  kind: "binary",
  op,
  left,
  right,
  type: withShape(element, together([left, right])),
  span: where,
});
export const add = (left: Expr, right: Expr): Expr => binary("add", left, right);
export const sub = (left: Expr, right: Expr): Expr => binary("sub", left, right);
export const mul = (left: Expr, right: Expr): Expr => binary("mul", left, right);
export const compare = (op: CompareOp, left: Expr, right: Expr, element?: ScalarType): Expr => ({
  kind: "compare",
  op,
  left,
  right,
  type: withShape(element ?? (left.type.kind === "python" ? pythonBool : bool), together([left, right])),
  span,
});
export const logic = (op: "and" | "or", left: Expr, right: Expr): Expr => ({
  kind: "logic",
  op,
  left,
  right,
  type: pythonBool,
  span,
});
export const conditional = (condition: Expr, then: Expr, otherwise: Expr): Expr => ({
  kind: "conditional",
  condition,
  then,
  otherwise,
  type: then.type,
  span,
});
export const where = (condition: Expr, then: Expr, otherwise: Expr): Expr => ({
  kind: "where",
  condition,
  then,
  otherwise,
  type: withShape(elementOf(then.type), together([condition, then, otherwise])),
  span,
});
export const math = (fn: MathFn, ...args: readonly Expr[]): Expr => ({
  kind: "math",
  fn,
  args,
  type: withShape(fn.startsWith("is") ? bool : elementOf(args[0]?.type ?? bool), together(args)),
  span,
});
export const cast = (operand: Expr, element: ScalarType, where = span): Expr => ({
  kind: "cast",
  operand,
  type: withShape(element, shapeOf(operand.type)),
  span: where,
});
export const bits = (operand: Expr, low: Expr, type: ScalarType): Expr => ({
  kind: "bits",
  operand,
  low,
  type,
  span,
});
export const bitcast = (operand: Expr, element: ScalarType): Expr => ({
  kind: "bitcast",
  operand,
  type: withShape(element, shapeOf(operand.type)),
  span,
});

export const reduce = (op: ReduceOp, operand: Expr, axes?: readonly number[], keep = false): Expr => {
  const shape = shapeOf(operand.type);
  const over = axes ?? shape.map((_, axis) => axis);
  const kept: Shape = keep
    ? shape.map((extent, axis) => (over.includes(axis) ? 1 : extent))
    : shape.filter((_, axis) => !over.includes(axis));
  const element = op.startsWith("arg")
    ? int64
    : op === "any" || op === "all"
      ? bool
      : elementOf(operand.type);
  return { kind: "reduce", op, operand, axes: over, type: withShape(element, kept), span };
};
export const scan = (op: "sum" | "prod" | "min" | "max", operand: Expr, axis = 0): Expr => ({
  kind: "scan",
  op,
  operand,
  axis,
  type: array(elementOf(operand.type), shapeOf(operand.type)),
  span,
});
export const dot = (left: Expr, right: Expr): Expr => ({
  kind: "dot",
  left,
  right,
  type: elementOf(left.type),
  span,
});
export const matmul = (left: Expr, right: Expr, shape: Shape): Expr => ({
  kind: "matmul",
  left,
  right,
  type: withShape(elementOf(left.type), shape),
  span,
});
export const map = (params: Readonly<Record<string, Expr>>, body: Expr): Expr => {
  const sources = Object.entries(params).map(([name, source]) => ({ name, source }));
  const outer = shapeOf(sources[0]?.source.type ?? bool);
  return {
    kind: "map",
    params: sources,
    body,
    type: array(elementOf(body.type), [...outer, ...shapeOf(body.type)]),
    span,
  };
};
export const element = (param: string, type: Type, ...offsets: readonly Offset[]): Expr => ({
  kind: "element",
  param,
  offsets: offsets.length === 0 ? null : offsets,
  type,
  span,
});
export const by = (offset: number | Expr): Offset => ({
  kind: "by",
  offset: typeof offset === "number" ? int(offset) : offset,
});
export const window = (start: number, stop: number, step = 1): Offset => ({
  kind: "window",
  start,
  stop,
  step,
});
export const all: Offset = { kind: "all" };

export const fill = (value: Expr, shape: Shape): Expr => ({
  kind: "fill",
  value,
  type: array(elementOf(value.type), shape),
  span,
});
export const arange = (start: Expr, step: Expr, count: number): Expr => ({
  kind: "arange",
  start,
  step,
  type: array(elementOf(start.type), [count]),
  span,
});
export const concat = (shape: Shape, axis: number, ...parts: readonly Expr[]): Expr => ({
  kind: "concat",
  parts,
  axis,
  type: array(elementOf(parts[0]?.type ?? bool), shape),
  span,
});
export const copy = (operand: Expr, shape: Shape = shapeOf(operand.type)): Expr => ({
  kind: "copy",
  operand,
  type: array(elementOf(operand.type), shape),
  span,
});
export const sort = (what: "values" | "positions", operand: Expr, axis = 0): Expr => ({
  kind: "sort",
  what,
  operand,
  axis,
  type: array(what === "values" ? elementOf(operand.type) : int64, shapeOf(operand.type)),
  span,
});
export const convolve = (left: Expr, right: Expr, mode: "valid" | "same" | "full", length: number): Expr => ({
  kind: "convolve",
  left,
  right,
  mode,
  type: array(elementOf(left.type), [length]),
  span,
});
export const conv2d = (image: Expr, weights: Expr, stride: number, shape: Shape): Expr => ({
  kind: "conv2d",
  image,
  weights,
  stride,
  type: array(elementOf(image.type), shape),
  span,
});
export const spmv = (rowStart: Expr, column: Expr, values: Expr, vector: Expr, rows: number): Expr => ({
  kind: "spmv",
  rowStart,
  column,
  values,
  vector,
  type: array(elementOf(values.type), [rows]),
  span,
});
export const call = (func: string, type: Type, ...args: readonly Expr[]): Expr => ({
  kind: "call",
  func,
  args,
  type,
  span,
});

// Statements

export const assign = (target: string, value: Expr): Stmt => ({ kind: "assign", target, value, span });
export const store = (target: Extract<Stmt, { kind: "store" }>["target"], value: Expr): Stmt => ({
  kind: "store",
  target,
  value,
  span,
});
export const storeBits = (target: Var | Load, low: Expr, width: number, value: Expr): Stmt => ({
  kind: "storeBits",
  target,
  low,
  width,
  value,
  span,
});
/** `for name in range(from, to, step)`. */
export const forRange = (
  name: string,
  from: Expr | number,
  to: Expr | number,
  body: readonly Stmt[],
  step: Expr | number = 1,
  attrs: LoopAttrs = {},
): Stmt => {
  const bound = (end: Expr | number): Expr => (typeof end === "number" ? int(end) : end);
  return {
    kind: "for",
    variable: name,
    from: bound(from),
    to: bound(to),
    step: bound(step),
    body,
    attrs,
    span,
  };
};
export const whileLoop = (condition: Expr, body: readonly Stmt[]): Stmt => ({
  kind: "while",
  condition,
  body,
  span,
});
export const when = (condition: Expr, then: readonly Stmt[], otherwise: readonly Stmt[] = []): Stmt => ({
  kind: "if",
  condition,
  then,
  else: otherwise,
  span,
});
export const callFor = (targets: readonly string[], func: string, ...args: readonly Expr[]): Stmt => ({
  kind: "callStmt",
  targets,
  func,
  args,
  span,
});
export const ret = (...values: readonly Expr[]): Stmt => ({ kind: "return", values, span });
export const leave: Stmt = { kind: "break", span };
export const next: Stmt = { kind: "continue", span };

// Programs

export interface FuncParts {
  readonly params?: readonly Var[];
  readonly locals?: readonly Var[];
  readonly writes?: readonly string[];
  readonly body: readonly Stmt[];
  readonly results?: readonly Type[];
}

export function func(name: string, parts: FuncParts): Func {
  const named = (vars: readonly Var[] = []): Variable[] =>
    vars.map(({ name: own, type }) => ({ name: own, type }));
  const params = named(parts.params);
  return {
    name,
    params,
    locals: named(parts.locals),
    writes: parts.writes ?? params.filter(({ type }) => type.kind === "array").map((param) => param.name),
    body: parts.body,
    results: parts.results ?? [],
    span,
  };
}

export function program(...functions: readonly Func[]): Program {
  const kernel = functions.at(-1);
  if (kernel === undefined) throw new Error("a program needs a function");
  return { source: { path: "test.py", text: "" }, kernel: kernel.name, functions };
}

/** A program whose kernel returns one expression. */
export function returning(value: Expr, params: readonly Var[] = [], locals: readonly Var[] = []): Program {
  return program(func("kernel", { params, locals, body: [ret(value)], results: [value.type] }));
}
