/** Operators on targets: every stage fits the clock, and the result is the core's. */
import { describe, expect, it } from "vitest";
import { type FamilyName, families } from "../../../src/device/family.ts";
import { type CoreOp, core } from "../../../src/hardware/cores/core.ts";
import { design, finish, input, output, startModule } from "../../../src/hardware/netlist/build.ts";
import { verifyDesign } from "../../../src/hardware/netlist/verify.ts";
import { leastPeriodNs, operator, usableNs } from "../../../src/hardware/operators/operator.ts";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import { bitWidth } from "../../../src/types/bits.ts";
import {
  bool,
  exactInt,
  fixed,
  float,
  float16,
  float32,
  int8,
  int16,
  int32,
  int64,
  type ScalarType,
  uint8,
  uint32,
  uint64,
} from "../../../src/types/types.ts";
import { compileCircuit } from "../cores/evaluate.ts";
import { corners, randomBits, seeded } from "../cores/random.ts";

type Case = readonly [CoreOp, readonly ScalarType[], ScalarType];

const names = Object.keys(families) as readonly FamilyName[];
const flopoco = float(6, 8, "flopoco");

const cases: readonly Case[] = [
  ["add", [int32, int32], int32],
  ["add", [int64, int64], int64],
  ["sub", [exactInt(200, true), exactInt(130, false)], exactInt(202, true)],
  ["mul", [int8, int8], int8],
  ["mul", [int32, int32], int32],
  ["mul", [uint64, uint64], uint64],
  ["mul", [exactInt(40, true), exactInt(33, false)], exactInt(73, true)],
  ["mul", [exactInt(19, false), exactInt(3, true)], exactInt(22, true)],
  ["floordiv", [int16, int16], int16],
  ["lt", [int64, int64], bool],
  ["le", [uint64, uint64], bool],
  ["eq", [int64, int64], bool],
  ["ne", [exactInt(300, true), exactInt(300, true)], bool],
  ["shl", [int32, int32], int32],
  ["neg", [int64], int64],
  ["abs", [int64], int64],
  ["select", [bool, int32, int32], int32],
  ["xor", [uint8, uint8], uint8],
  ["convert", [fixed(40, 20)], fixed(20, 10, true, "nearest_even", "saturate")],
  ["add", [float16, float16], float16],
  ["mul", [float32, float32], float32],
  ["add", [float32, float32], float32],
  ["div", [flopoco, flopoco], flopoco],
  ["lt", [float32, float32], bool],
  ["convert", [int32], float32],
];

function periods(name: FamilyName): readonly number[] {
  const least = leastPeriodNs(name);
  return [least, 2 * least, 10, 100].filter((ns) => ns >= least).sort((a, b) => a - b);
}

describe("every stage fits the clock", () => {
  it.each(names)("%s", (name) => {
    for (const [op, types, result] of cases) {
      let latency = Infinity;
      for (const periodNs of periods(name)) {
        const target = { family: name, periodNs };
        const one = operator(op, types, result, target);
        expect(one.period, one.key).toBeLessThanOrEqual(usableNs(target) + 1e-6);
        expect(Math.max(one.entry, one.exit), one.key).toBeLessThanOrEqual(one.period + 1e-6);
        expect(one.latency, one.key).toBeLessThanOrEqual(latency);
        latency = one.latency;
      }
      expect(operator(op, types, result, { family: name, periodNs: 1000 }).latency).toBe(0);
    }
  });
});

describe("what is computed stays the same", () => {
  it.each(names)("%s at its fastest clock", (name) => {
    for (const [op, types, result] of cases) {
      const wanted = compileCircuit(core(op, types, result, { latency: 0 }).circuit);
      const target = { family: name, periodNs: leastPeriodNs(name) };
      const got = compileCircuit(operator(op, types, result, target).circuit);
      for (const operands of someOperands(types, 40)) {
        expect(got(...operands), `${JSON.stringify(op)} ${operands}`).toBe(wanted(...operands));
      }
    }
  });

  it.each(names)("%s, clock by clock", async (name) => {
    const random = seeded(name);
    for (const [op, types, result] of cases.filter(() => random() < 0.2)) {
      const wanted = compileCircuit(core(op, types, result, { latency: 0 }).circuit);
      const one = operator(op, types, result, { family: name, periodNs: 2 * leastPeriodNs(name) });
      const operands = someOperands(types, 6 + one.latency);
      const got = await run(op, types, one, operands);
      expect(got.slice(one.latency), one.key).toEqual(
        operands.slice(0, operands.length - one.latency).map((values) => wanted(...values)),
      );
    }
  });
});

describe("floats on LUTs of six inputs", () => {
  it.each(["ieee", "ftz", "flopoco"] as const)("sums of near numbers, %s", (variant) => {
    const type = float(2, 23, variant);
    const random = seeded(variant);
    const patterns = Array.from({ length: 120 }, () => randomBits(random, bitWidth(type)));
    const wanted = compileCircuit(core("add", [type, type], type, { latency: 0 }).circuit);
    const got = compileCircuit(operator("add", [type, type], type, { family: "xcup", periodNs: 6 }).circuit);
    for (const a of patterns) {
      for (const b of patterns) if (got(a, b) !== wanted(a, b)) expect.fail(`${a} and ${b}`);
    }
  });

  it.each(["add", "mul"] as const)("%s of float32, clock by clock", async (op) => {
    const types = [float32, float32];
    const wanted = compileCircuit(core(op, types, float32, { latency: 0 }).circuit);
    const one = operator(op, types, float32, { family: "xcup", periodNs: 6 });
    const operands = someOperands(types, 200);
    const got = await run(op, types, one, operands);
    expect(got.slice(one.latency)).toEqual(
      operands.slice(0, operands.length - one.latency).map((values) => wanted(...values)),
    );
  });
});

describe("constant operands", () => {
  const constants: readonly (readonly [CoreOp, ScalarType, ScalarType, readonly bigint[]])[] = [
    ["mul", int16, int16, [0n, 1n, 3n, 10n, 100n, 255n, 0xffffn, 0x8000n, 0x5555n, 0x7fffn, 0xb6dbn]],
    ["mul", exactInt(9, true), exactInt(18, true), [1n, 7n, 0x1ffn, 0x100n, 0xabn, 0x155n]],
    ["mul", uint32, uint32, [5n, 0xdeadbeefn, 0xffffffffn, 0xcccccdn, 0x2b6db6dbn, 0x33333333n, 0xf0f0f0fn]],
    ["mul", exactInt(24, true), exactInt(40, true), [0x6db6dbn, 0xa5a5a5n, 0x924925n]],
    ["shl", int32, int32, [0n, 5n, 31n, 40n]],
    ["add", int32, int32, [0n, 1n, 0xfffffff0n]],
    ["lt", int32, bool, [0n, 100n]],
    ["mul", float16, float16, [0x3c00n, 0x4000n, 0x4248n]],
  ];

  it.each(names)("%s computes the same", (name) => {
    const target = { family: name, periodNs: 2 * leastPeriodNs(name) };
    for (const [op, type, result, values] of constants) {
      const wanted = compileCircuit(core(op, [type, type], result, { latency: 0 }).circuit);
      for (const value of values) {
        const one = operator(op, [type, type], result, target, [null, value]);
        const got = compileCircuit(one.circuit);
        expect(one.period).toBeLessThanOrEqual(usableNs(target) + 1e-6);
        for (const [a = 0n] of someOperands([type], 30))
          expect(got(a), `${one.key}: ${a}`).toBe(wanted(a, value));
      }
    }
  });

  it("a shift by a constant, and a product by a power of two, are wires", () => {
    const target = { family: "ecp5", periodNs: 10 } as const;
    for (const op of ["shl", "mul"] as const) {
      const { latency, entry, cost } = operator(op, [int32, int32], int32, target, [null, 8n]);
      expect({ latency, entry, cost }).toEqual({ latency: 0, entry: 0, cost: { luts: 0, dsps: 0 } });
    }
  });

  it("a product by ten is one adder, by digits that come again a few, by a constant of many digits a few DSPs", () => {
    const target = { family: "xc7", periodNs: 10 } as const;
    const cost = (value: bigint) => operator("mul", [int32, int32], int32, target, [null, value]).cost;
    expect(cost(10n).dsps).toBe(0);
    expect(cost(10n).luts).toBeLessThanOrEqual(32);
    expect(cost(0xcc_cccdn).dsps).toBe(0);
    const [whole, product] = [exactInt(26, false), exactInt(52, false)];
    const wide = operator("mul", [whole, whole], product, { ...target, family: "xcup" }, [null, 0x2b7_e157n]);
    expect(wide.cost.dsps).toBeGreaterThan(0);
  });
});

describe("what operators cost", () => {
  it("a product takes as many DSPs as pieces", () => {
    const dsps = (family: FamilyName, type: ScalarType) =>
      operator("mul", [type, type], type, { family, periodNs: 20 }).cost.dsps;
    expect(dsps("xc7", int16)).toBe(1);
    expect(dsps("xc7", int32)).toBe(3); // the product of the high halves is above the low 32 bits
    expect(dsps("xc7", float32)).toBe(2);
    expect(dsps("ecp5", int16)).toBe(1);
    expect(dsps("ice40", int32)).toBe(0);
  });

  it("wiring is free", () => {
    const target = { family: "ice40", periodNs: 10 } as const;
    const wires: readonly Case[] = [
      ["convert", [int16], int32],
      ["convert", [int32], int8],
      ["bitcast", [float32], uint32],
      [{ name: "getBits", low: 3, width: 4 }, [int16], exactInt(4, false)],
    ];
    for (const [op, types, result] of wires) {
      const { latency, entry, cost } = operator(op, types, result, target);
      expect({ latency, entry, luts: cost.luts }).toEqual({ latency: 0, entry: 0, luts: 0 });
    }
  });

  it("the same operator is made once", () => {
    const target = { family: "xc7", periodNs: 8 } as const;
    const make = () => operator("add", [float32, float32], float32, { ...target });
    expect(make()).toBe(make());
  });
});

function someOperands(types: readonly ScalarType[], count: number): readonly (readonly bigint[])[] {
  const random = seeded(JSON.stringify([types, count]));
  const random1 = Array.from({ length: count }, () =>
    types.map((type) => randomBits(random, bitWidth(type))),
  );
  const edges = types.map((type) => corners(bitWidth(type)));
  const border = Array.from({ length: count }, () =>
    edges.map((one) => one[Math.floor(random() * one.length)] ?? 0n),
  );
  return [...random1, ...border].map((operands) => operands.map((bits, i) => canonical(types[i], bits)));
}

/** Circuits hold no other patterns of flopoco's zeros, infinities and NaN. */
function canonical(type: ScalarType | undefined, bits: bigint): bigint {
  if (type?.kind !== "float" || type.variant !== "flopoco") return bits;
  const number = 1n << BigInt(bitWidth(type) - 2);
  return BigInt.asUintN(bitWidth(type) - 2, bits) | number;
}

async function run(
  op: CoreOp,
  types: readonly ScalarType[],
  one: ReturnType<typeof operator>,
  operands: readonly (readonly bigint[])[],
): Promise<readonly bigint[]> {
  const b = startModule("test");
  const inputs = types.map((type, i) => input(b, `a${i}`, bitWidth(type)));
  output(b, "result", one.build(b, "op", inputs));
  const whole = design(finish(b));
  expect(verifyDesign(whole), JSON.stringify(op)).toEqual([]);
  const circuit = await simulate(whole);
  return operands.map((values) => {
    for (const [i, bits] of values.entries()) circuit.set(`a${i}`, bits);
    const shown = circuit.get("result");
    circuit.step();
    return shown;
  });
}
