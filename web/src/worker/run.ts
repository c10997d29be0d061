/** A call on the reference, and the same call as a circuit, cycle by cycle; both compared. */
import { difference, type Values } from "../../../src/call/compare.ts";
import { toNpy } from "../../../src/call/exchange.ts";
import { checkLength, endOf } from "../../../src/call/hardware.ts";
import { encodeNpy, withPlainNaNs } from "../../../src/call/npy.ts";
import { type Outcome, runCalled, runProgram } from "../../../src/call/run.ts";
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import { ToolFailure } from "../../../src/diagnostics/tool_failure.ts";
import type { Synthesized } from "../../../src/synthesis/index.ts";
import { observedCall } from "../../../src/timeline/observe.ts";
import { printType } from "../../../src/types/print.ts";
import type { CircuitRun, Look, RecordedPart, RunData, Subject, Value } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { type CallData, callData } from "./data.ts";
import { type Known, knownOf } from "./known.ts";

export async function runBoth(subject: Subject, data: RunData, look: Look, tell: Tell): Promise<void> {
  const known = knownOf(subject);
  const [compiled, { loops }] = [known.compiled(), known.inCircuit()];
  const { given, notes } = callData(compiled, data);
  const reference = runProgram(compiled.program, { given, seed: data.seed });
  const own = await circuitRun(callData(compiled, data).given);
  tell({
    ...{ kind: "ran", notes, values: shownValues(reference) },
    circuit: typeof own === "string" ? own : own.circuit,
    ms: reference.prepareMs + reference.runMs,
  });
  if (typeof own !== "string") tell(own.recorded);

  async function circuitRun(
    own: CallData["given"],
  ): Promise<string | { readonly circuit: CircuitRun; readonly recorded: RecordedPart }> {
    try {
      const begun = performance.now();
      const made = circuitOf(known);
      const { outcome, called } = await runCalled(loops, { given: own, seed: data.seed }, async (args) => {
        const { outcome: ended, ...recorded } = await observedCall(made, known.timeline(), args, look);
        if (ended.kind !== "done") throw endOf(loops, made, ended);
        return { results: ended.results, cycles: ended.cycles, recorded };
      });
      const found = difference(valuesOf(reference), valuesOf(outcome));
      const { least, most } = made.prediction;
      const circuit: CircuitRun = {
        ...{ cycles: called.cycles, predicted: { least, most }, ms: performance.now() - begun },
        difference:
          found === null
            ? null
            : `${found.where} is ${found.found}, and the reference has ${found.expected}; ${found.count} of ${found.total} elements differ`,
      };
      return { circuit, recorded: { kind: "recorded", ...called.recorded } };
    } catch (error) {
      if (error instanceof Diagnosed || error instanceof ToolFailure) return error.message;
      throw error;
    }
  }
}

/** What one call does when, and the signals that were chosen, where somebody looks at other signals of it. */
export async function recordCall(subject: Subject, data: RunData, look: Look, tell: Tell): Promise<void> {
  const known = knownOf(subject);
  const made = circuitOf(known);
  const { given } = callData(known.compiled(), data);
  const { called } = await runCalled(known.inCircuit().loops, { given, seed: data.seed }, async (args) => ({
    ...(await observedCall(made, known.timeline(), args, { ...look, isAllOfIt: false })),
    results: [],
  }));
  tell({ kind: "recorded", timeline: called.timeline, waves: called.waves });
}

/** The one that the page shows, where a call of it can be simulated. */
function circuitOf({ circuit, inCircuit }: Known): Synthesized {
  const made = circuit();
  checkLength(inCircuit().loops, made);
  return made;
}

function valuesOf({ args, results }: Outcome): Values {
  return new Map([
    ...args.map(({ name, type, value }) => [name, { type, value }] as const),
    ...results.map(({ type, value }, index) => [`return ${index}`, { type, value }] as const),
  ]);
}

function shownValues({ args, results }: Outcome): readonly Value[] {
  const shown = (name: string, role: Value["role"], one: (typeof results)[number]): Value => {
    const npy = withPlainNaNs(toNpy(one.type, one.value));
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
