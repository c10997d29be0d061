/** What somebody asked for and cannot have, said in one clear message: an option, a name, a file. */
import { closest } from "./closest.ts";

/** 1: the input was wrong. 2: a tool or the machine failed. Above 128: it was stopped by a signal. */
export type FailureStatus = number;

export class Failure extends Error {
  override readonly name = "Failure";
  readonly status: FailureStatus;
  readonly help: string | null; // what to write instead

  constructor(message: string, options: { readonly help?: string; readonly status?: FailureStatus } = {}) {
    super(message);
    this.status = options.status ?? 1;
    this.help = options.help ?? null;
  }
}

/** An option whose value must be one of a few words. */
export function noSuch(option: string, given: string, what: string, known: readonly string[]): Failure {
  const meant = closest(given, known);
  return new Failure(`${option} ${given}: there is no such ${what}; there is ${known.join(", ")}`, {
    ...(meant === null ? {} : { help: `did you mean ${meant}?` }),
  });
}
