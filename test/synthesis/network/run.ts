/** Kernels as networks: what a call leaves behind, beside the kernel without its schedule, and the cycles it takes. */
import { seededArgument } from "../../../src/call/seeded.ts";
import { compileVerilog, type Simulator } from "../../../src/call/verilog.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { arrayType, prepareLoops } from "../../../src/loops/program.ts";
import { thisMachine } from "../../../src/outside/index.ts";
import { type Synthesized, synthesize } from "../../../src/synthesis/index.ts";
import { type Args, left, leftLater, sameLeft } from "../../backend/wasm-build.ts";
import { target } from "../kernel-run.ts";
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

/** The same, where who sends and takes words of streams pauses in cycles that follow from a seed. Gives the cycles. */
export async function stalled(
  source: string,
  steps: string,
  stalls: number,
  sim: Simulator = "lutra",
): Promise<number> {
  const loops = writtenLoops(source, steps);
  const args = argsOf(loops, 1);
  const made = synthesize(loops, { target });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  let cycles = 0;
  const found = await leftStalled(made, args, stalls, sim, (count) => {
    cycles = count;
  });
  if (!sameLeft(found, left(prepareLoops(writtenLoops(source)), args))) throw new Error("other results");
  return cycles;
}

/** What a call leaves behind. */
export async function leftStalled(
  made: Synthesized,
  args: Args,
  stalls: number,
  sim: Simulator = "lutra",
  tell: (cycles: number) => void = () => {},
): ReturnType<typeof leftLater> {
  const kernel = await compileVerilog(made, { sim, limit: 100_000, outside: thisMachine });
  try {
    const run = async (own: Parameters<typeof kernel.run>[0]): ReturnType<typeof kernel.run> => {
      const result = await kernel.run(own, { stalls });
      tell(result.cycles);
      return result;
    };
    return await leftLater({ run }, args);
  } finally {
    kernel.remove();
  }
}

export function argsOf({ params }: Loops, seed: number): Args {
  return Object.fromEntries(
    params.map((param) => {
      const type = param.kind === "array" ? arrayType(param) : param.type;
      return [param.name, seededArgument(type, param.name, seed)];
    }),
  );
}
