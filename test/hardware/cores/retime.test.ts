/** Registers stand where they hold the fewest bits: no stage gets longer, and with one cut no other place holds fewer. */
import { expect, it } from "vitest";
import { families } from "../../../src/device/family.ts";
import { type Cut, cutInto, cutWithin, inOrder } from "../../../src/hardware/cores/cut.ts";
import { isWiring } from "../../../src/hardware/cores/delay.ts";
import { add, and, any, concat, extend, mux, not, slice, xor } from "../../../src/hardware/cores/gates.ts";
import { linesOf } from "../../../src/hardware/cores/lines.ts";
import { type CoreOp, circuitOf } from "../../../src/hardware/cores/operation.ts";
import { place } from "../../../src/hardware/cores/place.ts";
import { arrivals, type Stages, type Steps, stepIn, stepsOf } from "../../../src/hardware/cores/stages.ts";
import { design, finish, input, output, startModule } from "../../../src/hardware/netlist/build.ts";
import type { Expr, Module, Ref } from "../../../src/hardware/netlist/nodes.ts";
import { verifyDesign } from "../../../src/hardware/netlist/verify.ts";
import { operandsOf } from "../../../src/hardware/netlist/walk.ts";
import { withFewerRegisters } from "../../../src/hardware/operators/registers.ts";
import { bitWidth } from "../../../src/types/bits.ts";
import { exactInt, float, float32, float64, type ScalarType } from "../../../src/types/types.ts";
import { clocked } from "./clocked.ts";
import { compileCircuit } from "./evaluate.ts";
import { randomBits, seeded } from "./random.ts";

const family = families.xc7;

/** A circuit of so many operations, most of them with few bits in common. */
function randomCircuit(random: () => number, count: number): Expr {
  const roll = (below: number): number => Math.floor(random() * below);
  const pool: Expr[] = [0, 1, 2].map((i): Ref => ({ kind: "ref", name: `in${i}`, width: 2 + roll(7) }));
  const pick = (): Expr => pool[Math.max(0, pool.length - 1 - roll(5))] ?? concat();
  const sized = (x: Expr, width: number): Expr =>
    x.width < width ? extend(x, width) : slice(x, roll(x.width - width + 1), width);
  while (pool.length < count + 3) {
    const [a, b] = [pick(), pick()];
    const width = 1 + roll(8);
    const [x, y] = [sized(a, width), sized(b, width)];
    const made = [add(x, y), and(x, not(y)), xor(x, y), concat(a, any(b)), mux(any(x), y, not(x))][roll(5)];
    if (made !== undefined) pool.push(made);
  }
  return xor(sized(pool.at(-1) ?? pick(), 4), sized(concat(pick(), pick(), pick(), pick()), 4));
}

/** In registers, one bit after another: what is made in front of them and used behind them, whoever names it. */
function bitsHeld(order: readonly Expr[], stages: Stages, latency: number): number {
  const held = new Set<string>();
  const ids = new Map(order.map((expr, id) => [expr, id]));
  const bitsOf = (expr: Expr, bit: number): readonly (readonly [Expr, number])[] => {
    switch (expr.kind) {
      case "const":
        return [];
      case "slice":
        return bitsOf(expr.operand, bit + expr.low);
      case "extend":
        if (bit < expr.operand.width) return bitsOf(expr.operand, bit);
        return expr.signed ? bitsOf(expr.operand, expr.operand.width - 1) : [];
      case "concat": {
        let from = expr.width;
        for (const part of expr.parts) {
          from -= part.width;
          if (bit >= from) return bitsOf(part, bit - from);
        }
        return [];
      }
      default:
        return expr.kind === "unary" && expr.op === "not" ? bitsOf(expr.operand, bit) : [[expr, bit]];
    }
  };
  const use = (expr: Expr, stage: number): void => {
    for (let bit = 0; bit < expr.width; bit++) {
      for (const [maker, from] of bitsOf(expr, bit)) {
        for (let at = (stages.get(maker) ?? 0) + 1; at <= stage; at++)
          held.add(`${ids.get(maker)} ${from} ${at}`);
      }
    }
  };
  for (const expr of order) {
    if (!isWiring(expr)) for (const operand of operandsOf(expr)) use(operand, stages.get(expr) ?? 0);
  }
  const circuit = order.at(-1);
  if (circuit !== undefined) use(circuit, latency);
  return held.size;
}

function isOrdered(order: readonly Expr[], steps: Steps, stages: Stages): boolean {
  return order.every((expr) =>
    operandsOf(expr).every(
      (operand) =>
        operand.kind === "const" ||
        (stages.get(operand) ?? 0) + stepIn(steps, operand).more <= (stages.get(expr) ?? 0),
    ),
  );
}

/** Each stage takes no more ns than it may. */
function keeps(order: readonly Expr[], steps: Steps, stages: Stages, limits: readonly number[]): boolean {
  const times = arrivals(order, steps, stages);
  return order.every((expr) => (times.get(expr) ?? 0) <= (limits[stages.get(expr) ?? 0] ?? 0) + 1e-9);
}

/** The fewest bits that any place of one row of registers holds. */
function fewest(order: readonly Expr[], steps: Steps, limits: readonly number[]): number {
  const moving = order.filter((expr) => expr.kind !== "const" && expr.kind !== "ref" && !isWiring(expr));
  let least = Infinity;
  for (let choice = 0; choice < 2 ** moving.length; choice++) {
    const stages = new Map<Expr, number>();
    for (const expr of order) {
      const place = moving.indexOf(expr);
      const own = place < 0 ? 0 : (choice >> place) & 1;
      const operands = operandsOf(expr).map((operand) => stages.get(operand) ?? 0);
      stages.set(expr, isWiring(expr) ? Math.max(0, ...operands) : own);
    }
    if (!isOrdered(order, steps, stages) || !keeps(order, steps, stages, limits)) continue;
    least = Math.min(least, bitsHeld(order, stages, 1));
  }
  return least;
}

it("one row of registers holds no bit that it could do without", () => {
  const random = seeded("one row");
  let moved = 0;
  for (let round = 0; round < 150; round++) {
    const circuit = randomCircuit(random, 7);
    const steps = stepsOf(inOrder(circuit), family, Infinity);
    const { order, stages, retimed, period } = cutInto(circuit, 1, family);
    const now = retimed();
    const bits = bitsHeld(order, now, 1);
    expect(isOrdered(order, steps, now)).toBe(true);
    expect(keeps(order, steps, now, [period, period])).toBe(true);
    expect(bits).toBe(fewest(order, steps, [period, period]));
    if (bits < bitsHeld(order, stages, 1)) moved++;
  }
  expect(moved).toBeGreaterThan(10);
});

it("lines are the bits that go the same ways", () => {
  const random = seeded("lines");
  for (let round = 0; round < 40; round++) {
    const circuit = randomCircuit(random, 12);
    const { order, stages, latency } = cutInto(circuit, 3, family);
    const bits = linesOf(order).reduce((sum, { from, bits, users, isResult }) => {
      const last = Math.max(isResult ? latency : 0, ...users.map((user) => stages.get(user) ?? 0));
      return sum + bits * Math.max(0, last - (stages.get(from) ?? 0));
    }, 0);
    expect(bits).toBe(bitsHeld(order, stages, latency));
  }
});

const float54 = float(5, 4, "flopoco");
const cores: readonly (readonly [CoreOp, readonly ScalarType[], ScalarType])[] = [
  ["add", [float32, float32], float32],
  ["mul", [float32, float32], float32],
  ["div", [float32, float32], float32],
  ["sqrt", [float32], float32],
  ["add", [float54, float54], float54],
  ["mul", [exactInt(17, true), exactInt(17, true)], exactInt(34, true)], // one DSP with registers inside
  ["mul", [exactInt(40, true), exactInt(33, false)], exactInt(73, true)],
  ["exp", [float32], float32],
  ["exp", [float64], float64],
  ["mul", [float64, float64], float64],
];

it.each(cores)(
  "%s of %j: fewer bits or as many, in stages as long as before or shorter",
  (op, types, result) => {
    const refs = types.map((type, i): Ref => ({ kind: "ref", name: `in${i}`, width: bitWidth(type) }));
    const circuit = circuitOf(op, types, result, refs);
    for (const name of ["xc7", "ecp5", "ice40"] as const) {
      for (const period of [3, 4.5, 7]) {
        const cut = cutWithin(circuit, period, families[name]);
        const steps = stepsOf(cut.order, families[name], period);
        const now = cut.retimed();
        const limits = Array.from({ length: cut.latency + 1 }, (_, stage) =>
          stage === 0 ? cut.entry : stage === cut.latency ? cut.exit : cut.period,
        );
        expect(isOrdered(cut.order, steps, now)).toBe(true);
        expect(keeps(cut.order, steps, now, limits)).toBe(true);
        const bitsOf = (stages: Stages): number =>
          linesOf(cut.order).reduce((sum, { from, bits, users, isResult }) => {
            const last = Math.max(isResult ? cut.latency : 0, ...users.map((user) => stages.get(user) ?? 0));
            const first = (stages.get(from) ?? 0) + stepIn(steps, from).more;
            return sum + bits * Math.max(0, last - first);
          }, 0);
        expect(bitsOf(now)).toBeLessThanOrEqual(bitsOf(cut.stages));
      }
    }
  },
);

function placed(cut: Cut, refs: readonly Ref[]): Module {
  const b = startModule("test");
  const inputs = new Map<Expr, Expr>(refs.map((ref, i) => [ref, input(b, `a${i}`, ref.width)]));
  output(b, "result", place(b, "x", cut, inputs));
  return finish(b);
}

const float16 = float(5, 10);
const small: readonly (readonly [CoreOp, readonly ScalarType[], ScalarType])[] = [
  ["add", [float16, float16], float16],
  ["mul", [float54, float54], float54],
  ["div", [float16, float16], float16],
  ["sqrt", [float16], float16],
  ["mul", [exactInt(17, true), exactInt(17, true)], exactInt(34, true)],
  ["floordiv", [exactInt(12, true), exactInt(9, true)], exactInt(13, true)],
  ["exp", [float54], float54],
];

it.each(small)("%s of %j gives the same, as many clocks later", (op, types, result) => {
  const random = seeded(JSON.stringify([op, types]));
  const refs = types.map((type, i): Ref => ({ kind: "ref", name: `in${i}`, width: bitWidth(type) }));
  const circuit = circuitOf(op, types, result, refs);
  const inputs = Array.from({ length: 40 }, () => refs.map(({ width }) => randomBits(random, width)));
  const combinational = compileCircuit(circuit);
  const wanted = inputs.map((operands) => combinational(...operands));
  for (const name of ["xc7", "ecp5"] as const) {
    for (const period of [3, 6]) {
      const cut = cutWithin(circuit, period, families[name]);
      const module = placed({ ...cut, stages: cut.retimed() }, refs);
      expect(verifyDesign(design(module))).toEqual([]);
      const got = clocked(module, inputs);
      expect(got.slice(cut.latency)).toEqual(wanted.slice(0, wanted.length - cut.latency));
    }
  }
});

it("registers move where that saves more than an estimate is wrong by", () => {
  const refs = [0, 1].map((i): Ref => ({ kind: "ref", name: `in${i}`, width: 16 }));
  const isMoved = (op: CoreOp): boolean => {
    const cut = cutWithin(circuitOf(op, [float16, float16], float16, refs), 5, families.ecp5);
    const lean = withFewerRegisters(cut, families.ecp5);
    return lean.stages !== cut.stages;
  };
  expect(isMoved("div")).toBe(true);
  expect(isMoved("add")).toBe(false);
});
