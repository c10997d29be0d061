/** Functions that are called with several types: each call is typed on its own. */
import { arrayOf } from "./arrays.ts";
import { type Choices, oneOf } from "./choices.ts";
import {
  atom,
  type Dtype,
  type Ex,
  isInteger,
  type Scope,
  type Shape,
  signedTypes,
  unsignedTypes,
} from "./model.ts";
import { scalarOf } from "./scalars.ts";

const pairBody = ["return x // 3, y >> 1"];

const bodies: readonly (readonly string[])[] = [
  ["return x + y"],
  ["return x * y - x"],
  ["t = x ^ y", "return t & x"],
  ["return np.maximum(x, y) - np.minimum(x, y)"],
  ["t = x + y", "for i in range(3):", "    t = t * y + x", "return t"],
  ["return np.abs(x) % 7 + y"],
  pairBody,
];

/** A function of two numbers or arrays of integers, whatever their types. */
export function writeTemplate(scope: Scope, name: string): string[] {
  const body = oneOf(scope.c, bodies);
  scope.templates.push({ name, pair: body === pairBody });
  return [`def ${name}(x, y):`, ...body.map((line) => `    ${line}`)];
}

/** A call with integers of any two types, brought to the wanted one. */
export function callOfTemplate(scope: Scope, type: Dtype, shape: Shape, depth: number): Ex | null {
  const { c } = scope;
  if (scope.templates.length === 0 || !isInteger(type)) return null;
  const { name, pair } = oneOf(c, scope.templates);
  const scalar = shape.length === 0;
  const [x, y] = [anyInteger(c), anyInteger(c)].map((t) => {
    const isScalar = scalar || c.chance(25);
    return isScalar ? scalarOf(scope, t, depth - 1) : arrayOf(scope, shape, t, depth - 1);
  });
  if (x === undefined || y === undefined) return null;
  if (!scalar && (pair ? x : x.shape.length > 0 ? x : y).shape.length === 0) return null;
  const call = `${name}(${x.text}, ${y.text})${pair ? `[${c.pick(scalar || y.shape.length > 0 ? 2 : 1)}]` : ""}`;
  return atom(scalar ? `np.${type}(${call})` : `${call}.astype(np.${type})`, type, shape);
}

/** Two signed or two unsigned ones promote to an integer; so do mixed ones below 64 bits. */
function anyInteger(c: Choices): Dtype {
  return oneOf(c, [...signedTypes, ...unsignedTypes.slice(0, 3)]);
}
