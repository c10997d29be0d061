/** Sizes that nothing divides are as good as their neighbours: checks for tests; whole curves are in bench/hardware/smooth.ts. */
import { expect } from "vitest";
import { runOf } from "../../bench/hardware/kernel.ts";
import { type SizedKernel, sizedKernels, sizedLoops } from "../../bench/hardware/smooth_kernels.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { predicted, synthesize } from "../../src/synthesis/index.ts";
import { target } from "./auto-kernels.ts";

export const neighbours: readonly (readonly [string, number, number])[] = [
  ["sum", 60, 63],
  ["matvec", 12, 15],
  ["matvec", 62, 67],
  ["conv", 12, 15],
  ["conv", 60, 62],
  ["gemm", 18, 21],
  ["gemm", 36, 37],
  ["gemm", 61, 64],
  ["3mm", 19, 20],
  ["3mm", 21, 23],
];
export const odd: readonly (readonly [string, number])[] = [
  ["sum", 13],
  ["matvec", 11],
  ["conv", 9],
  ["conv", 14],
  ["gemm", 11],
  ["gemm", 17],
  ["3mm", 9],
];

function named(name: string): SizedKernel {
  const kernel = sizedKernels.find((one) => one.name === name);
  if (kernel === undefined) throw new Error(`no kernel ${name}`);
  return kernel;
}

export function expectSmooth(name: string, first: number, last: number): void {
  const kernel = named(name);
  const curve = Array.from({ length: last - first + 1 }, (_, k) => {
    const { loops } = scheduleFor(sizedLoops(kernel, first + k), target);
    return predicted(loops, { target }).most / kernel.work(first + k);
  });
  for (const [k, perWork] of curve.slice(1).entries()) {
    const step = perWork / (curve[k] ?? perWork);
    expect(Math.max(step, 1 / step), `${name} at ${first + k + 1}`).toBeLessThanOrEqual(1.15);
  }
}

export async function expectExact(name: string, n: number): Promise<void> {
  const loops = sizedLoops(named(name), n);
  const made = synthesize(scheduleFor(loops, target).loops, { target });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  expect(await runOf(made, loops)).toEqual({ cycles: made.prediction.most, same: true });
}
