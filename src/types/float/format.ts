import type { FloatType } from "../types.ts";

/** What a float type means in numbers: a finite value is ± integer * 2^quantum, the integer of at most `precision` bits. */
export interface Format {
  readonly type: FloatType;
  readonly precision: number; // bits of a normal number, the hidden one counted
  readonly bias: number;
  readonly minExponent: number; // of the smallest normal number, 2^minExponent
  readonly maxExponent: number; // of the largest binade
  readonly subnormals: boolean;
  /** Values are JS numbers; otherwise (flopoco with 11 exponent bits) bit patterns, for a double has not the range. */
  readonly isNumber: boolean;
}

export function formatOf(type: FloatType): Format {
  const bias = 2 ** (type.exponent - 1) - 1;
  const flopoco = type.variant === "flopoco"; // every exponent code is a normal number
  return {
    type,
    precision: type.mantissa + 1,
    bias,
    minExponent: flopoco ? -bias : 1 - bias,
    maxExponent: flopoco ? bias + 1 : bias,
    subnormals: type.variant === "ieee",
    isNumber: !(flopoco && type.exponent === 11),
  };
}

/** Smallest positive normal number. */
export function minNormal(format: Format): number {
  return powerOfTwo(format.minExponent);
}

/** Largest finite number, of a format whose values are numbers. */
export function maxFinite(format: Format): number {
  return (2 ** format.precision - 1) * powerOfTwo(format.maxExponent - format.precision + 1);
}

/** Every value of `from` is a value of `to` (as JS numbers, both). */
export function contains(to: Format, from: Format): boolean {
  if (from.precision > to.precision || from.maxExponent > to.maxExponent) return false;
  const smallest = from.subnormals ? from.minExponent - from.precision + 1 : from.minExponent;
  const reach = to.subnormals ? to.minExponent - to.precision + 1 : to.minExponent;
  // Below to's normal range the spacing is 2^reach: all multiples of it are there, smaller ones are not.
  const finest = from.minExponent - from.precision + 1;
  return from.minExponent >= to.minExponent ? smallest >= reach : to.subnormals && finest >= reach;
}

export function isFloat64(type: FloatType): boolean {
  return type.exponent === 11 && type.mantissa === 52 && type.variant === "ieee";
}

export function isFloat32(type: FloatType): boolean {
  return type.exponent === 8 && type.mantissa === 23 && type.variant === "ieee";
}

export function isFloat16(type: FloatType): boolean {
  return type.exponent === 5 && type.mantissa === 10 && type.variant === "ieee";
}

/** 2^exponent for -1074 <= exponent <= 1023, exactly. */
export function powerOfTwo(exponent: number): number {
  return powers[exponent + 1074] ?? Number.NaN;
}

const powers = tabulatePowers();

function tabulatePowers(): Float64Array {
  const table = new Float64Array(2098);
  for (let i = 0, power = 2 ** -1074; i < table.length; i++, power *= 2) table[i] = power;
  return table;
}
