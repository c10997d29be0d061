/** Calls of functions that are written in the kernel language (text.ts), from the builtins that stand for them. */
import { bug } from "../../../diagnostics/bug.ts";
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr } from "../../../program/nodes.ts";
import type { PyCall, PyFunctionDef } from "../ast.ts";
import { lookupBuiltin } from "../builtins/index.ts";
import { must, refuse } from "../builtins/refusal.ts";
import type { CallSite } from "../builtins/registry.ts";
import { callKnown } from "../instance.ts";
import { type Home, type Known, value } from "../known.ts";
import type { Scope } from "../scope.ts";
import { parsePython } from "../syntax/index.ts";
import { toExpr } from "../value.ts";
import { heaps } from "./heaps.ts";
import { library as functions } from "./text.ts";

const library = functions + heaps;

/** `name` of the library, called where the builtin is. */
export function callLibrary(site: CallSite, name: string, args: readonly Expr[]): Expr {
  const { scope, span, node } = site;
  if (scope.role === "module") {
    const [reason, help] = ["it is an algorithm for kernels", "compute it in a kernel, or write the loops"];
    return refuse(scope, diagnose("unsupported-function", span, { name: site.name, reason, help }));
  }
  const known = runLibrary(
    scope,
    name,
    args.map((arg) => value(arg)),
    node,
  );
  return must(toExpr(scope, known, span));
}

/** The same where lists come in, or nothing comes out. */
export function runLibrary(scope: Scope, name: string, args: readonly Known[], node: PyCall): Known {
  const { span } = node;
  const given = args.map((known) => ({ known, node: null, span }));
  const said = scope.unit.diagnostics.length;
  const known = callKnown(scope, functionAt(name, span), given, new Map(), span, node);
  // Of a constant argument some branches are never taken, which is not the user's matter.
  const kept = scope.unit.diagnostics.splice(said).filter(({ code }) => code !== "unreachable");
  scope.unit.diagnostics.push(...kept);
  return known;
}

function functionAt(name: string, span: Span): Known {
  const def = definitions().get(name) ?? bug(`there is no library function ${name}`);
  return { kind: "function", def: placed(def, span), owner: null, home };
}

/** Names in the library mean what they mean without any module around: those of NumPy and Python, and each other. */
const home: Home = {
  id: -1,
  lookup: (name, span) => {
    if (name === "np") return { kind: "module", name: "numpy" };
    return definitions().has(name) ? functionAt(name, span) : lookupBuiltin("builtins", name);
  },
  defaultOf: () => null,
  annotationOf: () => null,
  optionOf: () => null,
};

function definitions(): ReadonlyMap<string, PyFunctionDef> {
  parsed ??= new Map(
    parsePython({ path: "library.py", text: library }).module.body.flatMap((stmt) =>
      stmt.kind === "FunctionDef" ? [[stmt.name, stmt] as const] : [],
    ),
  );
  return parsed;
}

let parsed: ReadonlyMap<string, PyFunctionDef> | null = null; // the text never changes

/** The tree with every place in it at the call: what is said of it, a user can look at. `part` tells its places apart. */
function placed<T>(node: T, span: Span): T {
  if (Array.isArray(node)) return node.map((item) => placed<unknown>(item, span)) as T;
  if (typeof node !== "object" || node === null) return node;
  if (isSpan(node)) return { ...span, part: node.from * library.length + node.to } as T;
  return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, placed(item, span)])) as T;
}

function isSpan(node: object): node is Span {
  return "from" in node && "to" in node && Object.keys(node).length === 2;
}
