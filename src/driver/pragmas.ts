/**
 * Loops for Vitis HLS where nobody says how they run: Lutra's own schedule becomes pragmas, as loops get them from PyLog's
 * heuristic (algorithm 2), and arrays on chip get the memories that are inferred for circuits. What is good by Lutra's model
 * need not be by the vendor's, so the schedule is told.
 */
import type { ArrayDecl, Bank, Loops } from "../loops/nodes.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { prepare } from "../synthesis/prepare/index.ts";
import type { Compiled } from "./compile.ts";
import { circuitLoops, type ScheduleOptions } from "./schedule.ts";

export interface PragmaLoops {
  readonly loops: Loops;
  readonly chosen: Schedule | null; // the steps, where Lutra chose them
}

export function pragmaLoops(compiled: Compiled, options: ScheduleOptions): PragmaLoops {
  const { loops, chosen } = circuitLoops(compiled, options);
  return { loops: chosen === null || chosen.length === 0 ? loops : withMemories(loops), chosen };
}

/** Banks that circuits infer (prepare/banks.ts); what becomes registers there is in parts of one element each. */
function withMemories(loops: Loops): Loops {
  const inCircuit = new Map(prepare(loops).arrays.map((decl) => [decl.name, decl]));
  const arrays = loops.arrays.map((decl) => {
    const banks = decl.banks ?? banksLike(decl, inCircuit.get(decl.name));
    return banks === undefined ? decl : { ...decl, banks };
  });
  return { ...loops, arrays };
}

/** Elements of an array that is gone from a circuit, at most: more would not have become registers. */
const mostRegisters = 64;

function banksLike(decl: ArrayDecl, circuit: ArrayDecl | undefined): readonly Bank[] | undefined {
  const { shape } = decl;
  if (circuit !== undefined) {
    const isSame = circuit.shape.every((size, dim) => size === shape[dim]);
    return isSame ? circuit.banks : undefined;
  }
  if (decl.table !== undefined || shape.reduce((all, size) => all * size, 1) > mostRegisters)
    return undefined;
  return shape.map((size, dim) => ({ dim, how: "complete", factor: size }));
}
