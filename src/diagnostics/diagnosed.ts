import type { Diagnostic, SourceFile } from "./diagnostic.ts";

/** The source was wrong, as the diagnostics say. For those who cannot return them. */
export class Diagnosed extends Error {
  override readonly name = "Diagnosed";
  readonly source: SourceFile;
  readonly diagnostics: readonly Diagnostic[];

  constructor(source: SourceFile, diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]?.message ?? "the source was refused");
    this.source = source;
    this.diagnostics = diagnostics;
  }
}
