/** Numbers on their way into elements of arrays. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import * as builder from "../../../program/builder.ts";
import { compileConvert } from "../../../types/arithmetic.ts";
import { ArithmeticFault } from "../../../types/fault.ts";
import { allocate, get, type NDArray, set } from "../../../types/storage.ts";
import { array, type ScalarType, sameType, shapeOf } from "../../../types/types.ts";
import { raises, unknown } from "./machine.ts";
import type { NumberObj, Obj } from "./objects.ts";
import { evaluated } from "./operators.ts";

/** As `astype` does; throws ArithmeticFault for what has no value in the type. */
export function convertArray(from: NDArray, type: ScalarType): NDArray {
  if (sameType(from.type.element, type)) return from;
  const convert = compileConvert(from.type.element, type);
  const out = allocate(array(type, from.type.shape));
  const size = shapeOf(from.type).reduce<number>((x, y) => x * Number(y), 1);
  for (let i = 0; i < size; i++) set(out, i, convert(get(from, i), 0));
  return out;
}

/** `np.float32(x)`. */
export function convertedNumber({ value, type }: NumberObj, to: ScalarType, span: Span): Obj {
  return evaluated(span, (refuse) => builder.cast(refuse, { kind: "const", value, type, span }, to));
}

/** A scalar that is stored in an array: NumPy refuses what a signed integer cannot hold. */
export function storedNumber({ value, type }: NumberObj, element: ScalarType, span: Span): Obj {
  try {
    return evaluated(span, (refuse) => {
      const stored = builder.castStored(refuse, { kind: "const", value, type, span }, element);
      return stored?.kind === "cast" ? null : stored;
    });
  } catch (fault) {
    if (fault instanceof ArithmeticFault) return unknown(raises(fault.message), span);
    throw fault;
  }
}
