/** Parameters, of `def` and of `lambda`. */
import { bug } from "../../../types/fault.ts";
import type { PyLambda, PyParam } from "../ast.ts";
import { expression } from "./expressions.ts";
import { across, nameAt, type Reader, spanOf, splitAtCommas, textAt } from "./reader.ts";
import type { Node } from "./tree.ts";

export function lambda(r: Reader, node: Node): PyLambda {
  const list = node.children.find((n) => n.name === "ParamList");
  const body = node.children[node.children.length - 1];
  if (body === undefined) return bug("a lambda without body");
  return {
    kind: "Lambda",
    params: list ? parameters(r, list) : [],
    body: expression(r, body),
    span: spanOf(node),
  };
}

export function parameters(r: Reader, list: Node): PyParam[] {
  const inner = list.children.filter((n) => n.name !== "(" && n.name !== ")");
  const params: PyParam[] = [];
  let passing: PyParam["passing"] = "either";
  let starAlone: Node | null = null;
  for (const group of splitAtCommas(inner).groups) {
    const [first] = group;
    if (first === undefined) return bug("an empty parameter");
    if (textAt(r, first) === "/") {
      markPositional(r, params, first, passing);
    } else if (first.name === "*" && group.length === 1) {
      if (passing === "keyword")
        r.report("parameter-order", first, { text: "*", reason: "there is a `*` before it" });
      passing = "keyword";
      starAlone = first;
    } else {
      const param = parameter(r, group, first, passing);
      checkOrder(r, param, params, passing);
      params.push(param);
      if (param.form !== "plain") passing = "keyword";
      if (param.form === "plain") starAlone = null;
    }
  }
  if (starAlone)
    r.report("parameter-order", starAlone, { text: "*", reason: "a parameter with a name must follow it" });
  return params;
}

/** `name`, `name: type = default`, `*name`, `**name`. */
function parameter(r: Reader, group: readonly Node[], first: Node, passing: PyParam["passing"]): PyParam {
  const name = group.find((n) => n.name === "VariableName");
  const last = group[group.length - 1] ?? first;
  if (name === undefined) return bug("a parameter without name");
  const annotation = group.find((n) => n.name === "TypeDef")?.children.find((n) => n.name !== ":");
  const assign = group.findIndex((n) => n.name === "AssignOp");
  const value = assign < 0 ? undefined : group[assign + 1];
  return {
    name: nameAt(r, name),
    annotation: annotation ? expression(r, annotation) : null,
    default: value ? expression(r, value) : null,
    form: first.name === "*" ? "star" : first.name === "**" ? "doubleStar" : "plain",
    passing,
    span: across(first, last),
  };
}

/** A `/` says that all parameters before it are given by position. */
function markPositional(r: Reader, params: PyParam[], slash: Node, passing: PyParam["passing"]): void {
  const reason =
    params.length === 0
      ? "a parameter must stand before it"
      : passing === "keyword"
        ? "it must stand before `*`"
        : params.some((p) => p.passing === "positional")
          ? "there is a `/` before it"
          : null;
  if (reason) r.report("parameter-order", slash, { text: "/", reason });
  else for (const [i, p] of params.entries()) params[i] = { ...p, passing: "positional" };
}

function checkOrder(
  r: Reader,
  param: PyParam,
  before: readonly PyParam[],
  passing: PyParam["passing"],
): void {
  const { name, span } = param;
  if (before.some((p) => p.name === name)) r.report("duplicate-parameter", span, { name });
  if (before.some((p) => p.form === "doubleStar")) {
    r.report("parameter-order", span, { text: name, reason: "nothing may follow `**`" });
  } else if (param.form === "star" && passing === "keyword") {
    r.report("parameter-order", span, { text: `*${name}`, reason: "there is a `*` before it" });
  } else if (
    param.form === "plain" &&
    passing !== "keyword" &&
    param.default === null &&
    before.some((p) => p.default)
  ) {
    r.report("default-before-plain", span, { name });
  }
}
