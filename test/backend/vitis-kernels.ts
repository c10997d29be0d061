/**
 * Small kernels with the C++ that is written for them beside: `x.py`, whose first lines may hold `# args: ...`,
 * `# schedule: ...` and `# axis: ...` (arguments that are streams), and `x.cpp`. UPDATE=1 writes the expected files anew.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { VitisOptions } from "../../src/backend/vitis/index.ts";
import { seededArgument } from "../../src/call/seeded.ts";
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { arrayType } from "../../src/loops/program.ts";
import { apply, parseSchedule } from "../../src/schedule/index.ts";
import { readFlags } from "../diagnostics/flags.ts";
import type { Args } from "./wasm-build.ts";

const folder = fileURLToPath(new URL("./vitis/", import.meta.url));

export const kernelNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith(".py"))
  .map((file) => file.slice(0, -3))
  .sort();

export interface Kernel {
  readonly name: string;
  readonly loops: Loops;
  readonly options: VitisOptions;
  readonly args: Args;
}

export function kernelNamed(name: string): Kernel {
  const text = readFileSync(`${folder}${name}.py`, "utf8");
  const axis = /^# axis: (.*)$/m.exec(text)?.[1]?.split(" ") ?? [];
  const interfaces = Object.fromEntries(axis.map((argument) => [argument, "axis" as const]));
  const loops = scheduled(`${name}.py`, text, /^# schedule: (.*)$/m.exec(text)?.[1] ?? "");
  return { name, loops, options: { interfaces }, args: argumentsOf(loops) };
}

/** Steps of a schedule are separated by `;`. */
export function scheduled(path: string, text: string, schedule: string): Loops {
  const { program, diagnostics } = compilePython({ path, text }, readFlags(text));
  if (program === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  const lowered = lower(program);
  if (!lowered.ok) throw new Error(`${path} is not lowered`);
  const parsed = parseSchedule(schedule.replaceAll(";", "\n"));
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message }) => message).join("; "));
  const done = apply(lowered.loops, parsed.schedule);
  if (!done.ok) throw new Error(`step ${done.step + 1} of the schedule of ${path} is refused`);
  return done.loops;
}

function argumentsOf(loops: Loops): Args {
  return Object.fromEntries(
    loops.params.map((param) => {
      const type = param.kind === "scalar" ? param.type : arrayType(param);
      return [param.name, seededArgument(type, param.name, 1)];
    }),
  );
}
