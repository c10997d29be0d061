/**
 * Small kernels with the code that is written for them beside: `x.py`, whose first lines may hold `# args: ...` and
 * `# schedule: ...`, and `x.c`, `x.cl`. UPDATE=1 writes the expected files anew.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { apply, parseSchedule } from "../../src/schedule/index.ts";
import { readFlags } from "../diagnostics/flags.ts";

const folder = fileURLToPath(new URL("./merlin/", import.meta.url));

export const kernelNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith(".py"))
  .map((file) => file.slice(0, -3))
  .sort();

export function kernelNamed(name: string): Loops {
  const text = readFileSync(`${folder}${name}.py`, "utf8");
  const { program, diagnostics } = compilePython({ path: `${name}.py`, text }, readFlags(text));
  if (program === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  const lowered = lower(program);
  if (!lowered.ok) throw new Error(`${name} is not lowered`);
  const words = /^# schedule: (.*)$/m.exec(text)?.[1] ?? "";
  const parsed = parseSchedule(words.replaceAll(";", "\n"));
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message }) => message).join("; "));
  const scheduled = apply(lowered.loops, parsed.schedule);
  if (!scheduled.ok) throw new Error(`step ${scheduled.step + 1} of the schedule of ${name} is refused`);
  return scheduled.loops;
}

/** `path` from the folder of these tests. */
export function expectGolden(path: string, text: string): void {
  const file = fileURLToPath(new URL(path, import.meta.url));
  if (process.env.UPDATE === "1") writeFileSync(file, text);
  expect(existsSync(file), `no ${path}; run with UPDATE=1`).toBe(true);
  expect(text).toBe(readFileSync(file, "utf8"));
}
