/** What is said about a user's source, and how it is shown. A user's mistake is always one of these, never an exception. */

/** Offsets into the source text, `to` excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly part?: number; // which of the parts that one place stands for: of a library function where it is called
}

export interface SourceFile {
  readonly path: string; // as the user wrote it
  readonly text: string;
}

export interface Diagnostic {
  readonly code: string; // stable, from the catalogue
  readonly severity: "error" | "warning";
  readonly span: Span;
  readonly message: string; // what was expected and found
  readonly help?: string; // what to write instead
  readonly notes?: readonly Note[]; // other places that matter
}

export interface Note {
  readonly span: Span;
  readonly message: string;
}
