/**
 * Elementary functions of float64 against true values: LUTRA_ELEMENTARY=1000000 for so many arguments of each (MPFR, by
 * gmpy2, takes some 20 microseconds for one; mpmath ten times as many), else a small sample.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compileFloatBinary, compileFloatMath } from "../../src/types/float/index.ts";
import { pairBinary, pairUnary } from "../../src/types/float/pairs/index.ts";
import type { MathFn } from "../../src/types/operators.ts";
import { float64 } from "../../src/types/types.ts";
import { randomValue, randomWords } from "../include/float_values.ts";

const count = Number(process.env.LUTRA_ELEMENTARY ?? 500);
const script = join(import.meta.dirname, "elementary_oracle.py");
const available = spawnSync("python3", ["-c", "import mpmath"]).status === 0;

describe.runIf(available)(`${count} arguments`, () => {
  it.each([...Object.keys(pairUnary), ...Object.keys(pairBinary)])(
    "%s errs by less than 0.5003 ulp",
    (fn) => {
      const compute =
        fn === "pow" ? compileFloatBinary(fn, float64) : compileFloatMath(fn as MathFn, float64);
      const next = randomWords(fn.length * 100 + fn.charCodeAt(1));
      const triples = new Float64Array(3 * count);
      for (let i = 0; i < count; ) {
        const [x, y] = [randomValue(float64, next), moderate(next)];
        const operand = next() % 2 === 0 ? x : moderate(next);
        const result = Number(compute(operand, y));
        if (!Number.isFinite(result) || result === 0) continue;
        triples.set([operand, y, result], 3 * i++);
      }
      const run = spawnSync("python3", [script, fn], {
        input: Buffer.from(triples.buffer),
        encoding: "utf8",
      });
      expect(run.stderr).toBe("");
      expect(Number(run.stdout.split(" ")[0]), run.stdout).toBeLessThan(0.5003);
    },
  );
});

/** Between 2^-20 and 2^10. */
function moderate(next: () => number): number {
  const size = 2 ** (((next() / 2 ** 32) * 2 - 1) * 15 - 5) * (1 + next() / 2 ** 32);
  return next() % 2 === 0 ? size : -size;
}
