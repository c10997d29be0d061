/**
 * A comprehension as the list that loops append to, where only data say how many items it has:
 *
 *     [x * y for x in a if x > 0 for y in b]
 *
 *     found = []
 *     for x in a:
 *         if x > 0:
 *             for y in b:
 *                 found.append(x * y)
 */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { PyExpr, PyListComp, PyName, PyStmt } from "../ast.ts";
import { isComputed, type Known, knownError } from "../known.ts";
import { grownValue, makeList } from "../lists.ts";
import { itemMark, type Scope } from "../scope.ts";
import { inferBlock } from "../statements/index.ts";

/** Null where no statement can stand before the value: in a lambda, behind `and`; or a lambda in it has a name of its. */
export function countedList(scope: Scope, node: PyListComp): Known | null {
  const { env } = scope;
  const names = new Map(
    node.clauses.flatMap(({ target }) => namesIn(target)).map((id) => [id, own(id, node.span)] as const),
  );
  if (scope.lazy > 0 || scope.closed > 0 || env === null || lambdaNames(node).some((id) => names.has(id)))
    return null;
  const id = own("found", node.span);
  const list = makeList(scope, id, null, node.span);
  if (list === null) return knownError;
  env.set(id, { kind: "bound", known: list, slot: null, definite: true, span: node.span });
  inferBlock(scope, loopsOf(node, id, names));
  const known = scope.env === null ? knownError : grownValue(scope, list, node.span);
  const found = isComputed(known) ? { ...known, isFresh: true } : known;
  for (const name of [id, ...names.values()]) scope.env?.delete(name);
  return found;
}

/** No name that Python knows: those of a comprehension are its own. */
function own(id: string, { from }: Span): string {
  return `${id}_${from}${itemMark}`;
}

function loopsOf(
  { clauses, element }: PyListComp,
  id: string,
  names: ReadonlyMap<string, string>,
): readonly PyStmt[] {
  const { span } = element;
  const list: PyName = { kind: "Name", id, span };
  const callee: PyExpr = { kind: "Attribute", value: list, name: "append", nameSpan: span, span };
  const append: PyExpr = { kind: "Call", callee, args: [renamed(element, names)], keywords: [], span };
  return clauses.reduceRight<readonly PyStmt[]>(
    (inner, { target, iterable, conditions }, at) => {
      const body = conditions.reduceRight<readonly PyStmt[]>(
        (then, test) => [
          {
            kind: "If",
            test: renamed(test, names),
            body: then,
            orElse: [],
            span: test.span,
            header: test.span,
          },
        ],
        inner,
      );
      const header = { from: target.span.from, to: iterable.span.to };
      return [
        {
          kind: "For",
          target: renamed(target, names),
          iterable: at === 0 ? iterable : renamed(iterable, names), // the first is outside of the comprehension
          body,
          orElse: [],
          span: header,
          header,
        },
      ];
    },
    [{ kind: "ExprStmt", value: append, span }],
  );
}

function namesIn(target: PyExpr): readonly string[] {
  if (target.kind === "Name") return [target.id];
  return target.kind === "Tuple" || target.kind === "List" ? target.elements.flatMap(namesIn) : [];
}

/** The tree with other names. */
function renamed<T>(node: T, names: ReadonlyMap<string, string>): T {
  if (Array.isArray(node)) return node.map((item) => renamed<unknown>(item, names)) as T;
  if (typeof node !== "object" || node === null) return node;
  if (isName(node)) return { ...node, id: names.get(node.id) ?? node.id };
  return Object.fromEntries(
    Object.entries(node).map(([key, part]) => [key, renamed<unknown>(part, names)]),
  ) as T;
}

function isName(node: object): node is PyName {
  return "kind" in node && node.kind === "Name";
}

function lambdaNames(node: object): readonly string[] {
  const own = "kind" in node && node.kind === "Lambda" && "params" in node ? node.params : [];
  const params = Array.isArray(own) ? own.map(({ name }: { readonly name: string }) => name) : [];
  const inner = Object.values(node).flatMap((part) =>
    typeof part === "object" && part !== null ? lambdaNames(part) : [],
  );
  return [...params, ...inner];
}
