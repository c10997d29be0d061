/** Sizes that nothing divides are as good as their neighbours; whole curves are in bench/hardware/smooth.ts. */
import { describe, expect, test } from "vitest";
import { runOf } from "../../bench/hardware/kernel.ts";
import { type SizedKernel, sizedKernels, sizedLoops } from "../../bench/hardware/smooth_kernels.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { predicted, synthesize } from "../../src/synthesis/index.ts";
import { target } from "./auto-kernels.ts";

function named(name: string): SizedKernel {
  const kernel = sizedKernels.find((one) => one.name === name);
  if (kernel === undefined) throw new Error(`no kernel ${name}`);
  return kernel;
}

describe("cycles per unit of work change by at most 15 % from one size to the next", () => {
  test.each([
    ["sum", 60, 63],
    ["matvec", 12, 15],
    ["matvec", 62, 67],
    ["conv", 12, 15],
    ["conv", 60, 62],
    ["gemm", 61, 64],
  ])("%s, %i to %i", { timeout: 60_000 }, (name, first, last) => {
    const kernel = named(name);
    const curve = Array.from({ length: last - first + 1 }, (_, k) => {
      const { loops } = scheduleFor(sizedLoops(kernel, first + k), target);
      return predicted(loops, { target }).most / kernel.work(first + k);
    });
    for (const [k, perWork] of curve.slice(1).entries()) {
      const step = perWork / (curve[k] ?? perWork);
      expect(Math.max(step, 1 / step), `${name} at ${first + k + 1}`).toBeLessThanOrEqual(1.15);
    }
  });
});

describe("circuits of sizes that nothing divides leave what the reference leaves, in the cycles predicted", () => {
  test.each([
    ["sum", 13],
    ["matvec", 11],
    ["conv", 9],
    ["conv", 14],
    ["gemm", 11],
    ["gemm", 17],
    ["3mm", 9],
  ])("%s of %i", { timeout: 60_000 }, async (name, n) => {
    const loops = sizedLoops(named(name), n);
    const made = synthesize(scheduleFor(loops, target).loops, { target });
    if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
    expect(await runOf(made, loops)).toEqual({ cycles: made.prediction.most, same: true });
  });
});
