/** Lines of Verilog: indented, guarded by a condition, with a remark behind. */
import { onOneLine } from "../../diagnostics/one_line.ts";
import type { Origin } from "../netlist/nodes.ts";

export function indent(line: string): string {
  return line === "" ? "" : `  ${line.replaceAll("\n", "\n  ")}`;
}

/** `if (…)` before one statement, or around several. */
export function guarded(condition: string, body: readonly string[]): readonly string[] {
  if (body.length === 1) return [`${condition} ${body[0]}`];
  return [`${condition} begin`, ...body.map(indent), "end"];
}

/** An `if` and its `else`, the `else` behind the `end`. */
export function chained(first: readonly string[], second: readonly string[]): readonly string[] {
  if (first.at(-1) !== "end") return [...first, ...second];
  return [...first.slice(0, -1), `end ${second[0] ?? ""}`, ...second.slice(1)];
}

/** Behind a statement: where it came from. */
export function remark({ comment }: Origin): string {
  return comment === undefined ? "" : ` // ${oneLine(comment)}`;
}

/** A comment ends with its line, so it may not have two; nor may it end in a backslash. */
export function oneLine(text: string): string {
  return onOneLine(text.replace(/\s+/g, " "));
}
