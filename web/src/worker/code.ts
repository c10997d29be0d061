/** What other tools are given for a kernel under its schedule: C++ for Vitis, and OpenCL. */
import type { LineMap } from "../../../src/backend/c/lines.ts";
import { generateOpencl } from "../../../src/backend/opencl/index.ts";
import { generateVitis } from "../../../src/backend/vitis/index.ts";
import type { Diagnostic, SourceFile } from "../../../src/diagnostics/diagnostic.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import type { CodeForm, CodePart, Subject, Text } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { knownOf } from "./known.ts";
import { linesOfSpan, marksOf } from "./subject.ts";

export function generate(subject: Subject, tell: Tell): void {
  const { loops } = knownOf(subject).inCircuit();
  for (const form of ["vitis", "opencl"] as const) tell(codePart(form, loops));
}

function codePart(form: CodeForm, loops: Loops): CodePart {
  const made = generators[form](loops);
  if (!made.ok)
    return { kind: "code", form, text: "", lines: [], refused: marksOf(made.diagnostics as Diagnostic[]) };
  const text = made.files.get(made.source) ?? "";
  return { kind: "code", form, ...mapped(text, made.lineMap, loops.source), refused: [] };
}

const generators = { vitis: generateVitis, opencl: generateOpencl };

function mapped(text: string, map: LineMap, source: SourceFile): Text {
  return { text, lines: text.split("\n").map((_, i) => linesOfSpan(source, map[i]?.span ?? null)) };
}
