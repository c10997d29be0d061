/**
 * `heapq`, `bisect` and `collections.deque` are lists with algorithms: calls of them become what Python's own library does with
 * lists, before anything is typed. So a heap has the order of CPython's, and whatever holds of lists that grow holds of it.
 *
 *     heapq.heappush(h, v)          h.append(v); sift up
 *     x = heapq.heappop(h)     =>   least = h[0]; h[0] = h[-1]; h.pop(); sift down; x = least
 *     q = deque([s])                q = [s]
 *     v = q.popleft()               v = q.pop(0)
 *
 * Calls in a place that may not be reached (behind `and`, in a comprehension, in the condition of a `while`) stay as they are: refused.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { assignedNames } from "./assigned.ts";
import type { PyCall, PyExpr, PyFunctionDef, PyModule, PyName, PyStmt } from "./ast.ts";
import { childrenOf } from "./inside.ts";
import { itemMark } from "./scope.ts";

/** The module with lists in place of heaps and queues; itself where it imports none of them. */
export function withStandardLibrary(module: PyModule): PyModule {
  const names = importedNames(module.body);
  if (names.size === 0) return module;
  return { ...module, body: module.body.map((stmt) => inDefinition(stmt, names)) };
}

/** `heapq.heappush` by the name that it has in the module: `heappush`, `hq.heappush`. */
type Names = ReadonlyMap<string, string>;

const functions: Readonly<Record<string, readonly string[]>> = {
  heapq: ["heappush", "heappop", "heapify", "heapreplace", "nsmallest", "nlargest"],
  bisect: ["bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right"],
  collections: ["deque"],
};

function importedNames(body: readonly PyStmt[]): Names {
  const names = new Map<string, string>();
  for (const stmt of body) {
    if (stmt.kind === "Import")
      for (const { name, as } of stmt.names)
        for (const one of functions[name] ?? []) names.set(`${as ?? name}.${one}`, one);
    if (stmt.kind === "ImportFrom")
      for (const { name, as } of stmt.names)
        for (const one of functions[stmt.module] ?? [])
          if (name === one || name === "*") names.set(as ?? one, one);
  }
  return names;
}

function inDefinition(stmt: PyStmt, names: Names): PyStmt {
  if (stmt.kind !== "FunctionDef") return stmt;
  const hidden = new Set([...assignedNames(stmt.body), ...stmt.params.map(({ name }) => name)]);
  const visible = new Map([...names].filter(([name]) => !hidden.has(name.split(".")[0] ?? name)));
  if (visible.size === 0) return stmt;
  const queues = queuesOf(stmt, visible);
  return { ...stmt, body: inBlock({ names: visible, queues }, stmt.body) };
}

interface Context {
  readonly names: Names;
  readonly queues: ReadonlySet<string>; // names that `deque(…)` is assigned to
}

function queuesOf(def: PyFunctionDef, names: Names): ReadonlySet<string> {
  const queues = new Set<string>();
  const visit = (stmt: PyStmt): void => {
    const [target] = stmt.kind === "Assign" ? stmt.targets : [];
    if (stmt.kind === "Assign" && target?.kind === "Name" && calledIn(stmt.value, names) === "deque")
      queues.add(target.id);
    if ("body" in stmt && stmt.kind !== "FunctionDef")
      for (const one of [...stmt.body, ...stmt.orElse]) visit(one);
  };
  def.body.forEach(visit);
  return queues;
}

function calledIn(expr: PyExpr, names: Names): string | null {
  if (expr.kind !== "Call") return null;
  const { callee } = expr;
  if (callee.kind === "Name") return names.get(callee.id) ?? null;
  if (callee.kind !== "Attribute" || callee.value.kind !== "Name") return null;
  return names.get(`${callee.value.id}.${callee.name}`) ?? null;
}

function inBlock(context: Context, body: readonly PyStmt[]): readonly PyStmt[] {
  return body.flatMap((stmt) => inStatement(context, stmt));
}

function inStatement(context: Context, stmt: PyStmt): readonly PyStmt[] {
  if (stmt.kind === "FunctionDef") return [inDefinition(stmt, context.names)];
  if (stmt.kind === "ExprStmt") {
    const whole = calledAlone(context, stmt.value);
    if (whole !== null) return whole;
  }
  const before: PyStmt[] = [];
  const one = (expr: PyExpr): PyExpr => inExpr(context, expr, before);
  switch (stmt.kind) {
    case "Assign":
    case "AnnAssign":
    case "AugAssign":
    case "Return": {
      const value = stmt.value === null ? null : one(stmt.value);
      return [...before, { ...stmt, value } as PyStmt];
    }
    case "ExprStmt": {
      const value = one(stmt.value);
      return [...before, { ...stmt, value }];
    }
    case "For": {
      const iterable = one(stmt.iterable);
      const parts = { body: inBlock(context, stmt.body), orElse: inBlock(context, stmt.orElse) };
      return [...before, { ...stmt, iterable, ...parts }];
    }
    case "If": {
      const test = one(stmt.test);
      const parts = { body: inBlock(context, stmt.body), orElse: inBlock(context, stmt.orElse) };
      return [...before, { ...stmt, test, ...parts }];
    }
    case "While": {
      const parts = { body: inBlock(context, stmt.body), orElse: inBlock(context, stmt.orElse) };
      return [{ ...stmt, test: inExpr(context, stmt.test, null), ...parts }];
    }
    default:
      return [stmt];
  }
}

/** A call for what it changes; null where it is another one. */
function calledAlone(context: Context, expr: PyExpr): readonly PyStmt[] | null {
  const name = calledIn(expr, context.names);
  if (expr.kind !== "Call" || name === null || expr.keywords.length > 0) return null;
  const { span } = expr;
  const [list, item, ...others] = expr.args;
  if (list?.kind !== "Name" || others.length > 0) return null;
  const before: PyStmt[] = [];
  switch (name) {
    case "heappush": {
      if (item === undefined) return null;
      const value = inExpr(context, item, before);
      return [
        ...before,
        done(method(list, "append", [value], span)),
        done(algorithm("heap_up", [list], span)),
      ];
    }
    case "heapify":
      return item === undefined ? [done(algorithm("heap_of", [list], span))] : null;
    case "insort":
    case "insort_right":
    case "insort_left": {
      if (item === undefined) return null;
      const value = inExpr(context, item, before);
      const held = ownName(list.id, "inserted", span);
      const find = name === "insort_left" ? "bisect_left" : "bisect_right";
      const place = algorithm(find, [list, held], span);
      return [...before, assign(held, value, span), done(method(list, "insert", [place, held], span))];
    }
    default: {
      const value = inExpr(context, expr, before);
      return value === expr ? null : before; // what it gives is not asked for
    }
  }
}

/** `before` takes the statements that the value needs; null where none can stand before it. */
function inExpr(context: Context, expr: PyExpr, before: PyStmt[] | null): PyExpr {
  switch (expr.kind) {
    case "Lambda":
      return expr;
    case "ListComp":
      return mapped(expr, (part) => inExpr(context, part, null));
    case "Bool":
    case "Conditional":
      return mapped(expr, (part, k) => inExpr(context, part, k === 0 ? before : null));
    case "Call": {
      const name = calledIn(expr, context.names);
      if (name === null)
        return onQueue(
          context,
          mapped(expr, (part) => inExpr(context, part, before)),
        );
      return called(context, name, expr, before);
    }
    default:
      return mapped(expr, (part) => inExpr(context, part, before));
  }
}

/** `q.popleft()` and `q.appendleft(v)` of queues. */
function onQueue({ queues }: Context, expr: PyExpr): PyExpr {
  if (expr.kind !== "Call" || expr.callee.kind !== "Attribute") return expr;
  const { value, name } = expr.callee;
  if (value.kind !== "Name" || !queues.has(value.id)) return expr;
  const zero = int(0n, expr.span);
  if (name === "popleft" && expr.args.length === 0) return method(value, "pop", [zero], expr.span);
  if (name === "appendleft" && expr.args.length === 1)
    return method(value, "insert", [zero, ...expr.args], expr.span);
  return expr;
}

function called(context: Context, name: string, given: PyCall, before: PyStmt[] | null): PyExpr {
  const expr = mapped(given, (part) => (part === given.callee ? part : inExpr(context, part, before)));
  if (expr.kind !== "Call") return given;
  const { span, args, keywords } = expr;
  const [first, second, ...others] = args;
  if (keywords.length > 0 || others.length > 0) return expr;
  if (name === "deque")
    return first === undefined ? { kind: "List", elements: [], span } : asList(first, span);
  if (first === undefined) return expr;
  if ((name === "nsmallest" || name === "nlargest") && second !== undefined) {
    const down = { name: "reverse", value: { kind: "Constant", value: true, span }, span } as const;
    const sorted: PyExpr = {
      kind: "Call",
      callee: { kind: "Name", id: "sorted", span },
      args: [second],
      keywords: name === "nlargest" ? [down] : [],
      span,
    };
    const index: PyExpr[] = [{ kind: "Slice", start: null, stop: first, step: null, span }];
    return { kind: "Subscript", value: sorted, index, span };
  }
  if (name.startsWith("bisect") && second !== undefined)
    return algorithm(name === "bisect_left" ? name : "bisect_right", [first, second], span);
  if (first.kind !== "Name" || before === null) return expr;
  const least = ownName(first.id, "least", span);
  const top = at(first, 0n, span);
  const down = done(algorithm("heap_down", [first], span));
  if (name === "heappop" && second === undefined) {
    before.push(assign(least, top, span), assign(top, at(first, -1n, span), span));
    before.push(done(method(first, "pop", [], span)), down);
    return least;
  }
  if (name === "heapreplace" && second !== undefined) {
    const given = ownName(first.id, "given", span);
    before.push(assign(given, second, span), assign(least, top, span), assign(top, given, span), down);
    return least;
  }
  return expr;
}

/** What a queue is made of. */
function asList(of: PyExpr, span: Span): PyExpr {
  if (of.kind === "List" || of.kind === "ListComp") return of;
  return { kind: "Call", callee: { kind: "Name", id: "list", span }, args: [of], keywords: [], span };
}

function mapped(expr: PyExpr, one: (part: PyExpr, k: number) => PyExpr): PyExpr {
  const parts = childrenOf(expr);
  const made = parts.map(one);
  if (made.every((part, k) => part === parts[k])) return expr;
  const changed = new Map(parts.map((part, k) => [part, made[k] ?? part]));
  return replaced(expr, changed);
}

/** The node with other nodes directly inside it. */
function replaced<T>(node: T, changed: ReadonlyMap<PyExpr, PyExpr>): T {
  const one = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(one);
    if (typeof value !== "object" || value === null) return value;
    const other = changed.get(value as PyExpr);
    if (other !== undefined) return other;
    return "kind" in value && "span" in value ? value : replaced(value, changed);
  };
  return Object.fromEntries(Object.entries(node as object).map(([key, value]) => [key, one(value)])) as T;
}

// Nodes

function ownName(list: string, what: string, span: Span): PyName {
  return { kind: "Name", id: `${list}_${what}_${span.from}${itemMark}`, span };
}

function assign(target: PyExpr, value: PyExpr, span: Span): PyStmt {
  return { kind: "Assign", targets: [target], value, span };
}

function done(value: PyExpr): PyStmt {
  return { kind: "ExprStmt", value, span: value.span };
}

function method(value: PyName, name: string, args: readonly PyExpr[], span: Span): PyExpr {
  const callee: PyExpr = { kind: "Attribute", value, name, nameSpan: span, span };
  return { kind: "Call", callee, args, keywords: [], span };
}

/** Of the library that is written in the kernel language, by a name that nobody else can say. */
function algorithm(name: string, args: readonly PyExpr[], span: Span): PyExpr {
  return { kind: "Call", callee: { kind: "Name", id: `${name}${itemMark}`, span }, args, keywords: [], span };
}

function at(value: PyExpr, place: bigint, span: Span): PyExpr {
  return { kind: "Subscript", value, index: [int(place, span)], span };
}

function int(value: bigint, span: Span): PyExpr {
  if (value >= 0n) return { kind: "Number", value: { kind: "int", value }, span };
  return { kind: "Unary", op: "-", operand: int(-value, span), span };
}
