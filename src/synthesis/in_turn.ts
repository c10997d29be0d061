/** Copies and iterations that a schedule lets run at the same time, and that the circuit runs one after another: told with why. */
import { diagnose } from "../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Loops } from "../loops/nodes.ts";
import { copiesInTurn, iterationsInTurn, mostCopies } from "./prepare/jam.ts";

export function toldInTurn(loops: Loops): readonly Diagnostic[] {
  return [
    ...copiesInTurn(loops).map(({ name, origin }) => diagnose("copies-in-turn", origin.span, { loop: name })),
    ...iterationsInTurn(loops).map(({ loop: { name, origin }, why }) =>
      diagnose("iterations-in-turn", origin.span, { loop: name, why, most: mostCopies }),
    ),
  ];
}
