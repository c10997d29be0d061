/** What each Python name stands for at one point of a function: the flow-sensitive half of type inference. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Known } from "./known.ts";

export type Env = Map<string, Binding>;

export type Binding = Bound | Conflict;

export interface Bound {
  readonly kind: "bound";
  readonly known: Known; // a constant is known as itself, any other value as its Var
  readonly slot: string | null; // the Program local that holds it when it runs, if it exists then
  readonly definite: boolean; // false: on some path the name has no value yet
  readonly span: Span; // where it was bound
}

/** Two paths bring values that no single type holds. An error only if the name is used. */
export interface Conflict {
  readonly kind: "conflict";
  readonly left: Bound;
  readonly right: Bound;
}
