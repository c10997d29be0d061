/**
 * The roads of a scheduled kernel: its source in CPython, the Program, its Loops, the scheduled Loops in both
 * interpreters, as WebAssembly, and printed in CPython. All must leave the same bits; where one stops with a fault,
 * all do.
 */
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops, printLoops, toProgram, verifyLoops } from "../../src/loops/program.ts";
import { trace } from "../../src/loops/trace.ts";
import type { Program } from "../../src/program/nodes.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { type Args, argsFromWire, type Left, left, programInParts, sameLeft } from "../backend/wasm-build.ts";
import { disagreements, interpret, typesOf } from "../corpus/roads.ts";
import { exact } from "../numpy/compare.ts";
import type { NumpyServer } from "../numpy/server.ts";
import type { WireValue } from "../numpy/wire.ts";
import { applied, type Draft } from "./draw.ts";

export interface Further {
  readonly wasm: boolean;
  readonly python: NumpyServer | null; // for the source and for the scheduled Loops
}

export interface Judgement {
  readonly draft: Draft;
  readonly faults: boolean; // the kernel stops, on every road
  readonly trouble: string | null;
}

/** Null where lowering refuses the program. `draft` may choose by the Loops. */
export async function judge(
  program: Program,
  wire: Readonly<Record<string, WireValue>>,
  draft: Draft | ((loops: Loops) => Draft),
  further: Further,
): Promise<Judgement | null> {
  const lowered = lower(program);
  if (!lowered.ok) return null;
  const args = argsFromWire(wire, typesOf(wire));
  const reference = left(programInParts(program), args);
  const chosen = typeof draft === "function" ? draft(lowered.loops) : draft;
  const trouble =
    (await inPython(program.source.text, program, reference)) ??
    (await difference(reference, lowered.loops, chosen).catch(toldOf));
  return { draft: chosen, faults: reference.fault !== null, trouble };

  async function difference(reference: Left, plain: Loops, steps: Draft): Promise<string | null> {
    const started = applied(plain, steps.changing);
    const scheduled = applied(started, steps.keeping);
    for (const loops of new Set([plain, started, scheduled])) {
      const broken = verifyLoops(loops);
      if (broken.length > 0) return broken.join("\n");
    }
    if (!reads([...steps.changing, ...steps.keeping])) return "the text of the schedule reads as another one";
    const first = left(prepareLoops(plain), args);
    if (!agree(first, reference)) return differs("Loops", "the Program", first, reference);
    const before = started === plain ? first : left(prepareLoops(started), args);
    const after = left(prepareLoops(scheduled), args);
    if (!agree(after, before)) return differs("scheduled Loops", "Loops", after, before);
    return otherRoads(scheduled, args, after);
  }

  async function otherRoads(loops: Loops, given: Args, interpreted: Left): Promise<string | null> {
    const traced = left({ run: (own) => trace(loops, own) }, given);
    if (!agree(traced, interpreted))
      return differs("the tracing interpreter", "the other", traced, interpreted);
    if (further.wasm) {
      const wasm = left(await compileWasm(loops), given);
      if (!sameLeft(wasm, interpreted)) return differs("WebAssembly", "the interpreter", wasm, interpreted);
    }
    return inPython(printLoops(loops), toProgram(loops), interpreted);
  }

  /** A text that should do what a program does. */
  async function inPython(text: string, same: Program, interpreted: Left): Promise<string | null> {
    if (further.python === null) return null;
    const theirs = await further.python.run({ text, kernel: same.kernel, args: wire });
    if (interpreted.fault !== null)
      return theirs.ok ? `CPython runs, and the interpreter stops: ${interpreted.fault.message}` : null;
    if (!theirs.ok) return `CPython: ${theirs.exception.type}: ${theirs.exception.message}\n${text}`;
    const found = disagreements(theirs, interpret(same, wire), exact);
    return found.length === 0 ? null : `CPython: ${found.join("; ")}\n${text}`;
  }
}

/** An error of our own. */
function toldOf(error: unknown): string {
  return error instanceof Error
    ? (error.stack ?? error.message).split("\n").slice(0, 8).join("\n")
    : String(error);
}

/** Another order may meet another fault first, and leaves other elements behind. */
export function agree(a: Left, b: Left): boolean {
  return a.fault === null || b.fault === null ? sameLeft(a, b) : true;
}

function reads(steps: Draft["keeping"]): boolean {
  const parsed = parseSchedule(printSchedule(steps));
  return parsed.ok && printSchedule(parsed.schedule) === printSchedule(steps);
}

function differs(one: string, other: string, a: Left, b: Left): string {
  const shown = (some: Left): string =>
    some.fault === null
      ? JSON.stringify({ args: some.args, results: some.results }, (_, v) =>
          typeof v === "bigint" || (typeof v === "number" && !Number.isFinite(v)) ? String(v) : v,
        )
      : `stops: ${some.fault.message}`;
  return `${one} and ${other} differ:\n${shown(a)}\n${shown(b)}`;
}
