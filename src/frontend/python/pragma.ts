/** The names in a `pragma("...")` are bound where it stands: to variables of the function it is written in. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { readBareDirective, readDirective, variablesIn } from "../../program/directive/read.ts";
import { identifiersIn } from "../../program/directive/words.ts";
import type { Func, Pragma, PragmaName, Stmt } from "../../program/nodes.ts";
import { capture, outerKnown } from "./expressions/name.ts";
import type { Scope } from "./scope.ts";

export function pragmaAt(scope: Scope, text: string, span: Span): Pragma {
  const mayBeNames = namesAskedFor(text);
  const names = identifiersIn(text).flatMap((word): readonly PragmaName[] => {
    const variable = boundHere(scope, word) ?? (mayBeNames.has(word) ? boundAround(scope, word, span) : null);
    return variable === null ? [] : [{ word, variable }];
  });
  return { kind: "pragma", text, names, span };
}

function boundHere(scope: Scope, word: string): string | null {
  const binding = scope.env?.get(word);
  if (binding?.kind !== "bound") return null;
  const { known, slot } = binding;
  if (known.kind === "value" && known.expr.kind === "var") return known.expr.name;
  return slot;
}

/** A variable of an enclosing function, which is then passed as if the body used it. */
function boundAround(scope: Scope, word: string, span: Span): string | null {
  if (scope.assigned.has(word)) return null; // it is bound later: see `withLaterNames`
  for (let at = scope.parent; at !== null; at = at.parent) {
    const binding = at.env?.get(word);
    if (binding === undefined) continue;
    if (binding.kind !== "bound" || !binding.definite) return null;
    const known = capture(scope, word, span);
    if (known?.kind !== "value" || known.expr.kind !== "var") return null;
    scope.captured.set(word, outerKnown(scope, word, span) ?? known);
    return known.expr.name;
  }
  return null;
}

/** Of a directive, the words that its options say are names; of anything else, any word but the first of a line. */
function namesAskedFor(text: string): ReadonlySet<string> {
  return new Set(
    text.split("\n").flatMap((line) => {
      const read = readDirective(line);
      const directive = read.kind === "other" ? readBareDirective(line) : read;
      if (directive.kind === "directive") return variablesIn(directive.directive);
      return directive.kind === "wrong" ? [] : identifiersIn(line).slice(1);
    }),
  );
}

/** A pragma may stand before the variable that it names; a name of two types in one function is then nobody's. */
export function withLaterNames(scope: Scope, func: Func): Func {
  const variables = new Set([...func.params, ...func.locals].map(({ name }) => name));
  const slots = new Map<string, Set<string>>();
  for (const [key, { name }] of scope.slots) {
    if (!variables.has(name)) continue;
    const plain = key.slice(0, key.search(/[@:]/));
    slots.set(plain, (slots.get(plain) ?? new Set()).add(name));
  }
  const later = (word: string): string | null => {
    const [only, other] = slots.get(word) ?? [];
    return only === undefined || other !== undefined ? null : only;
  };
  const complete = (stmt: Stmt): Stmt => {
    switch (stmt.kind) {
      case "pragma": {
        const kept = stmt.names.filter(({ variable }) => variables.has(variable));
        const found = identifiersIn(stmt.text).flatMap((word): readonly PragmaName[] => {
          const variable = kept.some((name) => name.word === word) ? null : later(word);
          return variable === null ? [] : [{ word, variable }];
        });
        return { ...stmt, names: [...kept, ...found] };
      }
      case "for":
      case "while":
        return { ...stmt, body: stmt.body.map(complete) };
      case "if":
        return { ...stmt, then: stmt.then.map(complete), else: stmt.else.map(complete) };
      default:
        return stmt;
    }
  };
  return { ...func, body: func.body.map(complete) };
}
