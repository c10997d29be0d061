/** The one entry to typing an expression: a Python node in, what is known of its value out. */

import { bug } from "../../../diagnostics/bug.ts";
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import type { PyExpr, PyNumber } from "../ast.ts";
import { boolConst, complexConst, floatConst, intConst } from "../build.ts";
import { type Known, knownError, knownNone, value } from "../known.ts";
import { takenValues } from "../optional.ts";
import { report, type Scope } from "../scope.ts";
import { holdDefaults } from "../statements/defaults.ts";
import { unsupported } from "../unsupported.ts";
import { toNumber } from "../value.ts";
import { inferBinary, inferUnary } from "./arithmetic.ts";
import { inferAttribute } from "./attribute.ts";
import { inferCall } from "./call.ts";
import { inferCompare } from "./compare.ts";
import { inferComprehension } from "./comprehension.ts";
import { inferBool, inferConditional } from "./logic.ts";
import { inferName, silence } from "./name.ts";
import { inferNamed } from "./named.ts";
import { inferInOrder } from "./order.ts";
import { inferSubscript } from "./subscript.ts";

export function infer(scope: Scope, node: PyExpr): Known {
  return takenValues(scope, inferWhole(scope, node), node.span);
}

/** Also what may be None, where that goes on from here: into a name, a tuple, a test. */
export function inferWhole(scope: Scope, node: PyExpr): Known {
  const known = inferKind(scope, node);
  if (known.kind === "error" && !scope.unit.diagnostics.some((d) => d.severity === "error"))
    return bug(`nobody said what is wrong with a ${node.kind}`);
  return known;
}

function inferKind(scope: Scope, node: PyExpr): Known {
  switch (node.kind) {
    case "Name":
      return inferName(scope, node);
    case "Number":
      return value(numberOf(node));
    case "String":
      return { kind: "string", text: node.value };
    case "Constant":
      if (node.value === null) return knownNone;
      return node.value === "..." ? { kind: "ellipsis" } : value(boolConst(node.value, node.span));
    case "Tuple":
    case "List": {
      const items = inferInOrder(scope, node.elements, node.kind === "Tuple" ? inferWhole : infer);
      if (items.some((item) => item.kind === "error")) return knownError;
      return { kind: "tuple", form: node.kind === "Tuple" ? "tuple" : "list", items };
    }
    case "Unary":
      return inferUnary(scope, node);
    case "Binary":
      return inferBinary(scope, node);
    case "Bool":
      return inferBool(scope, node);
    case "Compare":
      return inferCompare(scope, node);
    case "Conditional":
      return inferConditional(scope, node);
    case "Lambda":
      holdDefaults(scope, node);
      return { kind: "lambda", def: node, owner: scope, home: null };
    case "Call":
      return inferCall(scope, node);
    case "Attribute":
      return inferAttribute(scope, node);
    case "Subscript":
      return inferSubscript(scope, node);
    case "ListComp":
      return inferComprehension(scope, node);
    case "Slice":
      report(scope, diagnose("slice-outside-subscript", node.span, {}));
      return knownError;
    case "Starred":
      report(scope, diagnose("star-expression", node.span, {}));
      return knownError;
    case "NamedExpr":
      return inferNamed(scope, node);
    case "UnsupportedExpr":
      report(scope, unsupported(node.what, node.span));
      silence(scope, node.span);
      return knownError;
    case "ErrorExpr":
      return knownError;
  }
}

function numberOf({ value, span }: PyNumber): Expr {
  switch (value.kind) {
    case "int":
      return intConst(value.value, span);
    case "float":
      return floatConst(value.value, span);
    case "imaginary":
      return complexConst({ re: 0, im: value.value }, span);
  }
}

/** The number that an index or a bound is, whatever its type, or null when that has been reported. */
export function inferNumber(scope: Scope, node: PyExpr): Expr | null {
  const known = infer(scope, node);
  return known.kind === "error" ? null : toNumber(scope, known, node.span);
}

/** `known` around an expression, or the silent error when there is none. */
export function valueOrError(expr: Expr | null): Known {
  return expr === null ? knownError : value(expr);
}
