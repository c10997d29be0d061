/** Names that are not assigned: what imports bring, and Python's builtins. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { PyImport, PyImportFrom } from "../ast.ts";
import { lookupBuiltin, namesOf } from "../builtins/index.ts";
import { refused } from "../builtins/unsupported.ts";
import type { Known } from "../known.ts";
import { because, bind, type Frame, find, type Machine, unknown } from "./machine.ts";
import { type Cause, known, number, type Obj, refsOf, text } from "./objects.ts";

/** The value of a name where it is used. */
export function nameValue(m: Machine, frame: Frame, name: string, span: Span): Obj {
  const binding = find(m, frame, name);
  if (binding !== null) return binding.value;
  if (name === "__name__") return text(moduleName(m));
  const star = starred(m, name);
  if (star !== null) return star;
  const builtin = lookupBuiltin("builtins", name, span);
  if (builtin !== null) return asObj(builtin);
  if (pythonNames.has(name)) return notComputed(name);
  if (name === "__file__" || name === "__doc__")
    return unknown({ kind: "construct", what: `\`${name}\`` }, span);
  return unknown({ kind: "undefined", name }, span);
}

/** Builtins that no kernel has heard of. */
const pythonNames: ReadonlySet<string> = new Set(
  (
    "ascii bin breakpoint bytearray bytes callable chr classmethod compile delattr dir eval exec format getattr globals " +
    "hasattr help hex isinstance issubclass locals memoryview oct open ord print property repr setattr slice " +
    "staticmethod super type vars __import__"
  ).split(" "),
);

/** A function that is known by name alone. */
export function notComputed(name: string): Obj {
  return known({ kind: "builtin", name, builtin: refused({ reason: "it is not known here", help: "" }) });
}

/** The module is looked at as if something had imported it: it is not `__main__`. */
function moduleName(m: Machine): string {
  return (m.source.path.split(/[\\/]/).pop() ?? "").replace(/\.py$/, "");
}

/** A name of one of the modules that `from … import *` was said of, the last first. */
export function starred(m: Machine, name: string): Obj | null {
  for (const { module, cause } of [...m.stars].reverse()) {
    if (module !== null) {
      const found = exported(module, name);
      if (found !== null) return found;
    } else if (lookupBuiltin("builtins", name) === null || replaced.has(name)) return because(cause);
  }
  return null;
}

/** Builtins that libraries of arrays have under the same name, NumPy first: `from jax.numpy import *` replaces them. */
const replaced: ReadonlySet<string> = new Set("abs all any bool divmod max min pow round sum".split(" "));

function exported(module: "numpy" | "math" | "pylog", name: string): Obj | null {
  if (name.startsWith("_")) return null;
  const found = lookupBuiltin(module, name);
  if (found === null) return null;
  // NumPy keeps `int`, `float` and other types of Python to itself.
  if (module === "numpy" && lookupBuiltin("builtins", name) !== null && !replaced.has(name)) return null;
  return fromModule(module, found);
}

function fromModule(module: string, found: Known): Obj {
  const own =
    module === "pylog" && found.kind === "builtin" && ["map", "plmap", "max", "min"].includes(found.name);
  return own ? { kind: "known", known: found, pylog: true } : asObj(found);
}

/** A number where the front end knows one, `np.pi`; anything else as it is. */
export function asObj(found: Known): Obj {
  if (found.kind === "value" && found.expr.kind === "const") return number(found.expr.value, found.expr.type);
  if (found.kind === "none") return { kind: "none" };
  return known(found);
}

export function moduleNamed(path: string): "numpy" | "math" | "pylog" | null {
  const root = path.split(".")[0] ?? path;
  return root === "numpy" || root === "math" || root === "pylog" ? root : null;
}

export function importModules(m: Machine, frame: Frame, stmt: PyImport): void {
  for (const { name, as, span } of stmt.names) {
    const module = moduleNamed(name);
    const dotted = name.includes(".");
    // `import numpy.linalg` binds numpy; under a name of its own it is the inner module.
    const bound = as ?? name.split(".")[0] ?? name;
    const value: Obj =
      module !== null && (!dotted || as === null)
        ? known({ kind: "module", name: module })
        : unknown({ kind: "import", name: bound }, span);
    bind(m, frame, bound, value);
  }
}

export function importNames(m: Machine, frame: Frame, stmt: PyImportFrom): void {
  const module = moduleNamed(stmt.module);
  for (const { name, as, span } of stmt.names) {
    if (name === "*") {
      importAll(m, frame, stmt, { at: span, why: { kind: "star", module: stmt.module } });
      continue;
    }
    const found = module === null ? null : lookupBuiltin(stmt.module === module ? module : stmt.module, name);
    const value =
      found === null || module === null
        ? unknown({ kind: "import", name: as ?? name }, span)
        : fromModule(module, found);
    bind(m, frame, as ?? name, value);
  }
}

/** Names that are bound already may get another value by it. */
function importAll(m: Machine, frame: Frame, stmt: PyImportFrom, cause: Cause): void {
  const whole = stmt.module.includes(".") ? null : moduleNamed(stmt.module);
  const module = stmt.module.split(".").pop() === "pylog" ? "pylog" : whole;
  m.stars.push({ module, cause });
  for (const [name, { value }] of [...m.module.names]) {
    const found = module === null ? null : exported(module, name);
    if (found !== null) bind(m, frame, name, found);
    else if (module === null || mayExport(module, name)) bind(m, frame, name, because(cause, refsOf(value)));
  }
}

/** Whether a module may have a name that the front end has not heard of. NumPy's have no capital letters. */
function mayExport(module: "numpy" | "math" | "pylog", name: string): boolean {
  if (name.startsWith("_") || module === "pylog") return /^pl_/.test(name);
  if (module === "math") return mathNames.has(name);
  return name === name.toLowerCase() && !namesOf("builtins").includes(name);
}

const mathNames: ReadonlySet<string> = new Set(
  (
    "acosh asinh atanh cbrt comb dist erf erfc exp2 factorial frexp fsum gamma isclose ldexp lgamma modf nextafter " +
    "perm prod remainder sumprod ulp fma"
  ).split(" "),
);
