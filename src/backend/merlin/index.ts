/**
 * Loops as Merlin C.
 *
 *     const made = generateMerlin(loops);
 *     if (made.ok) for (const [name, text] of made.files) writeFileSync(name, text);
 */

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Loops } from "../../loops/nodes.ts";
import { generate } from "../c/index.ts";
import type { LineMap } from "../c/lines.ts";
import { titleLines } from "../c/lines.ts";
import { processWarnings, streamWarnings } from "../c/processes.ts";
import { c99, rawNumbers } from "../c/raw/index.ts";
import { refusals } from "../c/raw/refusals.ts";
import type { Signature } from "../c/signature.ts";
import { fileStem } from "../c/stem.ts";
import { head, merlinDialect } from "./dialect.ts";

export type Merlin = MerlinFiles | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface MerlinFiles {
  readonly ok: true;
  readonly source: string; // the name of the kernel's file, and of
  readonly header: string; // the one that declares it
  readonly files: ReadonlyMap<string, string>;
  readonly includes: readonly string[]; // files of include/ that the source names
  readonly lineMap: LineMap; // of the source
  readonly signature: Signature;
  readonly diagnostics: readonly Diagnostic[]; // warnings
  readonly notes: readonly string[]; // what the schedule asked for and Merlin decides by itself
}

export function generateMerlin(loops: Loops): Merlin {
  const unwritable = refusals(loops, "Merlin C", []);
  if (unwritable.length > 0) return { ok: false, diagnostics: unwritable };
  const raw = rawNumbers(c99);
  const { text, lineMap, signature, errors, warnings } = generate(loops, merlinDialect(raw));
  const diagnostics = [...errors, ...refusals(loops, "Merlin C", raw.refused)];
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const stem = fileStem(signature.name);
  const source = `${stem}.c`;
  const header = `${stem}.h`;
  const files = new Map([
    [source, text],
    [header, headerText(loops, signature, stem)],
  ]);
  return {
    ok: true,
    source,
    header,
    files,
    includes: includesOf(text),
    lineMap,
    signature,
    notes: notesOf(loops),
    diagnostics: [
      ...warnings,
      ...processWarnings(loops, "Merlin C", "the language has no word for it"),
      ...streamWarnings(loops, "Merlin C", () => "it has no streams"),
    ],
  };
}

function headerText(loops: Loops, signature: Signature, stem: string): string {
  const guard = `${stem.toUpperCase()}_H`;
  const context = { loops, signature, region: null, checks: false, name: (of: string) => of };
  const prototype = head(context);
  const lines = [
    ...titleLines(loops, signature),
    `#ifndef ${guard}`,
    `#define ${guard}`,
    "",
    ...(signature.parameters.some(({ ctype }) => ctype === "bool") ? ["#include <stdbool.h>"] : []),
    "#include <stdint.h>",
    "",
    ...prototype.map((line, k) => (k === prototype.length - 1 ? `${line};` : line)),
    "",
    "#endif",
  ];
  return `${lines.join("\n")}\n`;
}

/** Files of ours; what they include in turn lies beside them. */
export function includesOf(text: string): readonly string[] {
  return [...text.matchAll(/^#include "([^"]+)"$/gm)].map(([, name]) => name ?? "");
}

function notesOf(loops: Loops): readonly string[] {
  const limits = (loops.limits ?? []).map(
    ({ operator, count }) =>
      `limit ${operator} ${count}: Merlin decides itself how many operators work at a time, from what is parallel`,
  );
  const memories = [...loops.params, ...loops.arrays].flatMap((decl) => {
    if (decl.kind !== "array") return [];
    const asked = [
      ...(decl.banks !== undefined ? ["partition"] : []),
      ...(decl.words !== undefined ? ["reshape"] : []),
    ];
    return asked.map(
      (what) => `${what} of ${decl.name}: Merlin partitions arrays by itself, from what is parallel`,
    );
  });
  return [...memories, ...limits];
}
