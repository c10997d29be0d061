/** What the writer of random modules knows of the names it has bound. */
import type { Choices } from "../choices.ts";

/** `ints` and `floats` are lists; `rows` a list of lists of ints. */
export type Kind = "int" | "float" | "ints" | "floats" | "rows" | "array" | "matrix";

export interface Variable {
  readonly name: string;
  readonly kind: Kind;
  readonly dtype: Dtype; // of an array or matrix
}

export type Dtype = "int64" | "int32" | "uint8" | "float64" | "float32";

export interface Scope {
  readonly c: Choices;
  readonly vars: Variable[]; // of the module, or of a function
  readonly outer: readonly Variable[]; // that a function may read, and change in place
  readonly functions: Fn[];
  readonly names: { next: number; statements: number };
  readonly depth: number;
  readonly opaque: boolean; // code that the compiler does not read may be called
  readonly inFunction: boolean;
  readonly inLoop: boolean;
}

/** A function of the module: what it takes and gives. */
export interface Fn {
  readonly name: string;
  readonly takes: Kind;
  readonly gives: Kind | null; // null: it changes what it is given
}

export function newName(scope: Scope, kind: Kind): string {
  return `${kind}${scope.names.next++}`;
}

export function anyOf(scope: Scope, ...kinds: readonly Kind[]): Variable | null {
  const found = [...scope.vars, ...scope.outer].filter((variable) => kinds.includes(variable.kind));
  return found[scope.c.pick(found.length)] ?? null;
}

export function isFloat(dtype: Dtype): boolean {
  return dtype === "float64" || dtype === "float32";
}

/** Binds the name from here on. */
export function declare(scope: Scope, name: string, kind: Kind, dtype: Dtype = "int64"): void {
  const at = scope.vars.findIndex((variable) => variable.name === name);
  if (at >= 0) scope.vars.splice(at, 1);
  scope.vars.push({ name, kind, dtype });
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}
