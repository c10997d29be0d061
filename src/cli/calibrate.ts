/** `lutra calibrate`: fixed-point types for the tensors of a network, chosen by data, as steps of a schedule. */
import type { Accuracy, Errors } from "../call/score.ts";
import { Failure } from "../diagnostics/failure.ts";
import { type Calibrated, type CalibratedTensor, calibrate, distance } from "../driver/calibrate/index.ts";
import { scheduledLoops } from "../driver/schedule.ts";
import { checkFile, writeFiles } from "../outside/write.ts";
import { numberSteps } from "../schedule/numbers.ts";
import { printSchedule, printStep } from "../schedule/print.ts";
import { printType } from "../types/print.ts";
import { type Dataset, type DataWords, scoreOf } from "./dataset.ts";
import { inputFiles, type Loaded, type LoadOptions, load, valuesOf } from "./load.ts";
import { progressBar } from "./progress.ts";
import { dataFiles, datasetFor, scoreFacts, scoreText } from "./score.ts";
import { type Cell, table } from "./table.ts";
import { type Colors, colorsOf, printJson, type Terminal } from "./terminal.ts";

export interface CalibrateOptions extends LoadOptions, DataWords {
  readonly maxDrop?: string; // 0.5% where not said
  readonly bits?: string;
  readonly output?: string;
  readonly json: boolean;
}

export async function calibrateCommand(
  target: string,
  options: CalibrateOptions,
  terminal: Terminal,
): Promise<void> {
  const maxDrop = parseDrop(options.maxDrop ?? "0.5%");
  const bits = parseBits(options.bits);
  refuseIdle(options);
  const loaded = await load(target, options);
  const inputs = [...inputFiles(loaded.source, options), ...dataFiles(options)];
  if (options.output !== undefined) checkFile("-o", options.output, inputs);
  const dataset = datasetFor(loaded, options, valuesOf(loaded));
  const bar = progressBar(terminal);
  const found = await calibrate({
    ...{ loops: scheduledLoops(loaded.compiled), samples: dataset.samples, bits },
    ...judgedBy(dataset, maxDrop),
    progress: (phase, done, total) => bar.show(done, total, phase),
  }).finally(() => bar.clear());
  const result: Result = {
    found,
    before: scored(dataset, found.floats, found),
    after: scored(dataset, found.outputs, found),
  };
  const text = scheduleText(loaded, result);
  const { output } = options;
  if (output !== undefined) await writeFiles(new Map([[output, text]]), inputs);
  if (options.json) printJson(terminal, facts(loaded, result, output));
  else report(loaded, result, output, terminal);
}

/**
 * More is better; what may be lost of it. Errors are judged by their mean and their median, whichever grows more; where floats make
 * none, nothing can be so many times larger, and outputs are judged by how far they are from those of floats.
 */
function judgedBy(
  { known }: Dataset,
  maxDrop: number,
): Pick<Parameters<typeof calibrate>[0], "quality" | "maxDrop"> {
  const growth = (score: Errors, before: Errors): number =>
    Math.max(score.mean / before.mean, before.median === 0 ? 0 : score.median / before.median);
  return {
    quality: (outputs, floats) => {
      const score = scoreOf(known, outputs);
      if (score === null) return -distance(outputs, floats);
      if (score.kind === "accuracy") return score.right / score.samples;
      const before = scoreOf(known, floats);
      return before?.kind === "errors" && before.mean > 0
        ? -growth(score, before)
        : -distance(outputs, floats);
    },
    maxDrop,
  };
}

type Judged = Accuracy | Errors | { readonly kind: "distance"; readonly distance: number };

function scored({ known }: Dataset, outputs: readonly Float64Array[], { floats }: Calibrated): Judged {
  return scoreOf(known, outputs) ?? { kind: "distance", distance: distance(outputs, floats) };
}

interface Result {
  readonly found: Calibrated;
  readonly before: Judged;
  readonly after: Judged;
}

function refuseIdle({ type, samples, data, bits, maxDrop }: CalibrateOptions): void {
  if (bits !== undefined && maxDrop !== undefined)
    throw new Failure("--max-drop has no effect with --bits", {
      help: "--bits says the width, whatever is lost by it; leave one of them out",
    });
  if (data === undefined) throw new Failure("calibrate needs samples", { help: "--data FILE.npz" });
  if (type !== undefined) throw new Failure("--type: calibrate chooses the types");
  if (samples !== undefined)
    throw new Failure("--samples has no effect here", {
      help: "the steps are the same for any number of them",
    });
}

function parseDrop(text: string): number {
  const [, number] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text) ?? [];
  if (number !== undefined && Number(number) <= 100) return Number(number) / 100;
  throw new Failure(`--max-drop ${text}: expected a percentage`, { help: "such as --max-drop 0.5%" });
}

function parseBits(text: string | undefined): number | null {
  if (text === undefined) return null;
  const bits = Number(text);
  if (/^\d+$/.test(text) && bits >= 2 && bits <= 24) return bits;
  throw new Failure(`--bits ${text}: expected a whole number from 2 to 24`);
}

function scheduleText({ compiled }: Loaded, { found, before, after }: Result): string {
  const seen = found.floats.length;
  const lines = [
    `Fixed-point types for ${compiled.kernel}, chosen by lutra calibrate from ${seen} samples.`,
    `before: ${judgedText(before)}`,
    `after:  ${judgedText(after)}`,
  ];
  return `${lines.map((line) => `# ${line}\n`).join("")}${printSchedule(numberSteps(found.types))}`;
}

function judgedText(judged: Judged): string {
  if (judged.kind !== "distance") return scoreText(judged);
  return judged.distance === 0
    ? "outputs of floats"
    : `outputs ${percent(judged.distance)} from those of floats (root mean square)`;
}

function percent(part: number): string {
  return `${Number((100 * part).toPrecision(3))} %`;
}

function report(
  { source, compiled }: Loaded,
  result: Result,
  output: string | undefined,
  terminal: Terminal,
): void {
  const colors = colorsOf(terminal);
  const { found, before, after } = result;
  terminal.out(`${colors.bold(compiled.kernel)}  ${colors.dim(source.path)}\n\n`);
  terminal.out(`${tensorTable(found.tensors, colors)}\n`);
  terminal.out(`before  ${judgedText(before)}\nafter   ${judgedText(after)}\n`);
  if (before.kind === "errors" && before.mean === 0)
    terminal.out("floats make no error here: outputs were judged by how far they are from those of floats\n");
  if (output === undefined) {
    terminal.out(`\n${printSchedule(numberSteps(found.types))}`);
    return;
  }
  terminal.out(`wrote ${output}\n`);
  terminal.out(`${colors.dim(`lutra run, build, report, verify and search take it: --type ${output}`)}\n`);
}

function tensorTable(tensors: readonly CalibratedTensor[], colors: Colors): string {
  const head: readonly Cell[] = ["", "elements", "range", "type", "saturated"].map((text) => ({
    text,
    paint: colors.dim,
  }));
  const rows = tensors.map((one): readonly Cell[] => [
    { text: one.role === "layer" ? one.name : `${one.name} (${one.role})` },
    { text: String(one.elements), align: "right" },
    { text: `${short(one.low)} to ${short(one.high)}`, paint: colors.dim },
    { text: printType({ ...one.type, rounding: "truncate", overflow: "wrap" }), paint: colors.cyan },
    {
      text: one.saturated === 0 ? "" : `${one.saturated} of ${one.values}`,
      align: "right",
      paint: colors.yellow,
    },
  ]);
  return table([head, ...rows]);
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function facts(
  { source, compiled }: Loaded,
  { found, before, after }: Result,
  output: string | undefined,
): unknown {
  const judged = (one: Judged) =>
    one.kind === "distance" ? { distance: one.distance } : withoutMistakes(scoreFacts(one));
  return {
    ok: true,
    file: source.path,
    kernel: compiled.kernel,
    samples: found.floats.length,
    before: judged(before),
    after: judged(after),
    tensors: found.tensors.map(({ name, role, elements, low, high, type, values, saturated }) => ({
      ...{ name, role, elements, low, high, values, saturated },
      type: printType(type),
    })),
    schedule: numberSteps(found.types).map(printStep),
    ...(output === undefined ? {} : { wrote: [output] }),
  };
}

function withoutMistakes({ wrong: _, ...others }: Record<string, unknown>): Record<string, unknown> {
  return others;
}
