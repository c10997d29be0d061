/**
 * Dictionaries that are only names for values: written once, and then used by keys that are written there. Each value becomes a
 * name of its own, before anything is evaluated or typed, so such a dictionary costs nothing and holds whatever names hold.
 *
 *     best = {"cost": 1e9, "at": 0}            (best_cost, best_at) = (1e9, 0)
 *     if c < best["cost"]:              =>     if c < best_cost:
 *         best["cost"] = c                         best_cost = c
 *
 * Any other use (a key that is computed, `in`, `.items()`, an argument, a result, a second name) leaves it as it is: refused.
 */
import type { SourceFile } from "../../diagnostics/diagnostic.ts";
import type { PyExpr, PyFunctionDef, PyModule, PyName, PyStmt, PyUnsupportedExpr } from "./ast.ts";
import type { GivenConstant } from "./constants_given.ts";
import { parsePython } from "./syntax/index.ts";
import { namesMentioned, readParts, tokensOf } from "./syntax/passed_over.ts";

/** What a host gives is by the names that the source has, `P["gain"]`; its dictionaries are what they are at the call. */
export function withRecords(
  source: SourceFile,
  module: PyModule,
  given: Constants | undefined,
): { readonly module: PyModule; readonly constants: Constants | undefined } {
  const making: Making = {
    source,
    given,
    taken: new Set(namesMentioned(parsePython(source).tokens)),
    constants: new Map(given),
  };
  // What is used in a dictionary is seen when that is none any more.
  for (let now = module; ; ) {
    const next = withoutSome(making, now);
    if (next === now) return { module: now, constants: given && making.constants };
    now = next;
  }
}

type Constants = ReadonlyMap<string, GivenConstant>;

interface Making {
  readonly source: SourceFile;
  readonly given: Constants | undefined;
  readonly taken: Set<string>; // names that mean something
  readonly constants: Map<string, GivenConstant>; // with those of the names that stand for keys
}

function withoutSome(making: Making, module: PyModule): PyModule {
  const functions = nodesIn(module.body).filter((node) => node.kind === "FunctionDef");
  // Inner functions first: a name of theirs hides one of the same name around them.
  const records = [...functions.toReversed(), module].flatMap((scope) =>
    recordsOf(making, scope, scope === module),
  );
  const seen = records.filter(({ scope }) => scope === module);
  return records.length === 0 ? module : { ...module, body: changed(module.body, { all: records, seen }) };
}

interface Dictionary {
  readonly name: string;
  readonly scope: Scope;
  readonly display: Display;
  readonly fields: ReadonlyMap<string, string>; // the name that stands for each key
}

/** `{k: v, …}` with keys that are known. */
interface Display {
  readonly node: PyUnsupportedExpr;
  readonly keys: readonly string[];
  readonly values: readonly PyExpr[];
}

type Scope = PyModule | PyFunctionDef;
type Node = PyStmt | PyExpr;

function recordsOf(making: Making, scope: Scope, isModule: boolean): readonly Dictionary[] {
  const { source, given, taken, constants } = making;
  return ownStatements(scope.body).flatMap((stmt) => {
    const [target, ...others] = stmt.kind === "Assign" ? stmt.targets : [];
    if (stmt.kind !== "Assign" || target?.kind !== "Name" || others.length > 0) return [];
    const display = displayOf(source, stmt.value);
    if (display === null || !isOnlyNames(making, scope, target, display)) return [];
    const values =
      isModule && given !== undefined ? display.keys.map((key) => given.get(`${target.id}[${key}]`)) : [];
    if (values.includes(undefined)) return [];
    const fields = new Map(display.keys.map((key) => [key, freshField(target.id, key, taken)]));
    for (const [at, name] of [...fields.values()].entries()) {
      const value = values[at];
      if (value !== undefined) constants.set(name, value);
    }
    return [{ name: target.id, scope, display, fields }];
  });
}

function displayOf(source: SourceFile, value: PyExpr): Display | null {
  if (value.kind !== "UnsupportedExpr" || value.what !== "dict") return null;
  const text = source.text.slice(value.span.from, value.span.to);
  const parts = text.includes("**") ? null : readParts(source, value);
  if (parts === null || parts.length === 0 || parts.length % 2 > 0) return null;
  const keys = parts.flatMap((part, at) => (at % 2 === 0 ? [keyOf(part)] : []));
  const known = keys.filter((key) => key !== null);
  const isPlain = known.length === keys.length && new Set(known).size === keys.length;
  return isPlain ? { node: value, keys: known, values: parts.filter((_, at) => at % 2 > 0) } : null;
}

/** `"a"` and `1` are keys that can be told apart as they are written. */
function keyOf(expr: PyExpr | undefined): string | null {
  if (expr?.kind === "String") return `"${expr.value}"`;
  return expr?.kind === "Number" && expr.value.kind === "int" ? String(expr.value.value) : null;
}

/** Whether every mention of the name is its one binding, or takes one of its keys. */
function isOnlyNames({ source, given }: Making, scope: Scope, target: PyName, display: Display): boolean {
  const { id } = target;
  const nodes = [...nodesIn(scope.body), ...display.values.flatMap((value) => nodesIn(value))];
  const isParameter = (node: Node | Scope): boolean =>
    ("kind" in node &&
      (node.kind === "FunctionDef" || node.kind === "Lambda") &&
      node.params.some(({ name }) => name === id)) ||
    ("kind" in node && node.kind === "FunctionDef" && node.name === id);
  if ([scope, ...nodes].some(isParameter)) return false;
  const keyed = new Set<Node>(nodes.flatMap((node) => (takesKey(node, id, display) ? [node.value] : [])));
  const names = nodes.filter((node) => node.kind === "Name" && node.id === id);
  if (!names.every((node) => node === target || keyed.has(node))) return false;
  // A host says what the module's dictionary is at the call, whatever its classes and `with` do to it.
  const isHosts = given !== undefined && !("kind" in scope);
  const isApart = (node: Node): boolean =>
    node === display.node || (isHosts && node.kind === "UnsupportedStmt");
  return !areStored(scope, id) && !nodes.some((node) => !isApart(node) && isHidden(source, node, id));
}

function takesKey(node: Node, id: string, { keys }: Display): node is Extract<Node, { kind: "Subscript" }> {
  if (node.kind !== "Subscript" || node.value.kind !== "Name" || node.value.id !== id) return false;
  const [key, ...others] = node.index;
  const known = keyOf(key);
  return others.length === 0 && known !== null && keys.includes(known);
}

/** Whether a function inside of the scope stores one: as a name it would be another function's. */
function areStored(scope: Scope, id: string): boolean {
  const isOurs = (expr: PyExpr): boolean =>
    nodesIn(expr).some(
      (node) => node.kind === "Subscript" && node.value.kind === "Name" && node.value.id === id,
    );
  return nodesIn(scope.body)
    .filter((node) => node.kind === "FunctionDef")
    .some(({ body }) =>
      nodesIn(body).some((node) => {
        if (node.kind === "Assign") return node.targets.some(isOurs);
        if (node.kind === "AugAssign" || node.kind === "For" || node.kind === "AnnAssign")
          return isOurs(node.target);
        return node.kind === "ListComp" && node.clauses.some(({ target }) => isOurs(target));
      }),
    );
}

/** Text that is not read as a tree has the name in it; what an f-string says is left out with its `print`. */
function isHidden(source: SourceFile, node: Node, id: string): boolean {
  if (node.kind === "Import" || node.kind === "ImportFrom")
    return node.names.some(({ name, as }) => (as ?? name) === id);
  if (node.kind !== "UnsupportedExpr" && node.kind !== "UnsupportedStmt") return false;
  if (node.kind === "UnsupportedExpr" && node.what === "f-string") return false;
  return namesMentioned(tokensOf(source, node.span)).has(id);
}

function freshField(name: string, key: string, taken: Set<string>): string {
  let field = `${name}_${key.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_|_$/g, "")}`;
  while (taken.has(field)) field += "_";
  taken.add(field);
  return field;
}

/** Those of the scope itself, in blocks too. */
function ownStatements(body: readonly PyStmt[]): readonly PyStmt[] {
  return body.flatMap((stmt) => {
    if (stmt.kind === "FunctionDef") return [];
    const inner = "body" in stmt ? [...stmt.body, ...("orElse" in stmt ? stmt.orElse : [])] : [];
    return [stmt, ...ownStatements(inner)];
  });
}

/** All statements and expressions in a part of the tree. */
function nodesIn(part: unknown): readonly Node[] {
  if (Array.isArray(part)) return part.flatMap(nodesIn);
  if (typeof part !== "object" || part === null) return [];
  const inner = Object.values(part).flatMap(nodesIn);
  return isNode(part) ? [part, ...inner] : inner;
}

/** Numbers have a `kind` of their own inside, and no place. */
function isNode(part: object): part is Node {
  return "kind" in part && "span" in part;
}

/** What holds in a part of the tree: all records, and those of them that are seen there. */
interface View {
  readonly all: readonly Dictionary[];
  readonly seen: readonly Dictionary[]; // those of inner functions first
}

/** The tree with names in place of dictionaries. */
function changed<T>(part: T, view: View): T {
  if (Array.isArray(part)) return part.map((one: unknown) => changed(one, view)) as T;
  if (typeof part !== "object" || part === null) return part;
  const within = isNode(part) && part.kind === "FunctionDef" ? { ...view, seen: seenIn(part, view) } : view;
  if (isNode(part) && part.kind === "Assign") {
    const record = view.seen.find(({ display }) => display.node === part.value);
    if (record !== undefined) return spread(record, part, view) as T;
  }
  if (isNode(part) && part.kind === "Subscript" && part.value.kind === "Name") {
    const { id } = part.value;
    const field = view.seen.find(({ name }) => name === id)?.fields.get(keyOf(part.index[0]) ?? "");
    if (field !== undefined) return { kind: "Name", id: field, span: part.span } as T;
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, changed<unknown>(value, within)]),
  ) as T;
}

function seenIn(def: PyFunctionDef, { all, seen }: View): readonly Dictionary[] {
  return [...all.filter(({ scope }) => scope === def), ...seen];
}

function spread(
  { fields, display }: Dictionary,
  { span, value }: Extract<PyStmt, { kind: "Assign" }>,
  view: View,
): PyStmt {
  const names = [...fields.values()].map((id): PyName => ({ kind: "Name", id, span }));
  const values = display.values.map((one) => changed(one, view));
  const [name] = names;
  const [only] = values;
  if (name !== undefined && only !== undefined && names.length === 1)
    return { kind: "Assign", targets: [name], value: only, span };
  return {
    kind: "Assign",
    targets: [{ kind: "Tuple", elements: names, span }],
    value: { kind: "Tuple", elements: values, span: value.span },
    span,
  };
}
