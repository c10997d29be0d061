/** What elementary_pieces.h must give: digests of what the algorithms of src/types/float/elementary have before they round. */
import { compileArc, compileAtan2 } from "../../src/types/float/elementary/arc.ts";
import { compileExp } from "../../src/types/float/elementary/exp.ts";
import { compileLog } from "../../src/types/float/elementary/log.ts";
import { compileTrig } from "../../src/types/float/elementary/trig.ts";
import { type Exact, type Finite, unpackNumber } from "../../src/types/float/exact.ts";
import { formatOf } from "../../src/types/float/format.ts";
import type { FloatType } from "../../src/types/types.ts";

export const digested = [
  ...(["exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan"] as const),
  ...(["asin", "acos", "atan", "sinh", "cosh", "tanh", "atan2"] as const),
];
export type Digested = (typeof digested)[number];

/** The digest of the result, or undefined where the function is not computed (poles, outside the domain, no more than x). */
export function compileDigest(fn: Digested, type: FloatType): (x: number, y: number) => bigint | undefined {
  const apply = compileApproximate(fn, type);
  const outside = outsideOf(fn, type);
  return (x, y) => {
    const result = apply(unpackNumber(x), unpackNumber(y));
    return result.kind !== "finite" || outside(x) ? undefined : digest(result);
  };
}

function compileApproximate(fn: Digested, type: FloatType): (x: Exact, y: Exact) => Exact {
  const format = formatOf(type);
  switch (fn) {
    case "exp":
    case "exp2":
    case "expm1":
    case "sinh":
    case "cosh":
    case "tanh":
      return compileExp(fn, format);
    case "log":
    case "log2":
    case "log10":
    case "log1p":
      return compileLog(fn, format);
    case "sin":
    case "cos":
    case "tan":
      return compileTrig(fn, format);
    case "asin":
    case "acos":
    case "atan":
      return compileArc(fn, format);
    case "atan2":
      return compileAtan2(format);
  }
}

/** Beyond 2^12 the exponential functions only say "far"; asin of a very small number is that number. */
function outsideOf(fn: Digested, type: FloatType): (x: number) => boolean {
  const tiny = 2 ** -(type.mantissa + 29);
  return (x) => {
    const size = Math.abs(x);
    if (fn === "atan2") return false;
    if (x === 0 || !Number.isFinite(x)) return true;
    if (fn === "asin") return size < tiny;
    if (fn === "acos") return x === 1;
    return ["exp", "exp2", "expm1", "sinh", "cosh"].includes(fn) && size >= 2 ** 13;
  };
}

function digest(x: Finite): bigint {
  if (x.mantissa === 0n) return x.negative ? 1n << 63n : 0n;
  let { mantissa, exponent } = x;
  while ((mantissa & 1n) === 0n) {
    mantissa >>= 1n;
    exponent++;
  }
  let sum = x.negative ? 1n : 0n;
  for (let i = 3n; i >= 0n; i--) sum = mixed(sum, (mantissa >> (64n * i)) & (2n ** 64n - 1n));
  return mixed(sum, BigInt.asUintN(64, BigInt(exponent))) & ~(1n << 62n);
}

function mixed(sum: bigint, word: bigint): bigint {
  return BigInt.asUintN(64, (sum ^ (sum >> 29n) ^ word) * 0x9e3779b97f4a7c15n);
}
