/**
 * Loops that count from 0 in steps of 1, where their bounds are constants: `for i in range(2, 10, 4)` becomes a loop
 * over n < 2 with 4 * n + 2 where i stood. Which bank an element is in then shows in the factors of its index.
 */

import { add, constantOf, int, mul, substitute, variable } from "../../loops/indices.ts";
import type { For, Loops, Stmt } from "../../loops/nodes.ts";
import { mapBodies } from "../../loops/walk.ts";

export function normalised(loops: Loops): Loops {
  return { ...loops, body: inside(loops.body) };
}

function inside(body: readonly Stmt[]): readonly Stmt[] {
  return body.map((stmt) => {
    const own = mapBodies(stmt, inside);
    return own.kind === "for" ? counted(own) : own;
  });
}

function counted(loop: For): For {
  const { variable: name, step } = loop;
  const [first, end] = [constantOf(loop.from), constantOf(loop.to)];
  if (first === null || end === null) return loop;
  if (step === 1 && first >= 0 && first < 2 ** 20) return loop;
  const count = Math.max(0, Math.ceil((end - first) / step));
  const value = add(mul(variable(name), int(step)), int(first));
  return { ...loop, from: int(0), to: int(count), step: 1, body: substitute(loop.body, name, value) };
}
