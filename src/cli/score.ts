/** `lutra run MODEL --data FILE`: a network over a set of samples, and how good its outputs are. */
import { createBuilds } from "../call/builds.ts";
import { toNpy } from "../call/exchange.ts";
import { encodeNpy } from "../call/npy.ts";
import {
  type HardwareFacts,
  kernelOf,
  type Outcome,
  type Result,
  runLoops,
  runProgram,
  type Target,
} from "../call/run.ts";
import { callsOver } from "../call/samples.ts";
import type { Accuracy, Errors } from "../call/score.ts";
import { bug } from "../diagnostics/bug.ts";
import { Failure } from "../diagnostics/failure.ts";
import { cyclesText, predictedJson, targetJson } from "../driver/device.ts";
import { chosenText, circuitLoops, scheduledLoops } from "../driver/schedule.ts";
import { toProgram } from "../loops/program.ts";
import { thisMachine } from "../outside/index.ts";
import { checkFile, writeFiles } from "../outside/write.ts";
import { printStep } from "../schedule/print.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { Value } from "../types/operators.ts";
import { allocate, get, type NDArray, set } from "../types/storage.ts";
import { array, elementOf, maxSize, shapeOf } from "../types/types.ts";
import { type Dataset, type DataWords, readDataset, scoreOf } from "./dataset.ts";
import { hardwareRun, type SimulationOptions } from "./hardware.ts";
import { callValuesOf, inputFiles, type Loaded, type LoadOptions } from "./load.ts";
import type { OutputOptions } from "./outputs.ts";
import { progressBar } from "./progress.ts";
import { isAsWritten, type ScheduleWord, withSchedule } from "./schedule.ts";
import { colorsOf, printJson, type Terminal } from "./terminal.ts";

export interface ScoreOptions extends LoadOptions, ScheduleWord, SimulationOptions, DataWords {
  readonly calls?: string;
  readonly json: boolean;
}

export async function scoreCommand(
  loaded: Loaded,
  on: Target,
  options: ScoreOptions,
  out: OutputOptions,
  terminal: Terminal,
): Promise<void> {
  const idle = (["vcd", "calls"] as const).find((name) => options[name] !== undefined);
  if (idle !== undefined)
    throw new Failure(`--${idle} has no effect with --data`, { help: "it is for one call" });
  const inputs = [...inputFiles(loaded.source, options), ...dataFiles(options)];
  const written = outputFile(out, inputs);
  const given = callValuesOf(loaded);
  const dataset = datasetFor(loaded, options, given);
  const { known, samples } = dataset;
  if (known.kind === "nothing" && written === null)
    throw new Failure("--data: nothing to compare the outputs with", {
      help: "say --labels FILE, --expected FILE, or --out return=FILE.npy to keep them",
    });
  const started = performance.now();
  const { call, chosen, end } = calling(loaded, on, options, given);
  const outputs: Float64Array[] = [];
  const results: Result[] = [];
  const hardware: HardwareFacts[] = [];
  const bar = progressBar(terminal);
  try {
    bar.show(0, samples.count, "samples");
    let shown = started;
    for await (const { outputs: rows, outcome } of callsOver(samples, call)) {
      outputs.push(...rows);
      if (written !== null) results.push(...outcome.results);
      if (outcome.hardware !== undefined) hardware.push(outcome.hardware);
      if (performance.now() - shown < 100) continue;
      shown = performance.now();
      bar.show(outputs.length, samples.count, "samples");
    }
  } finally {
    bar.clear();
    await end();
  }
  if (written !== null) await writeFiles(new Map([[written, stacked(results, samples)]]), inputs);
  const ran: Ran = {
    ...{ dataset, on, chosen, written, score: scoreOf(known, outputs), cycles: cyclesOf(hardware) },
    milliseconds: performance.now() - started,
  };
  if (options.json) printJson(terminal, facts(loaded, ran));
  else report(loaded, ran, terminal);
}

/** Of the arguments that are not given for every call, samples. The kernel returns one array. */
export function datasetFor(
  { compiled }: Loaded,
  words: DataWords,
  given: ReadonlyMap<string, NDArray | Value>,
): Dataset {
  const { params, results, writes } = kernelOf(compiled.program);
  const [result] = results;
  if (result === undefined || results.length > 1)
    throw new Failure(`${compiled.kernel} returns ${results.length} values; samples are judged by one`, {
      help: "--result NODE says which",
    });
  const [changed] = writes;
  if (changed !== undefined)
    throw new Failure(
      `${compiled.kernel} writes to its argument ${changed}: a sample would not leave it as it was`,
    );
  const open = params.filter(({ name }) => !given.has(name));
  if (open.length === 0 && params.length > 0)
    throw new Failure(`--data has no effect: ${params.map(({ name }) => name).join(", ")} is given by --in`, {
      help: "--in is for what is the same in every call; leave out the argument that samples are of",
    });
  return readDataset(words, open, maxSize(shapeOf(result)));
}

interface Calling {
  readonly call: (given: ReadonlyMap<string, NDArray | Value>) => Outcome | Promise<Outcome>;
  readonly chosen: Schedule | null;
  readonly end: () => Promise<void>;
}

function calling(
  { compiled }: Loaded,
  on: Target,
  options: ScoreOptions,
  always: ReadonlyMap<string, NDArray | Value>,
): Calling {
  const hardware = hardwareRun(compiled, on, options);
  const nothing = async (): Promise<void> => {};
  if (on === "reference") {
    const program = isAsWritten(options)
      ? compiled.program
      : toProgram(scheduledLoops(compiled, withSchedule(options)));
    const call: Calling["call"] = (given) =>
      runProgram(program, { given: new Map([...always, ...given]), seed: 0 });
    return { call, chosen: null, end: nothing };
  }
  const circuit = hardware === undefined ? null : circuitLoops(compiled, withSchedule(options));
  const loops = circuit?.loops ?? scheduledLoops(compiled, withSchedule(options));
  const builds = createBuilds();
  const setting = { seed: 0, builds, outside: thisMachine, ...(hardware === undefined ? {} : { hardware }) };
  return {
    call: (given) => runLoops(loops, on, { ...setting, given: new Map([...always, ...given]) }),
    chosen: circuit?.chosen ?? null,
    end: () => builds.remove(),
  };
}

/** Files that are read, without the names of arrays in them. */
export function dataFiles({ data, labels, expected }: DataWords): readonly string[] {
  const all = [data, labels, expected].filter((word) => word !== undefined);
  return all.map((word) => word.replace(/(\.npz):[^:]+$/i, "$1"));
}

/** Outputs of all samples go to one file. */
function outputFile({ folder, files }: OutputOptions, inputs: readonly string[]): string | null {
  const [other] = [...files.keys()].filter((name) => name !== "return");
  const path = files.get("return") ?? null;
  if (folder !== null || other !== undefined || (path !== null && !/\.npy$/i.test(path)))
    throw new Failure("--out: with --data, outputs of all samples go to one file", {
      help: "--out return=outputs.npy",
    });
  if (path !== null) checkFile("--out", path, inputs);
  return path;
}

/** In the type of the output, as without --data; what fills up the last call is left out. */
function stacked(results: readonly Result[], { count, rows }: Dataset["samples"]): Uint8Array {
  const [first] = results;
  if (first === undefined) return bug("no call of any sample");
  const each = maxSize(shapeOf(first.type)) / rows;
  const all = allocate(array(elementOf(first.type), [count, each]));
  for (const [call, { value }] of results.entries()) {
    const from = call * rows * each;
    const most = Math.min(rows * each, all.data.length - from);
    for (let i = 0; i < most; i++) set(all, from + i, typeof value === "object" ? get(value, i) : value);
  }
  return encodeNpy(toNpy(all.type, all));
}

/** Of the calls of a circuit. */
interface CallCycles extends Pick<HardwareFacts, "target" | "predicted"> {
  readonly least: number;
  readonly most: number;
  readonly calls: number;
}

function cyclesOf(calls: readonly HardwareFacts[]): CallCycles | null {
  const [first] = calls;
  if (first === undefined) return null;
  const all = calls.map(({ cycles }) => cycles);
  const { target, predicted } = first;
  return { target, predicted, least: Math.min(...all), most: Math.max(...all), calls: calls.length };
}

interface Ran {
  readonly dataset: Dataset;
  readonly on: Target;
  readonly chosen: Schedule | null;
  readonly written: string | null;
  readonly score: Accuracy | Errors | null;
  readonly cycles: CallCycles | null;
  readonly milliseconds: number;
}

function report({ source, compiled }: Loaded, ran: Ran, terminal: Terminal): void {
  const colors = colorsOf(terminal);
  const { score, dataset, cycles, chosen, written, milliseconds } = ran;
  const { count, rows } = dataset.samples;
  terminal.out(`${colors.bold(compiled.kernel)}  ${colors.dim(`${source.path} on ${ran.on}`)}\n\n`);
  if (score !== null) terminal.out(`${scoreText(score)}\n`);
  if (written !== null) terminal.out(`wrote ${written}\n`);
  if (chosen !== null) terminal.out(`${colors.dim(chosenText(chosen))}\n`);
  if (cycles !== null) terminal.out(`${callsText(cycles, rows)}\n`);
  const each = milliseconds / count;
  terminal.out(`${colors.green("ok")}  ${count} samples, ${Number(each.toPrecision(2))} ms each\n`);
}

/** `98.90 % right: 989 of 1000 samples`. */
export function scoreText(score: Accuracy | Errors): string {
  if (score.kind === "errors") {
    const [mean, median, largest] = [score.mean, score.median, score.largest].map((one) =>
      Number(one.toPrecision(4)),
    );
    return `error: median ${median}, mean ${mean}, largest ${largest} (sample ${score.worst}), of ${score.samples} samples`;
  }
  const { right, samples, wrong, unclear } = score;
  const share = ((100 * right) / samples).toFixed(2);
  return `${share} % right: ${right} of ${samples} samples${confusionText(wrong)}${unclearText(unclear)}`;
}

function unclearText(unclear: number): string {
  return unclear === 0 ? "" : `; ${unclear} gave NaN, which is no class`;
}

/** What it takes for what, most often. */
function confusionText(wrong: Accuracy["wrong"]): string {
  const counts = new Map<string, number>();
  for (const { label, chosen } of wrong) {
    if (Number.isNaN(chosen)) continue;
    const key = `${label} taken for ${chosen}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most === undefined || most[1] < 2 ? "" : `; most often ${most[0]}, ${most[1]} times`;
}

function callsText({ least, most, calls, target, predicted }: CallCycles, rows: number): string {
  const range = least === most ? cyclesText(least, target) : `${least} to ${cyclesText(most, target)}`;
  const held = least >= predicted.least && most <= predicted.most;
  const wrong = held ? "" : ` (predicted: ${predicted.least} to ${predicted.most})`;
  const of = rows === 1 ? "a sample" : `${rows} samples`;
  return `${calls} calls of ${of}, ${range} each${wrong}`;
}

function facts({ source, compiled }: Loaded, ran: Ran): unknown {
  const { cycles, score, dataset, chosen, written, milliseconds } = ran;
  return {
    ok: true,
    file: source.path,
    kernel: compiled.kernel,
    on: ran.on,
    samples: dataset.samples.count,
    ...(score === null ? {} : scoreFacts(score)),
    ...(written === null ? {} : { wrote: [written] }),
    ...(cycles === null ? {} : { hardware: cyclesFacts(cycles) }),
    ...(chosen === null ? {} : { schedule: chosen.map(printStep) }),
    milliseconds,
  };
}

export function scoreFacts(score: Accuracy | Errors): Record<string, unknown> {
  if (score.kind === "errors") {
    const { mean, median, largest, worst } = score;
    return { error: { mean, median, largest, worst } };
  }
  const { right, samples, wrong, unclear } = score;
  return { right, accuracy: right / samples, wrong, unclear };
}

function cyclesFacts({ target, predicted, least, most, calls }: CallCycles): unknown {
  return { ...targetJson(target), calls, cycles: { least, most }, predicted: predictedJson(predicted) };
}
