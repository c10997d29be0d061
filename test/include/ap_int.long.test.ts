/**
 * ap_int and ap_uint compute what `int<N>` and `uint<N>` are defined to be.
 *
 *     LUTRA_SEED=7 npx vitest run test/include/ap_     other formats and values
 */
import { describe, expect, it } from "vitest";
import {
  bool,
  exactInt,
  float32,
  float64,
  type IntType,
  int8,
  int32,
  int64,
  type ScalarType,
  uint8,
  uint64,
} from "../../src/types/types.ts";
import { binaryChecks, type Check, conversionCheck, pairsOf, unaryChecks, verify } from "./exact_checks.ts";
import { compilerHere, computeCpp, cppType, seeded } from "./exact_driver.ts";

const widths = [1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 128, 129, 512, 1000, 4096];
const narrow = [1, 2, 3, 4].flatMap((bits) => [exactInt(bits, true), exactInt(bits, false)]);

describe.skipIf(!compilerHere)("ap_int and ap_uint", () => {
  it("compute all values of types up to 4 bits", () => {
    const random = seeded(1);
    const pairs = narrow.flatMap((left, i) =>
      narrow.filter((_, k) => (i + (i >> 1) + k + (k >> 1)) % 2 === 0).map((right) => [left, right] as const),
    );
    verify(pairs.flatMap(([left, right]) => binaryChecks(left, right, 16, random)));
  });

  it("compute pairs around the limits of machine words and up to 4096 bits", () => {
    const random = seeded(2);
    const pairs = widths.map((bits, i): [IntType, IntType] => {
      const other = widths[Math.floor(random() * widths.length)] as number;
      return [exactInt(bits, i % 2 === 0), exactInt(other, random() < 0.5)];
    });
    verify(pairs.flatMap(([left, right]) => binaryChecks(left, right, 8, random)));
  });

  it("negate, invert and take absolute values", () => {
    const random = seeded(3);
    const types = [...narrow, ...widths.map((bits, i) => exactInt(bits, i % 3 !== 0))];
    verify(types.flatMap((type) => unaryChecks(type, 16, random)));
  });

  it("convert to and from integers, bool and floats", () => {
    const random = seeded(4);
    const natives: ScalarType[] = [bool, int8, uint8, int32, int64, uint64, float32, float64];
    const types = [1, 5, 8, 33, 64, 65, 129, 1000].flatMap((bits) => [
      exactInt(bits, true),
      exactInt(bits, false),
    ]);
    verify(
      types.flatMap((type, i) => [
        ...natives.flatMap((native) => [
          conversionCheck(native, type, "a", 24, random),
          conversionCheck(type, native, wideToNative(type, native), 24, random),
        ]),
        conversionCheck(type, types[(i + 5) % types.length] as IntType, "a", 24, random),
      ]),
    );
  });

  it("read and write bits", () => {
    const random = seeded(5);
    const checks = [8, 33, 64, 65, 200].flatMap((bits): Check[] => {
      const type = exactInt(bits, bits % 2 === 1);
      const high = Math.floor(bits / 2) + 2;
      const low = Math.floor(bits / 3);
      const part = exactInt(high - low + 1, false);
      const cut = (x: bigint): bigint => BigInt.asUintN(part.bits, x >> BigInt(low));
      const hole = ((1n << BigInt(part.bits)) - 1n) << BigInt(low);
      const set = (x: bigint, y: bigint): bigint =>
        (BigInt.asUintN(bits, x) & ~hole) | (BigInt.asUintN(part.bits, y) << BigInt(low));
      const pairs = pairsOf(type, type, 12, random);
      const of = (
        text: string,
        operands: ScalarType[],
        result: ScalarType,
        fn: (x: bigint, y: bigint) => bigint,
      ) => ({
        ...{ text, operands, result, inputs: pairs },
        expected: pairs.map(([x = 0n, y = 0n]) => fn(x, y)),
      });
      const both = [type, type];
      const name = cppType(type);
      return [
        of(`${cppType(part)}(a.range(${high}, ${low})) + (b & 0)`, both, part, cut),
        of(`${cppType(part)}(a(${high}, ${low})) | (b & 0)`, both, part, cut),
        of(`a[${low}] && (b == b)`, both, bool, (x) => (x >> BigInt(low)) & 1n),
        of(`[&] { ${name} x = a; x.range(${high}, ${low}) = b; return x; }()`, both, type, set),
        of(`[&] { ${name} x = a; x[${low}] = b[0]; return x; }()`, both, type, (x, y) => {
          const one = 1n << BigInt(low);
          return (x & ~one) | ((y & 1n) * one);
        }),
        of(`(a, b)`, both, exactInt(2 * bits, false), (x, y) => (x << BigInt(bits)) | y),
        of(`[&] { ${name} x, y; (x, y) = (a, b); return ${name}(x ^ y); }()`, both, type, (x, y) => x ^ y),
        of(`(a, b).to_string(10) == a.concat(b).to_string(10)`, both, bool, () => 1n),
        of(`a.xor_reduce() != (b != b)`, both, bool, (x) =>
          BigInt([...x.toString(2)].filter((d) => d === "1").length % 2),
        ),
        of(`a.and_reduce() | (b != b)`, both, bool, (x) => BigInt(x === (1n << BigInt(bits)) - 1n)),
        of(`a.or_reduce() | (b != b)`, both, bool, (x) => BigInt(x !== 0n)),
        of(`${name}(a.to_string(10).c_str(), 10) + (b & 0)`, both, type, (x) => x),
        of(`${name}(a.to_string(2).c_str()) + (b & 0)`, both, type, (x) => x),
      ];
    });
    verify(checks);
  });

  it("has the widths that the vendor documents", () => {
    const samples: [string, IntType, IntType, string][] = [
      ["a + b", exactInt(8, true), exactInt(5, true), "9 signed"],
      ["a + b", exactInt(8, false), exactInt(5, false), "9 unsigned"],
      ["a + b", exactInt(8, false), exactInt(5, true), "10 signed"],
      ["a - b", exactInt(8, false), exactInt(5, false), "9 signed"],
      ["a * b", exactInt(8, false), exactInt(5, true), "13 signed"],
      ["a / b", exactInt(8, true), exactInt(5, false), "8 signed"],
      ["a / b", exactInt(8, true), exactInt(5, true), "9 signed"],
      ["a % b", exactInt(8, true), exactInt(5, true), "5 signed"],
      ["a % b", exactInt(8, true), exactInt(5, false), "6 signed"],
      ["a & b", exactInt(8, true), exactInt(5, false), "8 signed"],
      ["a << b", exactInt(8, true), exactInt(5, false), "8 signed"],
      ["a + 1", exactInt(8, true), exactInt(5, false), "33 signed"],
    ];
    const widthOf = (text: string): string =>
      `(int)decltype(${text})::width * 2 + (int)decltype(${text})::sign_flag`;
    const results = computeCpp(
      samples.map(([text, left, right]) => ({
        ...{
          text: `((void)a, (void)b, ${widthOf(text)})`,
          operands: [left, right],
          result: int32,
          inputs: [[0n, 1n]],
        },
      })),
    );
    const shown = results.map(([code = 0n]) => `${code >> 1n} ${code & 1n ? "signed" : "unsigned"}`);
    expect(shown).toEqual(samples.map(([, , , expected]) => expected));
  });
});

/** Beyond 64 bits a value becomes a float, or a truth, only when asked. */
function wideToNative(from: IntType, to: ScalarType): string {
  if (to.kind === "bool") return "a != 0";
  if (to.kind !== "float" || from.bits <= 64) return `(${cppType(to)})a`;
  return to.mantissa === 52 ? "a.to_double()" : "a.to_float()";
}
