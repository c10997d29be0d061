/** What is plain from the text of a function: which names are its own, and whether a call runs it at all. */
import type { SourceFile } from "../../../diagnostics/diagnostic.ts";
import type { PyExpr, PyFunctionDef, PyLambda, PyStmt } from "../ast.ts";
import { childrenOf, expressionsOf, namesAssignedIn } from "../inside.ts";
import { type Clause, namesMentioned, readPassedOver, tokensOf } from "../syntax/passed_over.ts";
import { is, isCloser, isOpener, type Token } from "../syntax/tokens.ts";

export interface FunctionFacts {
  readonly locals: ReadonlySet<string>;
  readonly globals: ReadonlySet<string>;
  readonly nonlocals: ReadonlySet<string>;
  readonly generator: boolean; // it has `yield`: a call only makes an iterator
}

export function factsOf(source: SourceFile, def: PyFunctionDef | PyLambda): FunctionFacts {
  const params = def.params.map((param) => param.name);
  if (def.kind === "Lambda") {
    return {
      locals: new Set(params),
      globals: none,
      nonlocals: none,
      generator: yields(source, [def.body], []),
    };
  }
  const globals = declared(source, def.body, "global");
  const nonlocals = declared(source, def.body, "nonlocal");
  const own = [...params, ...boundIn(source, def.body)].filter(
    (name) => !globals.has(name) && !nonlocals.has(name),
  );
  return { locals: new Set(own), globals, nonlocals, generator: yields(source, [], def.body) };
}

const none: ReadonlySet<string> = new Set();

/** The names that statements bind, those inside `try` and its like included; functions in them keep their own. */
export function boundIn(source: SourceFile, body: readonly PyStmt[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const stmt of statements(source, body)) for (const name of boundBy(source, stmt)) names.add(name);
  return names;
}

function boundBy(source: SourceFile, stmt: PyStmt): readonly string[] {
  return [...boundByItself(source, stmt), ...expressionsOf(stmt).flatMap(namesAssignedIn)];
}

function boundByItself(source: SourceFile, stmt: PyStmt): readonly string[] {
  switch (stmt.kind) {
    case "Assign":
      return stmt.targets.flatMap(targetNames);
    case "AnnAssign":
    case "AugAssign":
    case "For":
      return targetNames(stmt.target);
    case "FunctionDef":
      return [stmt.name];
    case "Import":
      return stmt.names.map((alias) => alias.as ?? alias.name.split(".")[0] ?? alias.name);
    case "ImportFrom":
      return stmt.names.map((alias) => alias.as ?? alias.name);
    case "UnsupportedStmt":
      if (stmt.what === "global" || stmt.what === "nonlocal") return [];
      return readPassedOver(source, stmt).clauses.flatMap(boundByHead);
    default:
      return [];
  }
}

/** The names that the head of a clause binds: `with f() as x`, `except E as x`, `class x`, `del x`, `case [x, y]`. */
export function boundByHead({ word, head, values }: Clause): readonly string[] {
  switch (word) {
    case "class":
    case "type":
      return head[0]?.kind === "name" ? [head[0].text] : [];
    case "async":
      return is(head[0], "def") && head[1] !== undefined ? [head[1].text] : namedAfterAs(head);
    case "del":
      return values.flatMap(targetNames);
    case "case":
      return [...namesMentioned(head)];
    default:
      return namedAfterAs(head);
  }
}

/** `as x`, `as (x, y)`. */
function namedAfterAs(head: readonly Token[]): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  let binds: number | null = null; // the depth of the `as` that is read
  for (const token of head) {
    if (isOpener(token)) depth++;
    else if (isCloser(token)) depth--;
    else if (is(token, "as")) binds = depth;
    else if (binds !== null && token.kind === "name") names.push(token.text);
    if (binds !== null && (depth < binds || (depth === binds && is(token, ",")))) binds = null;
  }
  return names;
}

export function targetNames(target: PyExpr): readonly string[] {
  switch (target.kind) {
    case "Name":
      return [target.id];
    case "Tuple":
    case "List":
      return target.elements.flatMap(targetNames);
    case "Starred":
      return targetNames(target.value);
    default:
      return [];
  }
}

function declared(
  source: SourceFile,
  body: readonly PyStmt[],
  word: "global" | "nonlocal",
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const stmt of statements(source, body)) {
    if (stmt.kind !== "UnsupportedStmt" || stmt.what !== word) continue;
    for (const name of namesMentioned(tokensOf(source, stmt.span))) names.add(name);
  }
  return names;
}

/** The statements and those in their blocks, but not in functions. A class has names of its own. */
export function* statements(source: SourceFile, body: readonly PyStmt[]): Generator<PyStmt> {
  for (const stmt of body) {
    yield stmt;
    switch (stmt.kind) {
      case "For":
      case "While":
      case "If":
        yield* statements(source, stmt.body);
        yield* statements(source, stmt.orElse);
        break;
      case "UnsupportedStmt":
        if (["try", "with", "match"].includes(stmt.what)) {
          for (const clause of readPassedOver(source, stmt).clauses) yield* statements(source, clause.body);
        }
        break;
      default:
        break;
    }
  }
}

function yields(source: SourceFile, exprs: readonly PyExpr[], body: readonly PyStmt[]): boolean {
  for (const stmt of statements(source, body)) {
    if (stmt.kind === "UnsupportedStmt" && stmt.what === "async") return true;
    if (expressionsOf(stmt).some((expr) => yields(source, [expr], []))) return true;
  }
  return exprs.some((expr) => {
    if (expr.kind === "UnsupportedExpr") return expr.what === "yield" || expr.what === "await";
    return expr.kind !== "Lambda" && childrenOf(expr).some((child) => yields(source, [child], []));
  });
}
