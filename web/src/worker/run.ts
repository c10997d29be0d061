/** A call on the reference, and the same call as a circuit, cycle by cycle; both compared. */
import { difference, type Values } from "../../../src/call/compare.ts";
import { toNpy } from "../../../src/call/exchange.ts";
import { encodeNpy } from "../../../src/call/npy.ts";
import { type Outcome, runLoops, runProgram } from "../../../src/call/run.ts";
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import { Failure } from "../../../src/diagnostics/failure.ts";
import { ToolFailure } from "../../../src/diagnostics/tool_failure.ts";
import type { Compiled } from "../../../src/driver/compile.ts";
import { targetOf } from "../../../src/driver/device.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { printType } from "../../../src/types/print.ts";
import type { CircuitRun, RunData, Subject, Value } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { callData } from "./data.ts";
import { scheduled } from "./scheduled.ts";
import { compiledSubject, deviceOf } from "./subject.ts";

export async function runBoth(subject: Subject, data: RunData, tell: Tell): Promise<void> {
  const { compiled, loops } = acceptedSubject(subject);
  const { target } = targetOf(compiled, deviceOf(subject));
  const { given, notes } = callData(compiled, data);
  const reference = runProgram(compiled.program, { given, seed: data.seed });
  tell({
    ...{ kind: "ran", notes, values: shownValues(reference) },
    circuit: await circuitRun(),
    ms: reference.prepareMs + reference.runMs,
  });

  async function circuitRun(): Promise<CircuitRun | string> {
    try {
      const outcome = await runLoops(loops, "verilog", {
        ...{ given: callData(compiled, data).given, seed: data.seed },
        hardware: { sim: "lutra", target },
      });
      const found = difference(valuesOf(reference), valuesOf(outcome));
      const { cycles = 0, predicted = { least: 0, most: 0 } } = outcome.hardware ?? {};
      return {
        ...{ cycles, predicted, ms: outcome.prepareMs + outcome.runMs },
        difference:
          found === null
            ? null
            : `${found.where} is ${found.found}, and the reference has ${found.expected}; ${found.count} of ${found.total} elements differ`,
      };
    } catch (error) {
      if (error instanceof Diagnosed || error instanceof ToolFailure) return error.message;
      throw error;
    }
  }
}

/** Of a source and a schedule without mistakes; what is wrong with them stands beside them already. */
export function acceptedSubject(subject: Subject): { readonly compiled: Compiled; readonly loops: Loops } {
  const compiled = compiledSubject(subject);
  if (!compiled.ok) throw new Diagnosed(compiled.source, compiled.diagnostics);
  const { loops } = scheduled(compiled, subject.schedule);
  if (loops === null)
    throw new Failure("the schedule is refused", { help: "correct the step that is marked" });
  return { compiled, loops };
}

function valuesOf({ args, results }: Outcome): Values {
  return new Map([
    ...args.map(({ name, type, value }) => [name, { type, value }] as const),
    ...results.map(({ type, value }, index) => [`return ${index}`, { type, value }] as const),
  ]);
}

function shownValues({ args, results }: Outcome): readonly Value[] {
  const shown = (name: string, role: Value["role"], one: (typeof results)[number]): Value => {
    const npy = toNpy(one.type, one.value);
    return {
      ...{ name, role, type: printType(one.type), shape: npy.shape, data: npy.data },
      npy: encodeNpy(npy),
    };
  };
  return [
    ...args.map((arg) => shown(arg.name, arg.written ? "written" : "given", arg)),
    ...results.map((result, index) =>
      shown(results.length === 1 ? "return" : `return_${index}`, "returned", result),
    ),
  ];
}
