/** What may stand left of `=`, after `for`, and before `+=`: lezer takes any expression there. */
import type { PyExpr } from "../ast.ts";
import { errorExpr, type Reader } from "./reader.ts";

/** The expression if it can be assigned to; a complaint otherwise. */
export function asTarget(r: Reader, target: PyExpr): PyExpr {
  switch (target.kind) {
    case "Name":
    case "Attribute":
    case "Subscript":
    case "ErrorExpr":
      return target;
    case "Tuple":
    case "List":
      return { ...target, elements: elementTargets(r, target.elements) };
    case "Starred":
      r.report("starred-here", target.span, {});
      return errorExpr(target.span);
    default:
      r.report("bad-assignment-target", target.span, { what: describe(target) });
      return errorExpr(target.span);
  }
}

export function asAugmentedTarget(r: Reader, target: PyExpr, op: string): PyExpr {
  if (target.kind === "Name" || target.kind === "Attribute" || target.kind === "Subscript") return target;
  if (target.kind !== "ErrorExpr")
    r.report("bad-augmented-target", target.span, { what: describe(target), op });
  return errorExpr(target.span);
}

export function asAnnotatedTarget(r: Reader, target: PyExpr): PyExpr {
  if (target.kind === "Tuple" || target.kind === "List") {
    r.report("bad-annotated-target", target.span, {});
    return errorExpr(target.span);
  }
  return asTarget(r, target);
}

function elementTargets(r: Reader, elements: readonly PyExpr[]): PyExpr[] {
  const starred = elements.filter((e) => e.kind === "Starred");
  if (starred[1]) r.report("two-starred-targets", starred[1].span, {});
  return elements.map((e) => (e.kind === "Starred" ? { ...e, value: asTarget(r, e.value) } : asTarget(r, e)));
}

function describe(e: PyExpr): string {
  switch (e.kind) {
    case "Number":
      return "a number";
    case "String":
      return "a text";
    case "Constant":
      return e.value === null ? "`None`" : e.value === "..." ? "`...`" : e.value ? "`True`" : "`False`";
    case "Unary":
    case "Binary":
    case "Bool":
      return "the result of an operation";
    case "Compare":
      return "a comparison";
    case "Conditional":
      return "a conditional expression";
    case "Lambda":
      return "a lambda";
    case "Call":
      return "the result of a call";
    case "Slice":
      return "a slice";
    case "ListComp":
      return e.form === "list" ? "a list comprehension" : "a generator";
    case "NamedExpr":
      return "an assignment";
    case "UnsupportedExpr":
      return e.what === "await" || e.what === "yield"
        ? `\`${e.what}\``
        : `${/^[aeiou]/.test(e.what) ? "an" : "a"} ${e.what}`;
    case "Tuple":
      return "a tuple";
    case "List":
      return "a list";
    case "Name":
    case "Attribute":
    case "Subscript":
    case "Starred":
    case "ErrorExpr":
      return "this";
  }
}
