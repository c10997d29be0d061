/** The elements of an array in other places: transposed, turned, joined, sorted, repeated, reshaped. */
import { arrayOf } from "./arrays.ts";
import { oneOf } from "./choices.ts";
import {
  atom,
  base,
  type Dtype,
  type Ex,
  isFloat,
  type Memory,
  type Scope,
  type Shape,
  sizeOf,
} from "./model.ts";

export function rearranged(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  return oneOf(c, forms)(scope, shape, type, depth - 1);
}

type Form = (scope: Scope, shape: Shape, type: Dtype, depth: number) => Ex | null;

const forms: readonly Form[] = [
  transposed,
  turned,
  rolled,
  joined,
  sorted,
  accumulated,
  repeated,
  reshaped,
  stacked,
  copied,
  padded,
  differences,
];

function transposed(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  if (shape.length < 2) return null;
  const x = arrayOf(scope, shape.toReversed(), type, depth);
  const text = oneOf(c, [`${base(x)}.T`, `np.transpose(${x.text})`, `${base(x)}.transpose()`]);
  return as(text, type, shape, shares(x));
}

function turned(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex {
  const { c } = scope;
  const x = arrayOf(scope, shape, type, depth);
  const axis = c.pick(shape.length);
  const text = oneOf(c, [`${base(x)}[::-1]`, `np.flip(${x.text}, ${axis})`, `np.flip(${x.text})`]);
  return as(text, type, shape, shares(x));
}

function rolled(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex {
  const { c } = scope;
  const x = arrayOf(scope, shape, type, depth);
  const by = c.pick(5) - 2;
  return atom(
    `np.roll(${x.text}, ${by}${c.chance(60) ? `, axis=${c.pick(shape.length)}` : ""})`,
    type,
    shape,
  );
}

function joined(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  const axis = c.pick(shape.length);
  const extent = shape[axis] ?? 1;
  if (extent < 2) return null;
  const first = 1 + c.pick(extent - 1);
  const a = arrayOf(scope, shape.with(axis, first), type, depth);
  const b = arrayOf(scope, shape.with(axis, extent - first), type, depth);
  return atom(
    `np.concatenate((${a.text}, ${b.text})${axis > 0 || c.chance(30) ? `, axis=${axis}` : ""})`,
    type,
    shape,
  );
}

function stacked(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  if (shape.length < 2) return null;
  const axis = c.pick(shape.length);
  const count = shape[axis] ?? 1;
  if (count > 3) return null;
  const items = Array.from(
    { length: count },
    () => arrayOf(scope, shape.toSpliced(axis, 1), type, depth - 1).text,
  );
  return atom(`np.stack([${items.join(", ")}], axis=${axis})`, type, shape);
}

/** Equal elements may come in any order from argsort unless it is stable. */
function sorted(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex {
  const { c } = scope;
  const axis = c.pick(shape.length);
  if (type === "int64" && c.chance(50)) {
    const x = arrayOf(scope, shape, oneOf(c, ["int32", "uint8", "int8", "int16"] as const), depth);
    return atom(`np.argsort(${x.text}, axis=${axis}, kind='stable')`, type, shape);
  }
  const x = arrayOf(scope, shape, type, depth);
  return atom(`np.sort(${x.text}, axis=${axis})`, type, shape);
}

function accumulated(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  if (type !== "int64" && type !== "uint64" && !isFloat(type)) return null;
  const x = arrayOf(scope, shape, type, depth);
  return atom(`np.cumsum(${x.text}, axis=${c.pick(shape.length)})`, type, shape);
}

function repeated(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  const axis = c.pick(shape.length);
  const extent = shape[axis] ?? 1;
  if (extent % 2 !== 0) {
    const x = arrayOf(scope, shape.slice(1).length > 0 ? shape.slice(1) : [1], type, depth);
    return as(
      `np.broadcast_to(${x.text}, ${shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`})`,
      type,
      shape,
      "frozen",
    );
  }
  const x = arrayOf(scope, shape.with(axis, extent / 2), type, depth);
  if (c.chance(50)) return atom(`np.repeat(${x.text}, 2, axis=${axis})`, type, shape);
  const times = shape.map((_, i) => (i === axis ? 2 : 1));
  return atom(`np.tile(${x.text}, (${times.join(", ")},))`, type, shape);
}

function reshaped(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex {
  const { c } = scope;
  const size = sizeOf(shape);
  const divisors = [1, 2, 3, 4].filter((n) => size % n === 0);
  const rows = oneOf(c, divisors);
  const x = arrayOf(scope, c.chance(50) ? [size] : [rows, size / rows], type, depth);
  if (shape.length === 1 && c.chance(50))
    return as(`${base(x)}.${oneOf(c, ["ravel", "flatten"])}()`, type, shape, "frozen");
  const to = c.chance(30) ? shape.with(0, -1) : shape;
  return as(`${base(x)}.reshape(${to.join(", ")})`, type, shape, "frozen");
}

function copied(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex {
  const { c } = scope;
  const x = arrayOf(scope, shape, type, depth);
  return atom(oneOf(c, [`${base(x)}.copy()`, `np.array(${x.text})`, `np.copy(${x.text})`]), type, shape);
}

function padded(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  if (shape.some((n) => n < 3) || type === "bool") return null;
  const x = arrayOf(
    scope,
    shape.map((n) => n - 2),
    type,
    depth,
  );
  return atom(`np.pad(${x.text}, 1)`, type, shape);
}

function differences(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  if (type === "bool") return null;
  const axis = shape.length - 1;
  const x = arrayOf(scope, shape.with(axis, (shape[axis] ?? 1) + 1), type, depth);
  return atom(`np.diff(${x.text})`, type, shape);
}

function as(text: string, type: Dtype, shape: Shape, memory: Memory): Ex {
  return { ...atom(text, type, shape), memory };
}

/** A view of a view of a name can be stored to; a view of a new array too. */
function shares(x: Ex): Memory {
  return x.memory;
}
