/** `lutra run`: a kernel called on files, numbers, and data made from a seed. */
import { type InARow, inARow } from "../call/in_a_row.ts";
import { type Outcome, runLoops, runProgram, type Target, targets } from "../call/run.ts";
import { callOpened, openBoard } from "../deploy/board.ts";
import { diagnose } from "../diagnostics/catalogue/index.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { Failure, noSuch } from "../diagnostics/failure.ts";
import { countLine, diagnosticJson } from "../diagnostics/render.ts";
import { cyclesText } from "../driver/device.ts";
import { chosenText, circuitLoops, scheduledLoops } from "../driver/schedule.ts";
import { toProgram } from "../loops/program.ts";
import type { BitstreamJob } from "../outside/bitstream.ts";
import { thisMachine } from "../outside/index.ts";
import { checkFile, writeWith } from "../outside/write.ts";
import { RunFault } from "../program/interpret/fault.ts";
import type { Program } from "../program/nodes.ts";
import { printStep } from "../schedule/print.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { Value } from "../types/operators.ts";
import { printType } from "../types/print.ts";
import type { NDArray } from "../types/storage.ts";
import type { Type } from "../types/types.ts";
import type { DataWords } from "./dataset.ts";
import { hardwareJson, hardwareRun, type SimulationOptions } from "./hardware.ts";
import { callValuesOf, inputFiles, type Loaded, type LoadOptions, load, specialisedJson } from "./load.ts";
import { parseOutputs, planOutputs, writeOutputs } from "./outputs.ts";
import { withProgress } from "./progress.ts";
import { isAsWritten, type ScheduleWord, withSchedule } from "./schedule.ts";
import { scoreCommand } from "./score.ts";
import { summarise, summaryText } from "./summary.ts";
import { type Cell, table } from "./table.ts";
import { colorsOf, printJson, type Terminal } from "./terminal.ts";

export interface RunCommandOptions extends LoadOptions, ScheduleWord, SimulationOptions, DataWords {
  readonly out: readonly string[]; // DIR, NAME=FILE
  readonly on: string;
  readonly seed: string;
  readonly port?: string; // where a board is
  readonly calls?: string; // so many, one after another as soon as the circuit takes them
  readonly json: boolean;
}

export async function runCommand(
  target: string,
  options: RunCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const on: Target | "board" = options.on === "board" ? "board" : parseTarget(options.on);
  const seed = parseSeed(options.seed);
  const out = parseOutputs(options.out);
  const loaded = await load(target, options);
  if (options.data !== undefined) {
    if (on === "board")
      throw new Failure("--data has no effect on --on board", { help: "it is for other targets" });
    return scoreCommand(loaded, on, options, out, terminal);
  }
  const idle = (["labels", "expected"] as const).find((name) => options[name] !== undefined);
  if (idle !== undefined)
    throw new Failure(`--${idle} has no effect without --data`, { help: "--data says the samples" });
  const inputs = inputFiles(loaded.source, options);
  const given = callValuesOf(loaded);
  const { compiled, source } = loaded;
  const hardware = on === "board" ? undefined : hardwareRun(compiled, on, options);
  const unheard =
    on === "board"
      ? (["sim", "vcd", "part"] as const).find((name) => options[name] !== undefined)
      : undefined;
  if (unheard !== undefined)
    throw new Failure(`--${unheard} has no effect on --on board`, { help: "it is for --on verilog" });
  if (on !== "board" && options.port !== undefined)
    throw new Failure(`--port has no effect on --on ${on}`, { help: "it is for --on board" });
  const calls = parseCalls(options, hardware);
  if (options.vcd !== undefined) checkFile("--vcd", options.vcd, inputs);
  const outputs = planOutputs(out, compiled.program, inputs);
  const call = { given, seed, outside: thisMachine, ...(hardware === undefined ? {} : { hardware }) };
  const onBoard = async (): Promise<Ran> => {
    const stage: BitstreamJob["stage"] = (what, work) => withProgress(terminal, what, work);
    const opened = await openBoard(compiled, withSchedule(options), stage);
    const called = withProgress(terminal, `running ${compiled.kernel}`, () => callOpened(opened, call));
    return { outcome: await called.finally(opened.close), chosen: null, row: null };
  };
  const onTarget = async (target: Target): Promise<Ran> => {
    if (target === "reference")
      return {
        outcome: isAsWritten(options)
          ? runProgram(compiled.program, call)
          : await runLoops(scheduledLoops(compiled, withSchedule(options)), "reference", call),
        chosen: null,
        row: null,
      };
    if (hardware === undefined)
      return {
        outcome: await runLoops(scheduledLoops(compiled, withSchedule(options)), target, call),
        chosen: null,
        row: null,
      };
    const circuit = circuitLoops(compiled, withSchedule(options));
    const simulated = (vcd: string) =>
      runLoops(circuit.loops, target, { ...call, hardware: { ...hardware, vcd } });
    const outcome =
      options.vcd === undefined
        ? await runLoops(circuit.loops, target, call)
        : await writeWith(options.vcd, inputs, simulated, isFault); // waveforms show where a fault comes from
    const row = calls === null ? null : await inARow(circuit.loops, hardware.target, given, { calls, seed });
    return { outcome, chosen: circuit.chosen, row };
  };
  const ran =
    on === "board" ? onBoard() : withProgress(terminal, `running ${compiled.kernel}`, () => onTarget(on));
  const { outcome, chosen, row } = await ran.catch((error: unknown) => {
    throw isFault(error) ? new Diagnosed(source, [faultDiagnostic(error)]) : error;
  });
  const waves = options.vcd === undefined ? [] : [options.vcd];
  const results = await writeOutputs(outputs, outcome, inputs);
  const setting = { seed, on, written: [...results, ...waves], chosen, row, waves: options.vcd ?? null };
  if (options.json) printJson(terminal, facts(loaded, outcome, setting));
  else report(loaded, outcome, setting, terminal);
  if (!isRight(row)) throw new Failure("", { status: 1 }); // it has been said
}

function isRight(row: InARow | null): boolean {
  return row === null || row.differ.length === 0;
}

type Ran = Pick<Setting, "chosen" | "row"> & { readonly outcome: Outcome };

export function isFault(error: unknown): error is RunFault {
  return error instanceof RunFault;
}

/** Under a schedule the loops are what runs: Loops are a Program too. */
export function programOf({ compiled }: Loaded, options: ScheduleWord): Program {
  return isAsWritten(options) ? compiled.program : toProgram(scheduledLoops(compiled, withSchedule(options)));
}

/** What the kernel did wrong while it ran, shown at its place in the source. */
export function faultDiagnostic({ code, message, span }: RunFault): Diagnostic {
  return diagnose("run-fault", span, { fault: code.replaceAll("-", " "), detail: message });
}

interface Setting {
  readonly seed: number;
  readonly on: Target | "board";
  readonly written: readonly string[];
  readonly chosen: Schedule | null; // by Lutra, for a circuit
  readonly row: InARow | null; // calls in a row, where somebody asks
  readonly waves: string | null; // the file of waveforms
}

function parseTarget(text: string): Target {
  const target = targets.find((known) => known === text);
  if (target !== undefined) return target;
  throw noSuch("--on", text, "target", [...targets, "board"]);
}

export function parseSeed(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(seed)) return seed;
  throw new Failure(`--seed ${text}: expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
}

function report(
  { source, compiled, unused }: Loaded,
  outcome: Outcome,
  setting: Setting,
  terminal: Terminal,
): void {
  const colors = colorsOf(terminal);
  const row = (
    group: string,
    name: string,
    type: Type,
    value: NDArray | Value,
    note: string,
  ): readonly Cell[] => [
    { text: group, paint: colors.dim },
    { text: name },
    { text: printType(type), paint: colors.cyan },
    { text: summaryText(type, value) },
    { text: note, paint: colors.dim },
  ];
  const constants = compiled.program.specialised ?? [];
  const args = [
    ...outcome.args.map(({ name, type, value, made, written }) => {
      const notes = [made ? `from seed ${setting.seed}` : "", written ? "written" : ""];
      return { name, type, value, note: notes.filter(Boolean).join(", ") };
    }),
    ...constants.map(({ name, type, value }) => ({ name, type, value, note: "known when compiling" })),
  ];
  const rows = [
    ...args.map(({ name, type, value, note }, i) => row(i === 0 ? "arguments" : "", name, type, value, note)),
    ...outcome.results.map(({ type, value }, i) => {
      const name = outcome.results.length > 1 ? String(i) : "";
      return row(i === 0 ? "returned" : "", name, type, value, "");
    }),
  ];
  terminal.out(`${colors.bold(compiled.kernel)}  ${colors.dim(`${source.path} on ${setting.on}`)}\n\n`);
  terminal.out(rows.length === 0 ? "  nothing in, nothing out\n" : table(rows));
  terminal.out("\n");
  const warnings = compiled.diagnostics.length;
  if (warnings > 0)
    terminal.out(`${colors.yellow(countLine(compiled.diagnostics))}: lutra check shows more\n`);
  if (unused.length > 0)
    terminal.out(`${colors.yellow("note")}: not an argument, not used: ${unused.join(", ")}\n`);
  for (const path of setting.written) terminal.out(`wrote ${path}${waveNote(path, setting)}\n`);
  if (setting.chosen !== null) terminal.out(`${colors.dim(chosenText(setting.chosen))}\n`);
  if (setting.row !== null) terminal.out(`${rowText(setting.row, setting.seed)}\n`);
  const ran = colors.dim(`ran in ${milliseconds(outcome.runMs)}`);
  const verdict = isRight(setting.row) ? colors.green("ok") : colors.red("wrong");
  terminal.out(`${verdict}  ${hardwareText(outcome)}${ran}\n`);
}

/** Waveforms are of a call by itself, whatever runs in a row beside it. */
function waveNote(path: string, { waves, row }: Setting): string {
  return path === waves && row !== null ? ": one call by itself, not those in a row" : "";
}

function rowText({ calls, latency, interval, predicted, dataDecide, differ }: InARow, seed: number): string {
  const wrong =
    interval !== null && predicted !== null && interval !== predicted
      ? ` (predicted: ${shortNumber(predicted)})`
      : "";
  const every =
    interval === null
      ? `; ${noInterval(calls, dataDecide)}`
      : `, a new one every ${shortNumber(interval)} cycles${wrong}`;
  const data = `what is not given from seed ${seed} on`;
  const said =
    differ.length === 0
      ? "all as the reference has them"
      : `calls ${differ.join(", ")} differ from the reference`;
  return `${calls} ${calls === 1 ? "call" : "calls"} in a row: ${latency} cycles each${every}; ${data}, ${said}`;
}

/** Why it is not told how often calls follow each other. */
function noInterval(calls: number, dataDecide: boolean): string {
  if (dataDecide) return "data decide how often they follow each other";
  return `how often they follow each other shows ${calls < 5 ? "from 5 calls on" : "with more calls"}`;
}

/** Calls may follow each other in a pattern, of which this is the mean. */
function shortNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Only our own simulator runs calls in a row. */
function parseCalls({ calls, sim }: RunCommandOptions, hardware: object | undefined): number | null {
  if (calls === undefined) return null;
  if (hardware === undefined)
    throw new Failure("--calls has no effect here", { help: "it is for --on verilog" });
  if (sim !== undefined && sim !== "lutra")
    throw new Failure(`--calls: ${sim} runs one call`, {
      help: "leave out --sim: Lutra's own simulator runs several",
    });
  const count = Number(calls);
  if (/^\d+$/.test(calls) && count >= 1 && count <= 1000) return count;
  throw new Failure(`--calls ${calls}: expected a whole number from 1 to 1000`);
}

/** What it took in hardware; a prediction that did not hold is a mistake of ours, and shown. */
function hardwareText({ hardware }: Outcome): string {
  if (hardware === undefined) return "";
  const { cycles, predicted, target, withMemory } = hardware;
  const isWrong = cycles < predicted.least || cycles > predicted.most;
  const wrong = isWrong ? ` (predicted: ${predicted.least} to ${predicted.most})` : "";
  const all = withMemory === undefined ? "" : `, with memory ${cyclesText(withMemory, target)}`;
  return `${cyclesText(cycles, target)}${wrong}${all}  `;
}

function facts({ source, compiled, unused }: Loaded, outcome: Outcome, setting: Setting): unknown {
  return {
    ok: isRight(setting.row),
    file: source.path,
    kernel: compiled.kernel,
    on: setting.on,
    seed: setting.seed,
    arguments: outcome.args.map(({ name, type, value, made, written }) => ({
      name,
      type: printType(type),
      from: made ? "seed" : "given",
      written,
      ...summarise(type, value),
    })),
    ...specialisedJson(compiled.program),
    returns: outcome.results.map(({ type, value }) => ({ type: printType(type), ...summarise(type, value) })),
    unused,
    wrote: setting.written,
    milliseconds: outcome.runMs,
    ...(outcome.hardware === undefined ? {} : { hardware: hardwareJson(outcome.hardware) }),
    ...(setting.row === null ? {} : { calls: setting.row }),
    ...(setting.chosen === null ? {} : { schedule: setting.chosen.map(printStep) }),
    diagnostics: compiled.diagnostics.map((d) => diagnosticJson(source, d)),
  };
}

export function milliseconds(ms: number): string {
  return ms < 1000 ? `${Number(ms.toPrecision(2))} ms` : `${(ms / 1000).toFixed(2)} s`;
}
