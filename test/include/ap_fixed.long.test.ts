/**
 * ap_fixed and ap_ufixed compute what `fixed` and `ufixed` are defined to be.
 *
 *     LUTRA_SEED=7 npx vitest run test/include/ap_     other formats and values
 */
import { describe, expect, it } from "vitest";
import { fromBits } from "../../src/types/bits.ts";
import { highest, lowest } from "../../src/types/integer.ts";
import {
  bool,
  exactInt,
  type FixedType,
  fixed,
  float16,
  float32,
  float64,
  type IntType,
  int8,
  int64,
  type Overflow,
  type Rounding,
  type ScalarType,
  uint64,
} from "../../src/types/types.ts";
import { binaryChecks, type Check, conversionCheck, unaryChecks, verify } from "./exact_checks.ts";
import { compilerHere, computeCpp, cppType, patternsOf, seeded } from "./exact_driver.ts";

const roundings: readonly Rounding[] = ["truncate", "floor", "nearest_even", "nearest_away", "toward_zero"];
const overflows: readonly Overflow[] = ["wrap", "saturate"];

describe.skipIf(!compilerHere)("ap_fixed and ap_ufixed", () => {
  it("round and overflow in every mode when they are assigned", () => {
    const random = seeded(11);
    const checks = roundings.flatMap((rounding) =>
      overflows.flatMap((overflow) =>
        Array.from({ length: 4 }, (_, i) => {
          const from = i < 2 ? anyFixed(7, 9, random) : anyFixed(1, 140, random);
          const { width, integer, signed } = i < 3 ? anyFixed(1, 6, random) : anyFixed(1, 140, random);
          return conversionCheck(from, fixed(width, integer, signed, rounding, overflow), "a", 512, random);
        }),
      ),
    );
    verify(checks);
  });

  it("compute all values of narrow formats, the point inside and outside of the word", () => {
    const random = seeded(12);
    const pairs = Array.from({ length: 10 }, (_, i) => {
      const right =
        i % 4 === 0 ? exactInt(1 + Math.floor(random() * 4), random() < 0.5) : anyFixed(1, 4, random);
      return i % 8 < 4
        ? ([anyFixed(1, 4, random), right] as const)
        : ([right, anyFixed(1, 4, random)] as const);
    });
    verify(pairs.flatMap(([left, right]) => binaryChecks(left, right, 16, random)));
  });

  it("compute wide formats", () => {
    const random = seeded(13);
    const pairs = [31, 64, 65, 200].map((width): [FixedType, FixedType] => [
      ofWidth(width, random),
      anyFixed(1, 140, random),
    ]);
    verify(pairs.flatMap(([left, right]) => binaryChecks(left, right, 6, random)));
  });

  it("negate, invert, round to whole numbers and take roots in their own type", () => {
    const random = seeded(14);
    const small = roundings.map((rounding, i) => fixed(8, 1 + i, i % 2 === 0, rounding, overflows[i % 2]));
    const types = [...small, ...[64, 129].map((width) => ofWidth(width, random))];
    verify(types.flatMap((type) => unaryChecks(type, 256, random)));
  });

  it("convert to and from integers, bool and floats", () => {
    const random = seeded(15);
    const natives: ScalarType[] = [bool, int8, int64, uint64, float16, float32, float64, exactInt(5, true)];
    const types = [1, 6, 40, 64, 150].map((width) => ofWidth(width, random));
    verify(
      types.flatMap((type) =>
        natives.flatMap((native) => [
          conversionCheck(native, type, "a", 40, random),
          conversionCheck(type, native, toNative(native), 64, random),
        ]),
      ),
    );
  });

  it("has the vendor's other modes as well", () => {
    const random = seeded(16);
    const modes = [
      "AP_TRN",
      "AP_TRN_ZERO",
      "AP_RND",
      "AP_RND_ZERO",
      "AP_RND_MIN_INF",
      "AP_RND_INF",
      "AP_RND_CONV",
    ];
    const limits = ["AP_WRAP", "AP_SAT", "AP_SAT_ZERO", "AP_SAT_SYM"];
    const checks = modes.flatMap((mode, i) =>
      limits.map((limit, k): Check => {
        const from = fixed(7, 4, (i + k) % 3 !== 0);
        const to = fixed(4, 3, k % 2 === 0 || i > 3);
        const inputs = patternsOf(from, 128, random).map((x) => [x]);
        const modal = `${to.signed ? "ap_fixed" : "ap_ufixed"}<4, 3, ${mode}, ${limit}>`;
        return {
          ...{ text: `raw_of(${modal}(a))`, operands: [from], result: exactInt(4, to.signed), inputs },
          expected: inputs.map(([x = 0n]) =>
            settle(round(Number(fromBits(from, x)) / 4, mode), to.signed, limit),
          ),
        };
      }),
    );
    verify(checks);
  });

  it("has the widths that the vendor documents", () => {
    const samples: [string, FixedType, FixedType | IntType, string][] = [
      ["a + b", fixed(5, 2), fixed(75, 62), "76,63 signed"],
      ["a - b", fixed(8, 3, false), fixed(6, 5, false), "11,6 signed"],
      ["a * b", fixed(8, 3), fixed(6, 5, false), "14,8 signed"],
      ["a / b", fixed(8, 3), fixed(6, 4), "11,6 signed"],
      ["a / b", fixed(8, 3), fixed(6, 4, false), "10,5 signed"],
      ["a & b", fixed(8, 3), fixed(6, 4), "9,4 signed"],
      ["a + b", fixed(8, 3), exactInt(6, false), "13,8 signed"],
    ];
    const code = (text: string): string =>
      `(((int)decltype(${text})::width * 1000 + (int)decltype(${text})::iwidth) * 2 + (int)decltype(${text})::sign_flag)`;
    const results = computeCpp(
      samples.map(([text, left, right]) => ({
        ...{
          text: `((void)a, (void)b, ${code(text)})`,
          operands: [left, right],
          result: int64,
          inputs: [[0n, 1n]],
        },
      })),
    );
    const shown = results.map(
      ([x = 0n]) => `${x / 2000n},${(x / 2n) % 1000n} ${x & 1n ? "signed" : "unsigned"}`,
    );
    expect(shown).toEqual(samples.map(([, , , expected]) => expected));
  });
});

function anyFixed(least: number, most: number, random: () => number): FixedType {
  return ofWidth(least + Math.floor(random() * (most - least + 1)), random);
}

/** The point is mostly inside the word, sometimes left or right of it. */
function ofWidth(width: number, random: () => number): FixedType {
  const integer = Math.floor(random() * (width + 7)) - 3;
  return fixed(width, integer, random() < 0.5);
}

function toNative(to: ScalarType): string {
  return to.kind === "bool" ? "a != 0" : `(${cppType(to)})a`;
}

/** To an integer, by the definition of the mode. */
function round(x: number, mode: string): number {
  const below = Math.floor(x);
  const rest = x - below;
  if (mode === "AP_TRN") return below;
  if (mode === "AP_TRN_ZERO") return Math.trunc(x);
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  switch (mode) {
    case "AP_RND":
      return below + 1;
    case "AP_RND_ZERO":
      return Math.trunc(x);
    case "AP_RND_MIN_INF":
      return below;
    case "AP_RND_INF":
      return x < 0 ? below : below + 1;
    default:
      return below % 2 === 0 ? below : below + 1;
  }
}

/** In four bits. */
function settle(x: number, signed: boolean, limit: string): bigint {
  const low = lowest(4, signed);
  const high = highest(4, signed);
  const value = BigInt(x);
  if (limit === "AP_WRAP" || (value >= low && value <= high)) return BigInt.asUintN(4, value);
  if (limit === "AP_SAT_ZERO") return 0n;
  if (value > high) return high;
  return BigInt.asUintN(4, limit === "AP_SAT_SYM" && signed ? low + 1n : low);
}
