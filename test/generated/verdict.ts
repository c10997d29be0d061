/** What the roads make of a generated kernel: NumPy, the interpreter, and NumPy on the printed program. */
import { RunFault } from "../../src/program/interpret/fault.ts";
import type { Program } from "../../src/program/nodes.ts";
import { printProgram } from "../../src/program/print/index.ts";
import { verify } from "../../src/program/verify.ts";
import { compileForCall, disagreements, interpret, type Outcome, runtimeArguments } from "../corpus/roads.ts";
import { exact } from "../numpy/compare.ts";
import type { NumpyOutcome, NumpyServer } from "../numpy/server.ts";
import type { GeneratedKernel } from "./generator.ts";

export type Verdict =
  | { readonly kind: "agrees" }
  | { readonly kind: "raises"; readonly exception: string } // on every road
  | { readonly kind: "refused"; readonly code: string; readonly message: string } // by us; NumPy runs it
  | { readonly kind: "differs"; readonly lines: readonly string[] };

export async function judge(numpy: NumpyServer, kernel: GeneratedKernel): Promise<Verdict> {
  const { text, args } = kernel;
  const answer = numpy.run({ text, kernel: "kernel", args, seconds: 5 });
  const ours = ourRoads(kernel); // while NumPy is busy
  const theirs = await answer;
  if (ours.kind === "broken") return differs(ours.what, `NumPy: ${told(theirs)}`);
  if (ours.kind === "refused") return theirs.ok ? ours : { kind: "raises", exception: theirs.exception.type };
  const rest = runtimeArguments(ours.program, args);
  const printed = await numpy.run({
    text: ours.printed,
    kernel: ours.program.kernel,
    args: rest,
    seconds: 5,
  });
  if (ours.kind === "fault") {
    if (theirs.ok) return differs(`we report: ${ours.message}`, `NumPy: ${told(theirs)}`);
    if (printed.ok) return differs(`we report: ${ours.message}`, "the printed program runs");
    return { kind: "raises", exception: theirs.exception.type };
  }
  if (!theirs.ok) return differs("we run it", `NumPy: ${told(theirs)}`);
  const found = disagreements(ours.outcome, theirs, exact).map((line) => `interpreter: ${line}`);
  if (!printed.ok) found.push(`the printed program: ${told(printed)}`);
  else
    found.push(
      ...disagreements({ ...printed, args: { ...args, ...printed.args } }, theirs, exact).map(
        (line) => `printed: ${line}`,
      ),
    );
  return found.length === 0 ? { kind: "agrees" } : differs(...found);
}

type OurRoads =
  | { readonly kind: "broken"; readonly what: string }
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | { readonly kind: "fault"; readonly message: string; readonly printed: string; readonly program: Program }
  | { readonly kind: "ran"; readonly outcome: Outcome; readonly printed: string; readonly program: Program };

function ourRoads({ text, args }: GeneratedKernel): OurRoads {
  try {
    const { program, diagnostics } = compileForCall({ path: "kernel.py", text }, "kernel", args);
    const error = diagnostics.find((d) => d.severity === "error");
    if (error !== undefined) {
      const line = text.slice(0, error.span.from).split("\n").length;
      return { kind: "refused", code: error.code, message: `${line}: ${error.message}` };
    }
    if (program === null) return { kind: "broken", what: "no program and no error" };
    const wrong = verify(program);
    if (wrong.length > 0) return { kind: "broken", what: `the program is not valid: ${wrong.join("; ")}` };
    const printed = printProgram(program);
    try {
      return { kind: "ran", outcome: interpret(program, args), printed, program };
    } catch (fault) {
      if (fault instanceof RunFault)
        return { kind: "fault", message: `${fault.code}: ${fault.message}`, printed, program };
      throw fault;
    }
  } catch (error) {
    return { kind: "broken", what: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function differs(...lines: readonly string[]): Verdict {
  return { kind: "differs", lines };
}

function told(outcome: NumpyOutcome): string {
  if (outcome.ok) return "runs";
  const { type, message, line } = outcome.exception;
  return `${type}: ${message} (line ${line ?? "?"})`;
}
