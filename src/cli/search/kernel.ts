/** `lutra search FILE[:KERNEL]`: the schedules of a kernel as a space, and its predicted circuits as what points are worth. */
import { createHash } from "node:crypto";
import { Failure } from "../../diagnostics/failure.ts";
import { type DeviceOptions, targetOf } from "../../driver/device.ts";
import { scheduledLoops } from "../../driver/schedule.ts";
import { scheduleFor } from "../../explore/index.ts";
import { type Evaluator, evaluated, nothingRemembered } from "../../explore/kernel/evaluate.ts";
import { meaningOf, nothingTaken, scheduleOfPoint, wrongValue } from "../../explore/kernel/schedule.ts";
import { kernelSpace, startsOf } from "../../explore/kernel/space.ts";
import { knownSchedules, withStarts } from "../../explore/kernel/starts.ts";
import { readSpace, spaceJson } from "../../explore/search/read_space.ts";
import type { Problem } from "../../explore/search/search.ts";
import type { Point, Space } from "../../explore/search/space.ts";
import type { Loops } from "../../loops/nodes.ts";
import { readText } from "../../outside/files.ts";
import { printSchedule } from "../../schedule/print.ts";
import { inputFiles, load } from "../load.ts";
import type { NetworkWords } from "../network.ts";
import { withProgress } from "../progress.ts";
import type { KernelContents } from "../source.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { parseDuration } from "./budget.ts";
import { commandBatch, commandEvaluator, defaultTimeout } from "./command.ts";
import type { KernelJob } from "./job.ts";
import { limitsWithin, objectivesOf } from "./limits.ts";
import { circuitMeasure, type MeasureWords } from "./measure.ts";
import { parseAddress, type QueueAddress } from "./queue/address.ts";
import { buildName } from "./queue/build.ts";
import { queuePool } from "./queue/pool.ts";
import { queuedProblem } from "./queue/problem.ts";
import type { Searched } from "./run.ts";
import { argumentTypes, nearEnough, searchedTypes, specialisedWords, type TypeWords } from "./types.ts";
import { type WorkerPool, workerPool } from "./workers.ts";

export interface KernelSearchOptions extends DeviceOptions, NetworkWords, MeasureWords, TypeWords {
  readonly arg: readonly string[];
  readonly space?: string | true;
  readonly objective?: string;
  readonly within?: string;
  readonly reassociate?: boolean;
  readonly evaluate?: string;
  readonly timeout?: string;
  readonly queue?: string;
}

export interface Opened {
  readonly searched: Searched;
  readonly close: WorkerPool["close"];
}

const batch = 16; // so many can go on at the same time

/** Null where the space was only to be shown. */
export async function kernelSearch(
  target: string,
  options: KernelSearchOptions,
  workers: number,
  terminal: Terminal,
): Promise<Opened | null> {
  const address = options.queue === undefined ? null : parseAddress(options.queue);
  const loaded = await load(target, options);
  const { compiled, source, contents } = loaded;
  const loops = scheduledLoops(compiled, { ...options, schedule: "none" });
  const { target: made, part } = targetOf(compiled, options);
  const { evaluate: command } = options;
  const free = { reassociate: options.reassociate ?? false };
  const limits = limitsWithin(options.within, part);
  const types = await searchedTypes(loaded, loops, options);
  const given = typeof options.space === "string" ? givenSpace(loops, options.space) : null;
  const named =
    options.objective ??
    (given !== null && given.objectives.length > 0
      ? given.objectives.join(",")
      : contents.kind === "network"
        ? "interval"
        : "cycles");
  const predicted = command === undefined ? objectivesOf(named) : [];
  const objectives = command === undefined ? predicted : named.split(",");
  const { auto, space } = await withProgress(terminal, "choosing schedules to start from", async () => {
    const kernel = { loops, auto: scheduleFor(loops, made, part).schedule };
    const known = given === null ? knownSchedules(kernel, { ...free, target: made, part, limits }) : [];
    const own = kernelSpace(loops, free);
    const knobs = [...own.knobs, ...(types?.knobs ?? [])];
    return { auto: kernel.auto, space: withStarts({ ...own, knobs }, known) };
  });
  if (options.space === true) {
    printJson(terminal, spaceJson({ space, objectives }) as object);
    return null;
  }
  const read: Problem = given ?? { space, objectives };
  const kernel = { loops, auto, taken: nothingTaken() };
  const problem: Problem = {
    ...read,
    objectives,
    starts: [...(read.starts ?? []), ...startsOf(read.space)],
    ...(command === undefined ? { limits: limits.map(({ most }) => most) } : {}),
    sameAs: (point) => meaningOf(kernel, read.space, point),
  };
  const evaluator: Evaluator = {
    ...kernel,
    target: made,
    objectives: predicted,
    limits,
    known: nothingRemembered(),
  };
  const measure = circuitMeasure(options, made, (point) => {
    const scheduled = scheduleOfPoint(evaluator, problem.space, point);
    return scheduled.ok ? scheduled.loops : null;
  });
  const textOf = (point: Point): string => scheduleText(evaluator, problem.space, point);
  const { evaluate, close } =
    command === undefined
      ? await predictions(
          evaluator,
          problem,
          jobFor(
            contents,
            { ...options, arg: argumentTypes(loaded, options), in: specialisedWords(loaded) },
            evaluator,
            problem.space,
          ),
          {
            ...{ workers, terminal, address },
          },
        )
      : commandEvaluator(command, problem, {
          timeoutMs: parseDuration("--timeout", options.timeout ?? defaultTimeout),
          files: [{ name: "schedule", fileName: "kernel.schedule", text: textOf }],
        });
  return {
    searched: {
      title: `search of ${compiled.kernel}`,
      problem,
      evaluate: nearEnough(types, kernel, problem.space, evaluate),
      identity: {
        kernel: createHash("sha256")
          .update(contents.kind === "network" ? contents.bytes : source.text)
          .digest("hex"),
        name: compiled.kernel,
        ...(specialisedWords(loaded).length === 0 ? {} : { in: specialisedWords(loaded) }),
        ...{ arg: options.arg, target: made, limits, command: command ?? null },
        ...(types === null ? {} : { types: types.identity }),
      },
      batch: command === undefined ? batch : commandBatch,
      inputs: inputFiles(source, options),
      notes: [
        ...(command === undefined
          ? [`within ${limits.map(({ name, most }) => `${most} ${name}`).join(", ")} of ${part.name}`]
          : []),
        ...(types === null ? [] : [types.note]),
      ],
      ...(measure === null ? {} : { measure }),
      file: (point) => ({ extension: "schedule", text: textOf(point) }),
    },
    close,
  };
}

/** A value that no schedule understands is told before anything is tried. */
function givenSpace(loops: Loops, path: string): Problem {
  const problem = readSpace(readText(path, "a space as JSON"), path);
  const wrong = wrongValue(loops, problem.space);
  if (wrong === null) return problem;
  throw new Failure(`${path}: ${wrong}`, { help: "lutra search FILE --space prints what a kernel has" });
}

/** Predictions: in this process, in others, or on other machines. */
async function predictions(
  evaluator: Evaluator,
  problem: Problem,
  job: KernelJob,
  where: {
    readonly workers: number;
    readonly terminal: Terminal;
    readonly address: QueueAddress | null;
  },
): Promise<WorkerPool> {
  const { workers, terminal, address } = where;
  if (address !== null) {
    const erase = terminal.interactive ? "\r\x1b[K" : "";
    const tell = (line: string): void => terminal.err(`${erase}${line}\n`);
    return queuePool({ address, build: buildName(terminal.program), tell }, queuedProblem(job), problem);
  }
  if (workers > 1 && terminal.program !== undefined)
    return workerPool(terminal.program, { kind: "kernel", job });
  return { evaluate: async (point) => evaluated(evaluator, problem.space, point), close: () => {} };
}

function jobFor(
  contents: KernelContents,
  options: KernelSearchOptions,
  { auto, objectives }: Evaluator,
  space: Space,
): KernelJob {
  const { arg, in: constants = [], weights, samples, result, type, part, clock, board, within } = options;
  return {
    contents,
    options: {
      arg,
      ...(constants.length === 0 ? {} : { in: constants }),
      ...(weights === undefined ? {} : { weights }),
      ...(samples === undefined ? {} : { samples }),
      ...(type === undefined ? {} : { type }),
      ...(result === undefined ? {} : { result }),
      ...(part === undefined ? {} : { part }),
      ...(clock === undefined ? {} : { clock }),
      ...(board === undefined ? {} : { board }),
      ...(within === undefined ? {} : { within }),
    },
    ...{ space, auto, objectives },
  };
}

function scheduleText(evaluator: Evaluator, space: Space, point: Point): string {
  const made = scheduleOfPoint(evaluator, space, point);
  return made.ok ? printSchedule(made.schedule) : "";
}
