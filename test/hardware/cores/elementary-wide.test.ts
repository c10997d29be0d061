/** Exponentials and logarithms of float64: the bits of their integer algorithm, and what the platform's function rounds to or beside it. */
import { describe, expect, it } from "vitest";
import { core } from "../../../src/hardware/cores/core.ts";
import { integerUnary } from "../../../src/types/float/elementary.ts";
import { formatOf } from "../../../src/types/float/format.ts";
import { decode, encode } from "../../../src/types/float/index.ts";
import { float64 } from "../../../src/types/types.ts";
import { moderate, turningPoints } from "./elementary-values.ts";
import { compileCircuit } from "./evaluate.ts";
import { anyFloat } from "./floats.ts";
import { seeded } from "./random.ts";

const platform = {
  exp: Math.exp,
  exp2: (x: number) => 2 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
};
const functions = Object.keys(platform) as (keyof typeof platform)[];

function operands(op: string): readonly bigint[] {
  const random = seeded(op);
  const some = Array.from({ length: 60 }, (_, i) =>
    i % 3 === 0 ? anyFloat(float64, random) : moderate(float64, random),
  );
  const ends = [709.7, 709.8, -745.1, -745.2, -708.4, 1023.9, -1074.5].map((x) => encode(float64, x));
  return [...turningPoints(float64), ...ends, ...some];
}

describe.each(functions)("%s", (op) => {
  it("of float64", () => {
    const circuit = compileCircuit(core(op, [float64], float64, { latency: 0 }).circuit);
    const model = integerUnary(op, formatOf(float64));
    for (const bits of operands(op)) {
      const x = decode(float64, bits) as number;
      const found = decode(float64, circuit(bits)) as number;
      expect([x, found]).toEqual([x, model(x)]);
      const expected = platform[op](x);
      const apart = units(found) - units(expected);
      if (!Object.is(found, expected)) expect([x, apart === 1n || apart === -1n]).toEqual([x, true]);
    }
  });
});

/** Neighbouring doubles are one apart. */
function units(x: number): bigint {
  return encode(float64, Math.abs(x));
}
