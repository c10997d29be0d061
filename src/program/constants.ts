/** Constants that no later pass could hold. */
import { isPythonInt } from "../types/types.ts";
import type { Const, Program } from "./nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "./walk.ts";

/** Python ints of more than 64 bits. On the way to another type they are fine; by now they should have met it. */
export function longConstants(program: Program): readonly Const[] {
  const found: Const[] = [];
  for (const { body } of program.functions) {
    for (const stmt of statementsIn(body)) {
      for (const expr of expressionsOf(stmt).flatMap((root) => [...expressionsIn(root)])) {
        if (expr.kind === "const" && isPythonInt(expr.type) && isLong(expr.value)) found.push(expr);
      }
    }
  }
  return found;
}

function isLong(value: Const["value"]): boolean {
  return typeof value === "bigint" && BigInt.asIntN(64, value) !== value;
}
