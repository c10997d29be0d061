/**
 * Loops as an OpenCL kernel for one work-item, or as one for each process, with a host program in C.
 *
 *     const made = generateOpencl(loops);
 *     if (made.ok) for (const [name, text] of made.files) writeFileSync(name, text);
 */
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Expr, Loops } from "../../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../loops/walk.ts";
import type { ScalarType } from "../../types/types.ts";
import { generate } from "../c/index.ts";
import type { LineMap } from "../c/lines.ts";
import { streamWarnings } from "../c/processes.ts";
import { containerOf } from "../c/raw/ctypes.ts";
import { holderOf } from "../c/raw/formats.ts";
import { opencl, rawNumbers } from "../c/raw/index.ts";
import { refusals } from "../c/raw/refusals.ts";
import { formOf } from "../c/raw/whole.ts";
import type { Signature } from "../c/signature.ts";
import { type Cut, cutOf } from "./cut.ts";
import { openclDialect } from "./dialect.ts";
import { hostText } from "./host.ts";
import { generateProcesses } from "./processes.ts";
import { processHostText } from "./processes_host.ts";

export type Opencl = OpenclFiles | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface OpenclFiles {
  readonly ok: true;
  readonly source: string; // the name of the kernel's file, and of
  readonly host: string; // the program that runs it
  readonly files: ReadonlyMap<string, string>;
  readonly includes: readonly string[]; // files of include/ that both name
  readonly lineMap: LineMap; // of the kernel
  readonly signature: Signature;
  readonly diagnostics: readonly Diagnostic[]; // warnings
  readonly notes: readonly string[]; // what the schedule asked for and OpenCL has no word for
}

export function generateOpencl(loops: Loops): Opencl {
  const unwritable = refusals(loops, "OpenCL C", []);
  if (unwritable.length > 0) return { ok: false, diagnostics: unwritable };
  const cut = cutOf(loops);
  const made = cut === null ? oneKernel(loops) : severalKernels(loops, cut);
  if (!("text" in made)) return { ok: false, diagnostics: made.errors };
  const { name } = made.signature;
  const source = `${name}.cl`;
  const host = `${name}_host.c`;
  const files = new Map([
    [source, made.text],
    [host, made.host],
  ]);
  const includes = [...files.values()].flatMap((file) =>
    [...file.matchAll(/^#include "([^"]+)"$/gm)].map(([, included]) => included ?? ""),
  );
  const inMemory =
    cut === null ? "it has no streams" : "processes pass whole buffers, and events say when one is there";
  return {
    ok: true,
    source,
    host,
    files,
    includes: [...new Set(includes)],
    lineMap: made.lineMap,
    signature: made.signature,
    notes: notesOf(loops),
    diagnostics: [...made.warnings, ...streamWarnings(loops, "OpenCL", () => inMemory)],
  };
}

interface Texts {
  readonly text: string;
  readonly lineMap: LineMap;
  readonly signature: Signature;
  readonly host: string;
  readonly warnings: readonly Diagnostic[];
}

type Written = Texts | { readonly errors: readonly Diagnostic[] };

function oneKernel(loops: Loops): Written {
  const raw = rawNumbers(opencl);
  const doubles = usesDoubles(loops);
  const first = generate(loops, openclDialect(raw, { doubles, faults: false }));
  const errors = [...first.errors, ...refusals(loops, "OpenCL C", raw.refused)];
  if (errors.length > 0) return { errors };
  const faults = first.lineMap.some(({ checks }) => checks.length > 0);
  const { text, lineMap, signature } = faults
    ? generate(loops, openclDialect(rawNumbers(opencl), { doubles, faults }))
    : first;
  const host = hostText({ loops, signature, faults, stackBytes: ownBytes(loops) });
  return { text, lineMap, signature, host, warnings: first.warnings };
}

function severalKernels(loops: Loops, cut: Cut): Written {
  const made = generateProcesses(cut, usesDoubles(loops));
  const errors = [...made.errors, ...refusals(loops, "OpenCL C", made.refused)];
  if (errors.length > 0) return { errors };
  const stackBytes = Math.max(...cut.processes.map((process) => ownBytes(process.loops)));
  return { ...made, host: processHostText({ cut, made, stackBytes }) };
}

/** Anything held in a double, Python's floats among it. */
function usesDoubles(loops: Loops): boolean {
  const isDouble = (type: ScalarType): boolean => formOf(type) === null && holderOf(type) === "double";
  const decls = [...loops.params, ...loops.arrays, ...loops.scalars];
  if (decls.some((decl) => isDouble(decl.kind === "array" ? decl.element : decl.type))) return true;
  const roots: readonly Expr[] = [...statementsIn(loops.body)].flatMap(expressionsOf);
  return roots.some((root) => [...expressionsIn(root)].some(({ type }) => isDouble(type)));
}

function ownBytes(loops: Loops): number {
  return loops.arrays.reduce((sum, { element, shape, table }) => {
    if (table !== undefined) return sum;
    const form = formOf(element);
    const bytes = form === null ? 8 : containerOf(form.width, form.signed).bits / 8;
    return sum + bytes * shape.reduce((product, extent) => product * extent, 1);
  }, 0);
}

function notesOf(loops: Loops): readonly string[] {
  const notes: string[] = [];
  for (const decl of [...loops.params, ...loops.arrays]) {
    if (decl.kind !== "array") continue;
    if (decl.banks !== undefined)
      notes.push(`partition of ${decl.name}: OpenCL compilers bank on-chip memory by themselves`);
    if (decl.words !== undefined)
      notes.push(`reshape of ${decl.name}: OpenCL compilers choose the width of memory by themselves`);
  }
  for (const stmt of statementsIn(loops.body)) {
    if (stmt.kind === "for" && stmt.attrs.parallel === true && stmt.attrs.unroll === undefined) {
      notes.push(
        `parallel ${stmt.name}: one work-item has no parallel loops; unroll it for copies of its body`,
      );
    }
  }
  for (const { operator, count } of loops.limits ?? []) {
    notes.push(`limit ${operator} ${count}: OpenCL has no word for units; unroll less to have fewer`);
  }
  return notes;
}
