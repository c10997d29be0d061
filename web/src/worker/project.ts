/** The Verilog project as `lutra build --to verilog` writes it: design, testbench with data, Makefile; and what it was made of. */
import { strToU8, zipSync } from "fflate";
import { runProgram } from "../../../src/call/run.ts";
import { argumentsFor } from "../../../src/call/seeded.ts";
import { verilogOf } from "../../../src/driver/verilog.ts";
import { RunFault } from "../../../src/program/interpret/fault.ts";
import type { RunData, Subject } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { callData } from "./data.ts";
import { knownOf } from "./known.ts";
import { deviceOf } from "./subject.ts";

export function project(subject: Subject, data: RunData, tell: Tell): void {
  const known = knownOf(subject);
  const compiled = known.compiled();
  const built = verilogOf(compiled, deviceOf(subject), known.inCircuit(), known.circuit());
  const before = argumentsFor(compiled.program, callData(compiled, data).given, data.seed);
  const bench = built.data?.(before, outcomeOf()) ?? new Map<string, string>();
  const sources = new Map([
    [subject.path.replaceAll(/[^\w.-]/g, "_"), subject.text],
    [`${compiled.kernel}.schedule`, subject.schedule],
  ]);
  const files = [...built.files, ...bench, ...sources].map(
    ([name, text]) => [`${compiled.kernel}/${name}`, strToU8(text)] as const,
  );
  tell({ kind: "file", name: `${compiled.kernel}.zip`, bytes: zipSync(Object.fromEntries(files)) });

  /** Null where the kernel faults on these data: then nothing is compared. */
  function outcomeOf() {
    try {
      const { given } = callData(compiled, data);
      const { args, results } = runProgram(compiled.program, { given, seed: data.seed });
      return {
        args: new Map(args.map(({ name, value }) => [name, value])),
        results: results.map(({ value }) => value),
      };
    } catch (error) {
      if (error instanceof RunFault) return null;
      throw error;
    }
  }
}
