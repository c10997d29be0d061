/** Functions of the user's own C++: the call in place of the model. */
import { bug } from "../../diagnostics/bug.ts";
import { namesRead } from "../../loops/analysis/effects.ts";
import type { ArrayDecl, ExternalCall, Loops, Region, Stmt } from "../../loops/nodes.ts";
import { mentionedIn } from "../../loops/tidy/flow.ts";
import { bodiesOf, expressionsOf, mapBodies, statementsIn } from "../../loops/walk.ts";
import { sameType } from "../../types/types.ts";
import { type Code, typeOfScalar } from "./code.ts";
import { write } from "./expression.ts";

/** `fir(x, y)`, or `total = dot(x, y)` where it returns something. */
export function externalText(code: Code, call: ExternalCall, declares: boolean): string {
  code.headers.add(`"${call.header.split(/[\\/]/).at(-1)}"`);
  const args = call.args.map((arg) => {
    if (arg.kind === "array") return code.names.of(arg.name);
    const operand = write(code, arg.value);
    if (arg.value.kind === "const") return operand.text.text;
    return code.dialect.numbers.typeName(arg.value.type) === operand.text.ctype
      ? operand.text.text
      : `(${code.dialect.numbers.typeName(arg.value.type)})(${operand.text.text})`;
  });
  const text = `${call.function}(${args.join(", ")})`;
  if (call.result === null || !code.read.has(call.result)) return `${text};`;
  const type = declares ? `${typeOfScalar(code, call.result)} ` : "";
  return `${type}${code.names.of(call.result)} = ${text};`;
}

/** Scalars and arrays that only models of the user's C++ use: none of them is written. */
export function onlyInModels(loops: Loops): ReadonlySet<string> {
  const outside = new Set<string>();
  const inside = new Set<string>();
  const visit = (body: readonly Stmt[]): void => {
    for (const stmt of body) {
      if (stmt.kind === "region" && stmt.external !== undefined) {
        for (const inner of stmt.body) for (const name of mentionedIn(inner)) inside.add(name);
        for (const name of spokenOf(stmt.external)) outside.add(name);
        for (const expr of expressionsOf(stmt)) for (const name of namesRead(expr)) outside.add(name);
        continue;
      }
      for (const name of mentionedIn(mapBodies(stmt, () => []))) outside.add(name);
      for (const inner of bodiesOf(stmt)) visit(inner);
    }
  };
  visit(loops.body);
  return new Set([...inside].filter((name) => !outside.has(name)));
}

function spokenOf({ args, result }: ExternalCall): readonly string[] {
  return [
    ...args.flatMap((arg) => (arg.kind === "array" ? [arg.name] : [])),
    ...(result === null ? [] : [result]),
  ];
}

export function externalRegions(loops: Loops): readonly (Region & { readonly external: ExternalCall })[] {
  return [...statementsIn(loops.body)].flatMap((stmt) =>
    stmt.kind === "region" && stmt.external !== undefined ? [{ ...stmt, external: stmt.external }] : [],
  );
}

/** What a schedule did to the arguments of the C++, which has no say in it: the array, or null. */
export function changedArgument(
  loops: Loops,
  { body, external }: Region & { readonly external: ExternalCall },
): string | null {
  const decls = new Map(
    [...loops.params, ...loops.arrays].flatMap((decl) =>
      decl.kind === "array" ? [[decl.name, decl] as const] : [],
    ),
  );
  const own = new Set<string>();
  for (const arg of external.args) {
    if (arg.kind !== "array") continue;
    own.add(arg.name);
    const decl: ArrayDecl = decls.get(arg.name) ?? bug(`no array \`${arg.name}\``);
    if (!sameType(decl.element, arg.element)) return arg.name;
  }
  // Every other array that the model speaks of must be its own: one that stands for an argument is the schedule's.
  const elsewhere = new Set(
    loops.body
      .flatMap((stmt) => [...statementsIn([stmt])])
      .flatMap((stmt) => (stmt.kind === "store" && !isInside(body, stmt) ? [stmt.array] : [])),
  );
  for (const stmt of body)
    for (const name of mentionedIn(stmt))
      if (decls.has(name) && !own.has(name) && elsewhere.has(name)) return name;
  return null;
}

function isInside(body: readonly Stmt[], stmt: Stmt): boolean {
  return [...statementsIn(body)].includes(stmt);
}
