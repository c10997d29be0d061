/** The module around a kernel: its imports, constants and functions, each looked at only when a kernel uses it. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Diagnostic, SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import { assignedNames } from "./assigned.ts";
import type { PyFunctionDef, PyImport, PyImportFrom, PyModule, PyStmt } from "./ast.ts";
import { lookupBuiltin } from "./builtins/index.ts";
import { evaluate } from "./constants.ts";
import { type GivenConstant, knownConstant } from "./constants_given.ts";
import { isPylog } from "./decorator.ts";
import { infer } from "./expressions/index.ts";
import { type Known, knownError } from "./known.ts";
import { type Globals, newScope, type Scope, type Unit } from "./scope.ts";
import { unsupported } from "./unsupported.ts";

export function moduleUnit(
  source: SourceFile,
  module: PyModule,
  diagnostics: Diagnostic[],
  given: ReadonlyMap<string, GivenConstant> = new Map(),
): Unit {
  const unit: Unit = {
    source,
    module,
    globals: { lookup: (name, span) => globals.lookup(name, span), names: () => globals.names() },
    diagnostics,
    instances: new Map(),
    made: new Map(),
    functions: [],
    names: new Set(),
    stack: [],
  };
  const globals = moduleGlobals(unit, module, given);
  return unit;
}

export function isKernel(stmt: PyStmt): stmt is PyFunctionDef {
  return stmt.kind === "FunctionDef" && stmt.decorators.some(isPylog);
}

function moduleGlobals(unit: Unit, module: PyModule, given: ReadonlyMap<string, GivenConstant>): Globals {
  const bindings = new Map<string, PyStmt[]>();
  const branches = new Map<string, PyStmt>(); // names that an `if`, a loop or a class of the module may bind
  const stars: PyImportFrom[] = [];
  for (const stmt of module.body) collect(unit.source, stmt, bindings, branches, stars);
  const cache = new Map<string, { readonly known: Known; readonly said: readonly Diagnostic[] }>();
  const busy = new Set<string>();
  return {
    names: () => new Set([...bindings.keys(), ...given.keys()]),
    lookup: (name, span) => {
      const cached = cache.get(name);
      if (cached !== undefined) {
        // Said again, for the round of a loop that said it first may be taken back.
        unit.diagnostics.push(...cached.said);
        return cached.known;
      }
      const constant = given.get(name);
      if (constant !== undefined) return knownConstant(constant, span);
      const stmts = bindings.get(name);
      if (stmts === undefined) return starred(stars, name) ?? branched(unit, branches, name, span);
      if (busy.has(name)) return null;
      busy.add(name);
      const before = unit.diagnostics.length;
      const known = define(unit, name, stmts, span);
      busy.delete(name);
      cache.set(name, { known, said: unit.diagnostics.slice(before) });
      return known;
    },
  };
}

function collect(
  source: SourceFile,
  stmt: PyStmt,
  bindings: Map<string, PyStmt[]>,
  branches: Map<string, PyStmt>,
  stars: PyImportFrom[],
): void {
  const add = (name: string): void => void bindings.set(name, [...(bindings.get(name) ?? []), stmt]);
  switch (stmt.kind) {
    case "FunctionDef":
      return add(stmt.name);
    case "Assign":
      for (const target of stmt.targets) {
        if (target.kind === "Name") add(target.id);
        if (target.kind === "Tuple")
          for (const part of target.elements) if (part.kind === "Name") add(part.id);
      }
      return;
    case "AnnAssign":
    case "AugAssign":
      if (stmt.target.kind === "Name") add(stmt.target.id);
      return;
    case "Import":
      for (const alias of stmt.names) add(alias.as ?? alias.name.split(".")[0] ?? alias.name);
      return;
    case "ImportFrom":
      for (const alias of stmt.names) {
        if (alias.name === "*") stars.push(stmt);
        else add(alias.as ?? alias.name);
      }
      return;
    case "If":
    case "For":
    case "While":
      for (const name of assignedNames([stmt])) if (!bindings.has(name)) branches.set(name, stmt);
      return;
    case "UnsupportedStmt":
      for (const [name] of source.text
        .slice(stmt.span.from, stmt.span.to)
        .matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
        if (!branches.has(name)) branches.set(name, stmt);
      }
      return;
    default:
      return;
  }
}

/** `from pylog import *` brings PyLog's operators, and np, as PyLog's own package does. */
function starred(stars: readonly PyImportFrom[], name: string): Known | null {
  for (const stmt of [...stars].reverse()) {
    if (stmt.module.split(".").pop() === "pylog" || stmt.module === "pylog") {
      if (name === "np" || name === "numpy") return { kind: "module", name: "numpy" };
      if (name === "math") return { kind: "module", name: "math" };
    }
    const module = moduleNamed(stmt.module);
    const found = module === null ? null : lookupBuiltin(module, name);
    if (found !== null) return found;
  }
  return null;
}

/** Which way the module's own branches and loops went is not known when compiling. */
function branched(unit: Unit, branches: ReadonlyMap<string, PyStmt>, name: string, span: Span): Known | null {
  const stmt = branches.get(name);
  if (stmt === undefined || lookupBuiltin("builtins", name) !== null) return null;
  const refusal =
    stmt.kind === "UnsupportedStmt" && stmt.what === "class" ? unsupported(stmt.what, span) : null;
  const notes = [{ span: stmt.span, message: "it is made here" }];
  unit.diagnostics.push(
    refusal === null ? diagnose("not-constant", span, { name }, notes) : { ...refusal, notes },
  );
  return knownError;
}

function moduleNamed(path: string): "numpy" | "math" | "pylog" | null {
  const root = path.split(".")[0] ?? path;
  return root === "numpy" || root === "math" || root === "pylog" ? root : null;
}

function define(unit: Unit, name: string, stmts: readonly PyStmt[], span: Span): Known {
  const last = stmts[stmts.length - 1];
  if (last === undefined) return knownError;
  switch (last.kind) {
    case "FunctionDef":
      return { kind: "function", def: last, owner: null };
    case "Import":
      return imported(last, name) ?? unknownImport(unit, name, span);
    case "ImportFrom":
      return importedFrom(last, name) ?? unknownImport(unit, name, span);
    case "Assign":
    case "AnnAssign":
      if (stmts.length === 1 && last.value !== null) return constant(unit, name, last, span);
      break;
    default:
      break;
  }
  unit.diagnostics.push(
    diagnose("module-rebinds", span, { name }, [{ span: last.span, message: "bound again here" }]),
  );
  return knownError;
}

function imported(stmt: PyImport, name: string): Known | null {
  const alias = stmt.names.find((a) => (a.as ?? a.name.split(".")[0]) === name);
  const module = alias === undefined ? null : moduleNamed(alias.name);
  return module === null || alias === undefined || alias.name.includes(".")
    ? null
    : { kind: "module", name: module };
}

function importedFrom(stmt: PyImportFrom, name: string): Known | null {
  const alias = stmt.names.find((a) => (a.as ?? a.name) === name);
  const module = moduleNamed(stmt.module);
  return alias === undefined || module === null ? null : lookupBuiltin(module, alias.name);
}

function unknownImport(unit: Unit, name: string, span: Span): Known {
  unit.diagnostics.push(diagnose("unknown-import", span, { name }));
  return knownError;
}

/** A module value is computed while compiling; one that cannot be is refused where the kernel uses it. */
function constant(unit: Unit, name: string, stmt: PyStmt, span: Span): Known {
  if ((stmt.kind !== "Assign" && stmt.kind !== "AnnAssign") || stmt.value === null) return knownError;
  const scope: Scope = newScope(unit, name, null, "module", [], []);
  const before = unit.diagnostics.length;
  const known = infer(scope, stmt.value);
  const target = stmt.kind === "Assign" ? stmt.targets[0] : stmt.target;
  const part =
    target?.kind === "Tuple"
      ? tupleItem(
          known,
          target.elements.findIndex((t) => t.kind === "Name" && t.id === name),
        )
      : known;
  const failed = unit.diagnostics.slice(before).some((d) => d.severity === "error");
  unit.diagnostics.length = before;
  const settled = failed || scope.out.length > 0 ? null : evaluate(unit, part);
  if (settled !== null) return settled;
  unit.diagnostics.push(
    diagnose("not-constant", span, { name }, [{ span: stmt.span, message: "its value is made here" }]),
  );
  return knownError;
}

function tupleItem(known: Known, at: number): Known {
  return (known.kind === "tuple" ? known.items[at] : undefined) ?? knownError;
}
