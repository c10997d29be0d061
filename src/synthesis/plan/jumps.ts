/**
 * Loops without jumps: what leaves a loop is a flag, told beside it. A circuit starts no iteration after one that sets
 * the flag. The condition of a `while` is asked inside.
 *
 *     while x > 0:                       while (forever):
 *         if y: break                        left = False
 *         x = x - 1                          if x > 0:
 *                                                if y: left = True
 *                                                else: x = x - 1
 *                                            else: left = True
 */

import { assigned, namesOf } from "../../loops/names.ts";
import type { For, If, Loops, Stmt, While } from "../../loops/nodes.ts";
import { mapBodies } from "../../loops/walk.ts";
import { pythonBool } from "../../types/types.ts";
import { straightened, truth } from "../prepare/jumps.ts";

export interface WithoutJumps {
  readonly loops: Loops;
  readonly exits: ReadonlyMap<string, string>; // by the name of the loop: the flag that ends it
}

export function withoutJumps(loops: Loops): WithoutJumps {
  const names = namesOf(loops);
  const exits = new Map<string, string>();

  const inside = (body: readonly Stmt[]): readonly Stmt[] =>
    body.map((stmt) => (stmt.kind === "for" || stmt.kind === "while" ? loop(stmt) : mapBodies(stmt, inside)));

  const loop = (stmt: For | While): Stmt => {
    const { origin } = stmt;
    const suffix = `_${stmt.name.replace(/\W/g, "_")}`;
    const { body, left } = straightened(inside(stmt.body), "flag", names, suffix);
    if (stmt.kind === "for" && left === null) return { ...stmt, body };
    const exit = left ?? names.scalar(`left${suffix}`, pythonBool);
    exits.set(stmt.name, exit);
    const reset = assigned(exit, truth(false), origin);
    if (stmt.kind === "for") return { ...stmt, body: [reset, ...body] };
    const ends = [assigned(exit, truth(true), origin)];
    const test: If = { kind: "if", condition: stmt.condition, then: body, else: ends, origin };
    return { ...stmt, condition: truth(true), body: [reset, test] };
  };

  const body = inside(loops.body);
  return { loops: { ...loops, body, scalars: names.scalars() }, exits };
}
