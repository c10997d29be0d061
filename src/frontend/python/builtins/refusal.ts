/** How a builtin gives up: the diagnostic is reported first, then the call unwinds to where it started. */
import type { Diagnostic } from "../../../diagnostics/diagnostic.ts";
import { report, type Scope } from "../scope.ts";

/** Thrown only after a report, and caught by the call that it belongs to. */
export class Refused extends Error {}

export function refuse(scope: Scope, diagnostic: Diagnostic): never {
  report(scope, diagnostic);
  throw new Refused(diagnostic.message);
}

/** What a function of the front end made, which is null after it reported. */
export function must<T>(made: T | null): T {
  if (made === null) throw new Refused("reported where it was found");
  return made;
}

/** The result of `body`, or null when it was refused. */
export function attempt<T>(body: () => T): T | null {
  try {
    return body();
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
