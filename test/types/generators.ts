/** Random types and values, for properties. */
import fc from "fast-check";
import { highest, lowest } from "../../src/types/integer.ts";
import {
  array,
  bool,
  exactInt,
  type FixedType,
  fixed,
  float,
  type IntType,
  int8,
  int16,
  int32,
  int64,
  pythonBool,
  pythonFloat,
  pythonInt,
  type ScalarType,
  type Type,
  uint8,
  uint16,
  uint32,
  uint64,
} from "../../src/types/types.ts";

export const numpyInts: readonly IntType[] = [int8, int16, int32, int64, uint8, uint16, uint32, uint64];

const roundings = ["truncate", "floor", "nearest_even", "nearest_away", "toward_zero"] as const;
const overflows = ["wrap", "saturate"] as const;

/** Mostly narrow, where corners are dense; some beyond 53 and 64 bits. */
const width = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 2, arbitrary: fc.integer({ min: 20, max: 70 }) },
  { weight: 1, arbitrary: fc.integer({ min: 71, max: 300 }) },
);

export const anyExactInt: fc.Arbitrary<IntType> = fc
  .tuple(width, fc.boolean())
  .map(([bits, signed]) => exactInt(bits, signed));

export const anyFixed: fc.Arbitrary<FixedType> = fc
  .tuple(
    width,
    fc.integer({ min: -8, max: 24 }),
    fc.boolean(),
    fc.constantFrom(...roundings),
    fc.constantFrom(...overflows),
  )
  .map(([w, integer, signed, rounding, overflow]) => fixed(w, integer, signed, rounding, overflow));

export const anyExact: fc.Arbitrary<IntType | FixedType> = fc.oneof(anyExactInt, anyFixed);

export const anyScalar: fc.Arbitrary<ScalarType> = fc.oneof(
  anyExact,
  fc.constantFrom<ScalarType>(bool, pythonInt, pythonFloat, pythonBool, ...numpyInts),
  fc
    .tuple(
      fc.integer({ min: 2, max: 11 }),
      fc.integer({ min: 1, max: 52 }),
      fc.constantFrom("ieee", "ftz", "flopoco"),
    )
    .map(([e, m, variant]) => float(e, m, variant as "ieee" | "ftz" | "flopoco")),
);

const anyDim = fc.oneof(
  fc.nat(5000),
  fc.nat(5000).map((max) => ({ max })),
);

export const anyType: fc.Arbitrary<Type> = fc.oneof(
  anyScalar,
  fc
    .tuple(anyScalar, fc.array(anyDim, { minLength: 1, maxLength: 4 }))
    .map(([element, shape]) => array(element, shape)),
);

/** Raw values of an integer or fixed type; ends of the range and numbers around zero are frequent. */
export function anyRaw(type: IntType | FixedType): fc.Arbitrary<number | bigint> {
  const bits = type.kind === "int" ? type.bits : type.width;
  const low = lowest(bits, type.signed);
  const high = highest(bits, type.signed);
  const near = [low, low + 1n, -1n, 0n, 1n, 2n, high - 1n, high].filter((v) => v >= low && v <= high);
  return fc
    .oneof(
      { weight: 1, arbitrary: fc.constantFrom(...near) },
      { weight: 2, arbitrary: fc.bigInt({ min: low, max: high }) },
    )
    .map(toValue);
}

/** The canonical value of an integer, written down a second time. */
export function toValue(v: bigint): number | bigint {
  return v > -(2n ** 53n) && v < 2n ** 53n ? Number(v) : v;
}
