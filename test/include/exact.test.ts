/** What lutra_exact.h adds to ap_int and ap_fixed beside operators: powers, whole parts, bits; and streams. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { compileBinary, compileConvert } from "../../src/types/arithmetic.ts";
import { getBits } from "../../src/types/bits.ts";
import { promoteBinary } from "../../src/types/promote.ts";
import { exactInt, type FixedType, fixed, float16, type IntType } from "../../src/types/types.ts";
import { type Check, check, pairsOf, verify } from "./exact_checks.ts";
import { compilerHere, cppType, patternsOf, runProgram, seeded } from "./exact_driver.ts";

type Exact = IntType | FixedType;

describe.skipIf(!compilerHere)("exact types", () => {
  it("raise to powers, give whole parts, halves and bits", () => {
    const random = seeded(51);
    const bases: Exact[] = [
      exactInt(3, true),
      exactInt(5, false),
      fixed(4, 2),
      fixed(3, -1, false),
      fixed(4, 6),
    ];
    const wholes = [fixed(8, 4), fixed(70, 66), fixed(9, -2, false), fixed(5, 9), fixed(64, 1, false)];
    const halves: Exact[] = [
      exactInt(12, true),
      exactInt(20, false),
      exactInt(90, true),
      fixed(40, 12),
      fixed(9, -20),
    ];
    verify([
      ...bases.flatMap((base) => [constantPower(base, 3n, random), powers(base, exactInt(2, false), random)]),
      ...wholes.map((type) => {
        const whole = exactInt(Math.max(type.integer, 0) + 1, true);
        const inputs = patternsOf(type, 64, random).map((x) => [x]);
        return check("whole_of(a)", [type], whole, inputs, compileConvert(type, whole));
      }),
      ...halves.map((type) => {
        const inputs = patternsOf(type, 200, random).map((x) => [x]);
        return check("half_of(a)", [type], float16, inputs, compileConvert(type, float16));
      }),
      ...[exactInt(8, true), fixed(70, 3), exactInt(64, false)].map((type) => {
        const inputs = pairsOf(type, exactInt(3, false), 8, random);
        const part = exactInt(1, false);
        return check("get_bits<1>(a, (int)b)", [type, exactInt(3, false)], part, inputs, (a, low) =>
          getBits(type, a, Number(low), 1),
        );
      }),
    ]);
  });

  it("streams keep their order, and report what is wrong", () => {
    const program = `#include <cstdio>
#include "hls_stream.h"
int main(int n, char **) {
  hls::stream<int> s("pixels");
  s.write(1);
  s << 2;
  int x, y = 0, z = 0;
  s >> x;
  const bool some = s.read_nb(y), none = s.read_nb(z);
  std::printf("%d %d %d %d %d\\n", x, y, some, none, s.empty());
  if (n > 1) s.read();
  s.write_nb(3);
}`;
    const run = (path: string): string => {
      const left = spawnSync(path, { encoding: "utf8" });
      const empty = spawnSync(path, ["read"], { encoding: "utf8" });
      return [left, empty]
        .map(({ status, stdout, stderr }) => `${stdout}${stderr}status ${status}`)
        .join("\n");
    };
    expect(runProgram("c++", program, "", run)).toBe(
      [
        "1 2 1 0 1",
        "warning: stream `pixels` goes away with 1 elements that were not read",
        "status 0",
        "1 2 1 0 1",
        "error: stream `pixels` is read while it is empty",
        "status 3",
      ].join("\n"),
    );
  });
});

function powers(base: Exact, exponent: IntType, random: () => number): Check {
  const promotion = promoteBinary("pow", { type: base }, { type: exponent });
  if (!promotion.ok) throw new Error(promotion.message);
  const inputs = pairsOf(base, exponent, 32, random);
  const compute = compileBinary("pow", base, exponent, promotion.result);
  return check(
    `exact_pow<${cppType(promotion.result)}>(a, b)`,
    [base, exponent],
    promotion.result,
    inputs,
    compute,
  );
}

function constantPower(base: Exact, n: bigint, random: () => number): Check {
  const exponent = exactInt(2, false);
  const promotion = promoteBinary("pow", { type: base }, { type: exponent, constant: n });
  if (!promotion.ok) throw new Error(promotion.message);
  const inputs = patternsOf(base, 32, random).map((x) => [x]);
  const compute = compileBinary("pow", base, exponent, promotion.result);
  return check(`exact_pow<${cppType(promotion.result)}>(a, ${n})`, [base], promotion.result, inputs, (a) =>
    compute(a, Number(n)),
  );
}
