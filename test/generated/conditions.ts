/** What is true or false: comparisons (chained too), `and`, `or`, `not`. */
import { oneOf } from "./choices.ts";
import {
  asExpression,
  atom,
  binds,
  dtypes,
  type Ex,
  inside,
  made,
  type Scalar,
  type Scope,
  scalarsOf,
} from "./model.ts";
import { anyScalarType, constant, scalarOf } from "./scalars.ts";

export const comparisons = ["<", "==", ">", "<=", ">=", "!="] as const;

/** A Python bool or a NumPy one. */
export function condition(scope: Scope, type: "python bool" | "bool", depth: number): Ex {
  return scope.c.part(() => {
    const { c } = scope;
    if (type === "bool") return comparison(scope, depth, true);
    switch (depth <= 0 ? c.pick(3) : c.pick(8)) {
      case 0:
        return constant(c, type, false);
      case 1:
      case 2: {
        const names = scalarsOf(scope, type);
        return names.length > 0 && c.chance(50)
          ? asExpression(oneOf(c, names))
          : comparison(scope, depth, false);
      }
      case 3: {
        const inner = truthy(scope, depth - 1);
        return made(`not ${inside(inner, binds.not)}`, binds.not, type);
      }
      case 4: {
        const [left, right] = [condition(scope, type, depth - 1), condition(scope, type, depth - 1)];
        return made(`${inside(left, binds.and)} and ${inside(right, binds.and + 1)}`, binds.and, type);
      }
      case 5: {
        const [left, right] = [condition(scope, type, depth - 1), condition(scope, type, depth - 1)];
        return made(`${inside(left, binds.or)} or ${inside(right, binds.or + 1)}`, binds.or, type);
      }
      case 6:
        return atom(`bool(${truthy(scope, depth - 1).text})`, type);
      default:
        return comparison(scope, depth, false);
    }
  });
}

/** What an `if` or a `while` may test: anything with a truth. */
export function truthy(scope: Scope, depth: number): Ex {
  const { c } = scope;
  if (!c.chance(75)) return condition(scope, "python bool", depth);
  if (c.chance(65)) return comparison(scope, depth, true);
  const type = anyScalarType(c);
  const left = scalarOf(scope, type, depth - 1);
  if (!c.chance(40)) return left;
  const right = condition(scope, "python bool", depth - 1);
  return made(
    `${inside(left, binds.not)} ${c.chance(50) ? "and" : "or"} ${inside(right, binds.not)}`,
    binds.or,
    "python bool",
  );
}

/** Of NumPy numbers it is a NumPy bool, of Python numbers a Python bool. */
function comparison(scope: Scope, depth: number, numpy: boolean): Ex {
  const { c } = scope;
  const type: Scalar = numpy ? oneOf(c, dtypes) : c.chance(40) ? "python float" : "python int";
  const other = numpy && c.chance(60) ? anyScalarType(c) : type;
  const left = scalarOf(scope, type, depth - 1);
  const right = scalarOf(scope, other, depth - 1);
  const swap = c.chance(30);
  const [l, r] = swap ? [right, left] : [left, right];
  const first = `${inside(l, binds.compare + 1)} ${oneOf(c, comparisons)} ${inside(r, binds.compare + 1)}`;
  if (numpy || !c.chance(25)) return made(first, binds.compare, numpy ? "bool" : "python bool");
  const third = scalarOf(scope, type, depth - 1);
  return made(
    `${first} ${oneOf(c, comparisons)} ${inside(third, binds.compare + 1)}`,
    binds.compare,
    "python bool",
  );
}
