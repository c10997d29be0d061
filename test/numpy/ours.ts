/** Our own values in wire form, and back. */
import type { Value } from "../../src/types/operators.ts";
import { printType } from "../../src/types/print.ts";
import type { NDArray } from "../../src/types/storage.ts";
import { array, isComplex, type Type } from "../../src/types/types.ts";
import {
  allocateElements,
  type Elements,
  elementsOf,
  parsePythonFloat,
  type WireValue,
  wireArray,
} from "./wire.ts";

/** One of our values. A type that NumPy lacks (`int<12>`) has no wire form and throws. */
export function toWire(type: Type, value: NDArray | Value): WireValue {
  if (typeof value === "object" && isComplex(type))
    return wireArray(printType(type), null, value.data as Elements);
  if (typeof value === "object") {
    if (type.kind !== "array") throw new Error(`an array came where ${printType(type)} was promised`);
    const shape = value.type.shape.map((dim) => (typeof dim === "number" ? dim : dim.max));
    return wireArray(numpyName(printType(value.type.element)), shape, value.data as Elements);
  }
  if (type.kind === "array") throw new Error(`a scalar came where ${printType(type)} was promised`);
  if (type.kind === "python" && type.name !== "complex")
    return { dtype: `python ${type.name}` as const, value: pythonRepr(type.name, value) };
  const dtype = printType(type);
  const elements = allocateElements(dtype, 1);
  if (elements instanceof BigInt64Array || elements instanceof BigUint64Array)
    elements[0] = BigInt(value as number | bigint);
  else elements[0] = Number(value);
  return wireArray(dtype, null, elements);
}

/** An array of Python numbers is what NumPy makes of them. */
function numpyName(element: string): string {
  if (element === "python int") return "int64";
  if (element === "python float") return "float64";
  if (element === "python complex") return "complex128";
  return element === "python bool" ? "bool" : element;
}

function pythonRepr(name: "int" | "float" | "bool", value: Value): string {
  if (name === "bool") return value ? "True" : "False";
  if (name === "int") return String(value);
  const x = Number(value);
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  return Object.is(x, -0) ? "-0.0" : String(x);
}

/** What our interpreter is called with. */
export function fromWire(type: Type, value: WireValue): NDArray | Value {
  if (!("shape" in value)) {
    if (value.dtype === "python bool") return value.value === "True";
    return value.dtype === "python int" ? canonical(BigInt(value.value)) : parsePythonFloat(value.value);
  }
  const elements = elementsOf(value);
  if (isComplex(type)) return { type: array(type, []), data: elements };
  if (type.kind === "array") return { type, data: elements };
  const [first = 0] = elements;
  if (type.kind === "bool") return Boolean(first);
  return typeof first === "bigint" ? canonical(first) : first;
}

function canonical(value: bigint): Value {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
