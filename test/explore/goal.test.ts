/** What a schedule of our own is for: how much it may take, and for how many cycles. */
import { describe, expect, it } from "vitest";
import { anchors } from "../../bench/hardware/anchors.ts";
import { loopsOf } from "../../bench/hardware/kernel.ts";
import { priceOf } from "../../src/device/price.ts";
import { control, effortFor, type Goal } from "../../src/explore/goal.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { type Measured, measured, nothingKnown } from "../../src/explore/measure.ts";
import { allLuts } from "../../src/explore/size.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { ofToday } from "../corpus/day.ts";
import { target } from "./auto-kernels.ts";

const kernels = anchors.map(({ kernel }) => kernel).filter((kernel) => !kernel.endsWith("_ftz"));

function written(kernel: string): Loops {
  return loopsOf("bench/hardware/kernels", kernel, "rolled", target.periodNs);
}

function figuresOf(loops: Loops): Measured {
  const found = measured(loops, target, nothingKnown());
  if (found === null) throw new Error("no circuit");
  return found;
}

function chosenFor(goal: Goal, loops: Loops): Measured {
  return figuresOf(scheduleFor(loops, target, undefined, effortFor(goal, loops, target)).loops);
}

describe.each(ofToday(kernels, 4))("%s", (kernel) => {
  const loops = written(kernel);
  const before = figuresOf(loops);

  it("in balance: cycles times LUTs are no more than those of the loops as written, nor than for speed", () => {
    const product = ({ cycles, size }: Measured): number => cycles * (control + allLuts(size));
    const balanced = product(chosenFor("balance", loops));
    expect(balanced).toBeLessThanOrEqual(product(before));
    expect(balanced).toBeLessThanOrEqual(product(chosenFor("speed", loops)));
  });

  it("for size: no more of anything than the loops as written", () => {
    const { cycles, size } = chosenFor("size", loops);
    expect(cycles).toBeLessThanOrEqual(before.cycles);
    expect(allLuts(size)).toBeLessThanOrEqual(allLuts(before.size));
    expect(size.dsps).toBeLessThanOrEqual(before.size.dsps);
    expect(size.blockRams).toBeLessThanOrEqual(before.size.blockRams);
  });
});

it("a product is a tenth of the size in balance, and a loop is still pipelined for size", () => {
  const product = written("matmul_32");
  const [fast, balanced] = [chosenFor("speed", product), chosenFor("balance", product)];
  expect(fast.cycles).toBeLessThan(balanced.cycles);
  expect(10 * priceOf(balanced.size)).toBeLessThan(priceOf(fast.size));
  const table = written("histogram");
  expect(2 * chosenFor("size", table).cycles).toBeLessThan(figuresOf(table).cycles);
});

it("what sets an element and the sum that is added to it are one loop in balance: 8 x 8 at a tenth of the LUTs", () => {
  const gemm = written("gemm_8");
  const [fast, balanced] = [chosenFor("speed", gemm), chosenFor("balance", gemm)];
  expect(10 * allLuts(balanced.size)).toBeLessThan(allLuts(fast.size));
  expect(balanced.cycles).toBeLessThan(3 * fast.cycles);
});
