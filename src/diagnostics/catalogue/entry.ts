/** What an entry of the catalogue says, once it has its facts. */
export interface Said {
  readonly message: string; // what was expected and found
  readonly help?: string; // what to write instead
  readonly severity?: "error" | "warning"; // an error unless it says otherwise
}

/** A family of entries: `code: (facts) => Said`. Written with `satisfies Family`, so each entry keeps its own facts. */
export type Family = Readonly<Record<string, (facts: never) => Said>>;

/** For an entry whose message needs no facts; `{}` at the place that reports it. */
export type NoFacts = Readonly<Record<string, never>>;
