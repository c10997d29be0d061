/**
 * Units that are alike are simulated four at a time: what is found to be alike, and that it says the same.
 *
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 npx vitest run test/hardware/alike.test.ts     as many as wanted
 */
import { describe, expect, it } from "vitest";
import {
  delay,
  design,
  drive,
  finish,
  input,
  instance,
  output,
  register,
  startModule,
} from "../../src/hardware/netlist/build.ts";
import { add, and, bit, concat, mul, mux, slice, xor } from "../../src/hardware/netlist/expressions.ts";
import { flatten } from "../../src/hardware/netlist/flatten.ts";
import type { Design, Expr, Instance, Module, Register, Tap } from "../../src/hardware/netlist/nodes.ts";
import { packsOf } from "../../src/hardware/simulate/alike.ts";
import { type Simulation, simulate } from "../../src/hardware/simulate/index.ts";
import { interpret } from "../../src/hardware/simulate/interpret.ts";
import { fitsLanes } from "../../src/hardware/simulate/lanes.ts";
import type { Pack } from "../../src/hardware/simulate/pack.ts";
import { type Dice, dice, random, randomDesign } from "../hardware/random.ts";
import { stimulus, trace } from "../hardware/trace.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 30);
const first = Number(process.env.LUTRA_SEED ?? 1);

describe("what is alike", () => {
  it("is a wire or register of each of four units, in the same order everywhere", () => {
    const packs = packsIn(design(inARow(unit(), 4)));
    expect(packs).toContainEqual(["u0.product", "u1.product", "u2.product", "u3.product"]);
    expect(packs).toContainEqual(["u0.sum", "u1.sum", "u2.sum", "u3.sum"]);
  });

  it("is not the fifth, which is computed alone", () => {
    const packed = packsIn(design(inARow(unit(), 5))).flat();
    expect(packed).toContain("u3.sum");
    expect(packed).not.toContain("u4.sum");
  });

  it("keeps units together in a chain, where each reads another", () => {
    const packs = packsIn(design(chain(unit(), 12)));
    const sums = packs.filter(([name]) => name?.endsWith(".sum"));
    expect(sums.length).toBe(3);
    for (const names of sums)
      expect(packs).toContainEqual(names.map((name) => name.replace("sum", "product")));
  });

  it("is nothing where units are three, or differ in a constant", () => {
    expect(packsIn(design(inARow(unit(), 3)))).toEqual([]);
    expect(packsIn(design(differing(8)))).toEqual([]);
  });

  it("is nothing where single operations would have to be gathered from all over", () => {
    const b = startModule("lone");
    for (let k = 0; k < 8; k++)
      output(b, `y${k}`, delay(b, `r${k}`, xor(b, input(b, `a${k}`, 8), input(b, `b${k}`, 8))));
    expect(packsIn(design(finish(b)))).toEqual([]);
  });
});

it("values of more than 256 bits are computed one by one", () => {
  expect(packsIn(design(inARow(operations(257), 6)))).toEqual([]);
});

describe("every operation on four at a time, on both sides of every border", () => {
  it.each([1, 2, 7, 8, 16, 31, 32, 33, 63, 64, 65, 95, 96, 128, 200, 256])("%i bits", async (width) => {
    const made = design(inARow(operations(width), 6));
    expect(packsIn(made).length).toBeGreaterThan(20);
    await saysTheSame(made, width, 40);
  });
});

it("a register of several words may be made of other words of its own", async () => {
  const b = startModule("turning");
  const r = register(b, "r", 80, { initial: 0x123456789abcdef0123n, reset: true });
  const x = input(b, "x", 16);
  drive(
    b,
    r,
    concat(b, slice(b, r, 3, 16), slice(b, r, 64, 16), slice(b, r, 8, 32), xor(b, x, slice(b, r, 40, 16))),
  );
  output(b, "y", slice(b, r, 60, 20));
  const made = design(inARow(finish(b), 4));
  expect(packsIn(made)).toContainEqual(["u0.r", "u1.r", "u2.r", "u3.r"]);
  await saysTheSame(made, 1, 20);
});

it("a single bit starts as it says, and decides from the first cycle on", async () => {
  const b = startModule("deciding");
  const [x, y] = [delay(b, "a", input(b, "x", 8)), delay(b, "b", input(b, "y", 8))];
  const flag = register(b, "flag", 1, { initial: 1n });
  drive(b, flag, bit(b, add(b, x, y), 7), { enable: bit(b, xor(b, x, y), 3) });
  const last = register(b, "last", 8);
  drive(b, last, mux(b, flag, add(b, last, x), mul(b, last, y)));
  output(b, "z", last);
  const made = design(inARow(finish(b), 4));
  expect(packsIn(made)).toContainEqual(["u0.flag", "u1.flag", "u2.flag", "u3.flag"]);
  await saysTheSame(made, 2, 20);
});

it("registers that a reset brings to different values are not alike", async () => {
  const b = startModule("starting");
  const [x, y] = [input(b, "x", 8), input(b, "y", 8)];
  for (let k = 0; k < 8; k++) {
    const r = register(b, `r${k}`, 8, { initial: BigInt(Math.max(k, 3)), reset: true });
    drive(b, r, mul(b, add(b, r, x), xor(b, r, y)));
    output(b, `z${k}`, r);
  }
  const made = design(finish(b));
  expect(packsIn(made)).toEqual([["r0", "r1", "r2", "r3"]]);
  await saysTheSame(made, 3, 20);
});

describe("copies of random circuits, side by side and behind each other", () => {
  it.each(Array.from({ length: runs }, (_, index) => first + index))("seed %i", async (seed) => {
    const made = copies(dice(seed ^ 0x51ab), randomDesign(seed, false).top);
    await saysTheSame(made, seed, 15);
  });
});

function packsIn(made: Design): readonly Pack[] {
  return packsOf(flatten(made), fitsLanes);
}

/** In outputs, and in everything that can be looked at. */
async function saysTheSame(made: Design, seed: number, cycles: number): Promise<void> {
  const [plain, fast] = [interpret(made), await simulate(made)];
  const inputs = stimulus(made, seed, cycles);
  expect(trace(made, fast, inputs)).toEqual(trace(made, plain, inputs));
  const flat = flatten(made);
  const names = [...flat.wires, ...flat.registers].map(({ name }) => name);
  const seen = (circuit: Simulation): readonly string[] =>
    names.map((name) => `${name} ${circuit.peek(name)}`);
  expect(seen(fast)).toEqual(seen(plain));
}

function unit(): Module {
  const b = startModule("unit");
  const [x, y] = [input(b, "x", 16), input(b, "y", 16)];
  const product = delay(b, "product", mul(b, x, add(b, y, 3)));
  const sum = register(b, "sum", 16, { reset: true });
  drive(b, sum, mux(b, bit(b, product, 2), add(b, sum, product), and(b, sum, product)), {
    enable: bit(b, product, 0),
  });
  output(b, "z", xor(b, sum, product));
  return finish(b);
}

/** Each with inputs of its own. */
function inARow(of: Module, count: number): Module {
  const b = startModule("row");
  for (let k = 0; k < count; k++) {
    const inputs = of.inputs.map(({ name, width }) => [name, input(b, `${name}${k}`, width)] as const);
    const made = instance(b, `u${k}`, of, Object.fromEntries(inputs));
    for (const [port, value] of Object.entries(made)) output(b, `${port}${k}`, value);
  }
  return finish(b);
}

function chain(of: Module, count: number): Module {
  const b = startModule("chain");
  let x: Expr = input(b, "x", 16);
  const y = input(b, "y", 16);
  for (let k = 0; k < count; k++) x = instance(b, `u${k}`, of, { x, y }).z ?? x;
  output(b, "z", x);
  return finish(b);
}

function differing(count: number): Module {
  const b = startModule("differing");
  const x = input(b, "x", 16);
  for (let k = 0; k < count; k++) {
    const low = concat(b, slice(b, x, k + 1, 15 - k), slice(b, x, 0, k + 1));
    output(b, `y${k}`, delay(b, `r${k}`, mul(b, add(b, low, 100 + k), add(b, x, 7 + k))));
  }
  return finish(b);
}

/** A register for each operation, on two that have the width. */
function operations(width: number): Module {
  const inputs = ["x", "y"].map((name) => ({ name, width }));
  const [a, b]: Expr[] = ["a", "b"].map((name) => ({ kind: "ref", name, width }));
  if (a === undefined || b === undefined) throw new Error("two operands");
  const values: Expr[] = [];
  for (const op of ["add", "sub", "mul", "and", "or", "xor"] as const)
    values.push({ kind: "binary", op, width, left: a, right: b });
  for (const op of ["eq", "ne", "ult", "ule", "slt", "sle"] as const)
    values.push({ kind: "binary", op, width: 1, left: a, right: b });
  for (const op of ["not", "neg"] as const) values.push({ kind: "unary", op, width, operand: a });
  for (const op of ["reduceAnd", "reduceOr", "reduceXor"] as const)
    values.push({ kind: "unary", op, width: 1, operand: a });
  for (const more of [1, 5, 31, 32, 40, 64]) {
    for (const signed of [true, false])
      values.push({ kind: "extend", width: width + more, signed, operand: a });
    values.push({
      kind: "concat",
      width: width + more,
      parts: [a, { kind: "const", width: more, value: 1n }],
    });
    values.push({
      kind: "concat",
      width: width + more,
      parts: [{ kind: "const", width: more, value: 0n }, b],
    });
  }
  values.push({
    kind: "concat",
    width: 2 * width + 1,
    parts: [a, { kind: "slice", width: 1, low: 0, operand: b }, b],
  });
  for (const low of [0, 1, 30, 31, 32, 33, 63, 64, width - 1]) {
    for (const of of [1, 2, 31, 32, 33, 64, 65, width - low]) {
      if (low >= 0 && of > 0 && low + of <= width && of < width)
        values.push({ kind: "slice", width: of, low, operand: a });
    }
  }
  const condition: Expr = { kind: "slice", width: 1, low: width - 1, operand: b };
  values.push({ kind: "mux", width, condition, then: a, else: b });
  values.push({ kind: "mux", width, condition, then: a, else: { kind: "const", width, value: 0n } });
  values.push({ kind: "mux", width, condition, then: { kind: "const", width, value: 0n }, else: b });
  const spread: Expr = width === 1 ? condition : { kind: "extend", width, signed: true, operand: condition };
  values.push({ kind: "binary", op: "and", width, left: spread, right: a });
  values.push({ kind: "binary", op: "and", width, left: a, right: spread });
  const results = values.map(
    (next, index): Register => ({
      name: `r${index}`,
      width: next.width,
      initial: 1n,
      reset: index % 3 === 0,
      next,
      enable: index % 2 === 0 ? null : condition,
    }),
  );
  const plain = { initial: 0n, reset: false, enable: null };
  const held: Register[] = [
    { name: "a", width, ...plain, next: { kind: "ref", name: "x", width } },
    { name: "b", width, ...plain, next: { kind: "ref", name: "y", width } },
  ];
  return {
    name: "operations",
    inputs,
    outputs: results.map(({ name, width: of }) => ({
      name: `${name}_out`,
      value: { kind: "ref", name, width: of },
    })),
    wires: [],
    registers: [...held, ...results],
    memories: [],
    instances: [],
  };
}

/** Inputs are shared, or of each copy, or come from the copy before, at once or a cycle later. */
function copies(d: Dice, of: Module): Design {
  const count = 4 + d.roll(6);
  const inputs = new Map<string, number>();
  const registers: Register[] = [];
  const instances: Instance[] = [];
  const ways = of.inputs.map(() => d.pick(["shared", "own", "before", "later"] as const));
  let before: readonly Expr[] = [];
  for (let k = 0; k < count; k++) {
    const connections = of.inputs.map(({ name: port, width }, index) => {
      const way = before.length === 0 ? "own" : ways[index];
      if (way === "before") return { port, value: random(dice(index), before, width, 1) };
      if (way === "later") {
        const name = `late_${port}_${k}`;
        const next = random(dice(index), before, width, 1);
        registers.push({ name, width, initial: 0n, reset: true, next, enable: null });
        return { port, value: { kind: "ref" as const, name, width } };
      }
      const name = way === "shared" ? `${port}_0` : `${port}_${k}`;
      inputs.set(name, width);
      return { port, value: { kind: "ref" as const, name, width } };
    });
    const outputs: readonly Tap[] = of.outputs.map(({ name: port, value }) => ({
      port,
      name: `${port}_of_${k}`,
      width: value.width,
    }));
    instances.push({ name: `u${k}`, module: of, inputs: connections, outputs });
    before = outputs.map(({ name, width }) => ({ kind: "ref", name, width }));
  }
  return design({
    name: "copies",
    inputs: [...inputs].map(([name, width]) => ({ name, width })),
    outputs: instances.flatMap(({ outputs }) =>
      outputs.map(({ name, width }) => ({
        name: `${name}_out`,
        value: { kind: "ref" as const, name, width },
      })),
    ),
    wires: [],
    registers,
    memories: [],
    instances,
  });
}
