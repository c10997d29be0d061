/**
 * Which bits of a value can matter, told from its uses: the lowest n of it, for sums, products, differences and bitwise
 * operations make their lowest n bits from the lowest n bits of their operands (compare LLVM's DemandedBits; Stephenson,
 * Babb and Amarasinghe, "Bitwidth analysis with application to silicon compilation", 2000).
 */
import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import { type ExactType, formOf } from "../../types/exact.ts";
import { exactInt, type FixedType, fixed, type IntType, type ScalarType } from "../../types/types.ts";
import type { Compute, Const, Op } from "./nodes.ts";
import { isSigned } from "./widths.ts";

/**
 * How many low bits of each operand the lowest `bits` of the result are made from. Null: all bits of all operands, and
 * the result cannot be made narrower.
 */
export function operandDemands(
  { op, type }: Compute,
  operands: readonly Op[],
  bits: number,
): readonly number[] | null {
  const result = numberOf(type);
  if (result === null || operands.some((operand) => exactOf(operand.type) === null)) return null;
  const [a = bug("an operation without operands"), b = a, c = b] = operands;
  const clipped = (...demands: readonly number[]): readonly number[] =>
    demands.map((demand, place) => Math.max(1, Math.min(demand, widthAt(operands, place))));
  if (typeof op === "object") return op.name === "getBits" ? clipped(op.low + bits) : null;
  const kept = formOf(result).fraction;
  const fractions = operands.map((operand) => fractionOf(operand.type));
  switch (op) {
    case "convert":
    case "neg":
    case "add":
    case "sub":
    case "or":
    case "xor":
      if (!keepsLow(result, Math.max(...fractions))) return null;
      return clipped(...fractions.map((fraction) => bits - kept + fraction));
    case "and":
      if (result.kind === "fixed" || !areIntegers(operands)) return null;
      return clipped(Math.min(bits, lengthOf(b)), Math.min(bits, lengthOf(a)));
    case "mul": {
      const exact = fractionOf(a.type) + fractionOf(b.type);
      if (!keepsLow(result, exact)) return null;
      const low = bits - kept + exact;
      return clipped(low - zerosBelow(b), low - zerosBelow(a));
    }
    case "fma":
    case "muladd": {
      const [product, third] = [fractionOf(a.type) + fractionOf(b.type), fractionOf(c.type)];
      if (!keepsLow(result, Math.max(product, third))) return null;
      const low = bits - kept + product;
      return clipped(low, low, bits - kept + third);
    }
    case "select":
      return clipped(1, bits, bits);
    case "bitcast":
      return clipped(bits);
    case "invert":
      return areIntegers([a]) && widthAt(operands, 0) >= bits ? clipped(bits) : null;
    case "shl": {
      if (!areIntegers([a]) || result.kind === "fixed" || widthAt(operands, 0) < bits) return null;
      const count = b.kind === "const" ? Number(b.bits) : 0;
      return clipped(bits - count, Infinity);
    }
    case "shr": {
      if (!areIntegers([a]) || result.kind === "fixed") return null;
      const most = b.kind === "const" ? Number(b.bits) : 2 ** bitWidth(b.type) - 1;
      // What is shifted in from above is the sign: all of it, where it can get there.
      return bits + most <= widthAt(operands, 0) ? clipped(bits + most, Infinity) : null;
    }
    case "floordiv":
    case "mod": {
      const twos = areIntegers(operands) ? exponentOf(b) : null;
      if (twos === null) return null;
      return clipped(op === "mod" ? Math.min(bits, twos) : bits + twos, Infinity);
    }
    default:
      return null;
  }
}

/** The type of the lowest bits of a value of a type. What stands above them is nothing: they are unsigned, and wrap. */
export function lowType(type: ScalarType, bits: number): ScalarType {
  if (bits >= bitWidth(type)) return type;
  if (type.kind !== "fixed") return exactInt(bits, false);
  const { width, integer, signed, rounding } = type;
  return fixed(bits, integer - (width - bits), signed, rounding, "wrap");
}

/** Whether the lowest bits of a value of the type may be all that there is of it. */
export function isNumber(type: ScalarType): boolean {
  return numberOf(type) !== null;
}

/** Numbers in two's complement; truth values are none. */
function numberOf(type: ScalarType): IntType | FixedType | null {
  if (type.kind === "int" || type.kind === "fixed") return type;
  return type.kind === "python" && type.name === "int" ? exactInt(64, true) : null;
}

function exactOf(type: ScalarType): ExactType | null {
  return type.kind === "bool" ? type : numberOf(type);
}

function fractionOf(type: ScalarType): number {
  const exact = exactOf(type);
  return exact === null ? 0 : formOf(exact).fraction;
}

/** Whether the low bits of a type are made from the low bits of what it is rounded from: no sign and no size counts. */
function keepsLow(to: IntType | FixedType, fraction: number): boolean {
  if (to.kind === "int") return fraction <= 0;
  if (to.overflow !== "wrap") return false;
  return fraction <= formOf(to).fraction || (to.rounding !== "toward_zero" && to.rounding !== "nearest_away");
}

function areIntegers(operands: readonly Op[]): boolean {
  return operands.every(({ type }) => type.kind !== "fixed");
}

function widthAt(operands: readonly Op[], place: number): number {
  return bitWidth((operands[place] ?? bug(`no operand ${place}`)).type);
}

/** Bits that may be set; all there are, where it is negative or not known. */
function lengthOf(op: Op): number {
  if (op.kind !== "const" || signedValue(op) < 0n) return Infinity;
  return op.bits.toString(2).length;
}

function zerosBelow(op: Op): number {
  if (op.kind !== "const" || op.bits === 0n) return 0;
  return (op.bits & -op.bits).toString(2).length - 1;
}

/** k of 2^k, positive. */
function exponentOf(op: Op): number | null {
  if (op.kind !== "const" || signedValue(op) <= 0n || (op.bits & (op.bits - 1n)) !== 0n) return null;
  return op.bits.toString(2).length - 1;
}

export function signedValue({ type, bits }: Const): bigint {
  return isSigned(type) ? BigInt.asIntN(bitWidth(type), bits) : bits;
}
