/**
 * Registers with seats become instances of modules, and nothing else changes.
 *
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 npx vitest run test/hardware/grid.test.ts     as many random circuits as wanted
 */
import { describe, expect, it } from "vitest";
import { design } from "../../src/hardware/netlist/build.ts";
import { withElements } from "../../src/hardware/netlist/grid/index.ts";
import type { Expr, Module, Ref, Register, Wire } from "../../src/hardware/netlist/nodes.ts";
import { verifyDesign } from "../../src/hardware/netlist/verify.ts";
import { mapOperands } from "../../src/hardware/netlist/walk.ts";
import { interpret } from "../../src/hardware/simulate/interpret.ts";
import { type Dice, dice, many, random, randomDesign } from "./random.ts";
import { stimulus, trace } from "./trace.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 8);
const first = Number(process.env.LUTRA_SEED ?? 1);
const seeds = Array.from({ length: runs }, (_, index) => first + index);

function expectSame(flat: Module, seed: number): Module {
  const [before, after] = [design(flat), design(withElements(flat))];
  expect(verifyDesign(after)).toEqual([]);
  const cycles = stimulus(before, seed, 20);
  expect(trace(after, interpret(after), cycles)).toEqual(trace(before, interpret(before), cycles));
  return after.top;
}

describe("cycle by cycle the same", () => {
  it.each(seeds)("any circuit, with seats anywhere, seed %i", (seed) => {
    const d = dice(seed);
    const { top } = randomDesign(seed, false);
    const registers = top.registers.map(
      (one, index): Register =>
        d.roll(4) === 0
          ? one
          : { ...one, seat: { grid: "g", at: [index % 3], name: `r${d.roll(2)}${index}` } },
    );
    expectSame({ ...top, registers }, seed);
  });

  it.each(seeds)("a row of elements that differ here and there, seed %i", (seed) => {
    const flat = randomRow(dice(seed));
    const { instances } = expectSame(flat, seed);
    expect(instances.map(({ name }) => name).sort()).toEqual(seatsIn(flat).sort());
  });
});

function seatsIn({ registers }: Module): string[] {
  return [
    ...new Set(registers.flatMap(({ seat }) => (seat === undefined ? [] : [`pe_${seat.at.join("_")}`]))),
  ];
}

/** Each element reads its own registers and those of the one before; some have another constant, delay or wire. */
function randomRow(d: Dice): Module {
  const inputs = many(d, 2, 3, (index) => ({ name: `in${index}`, width: d.pick([1, 8, 17]) }));
  const kinds = many(d, 1, 3, (index) => ({ name: `s${index}`, width: d.pick([1, 8, 17]) }));
  const pool: readonly Ref[] = [
    ...inputs,
    ...kinds.flatMap(({ name, width }) =>
      ["own", "before", "late"].map((of) => ({ name: `${of}.${name}`, width })),
    ),
  ].map((one) => ({ kind: "ref", ...one }));
  const templates = kinds.map(({ width }) => random(d, pool, width, 3));
  const wires: Wire[] = [];
  const registers = many(d, 3, 6, (place): Register[] =>
    kinds.flatMap(({ name, width }, k): Register[] => {
      const isOther = d.roll(6) === 0;
      const value = placed(
        isOther ? random(d, pool, width, 2) : (templates[k] ?? random(d, pool, width, 1)),
        place,
      );
      const wire = `w_${name}_${place}`;
      wires.push({ name: wire, value });
      const seat = { grid: "row", at: [place], name };
      const common = { width, initial: 0n, reset: true, enable: null };
      return [
        { ...common, name: `${name}_${place}`, next: { kind: "ref", name: wire, width }, seat },
        { ...common, name: `late_${name}_${place}`, next: { kind: "ref", name: `${name}_${place}`, width } },
      ];
    }),
  ).flat();
  const outputs = registers.slice(-2).map(({ name, width }): { name: string; value: Expr } => ({
    ...{ name: `out_${name}`, value: { kind: "ref", name, width } },
  }));
  return { name: "row", inputs, outputs, wires, registers, memories: [], instances: [] };
}

function placed(expr: Expr, place: number): Expr {
  if (expr.kind !== "ref") return mapOperands(expr, (operand) => placed(operand, place));
  const [of, name] = expr.name.split(".");
  if (name === undefined) return expr;
  if (of === "before" && place === 0) return { kind: "const", width: expr.width, value: 1n };
  const own = `${name}_${of === "before" ? place - 1 : place}`;
  return { ...expr, name: of === "late" ? `late_${own}` : own };
}

it("a circuit without seats stays as it is", () => {
  const { top } = randomDesign(1, false);
  expect(withElements(top)).toBe(top);
});
