/**
 * How smooth cycles are in the size of a kernel: under the schedule that Lutra chooses, per unit of work, for every n from
 * 5 to 70. A size that nothing divides should be as good as its neighbour.
 *
 *     npm run bench:smooth                   the curves of all kernels, which takes minutes
 *     npm run bench:smooth -- gemm 30 40     one kernel, these sizes
 *
 * Marked are steps of more than 15 % between neighbours, up or down.
 */
import { scheduleFor } from "../../src/explore/index.ts";
import { predicted } from "../../src/synthesis/index.ts";
import { type SizedKernel, sizedKernels, sizedLoops } from "./smooth_kernels.ts";

const target = { family: "xcup", periodNs: 6 } as const;
const most = 1.15;
const asked = process.argv.slice(2);
const sizes = asked.map(Number).filter(Number.isInteger);
const [first, last] = [Math.min(...sizes, ...(sizes.length === 0 ? [5] : [])), Math.max(...sizes, 0) || 70];
const names = asked.filter((word) => !Number.isInteger(Number(word)));

process.stdout.write("kernel    n   cycles  per work  beside n - 1\n");
for (const kernel of sizedKernels.filter(({ name }) => names.length === 0 || names.includes(name)))
  process.stdout.write(`${curve(kernel)}\n`);

/** Prints a line a size; the summary comes last. */
function curve(kernel: SizedKernel): string {
  let [before, steps, largest] = [Number.NaN, 0, 1];
  for (let n = first; n <= last; n++) {
    const cycles = cyclesOf(kernel, n);
    const perWork = cycles / kernel.work(n);
    const ratio = Number.isNaN(before) ? 1 : perWork / before;
    const step = Math.max(ratio, 1 / ratio);
    if (step > most) steps++;
    largest = Math.max(largest, step);
    const cells = [String(n).padStart(3), String(cycles).padStart(8), perWork.toFixed(4).padStart(9)];
    const mark = step > most ? "  <--" : "";
    process.stdout.write(
      `${kernel.name.padEnd(7)} ${cells.join(" ")} ${ratio.toFixed(3).padStart(9)}${mark}\n`,
    );
    before = perWork;
  }
  return `${kernel.name}: ${steps} steps of more than ${Math.round(100 * (most - 1))} %, the largest ${largest.toFixed(2)}x`;
}

function cyclesOf(kernel: SizedKernel, n: number): number {
  const { loops } = scheduleFor(sizedLoops(kernel, n), target);
  return predicted(loops, { target }).most;
}
