/** What a program that talks to `lutra serve` may ask: to compile a kernel, then to run it or to write it in a form. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Builds, createBuilds } from "../call/builds.ts";
import { DataError } from "../call/data_error.ts";
import { kernelOf, type Outcome, runLoops, runProgram, type Target, targets } from "../call/run.ts";
import { refuseSame, type Same, sameArrays, someWritten } from "../call/same_arrays.ts";
import { callOpened, type Opened, openBoard } from "../deploy/board.ts";
import { bug } from "../diagnostics/bug.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { SourceFile } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import { named } from "../diagnostics/named.ts";
import { lineTable, positionAt } from "../diagnostics/positions.ts";
import { type DiagnosticJson, diagnosticJson } from "../diagnostics/render.ts";
import { type Compiled, compileFile } from "../driver/compile.ts";
import type { DeviceOptions } from "../driver/device.ts";
import { type FormOptions, formNamed, formNames } from "../driver/forms.ts";
import { report } from "../driver/report.ts";
import { circuitLoops, type ScheduleName, scheduledLoops } from "../driver/schedule.ts";
import type { Loops } from "../loops/nodes.ts";
import { thisMachine } from "../outside/index.ts";
import { stillOf } from "../picture/still.ts";
import { exactLocals } from "../program/exact_locals.ts";
import { RunFault } from "../program/interpret/fault.ts";
import { timelineOf } from "../timeline/index.ts";
import { findTools } from "../toolchain/tools.ts";
import { parseType } from "../types/parse.ts";
import { printType } from "../types/print.ts";
import { isExact } from "../types/promote-exact.ts";
import { elementOf, isNumpy, sameShape, sameType, shapeOf, type Type } from "../types/types.ts";
import { type Calls, createCalls, type Given, type Room } from "./calls.ts";
import { hardwareJson, hardwareRun } from "./hardware.ts";
import { reportFacts } from "./report.ts";
import type { Body } from "./segment.ts";
import { jsonValue } from "./terminal.ts";
import { givenAgain, isUnread, type WireConstant, type WireValue, wireReader, wireWriter } from "./wire.ts";

/** Raised whenever a frame of one side would be misread by the other. */
export const protocol = 1;

export type Request =
  | { readonly command: "version" }
  | { readonly command: "tools" }
  | CompileRequest
  | RunRequest
  | ReportRequest
  | BuildRequest;

export interface CompileRequest {
  readonly command: "compile";
  readonly source: SourceFile;
  readonly kernel: string;
  readonly types: Readonly<Record<string, string>>; // of the data at hand
  readonly values?: Readonly<Record<string, string>>; // of the integers among it, which shapes may need
  readonly fixed?: readonly string[]; // those of them that the kernel is to be specialised on in any case
  readonly constants: Readonly<Record<string, WireConstant>>;
  readonly schedule: SourceFile | ScheduleName | null;
  readonly goal?: string | null; // what a schedule of our own is for
}

export interface RunRequest {
  readonly command: "run";
  readonly id: string; // from `compile`
  readonly on: string; // a target, or "fastest"
  readonly board?: string | null; // what a circuit is made for
  readonly clock?: string | null;
  readonly port?: string | null; // where the board is
  readonly busWidth?: string | null; // where that has memory
  readonly bundles?: Readonly<Record<string, string>>;
  readonly args: Readonly<Record<string, WireValue>>;
}

/** What `lutra report --json` tells. `picture`: and the time of a call, drawn, as HTML. */
export interface ReportRequest {
  readonly command: "report";
  readonly id: string;
  readonly picture?: boolean;
  readonly board?: string | null;
  readonly clock?: string | null;
}

export interface BuildRequest {
  readonly command: "build";
  readonly id: string;
  readonly to: string;
  readonly board: string | null;
  readonly clock: string | null; // such as 125MHz
  readonly busWidth?: string | null; // for axi
  readonly bundles?: Readonly<Record<string, string>>;
}

export interface Kernels {
  answer(request: Request, body: Body): Promise<Answer>;
  /** After each answer: gives memory back that calls no longer need. */
  rest(bytes: number): void; // that came with the request
}

export interface Answer {
  readonly header: object;
  readonly body: readonly Uint8Array[]; // good until the next request
}

/** Compiled kernels are kept, the latest `limit` of them. */
export function createKernels(limit = 256): Kernels {
  const kept = new Map<string, Kernel>();
  const calls = createCalls();
  const ports: Ports = new Map();
  const kernelWith = (id: string): Kernel => {
    const kernel = kept.get(id);
    if (kernel === undefined) throw new UnknownKernel(id);
    kept.delete(id);
    kept.set(id, kernel); // the latest again
    return kernel;
  };
  return {
    answer: async (request, body) => {
      switch (request.command) {
        case "version":
          return told({ protocol, ...versions(), forms: formNames, targets });
        case "tools":
          return told({ tools: await findTools() });
        case "compile": {
          const id = identity(request, body);
          const kernel = kept.get(id) ?? compileKernel(request, body);
          kept.delete(id);
          kept.set(id, kernel);
          for (const [old, { builds }] of [...kept].slice(0, Math.max(0, kept.size - limit))) {
            kept.delete(old);
            await builds.remove();
          }
          return told({ id, ...facts(kernel) });
        }
        case "run":
          return runKernel(kernelWith(request.id), request, body, { calls, ports });
        case "report":
          return reportKernel(kernelWith(request.id), request);
        case "build":
          return buildKernel(kernelWith(request.id), request);
      }
    },
    rest: (bytes) => calls.rest(bytes),
  };
}

function told(header: object, body: readonly Uint8Array[] = []): Answer {
  return { header: { ok: true, ...header }, body };
}

/** It was compiled too long ago, or by a process that is gone: the caller compiles it again. */
export class UnknownKernel extends Error {
  override readonly name = "UnknownKernel";
}

/** What a kernel did wrong while it ran, and the source that its place is in. */
export class Faulted extends Error {
  override readonly name = "Faulted";
  readonly source: SourceFile;
  readonly fault: RunFault;

  constructor(source: SourceFile, fault: RunFault) {
    super(fault.message);
    this.source = source;
    this.fault = fault;
  }
}

interface Kernel {
  readonly source: SourceFile;
  readonly compiled: Compiled;
  readonly schedule: SourceFile | ScheduleName | null;
  readonly loops: Map<string, Loops>; // under its schedule, by which arguments are the same array
  readonly circuits: Map<string, Loops>; // what its circuits are made of, by what they are made for as well
  readonly builds: Builds; // what these were built to
  readonly boards: Map<string, Promise<Opened>>; // that wait for calls, by name and clock
}

function identity(request: CompileRequest, body: Body): string {
  const { buffer, at } = body.part(0, body.size);
  const bytes = new Uint8Array(buffer, at, body.size);
  return createHash("sha256").update(JSON.stringify(request)).update(bytes).digest("hex");
}

function compileKernel(request: CompileRequest, body: Body): Kernel {
  const { source, kernel } = request;
  const reader = wireReader(body);
  const data = new Map(Object.entries(request.types).map(([name, text]) => [name, typeFrom(name, text)]));
  const constants = new Map(
    Object.entries(request.constants).map(([name, wire]) => [name, reader.constant(wire)]),
  );
  const values = new Map(Object.entries(request.values ?? {}).map(([name, text]) => [name, BigInt(text)]));
  const specialise = new Map((request.fixed ?? []).map((name) => [name, "asked"] as const));
  const given = { kernel, data, constants, values, specialise, fixedByHost: true };
  const compiled = accepted(source, compileFile(source, { ...given, args: new Map() }));
  const wrong = new Map(
    kernelOf(compiled.program).params.flatMap(({ name, type }) => {
      const given = data.get(name);
      return given === undefined || takes(type, given) ? [] : [[name, given] as const];
    }),
  );
  // Asked for as an argument's type, what does not fit the annotation is refused where the annotation stands.
  if (wrong.size > 0) accepted(source, compileFile(source, { ...given, args: wrong }));
  const memory = { loops: new Map(), circuits: new Map(), builds: createBuilds(), boards: new Map() };
  return { source, compiled: forGoal(compiled, request.goal), schedule: request.schedule, ...memory };
}

/** What `using(goal=…)` says goes before what the source says. */
function forGoal(compiled: Compiled, goal: string | null | undefined): Compiled {
  const { goal: _, ...options } = compiled.program.options ?? {};
  const asked = goal === null || goal === undefined ? options : { ...options, goal };
  return { ...compiled, program: { ...compiled.program, options: asked } };
}

function accepted(source: SourceFile, compilation: ReturnType<typeof compileFile>): Compiled {
  if (!compilation.ok) throw new Diagnosed(source, compilation.diagnostics);
  return compilation;
}

function typeFrom(name: string, text: string): Type {
  const parsed = parseType(text);
  if (!parsed.ok) throw new DataError(`argument ${name}: "${text}" is not a type: ${parsed.message}`);
  return parsed.type;
}

/**
 * May data of the type `given` be passed as an argument of `type`? NumPy types must be the same; types that NumPy lacks
 * take whatever holds their values; Python's numbers fit any scalar.
 */
function takes(type: Type, given: Type): boolean {
  if (type.kind === "array" || given.kind === "array") {
    if (type.kind !== given.kind || !sameShape(shapeOf(type), shapeOf(given))) return false;
  }
  const [wanted, found] = [elementOf(type), elementOf(given)];
  if (sameType(wanted, found)) return true;
  if (type.kind !== "array" && (wanted.kind === "python" || found.kind === "python")) return true;
  return isExact(wanted) || !isNumpy(wanted);
}

function facts({ source, compiled }: Kernel): {
  readonly params: readonly { name: string; type: string; written: boolean }[];
  readonly returns: readonly string[];
  readonly specialised: readonly string[]; // arguments that are constants of this compilation
  readonly exact: readonly { line: number; column: number; type: string }[]; // of locals, where they are bound
  readonly diagnostics: readonly DiagnosticJson[]; // warnings
} {
  const { params, results, writes } = kernelOf(compiled.program);
  const lines = lineTable(source);
  return {
    params: params.map(({ name, type }) => ({ name, type: printType(type), written: writes.includes(name) })),
    returns: results.map(printType),
    specialised: (compiled.program.specialised ?? []).map(({ name }) => name),
    exact: [...exactLocals(compiled.program)].map(([at, type]) => ({
      ...positionAt(lines, at),
      type: printType(type),
    })),
    diagnostics: compiled.diagnostics.map((diagnostic) => diagnosticJson(source, diagnostic)),
  };
}

interface Shared {
  readonly calls: Calls;
  readonly ports: Ports;
}

async function runKernel(kernel: Kernel, request: RunRequest, body: Body, shared: Shared): Promise<Answer> {
  const { target, outcome, unread } = await runOn(kernel, request, body, shared).catch((error: unknown) => {
    if (!(error instanceof RunFault)) throw error;
    throw error.code === "argument" ? new DataError(error.message) : new Faulted(kernel.source, error);
  });
  const writer = wireWriter();
  const after = outcome.args.filter(({ written }) => written);
  return told(
    {
      on: target,
      milliseconds: outcome.runMs,
      ...(unread === undefined ? {} : { unread }),
      ...(outcome.hardware === undefined ? {} : { hardware: hardwareJson(outcome.hardware) }),
      args: Object.fromEntries(after.map(({ name, type, value }) => [name, writer.write(type, value)])),
      results: outcome.results.map(({ type, value }) => {
        const same = after.find((arg) => isSame(arg.value, value));
        return same === undefined ? writer.write(type, value) : { argument: same.name };
      }),
    },
    writer.body,
  );
}

function buildKernel(kernel: Kernel, request: BuildRequest): Answer {
  const { to, board, clock } = request;
  const form = formNamed(to);
  const { main, files, diagnostics, steps, data } = form.make(kernel.compiled, {
    outside: thisMachine,
    ...scheduleOf(kernel),
    ...deviceOf({ board, clock }),
    ...busOf(request),
  });
  return told({
    main,
    files: Object.fromEntries(files),
    steps: data === undefined ? (steps ?? []) : [], // they are about data that go with the files
    wantsData: form.runs && data === undefined, // its testbench reads data/ and compares with data/expected/
    diagnostics: diagnostics.map((diagnostic) => diagnosticJson(kernel.source, diagnostic)),
  });
}

/** Pixels that a cell of a notebook has for what it shows. */
const notebookWidth = 860;

function reportKernel(kernel: Kernel, request: ReportRequest): Answer {
  const known = report(kernel.compiled, { ...scheduleOf(kernel), ...deviceOf(request) });
  const { circuit } = known;
  const isDrawn = request.picture === true && circuit.ok;
  const picture = isDrawn ? { picture: stillOf(timelineOf(circuit.made), notebookWidth) } : {};
  return told({ ...JSON.parse(JSON.stringify(reportFacts(known, kernel.source), jsonValue)), ...picture });
}

/** What the kernel returns is an argument itself. */
function isSame(argument: unknown, result: Outcome["results"][number]["value"]): boolean {
  if (typeof result !== "object" || typeof argument !== "object" || argument === null) return false;
  const other = argument as typeof result;
  return other.data === result.data && sameShape(other.type.shape, result.type.shape);
}

async function runOn(
  kernel: Kernel,
  request: RunRequest,
  body: Body,
  { calls, ports }: Shared,
): Promise<{
  readonly target: Target | "board";
  readonly outcome: Outcome;
  readonly unread?: readonly string[];
}> {
  if (request.on === "board")
    return { target: "board", outcome: await runBoard(kernel, request, body, ports) };
  const on = targetNamed(request.on);
  const target = on === "fastest" ? "wasm" : on;
  const { params, writes } = kernelOf(kernel.compiled.program);
  const reader = wireReader(body);
  if (target === "wasm") {
    const again = givenAgain(request.args, params);
    const loops = loopsOf(kernel, someWritten(again, writes) ? again : new Map());
    const read = (room: Room) => argumentsIn(request, params, reader, room);
    return { target, ...(await calls.call(loops, again, read)) };
  }
  const given = argumentsIn(request, params, reader);
  const options = { given, seed: 0, outside: thisMachine, builds: kernel.builds };
  const same = sameArrays(kernel.compiled.program, given);
  if (target === "verilog") {
    const device = deviceOf(request);
    const hardware = hardwareRun(kernel.compiled, target, device) ?? bug("a circuit without a target");
    const outcome = await runLoops(circuitOf(kernel, device, same), target, { ...options, hardware });
    return { target, outcome };
  }
  if (target !== "reference")
    return { target, outcome: await runLoops(loopsOf(kernel, same), target, options) };
  const outcome =
    kernel.schedule === null
      ? runProgram(kernel.compiled.program, options)
      : await runLoops(loopsOf(kernel, same), "reference", options);
  return { target, outcome };
}

/** The board stays open for the calls after this one, until another kernel wants its port, or something is wrong with it. */
async function runBoard(kernel: Kernel, request: RunRequest, body: Body, ports: Ports): Promise<Outcome> {
  const { compiled, boards } = kernel;
  const given = argumentsIn(request, kernelOf(compiled.program).params, wireReader(body));
  refuseSame(compiled.program, given);
  const port = request.port ?? null;
  const key = JSON.stringify([request.board, request.clock, port, request.busWidth, request.bundles]);
  if (port !== null && !boards.has(key)) await ports.get(port)?.();
  const options = {
    ...{ ...deviceOf(request), ...scheduleOf(kernel) },
    ...(port === null ? {} : { port }),
    ...busOf(request),
  };
  const opened = boards.get(key) ?? openBoard(compiled, options);
  const forget = async (): Promise<void> => {
    boards.delete(key);
    if (port !== null) ports.delete(port);
    await opened.then((open) => open.close()).catch(() => {}); // it may never have been open
  };
  boards.set(key, opened);
  if (port !== null) ports.set(port, forget);
  try {
    return await callOpened(await opened, { given, seed: 0 });
  } catch (error) {
    if (error instanceof Failure) await forget();
    throw error;
  }
}

/** What frees a port of this machine that a board is open on. */
type Ports = Map<string, () => Promise<void>>;

function argumentsIn(
  { args }: RunRequest,
  params: ReturnType<typeof kernelOf>["params"],
  reader: ReturnType<typeof wireReader>,
  room: Room = { arrays: new Map(), unread: [] },
): Given {
  return new Map(
    params.map(({ name, type }) => {
      const wire = named(args, name);
      if (wire === undefined) throw new DataError(`argument ${name} is missing`);
      const data = room.arrays.get(name);
      if (!isUnread(wire)) return [name, reader.argument(wire, type, name, data)];
      if (type.kind !== "array" || data === undefined || !room.unread.includes(name))
        throw new DataError(`the elements of argument ${name} are missing`);
      return [name, { type, data }];
    }),
  );
}

function loopsOf(kernel: Kernel, same: Same): Loops {
  const key = JSON.stringify([...same]);
  const { compiled } = kernel;
  const loops = kernel.loops.get(key) ?? scheduledLoops(compiled, scheduleOf(kernel), same);
  kernel.loops.set(key, loops);
  return loops;
}

function circuitOf(kernel: Kernel, device: DeviceOptions, same: Same): Loops {
  const key = JSON.stringify([device, ...same]);
  const options = { ...scheduleOf(kernel), ...device };
  const { compiled } = kernel;
  const loops = kernel.circuits.get(key) ?? circuitLoops(compiled, options, same).loops;
  kernel.circuits.set(key, loops);
  return loops;
}

function deviceOf({
  board,
  clock,
}: {
  readonly board?: string | null;
  readonly clock?: string | null;
}): DeviceOptions {
  return {
    ...(board === null || board === undefined ? {} : { board }),
    ...(clock === null || clock === undefined ? {} : { clock }),
  };
}

function busOf({
  busWidth,
  bundles,
}: Pick<RunRequest, "busWidth" | "bundles">): Pick<FormOptions, "busWidth" | "bundles"> {
  return {
    ...(busWidth === undefined ? {} : { busWidth }),
    ...(bundles === undefined ? {} : { bundles: new Map(Object.entries(bundles)) }),
  };
}

function scheduleOf({ schedule }: Kernel): { readonly schedule?: SourceFile | ScheduleName } {
  return schedule === null ? {} : { schedule };
}

function targetNamed(name: string): Target | "fastest" {
  const target = targets.find((known) => known === name);
  if (target !== undefined || name === "fastest") return target ?? "fastest";
  throw new Failure(`there is no target ${name}; there is ${targets.join(", ")}`);
}

function versions(): { readonly lutra: string; readonly node: string } {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return { lutra: (JSON.parse(text) as { version: string }).version, node: process.versions.node };
}
