/** Names of Loops: each is given once, and a loop variable is known inside of its loop alone. */
import type { Loops, Stmt } from "./nodes.ts";
import { bodiesOf, expressionsIn, expressionsOf, statementsIn } from "./walk.ts";

export function scopeErrors(loops: Loops): string[] {
  return [...namedTwice(loops), ...unknown(loops)];
}

/** Scalars, arrays and loop variables share one space of names; loops, while loops and regions have another. */
function namedTwice(loops: Loops): readonly string[] {
  const given = [...loops.params, ...loops.arrays, ...loops.scalars].map(({ name }) => name);
  const called: string[] = [];
  for (const stmt of statementsIn(loops.body)) {
    if (stmt.kind === "for") given.push(stmt.variable);
    if (stmt.kind === "for" || stmt.kind === "while" || stmt.kind === "region") called.push(stmt.name);
  }
  return [
    ...repeated(given).map((name) => `the name \`${name}\` is given twice`),
    ...repeated(called).map((name) => `two loops or regions are called \`${name}\``),
  ];
}

function repeated(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}

/** Reads and writes of what is not declared, or not known where they stand. */
function unknown(loops: Loops): readonly string[] {
  const errors: string[] = [];
  const arrays = new Set<string>();
  const scalars = new Set<string>();
  for (const decl of [...loops.params, ...loops.arrays, ...loops.scalars])
    (decl.kind === "array" ? arrays : scalars).add(decl.name);
  const variables = new Set(
    [...statementsIn(loops.body)].flatMap((s) => (s.kind === "for" ? [s.variable] : [])),
  );

  const visit = (body: readonly Stmt[], around: ReadonlySet<string>): void => {
    const read = (name: string): void => {
      if (scalars.has(name) || around.has(name)) return;
      const is = variables.has(name) ? "is read outside of its loop" : "is read but not declared";
      errors.push(`\`${name}\` ${is}`);
    };
    const access = (array: string): void => {
      if (!arrays.has(array)) errors.push(`there is no array \`${array}\``);
    };
    for (const stmt of body) {
      for (const expr of expressionsOf(stmt).flatMap((root) => [...expressionsIn(root)])) {
        if (expr.kind === "var") read(expr.name);
        if (expr.kind === "load") access(expr.array);
      }
      if (stmt.kind === "store") access(stmt.array);
      if (stmt.kind === "assign" && !scalars.has(stmt.target))
        errors.push(`\`${stmt.target}\` is set but is no scalar`);
      const inner = stmt.kind === "for" ? new Set([...around, stmt.variable]) : around;
      for (const list of bodiesOf(stmt)) visit(list, inner);
    }
  };
  visit(loops.body, new Set());
  for (const name of loops.results)
    if (!arrays.has(name) && !scalars.has(name)) errors.push(`the result \`${name}\` is not declared`);
  return errors;
}
