/** include/lutra_elementary.h against the closures of src/types, bit for bit, in every dialect it is written for. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FloatType, float, float16, float32 } from "../../src/types/types.ts";
import {
  binary,
  digests,
  everyFunction,
  oneArgument,
  type Pair,
  twoArguments,
  unary,
} from "./elementary_jobs.ts";
import { elementaryTables, twoOverPiWords } from "./elementary_tables.ts";
import { agree } from "./float_agree.ts";
import { compileDriver, dialectAvailable } from "./float_driver.ts";
import type { Expected } from "./float_ops.ts";
import { everyValue, randomValue, randomWords } from "./float_values.ts";

const tiny = [float(4, 3), float(4, 3, "ftz"), float(4, 3, "flopoco")];
const formats: readonly FloatType[] = [
  ...[float32, float(8, 23, "ftz"), float(8, 23, "flopoco"), float(2, 29), float(3, 28, "flopoco")],
  ...[float(11, 20), float(11, 20, "ftz"), float(11, 1), float(10, 21, "flopoco"), float(5, 26), float(2, 1)],
];

describe("the tables", () => {
  const text = elementaryTables();

  it("are what the series give", () => {
    const path = join(import.meta.dirname, "../../include/lutra_elementary/tables.h");
    if (process.env.UPDATE === "1") writeFileSync(path, text);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("of 2/pi has no long run of ones, through which a rounding could carry", () => {
    const words = text.slice(text.indexOf("lutra_two_over_pi")).match(/0x[0-9a-f]{16}/g) ?? [];
    expect(words.length).toBe(twoOverPiWords);
    const bits = words.map((word) => BigInt(word).toString(2).padStart(64, "0")).join("");
    expect(Math.max(...(bits.match(/1+/g) ?? []).map((run) => run.length))).toBeLessThan(20);
  });
});

describe("the integer algorithms in C", () => {
  const available = dialectAvailable("c99");
  const run = available
    ? compileDriver("c99", "elementary_ops.h", ["-O2", "-DLUTRA_DOUBLE_SHORTCUT=0"])
    : () => [];

  it.runIf(available)("of every float16", () => {
    const values = everyValue(float16);
    agree(
      run,
      unary.map((fn) => oneArgument(fn, float16, values)),
    );
  });

  it.runIf(available).each(tiny)("of every pair of float<4,3,$variant>", (type) => {
    const values = everyValue(type);
    const pairs = values.flatMap((x) => values.map((y): Pair => [x, y]));
    agree(run, [
      ...unary.map((fn) => oneArgument(fn, type, values)),
      ...binary.map((fn) => twoArguments(fn, type, pairs)),
    ]);
  });

  it.runIf(available).each(formats)("of float<$exponent,$mantissa,$variant>", (type) => {
    agree(run, everyFunction(type, 150));
  });

  /** Rounding hides most of what an algorithm does: this looks at all of it. */
  it.runIf(available)("have the integers of the definition before they round", () => {
    const pieces = compileDriver("c99", "elementary_pieces.h", ["-O1"]);
    for (const type of [
      float32,
      float16,
      float(2, 29),
      float(11, 20),
      float(3, 28, "flopoco"),
      float(11, 1),
    ]) {
      agree(pieces, digests(type, 200));
    }
  });
});

describe.each([
  ["c99", "-DLUTRA_DOUBLE_SHORTCUT=1"],
  ["c++14", "-DLUTRA_DOUBLE_SHORTCUT=1"],
  ["opencl", "-DLUTRA_DOUBLE_SHORTCUT=0"],
] as const)("lutra_elementary.h as %s with %s", (dialect, shortcut) => {
  const available = dialectAvailable(dialect);

  it.runIf(available)("gives what the definition gives", () => {
    const run = compileDriver(dialect, "elementary_ops.h", [shortcut]);
    const types = [float32, float16, float(11, 20), float(4, 3, "flopoco")];
    agree(run, [
      ...types.flatMap((type) => everyFunction(type, 30)),
      ...nearMidpoints(5000, 20).map(bySingle),
    ]);
  });
});

/** Of many float32 numbers those whose results come nearest to midpoints, where doubles cannot decide. */
function nearMidpoints(tried: number, kept: number): readonly Expected[] {
  const next = randomWords(99);
  const values = Array.from({ length: tried }, () => randomValue(float32, next));
  return (["exp", "log", "sin", "cos", "tan", "atan", "cbrt", "log1p", "expm1"] as const).map((fn) => {
    const ranked = values
      .map((x) => ({ x, distance: fromMidpoint(Math[fn](x)) }))
      .sort((a, b) => a.distance - b.distance);
    return oneArgument(
      fn,
      float32,
      ranked.slice(0, kept).map(({ x }) => x),
    );
  });
}

/** In units of float32's last place. */
function fromMidpoint(y: number): number {
  const below = Math.fround(y);
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(below))) - 23);
  const distance = Math.abs(Math.abs(y - below) / unit - 0.5);
  return Number.isNaN(distance) || y === below ? 1 : distance;
}

/** The same by lutra_expf and its like. */
function bySingle(job: Expected): Expected {
  return { ...job, job: { ...job.job, parameters: [8, 23, 0, 1] } };
}
