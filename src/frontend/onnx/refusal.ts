/** A model that is refused leaves the passes by this; `index.ts` makes a result of it. */
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

export function refuse(diagnostic: Diagnostic): never {
  throw new Refusal(diagnostic);
}
