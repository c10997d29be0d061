/** Products of LUTs are the products that `*` gives. */
import { describe, expect, it } from "vitest";
import { families } from "../../../src/device/family.ts";
import { boothProduct } from "../../../src/hardware/cores/booth.ts";
import { core } from "../../../src/hardware/cores/core.ts";
import { concat, high } from "../../../src/hardware/cores/gates.ts";
import type { Expr, Ref } from "../../../src/hardware/netlist/nodes.ts";
import { float, float32, int32 } from "../../../src/types/types.ts";
import { compileCircuit } from "./evaluate.ts";
import { corners, randomBits, seeded } from "./random.ts";

const ref = (index: number, width: number): Ref => ({ kind: "ref", name: `in${index}`, width });
const numberOf = (signed: boolean, width: number, bits: bigint): bigint =>
  signed ? BigInt.asIntN(width, bits) : bits;

describe.each([
  [false, false],
  [true, false],
  [false, true],
  [true, true],
])("signed: %s and %s", (aSigned, bSigned) => {
  const run = (a: number, b: number, width: number): ((x: bigint, y: bigint) => void) => {
    const circuit = boothProduct(
      { bits: ref(0, a), signed: aSigned },
      { bits: ref(1, b), signed: bSigned },
      width,
    );
    const compute = compileCircuit(circuit);
    return (x, y) => {
      const wanted = BigInt.asUintN(width, numberOf(aSigned, a, x) * numberOf(bSigned, b, y));
      if (compute(x, y) !== wanted) expect({ a, b, width, x, y, got: compute(x, y) }).toEqual(wanted);
    };
  };

  it("all values of all small widths", () => {
    for (let a = 1; a <= 4; a++) {
      for (let b = 1; b <= 5; b++) {
        for (const width of [1, 2, a + b - 1, a + b, a + b + 3]) {
          const check = run(a, b, width);
          for (let x = 0n; x < 1n << BigInt(a); x++) for (let y = 0n; y < 1n << BigInt(b); y++) check(x, y);
        }
      }
    }
  });

  it("random values of large widths", () => {
    const random = seeded(`booth ${aSigned} ${bSigned}`);
    for (const [a, b, width] of [
      [24, 24, 48],
      [18, 11, 29],
      [32, 32, 32],
      [53, 53, 106],
      [9, 40, 33],
    ] as const) {
      const check = run(a, b, width);
      for (const x of corners(a)) for (const y of corners(b)) check(x, y);
      for (let i = 0; i < 50; i++) check(randomBits(random, a), randomBits(random, b));
    }
  });
});

it("a bit that is known to be set", () => {
  const whole = (index: number): Expr => concat(high, ref(index, 3));
  const compute = compileCircuit(
    boothProduct({ bits: whole(0), signed: false }, { bits: whole(1), signed: false }, 8),
  );
  for (let x = 0n; x < 8n; x++) for (let y = 0n; y < 8n; y++) expect(compute(x, y)).toBe((8n + x) * (8n + y));
});

it.each([
  ["float32", float32, 32],
  ["float32 of ftz", float(8, 23, "ftz"), 32],
  ["int32", int32, 32],
  ["float<5,5>", float(5, 5, "ftz"), 11],
] as const)("%s without DSPs is as with them", (_, type, width) => {
  const random = seeded(`without DSPs ${width}`);
  const [plain, soft] = [families.xcup, { ...families.xcup, dsp: null }].map((family) =>
    compileCircuit(core("mul", [type, type], type, { latency: 0, family }).circuit),
  );
  for (let i = 0; i < 200; i++) {
    const operands = [randomBits(random, width), randomBits(random, width)];
    expect(soft?.(...operands)).toBe(plain?.(...operands));
  }
});
