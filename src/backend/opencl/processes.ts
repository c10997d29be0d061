/** A file with an OpenCL kernel for each process. */

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Loops } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { bug } from "../c/code.ts";
import { fileOf, type Generated, generate, signatureOf } from "../c/index.ts";
import { type Line, type LineMap, titleLines } from "../c/lines.ts";
import { namesOf } from "../c/names.ts";
import { opencl, rawNumbers } from "../c/raw/index.ts";
import type { Refused } from "../c/raw/refuse.ts";
import type { Signature } from "../c/signature.ts";
import type { Cut, Process, Wait } from "./cut.ts";
import { faultsName, openclDialect, opening, type ProcessFaults } from "./dialect.ts";

export interface Processes {
  readonly text: string;
  readonly lineMap: LineMap;
  readonly signature: Signature; // of the whole
  readonly kernels: readonly Kernel[];
  readonly slots: number; // of the buffer for faults; 0: there is none
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly refused: readonly Refused[];
}

export interface Kernel {
  readonly process: Process;
  readonly signature: Signature; // the buffer for faults is not in it
  readonly takesFaults: boolean; // it has that buffer besides, as its last argument
  readonly waits: readonly Wait[];
}

export function generateProcesses(cut: Cut, doubles: boolean): Processes {
  const first = written(cut, doubles, () => ({ faults: false }));
  const checks = first.made.map(({ lineMap }) => lineMap.some((line) => line.checks.length > 0));
  const slots = checks.flatMap((may, k) => (may ? [k] : [])); // processes that may fault, in order
  const waits = cut.processes.map((process, k) => withFaults(process, k, slots));
  const faultsOf = (k: number): ProcessFaults => {
    const ended = ancestorsOf(k, waits);
    return { slot: slots.indexOf(k), before: slots.flatMap((one, slot) => (ended.has(one) ? [slot] : [])) };
  };
  const { made, tables, refused } =
    slots.length === 0
      ? first
      : written(cut, doubles, (k) => ({ faults: checks[k] === true, process: faultsOf(k) }));
  const kernels = cut.processes.map((process, k): Kernel => {
    const { signature } = made[k] ?? bug("no such process");
    const takesFaults = checks[k] === true || faultsOf(k).before.length > 0;
    return { process, signature, takesFaults, waits: waits[k] ?? [] };
  });
  const dialect = openclDialect(rawNumbers(opencl), { doubles, faults: false });
  const names = namesOf(cut.whole, new Set([...dialect.reserved, faultsName]));
  const signature = signatureOf(cut.whole, dialect, names, new Set());
  const headers = new Set(made.flatMap(({ parts }) => [...parts.headers]));
  const definitions = new Map(made.flatMap(({ parts }) => [...parts.definitions]));
  const file = fileOf(
    [
      ...titleLines(cut.whole, signature),
      ...opening(headers, doubles, [...definitions.values()].flat(), tables),
    ],
    made.flatMap(({ parts }, k) => [
      ...parts.functions.slice(0, -1),
      [...aboutLines(cut, kernels[k]), ...(parts.functions.at(-1) ?? [])],
    ]),
  );
  return {
    ...file,
    signature,
    kernels,
    slots: slots.length,
    errors: once(made.flatMap(({ errors }) => errors)),
    warnings: once(made.flatMap(({ warnings }) => warnings)),
    refused,
  };
}

/** What is said of a function that several processes call is said once. */
function once(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const found = new Map(diagnostics.map((one) => [`${one.span.from} ${one.span.to} ${one.message}`, one]));
  return [...found.values()].sort((one, other) => one.span.from - other.span.from);
}

interface Written {
  readonly made: readonly Generated[];
  readonly tables: ReadonlyMap<string, readonly string[]>;
  readonly refused: readonly Refused[];
}

/** Names in one file: what a process calls its functions and tables, no later one does. */
function written(
  { processes }: Cut,
  doubles: boolean,
  faultsOf: (k: number) => { readonly faults: boolean; readonly process?: ProcessFaults },
): Written {
  const raw = rawNumbers(opencl);
  const tables = new Map<string, readonly string[]>();
  const taken = new Set([faultsName]);
  const made = processes.map(({ loops }, k) => {
    const dialect = openclDialect(raw, { doubles, ...faultsOf(k) }, tables);
    const one = generate(loops, { ...dialect, reserved: new Set([...dialect.reserved, ...taken]) });
    for (const name of [...one.parts.names, ...one.parts.definitions.keys(), ...tables.keys()])
      taken.add(name);
    return one;
  });
  return { made, tables, refused: raw.refused };
}

/**
 * After a fault the values that follow mean nothing, and a loop without a bound may never end. So it waits for whatever may
 * fault before it, and does not start if that did.
 */
function withFaults({ loops, waits }: Process, index: number, faulting: readonly number[]): readonly Wait[] {
  if (!hasOpenLoop(loops)) return waits;
  const more = faulting.filter((k) => k < index && !waits.some(({ process }) => process === k));
  return [...waits, ...more.map((process) => ({ process, because: [] }))].sort(
    (one, other) => one.process - other.process,
  );
}

function hasOpenLoop({ body }: Loops): boolean {
  return [...statementsIn(body)].some(({ kind }) => kind === "while");
}

/** All processes that have ended when this one starts. */
function ancestorsOf(index: number, waits: readonly (readonly Wait[])[]): ReadonlySet<number> {
  const found = new Set<number>();
  const visit = (k: number): void => {
    for (const { process } of waits[k] ?? []) {
      if (found.has(process)) continue;
      found.add(process);
      visit(process);
    }
  };
  visit(index);
  return found;
}

function aboutLines(cut: Cut, kernel: Kernel | undefined): readonly Line[] {
  const texts = kernel === undefined ? [] : [`// ${aboutProcess(cut, kernel)}`];
  return texts.map((text) => ({ text, span: null, checks: [] }));
}

/** `j_process: reads t, writes b, after i_process`. */
export function aboutProcess({ processes }: Cut, { process, waits }: Kernel): string {
  const list = (word: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${word} ${names.join(" ")}`];
  const after = waits.map((wait) => processes[wait.process]?.name ?? "");
  const parts = [...list("reads", process.reads), ...list("writes", process.writes), ...list("after", after)];
  return `${process.name}: ${parts.join(", ")}`;
}
