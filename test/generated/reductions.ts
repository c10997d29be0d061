/** Folding axes away: sums of integers, extremes of anything. Float sums are left out: NumPy's own order is open. */

import { arrayOf } from "./arrays.ts";
import { oneOf } from "./choices.ts";
import {
  atom,
  base,
  type Dtype,
  dtypes,
  type Ex,
  isFloat,
  isInteger,
  type Scope,
  type Shape,
  signedTypes,
  sizeOf,
  unsignedTypes,
} from "./model.ts";

/** An array of one or more axes folded to the shape and type, or null when no fold gives the type. */
export function reductionTo(scope: Scope, type: Dtype, shape: Shape, depth: number): Ex | null {
  const { c } = scope;
  const folds = foldsTo(type).filter(
    (fold) => shape.length === 0 || (fold.form !== "builtin" && fold.form !== "product"),
  );
  const fold = oneOf(c, folds);
  const elements = oneOf(c, fold.from);
  if (fold.form === "product") return product(scope, elements, depth);
  const axis = c.pick(shape.length + 1);
  const extent = 1 + c.pick(4);
  const whole = shape.toSpliced(axis, 0, extent);
  if (sizeOf(whole) > 60 || whole.length > 3) return null;
  const source = arrayOf(scope, whole, elements, depth - 1);
  if (fold.form === "builtin") return atom(`${fold.name}(${source.text})`, type);
  if (c.chance(12) && fold.form === "function" && shape.length > 0 && !fold.name.startsWith("arg")) {
    // The axis stays, with one element, until it is indexed away.
    const text = `np.${fold.name}(${source.text}, axis=${axis}, keepdims=True)`;
    return atom(`${text}[${[...shape.slice(0, axis).map(() => ":"), "0"].join(", ")}]`, type, shape);
  }
  const axes = whole.length === 1 && c.chance(60) ? "" : `axis=${c.chance(30) ? axis - whole.length : axis}`;
  const text =
    fold.form === "method"
      ? `${base(source)}.${fold.name}(${axes})`
      : `np.${fold.name}(${source.text}${axes === "" ? "" : `, ${axes}`})`;
  return atom(text, type, shape);
}

interface Fold {
  readonly form: "function" | "method" | "builtin" | "product";
  readonly name: string;
  readonly from: readonly Dtype[];
}

function foldsTo(type: Dtype): readonly Fold[] {
  const extremes: Fold[] = [
    { form: "function", name: "max", from: [type] },
    { form: "function", name: "min", from: [type] },
    { form: "method", name: "max", from: [type] },
    { form: "method", name: "min", from: [type] },
    { form: "builtin", name: "max", from: [type] },
    { form: "builtin", name: "min", from: [type] },
  ];
  if (type === "bool")
    return [
      { form: "function", name: "any", from: dtypes },
      { form: "function", name: "all", from: dtypes },
      { form: "method", name: "any", from: dtypes },
      ...extremes,
    ];
  if (type === "float64")
    extremes.push({ form: "function", name: "mean", from: ["int32", "uint8", "int8", "bool"] });
  if (type === "float16") return extremes; // Python's sum in order is printed as NumPy's, which adds in float32
  if (isFloat(type)) return [...extremes, { form: "builtin", name: "sum", from: [type] }];
  const folds: Fold[] = [...extremes, { form: "builtin", name: "sum", from: [type] }];
  if (isInteger(type)) folds.push({ form: "product", name: "dot", from: [type] });
  if (type !== "int64" && type !== "uint64") return folds;
  const from: readonly Dtype[] = type === "int64" ? [...signedTypes, "bool"] : unsignedTypes;
  folds.push(
    { form: "function", name: "sum", from },
    { form: "method", name: "sum", from },
    { form: "function", name: "prod", from },
  );
  if (type === "int64")
    folds.push(
      { form: "function", name: "argmax", from: dtypes },
      { form: "function", name: "argmin", from: dtypes },
      { form: "method", name: "argmax", from: dtypes },
    );
  return folds;
}

/** NumPy's dot of two vectors, or PyLog's of anything. */
function product(scope: Scope, type: Dtype, depth: number): Ex {
  const { c } = scope;
  const shape = [1 + c.pick(4)];
  const a = arrayOf(scope, shape, type, depth - 1);
  const b = arrayOf(scope, shape, type, depth - 1);
  return atom(`${oneOf(c, ["np.dot", "dot"])}(${a.text}, ${b.text})`, type);
}
