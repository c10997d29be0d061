/**
 * Scheduled Loops as C++ for Vitis HLS.
 *
 *     const made = generateVitis(loops, { interfaces: { samples: "axis" } });
 *     if (made.ok) for (const [name, text] of made.files) writeFileSync(name, text);
 */

import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { ArrayDecl, Loops } from "../../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../loops/walk.ts";
import { printType } from "../../types/print.ts";
import type { ScalarType } from "../../types/types.ts";
import { changedArgument, externalRegions } from "../c/external.ts";
import { generate } from "../c/index.ts";
import type { LineMap } from "../c/lines.ts";
import { titleLines } from "../c/lines.ts";
import { processWarnings, streamWarnings, whyNoDataflow } from "../c/processes.ts";
import type { Signature } from "../c/signature.ts";
import { fileStem } from "../c/stem.ts";
import { dialect, headersOf, prototype } from "./dialect.ts";
import { hlsNames } from "./pragmas.ts";
import { withQueues } from "./queues.ts";
import { whyNoStream } from "./streams.ts";

export interface VitisOptions {
  /** How an argument is reached: `axis` makes it a stream. Arrays are in memory otherwise (`m_axi`). */
  readonly interfaces?: Readonly<Record<string, "m_axi" | "axis">>;
}

export type Vitis = VitisFiles | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface VitisFiles {
  readonly ok: true;
  readonly source: string; // the name of the kernel's file, and of
  readonly header: string; // the one that declares it
  readonly files: ReadonlyMap<string, string>;
  readonly lineMap: LineMap; // of the source
  readonly signature: Signature;
  readonly diagnostics: readonly Diagnostic[]; // warnings
}

export function generateVitis(given: Loops, options: VitisOptions = {}): Vitis {
  const loops = withQueues(given);
  const streams = new Set([
    ...Object.entries(options.interfaces ?? {}).flatMap(([name, how]) => (how === "axis" ? [name] : [])),
    ...loops.params.flatMap((param) =>
      param.kind === "array" && param.stream !== undefined && whyNoAxis(loops, param) === null
        ? [param.name]
        : [],
    ),
  ]);
  const refused = [
    ...refusedTypes(loops),
    ...emptyArrays(loops),
    ...refusedInterfaces(loops, options.interfaces ?? {}),
    ...refusedExternals(loops),
  ];
  if (refused.length > 0) return { ok: false, diagnostics: refused };
  const { text, lineMap, signature, errors, warnings } = generate(loops, dialect, streams);
  if (errors.length > 0) return { ok: false, diagnostics: errors };
  const stem = fileStem(signature.name);
  const source = `${stem}.cpp`;
  const header = `${stem}.h`;
  const taken = takenFiles(loops, [source, header]);
  if (taken.length > 0) return { ok: false, diagnostics: taken };
  const files = new Map([
    [source, text],
    [header, headerText(loops, signature, stem)],
  ]);
  const inMemory = streamWarnings(given, "Vitis HLS C++", (decl) => whyNoAxis(loops, decl));
  const inOrder = processWarnings(loops, "Vitis HLS C++", whyNoDataflow(loops));
  const diagnostics = [
    ...warnings,
    ...outsideMemory(loops),
    ...unnamedLimits(loops),
    ...inOrder,
    ...inMemory,
  ];
  return { ok: true, source, header, files, lineMap, signature, diagnostics };
}

const nowhere = { from: 0, to: 0 };

function refusedTypes(loops: Loops): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  const see = (type: ScalarType, span = nowhere): void => {
    const reason = dialect.numbers.refusal(type);
    const name = printType(type);
    if (reason === null || found.has(name)) return;
    found.set(
      name,
      diagnose("expression-beyond-target", span, { type: name, target: "Vitis HLS C++", reason }),
    );
  };
  for (const stmt of statementsIn(loops.body)) {
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) see(expr.type, stmt.origin.span);
    }
  }
  for (const decl of [...loops.params, ...loops.arrays, ...loops.scalars]) {
    see(decl.kind === "array" ? decl.element : decl.type);
  }
  return [...found.values()];
}

function emptyArrays({ params, arrays, results }: Loops): readonly Diagnostic[] {
  const shared = [...params, ...arrays.filter(({ name }) => results.includes(name))];
  return shared
    .filter((decl) => decl.kind === "array" && decl.shape.includes(0))
    .map(({ name }) => diagnose("no-elements", nowhere, { name }));
}

function refusedInterfaces(
  loops: Loops,
  interfaces: Readonly<Record<string, "m_axi" | "axis">>,
): readonly Diagnostic[] {
  return Object.entries(interfaces).flatMap(([name, how]) => {
    const param = loops.params.find((one) => one.name === name);
    if (param === undefined) {
      return [diagnose("no-such-argument", nowhere, { name, names: loops.params.map((one) => one.name) })];
    }
    if (how !== "axis") return [];
    const why = param.kind === "scalar" ? "is no array" : whyNoStream(loops, param);
    return why === null ? [] : [diagnose("no-stream", nowhere, { name, why })];
  });
}

function whyNoAxis(loops: Loops, decl: ArrayDecl): string | null {
  const queue = loops.arrays.find(({ name }) => name === decl.name);
  if (queue !== undefined) return queue.stream === undefined ? "it is passed as a whole" : null;
  const why = whyNoStream(loops, decl);
  return why === null ? null : `it ${why}`;
}

/** C++ of the user's own takes its arguments as the source gives them. */
function refusedExternals(loops: Loops): readonly Diagnostic[] {
  return externalRegions(loops).flatMap((region) => {
    const name = changedArgument(loops, region);
    if (name === null) return [];
    return [
      diagnose("external-changed", region.origin.span, {
        name,
        fn: region.external.function,
        region: region.name,
      }),
    ];
  });
}

/** Files of the user's own lie beside those that we write. */
function takenFiles(loops: Loops, own: readonly string[]): readonly Diagnostic[] {
  const isOurs = (file: string): boolean =>
    own.includes(file) || /^(testbench\.cpp|host\.cpp|(lutra|ap|hls)_\w+\.h)$/.test(file);
  return externalRegions(loops).flatMap(({ external, origin }) =>
    [external.header, external.source ?? external.header]
      .filter(isOurs)
      .slice(0, 1)
      .map((file) => diagnose("external-file-taken", origin.span, { file, kernel: loops.name })),
  );
}

/** Memory outside of the chip is not ours to partition. */
function outsideMemory(loops: Loops): readonly Diagnostic[] {
  const isSpread = (param: Loops["params"][number]): param is ArrayDecl =>
    param.kind === "array" && (param.banks !== undefined || param.words !== undefined);
  return loops.params.filter(isSpread).map(({ name }) => diagnose("memory-outside", nowhere, { name }));
}

function unnamedLimits(loops: Loops): readonly Diagnostic[] {
  return (loops.limits ?? [])
    .filter((limit) => hlsNames(loops, limit).length === 0)
    .map(({ operator }) => diagnose("limit-beyond-target", nowhere, { operator, target: "Vitis HLS" }));
}

/** Declares the kernel for testbenches and hosts. */
function headerText(loops: Loops, signature: Signature, stem: string): string {
  const context = { loops, signature, region: null, checks: false, name: (name: string) => name };
  const declared = prototype(context);
  const guard = `${stem.toUpperCase()}_H`;
  return [
    ...titleLines(loops, signature),
    `#ifndef ${guard}`,
    `#define ${guard}`,
    "",
    ...headersOf(declared.join("\n")).map((name) => `#include ${name}`),
    "",
    ...declared,
    "",
    "#endif",
    "",
  ].join("\n");
}
