/** `lutra search`: finds the best points of a space. What is searched, from the words of the command line. */
import { gunzipSync } from "node:zlib";
import { Failure } from "../../diagnostics/failure.ts";
import { readSpace } from "../../explore/search/read_space.ts";
import { tableProblem } from "../../explore/search/table.ts";
import { readBytes, readText } from "../../outside/files.ts";
import { parseSeed } from "../run.ts";
import type { Terminal } from "../terminal.ts";
import { parseBudget, parseDuration } from "./budget.ts";
import { commandBatch, commandEvaluator, defaultTimeout } from "./command.ts";
import { parseCount, parseWorkers } from "./count.ts";
import { type KernelSearchOptions, kernelSearch, type Opened } from "./kernel.ts";
import { type RunSettings, runSearch } from "./run.ts";

export interface SearchOptions extends KernelSearchOptions {
  readonly table?: string;
  readonly knobs?: string;
  readonly feasible?: string;
  readonly method?: string;
  readonly budget: string;
  readonly batch?: string;
  readonly seed?: string;
  readonly workers?: string;
  readonly output?: string;
  readonly resume?: string;
  readonly force?: boolean;
  readonly json: boolean;
}

export async function searchCommand(
  target: string | undefined,
  options: SearchOptions,
  terminal: Terminal,
): Promise<void> {
  const settings = settingsOf(options);
  const given = [
    target === undefined ? null : target,
    options.table && "--table",
    options.space && "--space",
  ];
  const isKernel = target !== undefined && options.table === undefined;
  const what = given.filter((one) => typeof one === "string");
  if (what.length !== 1 && !isKernel) {
    const said =
      what.length === 0
        ? "there is nothing to search"
        : `${what.join(" and ")}: only one of them is searched`;
    throw new Failure(said, {
      help: "lutra search FILE.py, or --table FILE.csv --knobs a,b --objective c, or --space FILE.json --evaluate COMMAND",
    });
  }
  const opened = isKernel
    ? await ofKernel(target, options, settings.workers, terminal)
    : options.table === undefined
      ? spaceSearch(options)
      : tableSearch(options.table, options);
  if (opened === null) return;
  const { searched, close } = opened;
  try {
    await runSearch(searched, settings, terminal);
  } finally {
    await close();
  }
}

function ofKernel(
  target: string,
  options: SearchOptions,
  workers: number,
  terminal: Terminal,
): Promise<Opened | null> {
  refuse(options, ["knobs", "feasible"], "a kernel");
  if (options.queue !== undefined) {
    refuse(options, ["workers"], "--queue: each worker says its own");
    if (options.evaluate !== undefined) {
      throw new Failure("--evaluate is a program, and workers of a queue run none: leave out --queue");
    }
  }
  if (options.evaluate === undefined) refuse(options, ["timeout"], "a kernel without --evaluate");
  else refuse(options, ["within"], "--evaluate, whose program says what is feasible");
  return kernelSearch(target, options, workers, terminal);
}

function tableSearch(path: string, options: SearchOptions): Opened {
  refuse(options, ["evaluate", "timeout", ...ofKernels], "--table");
  const knobs = namesOf("--knobs", options.knobs);
  const objectives = namesOf("--objective", options.objective);
  const text = tableText(path);
  const read = tableProblem(text, { path, knobs, objectives, feasible: options.feasible ?? null });
  const repeated =
    read.repeated === 0 ? [] : [`${read.repeated} rows repeat a point: the best one of them counts`];
  return {
    searched: {
      title: `search of ${path}`,
      problem: read.problem,
      evaluate: async (point) => read.lookUp(point),
      identity: { table: true, feasible: options.feasible ?? null },
      batch: 1, // a row is read at once, so nothing is gained by proposing several
      inputs: [path],
      notes: repeated,
    },
    close: () => {},
  };
}

function tableText(path: string): string {
  if (!/\.gz$/i.test(path)) return readText(path, "a table as comma-separated values");
  const bytes = readBytes(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(
      gunzipSync(bytes, { maxOutputLength: mostTable }),
    );
  } catch {
    throw new Failure(`cannot read ${path}: it is no gzip file of UTF-8 text, or larger than 1 GiB`);
  }
}

const mostTable = 2 ** 30;

function spaceSearch(options: SearchOptions): Opened {
  refuse(options, ["knobs", "feasible", ...ofKernels], "--space");
  const { space: path, evaluate: command } = options;
  if (typeof path !== "string")
    throw new Failure("--space needs a file", { help: "--space FILE.json --evaluate COMMAND" });
  if (command === undefined) {
    throw new Failure("--space needs --evaluate: nothing else says what a point is worth", {
      help: "such as --evaluate './measure.sh {point}', which prints JSON such as {\"cycles\": 100}",
    });
  }
  const read = readSpace(readText(path, "a space as JSON"), path);
  const objectives =
    options.objective === undefined ? read.objectives : namesOf("--objective", options.objective);
  if (objectives.length === 0) {
    throw new Failure(`${path}: no objective is named, there nor by --objective`, {
      help: "name what is minimised, as the command prints it: --objective cycles",
    });
  }
  const problem = { ...read, objectives };
  const timeoutMs = parseDuration("--timeout", options.timeout ?? defaultTimeout);
  const { evaluate, close } = commandEvaluator(command, problem, { timeoutMs });
  return {
    searched: {
      title: `search of ${path}`,
      problem,
      evaluate,
      identity: { command },
      batch: commandBatch,
      inputs: [path],
    },
    close,
  };
}

/** Words that only a kernel's search understands. */
const ofKernels = [
  ...(["part", "clock", "board", "within", "reassociate", "quantize", "maxError"] as const),
  ...(["queue", "area", "place"] as const),
];

/** Nothing that is said is ignored. */
function refuse(options: SearchOptions, names: readonly (keyof SearchOptions)[], beside: string): void {
  const name = names.find((one) => options[one] !== undefined);
  if (name !== undefined) throw new Failure(`--${name} says nothing beside ${beside}`);
}

function namesOf(option: string, text: string | undefined): readonly string[] {
  const names = (text ?? "").split(",").map((name) => name.trim());
  if (text !== undefined && names.every((name) => name !== "")) return names;
  throw new Failure(`${option} needs the names of columns, with commas between`);
}

function settingsOf(options: SearchOptions): RunSettings {
  const { resume, output } = options;
  if (resume !== undefined && output !== undefined && resume !== output) {
    throw new Failure("--resume and -o name different directories: a search goes on where it is");
  }
  return {
    method: options.method ?? null,
    seed: options.seed === undefined ? null : parseSeed(options.seed),
    batch: options.batch === undefined ? null : parseCount("--batch", options.batch),
    budget: parseBudget(options.budget),
    workers: options.queue === undefined ? parseWorkers(options.workers) : Number.POSITIVE_INFINITY,
    output: resume ?? output ?? null,
    resume: resume !== undefined,
    force: options.force ?? false,
    json: options.json,
  };
}
