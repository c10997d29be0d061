/** Loops from a Python function, for tests; its first line is line 2. */
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { parseType } from "../../src/types/parse.ts";
import type { Type } from "../../src/types/types.ts";

export function loopsOf(text: string, args: Readonly<Record<string, string>>): Loops {
  const types = new Map(Object.entries(args).map(([name, type]): [string, Type] => [name, typeNamed(type)]));
  const source = { path: "kernel.py", text: `@pylog\n${text}` };
  const { program, diagnostics } = compilePython(source, { args: types });
  if (program === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const lowered = lower(program);
  if (!lowered.ok) throw new Error(lowered.diagnostics.map(({ message }) => message).join("\n"));
  return lowered.loops;
}

function typeNamed(text: string): Type {
  const parsed = parseType(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.type;
}
