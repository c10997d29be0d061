/** A mistake in a kernel written in TypeScript: one sentence, and where. */
export class DslError extends Error {
  override readonly name = "DslError";
  readonly at: string | null; // file:line:column of the call, where the platform tells
  readonly help: string | null;
  readonly reason: string; // the sentence alone

  constructor(message: string, help: string | null, at: string | null) {
    super(`${at === null ? "" : `${at}: `}${message}${help === null ? "" : `; ${help}`}`);
    this.reason = message;
    this.at = at;
    this.help = help;
  }
}
