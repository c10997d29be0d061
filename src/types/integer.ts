/**
 * Integers at run time. `Int` is canonical: a number where it is a safe integer, a bigint elsewhere, never -0.
 *
 * The first half is arithmetic without a width, fast on numbers and exact on any size; Python ints, exact types and
 * 64-bit NumPy types finish its results in their own way. The second half is NumPy's: one type, results wrap.
 */
import { bug, negativePower } from "./fault.ts";
import type { BinaryOp, UnaryOp } from "./operators.ts";
import type { IntType } from "./types.ts";

export type Int = number | bigint;
export type IntUnary = (a: Int) => Int;
export type IntBinary = (a: Int, b: Int) => Int;

export function canonical(value: bigint): Int {
  return value >= minSafe && value <= maxSafe ? Number(value) : value;
}

const minSafe = BigInt(Number.MIN_SAFE_INTEGER);
const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

export function lowest(bits: number, signed: boolean): bigint {
  return signed ? -(1n << BigInt(bits - 1)) : 0n;
}

export function highest(bits: number, signed: boolean): bigint {
  return (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
}

export function inRange(value: Int, bits: number, signed: boolean): boolean {
  return value >= lowest(bits, signed) && value <= highest(bits, signed);
}

/** The value that the low `bits` of a two's complement number have. */
export function wrapTo(bits: number, signed: boolean): IntUnary {
  const wrapBig = signed
    ? (a: bigint) => canonical(BigInt.asIntN(bits, a))
    : (a: bigint) => canonical(BigInt.asUintN(bits, a));
  if (bits <= 32) {
    const narrow = wrapNumber(bits, signed);
    return (a) => (typeof a === "number" ? narrow(a) : wrapBig(a));
  }
  const low = Number(lowest(bits, signed));
  const high = Number(highest(bits, signed)); // rounded up beyond 53 bits, where every safe integer is below it
  return (a) => (typeof a === "number" && a >= low && a <= high ? a : wrapBig(BigInt(a)));
}

/** At most 32 bits; `a` is any safe integer. */
function wrapNumber(bits: number, signed: boolean): (a: number) => number {
  const unused = 32 - bits;
  if (unused === 0) return signed ? (a) => a | 0 : (a) => a >>> 0;
  return signed ? (a) => (a << unused) >> unused : (a) => (a << unused) >>> unused;
}

// Arithmetic without a width

export function add(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return canonical(BigInt(a) + BigInt(b));
}

export function sub(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return canonical(BigInt(a) - BigInt(b));
}

export function mul(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product + 0; // -0 becomes 0
  }
  return canonical(BigInt(a) * BigInt(b));
}

/** Rounds down; `b` is not 0. */
export function floorDiv(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const rest = a % b;
    const quotient = (a - rest) / b;
    return (rest !== 0 && rest < 0 !== b < 0 ? quotient - 1 : quotient) + 0;
  }
  const dividend = BigInt(a);
  const divisor = BigInt(b);
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  return canonical(rest !== 0n && rest < 0n !== divisor < 0n ? quotient - 1n : quotient);
}

/** The rest of floorDiv, with the sign of `b`. */
export function floorMod(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const rest = a % b;
    return (rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest) + 0;
  }
  const divisor = BigInt(b);
  const rest = BigInt(a) % divisor;
  return canonical(rest !== 0n && rest < 0n !== divisor < 0n ? rest + divisor : rest);
}

/** The rest of the truncated quotient, with the sign of `a`. */
export function truncMod(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") return (a % b) + 0;
  return canonical(BigInt(a) % BigInt(b));
}

/** `b` is not negative; the caller bounds the size of the result. */
export function pow(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    let result = 1;
    let base = a;
    for (let rest = b; ; ) {
      if (rest % 2 === 1) result *= base;
      rest = Math.floor(rest / 2);
      if (rest === 0) break;
      base *= base;
      if (!Number.isSafeInteger(base)) return bigPow(a, b);
    }
    if (Number.isSafeInteger(result)) return result + 0;
  }
  return bigPow(a, b);
}

function bigPow(a: Int, b: Int): Int {
  return canonical(BigInt(a) ** BigInt(b));
}

/** a * 2^count; the caller bounds the count. */
export function shiftLeft(a: Int, count: number): Int {
  if (typeof a === "number" && count <= 52) {
    const shifted = a * 2 ** count;
    if (Number.isSafeInteger(shifted)) return shifted;
  }
  return canonical(BigInt(a) << BigInt(count));
}

/** floor(a / 2^count). */
export function shiftRight(a: Int, count: number): Int {
  if (typeof a === "number") return count > 53 ? (a < 0 ? -1 : 0) : Math.floor(a / 2 ** count);
  return canonical(a >> BigInt(count));
}

export function and(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const result = Math.floor(a / word) & Math.floor(b / word);
    const joined = result * word + ((a & b) >>> 0);
    if (Number.isSafeInteger(joined)) return joined;
  }
  return canonical(BigInt(a) & BigInt(b));
}

export function or(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const result = Math.floor(a / word) | Math.floor(b / word);
    const joined = result * word + ((a | b) >>> 0);
    if (Number.isSafeInteger(joined)) return joined;
  }
  return canonical(BigInt(a) | BigInt(b));
}

export function xor(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const result = Math.floor(a / word) ^ Math.floor(b / word);
    const joined = result * word + ((a ^ b) >>> 0);
    if (Number.isSafeInteger(joined)) return joined;
  }
  return canonical(BigInt(a) ^ BigInt(b));
}

const word = 2 ** 32;

export function min(a: Int, b: Int): Int {
  return b < a ? b : a;
}

export function max(a: Int, b: Int): Int {
  return b > a ? b : a;
}

export function negate(a: Int): Int {
  return typeof a === "number" ? 0 - a : canonical(-a);
}

export function invert(a: Int): Int {
  return sub(-1, a);
}

export function absolute(a: Int): Int {
  return a < 0 ? negate(a) : a;
}

export function signOf(a: Int): number {
  return a > 0 ? 1 : a < 0 ? -1 : 0;
}

/** The largest integer whose square does not exceed `a`, which is not negative. */
export function floorSqrt(a: bigint): bigint {
  if (a < 2n) return a;
  let root = 1n << BigInt((a.toString(16).length * 4 + 1) >> 1); // not below the root
  for (;;) {
    const next = (root + a / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

// NumPy's integers: both operands and the result have one type

export function numpyIntUnary(op: Exclude<UnaryOp, "not">, type: IntType): IntUnary {
  const wrap = wrapTo(type.bits, type.signed);
  switch (op) {
    case "neg":
      return (a) => wrap(negate(a));
    case "abs":
      return type.signed ? (a) => (a < 0 ? wrap(negate(a)) : a) : (a) => a;
    case "invert":
      return (a) => wrap(invert(a));
  }
}

export function numpyIntBinary(op: BinaryOp, type: IntType): IntBinary {
  return type.bits <= 32 ? narrowBinary(op, type) : wideBinary(op, type);
}

type NumberBinary = (a: number, b: number) => number;

/** 8, 16 and 32 bits: numbers in, numbers out. Division by zero gives 0; a shift past the width leaves only the sign. */
function narrowBinary(op: BinaryOp, type: IntType): IntBinary {
  return numbersOnly(narrowOperation(op, type));
}

/** Values of these types are always numbers, which the type of Int does not say. */
function numbersOnly(operation: NumberBinary): IntBinary {
  return operation as IntBinary;
}

function narrowOperation(op: BinaryOp, { bits, signed }: IntType): NumberBinary {
  const wrap = wrapNumber(bits, signed);
  const int32 = bits === 32 && signed;
  switch (op) {
    case "add":
      return int32 ? (a, b) => (a + b) | 0 : (a, b) => wrap(a + b);
    case "sub":
      return int32 ? (a, b) => (a - b) | 0 : (a, b) => wrap(a - b);
    case "mul":
      return int32 ? Math.imul : (a, b) => wrap(Math.imul(a, b));
    case "floordiv":
      return (a, b) => (b === 0 ? 0 : wrap(Math.floor(a / b)));
    case "mod":
      if (!signed) return (a, b) => (b === 0 ? 0 : a % b);
      return (a, b) => {
        if (b === 0) return 0;
        const rest = a % b;
        return (rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest) + 0;
      };
    case "fmod":
      return (a, b) => (b === 0 ? 0 : (a % b) + 0);
    case "pow":
      return (a, b) => {
        if (b < 0) negativePower();
        let result = 1;
        let base = a;
        for (let rest = b; rest !== 0; rest >>>= 1) {
          if ((rest & 1) === 1) result = Math.imul(result, base);
          base = Math.imul(base, base);
        }
        return wrap(result);
      };
    case "shl":
      return (a, b) => (b >= 0 && b < bits ? wrap(a << b) : 0);
    case "shr":
      if (!signed) return (a, b) => (b < bits ? a >>> b : 0);
      return (a, b) => (b >= 0 && b < bits ? a >> b : a >> 31);
    case "and":
      return signed ? (a, b) => a & b : (a, b) => (a & b) >>> 0;
    case "or":
      return signed ? (a, b) => a | b : (a, b) => (a | b) >>> 0;
    case "xor":
      return signed ? (a, b) => a ^ b : (a, b) => (a ^ b) >>> 0;
    case "min":
      return Math.min;
    case "max":
      return Math.max;
    case "div":
      return bug("integers divide in float64");
  }
}

/** 64 bits: numbers while they are safe integers, bigint beyond. */
function wideBinary(op: BinaryOp, { bits, signed }: IntType): IntBinary {
  const wrap = wrapTo(bits, signed);
  switch (op) {
    case "add":
      return (a, b) => wrap(add(a, b));
    case "sub":
      return (a, b) => wrap(sub(a, b));
    case "mul":
      return (a, b) => wrap(mul(a, b));
    case "floordiv":
      return (a, b) => (b === 0 ? 0 : wrap(floorDiv(a, b)));
    case "mod":
      return (a, b) => (b === 0 ? 0 : floorMod(a, b));
    case "fmod":
      return (a, b) => (b === 0 ? 0 : truncMod(a, b));
    case "pow":
      return (a, b) => {
        if (b < 0) negativePower();
        return wrappingPow(a, b, bits, wrap);
      };
    case "shl":
      return (a, b) => (b >= 0 && b < bits ? wrap(shiftLeft(a, Number(b))) : 0);
    case "shr":
      return (a, b) => (b >= 0 && b < bits ? shiftRight(a, Number(b)) : a < 0 ? -1 : 0);
    case "and":
      return and;
    case "or":
      return or;
    case "xor":
      return xor;
    case "min":
      return min;
    case "max":
      return max;
    case "div":
      return bug("integers divide in float64");
  }
}

function wrappingPow(a: Int, b: Int, bits: number, wrap: IntUnary): Int {
  if (typeof b === "number" && b < 64) return wrap(pow(a, b));
  let result = 1n;
  let base = BigInt(a);
  for (let rest = BigInt(b); rest !== 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = BigInt.asUintN(bits, result * base);
    base = BigInt.asUintN(bits, base * base);
  }
  return wrap(canonical(result));
}
