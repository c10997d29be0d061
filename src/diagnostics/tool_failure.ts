/** A tool or the machine failed, not the kernel. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly help: string | null;
  readonly absent: boolean; // it is not here; else it is, and did not do what we generated it for

  constructor(message: string, help: string | null = null, { absent = true } = {}) {
    super(message);
    this.help = help;
    this.absent = absent;
  }
}
