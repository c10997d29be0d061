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
  | "assertion"
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

/** Nobody waits longer for one `while` on the CPU. */
export const mostRounds = { reference: 100_000_000, wasm: 1_000_000_000 } as const;

/** Nor for all `for` loops of a call together: some minutes. They know their end before they start. */
export const mostIterations = { reference: 1e10, wasm: 1e11, native: 1e12 } as const;

export function tooLong(span: Span, rounds: number, most: number): RunFault {
  const [taken, run] = [rounds, most].map((count) =>
    count.toLocaleString("en", { maximumFractionDigits: 0 }),
  );
  return new RunFault(
    "no-end",
    `this loop brings the call to ${taken} iterations, and ${run} is the most that are run here; shorten it, or call the kernel on smaller data`,
    span,
  );
}

export function noEnd(span: Span, most: number): RunFault {
  const rounds = most.toLocaleString("en");
  return new RunFault(
    "no-end",
    `this loop did not end within ${rounds} iterations on these data; make its condition fail or leave it with \`break\``,
    span,
  );
}
