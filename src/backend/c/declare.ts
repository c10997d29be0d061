/** Arrays of a function's own: tables with their values, and memory that starts as zeros where someone looks. */
import type { ArrayDecl } from "../../loops/nodes.ts";
import { type Code, placeAt } from "./code.ts";
import { put } from "./lines.ts";

export function declareArray(code: Code, decl: ArrayDecl): void {
  const name = code.names.of(decl.name);
  const start =
    decl.table !== undefined
      ? { rows: rowsOf(code, decl) }
      : code.zeroed().has(decl.name)
        ? ("zeros" as const)
        : ("anything" as const);
  for (const line of code.dialect.arrayDeclaration(decl, name, start)) put(code.writer, line);
  for (const line of code.dialect.arrayPragmas(decl, name)) put(code.writer, line);
}

/** The values in braces, nested as the dimensions are, on lines of readable length. */
function rowsOf(code: Code, { table = [], shape, element }: ArrayDecl): readonly string[] {
  const place = placeAt(code, { from: 0, to: 0 }, null);
  const ctype = code.dialect.numbers.typeName(element);
  const values = table.map((value) => {
    const text = code.dialect.numbers.literal(element, value, place);
    const operand = { expr: { kind: "const", value, type: element }, text, range: null } as const;
    return code.dialect.numbers.assigned(operand, ctype, place).text;
  });
  return nested(values, shape);
}

function nested(values: readonly string[], shape: readonly number[]): readonly string[] {
  const [size = 1, ...inner] = shape;
  if (inner.length === 0) return filled(values);
  const each = values.length / size;
  return Array.from({ length: size }, (_, k) =>
    nested(values.slice(k * each, (k + 1) * each), inner),
  ).flatMap((lines) => {
    const [only, more] = lines;
    if (only !== undefined && more === undefined) return [`{${only.replace(/,$/, "")}},`];
    return ["{", ...lines.map((line) => `  ${line}`), "},"];
  });
}

function filled(values: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const value of values) {
    if (line !== "" && line.length + value.length > lineLength) {
      lines.push(line);
      line = "";
    }
    line += `${line === "" ? "" : " "}${value},`;
  }
  return line === "" ? lines : [...lines, line];
}

const lineLength = 90;
