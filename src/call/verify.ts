/**
 * Trust: a result is believed when independent roads lead to it. Each road runs the kernel on the same arguments; what
 * it leaves behind is compared with the reference, element by element and bit by bit.
 *
 *     for await (const road of verify(journey)) console.log(road.name, road.ending.kind);
 */
import { compileWasm } from "../backend/wasm/index.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import type { Loops } from "../loops/nodes.ts";
import { prepareLoops, printLoops, toProgram } from "../loops/program.ts";
import { prepare, RunFault, type RunResult } from "../program/interpret/index.ts";
import type { Program } from "../program/nodes.ts";
import { printProgram } from "../program/print/index.ts";
import type { Synthesized } from "../synthesis/index.ts";
import { isOutOfMemory } from "../types/storage.ts";
import { elementOf, type Type } from "../types/types.ts";
import { type Difference, difference, type Values } from "./compare.ts";
import { type Freedom, freeOrder } from "./freedom.ts";
import { defaultTarget, simulated, synthesized } from "./hardware.ts";
import {
  type Arguments,
  type NativeKernel,
  type NativeTarget,
  nothingOutside,
  type Outside,
} from "./outside.ts";
import { argumentsApart, inParts } from "./parts.ts";
import { kernelOf } from "./run.ts";
import type { Simulator } from "./verilog.ts";

export interface Journey {
  readonly program: Program;
  readonly loops: Loops | null; // null: lowering refused it
  readonly scheduled: Loops | null; // null: there is no schedule
  readonly circuit?: Loops | null; // what circuits are made of, where it is something else
  readonly changes: readonly string[]; // primitives of the schedule that change results by design
  readonly args: Arguments; // left as they are
  readonly isPython: boolean; // the source is a Python file, which CPython can run too
}

export const roadNames = [
  "reference",
  "source",
  "printed",
  "loops",
  "scheduled",
  "printed loops",
  "wasm",
  "csim",
  "merlin",
  "opencl",
  "circuit",
  "icarus",
  "verilator",
] as const;
export type RoadName = (typeof roadNames)[number];

/** The roads that CPython walks. */
export const pythonRoads: readonly RoadName[] = ["source", "printed", "printed loops"];

/** The roads that simulate a circuit. */
export const circuitRoads: readonly RoadName[] = ["circuit", "icarus", "verilator"];

export interface Road {
  readonly name: RoadName;
  readonly what: string;
  readonly ending: Ending;
  readonly milliseconds: number;
}

export type Ending =
  | { readonly kind: "measure" } // what the others are compared with
  | { readonly kind: "no end"; readonly message: string } // of the reference: nothing can be compared
  | { readonly kind: "same" }
  | { readonly kind: "close"; readonly difference: Difference; readonly why: string }
  | { readonly kind: "differs"; readonly difference: Difference }
  | { readonly kind: "same fault" | "other fault"; readonly message: string }
  | { readonly kind: "broken"; readonly message: string } // a tool did not take, or ran into, what we generated
  | { readonly kind: "refused" | "skipped"; readonly message: string };

/** Whether the roads that were walked lead to one place. */
export function agrees({ ending }: Pick<Road, "ending">): boolean {
  return !["differs", "other fault", "broken", "no end"].includes(ending.kind);
}

/** A road before it is walked. */
export type Planned = Pick<Road, "name" | "what">;

/** All that there are for a kernel, or those that are `wanted`, with the ones these are compared with. */
export function plannedRoads(journey: Journey, wanted: readonly RoadName[] = roadNames): readonly Planned[] {
  return waysOf(journey, wanted, nothingOutside).map(({ name, what }) => ({ name, what }));
}

export async function* verify(
  journey: Journey,
  wanted: readonly RoadName[] = roadNames,
  outside: Outside = nothingOutside,
): AsyncGenerator<Road> {
  const free = freeOrder(journey.program);
  const walk = walker(argumentsApart(journey.args), kernelOf(journey.program).results);
  const ends = new Map<RoadName, End>();
  for (const { name, what, run, from, freedoms } of waysOf(journey, wanted, outside)) {
    if (isEndless(ends.get("reference"))) {
      const message = "the reference did not come to an end";
      yield { name, what, ending: { kind: "skipped", message }, milliseconds: 0 };
      continue;
    }
    const { end, milliseconds } = await walk(run);
    ends.set(name, end);
    const measures = from.flatMap((one) => ends.get(one) ?? []);
    const [against] = measures;
    const open = freedoms.filter((one) => free.has(one));
    const found = against === undefined ? measure(end) : ending(against, end, open);
    yield {
      name,
      what,
      ending: name === "scheduled" ? changed(found, journey.changes) : found,
      milliseconds,
    };
  }
}

/** Then no other road would, and there is nothing to compare. */
function isEndless(reference: End | undefined): boolean {
  return reference?.kind === "fault" && reference.fault.code === "no-end";
}

interface Way extends Planned {
  readonly run: (args: Arguments) => Promise<RunResult>;
  readonly from: readonly RoadName[]; // what it is compared with: the first of them that was walked
  readonly freedoms: readonly Freedom[]; // what may be a little different there
}

function waysOf(journey: Journey, wanted: readonly RoadName[], outside: Outside): readonly Way[] {
  const all = [...waysOfProgram(journey, outside), ...waysOfLoops(journey, outside)];
  const chosen = all.filter(({ name }) => wanted.includes(name));
  const needed: readonly RoadName[] = [
    "reference",
    ...(chosen.some(({ from }) => from.includes("scheduled")) ? (["scheduled"] as const) : []), // it may change results
  ];
  return all.filter(({ name }) => wanted.includes(name) || needed.includes(name));
}

/** The roads that start from the Program. */
function waysOfProgram({ program, isPython }: Journey, outside: Outside): readonly Way[] {
  const inNumPy = { from: ["reference"], freedoms: ["sums", "functions"] } as const;
  return [
    {
      name: "reference",
      what: "the Program, interpreted",
      run: inParts(program, async (args) => prepare(program).run(args)),
      from: [],
      freedoms: [],
    },
    ...(isPython
      ? [
          {
            name: "source",
            what: "the source, in CPython with NumPy",
            run: inParts(program, (args) => outside.python(program, null, args)),
            ...inNumPy,
          } as const,
        ]
      : []),
    {
      name: "printed",
      what: "the Program printed, in CPython",
      run: inParts(program, (args) => outside.python(program, printProgram(program), args)),
      ...inNumPy,
    },
  ];
}

/** The roads that start from Loops, most of them as they are scheduled. */
function waysOfLoops(
  { loops: written, scheduled, circuit: circuits }: Journey,
  outside: Outside,
): readonly Way[] {
  if (written === null) return [];
  const loops = scheduled ?? written;
  const forCircuits = circuits ?? loops;
  const built = (build: () => Promise<NativeKernel>) => async (args: Arguments) => {
    const kernel = await build();
    try {
      return await kernel.run(args);
    } finally {
      kernel.remove();
    }
  };
  const native = (on: NativeTarget) => built(() => outside.program(loops, on));
  let made: Synthesized | null = null; // once for all simulators
  const circuit = (sim: Simulator, atMost: number) =>
    built(async () => {
      made ??= synthesized(forCircuits, defaultTarget);
      refuseLong(made, sim, atMost);
      return simulated(forCircuits, made, sim, outside);
    });
  const interpreted = (one: Loops) => async (args: Arguments) => prepareLoops(one).run(args);
  const first: readonly Way[] = [
    {
      name: "loops",
      what: "Loops, interpreted",
      run: interpreted(written),
      from: ["reference"],
      freedoms: [],
    },
    ...(scheduled === null
      ? []
      : [
          {
            name: "scheduled",
            what: "Loops under the schedule, interpreted",
            run: interpreted(scheduled),
            from: ["loops", "reference"],
            freedoms: [],
          } as const,
        ]),
  ];
  const from = ["scheduled", "loops", "reference"] as const;
  const last: readonly Omit<Way, "from">[] = [
    {
      name: "printed loops",
      what: "those Loops printed, in CPython",
      run: (args) => outside.python(toProgram(loops), printLoops(loops), args),
      freedoms: ["functions"],
    },
    {
      name: "wasm",
      what: "WebAssembly",
      run: async (args) => (await compileWasm(loops)).run(args),
      freedoms: [],
    },
    { name: "csim", what: "Vitis C++, by g++", run: native("csim"), freedoms: [] },
    {
      name: "merlin",
      what: "Merlin C, by the C compiler",
      run: native("merlin"),
      freedoms: [],
    },
    {
      name: "opencl",
      what: "OpenCL, on the first device",
      run: native("opencl"),
      freedoms: [],
    },
    {
      name: "circuit",
      what: "the circuit, in our simulator",
      run: circuit("lutra", 1e9),
      freedoms: [],
    },
    {
      name: "icarus",
      what: "its Verilog, in Icarus Verilog",
      run: circuit("icarus", 1e6),
      freedoms: [],
    },
    {
      name: "verilator",
      what: "its Verilog, in Verilator",
      run: circuit("verilator", 1e8),
      freedoms: [],
    },
  ];
  return [...first, ...last.map((way) => ({ ...way, from }))];
}

/** A simulator that would take more than minutes is left out: `atMost` is what it does in one or two. */
function refuseLong({ prediction: { least } }: Synthesized, sim: Simulator, atMost: number): void {
  if (least <= atMost) return;
  throw new ToolFailure(`${least} cycles take long there: run --on verilog --sim ${sim} does it`);
}

/** Where a walk ended: values, a fault of the kernel, or before it began. */
type End =
  | { readonly kind: "values"; readonly values: Values }
  | { readonly kind: "fault"; readonly fault: RunFault }
  | { readonly kind: "refused" | "skipped" | "broken"; readonly message: string };

interface Walked {
  readonly end: End;
  readonly milliseconds: number;
}

/** Every walk starts from copies of the arguments. */
function walker(args: Arguments, results: readonly Type[]) {
  return async (run: (args: Arguments) => Promise<RunResult>): Promise<Walked> => {
    const copies = new Map([...args].map(([name, value]) => [name, copied(value)]));
    const started = performance.now();
    const end = await run(copies).then(
      (result): End => ({ kind: "values", values: valuesOf(copies, result, results) }),
      (error: unknown): End => {
        if (error instanceof RunFault) return { kind: "fault", fault: error };
        if (error instanceof Diagnosed) return { kind: "refused", message: error.message };
        if (error instanceof ToolFailure)
          return { kind: error.absent ? "skipped" : "broken", message: error.message };
        if (isOutOfMemory(error)) return { kind: "skipped", message: "there is not enough memory" };
        const message = error instanceof Error ? error.message : String(error);
        return { kind: "broken", message: `a bug in Lutra: ${message.replace(/^bug: /, "")}` };
      },
    );
    return { end, milliseconds: performance.now() - started };
  };
}

function copied<T>(value: T): T {
  if (typeof value !== "object" || value === null || !("data" in value)) return value;
  const { data } = value as { data: { slice(): unknown } };
  return { ...value, data: data.slice() };
}

function valuesOf(args: Arguments, { results }: RunResult, types: readonly Type[]): Values {
  const values = new Map<string, { type: Type; value: RunResult["results"][number] }>();
  for (const [name, value] of args)
    if (typeof value === "object") values.set(name, { type: value.type, value });
  results.forEach((value, i) => {
    const name = results.length === 1 ? "return" : `return_${i}`;
    const promised = types[i];
    const type = typeof value === "object" ? value.type : promised;
    if (type !== undefined) values.set(name, { type, value });
  });
  return values;
}

function measure(end: End): Ending {
  if (end.kind !== "fault") return { kind: "measure" };
  return { kind: isEndless(end) ? "no end" : "same fault", message: end.fault.message };
}

/**
 * Differences of floats that the meaning leaves open: below this part of the largest magnitude they are close. Of sums
 * of narrow floats such as float16, whose last bit is a thousandth, a few last bits.
 */
function closeEnough(values: Values): number {
  const lastBits = [...values.values()].map(({ type }) => {
    const element = elementOf(type);
    return element.kind === "float" ? 2 ** -element.mantissa : 0;
  });
  return Math.max(1e-3, 16 * Math.max(...lastBits));
}

function ending(expected: End, found: End, freedoms: readonly Freedom[]): Ending {
  if (found.kind === "refused" || found.kind === "skipped" || found.kind === "broken") return found;
  if (found.kind === "fault") {
    const kind = expected.kind === "fault" ? "same fault" : "other fault";
    return { kind, message: found.fault.message };
  }
  if (found.kind !== "values" || expected.kind !== "values")
    return { kind: "other fault", message: "it ends without a fault" };
  const between = difference(expected.values, found.values);
  if (between === null) return { kind: "same" };
  const why = freedoms.map((one) => words[one]).join(", ");
  if (why !== "" && between.relative < closeEnough(expected.values))
    return { kind: "close", difference: between, why };
  return { kind: "differs", difference: between };
}

const words: Readonly<Record<Freedom, string>> = {
  sums: "NumPy adds in another order",
  functions: "NumPy's elementary functions are its own",
};

/** A schedule that reassociates or quantizes says that results change. */
function changed(found: Ending, changes: readonly string[]): Ending {
  if (found.kind !== "differs" || changes.length === 0) return found;
  return { kind: "close", difference: found.difference, why: `the schedule has ${changes.join(", ")}` };
}
