/** Circuits of float<E,M>, in all encodings. */
import { bug } from "../../../diagnostics/bug.ts";
import type { ExactType } from "../../../types/exact.ts";
import type { BinaryOp, MathFn } from "../../../types/operators.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { floatElementary } from "../elementary/index.ts";
import { not, or } from "../gates.ts";
import { allAtOnce, type Repeat } from "../rounds.ts";
import { floatAdd, floatSubtract } from "./add.ts";
import { floatExtreme } from "./compare.ts";
import { exactToFloat, floatToExact, floatToFloat } from "./convert.ts";
import { floatDivide } from "./divide.ts";
import { floatIntegral } from "./integral.ts";
import { floatMultiply } from "./multiply.ts";
import { floatFloordiv, floatFmod, floatMod } from "./remainder.ts";
import { floatCopySign, floatSign } from "./sign.ts";
import { floatSqrt } from "./sqrt.ts";
import { unpack } from "./unpack.ts";

export { floatCompare, mirrored, mixedCompare } from "./compare.ts";
export { floatBitcast, floatUnary } from "./sign.ts";

/** `repeat`: how the digits of a quotient are made, and of a root. */
export function floatBinary(
  op: BinaryOp,
  type: FloatType,
  a: Expr,
  b: Expr,
  repeat: Repeat = allAtOnce,
): Expr {
  switch (op) {
    case "add":
      return floatAdd(type, a, b);
    case "sub":
      return floatSubtract(type, a, b);
    case "mul":
      return floatMultiply(type, a, b);
    case "div":
      return floatDivide(type, a, b, repeat);
    case "fmod":
      return floatFmod(type, a, b);
    case "mod":
      return floatMod(type, a, b);
    case "floordiv":
      return floatFloordiv(type, a, b);
    case "min":
    case "max":
      return floatExtreme(op, type, a, b);
    case "pow":
      return floatElementary(op, type, a, b);
    default:
      return bug(`floats have no ${op}`);
  }
}

export function floatMath(fn: MathFn, type: FloatType, a: Expr, b: Expr, repeat: Repeat = allAtOnce): Expr {
  const x = unpack(type, a);
  switch (fn) {
    case "sqrt":
      return floatSqrt(type, a, repeat);
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
      return floatIntegral(fn, type, a);
    case "sign":
      return floatSign(type, a);
    case "isnan":
      return x.isNan;
    case "isinf":
      return x.isInf;
    case "isfinite":
      return not(or(x.isNan, x.isInf));
    case "copysign":
      return floatCopySign(type, a, b);
    case "complex":
    case "real":
    case "imag":
    case "conj":
    case "angle":
    case "square":
      return bug(`complex numbers are taken apart before ${fn}`);
    default:
      return floatElementary(fn, type, a, b);
  }
}

/** One of the types at least is a float. */
export function floatConvert(from: ExactType | FloatType, to: ExactType | FloatType, a: Expr): Expr {
  if (from.kind !== "float") return to.kind === "float" ? exactToFloat(from, to, a) : a;
  return to.kind === "float" ? floatToFloat(from, to, a) : floatToExact(from, to, a);
}
