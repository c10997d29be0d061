/** What a program did wrong while it ran: the user's matter, told with the place in the source. */
import type { Span } from "../../diagnostics/diagnostic.ts";

/** Stable words for tests and for `--json`. Faults of arithmetic keep the code that `types/` gave them. */
export type RunFaultCode =
  | "index-out-of-range"
  | "shape-mismatch"
  | "empty-reduction"
  | "zero-step"
  | "bit-range"
  | "argument"
  | "overflow"
  | "zero-division"
  | "negative-shift"
  | "negative-power"
  | "out-of-range"
  | "no-end"
  | (string & {});

export class RunFault extends Error {
  readonly code: RunFaultCode;
  readonly span: Span;

  constructor(code: RunFaultCode, message: string, span: Span) {
    super(message);
    this.name = "RunFault";
    this.code = code;
    this.span = span;
  }
}

/** Nobody waits longer for a `while` on the CPU; `for` knows its end before it starts. */
export const mostRounds = { reference: 100_000_000, wasm: 1_000_000_000 } as const;

export function noEnd(span: Span, most: number): RunFault {
  const rounds = most.toLocaleString("en");
  return new RunFault(
    "no-end",
    `this loop did not end within ${rounds} iterations on these data; make its condition fail or leave it with \`break\``,
    span,
  );
}
