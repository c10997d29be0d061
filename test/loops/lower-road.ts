/** The road through Loops: lowered, verified, run, and compared with the reference interpreter. */
import { lower } from "../../src/loops/lower/index.ts";
import { toProgram, verifyLoops } from "../../src/loops/program.ts";
import { RunFault } from "../../src/program/interpret/fault.ts";
import type { Program } from "../../src/program/nodes.ts";
import { argumentParts, disagreements, interpret, type Outcome, outcomeParts } from "../corpus/roads.ts";
import { exact } from "../numpy/compare.ts";

export type LoopsVerdict =
  | { readonly kind: "agrees" }
  | { readonly kind: "raises" } // on both roads
  | { readonly kind: "refused"; readonly codes: readonly string[] }
  | { readonly kind: "differs"; readonly lines: readonly string[] };

type Arguments = Parameters<typeof interpret>[1];

export function throughLoops(program: Program, args: Arguments): LoopsVerdict {
  const lowered = lower(program);
  if (!lowered.ok) return { kind: "refused", codes: lowered.diagnostics.map(({ code }) => code) };
  const broken = verifyLoops(lowered.loops);
  if (broken.length > 0) return { kind: "differs", lines: broken.slice(0, 5) };
  const theirs = outcome(program, args);
  const ours = outcome(toProgram(lowered.loops), argumentParts(args));
  if (theirs instanceof RunFault && ours instanceof RunFault) return { kind: "raises" };
  if (theirs instanceof RunFault) return differs(`runs, and the reference stops: ${theirs.message}`);
  if (ours instanceof RunFault) return differs(`stops, and the reference runs: ${ours.message}`);
  const lines = disagreements(ours, outcomeParts(theirs), exact);
  return lines.length === 0 ? { kind: "agrees" } : { kind: "differs", lines };
}

function differs(line: string): LoopsVerdict {
  return { kind: "differs", lines: [line] };
}

function outcome(program: Program, args: Arguments): Outcome | RunFault {
  try {
    return interpret(program, args);
  } catch (error) {
    if (error instanceof RunFault) return error;
    throw error;
  }
}
