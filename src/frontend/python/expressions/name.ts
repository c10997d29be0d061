/** What a name stands for: a local, a captured name of an enclosing function, a module constant, a builtin. */

import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import { closest } from "../../../diagnostics/closest.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { named } from "../../../diagnostics/named.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import type { PyName } from "../ast.ts";
import { isConstant } from "../build.ts";
import { lookupBuiltin, namesOf } from "../builtins/index.ts";
import type { Binding } from "../environment.ts";
import { describe, type Home, heldIn, isComputed, type Known, knownError } from "../known.ts";
import { grownValue } from "../lists.ts";
import { freshName, report, type Scope } from "../scope.ts";

export function inferName(scope: Scope, node: PyName): Known {
  return lookup(scope, node.id, node.span);
}

export function lookup(scope: Scope, name: string, span: Span): Known {
  const binding = scope.env?.get(name);
  if (binding !== undefined) return read(scope, name, binding, span);
  if (scope.silent.has(name)) return knownError;
  if (scope.assigned.has(name)) {
    report(scope, diagnose("used-before-assignment", span, { name }));
    return knownError;
  }
  const captured = capture(scope, name, span);
  if (captured !== null) {
    scope.captured.set(name, outerKnown(scope, name, span) ?? captured);
    return captured;
  }
  const global =
    homeOf(scope)?.lookup(name, span) ??
    scope.unit.globals.lookup(name, span) ??
    lookupBuiltin("builtins", name);
  if (global !== null) return global;
  report(scope, diagnose("unknown-name", span, { name, ...meant(scope, name) }));
  return knownError;
}

/** Of the function of the module that this one is, or stands in. */
function homeOf(scope: Scope): Home | null {
  return scope.home ?? (scope.parent === null ? null : homeOf(scope.parent));
}

/** Something refused may have bound any name it mentions that is not known yet; uses of these stay silent. */
export function silence(scope: Scope, span: Span): void {
  const text = scope.unit.source.text.slice(span.from, span.to);
  const known = new Set([...(scope.env?.keys() ?? []), ...namesOf("builtins")]);
  for (const [name] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu))
    if (!known.has(name)) scope.silent.add(name);
}

/** What the user most likely meant: a name of a module that is not imported, or one spelt a little differently. */
function meant(scope: Scope, name: string): { suggestion: string | null; missing: string | null } {
  const spelling = named(otherLanguages, name);
  if (spelling !== undefined) return { suggestion: spelling, missing: null };
  const missing =
    named(imports, name) ?? (lookupBuiltin("pylog", name) === null ? undefined : "from pylog import *");
  if (missing !== undefined) return { suggestion: null, missing };
  const close = closest(name, ...visibleNames(scope));
  if (close !== null) return { suggestion: close, missing: null };
  return { suggestion: namesOf("numpy").includes(name) ? `np.${name}` : null, missing: null };
}

const otherLanguages: Readonly<Record<string, string>> = {
  true: "True",
  false: "False",
  null: "None",
  NULL: "None",
  nil: "None",
};

const imports: Readonly<Record<string, string>> = {
  np: "import numpy as np",
  numpy: "import numpy",
  math: "import math",
};

function read(scope: Scope, name: string, binding: Binding, span: Span): Known {
  if (binding.kind === "conflict") {
    report(
      scope,
      diagnose(
        "two-types",
        span,
        {
          name,
          left: describe(binding.left.known, printType),
          right: describe(binding.right.known, printType),
        },
        [
          { span: binding.left.span, message: `here it is ${describe(binding.left.known, printType)}` },
          { span: binding.right.span, message: `here it is ${describe(binding.right.known, printType)}` },
        ],
      ),
    );
    return knownError;
  }
  if (!binding.definite) {
    if (scope.silent.has(name)) return knownError;
    report(
      scope,
      diagnose("may-be-unset", span, { name }, [{ span: binding.span, message: "it is set only here" }]),
    );
    return knownError;
  }
  const { known } = binding;
  if (known.kind === "grown") return grownValue(scope, known, span);
  return isComputed(known) ? heldIn(known, at(known.expr, span)) : known;
}

function at(expr: Expr, span: Span): Expr {
  return expr.kind === "var" || expr.kind === "const" ? { ...expr, span } : expr;
}

/** A run-time value of an enclosing function becomes a hidden parameter of this one. */
export function capture(scope: Scope, name: string, span: Span): Known | null {
  const known = scope.captures.get(name);
  if (known !== undefined) return known.known;
  const outer = outerKnown(scope, name, span);
  if (outer?.kind === "optional") {
    report(scope, diagnose("may-be-none", span, { name }));
    return knownError;
  }
  return outer === null ? null : adopt(scope, name, outer);
}

/** What the name is in the enclosing function, now. */
export function outerKnown(scope: Scope, name: string, span: Span): Known | null {
  const { parent } = scope;
  if (parent === null) return null;
  const binding = parent.env?.get(name);
  if (binding !== undefined) return read(parent, name, binding, span);
  if (parent.silent.has(name)) return knownError;
  if (parent.assigned.has(name)) {
    report(scope, diagnose("used-before-assignment", span, { name }));
    return knownError;
  }
  return capture(parent, name, span);
}

function adopt(scope: Scope, name: string, outer: Known): Known {
  if (!isComputed(outer) || isConstant(outer.expr) || outer.expr.kind === "arrayConst") return outer;
  const slot = freshName(scope, name);
  const type = outer.expr.type;
  const known = heldIn(outer, { kind: "var", name: slot, type, span: outer.expr.span });
  scope.params.set(slot, { name: slot, type });
  scope.captures.set(name, { slot, known });
  if (scope.parent !== null && outer.expr.kind === "var" && scope.parent.strided.has(outer.expr.name)) {
    scope.strided.add(slot);
  }
  return known;
}

function visibleNames(scope: Scope): readonly Iterable<string>[] {
  if (scope.parent !== null) return [scope.env?.keys() ?? [], ...visibleNames(scope.parent)];
  return [scope.env?.keys() ?? [], scope.unit.globals.names(), namesOf("builtins")];
}
