/** Where the registers of a core stand: where its stages are cut first, or where they hold fewer bits. */
import type { Family } from "../../device/family.ts";
import type { Cut } from "../cores/cut.ts";
import { linesOf } from "../cores/lines.ts";
import type { Stages } from "../cores/stages.ts";
import { costOf } from "./cost.ts";

/**
 * With registers that hold fewer bits, where that saves more than an estimate can be wrong by: logic between registers that
 * moved is mapped anew, and may come out larger. No stage gets longer.
 */
export function withFewerRegisters(cut: Cut, family: Family): Cut {
  if (cut.latency === 0) return cut;
  const stages = cut.retimed();
  const saved = registerLuts(cut, cut.stages, family) - registerLuts(cut, stages, family);
  return saved > leastSaved * costOf(cut.order, family).luts ? { ...cut, stages } : cut;
}

/**
 * Of the LUTs of the logic. By Yosys 0.23 for UltraScale+ at 6 ns: what saves 4.5 and 5.2 % by this estimate (a division of float32, of
 * float16) takes 1,414 LUTs and 346 flip-flops for 1,556 and 455, and 459 and 110 for 477 and 139; but 3.7 % (a root of float16) 333 LUTs
 * for 277 at the same 49 flip-flops, and 3.5 % (exp of float32) 2,056 and 1,048 for 1,887 and 1,093.
 */
const leastSaved = 0.04;

/** What registers take, as LUTs: two bits for each, or one where a LUT delays them by as many stages as there are. */
function registerLuts({ order, latency, readyOf }: Cut, stages: Stages, family: Family): number {
  const shortestRow = family.lut.inputs < 6 ? Infinity : 3; // Yosys maps none that is shorter to a shift register
  let luts = 0;
  for (const { from, bits, users, isResult } of linesOf(order)) {
    const last = Math.max(isResult ? latency : 0, ...users.map((user) => stages.get(user) ?? 0));
    const count = Math.max(0, last - readyOf(stages, from));
    luts += bits * (count >= shortestRow ? 1 : count / 2);
  }
  return luts;
}
