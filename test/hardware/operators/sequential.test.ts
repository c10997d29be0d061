/** Units that make a few digits a cycle: the bits of their models, in the cycles they say. */
import { describe, expect, it } from "vitest";
import type { FamilyName } from "../../../src/device/family.ts";
import type { CoreOp } from "../../../src/hardware/cores/core.ts";
import { design, finish, input, output, startModule } from "../../../src/hardware/netlist/build.ts";
import { verifyDesign } from "../../../src/hardware/netlist/verify.ts";
import {
  type Operator,
  operator,
  sequentialOperator,
  usableNs,
} from "../../../src/hardware/operators/operator.ts";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import { bitWidth, fromBits, toBits } from "../../../src/types/bits.ts";
import {
  fixed,
  float,
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  pythonInt,
  type ScalarType,
  uint8,
  uint64,
} from "../../../src/types/types.ts";
import { modelOf } from "../cores/check.ts";
import { corners, randomBits, seeded } from "../cores/random.ts";

type Case = readonly [CoreOp, readonly ScalarType[], ScalarType];

const flopoco = float(8, 23, "flopoco");
const q = fixed(18, 6);

const cases: readonly Case[] = [
  ["div", [float32, float32], float32],
  ["div", [float64, float64], float64],
  ["div", [float16, float16], float16],
  ["div", [flopoco, flopoco], flopoco],
  ["div", [q, q], q],
  ["div", [pythonInt, pythonInt], float64],
  ["sqrt", [float32], float32],
  ["sqrt", [float64], float64],
  ["sqrt", [float(8, 23, "ftz")], float(8, 23, "ftz")],
  ["sqrt", [fixed(20, 8, false)], fixed(20, 8, false)],
  ["floordiv", [int32, int32], int32],
  ["mod", [int16, int16], int16],
  ["fmod", [int32, int32], int32],
  ["mod", [uint64, uint64], uint64],
];

const targets: readonly (readonly [FamilyName, number])[] = [
  ["xcup", 4],
  ["xcup", 10],
  ["xc7", 10],
  ["ecp5", 20],
  ["ice40", 30],
  ["ice40", 10], // a round takes several clocks
  ["ice40", 4],
  ["ecp5", 5],
];

describe("the bits of the model", () => {
  it.each(targets)("%s at %d ns", async (family, periodNs) => {
    for (const [op, types, result] of cases) {
      const unit = sequentialOperator(op, types, result, { family, periodNs });
      if (unit !== null) await compared(unit, [op, types, result], 30);
    }
  });

  it.each(["floordiv", "mod", "fmod"] as const)("%s of small numbers", async (op) => {
    for (const type of [int8, uint8]) {
      const unit = sequentialOperator(op, [type, type], type, { family: "xc7", periodNs: 5 });
      if (unit === null) throw new Error("no unit");
      const pairs = Array.from({ length: Math.floor(65536 / 7) }, (_, i) => [
        BigInt((i * 7) >> 8),
        BigInt((i * 7) & 255),
      ]);
      expect(await run(unit, [op, [type, type], type], pairs)).toBe(0);
    }
  });
});

describe("what it takes", () => {
  it("every stage fits the clock", () => {
    for (const [family, periodNs] of targets) {
      for (const [op, types, result] of cases) {
        const unit = sequentialOperator(op, types, result, { family, periodNs });
        if (unit !== null)
          expect(unit.period, unit.key).toBeLessThanOrEqual(usableNs({ family, periodNs }) + 1e-6);
      }
    }
  });

  it("a division of float64 takes less than half of the LUTs, and hardly longer", () => {
    const target = { family: "xc7", periodNs: 10 } as const;
    const all = operator("div", [float64, float64], float64, target);
    const one = sequentialOperator("div", [float64, float64], float64, target);
    expect(one?.cost.luts).toBeLessThan(all.cost.luts / 2);
    expect(one?.latency).toBeLessThanOrEqual(all.latency + 1);
  });

  it("nothing else has such a unit", () => {
    for (const op of ["add", "mul", "fma"] as const) {
      const types = op === "fma" ? [float32, float32, float32] : [float32, float32];
      expect(sequentialOperator(op, types, float32, { family: "xc7", periodNs: 10 })).toBe(null);
    }
    // A product with the reciprocal.
    const byTen = [null, 10n];
    expect(sequentialOperator("mod", [int32, int32], int32, { family: "xc7", periodNs: 10 }, byTen)).toBe(
      null,
    );
  });
});

async function compared(unit: Operator, one: Case, count: number): Promise<void> {
  const [, types] = one;
  const random = seeded(unit.key);
  const rows = Array.from({ length: count }, (_, i) =>
    types.map((type, k) => {
      const some = corners(bitWidth(type));
      return i < 20 ? (some[(i * (3 + 4 * k)) % some.length] ?? 0n) : randomBits(random, bitWidth(type));
    }),
  );
  expect(await run(unit, one, rows), unit.key).toBe(0);
}

/** How many results differ. Operands come as often as the unit takes them, and others in between. */
async function run(
  unit: Operator,
  [op, types, result]: Case,
  rows: readonly (readonly bigint[])[],
): Promise<number> {
  const b = startModule("unit");
  const start = input(b, "start", 1);
  const inputs = types.map((type, i) => input(b, `in${i}`, bitWidth(type)));
  output(b, "result", unit.build(b, "op", inputs, start));
  const made = design(finish(b));
  expect(verifyDesign(made)).toEqual([]);
  const simulation = await simulate(made);
  const model = modelOf(op, types, result);
  let wrong = 0;
  const due = new Map<number, readonly bigint[]>();
  const last = rows.length * unit.busy + unit.latency;
  for (let clock = 0; clock <= last; clock++) {
    const row = clock % unit.busy === 0 ? rows[clock / unit.busy] : undefined;
    simulation.set("start", row === undefined ? 0n : 1n);
    for (const [i, { name, width }] of inputs.entries())
      simulation.set(name, row?.[i] ?? BigInt.asUintN(width, BigInt(clock) * 0x9e3779b97f4a7c15n));
    if (row !== undefined) due.set(clock + unit.latency, row);
    const operands = due.get(clock);
    if (operands !== undefined) {
      const wanted = expected(() =>
        toBits(result, model(...types.map((type, i) => fromBits(type, operands[i] ?? 0n)))),
      );
      const got = canonical(result, simulation.get("result"));
      if (wanted !== null && got !== canonical(result, wanted)) wrong++;
    }
    simulation.step();
  }
  return wrong;
}

/** The bits of a number in FloPoCo's encoding count only where it is one. */
function canonical(type: ScalarType, bits: bigint): bigint {
  if (type.kind !== "float" || type.variant !== "flopoco") return bits;
  const kind = bits >> BigInt(bitWidth(type) - 2);
  return kind === 1n ? bits : kind;
}

/** Null where the model faults. */
function expected(wanted: () => bigint): bigint | null {
  try {
    return wanted();
  } catch {
    return null;
  }
}
