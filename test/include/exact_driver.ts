/**
 * Expressions over the C++ types, computed by a compiled program: patterns of operands in, patterns of results out.
 *
 *     const [sums] = computeCpp([{ text: "a + b", operands: [int8, int8], result: int8, inputs: [[100n, 100n]] }]);
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bitWidth } from "../../src/types/bits.ts";
import { printType } from "../../src/types/print.ts";
import {
  float16,
  float32,
  float64,
  type Overflow,
  type Rounding,
  type ScalarType,
  sameType,
} from "../../src/types/types.ts";

export interface Computation {
  readonly text: string; // C++ in which the operands are a, b and c
  readonly operands: readonly ScalarType[];
  readonly result: ScalarType;
  readonly inputs: readonly (readonly bigint[])[]; // patterns
}

const include = join(import.meta.dirname, "../../include");
const compiler = process.env.LUTRA_CXX ?? "g++";

/** False where there is no g++; with LUTRA_TOOLS=required that is an error, so that no test is skipped unseen. */
export const compilerHere = probe();

function probe(): boolean {
  const here = spawnSync(compiler, ["--version"]).status === 0;
  if (!here && process.env.LUTRA_TOOLS === "required") {
    throw new Error(`LUTRA_TOOLS=required, but there is no ${compiler}: see scripts/install-tools`);
  }
  return here;
}

export function computeCpp(computations: readonly Computation[]): readonly (readonly bigint[])[] {
  const lines = computations.flatMap(({ inputs }, i) =>
    inputs.map((input) => [i, ...input.map((x) => x.toString(16))].join(" ")),
  );
  const printed = runProgram("c++", sourceOf(computations), `${lines.join("\n")}\n`).split("\n");
  let next = 0;
  return computations.map(({ inputs }) => inputs.map(() => BigInt(printed[next++] as string)));
}

/** Compiles as generated code is compiled, and runs; what it prints comes back. */
export function runProgram(
  language: "c" | "c++",
  source: string,
  input: string,
  run: (program: string) => string = (program) => output(program, input),
): string {
  const folder = mkdtempSync(join(tmpdir(), "lutra-cpp-"));
  try {
    const program = join(folder, "driver");
    const file = `${program}.${language === "c" ? "c" : "cpp"}`;
    writeFileSync(file, source);
    const standard = language === "c" ? ["-std=c99"] : ["-std=c++14"];
    const warnings = ["-Wall", "-Wextra", "-Werror", "-fwrapv", "-ffp-contract=off"];
    const flags = [...standard, "-O0", ...warnings, `-I${include}`, `-I${import.meta.dirname}`];
    const command = language === "c" ? "gcc" : compiler;
    const compiled = spawnSync(command, [...flags, file, "-o", program, "-lm"], { encoding: "utf8" });
    if (compiled.status !== 0)
      throw new Error(`the driver does not compile:\n${compiled.stderr.slice(0, 4000)}`);
    return run(program);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function output(program: string, input: string): string {
  const ran = spawnSync(program, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  if (ran.status !== 0) throw new Error(`the driver failed (${ran.status ?? ran.signal}): ${ran.stderr}`);
  return ran.stdout;
}

function sourceOf(computations: readonly Computation[]): string {
  const functions = computations.map(({ text, operands, result }, i) => {
    const reads = operands.map(
      (type, k) => `  const ${cppType(type)} ${"abc"[k]} = take<${cppType(type)}>();`,
    );
    return [`static void case_${i}() {`, ...reads, `  give<${cppType(result)}>(${text});`, "}"].join("\n");
  });
  const table = computations.map((_, i) => `case_${i}`).join(", ");
  return `#include "exact_driver.h"
using namespace lutra;
${functions.join("\n")}
int main() {
  void (*const cases[])() = {${table}};
  for (int i; scanf("%d", &i) == 1;) cases[i]();
}
`;
}

/** What the type is called in generated C++. */
export function cppType(type: ScalarType): string {
  switch (type.kind) {
    case "bool":
      return "bool";
    case "int":
      if (type.rule === "exact") return `${type.signed ? "ap_int" : "ap_uint"}<${type.bits}>`;
      return `${type.signed ? "int" : "uint"}${type.bits}_t`;
    case "fixed": {
      const modes = `${quantization[type.rounding]}, ${overflowMode[type.overflow]}`;
      return `${type.signed ? "ap_fixed" : "ap_ufixed"}<${type.width}, ${type.integer}, ${modes}>`;
    }
    case "float":
      if (sameType(type, float16)) return "half";
      if (sameType(type, float32)) return "float";
      if (sameType(type, float64)) return "double";
      throw new Error(`no C++ type for ${printType(type)}`);
    case "python":
      if (type.name === "complex") break;
      return { int: "int64_t", float: "double", bool: "bool" }[type.name];
    case "complex":
      break;
  }
  throw new Error(`no C++ type for ${printType(type)}`);
}

export const quantization: Readonly<Record<Rounding, string>> = {
  truncate: "AP_TRN",
  floor: "AP_TRN",
  nearest_even: "AP_RND_CONV",
  nearest_away: "AP_RND_INF",
  toward_zero: "AP_TRN_ZERO",
};
const overflowMode: Readonly<Record<Overflow, string>> = { wrap: "AP_WRAP", saturate: "AP_SAT" };

/** All patterns of a narrow type; of a wide one its ends, what lies around zero, and random ones of any length. */
export function patternsOf(type: ScalarType, count: number, random: () => number): readonly bigint[] {
  const bits = bitWidth(type);
  const all = 1n << BigInt(bits);
  if (bits <= 12 && Number(all) <= count) return Array.from({ length: Number(all) }, (_, i) => BigInt(i));
  const half = all >> 1n;
  const ends = [0n, 1n, 2n, 3n, half - 2n, half - 1n, half, half + 1n, all - 3n, all - 2n, all - 1n];
  const drawn = Array.from({ length: Math.max(count - ends.length, 0) }, () => randomBits(bits, random));
  return [...ends.map((x) => BigInt.asUintN(bits, x)), ...drawn].slice(0, count);
}

/** Often short or nearly all ones, where carries are long. */
function randomBits(bits: number, random: () => number): bigint {
  const length = 1 + Math.floor(random() * bits);
  let value = 0n;
  for (let i = 0; i < length; i += 32) value = (value << 32n) | BigInt(Math.floor(random() * 2 ** 32));
  value = BigInt.asUintN(length, value);
  if (random() < 0.3) value = BigInt.asUintN(bits, -value);
  if (random() < 0.3) value ^= BigInt.asUintN(bits, -1n << BigInt(Math.floor(random() * bits)));
  return value;
}

/** Numbers in [0, 1), the same on every run with the same LUTRA_SEED. */
export function seeded(seed: number): () => number {
  let state = (seed + 1000 * Number(process.env.LUTRA_SEED ?? 0)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
