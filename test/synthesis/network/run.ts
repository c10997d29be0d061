/** Kernels as networks: what a call leaves behind, beside the kernel without its schedule, and the cycles it takes. */
import { seededArgument } from "../../../src/call/seeded.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { arrayType } from "../../../src/loops/program.ts";
import type { Synthesized } from "../../../src/synthesis/index.ts";
import type { Args } from "../../backend/wasm-build.ts";
import { verdictBeside } from "../promise.ts";
import { writtenLoops } from "../written.ts";

export interface Outcome {
  readonly cycles: number; // simulated; predicted as well
  readonly made: Synthesized;
}

/** Fails where a bit or a cycle is other than promised. */
export async function ran(source: string, steps: string, seed = 1): Promise<Outcome> {
  const loops = writtenLoops(source, steps);
  const judged = await verdictBeside(writtenLoops(source), loops, argsOf(loops, seed));
  if (judged.kind !== "kept") throw new Error(`${JSON.stringify(judged)}\n${source}\n${steps}`);
  return { cycles: judged.ran.cycles, made: judged.ran.made };
}

export function argsOf({ params }: Loops, seed: number): Args {
  return Object.fromEntries(
    params.map((param) => {
      const type = param.kind === "array" ? arrayType(param) : param.type;
      return [param.name, seededArgument(type, param.name, seed)];
    }),
  );
}
