/** Which flat loops stay as they are written: whoever plans the graph runs the loops in it (plan/rounds.ts). */

import { tripCount } from "../../loops/analysis/trip_count.ts";
import { namesRead } from "../../loops/analysis/use.ts";
import type { For, Stmt } from "../../loops/nodes.ts";

/** Whether every loop in it goes round a number of times that is known where it is reached. */
export function isRolled(body: readonly Stmt[]): boolean {
  return body.every((stmt) => isKnown(stmt, new Set()));
}

function isKnown(stmt: Stmt, inner: ReadonlySet<string>): boolean {
  switch (stmt.kind) {
    case "assign":
    case "store":
    case "pragma":
      return true;
    case "if":
      return [...stmt.then, ...stmt.else].every((one) => isKnown(one, inner));
    case "for": {
      const within = new Set([...inner, stmt.variable]);
      return isCounted(stmt, inner) && stmt.body.every((one) => isKnown(one, within));
    }
    case "while":
    case "break":
    case "continue":
    case "region":
      return false;
  }
}

/** `inner`: variables of the loops around it that run as well. */
function isCounted(loop: For, inner: ReadonlySet<string>): boolean {
  return (
    tripCount(loop) !== null ||
    [loop.from, loop.to].every((bound) => [...namesRead(bound)].every((name) => inner.has(name)))
  );
}
