/**
 * Random kernels through Loops: the bits of the reference interpreter.
 *
 *     LUTRA_PROGRAMS=20000 LUTRA_SEED=7 npx vitest run test/loops/lower-generated.test.ts
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePython } from "../../src/frontend/python/index.ts";
import { typesOf } from "../corpus/roads.ts";
import { choiceLists } from "../generated/choices.ts";
import { programLength, writeKernel } from "../generated/generator.ts";
import { type LoopsVerdict, throughLoops } from "./lower-road.ts";

const programs = Number(process.env.LUTRA_PROGRAMS ?? 100);
const seed = Number(process.env.LUTRA_SEED ?? 1);

test(`${programs} kernels from seed ${seed}: Loops = Program`, { timeout: 3_600_000 }, () => {
  const failures: string[] = [];
  const refused: string[] = [];
  for (let k = seed; k < seed + programs; k++) {
    const found = judged(numbersOf(k));
    if (found?.verdict.kind === "refused") refused.push(`${k}: ${found.verdict.codes.join(", ")}`);
    if (found?.verdict.kind === "differs") failures.push(simplest(k));
  }
  expect(failures.join("\n\n")).toBe("");
  expect(refused).toEqual([]);
});

const lists = choiceLists(programLength, (numbers) => writeKernel(numbers));

function numbersOf(of: number): readonly number[] {
  return fc.sample(lists, { seed: of, numRuns: 1 })[0] ?? [];
}

/** Null when the front end refuses the kernel. */
function judged(
  numbers: readonly number[],
): { readonly text: string; readonly verdict: LoopsVerdict } | null {
  const { text, args } = writeKernel(numbers);
  const { program } = compilePython({ path: "kernel.py", text }, { kernel: "kernel", args: typesOf(args) });
  if (program === null) return null;
  try {
    return { text, verdict: throughLoops(program, args) };
  } catch (error) {
    const line = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { text, verdict: { kind: "differs", lines: [line.split("\n").slice(0, 6).join("\n")] } };
  }
}

/** The simplest kernel near this one that still differs. */
function simplest(of: number): string {
  let shown = "";
  const agrees = (numbers: readonly number[]): boolean => {
    const found = judged(numbers);
    if (found?.verdict.kind !== "differs") return true;
    shown = `${found.text}${found.verdict.lines.join("\n")}`;
    return false;
  };
  fc.check(fc.property(lists, agrees), { seed: of, numRuns: 1, interruptAfterTimeLimit: 20_000 });
  return `LUTRA_SEED=${of}\n${shown}`;
}
