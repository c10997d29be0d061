/** What every circuit promises: the bits of the reference or a fault like it, in the cycles that were predicted. */
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { left, sameLeft } from "../backend/wasm-build.ts";
import { type Ran, runCircuit } from "./kernel-run.ts";

type Given = Parameters<typeof runCircuit>;

export type Verdict =
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "kept"; readonly ran: Extract<Ran, { readonly kind: "ran" }> }
  | { readonly kind: "broken"; readonly how: string };

export async function verdict(...[loops, args, sim = "lutra"]: Given): Promise<Verdict> {
  return verdictBeside(loops, loops, args, sim);
}

/** Beside what the kernel left before a schedule changed its loops. */
export async function verdictBeside(before: Loops, ...[loops, args, sim = "lutra"]: Given): Promise<Verdict> {
  const ran = await runCircuit(loops, args, sim);
  if (ran.kind === "refused") return { kind: "refused", code: ran.code };
  const how = broken(ran, left(prepareLoops(before), args));
  return how === null ? { kind: "kept", ran } : { kind: "broken", how };
}

function broken(
  { left: ours, cycles, made }: Extract<Ran, { readonly kind: "ran" }>,
  reference: ReturnType<typeof left>,
): string | null {
  // Of several faults a circuit tells the first in time, which need not be the first in the program.
  if ((ours.fault === null) !== (reference.fault === null)) {
    return `fault ${ours.fault?.code}, not ${reference.fault?.code}`;
  }
  if (reference.fault !== null) return null;
  if (!sameLeft(ours, reference)) return "other results";
  const { least, most } = made.prediction;
  return cycles < least || cycles > most ? `${cycles} cycles, predicted ${least} to ${most}` : null;
}
