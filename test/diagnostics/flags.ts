/** What the first line of a program says about how to compile it. */
import { parseType } from "../../src/types/parse.ts";
import type { Type } from "../../src/types/types.ts";

export interface Flags {
  readonly args: ReadonlyMap<string, Type>;
  readonly kernel?: string;
}

/** `# args: a=float32[8] n=3 x=2.5` or `# kernel: name`. */
export function readFlags(text: string): Flags {
  const [first = ""] = text.split("\n", 1);
  const kernel = /^# kernel: (\w+)/.exec(first)?.[1];
  const args = /^# args: (.*)$/.exec(first)?.[1] ?? "";
  return {
    args: new Map(args.split(/\s+(?=\w+=)/).flatMap(readArgument)),
    ...(kernel === undefined ? {} : { kernel }),
  };
}

function readArgument(text: string): [string, Type][] {
  const at = text.indexOf("=");
  if (at < 0) return [];
  const type = parseType(typeText(text.slice(at + 1).trim()));
  if (!type.ok) throw new Error(`${text}: ${type.message}`);
  return [[text.slice(0, at), type.type]];
}

/** A Python number stands for its type. */
function typeText(text: string): string {
  if (text === "True" || text === "False") return "python bool";
  if (/^-?\d+$/.test(text)) return "python int";
  return /^-?[\d.]+$/.test(text) ? "python float" : text;
}
