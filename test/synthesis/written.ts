/** A kernel that a test writes, without its header, under the steps of a schedule. */
import { compile, explain, toLoops } from "../../src/driver/compile.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { type Synthesized, synthesize } from "../../src/synthesis/index.ts";
import { target } from "./kernel-run.ts";

export function writtenLoops(source: string, steps = ""): Loops {
  const text = `from pylog import *\nimport numpy as np\n\n@pylog\n${source}\n`;
  const compiled = compile({ path: "kernel.py", text });
  if (!compiled.ok) throw new Error(`${explain(compiled)}\n${source}`);
  const lowered = toLoops(compiled);
  const parsed = parseSchedule(steps);
  if (!lowered.ok || !parsed.ok) throw new Error(`not lowered:\n${source}`);
  const done = apply(lowered.loops, parsed.schedule);
  if (!done.ok) throw new Error(done.refusal.message);
  return done.loops;
}

export function writtenCircuit(source: string, steps = ""): Synthesized {
  const made = synthesize(writtenLoops(source, steps), { target });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  return made;
}
