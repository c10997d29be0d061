/**
 * Fewer locals, for engines that give each of them a place: what is never read is not computed, and locals whose values are not
 * needed at the same time share a number (linear scan over straight code, Poletto and Sarkar 1999).
 *
 * In: statements in the order in which they run, and the types of locals behind the parameters. A local that a statement of the outermost
 * level sets is set there alone, and read after it. Others keep a number of their own. Computing a value changes nothing else.
 */
import { bug } from "../../../diagnostics/bug.ts";
import { type Code, instructionsIn, type Type } from "./code.ts";

export interface Compacted {
  readonly statements: readonly Code[];
  readonly locals: readonly Type[];
  readonly numbers: ReadonlyMap<number, number>; // of locals, where it is not their own
}

export function compacted(all: readonly Code[], types: readonly Type[], params: number): Compacted {
  const { statements, lastRead } = withoutUnread(all);
  const shared = new Set(
    statements.flatMap((code) => (code.kind === "set" && code.local >= params ? [code.local] : [])),
  );
  for (const code of statements)
    for (const inner of instructionsIn(code))
      if (inner !== code && inner.kind === "set") shared.delete(inner.local);
  const locals: Type[] = [];
  const numbers = new Map<number, number>();
  const free: Record<Type, number[]> = { i32: [], i64: [], v128: [] };
  const typeOf = (local: number): Type => types[local - params] ?? bug(`no local ${local}`);
  const added = (local: number): number => params + locals.push(typeOf(local)) - 1;
  for (const code of statements)
    for (const inner of instructionsIn(code))
      if ((inner.kind === "get" || inner.kind === "set") && inner.local >= params)
        if (!shared.has(inner.local) && !numbers.has(inner.local))
          numbers.set(inner.local, added(inner.local));
  for (const [index, code] of statements.entries()) {
    for (const inner of instructionsIn(code)) {
      if (inner.kind !== "get" || lastRead.get(inner.local) !== index || !shared.has(inner.local)) continue;
      lastRead.delete(inner.local); // it may be read twice there
      free[typeOf(inner.local)].push(
        numbers.get(inner.local) ?? bug(`local ${inner.local} is read before it is set`),
      );
    }
    if (code.kind === "set" && shared.has(code.local))
      numbers.set(code.local, free[typeOf(code.local)].pop() ?? added(code.local));
  }
  return { statements, locals, numbers };
}

/** From the last statement up, so that what only an unread local needs goes too. */
function withoutUnread(all: readonly Code[]): {
  readonly statements: readonly Code[];
  readonly lastRead: Map<number, number>; // of each local, the statement
} {
  const fromLast: Code[] = [];
  const readFromEnd = new Map<number, number>();
  for (const code of all.toReversed()) {
    if (code.kind === "set" && !readFromEnd.has(code.local)) continue;
    for (const inner of instructionsIn(code))
      if (inner.kind === "get" && !readFromEnd.has(inner.local))
        readFromEnd.set(inner.local, fromLast.length);
    fromLast.push(code);
  }
  const last = fromLast.length - 1;
  return {
    statements: fromLast.toReversed(),
    lastRead: new Map([...readFromEnd].map(([local, index]) => [local, last - index])),
  };
}
