/** Array expressions of a wanted shape and element type. */
import type { BinaryOp } from "../../src/types/operators.ts";
import { type Choices, oneOf, weighted } from "./choices.ts";
import { comparisons } from "./conditions.ts";
import { callFor } from "./functions.ts";
import { mapOver } from "./maps.ts";
import {
  arraysIn,
  asExpression,
  atom,
  base,
  binaryType,
  binds,
  type Dtype,
  dtypes,
  type Ex,
  innerScope,
  inside,
  isFloat,
  isInteger,
  isPython,
  isUnsigned,
  made,
  rangeOf,
  type Scalar,
  type Scope,
  type Shape,
  shapeText,
  sizeOf,
  unaryType,
} from "./model.ts";
import { rearranged } from "./rearrangements.ts";
import { reductionTo } from "./reductions.ts";
import { clipped, partner, pythonInt, scalarOf, symbols, weakFor } from "./scalars.ts";
import { callOfTemplate } from "./templates.ts";
import { viewOfShape } from "./views.ts";

export function anyShape(c: Choices): Shape {
  const rank = weighted(c, [
    [5, 1],
    [4, 2],
    [1, 3],
  ]);
  return Array.from({ length: rank }, () => 1 + c.pick(rank === 3 ? 3 : 5));
}

/** An expression of exactly this shape and type. */
export function arrayOf(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex {
  return scope.c.part(() => {
    const { c } = scope;
    const make = weighted(c, depth <= 0 ? leaves : all);
    return make(scope, shape, type, depth) ?? viewed(scope, shape, type, depth) ?? filled(scope, shape, type);
  });
}

type Maker = (scope: Scope, shape: Shape, type: Dtype, depth: number) => Ex | null;

const leaves: readonly (readonly [number, Maker])[] = [
  [1, (_, shape, type) => atom(`np.ones(${shapeText(shape)}, np.${type})`, type, shape)],
  [1, filled],
  [8, viewed],
];

const all: readonly (readonly [number, Maker])[] = [
  ...leaves,
  [3, viewed],
  [12, binary],
  [3, unary],
  [3, elementwise],
  [4, converted],
  [3, chosen],
  [4, (scope, shape, type, depth) => (shape.length < 3 ? reductionTo(scope, type, shape, depth) : null)],
  [6, rearranged],
  [4, mapOver],
  [3, gathered],
  [3, compared],
  [2, listed],
  [2, matrixProduct],
  [2, power],
  [3, (scope, shape, type) => callFor(scope, type, shape)],
  [2, (scope, shape, type, depth) => callOfTemplate(scope, type, shape, depth)],
  [2, comprehended],
];

/** A view of an array there is, converted when it has another type. */
function viewed(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  const arrays = arraysIn(scope);
  const fitting = arrays.filter((v) => v.type === type);
  const exact = fitting.length > 0 && c.chance(85);
  const candidates = exact ? fitting : arrays.filter((v) => !isPython(v.type));
  const start = c.pick(candidates.length);
  for (let i = 0; i < candidates.length; i++) {
    const v = candidates[(start + i) % candidates.length];
    if (v === undefined) continue;
    const view = viewOfShape(scope, v, shape, Math.min(depth, 1));
    if (view !== null) return convert(view, type);
  }
  return null;
}

function filled(scope: Scope, shape: Shape, type: Dtype): Ex {
  const { c } = scope;
  const size = sizeOf(shape);
  switch (c.pick(4)) {
    case 0:
      return atom(`np.zeros(${shapeText(shape)}, dtype=np.${type})`, type, shape);
    case 1:
      return atom(`np.full(${shapeText(shape)}, ${scalarOf(scope, type, 0).text})`, type, shape);
    case 2:
      if (type === "bool") return atom(`np.ones(${shapeText(shape)}, bool)`, type, shape);
      return atom(
        `np.arange(${size}, dtype=np.${type})${shape.length > 1 ? `.reshape(${shape.join(", ")})` : ""}`,
        type,
        shape,
      );
    default: {
      const like = arraysIn(scope).filter(
        (v) => v.shape.length === shape.length && v.shape.every((n, i) => n === shape[i]) && v.type === type,
      );
      if (like.length === 0) return atom(`np.zeros(${shapeText(shape)}, np.${type})`, type, shape);
      return atom(`np.${oneOf(c, ["zeros_like", "ones_like"])}(${oneOf(c, like).name})`, type, shape);
    }
  }
}

/** `.astype`, where the type is not there yet. A float becomes an integer where that is defined. */
export function convert(ex: Ex, type: Dtype): Ex {
  if (ex.type === type) return ex;
  const source = isFloat(ex.type) && isInteger(type) ? clipped(ex, type) : ex;
  return atom(`${base(source)}.astype(np.${type})`, type, ex.shape);
}

function converted(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex {
  const from = oneOf(scope.c, dtypes);
  return convert(arrayOf(scope, shape, from, depth - 1), type);
}

/** An operator; the other operand is an array that broadcasts, or a scalar. */
function binary(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  const possible = symbols.filter(([op]) => binaryType(op, type, type) === type);
  if (possible.length === 0) return null;
  const [op, symbol, level] = oneOf(c, possible);
  const other = partner(c, op, type);
  const left = arrayOf(scope, shape, type, depth - 1);
  const right = operandFor(scope, op, other, type, shape, depth - 1);
  const swap = op !== "shl" && op !== "shr" && c.chance(35);
  const [l, r] = swap ? [right, left] : [left, right];
  return made(`${inside(l, level)} ${symbol} ${inside(r, level + 1)}`, level, type, shape);
}

function operandFor(
  scope: Scope,
  op: BinaryOp,
  other: Scalar,
  type: Scalar,
  shape: Shape,
  depth: number,
): Ex {
  if (other === "python int") return weakFor(scope, op, type, depth);
  if (isPython(other) || scope.c.chance(25)) return scalarOf(scope, other, depth);
  return arrayOf(scope, broadcasting(scope.c, shape), other, depth);
}

/** A shape that broadcasts to this one: leading axes left out, others of extent 1. */
export function broadcasting(c: Choices, shape: Shape): Shape {
  if (!c.chance(40)) return shape;
  const kept = shape.slice(c.pick(shape.length));
  return kept.map((extent) => (c.chance(30) ? 1 : extent));
}

function unary(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  const possible = (["neg", "invert"] as const).filter((op) => unaryType(op, type) === type);
  if (possible.length === 0) return null;
  const operand = arrayOf(scope, shape, type, depth - 1);
  return made(
    `${oneOf(c, possible) === "neg" ? "-" : "~"}${inside(operand, binds.unary)}`,
    binds.unary,
    type,
    shape,
  );
}

function elementwise(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex {
  const { c } = scope;
  const x = () => arrayOf(scope, shape, type, depth - 1).text;
  const y = () => arrayOf(scope, broadcasting(c, shape), type, depth - 1).text;
  const give = (text: string) => atom(text, type, shape);
  if (type === "bool")
    return give(
      oneOf(c, [
        () => `np.logical_${oneOf(c, ["and", "or", "xor"])}(${x()}, ${y()})`,
        () => `np.logical_not(${x()})`,
      ])(),
    );
  const rounding = ["floor", "ceil", "trunc", "rint", "sqrt"] as const;
  const low = isUnsigned(type) ? 1 : -7;
  return give(
    oneOf(c, [
      () => `np.${oneOf(c, ["minimum", "maximum"])}(${x()}, ${y()})`,
      () => `${oneOf(c, ["np.abs", "abs"])}(${x()})`,
      () => `np.sign(${x()})`,
      () => `np.clip(${x()}, ${isFloat(type) ? "-3.0, 4.5" : `${low}, 9`})`,
      () => (isFloat(type) ? `np.${oneOf(c, rounding)}(${x()})` : `np.square(${x()})`),
      () => `np.${oneOf(c, ["add", "subtract", "multiply"])}(${x()}, ${y()})`,
      () =>
        isFloat(type) ? `np.cumsum(${x()}, axis=${c.pick(shape.length)})` : `np.power(${x()}, ${c.pick(4)})`,
      () => `np.${oneOf(c, ["minimum", "maximum"])}(${x()}, ${scalarOf(scope, type, depth - 1).text})`,
    ])(),
  );
}

/** np.where: by a mask that broadcasts. */
function chosen(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex {
  const { c } = scope;
  const mask = arrayOf(scope, broadcasting(c, shape), "bool", depth - 1);
  const yes = arrayOf(scope, shape, type, depth - 1);
  const no = c.chance(40)
    ? weakOr(scope, type, depth - 1)
    : arrayOf(scope, broadcasting(c, shape), type, depth - 1);
  const [x, y] = c.chance(50) ? [yes, no] : [no, yes];
  return atom(`np.where(${mask.text}, ${x.text}, ${y.text})`, type, shape);
}

function weakOr(scope: Scope, type: Dtype, depth: number): Ex {
  if (isInteger(type)) {
    const { low, high } = rangeOf(type);
    return pythonInt(scope, { low: Math.max(low, -100), high: Math.min(high, 100) }, depth);
  }
  return scalarOf(scope, type === "bool" ? "python bool" : "python float", depth);
}

/** `a[idx]`: rows or elements by an array of indices. */
function gathered(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  const [count, ...rest] = shape;
  if (count === undefined) return null;
  const sources = arraysIn(scope).filter(
    (v) => v.type === type && v.shape.length === shape.length && rest.every((n, i) => n === v.shape[i + 1]),
  );
  if (sources.length === 0) return null;
  const v = oneOf(c, sources);
  const indices = indexArray(scope, [count], v.shape[0] ?? 1, depth - 1);
  return { ...asExpression(v), text: `${v.name}[${indices}]`, shape, memory: "own" };
}

/** Integers in 0 to extent - 1, as text. */
export function indexArray(scope: Scope, shape: Shape, extent: number, depth: number): string {
  const { c } = scope;
  if (!c.chance(70))
    return `np.array([${Array.from({ length: shape[0] ?? 1 }, () => (c.chance(20) ? -1 - c.pick(extent) : c.pick(extent))).join(", ")}])`;
  const type = oneOf(c, ["int32", "int64", "uint8", "int8", "uint16"] as const);
  return `${inside(arrayOf(scope, shape, type, depth), binds.product)} % ${extent}`;
}

function compared(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  if (type !== "bool") return null;
  const from = oneOf(c, dtypes);
  const left = arrayOf(scope, shape, from, depth - 1);
  const otherType = c.chance(60) ? from : oneOf(c, dtypes);
  const right = c.chance(40)
    ? scalarOf(scope, c.chance(50) ? "python int" : otherType, depth - 1)
    : arrayOf(scope, broadcasting(c, shape), otherType, depth - 1);
  const [l, r] = c.chance(30) ? [right, left] : [left, right];
  return made(
    `${inside(l, binds.compare + 1)} ${oneOf(c, comparisons)} ${inside(r, binds.compare + 1)}`,
    binds.compare,
    "bool",
    shape,
  );
}

/** `np.array([x, y, z])` of scalars, of one type or with weak numbers. */
function listed(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const [count, ...rest] = shape;
  if (count === undefined || rest.length > 0) return null;
  const items = Array.from({ length: count }, () => scalarOf(scope, type, depth - 2).text);
  return atom(`np.array([${items.join(", ")}])`, type, shape);
}

/** `np.array([... for e in a])`. */
function comprehended(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  const [count, ...rest] = shape;
  if (count === undefined || rest.length > 0) return null;
  const name = `q${scope.budget.names++}`;
  const inner = innerScope(scope);
  const vectors = arraysIn(scope).filter(
    (v) => v.shape.length === 1 && v.shape[0] === count && !isPython(v.type),
  );
  const over = vectors.length > 0 && c.chance(60) ? oneOf(c, vectors) : null;
  const item = { name, shape: [], rebind: "never", stored: false, plain: false, mixed: false } as const;
  inner.vars.set(
    name,
    over === null
      ? { ...item, type: "python int", range: { low: 0, high: count - 1 } }
      : { ...item, type: over.type, range: null },
  );
  const body = scalarOf(inner, type, Math.min(depth - 1, 2));
  return atom(`np.array([${body.text} for ${name} in ${over?.name ?? `range(${count})`}])`, type, shape);
}

/** Of integers to small powers, and squares; other powers of floats are only near NumPy's. */
function power(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  if (type === "bool") return null;
  const exponent = isFloat(type) ? 2 : scope.c.pick(4);
  const x = arrayOf(scope, shape, type, depth - 1);
  return made(`${inside(x, binds.power + 1)} ** ${exponent}`, binds.power, type, shape);
}

/** Of integers, whose sums have no order. */
function matrixProduct(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  const [rows, columns] = shape;
  if (!isInteger(type) || rows === undefined || shape.length > 2) return null;
  const inner = 1 + c.pick(3);
  const left = arrayOf(scope, [rows, inner], type, depth - 1);
  const right = arrayOf(scope, columns === undefined ? [inner] : [inner, columns], type, depth - 1);
  if (c.chance(50))
    return atom(`${oneOf(c, ["np.dot", "np.matmul"])}(${left.text}, ${right.text})`, type, shape);
  return made(
    `${inside(left, binds.product)} @ ${inside(right, binds.product + 1)}`,
    binds.product,
    type,
    shape,
  );
}
