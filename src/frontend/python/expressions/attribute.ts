/** `np.sum`, `a.shape`, `range(n).pipeline`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import { printType } from "../../../types/print.ts";
import type { PyAttribute } from "../ast.ts";
import { lookupAttribute, lookupBuiltin, lookupMethod, suggest } from "../builtins/index.ts";
import { describe, type Known, knownError, value } from "../known.ts";
import { report, type Scope } from "../scope.ts";
import { toExpr } from "../value.ts";
import { infer } from "./index.ts";

export function inferAttribute(scope: Scope, node: PyAttribute): Known {
  const self = infer(scope, node.value);
  switch (self.kind) {
    case "error":
      return knownError;
    case "module": {
      const found = lookupBuiltin(self.name, node.name, node.span);
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
      if (node.name === "pipeline" || node.name === "unroll") {
        const builtin = lookupMethod(`range.${node.name}`);
        if (builtin !== null) return { kind: "method", self, node: node.value, name: node.name, builtin };
      }
      break;
    default:
      break;
  }
  report(
    scope,
    diagnose("unknown-attribute", node.nameSpan, { name: node.name, of: describe(self, printType) }),
  );
  return knownError;
}

/** NumPy's names as most people write them. */
function shown(module: string): string {
  return module.replace(/^numpy\b/, "np");
}
