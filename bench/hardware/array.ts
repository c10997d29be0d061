/** Systolic arrays and stencils: what is counted of a circuit, and a run of it beside the reference. */
import { compile, explain, toLoops } from "../../src/driver/compile.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { parseSchedule } from "../../src/schedule/index.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { circuitOf, type Ran, runOf, targetOf } from "./kernel.ts";

export const recordPath = "bench/hardware/arrays.json";

export interface Work {
  readonly name: string;
  readonly source: string;
  readonly steps: string;
  readonly least: number; // cycles that the units need if none ever waits
  readonly isBeside?: true; // the circuits without a schedule and with Lutra's own are counted as well
}

/** Exact, the same on every machine. */
export interface ArrayFigures {
  readonly cycles: number;
  readonly busy: number; // per mille of the cycles that units work
  readonly dsps: number;
  readonly rolled?: number; // cycles without a schedule
  readonly auto?: number; // with Lutra's own
}

export interface Measured {
  readonly figures: ArrayFigures;
  readonly run: () => Promise<Ran>;
}

const periodNs = 6;

export function measuredArray({ source, steps, least, isBeside }: Work): Measured {
  const rolled = loopsOf(source);
  const parsed = parseSchedule(steps);
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message }) => message).join("; "));
  const applied = apply(rolled, parsed.schedule);
  if (!applied.ok) throw new Error(`${steps}: ${applied.refusal.message}`);
  const made = circuitOf(applied.loops, periodNs);
  const { operators } = reportOf(made);
  const cycles = made.prediction.most;
  return {
    figures: {
      cycles,
      busy: Math.floor((1000 * least) / cycles),
      dsps: operators.reduce((sum, { units, dsps }) => sum + units * dsps, 0),
      ...(isBeside === true ? besideOf(rolled) : {}),
    },
    run: () => runOf(made, rolled),
  };
}

function besideOf(rolled: Loops): Pick<ArrayFigures, "rolled" | "auto"> {
  const chosen = apply(rolled, scheduleFor(rolled, targetOf(periodNs)).schedule);
  if (!chosen.ok) throw new Error(chosen.refusal.message);
  const cycles = (loops: Loops): number => circuitOf(loops, periodNs).prediction.most;
  return { rolled: cycles(rolled), auto: cycles(chosen.loops) };
}

export function loopsOf(text: string): Loops {
  const compiled = compile({
    path: "array.py",
    text: `import numpy as np\nfrom pylog import *\n@pylog\n${text}`,
  });
  if (!compiled.ok) throw new Error(explain(compiled));
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Error(lowered.diagnostics.map(({ message }) => message).join("; "));
  return lowered.loops;
}

export function product(size: number, rows: number, columns: number, how = ""): Work {
  return {
    name: `int16 product of ${size}^3 on ${rows} x ${columns}${how}`,
    source: `def product(a: "int16[${size},${size}]", b: "int16[${size},${size}]", c: "int32[${size},${size}]"):
    for i in range(${size}):
        for j in range(${size}):
            s = np.int32(0)
            for k in range(${size}):
                s += np.int32(a[i, k]) * np.int32(b[k, j])
            c[i, j] = s
`,
    steps: `systolic i rows=i columns=j size=${rows},${columns}${how}`,
    least: Math.ceil(size / rows) * Math.ceil(size / columns) * size,
  };
}

/** Smith-Waterman. */
function alignment(rows: number, columns: number, size: number): Work {
  return {
    name: `alignment of ${rows} and ${columns} on ${size}`,
    source: `def align(a: "uint8[${rows}]", b: "uint8[${columns}]"):
    h = np.zeros((${rows + 1}, ${columns + 1}), np.int16)
    best = np.int16(0)
    for i in range(1, ${rows + 1}):
        for j in range(1, ${columns + 1}):
            s = np.int16(2) if a[i - 1] == b[j - 1] else np.int16(-1)
            v = max(np.int16(0), h[i - 1, j - 1] + s, h[i - 1, j] - np.int16(1), h[i, j - 1] - np.int16(1))
            h[i, j] = v
            best = max(best, v)
    return best
`,
    steps: `systolic i rows=i size=${size}`,
    least: Math.ceil(rows / size) * columns,
  };
}

/** Odd-even transposition: a place a step in all of them, and two words a cycle in and out. */
function sorted(size: number, type: string, how = ""): Work {
  return {
    name: `sorting ${size} of ${type}${how === "" ? "" : ", 8 banks"}`,
    source: `def sort(a: "${type}[${size}]"):
    for t in range(${size}):
        for i in range(t % 2, ${size - 1}, 2):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
`,
    steps: `${how}systolic t rows=i`,
    least: size + 2 * Math.ceil(size / (how === "" ? 2 : 16)),
  };
}

/** LU decomposition without pivoting: a line in each step. */
function lu(size: number, type: string, matrices = 1): Work {
  const [shape, at, indent] = matrices === 1 ? ["", "", ""] : [`${matrices},`, "m, ", "    "];
  const around = matrices === 1 ? "" : `    for m in range(${matrices}):\n`;
  return {
    name: `LU of ${matrices === 1 ? "" : `${matrices} times `}${size} x ${size} ${type}`,
    source: `def lu(a: "${type}[${shape}${size},${size}]"):
${around}${indent}    for k in range(${size - 1}):
${indent}        for i in range(k + 1, ${size}):
${indent}            a[${at}i, k] = a[${at}i, k] / a[${at}k, k]
${indent}            for j in range(k + 1, ${size}):
${indent}                a[${at}i, j] = a[${at}i, j] - a[${at}i, k] * a[${at}k, j]
`,
    steps: "systolic k rows=k columns=j",
    least: matrices * size,
    isBeside: true,
  };
}

/** Cholesky decomposition of the lower half. */
function cholesky(size: number, type: string): Work {
  return {
    name: `Cholesky of ${size} x ${size} ${type}`,
    source: `def cholesky(a: "${type}[${size},${size}]"):
    for k in range(${size}):
        a[k, k] = np.sqrt(a[k, k])
        for i in range(k + 1, ${size}):
            a[i, k] = a[i, k] / a[k, k]
        for i in range(k + 1, ${size}):
            for j in range(k + 1, i + 1):
                a[i, j] = a[i, j] - a[i, k] * a[j, k]
`,
    steps: "systolic k rows=k columns=j",
    least: size,
    isBeside: true,
  };
}

function jacobi(height: number, width: number, unroll: number): Work {
  return {
    name: `Jacobi, ${height} x ${width}, U=${unroll}`,
    source: `def jacobi(a: "int32[${height},${width}]", b: "int32[${height},${width}]"):
    for i in range(1, ${height - 1}):
        for j in range(1, ${width - 1}):
            b[i, j] = (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1] + a[i, j]) >> 2
`,
    steps: `stencil i unroll=${unroll}`,
    least: Math.ceil((height * width) / unroll),
  };
}

function heat(size: number, steps: number): Work {
  return {
    name: `4 steps of heat, ${size} x 256, T=${steps}`,
    source: `def heat(a: "int32[${size},256]"):
    b = np.zeros((${size}, 256), dtype=np.int32)
    for t in range(4):
        for i in range(1, ${size - 1}):
            for j in range(1, 255):
                b[i, j] = (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]) >> 2
        for k in range(1, ${size - 1}):
            for l in range(1, 255):
                a[k, l] = b[k, l]
`,
    steps: `stencil t steps=${steps}`,
    least: (4 / steps) * size * 256,
  };
}

export const works: readonly Work[] = [
  product(64, 8, 8),
  product(65, 8, 8),
  product(64, 8, 8, " group=4,4"), // one memory for each argument
  product(65, 8, 8, " group=4,4"),
  product(64, 4, 4),
  product(64, 16, 4),
  product(256, 8, 8),
  alignment(32, 256, 32),
  alignment(33, 257, 32),
  alignment(256, 256, 32),
  sorted(32, "int32"),
  sorted(33, "int32"),
  sorted(64, "float32"),
  sorted(64, "int16", "partition a dim=0 cyclic 8\n"),
  lu(8, "float32"),
  lu(9, "float32"),
  lu(8, "float32", 16),
  lu(8, "fixed<24,12>"),
  cholesky(8, "float32"),
  ...[1, 2, 4, 8].map((unroll) => jacobi(64, 256, unroll)),
  jacobi(64, 257, 4),
  ...[1, 2, 4].map((steps) => heat(64, steps)),
];
