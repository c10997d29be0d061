/**
 * Lists of tuples whose numbers have types of their own, as lists of such numbers: rows of an array have one type. The body
 * of a function, before it is typed:
 *
 *     heap = [(0.0, start)]                  heap_0 = [0.0]; heap_1 = [start]
 *     d, u = heap.pop(k)              =>     d, u = (heap_0.pop(k), heap_1.pop(k))
 *     if heap[i][0] < d:                     if heap_0[i] < d:
 *         heap.append((d + 1.5, u))              one, two = (d + 1.5, u); heap_0.append(one); heap_1.append(two)
 *
 * Any other use (an argument, a result, a second name, a slice) leaves the list as it is.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { assignedNames } from "./assigned.ts";
import type { PyExpr, PyListComp, PyName, PyStmt } from "./ast.ts";
import { childrenOf, expressionsOf } from "./inside.ts";
import { itemMark } from "./scope.ts";

/** The body with lists for columns; itself where none of its lists is used so. */
export function withColumns(body: readonly PyStmt[], params: readonly string[]): readonly PyStmt[] {
  const names = [...assignedNames(body)].filter((name) => !params.includes(name));
  const hidden = new Set([...assignedNames(body), ...params]);
  if (["zip", "enumerate", "reversed", "len"].some((name) => hidden.has(name))) return body;
  return names.reduce<readonly PyStmt[]>((now, name) => {
    const width = widthOf(now, name);
    return width === null ? now : (inBlock({ name, width }, now) ?? now);
  }, body);
}

interface Table {
  readonly name: string;
  readonly width: number;
}

/** How many numbers the tuples have that the list is made of or takes. */
function widthOf(body: readonly PyStmt[], name: string): number | null {
  const widths = new Set<number>();
  const note = (expr: PyExpr | undefined): void => {
    if (expr?.kind === "Tuple") widths.add(expr.elements.length);
  };
  const visit = (stmt: PyStmt): void => {
    if (stmt.kind === "Assign" && isName(stmt.targets[0], name)) {
      if (stmt.value.kind === "List") stmt.value.elements.forEach(note);
      note(madeInTurn(stmt.value)?.element);
    }
    if (stmt.kind === "ExprStmt" && isCallOf(stmt.value, name, "append")) note(stmt.value.args[0]);
    if ("body" in stmt && stmt.kind !== "FunctionDef")
      for (const inner of [...stmt.body, ...stmt.orElse]) visit(inner);
  };
  body.forEach(visit);
  const [width = 0, ...others] = widths;
  return width > 1 && others.length === 0 ? width : null;
}

function isName(expr: PyExpr | undefined, name: string): boolean {
  return expr?.kind === "Name" && expr.id === name;
}

function isCallOf(
  expr: PyExpr,
  name: string,
  method: string,
): expr is Extract<PyExpr, { readonly kind: "Call" }> {
  if (expr.kind !== "Call" || expr.callee.kind !== "Attribute" || expr.keywords.length > 0) return false;
  return isName(expr.callee.value, name) && expr.callee.name === method;
}

/** Null where the list is used in another way. */
function inBlock(table: Table, body: readonly PyStmt[]): readonly PyStmt[] | null {
  const stmts = body.map((stmt) => inStatement(table, stmt));
  return stmts.some((made) => made === null) ? null : stmts.flatMap((made) => made ?? []);
}

function inStatement(table: Table, stmt: PyStmt): readonly PyStmt[] | null {
  if (!mentions(stmt, table.name)) return [stmt];
  switch (stmt.kind) {
    case "Assign":
      return inAssign(table, stmt);
    case "AugAssign": {
      const { target, value, op } = stmt;
      if (isName(target, table.name))
        return op === "+" && value.kind === "List" ? appended(table, value.elements, stmt.span) : null;
      const [place, made] = [inExpr(table, target), inExpr(table, value)];
      return place === null || made === null ? null : [{ ...stmt, target: place, value: made }];
    }
    case "ExprStmt": {
      const { value } = stmt;
      const isPop = isCallOf(value, table.name, "pop");
      if (isCallOf(value, table.name, "append") && value.args.length === 1)
        return appended(table, value.args, stmt.span);
      if (isCallOf(value, table.name, "clear") || isCallOf(value, table.name, "reverse"))
        return columns(table, value.span).map(
          (column): PyStmt => ({ ...stmt, value: { ...value, callee: methodOf(value.callee, column) } }),
        );
      const made = inExpr(table, value);
      if (made === null) return null;
      const parts = isPop && made.kind === "Tuple" ? made.elements : [made];
      return parts.map((part): PyStmt => ({ ...stmt, value: part }));
    }
    case "For":
    case "While":
    case "If":
      return inLoopOrBranch(table, stmt);
    case "Return":
    case "Assert":
    case "AnnAssign": {
      const parts = expressionsOf(stmt).map((expr) => inExpr(table, expr));
      const [first, second] = parts;
      if (first === undefined || parts.some((part) => part === null) || first === null) return null;
      if (stmt.kind === "Return") return [{ ...stmt, value: first }];
      if (stmt.kind === "Assert") return asserted(table, stmt, truthOf(table, stmt.test) ?? first);
      return second === undefined || second === null ? null : [{ ...stmt, target: first, value: second }];
    }
    default:
      return null;
  }
}

/** `assert len(xs) <= 100` says how long each of the lists gets. */
function asserted(
  table: Table,
  stmt: Extract<PyStmt, { readonly kind: "Assert" }>,
  test: PyExpr,
): readonly PyStmt[] {
  const { left } = stmt.test.kind === "Compare" ? stmt.test : { left: undefined };
  const isLength = left?.kind === "Call" && isName(left.callee, "len") && isName(left.args[0], table.name);
  if (!isLength || test.kind !== "Compare") return [{ ...stmt, test }];
  return columns(table, left.span).map(
    (column): PyStmt => ({ ...stmt, test: { ...test, left: { ...left, args: [column] } } }),
  );
}

function inLoopOrBranch(
  table: Table,
  stmt: Extract<PyStmt, { readonly kind: "For" | "While" | "If" }>,
): readonly PyStmt[] | null {
  const [body, orElse] = [inBlock(table, stmt.body), inBlock(table, stmt.orElse)];
  if (body === null || orElse === null) return null;
  if (stmt.kind !== "For") {
    const test = truthOf(table, stmt.test);
    return test === null ? null : [{ ...stmt, test, body, orElse }];
  }
  const [target, iterable] = [inExpr(table, stmt.target), sequenceOf(table, stmt.iterable)];
  return target === null || iterable === null ? null : [{ ...stmt, target, iterable, body, orElse }];
}

function inAssign(
  table: Table,
  stmt: Extract<PyStmt, { readonly kind: "Assign" }>,
): readonly PyStmt[] | null {
  const { targets, value, span } = stmt;
  const [target, ...others] = targets;
  if (isName(target, table.name)) {
    if (others.length > 0 || mentions(value, table.name)) return null;
    const made = madeInTurn(value);
    if (made?.element.kind === "Tuple" && made.element.elements.length === table.width) {
      const { elements } = made.element;
      return columns(table, span).map((column, k): PyStmt => {
        const list = { ...made, element: elements[k] ?? made.element };
        return { kind: "Assign", targets: [column], value: inPlaceOf(list, k), span };
      });
    }
    if (value.kind !== "List") return null;
    const rows = value.elements.map((row) => (row.kind === "Tuple" ? row.elements : []));
    const isWhole = rows.every((row) => row.length === table.width);
    // More rows are computed in another order, which calls could see.
    if (!isWhole || (rows.length > 1 && rows.flat().some(hasCall))) return null;
    return columns(table, span).map((column, k): PyStmt => {
      const elements = rows.flatMap((row) => row[k] ?? []);
      return { kind: "Assign", targets: [column], value: { kind: "List", elements, span: value.span }, span };
    });
  }
  const made = [...targets, value].map((expr) => inExpr(table, expr));
  const known = made.filter((expr) => expr !== null);
  const last = known.at(-1);
  if (known.length < made.length || last === undefined) return null;
  return [{ ...stmt, targets: known.slice(0, -1), value: last }];
}

/** `[(x, y) for …]` and `list(zip(a, b))`, where nothing is seen of the order in which the items are made. */
function madeInTurn(value: PyExpr): PyListComp | null {
  if (value.kind === "ListComp") {
    const parts = value.clauses.flatMap(({ iterable, conditions }) => [iterable, ...conditions]);
    const isPlain = [value.element, ...parts].every((part) => !hasCall(withoutSequences(part)));
    return isPlain && value.form === "list" ? value : null;
  }
  const [only, ...others] = value.kind === "Call" && isName(value.callee, "list") ? value.args : [];
  const isZip = only?.kind === "Call" && isName(only.callee, "zip") && only.keywords.length === 0;
  if (!isZip || others.length > 0 || only.args.some((part) => hasCall(part))) return null;
  const { span } = value;
  const elements = only.args.map((_, k): PyName => ({ kind: "Name", id: `zipped_${k}${itemMark}`, span }));
  const element: PyExpr = { kind: "Tuple", elements, span };
  const clauses = [{ target: element, iterable: only, conditions: [] }];
  return { kind: "ListComp", form: "list", element, clauses, span };
}

/** The tree with places of its own: what is made there is told by its place. */
function inPlaceOf<T>(node: T, k: number): T {
  if (Array.isArray(node)) return node.map((item) => inPlaceOf<unknown>(item, k)) as T;
  if (typeof node !== "object" || node === null) return node;
  const made = Object.fromEntries(Object.entries(node).map(([key, item]) => [key, inPlaceOf(item, k)]));
  return ("from" in node && "to" in node ? { ...made, part: -1 - k } : made) as T;
}

/** What a loop goes over changes nothing. */
function withoutSequences(expr: PyExpr): PyExpr {
  if (expr.kind !== "Call" || expr.callee.kind !== "Name") return expr;
  const isSequence = ["range", "zip", "enumerate", "reversed", "len"].includes(expr.callee.id);
  return isSequence ? { kind: "Tuple", elements: expr.args.map(withoutSequences), span: expr.span } : expr;
}

/** All numbers are computed before any list gets longer. */
function appended(table: Table, rows: readonly PyExpr[], span: Span): readonly PyStmt[] | null {
  const stmts = rows.map((row, at): readonly PyStmt[] | null => {
    if (row.kind !== "Tuple" || row.elements.length !== table.width) return null;
    const value = inExpr(table, row);
    if (value === null) return null;
    const held = row.elements.map(
      ({ span: place }, k): PyName => ({
        kind: "Name",
        id: `${table.name}${itemMark}_new_${at}_${k}`,
        span: place,
      }),
    );
    const target: PyExpr = { kind: "Tuple", elements: held, span: row.span };
    return [
      { kind: "Assign", targets: [target], value, span: row.span },
      ...columns(table, span).map((column, k): PyStmt => {
        const callee: PyExpr = { kind: "Attribute", value: column, name: "append", nameSpan: span, span };
        const args = held.slice(k, k + 1);
        // Each append has a place of its own.
        const place = args[0]?.span ?? span;
        return {
          kind: "ExprStmt",
          value: { kind: "Call", callee, args, keywords: [], span: place },
          span: place,
        };
      }),
    ];
  });
  return stmts.some((made) => made === null) ? null : stmts.flatMap((made) => made ?? []);
}

function columns({ name, width }: Table, span: Span): readonly PyName[] {
  return Array.from({ length: width }, (_, k): PyName => ({ kind: "Name", id: columnOf(name, k), span }));
}

function columnOf(name: string, k: number): string {
  return `${name}${itemMark}_${k}`;
}

function methodOf(callee: PyExpr, value: PyName): PyExpr {
  return callee.kind === "Attribute" ? { ...callee, value } : callee;
}

/** In a condition a list asks whether it has items. */
function truthOf(table: Table, expr: PyExpr): PyExpr | null {
  if (isName(expr, table.name)) return { kind: "Name", id: columnOf(table.name, 0), span: expr.span };
  if (expr.kind === "Unary" && expr.op === "not") {
    const operand = truthOf(table, expr.operand);
    return operand === null ? null : { ...expr, operand };
  }
  if (expr.kind !== "Bool") return inExpr(table, expr);
  const values = expr.values.map((value) => truthOf(table, value)).filter((value) => value !== null);
  return values.length < expr.values.length ? null : { ...expr, values };
}

/** What a loop goes over. */
function sequenceOf(table: Table, expr: PyExpr): PyExpr | null {
  const { span } = expr;
  if (isName(expr, table.name)) {
    const callee: PyExpr = { kind: "Name", id: "zip", span };
    return { kind: "Call", callee, args: columns(table, span), keywords: [], span };
  }
  const isPassed =
    expr.kind === "Call" &&
    expr.callee.kind === "Name" &&
    ["enumerate", "reversed"].includes(expr.callee.id) &&
    isName(expr.args[0], table.name);
  if (!isPassed) return inExpr(table, expr);
  const [first, ...rest] = expr.args;
  const inner = first === undefined ? null : sequenceOf(table, first);
  return inner === null ? null : { ...expr, args: [inner, ...rest] };
}

function inExpr(table: Table, expr: PyExpr): PyExpr | null {
  if (!mentions(expr, table.name)) return expr;
  const { span } = expr;
  const each = (parts: readonly PyExpr[]): readonly PyExpr[] | null => {
    const made = parts.map((part) => inExpr(table, part)).filter((part) => part !== null);
    return made.length < parts.length ? null : made;
  };
  switch (expr.kind) {
    case "Tuple":
    case "List": {
      const elements = each(expr.elements);
      return elements === null ? null : { ...expr, elements };
    }
    case "Unary": {
      if (expr.op === "not") return truthOf(table, expr);
      const operand = inExpr(table, expr.operand);
      return operand === null ? null : { ...expr, operand };
    }
    case "Binary": {
      const [left, right] = each([expr.left, expr.right]) ?? [];
      return left === undefined || right === undefined ? null : { ...expr, left, right };
    }
    case "Bool": {
      const values = each(expr.values);
      return values === null ? null : { ...expr, values };
    }
    case "Compare": {
      const [left, ...rights] = each([expr.left, ...expr.rest.map(({ right }) => right)]) ?? [];
      if (left === undefined) return null;
      return {
        ...expr,
        left,
        rest: expr.rest.map(({ op, right }, k) => ({ op, right: rights[k] ?? right })),
      };
    }
    case "Conditional": {
      const test = truthOf(table, expr.test);
      const [then, otherwise] = each([expr.then, expr.otherwise]) ?? [];
      if (test === null || then === undefined || otherwise === undefined) return null;
      return { ...expr, test, then, otherwise };
    }
    case "Subscript":
      return inSubscript(table, expr);
    case "Call": {
      if (isCallOf(expr, table.name, "pop") && expr.args.every((arg) => isPlace(table, arg))) {
        const args = each(expr.args);
        const elements = columns(table, span).map(
          (column): PyExpr => ({ ...expr, callee: methodOf(expr.callee, column), args: args ?? [] }),
        );
        return args === null ? null : { kind: "Tuple", elements, span };
      }
      const [only] = expr.args;
      if (expr.callee.kind === "Name" && expr.callee.id === "len" && isName(only, table.name))
        return { ...expr, args: columns(table, span).slice(0, 1) };
      if (expr.callee.kind === "Name" && expr.callee.id.startsWith("heap_") && isName(only, table.name))
        return { ...expr, args: columns(table, span) };
      const [callee, ...args] = each([expr.callee, ...expr.args]) ?? [];
      const keywords = expr.keywords.flatMap((keyword) => {
        const value = inExpr(table, keyword.value);
        return value === null ? [] : [{ ...keyword, value }];
      });
      if (callee === undefined || keywords.length < expr.keywords.length) return null;
      return { ...expr, callee, args, keywords };
    }
    case "Attribute":
    case "Starred": {
      const value = inExpr(table, expr.value);
      return value === null ? null : { ...expr, value };
    }
    default:
      return null;
  }
}

/** `xs[i]` is a tuple of what the columns have there, `xs[i][1]` what one of them has. */
function inSubscript(table: Table, expr: Extract<PyExpr, { readonly kind: "Subscript" }>): PyExpr | null {
  const { value, index, span } = expr;
  const [only, ...others] = index;
  if (only === undefined || others.length > 0) {
    const parts = [value, ...index].map((part) => inExpr(table, part)).filter((part) => part !== null);
    const [base, ...rest] = parts;
    return base === undefined || rest.length < index.length ? null : { ...expr, value: base, index: rest };
  }
  if (isName(value, table.name)) {
    const at = isPlace(table, only) ? inExpr(table, only) : null;
    if (at === null) return null;
    const elements = columns(table, span).map((column): PyExpr => ({ ...expr, value: column, index: [at] }));
    return { kind: "Tuple", elements, span };
  }
  const [base, at] = [inExpr(table, value), inExpr(table, only)];
  if (base === null || at === null) return null;
  const isRow = value.kind === "Subscript" && isName(value.value, table.name) && base.kind === "Tuple";
  if (!isRow) return { ...expr, value: base, index: [at] };
  const column = at.kind === "Number" && at.value.kind === "int" ? Number(at.value.value) : table.width;
  return base.elements[column] ?? null;
}

/** What may be computed for each column: a number without calls, but for `len`. */
function isPlace(table: Table, expr: PyExpr): boolean {
  return expr.kind !== "Slice" && !hasCall(expr, table);
}

function hasCall(expr: PyExpr, table: unknown = null): boolean {
  const isLength = table !== null && expr.kind === "Call" && isName(expr.callee, "len");
  if (!isLength && (expr.kind === "Call" || expr.kind === "ListComp" || expr.kind === "NamedExpr"))
    return true;
  return childrenOf(expr).some((part) => !(isLength && part.kind === "Name") && hasCall(part, table));
}

function mentions(node: PyStmt | PyExpr, name: string): boolean {
  if (node.kind === "Name") return node.id === name;
  return partsOf(node).some((part) => mentions(part, name));
}

function partsOf(part: unknown): readonly (PyStmt | PyExpr)[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.values(part).flatMap((value: unknown): readonly (PyStmt | PyExpr)[] => {
    if (Array.isArray(value)) return value.flatMap((one: unknown) => (isNode(one) ? [one] : partsOf(one)));
    return isNode(value) ? [value] : partsOf(value);
  });
}

/** Numbers have a `kind` of their own inside, and no place. */
function isNode(part: unknown): part is PyStmt | PyExpr {
  return typeof part === "object" && part !== null && "kind" in part && "span" in part;
}
