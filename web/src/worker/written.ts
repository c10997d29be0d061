/**
 * What a kernel in TypeScript has written down, taken with suspicion: it comes from where anybody's code runs. It must be data
 * whose words are names (the interpreter makes JavaScript of a Program), within bounds, and a Program that the verifier passes.
 */
import { DataError } from "../../../src/call/data_error.ts";
import { type Compilation, compileKernel } from "../../../src/driver/compile.ts";
import type { Program } from "../../../src/program/nodes.ts";
import { verify } from "../../../src/program/verify.ts";
import type { Subject, Written } from "../protocol.ts";

export function compiledWritten({ path, text }: Subject, written: Written): Compilation {
  const source = { path, text };
  if (!written.ok) {
    const diagnostics = written.marks.map(({ from, to, code, message, help }) => ({
      ...{ span: { from, to }, severity: "error" as const, code, message },
      ...(help === null ? {} : { help }),
    }));
    return { ok: false, source, diagnostics };
  }
  const program = { ...checkedProgram(written.program), source };
  return compileKernel({ ok: true, kernel: program.kernel, program, params: {}, diagnostics: [] });
}

function checkedProgram(value: unknown): Program {
  if (typeof value !== "object" || value === null) throw strange();
  const { kernel, functions } = value as Partial<Record<"kernel" | "functions", unknown>>;
  if (typeof kernel !== "string" || !Array.isArray(functions)) throw strange();
  checkData({ kernel, functions });
  const program = { source: { path: "", text: "" }, kernel, functions } as Program;
  try {
    if (verify(program).length === 0) return program;
  } catch {
    // it lacks what a Program has
  }
  throw strange();
}

const mostNodes = 3_000_000;
const mostDepth = 5000;

/** Names and operators are words; nothing in a Program has more letters than those, so nothing can be code. */
const word = /^[\p{L}\p{N}_][\p{L}\p{N}_. ]*$/u;

function checkData(root: unknown): void {
  const left: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  let count = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, depth } = next;
    count += 1;
    if (count > mostNodes || depth > mostDepth) throw strange();
    if (typeof value === "string" && value !== "" && !word.test(value)) throw strange();
    if (typeof value !== "object" || value === null) continue;
    const proto: unknown = Object.getPrototypeOf(value);
    if (!Array.isArray(value) && proto !== Object.prototype) throw strange();
    for (const inner of Object.values(value)) left.push({ value: inner, depth: depth + 1 });
  }
}

function strange(): DataError {
  return new DataError("what this file exports is no kernel that Lutra has written down");
}
