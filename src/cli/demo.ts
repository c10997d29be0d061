/** `npm run demo`: three kernels compiled and run, one made a circuit, and one the bits of a board, to look at. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { kernelOf, type Outcome, runProgram } from "../call/run.ts";
import { bug } from "../diagnostics/bug.ts";
import { compileFile, explain } from "../driver/compile.ts";
import type { Value } from "../types/operators.ts";
import { get, type NDArray } from "../types/storage.ts";
import { array, float32, uint8 } from "../types/types.ts";
import { signatureTable } from "./check.ts";
import { boardDemo, type MakeBits } from "./demo_board.ts";
import { circuitDemo, embeddedArea, type Measure } from "./demo_circuit.ts";
import { drawBars, drawPicture, type Picture, sideBySide } from "./picture.ts";
import { milliseconds } from "./run.ts";
import { colorsOf, type Terminal } from "./terminal.ts";

export async function demo(
  terminal: Terminal,
  measure: Measure = embeddedArea,
  makeBits?: MakeBits,
): Promise<void> {
  convolution(terminal);
  matrixMultiply(terminal);
  histogram(terminal);
  await circuitDemo(terminal, measure);
  await boardDemo(terminal, makeBits);
  say(terminal, "Next: npx lutra run examples/sobel.py --on verilog, npx lutra --help");
}

function convolution(terminal: Terminal): void {
  const image = filled([64, 64], (y, x) => scene(y / 64, x / 64));
  const edges = [-1, -1, -1, -1, 8, -1, -1, -1, -1];
  const weights = filled([3, 3], (y, x) => edges[y * 3 + x] ?? 0);
  const shown = show(terminal, "conv2d", "2-D convolution by map", { image, weights });
  const out = arrayOf(shown.outcome, "out");
  const before = drawPicture(pictureOf(image, 1), 32, terminal.color);
  const after = drawPicture(pictureOf(out, 0.8), 32, terminal.color);
  say(terminal, indented([`${"image".padEnd(36)}out: its edges`, ...sideBySide(before, after, "    ")]));
  sayTime(terminal, shown, `${62 * 62 * 9} multiply-adds`);
}

function matrixMultiply(terminal: Terminal): void {
  const a = filled([64, 64], (i, k) => Math.exp(-(((i - k) / 6) ** 2)));
  const b = filled([64, 64], (k, j) => (((k >> 3) + (j >> 3)) % 2 === 0 ? 1 : 0));
  const shown = show(terminal, "matmul", "Matrix multiply", { a, b });
  const product = arrayOf(shown.outcome, "c");
  const pictures = [a, b].map((matrix) => drawPicture(pictureOf(matrix, 1), 18, terminal.color));
  const result = drawPicture(pictureOf(product, 0.1), 18, terminal.color);
  const times = result.map((_, i) => (i === Math.floor(result.length / 2) ? "  @  " : "     "));
  const equals = times.map((text) => text.replace("@", "="));
  const [left = [], right = []] = pictures;
  const factors = sideBySide(sideBySide(left, times, ""), right, "");
  say(terminal, indented(sideBySide(sideBySide(factors, equals, ""), result, "")));
  sayTime(terminal, shown, `${64 ** 3} multiply-adds`);
}

function histogram(terminal: Terminal): void {
  // Sums of dice pile up in the middle. The dice are a fixed sequence: the demo looks the same everywhere.
  let state = 1;
  const die = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 28;
  };
  const data: NDArray = {
    type: array(uint8, [4096]),
    data: Uint8Array.from(
      { length: 4096 },
      () => die() + die() + die() + die() + die() + die() + die() + die(),
    ),
  };
  const shown = show(terminal, "histogram", "Histogram of 4096 sums of eight dice", { data });
  const counts = shown.outcome.results[0]?.value;
  if (typeof counts !== "object") bug("histogram returns an array");
  const groups = Array.from({ length: 16 }, (_, group) => {
    let sum = 0;
    for (let bin = 0; bin < 8; bin++) sum += Number(get(counts, group * 8 + bin));
    return sum;
  });
  const labels = groups.map((_, group) => `${group * 8}-${group * 8 + 7}`);
  say(terminal, indented(drawBars(groups, labels, 50)));
  sayTime(terminal, shown, "4096 elements");
}

interface Shown {
  readonly outcome: Outcome; // of the first call
  readonly best: number; // milliseconds
}

function show(
  terminal: Terminal,
  name: string,
  title: string,
  args: Readonly<Record<string, NDArray | Value>>,
): Shown {
  const colors = colorsOf(terminal);
  const path = `examples/${name}.py`;
  const text = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
  const started = performance.now();
  const compiled = compileFile({ path, text }, { args: new Map() });
  if (!compiled.ok) bug(`the demo's own kernel is refused:\n${explain(compiled)}`);
  const elapsed = performance.now() - started;
  const body = text.slice(text.indexOf("@pylog")).trimEnd().split("\n");
  say(terminal, `${colors.bold(colors.cyan(title))}  ${colors.dim(path)}\n`);
  say(terminal, `${indented(body.map((line) => colors.dim(line)))}\n`);
  say(terminal, signatureTable(kernelOf(compiled.program), compiled.program.source, colors));
  say(terminal, `${indented([colors.dim(`compiled in ${milliseconds(elapsed)}`)])}\n`);
  const given = new Map(Object.entries(args));
  const call = (): Outcome => runProgram(compiled.program, { given, seed: 1 });
  const outcome = call();
  const again = Array.from({ length: 20 }, () => call().runMs); // by then the machine has warmed up
  return { outcome, best: Math.min(...again) };
}

/** A disc, a square and a soft sky. */
function scene(y: number, x: number): number {
  if ((y - 0.4) ** 2 + (x - 0.35) ** 2 < 0.05) return 0.9;
  if (y > 0.55 && y < 0.9 && x > 0.55 && x < 0.9) return 0.65;
  return 0.35 * y;
}

function filled(shape: readonly [number, number], value: (y: number, x: number) => number): NDArray {
  const [height, width] = shape;
  const data = Float32Array.from({ length: height * width }, (_, i) =>
    value(Math.floor(i / width), i % width),
  );
  return { type: array(float32, shape), data };
}

function pictureOf(values: NDArray, gain: number): Picture {
  const [height, width] = values.type.shape.map(Number) as [number, number];
  return { height, width, at: (y, x) => gain * Math.abs(Number(get(values, y * width + x))) };
}

function arrayOf({ args }: Outcome, name: string): NDArray {
  const value = args.find((arg) => arg.name === name)?.value;
  if (typeof value !== "object") bug(`the kernel has no array ${name}`);
  return value;
}

function sayTime(terminal: Terminal, { outcome, best }: Shown, work: string): void {
  const colors = colorsOf(terminal);
  const first = colors.dim(`first call ${milliseconds(outcome.runMs)}`);
  say(
    terminal,
    `\n${indented([`${colors.green("ran")} ${work} in ${colors.bold(milliseconds(best))}, ${first}`])}\n`,
  );
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}

function say(terminal: Terminal, text: string): void {
  terminal.out(`${text}\n`);
}
