/** `lutra report`: the loops of a kernel, what they cost to reorder, where its arrays live, and the circuit it makes. */
import type { Compiled } from "../compile.ts";
import type { SourceFile } from "../diagnostics/diagnostic.ts";
import { diagnosticJson } from "../diagnostics/render.ts";
import { dataflowOf } from "../loops/dataflow.ts";
import { dependences, describe, describeDirections } from "../loops/depend/index.ts";
import { type ArrayFacts, arrayFacts, type LoopFacts, loopFacts } from "../loops/facts.ts";
import { graphOf, printGraph } from "../loops/graph.ts";
import type { Loops } from "../loops/nodes.ts";
import { printStep } from "../schedule/print.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { printType } from "../types/print.ts";
import { array } from "../types/types.ts";
import { type CircuitAnswer, type CircuitOptions, circuitReport, circuitTables } from "./circuit_report.ts";
import { type LoadOptions, load } from "./load.ts";
import { circuitLoops, type ScheduleOptions, scheduledLoops } from "./loops.ts";
import { withProgress } from "./progress.ts";
import { type Cell, table } from "./table.ts";
import { type Colors, colorsOf, printJson, type Terminal } from "./terminal.ts";

export interface ReportOptions extends LoadOptions, ScheduleOptions, CircuitOptions {
  readonly json: boolean;
}

export async function report(target: string, options: ReportOptions, terminal: Terminal): Promise<void> {
  const { source, compiled } = load(target, options);
  const made = await reported(compiled, source, options, (what, act) =>
    withProgress(terminal, `${what} ${compiled.kernel}`, act),
  );
  if (options.json) {
    printJson(terminal, reportFacts(made));
    return;
  }
  const { loops, chosen, carried, circuit } = made;
  const colors = colorsOf(terminal);
  terminal.out(`${colors.bold(compiled.kernel)}  ${colors.dim(source.path)}\n\n`);
  terminal.out(loopTable(loopFacts(loops), colors));
  terminal.out(`\n${arrayTable(arrayFacts(loops), colors)}`);
  if (carried.length > 0) terminal.out(`\n${carriedTable(carried, colors)}`);
  terminal.out(`\n${colors.dim("nests, and the arrays between them")}\n${printGraph(graphOf(loops))}`);
  if (loops.dataflow === true) terminal.out(`\n${processTable(processes(loops), colors)}`);
  if (chosen !== null && chosen.length > 0) terminal.out(`\n${stepTable(chosen, colors)}`);
  terminal.out(`\n${circuitTables(circuit, source, colors)}`);
}

/** Everything that is told of a kernel. */
interface Reported {
  readonly source: SourceFile;
  readonly kernel: string;
  readonly loops: Loops;
  readonly chosen: Schedule | null; // by Lutra, for the circuit
  readonly carried: readonly Carried[];
  readonly circuit: CircuitAnswer;
}

type Step = <T>(what: string, act: () => T | Promise<T>) => Promise<T>;

/** `step` may show what takes long. */
export async function reported(
  compiled: Compiled,
  source: SourceFile,
  options: ScheduleOptions & CircuitOptions,
  step: Step = async (_, act) => act(),
): Promise<Reported> {
  const { loops: inCircuit, chosen } = await step("choosing a schedule for", () =>
    circuitLoops(compiled, source, options),
  );
  // A schedule of our own that nobody asked for is about the circuit; what a person would name is as it was written.
  const loops = options.schedule === undefined ? scheduledLoops(compiled, source, options) : inCircuit;
  const carried = carriedDependences(loops);
  const circuit = await step("making the circuit of", () => circuitReport(compiled, inCircuit, options));
  return { source, kernel: compiled.kernel, loops, chosen, carried, circuit };
}

/** The same for a program. */
export function reportFacts({ source, kernel, loops, chosen, carried, circuit }: Reported): object {
  return {
    ok: true,
    file: source.path,
    kernel,
    ...(chosen === null ? {} : { schedule: chosen.map(printStep) }),
    loops: loopFacts(loops),
    arrays: arrayFacts(loops).map((facts) => ({ ...facts, element: printType(facts.element) })),
    dependences: carried,
    ...(loops.dataflow === true ? { dataflow: processes(loops) } : {}),
    circuit: circuit.ok
      ? {
          ...circuit.report,
          diagnostics: [...circuit.unheard, ...circuit.room].map((d) => diagnosticJson(source, d)),
        }
      : { refused: circuit.diagnostics.map((d) => diagnosticJson(source, d)) },
  };
}

/** What Lutra chose, a line a step, as a schedule file has them. */
function stepTable(chosen: Schedule, colors: Colors): string {
  return table(
    chosen.map((step, i): readonly Cell[] => [
      { text: i === 0 ? "schedule" : "", paint: colors.dim },
      { text: printStep(step) },
      { text: i === 0 ? "of our own; --schedule none: the loops as written" : "", paint: colors.dim },
    ]),
  );
}

interface ProcessFacts {
  readonly name: string;
  readonly takes: readonly string[]; // from other processes
  readonly gives: readonly string[];
}

/** `dataflow`: what runs at the same time, and what passes between. */
function processes(loops: Loops): readonly ProcessFacts[] {
  const found = dataflowOf(loops);
  if (!found.ok) return [];
  return found.processes.map(({ name }) => ({
    name,
    takes: found.channels.filter(({ to }) => to === name).map(({ by, from }) => `${by} from ${from}`),
    gives: found.channels.filter(({ from }) => from === name).map(({ by, to }) => `${by} to ${to}`),
  }));
}

function processTable(facts: readonly ProcessFacts[], colors: Colors): string {
  return table(
    facts.map((one, i): readonly Cell[] => [
      { text: i === 0 ? "processes" : "", paint: colors.dim },
      { text: one.name },
      { text: [...one.takes, ...one.gives].join(", "), paint: colors.cyan },
    ]),
  );
}

/** One line a loop, indented as it is nested. */
function loopTable(facts: readonly LoopFacts[], colors: Colors): string {
  const rows: (readonly Cell[])[] = [];
  const add = (loop: LoopFacts, depth: number): void => {
    rows.push([
      { text: rows.length === 0 ? "loops" : "", paint: colors.dim },
      { text: `${"  ".repeat(depth)}${loop.name}` },
      { text: loop.trips === null ? "?" : String(loop.trips), align: "right" },
      { text: loop.bounds, paint: colors.dim },
      { text: loop.attributes.join(", "), paint: colors.cyan },
      { text: `${loop.operator}, line ${loop.line}`, paint: colors.dim },
    ]);
    for (const inner of loop.inner) add(inner, depth + 1);
  };
  for (const loop of facts) add(loop, 0);
  return rows.length === 0 ? "  no loops\n" : table(rows);
}

function arrayTable(facts: readonly ArrayFacts[], colors: Colors): string {
  const rows = facts.map((one, i): readonly Cell[] => [
    { text: i === 0 ? "arrays" : "", paint: colors.dim },
    { text: one.name },
    { text: printType(array(one.element, one.shape)), paint: colors.cyan },
    { text: one.role ?? one.place, paint: colors.dim },
    { text: one.banks.join(", ") },
  ]);
  return rows.length === 0 ? "  no arrays\n" : table(rows);
}

interface Carried {
  readonly loop: string;
  readonly kind: string;
  readonly name: string;
  readonly distance: string;
  readonly exact: boolean;
  readonly words: string;
}

/** What keeps iterations of a loop in order, and so bounds how soon the next may start. */
function carriedDependences(loops: Loops): readonly Carried[] {
  return dependences(loops).flatMap((one): Carried[] => {
    const at = one.directions.findIndex((direction) => direction !== "=");
    const loop = at < 0 ? undefined : one.loops[at];
    if (loop === undefined || one.kind !== "flow") return [];
    return [
      {
        loop,
        kind: one.kind,
        name: one.name,
        distance: describeDirections(one),
        exact: one.exact,
        words: describe(one, loops.source),
      },
    ];
  });
}

/** One line for each array or scalar that a loop carries; `--json` has them all. */
function carriedTable(carried: readonly Carried[], colors: Colors): string {
  const isOfOne = (one: Carried, other: Carried) => one.loop === other.loop && one.name === other.name;
  const firsts = carried.filter((one, i) => carried.findIndex((other) => isOfOne(one, other)) === i);
  return table(
    firsts.map((first, i): readonly Cell[] => {
      const all = carried.filter((one) => isOfOne(one, first));
      const { loop, name, distance, words } = all.find((one) => one.exact) ?? first;
      const others = all.length === 1 ? "" : `, and ${all.length - 1} more of ${name}`;
      return [
        { text: i === 0 ? "carried" : "", paint: colors.dim },
        { text: loop },
        { text: distance, paint: colors.cyan },
        { text: `${words}${others}`, paint: colors.dim },
      ];
    }),
  );
}
