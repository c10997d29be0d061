/**
 * Arguments made from a seed, for a kernel run without data.
 *
 *     seededArgument(parseType("float32[64,64]"), "image", 1) // the same array on every machine, for ever
 *
 * Floats and fixed: uniform in [0, 1). Unsigned and Python integers: 0 to 99. Signed: -50 to 49. Each cut to what the
 * type can hold. Complex numbers: two such floats, the real part first. bool: a coin. An argument depends on the seed, its own name and its own type, not on its neighbours.
 */

import type { Program } from "../program/nodes.ts";
import { compileConvert } from "../types/arithmetic.ts";
import { takenApart } from "../types/fault.ts";
import type { Value } from "../types/operators.ts";
import { type Random, randomFrom } from "../types/random.ts";
import { allocate, canonical, joinedParts, type NDArray, set } from "../types/storage.ts";
import {
  type ArrayType,
  array,
  elementOf,
  type FixedType,
  type FloatType,
  float64,
  isComplex,
  partOf,
  type ScalarType,
  shapeOf,
  type Type,
} from "../types/types.ts";
import { checkMemory } from "./memory.ts";

/** For every argument of a kernel: what is given, else made from the seed. Refused where memory would not hold it. */
export function argumentsFor(
  program: Program,
  given: ReadonlyMap<string, NDArray | Value>,
  seed: number,
): ReadonlyMap<string, NDArray | Value> {
  checkMemory(program);
  const kernel = program.functions.find(({ name }) => name === program.kernel);
  return new Map(
    (kernel?.params ?? []).map(({ name, type }) => [
      name,
      given.get(name) ?? seededArgument(type, name, seed),
    ]),
  );
}

export function seededArgument(type: Type, name: string, seed: number): NDArray | Value {
  const random = randomFrom(seed, name);
  const element = elementOf(type);
  const draw = drawer(partOf(element), random);
  if (isComplex(element))
    return joinedParts(filled(array(partOf(element), [...shapeOf(type), 2]), draw), element);
  return type.kind === "array" ? filled(type, draw) : draw();
}

function filled(type: ArrayType, draw: () => Value): NDArray {
  const target = allocate(type);
  for (let i = 0; i < target.data.length; i++) set(target, i, draw());
  return target;
}

function drawer(type: ScalarType, random: Random): () => Value {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return () => random() >>> 31 === 1;
    case "int":
      return integers(type.bits, type.signed, random);
    case "fixed":
      return fixedPoint(type, random);
    case "float":
      return floats(type, random);
    case "python":
      if (type.name === "bool") return () => random() >>> 31 === 1;
      return type.name === "int" ? integers(64, false, random) : floats(float64, random);
  }
}

function integers(bits: number, signed: boolean, random: Random): () => Value {
  const range = bits < 31 ? 2 ** bits : 100;
  const count = Math.min(100, range);
  const low = signed ? -(count / 2) : 0;
  return () => low + (random() % count);
}

/** The mantissa's bits and the hidden one, so that rounding to the type cannot reach 1. */
function floats(type: FloatType, random: Random): () => Value {
  const bits = type.mantissa + 1;
  const round = compileConvert(float64, type);
  return () => round(fraction(bits, random), 0);
}

function fixedPoint(type: FixedType, random: Random): () => Value {
  const magnitudeBits = type.width - (type.signed ? 1 : 0);
  const fractionBits = type.width - type.integer;
  if (fractionBits <= 0) return integers(Math.min(magnitudeBits, 7), false, random);
  const bits = Math.min(magnitudeBits, fractionBits);
  return () => {
    let raw = 0n;
    for (let left = bits; left > 0; left -= 32) {
      const take = Math.min(32, left);
      raw = (raw << BigInt(take)) | BigInt(random() >>> (32 - take));
    }
    return canonical(raw);
  };
}

/** A multiple of 2^-bits in [0, 1). */
function fraction(bits: number, random: Random): number {
  const high = random();
  if (bits <= 32) return (high >>> (32 - bits)) * 2 ** -bits;
  return (high * 2 ** (bits - 32) + (random() >>> (64 - bits))) * 2 ** -bits;
}
