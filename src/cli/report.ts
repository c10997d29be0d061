/** `lutra report`: the loops of a kernel, what they cost to reorder, where its arrays live, and the circuit it makes. */
import { resolve } from "node:path";
import { askedOfCircuits } from "../diagnostics/catalogue/hardware.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic, SourceFile } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import { diagnosticJson } from "../diagnostics/render.ts";
import { isOnBoard } from "../driver/device.ts";
import { type LayerFacts, layersOf } from "../driver/layers.ts";
import { layersSvg } from "../driver/layers_svg.ts";
import { networkSvg } from "../driver/network_svg.ts";
import { type Carried, circuitMade, type ProcessFacts, type Report, reportOn } from "../driver/report.ts";
import { type TimeOnBoard, timeOnBoard } from "../driver/roofline.ts";
import { rooflineSvg } from "../driver/roofline_svg.ts";
import { circuitLoops, isScheduleName, scheduledLoops } from "../driver/schedule.ts";
import type { ArrayFacts, LoopFacts } from "../loops/analysis/facts.ts";
import { printGraph } from "../loops/graph.ts";
import { checkFile, writeFiles } from "../outside/write.ts";
import { printStep } from "../schedule/print.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { printType } from "../types/print.ts";
import { array } from "../types/types.ts";
import { boardTable } from "./board_report.ts";
import { type CircuitOptions, circuitTables, type Measures, measuresOf } from "./circuit_report.ts";
import { inputFiles, type LoadOptions, load, specialisedJson, specialisedLines } from "./load.ts";
import { withOwnClock } from "./own_clock.ts";
import { withProgress } from "./progress.ts";
import { checkPageWords, type PageWords, writtenPage } from "./report_page.ts";
import { type ScheduleWord, withSchedule } from "./schedule.ts";
import { type Cell, table } from "./table.ts";
import { type Colors, colorsOf, printJson, type Terminal } from "./terminal.ts";

export interface ReportOptions extends LoadOptions, ScheduleWord, CircuitOptions, PageWords {
  readonly json: boolean;
  readonly svg?: string; // a file for a picture of the processes
  readonly roofline?: string; // a file for a picture of what memory and circuit allow
}

export async function reportCommand(target: string, given: ReportOptions, terminal: Terminal): Promise<void> {
  checkPageWords(given);
  const loaded = await load(target, given);
  const { source, compiled, layers: nodes } = loaded;
  const { options, told } = await withOwnClock(compiled, given, terminal);
  const { schedule: _, ...words } = options;
  const inputs = [...inputFiles(source, words), ...scheduleFiles(options)];
  if (options.svg !== undefined) checkFile("--svg", options.svg, inputs);
  const isOwnPart = isOnBoard(compiled, options);
  if (options.roofline !== undefined) checkRoofline(options.roofline, inputs, isOwnPart);
  if (options.html !== undefined) checkFile("--html", options.html, inputs);
  checkApart(options);
  const asked = withSchedule(options);
  const inCircuit = await withProgress(terminal, `choosing a schedule for ${compiled.kernel}`, () =>
    circuitLoops(compiled, asked),
  );
  const made = await withProgress(terminal, `making the circuit of ${compiled.kernel}`, () =>
    circuitMade(compiled, asked, inCircuit),
  );
  const known = await withProgress(terminal, `trying steps that may help ${compiled.kernel}`, () =>
    reportOn(compiled, asked, inCircuit, made),
  );
  const measures = await withProgress(terminal, `measuring the circuit of ${compiled.kernel}`, () =>
    measuresOf(compiled, known.circuit, options),
  );
  const { chosen, loops, arrays, carried, nests, processes, circuit } = known;
  const layers = nodes === null ? null : layersOf(nodes, scheduledLoops(compiled), circuit);
  if (options.svg !== undefined) await writePicture(options.svg, known, layers, source, inputs);
  const timeline = await writtenPage(options, { loaded, loops: inCircuit.loops, known }, inputs, terminal);
  const isAskedFor = options.board !== undefined || options.roofline !== undefined;
  // Of another part than the board's nothing is told: it does not stand beside that memory.
  const time =
    circuit.ok && isAskedFor && isOwnPart
      ? timeOnBoard(compiled, circuit.made, inCircuit.loops, options)
      : null;
  if (options.roofline !== undefined && circuit.ok)
    await writeRoofline(options.roofline, compiled.kernel, time, inputs);
  const refused = circuit.ok || !circuit.diagnostics.some(isAsked) ? null : circuit.diagnostics;
  if (options.json) {
    if (refused !== null) throw new Diagnosed(source, refused);
    const facts = reportFacts(known, source, measures);
    printJson(terminal, {
      ...facts,
      ...specialisedJson(compiled.program),
      ...(layers === null ? {} : { layers }),
      ...(time === null ? {} : { board: time }),
      ...(timeline === null ? {} : { timeline }),
    });
    return;
  }
  const colors = colorsOf(terminal);
  terminal.out(`${colors.bold(compiled.kernel)}  ${colors.dim(source.path)}\n\n`);
  for (const line of specialisedLines(compiled)) terminal.out(`  ${line}\n\n`);
  if (layers !== null) terminal.out(`${layerTable(layers, colors)}\n`);
  terminal.out(loopTable(loops, colors));
  terminal.out(`\n${arrayTable(arrays, colors)}`);
  if (carried.length > 0) terminal.out(`\n${carriedTable(carried, colors)}`);
  terminal.out(`\n${colors.dim("nests, and the arrays between them")}\n${printGraph(nests)}`);
  if (processes !== null) terminal.out(`\n${processTable(processes, colors)}`);
  if (chosen !== null && chosen.length > 0) terminal.out(`\n${stepTable(chosen, colors)}`);
  if (told !== null) terminal.out(`\n  ${told}\n`);
  if (refused !== null) throw new Diagnosed(source, refused);
  terminal.out(`\n${circuitTables(circuit, measures, source, colors)}`);
  if (time !== null) terminal.out(`\n${boardTable(time, colors)}`);
  else if (options.board !== undefined && !isOwnPart)
    terminal.out(colors.dim(`\nnothing of the memory of ${options.board}: --part says another part\n`));
}

/** Each picture has a file of its own. */
function checkApart({ svg, roofline, html }: ReportOptions): void {
  const asked = Object.entries({ svg, roofline, html }).filter(([, path]) => path !== undefined);
  for (const [index, [option, path = ""]] of asked.entries()) {
    const same = asked.slice(0, index).find(([, other = ""]) => resolve(other) === resolve(path));
    if (same !== undefined)
      throw new Failure(`--${same[0]} and --${option} both name ${path}`, {
        help: "give each a file of its own",
      });
  }
}

function checkRoofline(path: string, inputs: readonly string[], isOwnPart: boolean): void {
  checkFile("--roofline", path, inputs);
  if (!isOwnPart)
    throw new Failure("--roofline is of a board with its own part", { help: "leave --part out" });
}

async function writeRoofline(
  path: string,
  kernel: string,
  time: TimeOnBoard | null,
  inputs: readonly string[],
): Promise<void> {
  if (time?.roof) return writeFiles(new Map([[path, rooflineSvg(kernel, time)]]), inputs);
  throw new Failure("--roofline: there is nothing to draw", {
    help: "it is of a kernel that takes a known number of cycles, copies arrays, and computes with numbers",
  });
}

/** A step that no circuit can follow is an error here as everywhere; a kernel without a circuit is something to report. */
function isAsked({ code }: Diagnostic): boolean {
  return askedOfCircuits.has(code);
}

/** What a command reads it does not write over. */
function scheduleFiles({ schedule }: ScheduleWord): readonly string[] {
  return schedule === undefined || isScheduleName(schedule) ? [] : [schedule];
}

async function writePicture(
  path: string,
  { kernel, circuit }: Report,
  layers: readonly LayerFacts[] | null,
  source: SourceFile,
  inputs: readonly string[],
): Promise<void> {
  if (!circuit.ok) throw new Diagnosed(source, circuit.diagnostics);
  const { network, cycles } = circuit.report;
  if (network === null && layers !== null)
    return writeFiles(new Map([[path, layersSvg(kernel, layers)]]), inputs);
  const alone = { start: 0, end: cycles.least, waited: 0, after: [] };
  const drawn = network ?? { processes: [{ name: kernel, cycles, ...alone }], channels: [], interval: null };
  await writeFiles(new Map([[path, networkSvg(kernel, drawn)]]), inputs);
}

/** The same for a program. */
export function reportFacts(
  { kernel, chosen, loops, arrays, carried, processes, circuit }: Report,
  source: SourceFile,
  measures: Measures = { area: null },
): object {
  return {
    ok: true,
    file: source.path,
    kernel,
    ...(chosen === null ? {} : { schedule: chosen.map(printStep) }),
    loops,
    arrays: arrays.map((facts) => ({ ...facts, element: printType(facts.element) })),
    dependences: carried,
    ...(processes === null ? {} : { dataflow: processes }),
    circuit: circuit.ok
      ? {
          ...circuit.report,
          ...measures,
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
      {
        text: i === 0 ? "of our own, see --for; --schedule none: the loops as written" : "",
        paint: colors.dim,
      },
    ]),
  );
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

/** One line a layer of a network; what is only a view of another has none. */
function layerTable(layers: readonly LayerFacts[], colors: Colors): string {
  const head = ["layers", "", "", "weights", "operations", "cycles", "units", "used"];
  const rows = layers
    .filter(({ type }) => type !== "")
    .map(({ name, operator, type, parameters, operations, circuit }): readonly Cell[] => {
      const used = circuit?.utilisation ?? null;
      const count = (value: number | undefined): Cell => ({
        text: value ? String(value) : "",
        align: "right",
      });
      return [
        { text: name },
        { text: operator, paint: colors.dim },
        { text: type, paint: colors.cyan },
        ...[parameters, operations, circuit?.cycles, circuit?.units].map(count),
        { text: used === null ? "" : `${Math.round(100 * used)} %`, align: "right" },
      ];
    });
  return table([head.map((text) => ({ text, paint: colors.dim })), ...rows]);
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
