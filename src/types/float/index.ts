/**
 * float<E,M>: bit-exact arithmetic of every float type.
 *
 *     const add = compileFloatBinary("add", float(5, 4));
 *     add(1.5, 0.09375);                                    // 1.625: rounded once, to nearest even
 *     encode(float32, 1.5);                                 // 0x3fc00000n
 */
export {
  compileFloatBinary,
  compileFloatCompare,
  compileFloatFma,
  compileFloatUnary,
} from "./arithmetic.ts";
export type { BinaryClosure, CompareClosure, UnaryClosure } from "./closures.ts";
export { convertFloat } from "./convert.ts";
export type { Exact } from "./exact.ts";
export { compileFloatMath } from "./math.ts";
export { compileRound, roundTo } from "./round.ts";
export { type ParsedFloat, parseFloatLiteral, printFloat } from "./text.ts";
export { decode, encode, floatBits, floatFromInteger, floatToExact } from "./value.ts";
