import { takenApart } from "../../types/fault.ts";
import type { Value } from "../../types/operators.ts";
import type { ArrayType, ScalarType } from "../../types/types.ts";
import { float16, float32, isNumpy, sameType } from "../../types/types.ts";
import { atom, call, number, type Text } from "./precedence.ts";
import { dtypeOf } from "./representation.ts";

/** A constant that stands for its type by itself: `np.int32(3)`, `0.5`, `True`. */
export function printConstant(type: ScalarType, value: Value): Text {
  if (type.kind === "bool") return atom(value ? "np.True_" : "np.False_");
  return isNumpy(type) ? call(dtypeOf(type), literal(type, value)) : number(literal(type, value));
}

/** A constant whose type the surroundings give: `3`, `0.5`. NumPy has no weak bool, so that one stays typed. */
export function printWeakConstant(type: ScalarType, value: Value): Text {
  return isNumpy(type) && type.kind !== "bool" ? number(literal(type, value)) : printConstant(type, value);
}

/** `np.array([[1, 2], [3, 4]], dtype=np.int32)` */
export function printTable(type: ArrayType, values: readonly Value[]): Text {
  const shape = type.shape.map((dim) => (typeof dim === "number" ? dim : dim.max));
  const dtype = `dtype=${dtypeOf(type.element)}`;
  if (values.length === 0) return call("np.empty", printTuple(shape), dtype);
  const rows = (depth: number, from: number, size: number): string => {
    if (depth === shape.length) return literal(type.element, values[from] ?? 0);
    const extent = shape[depth] ?? 1;
    const part = size / extent;
    return `[${Array.from({ length: extent }, (_, k) => rows(depth + 1, from + k * part, part)).join(", ")}]`;
  };
  return call("np.array", rows(0, 0, values.length), dtype);
}

/** `(3,)`, `(2, 3)` */
export function printTuple(items: readonly (number | string)[]): string {
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
}

function literal(type: ScalarType, value: Value): string {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return value ? "True" : "False";
    case "python":
      if (type.name === "bool") return value ? "True" : "False";
      return type.name === "int" ? String(value) : floatLiteral(Number(value), String(value));
    case "int":
    case "fixed":
      return String(value);
    case "float":
      return typeof value === "bigint" || (type.variant === "flopoco" && type.exponent === 11)
        ? String(value)
        : floatLiteral(Number(value), shortest(type, Number(value)));
  }
}

/** Few digits that NumPy reads back as the same value. */
function shortest(type: ScalarType, value: number): string {
  if (sameType(type, float32)) {
    for (let digits = 1; digits <= 9; digits++) {
      const text = String(Number(value.toPrecision(digits)));
      if (Math.fround(Number(text)) === value) return text;
    }
  }
  if (sameType(type, float16)) {
    // A half's neighbours are at least 2^-11 apart relatively, or 2^-24: five digits tell them apart.
    const near = Math.max(2 ** (Math.floor(Math.log2(Math.abs(value))) - 10), 2 ** -24);
    for (let digits = 1; digits <= 5; digits++) {
      const text = String(Number(value.toPrecision(digits)));
      if (Math.abs(Number(text) - value) < near / 4) return text;
    }
  }
  return String(value);
}

function floatLiteral(value: number, text: string): string {
  if (Number.isNaN(value)) return "np.nan";
  if (!Number.isFinite(value)) return value < 0 ? "-np.inf" : "np.inf";
  if (Object.is(value, -0)) return "-0.0";
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
