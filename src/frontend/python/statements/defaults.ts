/** Defaults of functions inside a kernel: as in Python, they are computed where the function is defined. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { PyFunctionDef, PyLambda, PyParam } from "../ast.ts";
import { infer } from "../expressions/index.ts";
import { lookup } from "../expressions/name.ts";
import { isComputed, type Known, knownError } from "../known.ts";
import { report, type Scope } from "../scope.ts";
import { listTable } from "../value.ts";
import { bindKnown, hold } from "./bind.ts";

/** Each default in a name of its own, which calls read. */
export function holdDefaults(scope: Scope, def: PyFunctionDef | PyLambda): void {
  for (const param of def.params) {
    if (param.default === null || param.form !== "plain") continue;
    const before = scope.unit.diagnostics.length;
    const known = infer(scope, param.default);
    if (known.kind === "error") {
      scope.unit.diagnostics.length = before; // said where a call needs it
      continue;
    }
    // In an expression nothing changes between the definition and the call.
    const kept = scope.lazy > 0 ? known : hold(scope, param.name, asTable(scope, known, param.default.span));
    bindKnown(scope, heldName(def, param), kept, param.default.span);
  }
}

/** A list lives on between calls, so it is one array. */
function asTable(scope: Scope, known: Known, span: Span): Known {
  if (known.kind !== "tuple" || known.form !== "list" || known.items.length === 0) return known;
  return listTable(scope, known, span) ?? knownError;
}

/** No name of Python's. */
function heldName(def: PyFunctionDef | PyLambda, param: PyParam): string {
  return `${param.name} of ${def.span.from}`;
}

/** What the default was, for a call in `scope` of a function that was defined in `owner`. */
export function heldDefault(
  scope: Scope,
  owner: Scope,
  def: PyFunctionDef | PyLambda,
  param: PyParam,
  span: Span,
): Known {
  const name = heldName(def, param);
  const binding = owner.env?.get(name);
  if (binding === undefined && param.default !== null && owner.env !== null)
    return infer(owner, param.default);
  const known = binding?.kind === "bound" ? binding.known : null;
  if (known !== null && (!isComputed(known) || known.expr.kind === "const")) return known;
  if (isInside(scope, owner)) return lookup(scope, name, span);
  report(
    scope,
    diagnose("missing-argument", span, {
      fn: def.kind === "FunctionDef" ? def.name : "lambda",
      name: param.name,
      needs: def.params.map((p) => p.name),
    }),
  );
  return knownError;
}

function isInside(scope: Scope, owner: Scope): boolean {
  return scope === owner || (scope.parent !== null && isInside(scope.parent, owner));
}
