import type { Span } from "../../diagnostics/diagnostic.ts";
import { onOneLine } from "../../diagnostics/one_line.ts";
import type { Type } from "../../types/types.ts";
import {
  bool,
  complex128,
  elementOf,
  float64,
  int64,
  isNumpy,
  pythonInt,
  sameType,
} from "../../types/types.ts";
import type { Expr, For, LoopAttrs, Stmt, Store, StoreBits } from "../nodes.ts";
import { numpyValue, pythonNumbers } from "./cast.ts";
import { printExpr } from "./expression.ts";
import { call, method, subscript, type Text } from "./precedence.ts";
import type { Printer } from "./printer.ts";
import { dtypeOf, isCounted, widthOf } from "./representation.ts";

/** A line of the printed text, and the statement it came from. */
export interface PrintedLine {
  readonly text: string;
  readonly span: Span | null;
}

type Types = ReadonlyMap<string, Type>;

/** The lines of a block, indented; `pass` where Python needs a statement and there is none. */
export function printBlock(p: Printer, stmts: readonly Stmt[], types: Types): PrintedLine[] {
  const lines = stmts.flatMap((stmt) => printStmt(p, stmt, types));
  if (stmts.every((stmt) => stmt.kind === "pragma")) lines.push({ text: "pass", span: null });
  return lines.map(({ text, span }) => ({ text: `    ${text}`, span }));
}

function printStmt(p: Printer, stmt: Stmt, types: Types): PrintedLine[] {
  const { span } = stmt;
  switch (stmt.kind) {
    case "for":
      return printFor(p, stmt, types);
    case "while": {
      const head = `while ${printExpr(p, stmt.condition, "truth").text}:`;
      return [{ text: head, span }, ...printBlock(p, stmt.body, types)];
    }
    case "if": {
      const head = `if ${printExpr(p, stmt.condition, "truth").text}:`;
      const lines = [{ text: head, span }, ...printBlock(p, stmt.then, types)];
      const [only] = stmt.else;
      if (stmt.else.length === 0) return lines;
      if (only?.kind === "if" && stmt.else.length === 1) {
        const [first, ...rest] = printStmt(p, only, types);
        return [...lines, { text: `el${first?.text ?? ""}`, span: only.span }, ...rest];
      }
      return [...lines, { text: "else:", span }, ...printBlock(p, stmt.else, types)];
    }
    default:
      return printSimple(p, stmt).map((text) => ({ text, span }));
  }
}

/** A statement that holds no others. */
function printSimple(p: Printer, stmt: Exclude<Stmt, { readonly kind: "for" | "while" | "if" }>): string[] {
  switch (stmt.kind) {
    case "assign":
      return [`${p.names.of(stmt.target)} = ${printExpr(p, stmt.value).text}`];
    case "store":
      return [printStore(p, stmt)];
    case "storeBits":
      return [printStoreBits(p, stmt)];
    case "assert":
      return [
        `assert ${printExpr(p, stmt.condition, "truth").text}, ${JSON.stringify(onOneLine(stmt.message))}`,
      ];
    case "callStmt": {
      const value = call(p.callee(stmt.func), ...stmt.args.map((arg) => printExpr(p, arg)));
      const targets = stmt.targets.map((target) => p.names.of(target)).join(", ");
      return [targets === "" ? value.text : `${targets} = ${value.text}`];
    }
    case "return":
      return [`return ${stmt.values.map((value) => printResult(p, value).text).join(", ")}`.trimEnd()];
    case "break":
    case "continue":
      return [stmt.kind];
    case "pragma":
      return stmt.text.split(/[\r\n]+/).map((line) => `# pragma: ${onOneLine(line)}`);
  }
}

/** Outside, an array of Python numbers is what NumPy makes of them. */
function printResult(p: Printer, value: Expr): Text {
  const text = printExpr(p, value);
  const element = elementOf(value.type);
  if (!p.isKernel || value.type.kind !== "array" || element.kind !== "python") return text;
  return method(
    text,
    "astype",
    dtypeOf({ int: int64, float: float64, bool, complex: complex128 }[element.name]),
  );
}

function printStore(p: Printer, stmt: Store): string {
  const target = printExpr(p, stmt.target);
  const place = stmt.target.kind === "var" ? subscript(target, ["..."]) : target;
  return `${place.text} = ${printExpr(p, stmt.value, "weak").text}`;
}

function printStoreBits(p: Printer, stmt: StoreBits): string {
  const target = printExpr(p, stmt.target);
  const type = elementOf(stmt.target.type);
  const low = pythonNumbers(
    printExpr(p, stmt.low, "weak"),
    stmt.low.kind === "const" ? pythonInt : stmt.low.type,
  );
  const replaced = call(
    p.need("with_bits"),
    pythonNumbers(target, type),
    low,
    String(stmt.width),
    printExpr(p, stmt.value),
  );
  return `${target.text} = ${bitsAs(p, replaced, type).text}`;
}

/** The low bits of a Python int as a value of the type. */
function bitsAs(p: Printer, bits: Text, type: Type): Text {
  const element = elementOf(type);
  const width = isCounted(element) ? widthOf(element) : 64;
  const isSigned = isCounted(element) ? element.signed : true;
  const value = isSigned ? call(p.need("wrap"), bits, String(width), "True") : bits;
  return isNumpy(element) ? numpyValue(value, dtypeOf(element), false) : value;
}

function printFor(p: Printer, stmt: For, types: Types): PrintedLine[] {
  const from = printExpr(p, stmt.from, "weak").text;
  const to = printExpr(p, stmt.to, "weak").text;
  const step = printExpr(p, stmt.step, "weak").text;
  const bounds = step !== "1" ? [from, to, step] : from !== "0" ? [from, to] : [to];
  const variable = p.names.of(stmt.variable);
  const head = `for ${variable} in range(${bounds.join(", ")}):${printAttrs(stmt.attrs)}`;
  const type = types.get(stmt.variable) ?? pythonInt;
  const body = printBlock(p, stmt.body, types);
  const { span } = stmt;
  const first = { text: head, span };
  if (sameType(type, pythonInt) || !isNumpy(elementOf(type))) return [first, ...body];
  // range counts in Python ints.
  return [first, { text: `    ${variable} = ${dtypeOf(elementOf(type))}(${variable})`, span }, ...body];
}

function printAttrs({ pipeline, unroll, parallel }: LoopAttrs): string {
  const parts: string[] = [];
  if (pipeline !== undefined) {
    const name = pipeline.flat === true ? "flatten" : "pipeline";
    parts.push(pipeline.ii === undefined ? name : `${name}(ii=${pipeline.ii})`);
  }
  if (unroll !== undefined) parts.push(unroll.factor === undefined ? "unroll" : `unroll(${unroll.factor})`);
  if (parallel === true) parts.push("parallel");
  return parts.length === 0 ? "" : `  # ${parts.join(" ")}`;
}
