/** The checks of lutra_check.h, in C++ and in C: the reference's values, and its faults with the line of the call. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { faultIn } from "../../src/outside/native.ts";
import {
  compileBinary,
  compileConvert,
  compileMath,
  compileStore,
  compileUnary,
} from "../../src/types/arithmetic.ts";
import { fromBits, toBits } from "../../src/types/bits.ts";
import { ArithmeticFault } from "../../src/types/fault.ts";
import type { BinaryOp, Value } from "../../src/types/operators.ts";
import { printType } from "../../src/types/print.ts";
import {
  exactInt,
  float64,
  type IntType,
  int8,
  int16,
  int32,
  int64,
  pythonFloat,
  pythonInt,
  type ScalarType,
  uint8,
  uint16,
  uint32,
  uint64,
} from "../../src/types/types.ts";
import { compilerHere, cppType, patternsOf, runProgram, seeded } from "./exact_driver.ts";

interface Case {
  readonly cpp: string;
  readonly c: string | null; // null: C has no such type
  readonly operands: readonly ScalarType[];
  readonly result: ScalarType;
  readonly compute: (a: Value, b: Value) => Value;
}

const numpyInts: readonly IntType[] = [int8, int16, int32, int64, uint8, uint16, uint32, uint64];

const integers: readonly Case[] = [
  ...(["add", "sub", "mul", "floordiv", "mod", "fmod", "shl", "shr", "pow"] as const).map(
    (op): Case => ({ ...same(`checked_${op}(a, b)`), ...pythonBinary(op, pythonInt, pythonInt) }),
  ),
  { ...same("checked_truediv(a, b)"), ...pythonBinary("div", pythonInt, pythonFloat) },
  ...(["neg", "abs"] as const).map(
    (op): Case => ({
      ...same(`checked_${op}(a)`),
      ...{ operands: [pythonInt], result: pythonInt, compute: compileUnary(op, pythonInt, pythonInt) },
    }),
  ),
];

const floats: readonly Case[] = [
  { ...same("checked_fdiv(a, b)"), ...pythonBinary("div", pythonFloat, pythonFloat) },
  { ...same("checked_ffloordiv(a, b)"), ...pythonBinary("floordiv", pythonFloat, pythonFloat) },
  { ...same("checked_ffloormod(a, b)"), ...pythonBinary("mod", pythonFloat, pythonFloat) },
  { ...same("checked_ffmod(a, b)"), ...pythonBinary("fmod", pythonFloat, pythonFloat) },
  {
    ...same('checked_math(sqrt(a), a, "sqrt")'),
    ...{ operands: [pythonFloat], result: pythonFloat, compute: compileMath("sqrt", pythonFloat) },
  },
];

const conversions: readonly Case[] = [
  ...numpyInts.flatMap((to) => {
    const name = `checked_${printType(to)}`;
    return [
      conversion(`${name}(a)`, `${name}(a)`, pythonInt, to),
      conversion(`${name}(a)`, `${name}_from_float(a)`, pythonFloat, to),
    ];
  }),
  stored(int64, int32),
  stored(uint32, int8),
  { ...stored(uint64, int64), c: "checked_int64_from_uint64(a)" },
  { ...stored(float64, int16), c: "checked_int16_from_float(a)" },
  conversion("checked_python_int(a)", "checked_python_int_from_float(a)", float64, pythonInt),
  conversion("checked_python_int(a)", "checked_python_int_from_uint64(a)", uint64, pythonInt),
  conversion("checked_python_int(a)", null, exactInt(70, true), pythonInt),
  conversion("checked_python_int(a)", null, exactInt(200, false), pythonInt),
  ...[1, 7, 31, 63, 64, 65].flatMap((bits) => [
    exactConversion("int", "signed", exactInt(bits, true)),
    exactConversion("uint", "unsigned", exactInt(bits, false)),
  ]),
];

describe.skipIf(!compilerHere)("checks", () => {
  it("in C++ give the reference's values and faults", () => {
    expect(differences("c++", [...integers, ...floats, ...conversions])).toEqual([]);
  });

  it("in C as well", () => {
    const cases = [...integers, ...floats, ...conversions].filter(({ c }) => c !== null);
    expect(differences("c", cases)).toEqual([]);
  });

  it.each(["c++", "c"] as const)("of operands and positions tell what was wrong (%s)", (language) => {
    const calls: [string, string][] = [
      ["at(63, 64)", "63"],
      ["at(64, 64)", "index 64 is out of range for an axis of 64 elements"],
      ["at(-1, 1)", "index -1 is out of range for an axis of 1 element"],
      ["checked_low_bit(4, 4, 8)", "4"],
      ["checked_low_bit(5, 4, 8)", "bits 5 to 8 are outside a value of 8 bits"],
      ["checked_low_bit(-1, 4, 8)", "bits -1 to 2 are outside a value of 8 bits"],
      ["checked_divisor(-3)", "-3"],
      ["checked_divisor(0)", "division by zero"],
      ["checked_exponent(-1)", "an integer to a negative power"],
      ["checked_count(-1)", "a shift by a negative count"],
      ["checked_radicand(-1)", "the square root of a negative number"],
      ["checked_step(0)", "the step of range() is zero"],
      ["(int)checked_fpow(4.0, 2.0, 2.0)", "4"],
      ["(int)checked_fpow(0.0, 0.0, -1.0)", "division by zero"],
      ["(int)checked_fpow(0.0, -2.0, 0.5)", "a negative number to a fractional power is complex"],
      ["(int)checked_fpow(INFINITY, 1e300, 2.0)", "the power is too large for a float"],
      ['(int)checked_math(-INFINITY, 0.0, "log")', "log of 0 is infinite"],
    ];
    const program = main(
      language,
      calls.map(([call]) => `printf("%lld\\n", (long long)(${call}))`),
    );
    const lines = runProgram(language, program, "").split("\n");
    const told = calls.map((_, i) => faultIn(lines[i] as string, [])?.message ?? lines[i]);
    expect(told).toEqual(calls.map(([, expected]) => expected));
  });

  it("wide indices are compared as they are", () => {
    const program = `#include "checked_driver.h"
int main() {
  const ap_uint<70> beyond = (ap_uint<70>)1 << 64;
  CASE(printf("%d\\n", (int)at(beyond, 64)));
  CASE(printf("%d\\n", (int)at(UINT64_MAX, 64)));
  CASE(printf("%d\\n", (int)at((ap_uint<3>)5, 64)));
}`;
    expect(runProgram("c++", program, "").split("\n")).toEqual([
      "lutra fault index-out-of-range 4 18446744073709551616 64",
      "lutra fault index-out-of-range 5 18446744073709551615 64",
      "5",
      "",
    ]);
  });

  it("a fault ends the program with status 3 and one line on stderr", () => {
    const source = `#include "lutra_check.h"\nint main(int n, char **) { return (int)lutra::at(n, 1); }`;
    const program = runProgram("c++", source, "", (path) => {
      const { status, stdout, stderr } = spawnSync(path, { encoding: "utf8" });
      return JSON.stringify({ status, stdout, stderr });
    });
    expect(JSON.parse(program)).toEqual({
      status: 3,
      stdout: "",
      stderr: "lutra fault index-out-of-range 2 1 1\n",
    });
  });

  it("are the plain operation in synthesis", () => {
    const source = `#define __SYNTHESIS__\n#include <stdio.h>\n#include "lutra_check.h"
int main(int n, char **) { printf("%d\\n", (int)(lutra::at(n, 1) + lutra::checked_add(n, 2) + lutra::checked_int8(n))); }`;
    expect(runProgram("c++", source, "")).toBe("5\n");
  });
});

function same(text: string): Pick<Case, "cpp" | "c"> {
  return { cpp: text, c: text };
}

function pythonBinary(
  op: BinaryOp,
  operand: ScalarType,
  result: ScalarType,
): Pick<Case, "operands" | "result" | "compute"> {
  return { operands: [operand, operand], result, compute: compileBinary(op, operand, operand, result) };
}

function conversion(cpp: string, c: string | null, from: ScalarType, to: ScalarType): Case {
  return { cpp, c, operands: [from], result: to, compute: compileConvert(from, to) };
}

function stored(from: ScalarType, to: IntType): Case {
  return {
    ...same(`checked_${printType(to)}(a)`),
    ...{ operands: [from], result: to, compute: compileStore(from, to) },
  };
}

/** A Python int as int<N>: C has it up to 64 bits, as raw values. */
function exactConversion(name: "int" | "uint", sign: "signed" | "unsigned", to: IntType): Case {
  const c =
    to.bits > 64
      ? null
      : `(${to.signed ? "" : "u"}int64_t)checked_bits_${sign}(a, ${to.bits}, "${printType(to)}")`;
  return { ...conversion(`checked_exact_${name}<${to.bits}>(a)`, c, pythonInt, to) };
}

function differences(language: "c" | "c++", cases: readonly Case[]): string[] {
  const random = seeded(31);
  const inputs = cases.map(({ operands }) => {
    const [first = [], second = [0n]] = operands.map((type) => interesting(type, random));
    return first.flatMap((x) => second.map((y) => [x, y].slice(0, operands.length)));
  });
  const steps = cases.map(({ cpp, c, operands, result }, i) => {
    const named = result.kind === "int" && language === "c" && result.rule === "exact" ? int64 : result;
    const reads = operands
      .map((type, k) => `const ${cppType(type)} ${"ab"[k]} = TAKE(${cppType(type)});`)
      .join(" ");
    return `if (which == ${i}) { ${reads} CASE(GIVE(${cppType(named)}, ${language === "c" ? c : cpp})); continue; }`;
  });
  const program = main(language, ['for (int which; scanf("%d", &which) == 1;) {', ...steps, "}"], false);
  const text = inputs.flatMap((list, i) =>
    list.map((input) => [i, ...input.map((x) => x.toString(16))].join(" ")),
  );
  const lines = runProgram(language, program, `${text.join("\n")}\n`).split("\n");
  let next = 0;
  return cases
    .flatMap((one, i) =>
      (inputs[i] ?? []).flatMap((input) => {
        const got = answer(lines[next++] as string, i + firstStep, one.result);
        const expected = reference(one, input);
        if (got === expected) return [];
        const shown = input.map((x, k) => fromBits(one.operands[k] as ScalarType, x)).join(", ");
        return [`${one.cpp} of ${shown}: ${got} is not ${expected}`];
      }),
    )
    .slice(0, 20);
}

/** The program's first statements stand on this line. */
const firstStep = 4;

function main(language: "c" | "c++", steps: readonly string[], each = true): string {
  const body = each ? steps.map((step) => `CASE(${step});`) : steps;
  return `#include "checked_driver.h"\nint main(${language === "c" ? "void" : ""}) {\n${body.join("\n")}\nreturn 0; }\n`;
}

/** The place of a line is its number. */
const numbered = Array.from({ length: 100_000 }, (_, i) => ({
  span: { from: i + 1, to: i + 1 },
  checks: [],
}));

/** A value as its pattern, a fault as its code, message and the step whose line it named. */
function answer(line: string, expectedLine: number, result: ScalarType): string {
  const fault = faultIn(line, numbered);
  if (fault === null) return toBits(result, fromBits(result, BigInt(line))).toString(16);
  const place =
    fault.span.from === expectedLine ? "" : ` at line ${fault.span.from} instead of ${expectedLine}`;
  return `${fault.code}: ${fault.message}${place}`;
}

function reference({ operands, result, compute }: Case, input: readonly bigint[]): string {
  const [a = 0, b = 0] = input.map((x, k) => fromBits(operands[k] as ScalarType, x));
  try {
    return toBits(result, compute(a, b)).toString(16);
  } catch (error) {
    if (!(error instanceof ArithmeticFault)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

/** Around the ends of every integer type, small numbers, and random ones. */
function interesting(type: ScalarType, random: () => number): bigint[] {
  const powers = [7, 8, 15, 16, 31, 32, 52, 53, 62, 63, 64].map((n) => 2n ** BigInt(n));
  const whole = [0n, 1n, 2n, 3n, 10n, ...powers.flatMap((p) => [p - 1n, p])].flatMap((x) => [x, -x]);
  if (type.kind === "float" || (type.kind === "python" && type.name === "float")) {
    const parts = [
      0.5,
      -0.5,
      2.5,
      -3.75,
      1e300,
      -1e300,
      5e-324,
      -0,
      Infinity,
      -Infinity,
      Number.NaN,
      127.9,
      255.5,
    ];
    return [...whole.map(Number), ...parts].map((x) => toBits(float64, x));
  }
  const bits = toBits(type, 0) === 0n && type.kind === "int" ? type.bits : 64;
  const cut = whole.map((x) => BigInt.asUintN(bits, x));
  return [...new Set([...cut, ...patternsOf(type, 20, random)])];
}
