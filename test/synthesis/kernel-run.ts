/** Loops as a circuit that is called: what the call leaves behind, and how many cycles it took. */

import { compileVerilog, type Simulator } from "../../src/call/verilog.ts";
import { verifyDesign } from "../../src/hardware/netlist/verify.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { thisMachine } from "../../src/outside/index.ts";
import { type Synthesized, synthesize } from "../../src/synthesis/index.ts";
import { type Args, type Left, leftLater } from "../backend/wasm-build.ts";

export type Ran =
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | {
      readonly kind: "ran";
      readonly left: Left;
      readonly cycles: number; // 0 at a fault
      readonly made: Synthesized;
    };

export const target = { family: "xcup", periodNs: 6 } as const;

/** Watched, once, in a simulator. */
export async function runCircuit(loops: Loops, args: Args, sim: Simulator = "lutra"): Promise<Ran> {
  const made = synthesize(loops, { target, faults: "watched" });
  if (!made.ok) {
    const [first] = made.diagnostics;
    return { kind: "refused", code: first?.code ?? "", message: first?.message ?? "" };
  }
  const [call = { left: none, cycles: 0 }] = await callsOf(made, [args], sim);
  return { kind: "ran", ...call, made };
}

const none: Left = { args: {}, results: [], fault: null };

export interface Called {
  readonly left: Left;
  readonly cycles: number; // 0 at a fault
}

/** One call after another on the same circuit. */
export async function callsOf(
  made: Synthesized,
  calls: readonly Args[],
  sim: Simulator = "lutra",
): Promise<readonly Called[]> {
  const problems = verifyDesign(made.design);
  if (problems.length > 0) throw new Error(`the circuit is broken:\n${problems.join("\n")}`);
  const kernel = await compileVerilog(made, { sim, limit: 5_000_000, outside: thisMachine });
  const done: Called[] = [];
  try {
    for (const args of calls) {
      let cycles = 0;
      const run = async (own: Parameters<typeof kernel.run>[0]): ReturnType<typeof kernel.run> => {
        const result = await kernel.run(own);
        cycles = result.cycles;
        return result;
      };
      done.push({ left: await leftLater({ run }, args), cycles });
    }
    return done;
  } finally {
    kernel.remove();
  }
}
