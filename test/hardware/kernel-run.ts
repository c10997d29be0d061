/** Loops as a circuit, run in our simulator: what the call leaves behind, and whether it took the cycles predicted. */
import { callKernel } from "../../src/hardware/bench/call.ts";
import { harness } from "../../src/hardware/bench/harness.ts";
import { type Synthesized, synthesize } from "../../src/hardware/index.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import { verifyDesign } from "../../src/hardware/verify.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { RunFault } from "../../src/program/interpret/fault.ts";
import type { RunResult } from "../../src/program/interpret/index.ts";
import type { Value } from "../../src/types/operators.ts";
import type { NDArray } from "../../src/types/storage.ts";
import { left } from "../backend/wasm-build.ts";

export type Ran =
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | {
      readonly kind: "ran";
      readonly left: ReturnType<typeof left>;
      readonly cycles: number;
      readonly made: Synthesized;
    };

export const target = { family: "xcup", periodNs: 6 } as const;

type Arguments = Parameters<typeof left>[1];

export async function runCircuit(loops: Loops, args: Arguments): Promise<Ran> {
  const made = synthesize(loops, { target, faults: "watched" });
  if (!made.ok) {
    const [first] = made.diagnostics;
    return { kind: "refused", code: first?.code ?? "", message: first?.message ?? "" };
  }
  const broken = verifyDesign(made.design);
  if (broken.length > 0) throw new Error(`the circuit is broken:\n${broken.join("\n")}`);
  const circuit = await simulate(harness(made.design, made.interface));
  let cycles = 0;
  const run = (given: ReadonlyMap<string, NDArray | Value>): RunResult => {
    const outcome = callKernel(circuit, made.interface, given, { limit: 5_000_000 });
    cycles = outcome.cycles;
    if (outcome.kind === "limit") throw new Error(`no end after ${outcome.cycles} cycles`);
    if (outcome.kind === "done") return { results: [...outcome.results] };
    const check = made.checks[outcome.check];
    throw new RunFault(check?.code ?? "", check?.message ?? "", check?.span ?? { from: 0, to: 0 });
  };
  return { kind: "ran", left: left({ run }, args), cycles, made };
}
