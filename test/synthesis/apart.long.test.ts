/** Sums, products and accumulators in LUTs, as counted by Yosys: a row of adders each. */
import { expect, it } from "vitest";
import {
  type Builder,
  design,
  drive,
  finish,
  input,
  output,
  register,
  startModule,
} from "../../src/hardware/netlist/build.ts";
import { add, and, mux, or } from "../../src/hardware/netlist/expressions.ts";
import type { Expr } from "../../src/hardware/netlist/nodes.ts";
import { operator } from "../../src/hardware/operators/operator.ts";
import { printVerilog } from "../../src/hardware/verilog/index.ts";
import { type Area, areaOf } from "../../src/synthesis/report/area.ts";
import { type FpgaFamily, synthesizeVerilog } from "../../src/toolchain/yosys.ts";
import { int32 } from "../../src/types/types.ts";

const slow = { timeout: 60_000 };

/** One synthesis for all, as each takes seconds. */
async function areaOn(family: FpgaFamily, makes: readonly ((b: Builder) => Expr)[]): Promise<Area> {
  const b = startModule("made");
  for (const [at, make] of makes.entries()) output(b, `total${at}`, make(b));
  const files = { "made.v": printVerilog(design(finish(b))) };
  const outcome = await synthesizeVerilog({ files, top: "made", family });
  if (outcome.kind === "failed") throw new Error(outcome.message);
  return areaOf(outcome.cells);
}

/** (a + b) + (c + d) */
function fourNumbers(family: FpgaFamily): (b: Builder) => Expr {
  return (b) => {
    const sum = operator("add", [int32, int32], int32, { family, periodNs: 40 });
    const left = sum.build(b, "left", [input(b, "a", 32), input(b, "b", 32)]);
    const right = sum.build(b, "right", [input(b, "c", 32), input(b, "d", 32)]);
    return sum.build(b, "total", [left, right]);
  };
}

/** A choice before two more numbers. */
function chosenFirst(b: Builder): Expr {
  const chosen = mux(b, input(b, "first", 1), input(b, "e", 32), input(b, "f", 32));
  return add(b, add(b, chosen, input(b, "g", 32)), input(b, "h", 32));
}

function product(b: Builder): Expr {
  const made = operator("mul", [int32, int32], int32, { family: "xcup", periodNs: 10 });
  return made.build(b, "product", [input(b, "i", 32), input(b, "j", 32)]);
}

/** A sum that starts anew. */
function accumulator(b: Builder): Expr {
  const sum = register(b, "sum", 32);
  const anew = and(b, input(b, "start", 1), input(b, "ready", 1));
  const enable = or(b, anew, input(b, "more", 1));
  drive(b, sum, mux(b, anew, 0, add(b, sum, input(b, "k", 32))), { enable });
  return sum;
}

it("four numbers of 32 bits take three rows on iCE40", slow, async () => {
  const { lut } = await areaOn("ice40", [fourNumbers("ice40")]);
  expect(lut).toBeLessThanOrEqual(100);
});

it("on UltraScale+ a row each, and three DSPs for the low 32 bits of a product", slow, async () => {
  const { lut, dsp } = await areaOn("xcup", [fourNumbers("xcup"), chosenFirst, product, accumulator]);
  expect(dsp).toBe(3);
  expect(lut).toBeLessThanOrEqual(100 + 65 + 24 + 34);
});
