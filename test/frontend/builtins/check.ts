/** One expression on all roads. */
import { printProgram } from "../../../src/program/print/index.ts";
import { verify } from "../../../src/program/verify.ts";
import { makeArguments } from "../../corpus/arguments.ts";
import { parseHeader } from "../../corpus/header.ts";
import { compileKernel, disagreements, interpret } from "../../corpus/roads.ts";
import type { NumpyServer } from "../../numpy/server.ts";
import { type Group, kernelOf } from "./cases.ts";

/** What went wrong, one line each. What NumPy refuses we must refuse too, when compiling or when running. */
export async function failures(
  server: NumpyServer,
  group: Group,
  expression: string,
): Promise<readonly string[]> {
  const text = kernelOf(group, expression);
  const header = parseHeader(text);
  const args = makeArguments(header);
  const theirs = await server.run({ text, kernel: "kernel", args });
  const say = (what: string) => `${expression}: ${what}`;
  try {
    const program = compileKernel({ path: "kernel.py", text }, "kernel", args);
    const broken = verify(program);
    if (broken.length > 0) return broken.map(say);
    const ours = interpret(program, args);
    if (!theirs.ok) return [say(`NumPy says ${theirs.exception.type}: ${theirs.exception.message}`)];
    const differences = disagreements(ours, theirs, header.tolerance);
    if (differences.length > 0) return differences.map(say);
    const printed = printProgram(program);
    const again = await server.run({ text: printed, kernel: program.kernel, args });
    if (!again.ok) return [say(`printed: ${again.exception.type}: ${again.exception.message}\n${printed}`)];
    return disagreements(again, ours, header.tolerance).map((what) => say(`printed: ${what}\n${printed}`));
  } catch (error) {
    return theirs.ok ? [say(error instanceof Error ? error.message : String(error))] : [];
  }
}
