/** The arguments of a generated kernel: their types, and data of small numbers, limits and special floats. */
import { allocateElements, type Elements, type WireValue, wireArray } from "../numpy/wire.ts";
import { anyShape } from "./arrays.ts";
import { type Choices, oneOf } from "./choices.ts";
import {
  bitsOf,
  type Dtype,
  dtypes,
  isFloat,
  isPython,
  isUnsigned,
  pythonTypes,
  rangeOf,
  type Scalar,
  sizeOf,
  type Variable,
} from "./model.ts";

export interface Argument {
  readonly variable: Variable;
  readonly wire: WireValue;
  readonly typeText: string; // as a corpus header has it: int8[3,4], or 5
  readonly valuesText: string | null;
}

export function argument(c: Choices, name: string, kind: "array" | "numpy" | "python"): Argument {
  if (kind === "python") return pythonArgument(c, name);
  const type = oneOf(c, dtypes);
  const shape = kind === "array" ? anyShape(c) : [];
  const { elements, texts } = data(c, type, sizeOf(shape));
  const variable: Variable = {
    name,
    type,
    shape,
    range: null,
    rebind: kind === "array" ? "never" : "freely",
    stored: kind === "array",
    plain: kind === "array",
    mixed: false,
  };
  const wire = wireArray(type, kind === "array" ? shape : null, elements);
  const typeText = kind === "array" ? `${type}[${shape.join(",")}]` : type;
  return { variable, wire, typeText, valuesText: texts.join(",") };
}

function pythonArgument(c: Choices, name: string): Argument {
  const type: Scalar = oneOf(c, pythonTypes);
  const text =
    type === "python int"
      ? String(c.pick(60) - 12)
      : type === "python float"
        ? oneOf(c, ["1.0", "0.5", "-2.25", "0.1", "3.75", "-0.3", "1e-05"])
        : oneOf(c, ["True", "False"]);
  const range = type === "python int" ? { low: -12, high: 47 } : null;
  const variable: Variable = {
    name,
    type,
    shape: [],
    range,
    rebind: "freely",
    stored: false,
    plain: false,
    mixed: false,
  };
  if (!isPython(type)) throw new Error(`${type} is no Python number`);
  return { variable, wire: { dtype: type, value: text }, typeText: text, valuesText: null };
}

/** Counting up for the simplest choice; else random with a few extremes among it. */
function data(
  c: Choices,
  type: Dtype,
  count: number,
): { readonly elements: Elements; readonly texts: readonly string[] } {
  const elements = allocateElements(type, count);
  const texts: string[] = [];
  const seed = c.pick(0x10000);
  const wild = c.chance(35);
  let state = seed;
  const random = (n: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor(((state >>> 8) / 0x800000) * n);
  };
  for (let i = 0; i < count; i++) {
    const text = seed === 0 ? String(type === "bool" ? i % 2 : i % 100) : number(type, random, wild);
    texts.push(text);
    if (elements instanceof BigInt64Array || elements instanceof BigUint64Array) elements[i] = BigInt(text);
    else
      elements[i] =
        text === "inf" ? Number.POSITIVE_INFINITY : text === "-inf" ? Number.NEGATIVE_INFINITY : Number(text);
  }
  return { elements, texts };
}

const special = ["nan", "inf", "-inf", "0.0", "65504.0", "-1.0"] as const;

function number(type: Dtype, random: (n: number) => number, wild: boolean): string {
  if (type === "bool") return String(random(2));
  if (isFloat(type)) {
    if (wild && random(6) === 0) return special[random(special.length)] ?? "0.0";
    const value = (random(2000) - 1000) / (1 << random(7));
    return String(
      type === "float16"
        ? Math.fround(roundHalf(value))
        : type === "float32"
          ? Math.fround(value * (wild ? 1.1 : 1))
          : value * (wild ? 1.1 : 1),
    );
  }
  if (wild && random(4) === 0) return extreme(type, random);
  const { low, high } = rangeOf(type);
  const [from, to] = [Math.max(low, wild ? -30000 : -20), Math.min(high, wild ? 60000 : 50)];
  return String(from + random(to - from + 1));
}

/** Eleven bits of mantissa: what float16 has in its normal range. */
function roundHalf(value: number): number {
  if (value === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(value))) - 10);
  return Math.round(value / unit) * unit;
}

function extreme(type: Dtype, random: (n: number) => number): string {
  const bits = BigInt(bitsOf(type));
  const top = isUnsigned(type) ? (1n << bits) - 1n : (1n << (bits - 1n)) - 1n;
  const bottom = isUnsigned(type) ? 0n : -(1n << (bits - 1n));
  return String([top, bottom, top - 1n, bottom + 1n][random(4)] ?? 0n);
}
