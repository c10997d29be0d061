/** Stores into arrays: elements, slices, masks, scattered indices, whole arrays; plain and augmented. */
import { arrayOf, broadcasting, indexArray } from "./arrays.ts";
import { oneOf } from "./choices.ts";
import {
  arraysIn,
  base,
  binaryType,
  type Dtype,
  dtypes,
  type Ex,
  isFloat,
  isInteger,
  isPython,
  rangeOf,
  type Scalar,
  type Scope,
  type Variable,
} from "./model.ts";
import { clipped, partner, pythonInt, scalarOf, weakFor } from "./scalars.ts";
import { smaller } from "./statements.ts";
import { element, viewOfShape } from "./views.ts";

const augmented = [
  ["add", "+="],
  ["sub", "-="],
  ["mul", "*="],
  ["and", "&="],
  ["or", "|="],
  ["xor", "^="],
  ["floordiv", "//="],
  ["mod", "%="],
  ["shl", "<<="],
  ["shr", ">>="],
  ["div", "/="],
] as const;

function target(scope: Scope): Variable | null {
  const arrays = arraysIn(scope).filter((v) => v.stored && !isPython(v.type));
  return arrays.length === 0 ? null : oneOf(scope.c, arrays);
}

/** `=`, or an augmented assignment that NumPy allows in place with an operand of the type. */
function sign(scope: Scope, type: Scalar, operand: Scalar): string {
  const { c } = scope;
  if (!c.chance(45)) return "=";
  const fitting = augmented.filter(([op]) => binaryType(op, type, operand) === type);
  return fitting.length === 0 ? "=" : oneOf(c, fitting)[1];
}

/** `a[i, j] = x`. */
export function writeElementStore(scope: Scope): string[] | null {
  const v = target(scope);
  if (v === null) return null;
  const place = element(scope, v, 2).text;
  const { text, type } = stored(scope, v.type as Dtype, 3);
  return [`${place} ${sign(scope, v.type, type)} ${text}`];
}

/** A scalar that an array of the type takes. */
function stored(scope: Scope, type: Dtype, depth: number): Ex {
  const { c } = scope;
  if (!c.chance(40)) return scalarOf(scope, type, depth);
  if (c.chance(50)) {
    if (!isInteger(type)) return scalarOf(scope, isFloat(type) ? "python float" : "python bool", depth);
    const { low, high } = rangeOf(type);
    return pythonInt(
      scope,
      c.chance(3) ? null : { low: Math.max(low, -100), high: Math.min(high, 200) },
      depth,
    );
  }
  const from = oneOf(c, dtypes);
  const ex = scalarOf(scope, from, depth);
  return isFloat(from) && isInteger(type) ? clipped(ex, type) : ex;
}

/** `a[1:, ::-1] = ...`: the right side broadcasts, and may overlap the left. */
export function writeSliceStore(scope: Scope): string[] | null {
  const { c } = scope;
  const v = target(scope);
  if (v === null) return null;
  const view = viewOfShape(scope, v, smaller(scope, v.shape), 1);
  if (view === null) return null;
  const place = view.text === v.name ? `${v.name}[${oneOf(c, [":", "..."])}]` : view.text;
  const type = v.type as Dtype;
  if (c.chance(25)) {
    const scalar = stored(scope, type, 2);
    return [`${place} ${sign(scope, type, scalar.type)} ${scalar.text}`];
  }
  const overlap = c.chance(30) ? viewOfShape(scope, v, view.shape, 1) : null;
  const from = c.chance(25) ? oneOf(c, dtypes) : type;
  const source = overlap ?? arrayOf(scope, broadcasting(c, view.shape), from, 3);
  const converted = isFloat(source.type) && isInteger(type) ? clipped(source, type) : source;
  const right = sharesOddly(v, view, converted) ? `${base(converted)}.copy()` : converted.text;
  return [`${place} ${sign(scope, type, converted.type)} ${right}`];
}

/**
 * NumPy copies overlapping vectors element by element when their steps differ, and reads what it has just written.
 * Arrays of more axes, and slices of one array with equal steps, it copies as if there were no overlap.
 */
function sharesOddly(v: Variable, target: Ex, source: Ex): boolean {
  if (source.memory === "own" || target.shape.length > 1) return false;
  const sameStep = [target, source].every(
    (x) => x.text === v.name || /^\w+\[-?\d*:-?\d*(:-?1)?\]$/.test(x.text),
  );
  return !sameStep || !(source.text === v.name || source.text.startsWith(`${v.name}[`));
}

/** `a[a > 3] = 0`. A mask that shares the array's memory would change under NumPy's hands, so it is copied. */
export function writeMaskStore(scope: Scope): string[] | null {
  const v = target(scope);
  if (v === null) return null;
  const mask = arrayOf(scope, v.shape, "bool", 2);
  const { text, type } = stored(scope, v.type as Dtype, 2);
  const settled = mask.memory === "own" ? mask.text : `${base(mask)}.copy()`;
  return [`${v.name}[${settled}] ${sign(scope, v.type, type)} ${text}`];
}

/** `a[idx] = ...`: of equal indices the last wins. */
export function writeScatter(scope: Scope): string[] | null {
  const { c } = scope;
  const v = target(scope);
  if (v === null) return null;
  const count = 1 + c.pick(4);
  const indices = indexArray(scope, [count], v.shape[0] ?? 1, 1);
  const type = v.type as Dtype;
  if (c.chance(30)) {
    const scalar = stored(scope, type, 1);
    return [`${v.name}[${indices}] ${sign(scope, type, scalar.type)} ${scalar.text}`];
  }
  const right = arrayOf(scope, [count, ...v.shape.slice(1)], type, 2);
  return [`${v.name}[${indices}] ${sign(scope, type, type)} ${right.text}`];
}

export function writeSwap(scope: Scope): string[] | null {
  const v = target(scope);
  if (v === null) return null;
  const a = element(scope, v, 1).text;
  const b = element(scope, v, 1).text;
  return [`${a}, ${b} = ${b}, ${a}`];
}

/** `a += b`, `a.sort()`, `a.fill(x)`: in place, seen through every name of the array. */
export function writeWholeChange(scope: Scope): string[] | null {
  const { c } = scope;
  const v = target(scope);
  if (v === null) return null;
  const type = v.type as Dtype;
  switch (c.pick(4)) {
    case 0:
      return [`${v.name}.fill(${stored(scope, type, 2).text})`];
    case 1:
      return [`${v.name}.sort(${v.shape.length > 1 && c.chance(50) ? "axis=0" : ""})`];
    default: {
      const [op, symbol] = oneOf(
        c,
        augmented.filter(([o]) => binaryType(o, type, type) === type),
      );
      const other = partner(c, op, type);
      const right =
        other === "python int"
          ? weakFor(scope, op, type, 2)
          : isPython(other)
            ? scalarOf(scope, other, 2)
            : arrayOf(scope, broadcasting(c, v.shape), other, 3);
      return [`${v.name} ${symbol} ${right.text}`];
    }
  }
}
