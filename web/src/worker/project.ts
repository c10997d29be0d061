/** The Verilog project as `lutra build --to verilog` writes it: design, testbench with data, Makefile; and what it was made of. */
import { strToU8, zipSync } from "fflate";
import { runProgram } from "../../../src/call/run.ts";
import { argumentsFor } from "../../../src/call/seeded.ts";
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import { targetOf } from "../../../src/driver/device.ts";
import { verilogOf } from "../../../src/driver/verilog.ts";
import { RunFault } from "../../../src/program/interpret/fault.ts";
import { noKnownProcesses, synthesize } from "../../../src/synthesis/index.ts";
import type { RunData, Subject } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { callData } from "./data.ts";
import { acceptedSubject } from "./run.ts";
import { deviceOf } from "./subject.ts";

export function project(subject: Subject, data: RunData, tell: Tell): void {
  const { compiled, loops } = acceptedSubject(subject);
  const options = deviceOf(subject);
  const { target } = targetOf(compiled, options);
  const made = synthesize(loops, { target });
  if (!made.ok) throw new Diagnosed(compiled.program.source, made.diagnostics);
  const built = verilogOf(compiled, options, { loops, chosen: null, known: noKnownProcesses() }, made);
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
