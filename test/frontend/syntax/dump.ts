/** Our tree in the form dump.py gives to CPython's: nested lists, each node closed by its span. */
import type { SourceFile, Span } from "../../../src/diagnostics/diagnostic.ts";
import { lineAt, lineTable, startOf } from "../../../src/diagnostics/positions.ts";
import type { PyExpr, PyParam, PyStmt } from "../../../src/frontend/python/ast.ts";

export type Dump = null | string | number | boolean | readonly Dump[];

export function dumpModule(source: SourceFile, body: readonly PyStmt[]): Dump {
  const table = lineTable(source);
  const place = (offset: number): [number, number] => {
    const line = lineAt(table, offset);
    return [line, Buffer.byteLength(source.text.slice(startOf(table, line), offset))];
  };
  const span = (s: Span): Dump => [...place(s.from), ...place(s.to)];
  const exprs = (all: readonly PyExpr[]): Dump => all.map(expr);
  const optional = (e: PyExpr | null): Dump => (e === null ? null : expr(e));
  const stmts = (all: readonly PyStmt[]): Dump => all.map((s) => [...stmt(s), span(s.span)]);

  function expr(e: PyExpr): Dump {
    return [...bare(e), span(e.span)];
  }

  function params(all: readonly PyParam[]): Dump {
    return all.map((p) => [
      p.name,
      optional(p.annotation),
      optional(p.default),
      p.form,
      p.form === "plain" ? p.passing : "*",
    ]);
  }

  function index(parts: readonly PyExpr[]): Dump {
    const [only] = parts;
    return exprs(parts.length === 1 && only?.kind === "Tuple" ? only.elements : parts);
  }

  function bare(e: PyExpr): readonly Dump[] {
    switch (e.kind) {
      case "Name":
        return ["Name", e.id];
      case "Number":
        return e.value.kind === "int"
          ? ["int", e.value.value.toString()]
          : [e.value.kind, hex(e.value.value)];
      case "String":
        return ["String", [...e.value].map((c) => c.codePointAt(0) ?? 0)];
      case "Constant":
        return ["Constant", e.value];
      case "Tuple":
      case "List":
        return [e.kind, exprs(e.elements)];
      case "Unary":
        return ["Unary", e.op, expr(e.operand)];
      case "Binary":
        return ["Binary", e.op, expr(e.left), expr(e.right)];
      case "Bool":
        return ["Bool", e.op, exprs(e.values)];
      case "Compare":
        return ["Compare", expr(e.left), e.rest.map((c) => [c.op, expr(c.right)])];
      case "Conditional":
        return ["Conditional", expr(e.test), expr(e.then), expr(e.otherwise)];
      case "Lambda":
        return ["Lambda", params(e.params), expr(e.body)];
      case "Call":
        return ["Call", expr(e.callee), exprs(e.args), e.keywords.map((k) => [k.name, expr(k.value)])];
      case "Attribute":
        return ["Attribute", expr(e.value), e.name];
      case "Subscript":
        return ["Subscript", expr(e.value), index(e.index)];
      case "Slice":
        return ["Slice", optional(e.start), optional(e.stop), optional(e.step)];
      case "Starred":
        return ["Starred", expr(e.value)];
      case "NamedExpr":
        return [e.kind, expr(e.target), expr(e.value)];
      case "ListComp":
        return [
          "ListComp",
          e.form,
          expr(e.element),
          e.clauses.map((c) => [expr(c.target), expr(c.iterable), exprs(c.conditions)]),
        ];
      case "UnsupportedExpr":
        return ["Unsupported", e.what];
      case "ErrorExpr":
        return ["Error"];
    }
  }

  function stmt(s: PyStmt): readonly Dump[] {
    switch (s.kind) {
      case "FunctionDef":
        return [s.kind, s.name, params(s.params), optional(s.returns), exprs(s.decorators), stmts(s.body)];
      case "Assign":
        return [s.kind, exprs(s.targets), expr(s.value)];
      case "AnnAssign":
        return [s.kind, expr(s.target), expr(s.annotation), optional(s.value)];
      case "AugAssign":
        return [s.kind, expr(s.target), s.op, expr(s.value)];
      case "For":
        return [s.kind, expr(s.target), expr(s.iterable), stmts(s.body), stmts(s.orElse)];
      case "While":
      case "If":
        return [s.kind, expr(s.test), stmts(s.body), stmts(s.orElse)];
      case "Return":
        return [s.kind, optional(s.value)];
      case "Assert":
        return [s.kind, expr(s.test), optional(s.message)];
      case "ExprStmt":
        return [s.kind, expr(s.value)];
      case "Import":
        return [s.kind, s.names.map((n) => [n.name, n.as])];
      case "ImportFrom":
        return [s.kind, s.module, s.names.map((n) => [n.name, n.as])];
      case "Pass":
      case "Break":
      case "Continue":
        return [s.kind];
      case "UnsupportedStmt":
        return ["Unsupported", s.what];
      case "ErrorStmt":
        return ["Error"];
    }
  }

  return stmts(body);
}

/** A float as Python's `float.hex` writes it, so that both sides show every bit. */
function hex(x: number): string {
  if (!Number.isFinite(x)) return "inf";
  if (x === 0) return "0x0.0p+0";
  const bits = new BigUint64Array(new Float64Array([x]).buffer)[0] ?? 0n;
  const exponent = Number(bits >> 52n);
  const fraction = (bits & ((1n << 52n) - 1n)).toString(16).padStart(13, "0");
  const power = exponent === 0 ? -1022 : exponent - 1023;
  return `0x${exponent === 0 ? 0 : 1}.${fraction}p${power < 0 ? "" : "+"}${power}`;
}
