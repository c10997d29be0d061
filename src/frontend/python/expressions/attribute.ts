/** `np.sum`, `a.shape`, `range(n).pipeline`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import { closest } from "../../../diagnostics/closest.ts";
import { printType } from "../../../types/print.ts";
import type { PyAttribute } from "../ast.ts";
import { lookupAttribute, lookupBuiltin, lookupMethod, suggest, ufuncMethod } from "../builtins/index.ts";
import { describe, isListValue, type Known, knownError, value } from "../known.ts";
import { report, type Scope } from "../scope.ts";
import { forget } from "../statements/bind.ts";
import { toExpr } from "../value.ts";
import { infer } from "./index.ts";

/** Python's types under a name that NumPy no longer has. */
const oldNames: ReadonlySet<string> = new Set(["float", "int", "complex"]);

export function inferAttribute(scope: Scope, node: PyAttribute): Known {
  const self = infer(scope, node.value);
  switch (self.kind) {
    case "error":
      return knownError;
    case "module": {
      const found = lookupBuiltin(self.name, node.name, node.span);
      if (found?.kind === "dtype" && self.name === "numpy" && oldNames.has(node.name))
        report(scope, diagnose("numpy-alias", node.span, { name: node.name }));
      if (found !== null) return found;
      const close = suggest(self.name, node.name);
      report(
        scope,
        diagnose("unknown-function", node.nameSpan, {
          name: `${shown(self.name)}.${node.name}`,
          suggestion: close === null ? null : `${shown(self.name)}.${close}`,
        }),
      );
      return knownError;
    }
    case "value":
    case "mixed":
    case "cursor": {
      const expr = toExpr(scope, self, node.value.span);
      if (expr === null) return knownError;
      const known: Known = self.kind === "value" ? self : value(expr);
      const attribute =
        self.kind === "value" && self.list ? null : lookupAttribute(scope, expr, node.name, node.span);
      if (attribute !== null) return attribute;
      const method = self.kind === "value" && self.list ? null : lookupMethod(node.name);
      if (method !== null)
        return { kind: "method", self: known, node: node.value, name: node.name, builtin: method };
      break;
    }
    case "range":
      if (["pipeline", "unroll", "parallel"].includes(node.name)) {
        const builtin = lookupMethod(`range.${node.name}`);
        if (builtin !== null) return { kind: "method", self, node: node.value, name: node.name, builtin };
      }
      break;
    case "builtin": {
      const method = ufuncMethod(self, node.name);
      if (method !== null) return method;
      break;
    }
    default:
      break;
  }
  report(
    scope,
    diagnose("unknown-attribute", node.nameSpan, {
      name: node.name,
      of: describe(self, printType),
      ...attributesOf(self, node.name),
    }),
  );
  // After `x.append(...)` the length of a list is not what it was.
  if (isList(self) && node.value.kind === "Name") forget(scope, node.value.id, node.span);
  return knownError;
}

type Holder = "array" | "list" | "range" | "other";

function attributesOf(self: Known, name: string): { kind: Holder; suggestion: string | null } {
  if (isList(self)) return { kind: "list", suggestion: null };
  if (self.kind === "range")
    return { kind: "range", suggestion: closest(name, ["pipeline", "unroll", "parallel"]) };
  const array = self.kind === "value" && self.expr.type.kind === "array";
  return { kind: array ? "array" : "other", suggestion: array ? suggest("methods", name) : null };
}

function isList(known: Known): boolean {
  return known.kind === "tuple" || isListValue(known);
}

/** NumPy's names as most people write them. */
function shown(module: string): string {
  return module.replace(/^numpy\b/, "np");
}
