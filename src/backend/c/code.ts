/** What is known while a kernel is written. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Facts, Ranges } from "../../loops/analysis/range/index.ts";
import type { ArrayDecl, Expr, Loops } from "../../loops/nodes.ts";
import type { Interval } from "../../types/interval.ts";
import type { Dialect, Evaluation, Uses } from "./dialect.ts";
import type { Check, Line, Writer } from "./lines.ts";
import type { Names } from "./names.ts";
import type { Parameter } from "./signature.ts";

export interface Code {
  readonly dialect: Dialect;
  readonly loops: Loops;
  readonly ranges: Ranges;
  readonly names: Names;
  readonly arrays: ReadonlyMap<string, ArrayDecl>;
  readonly parameters: ReadonlyMap<string, Parameter>; // of the kernel, by what Loops call them
  readonly zeroed: () => ReadonlySet<string>; // local arrays whose first zeros are read
  readonly read: ReadonlySet<string>; // scalars whose value is used anywhere
  readonly liveAfter: () => ReadonlyMap<string, ReadonlySet<string>>; // scalars read after a region, by its name
  readonly types: Map<string, string>; // of scalars and loop variables in C
  readonly functions: Line[][]; // of regions, in the order they must stand
  readonly headers: Set<string>;
  readonly definitions: Map<string, readonly string[]>;
  facts: Facts; // what holds where the writing is
  writer: Writer;
  pointers: ReadonlySet<string>; // scalars that are behind pointers in the function being written
  checks: Check[]; // of the statement being written
}

export function bug(message: string): never {
  throw new Error(`bug: ${message}`);
}

export function usesOf(code: Code): Uses {
  return {
    header: (name) => void code.headers.add(name),
    define: (name, lines) => void code.definitions.set(name, lines),
    check: (fault, span) => void code.checks.push({ code: fault, span }),
  };
}

export function placeAt(code: Code, span: Span, range: Interval | null): Evaluation {
  return { span, range, ranges: code.ranges, facts: code.facts, uses: usesOf(code) };
}

export function spanOf(expr: Expr): Span {
  return expr.kind === "const" || expr.kind === "var" ? nowhere : expr.span;
}

const nowhere: Span = { from: 0, to: 0 };

export function arrayNamed(code: Code, name: string): ArrayDecl {
  return code.arrays.get(name) ?? bug(`no array \`${name}\``);
}

export function typeOfScalar(code: Code, name: string): string {
  return code.types.get(name) ?? bug(`no scalar \`${name}\``);
}
