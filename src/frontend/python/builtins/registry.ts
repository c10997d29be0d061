/** What a builtin is: a function from a call, typed, to what is known of its result. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { PyCall } from "../ast.ts";
import type { Argument, Known } from "../known.ts";
import type { Scope } from "../scope.ts";

export type Builtin = (call: CallSite) => Known;

export interface CallSite {
  readonly scope: Scope;
  readonly name: string; // as the user wrote it, for diagnostics
  readonly args: readonly Argument[];
  readonly keywords: ReadonlyMap<string, Argument>;
  readonly span: Span;
  readonly node: PyCall;
}
