import {
  agrees,
  type Ending,
  type Journey,
  type Planned,
  plannedRoads,
  pythonRoads,
  type Road,
  type RoadName,
  roadNames,
  verify,
} from "../call/verify.ts";
import { Failure, noSuch } from "../diagnostics/failure.ts";
import { diagnosticJson, renderAll } from "../diagnostics/render.ts";
import { chosenText } from "../driver/schedule.ts";
import { journeyOf } from "../driver/verify.ts";
import { thisMachine } from "../outside/index.ts";
import { printStep } from "../schedule/print.ts";
import { onStop, type Stop, stopStatus } from "../toolchain/stop.ts";
import { callValuesOf, type LoadOptions, load } from "./load.ts";
import { progressBar, withProgress } from "./progress.ts";
import { milliseconds, parseSeed } from "./run.ts";
import { type ScheduleWord, withSchedule } from "./schedule.ts";
import { type Cell, tableLine, widthOf } from "./table.ts";
import { type Colors, colorsOf, printJson, type Terminal } from "./terminal.ts";
import { walkApart } from "./walk.ts";

export interface VerifyOptions extends LoadOptions, ScheduleWord {
  readonly seed: string;
  readonly json: boolean;
  readonly roads?: string; // names with commas between; else all there are
  readonly python?: boolean; // false: nothing that CPython runs
}

export async function verifyCommand(
  target: string,
  options: VerifyOptions,
  terminal: Terminal,
): Promise<void> {
  const wanted = wantedRoads(options);
  const seed = parseSeed(options.seed);
  const loaded = await load(target, options);
  const { source, compiled } = loaded;
  const { journey, chosen, refused } = await withProgress(terminal, `preparing ${compiled.kernel}`, () =>
    journeyOf(compiled, { ...withSchedule(options), given: callValuesOf(loaded), seed, wanted }),
  );
  if (!options.json && refused.length > 0)
    terminal.err(renderAll(source, refused, { color: terminal.errorColor }));
  const planned = plannedRoads(journey, wanted);
  if (options.roads !== undefined) refuseAbsent(wanted, planned);
  const { roads, stop } = await walkAll({ journey, wanted }, planned, terminal, {
    title: options.json
      ? null
      : `${colorsOf(terminal).bold(compiled.kernel)}  ${colorsOf(terminal).dim(source.path)}`,
  });
  const failed = roads.filter((road) => !agrees(road));
  if (options.json) {
    printJson(terminal, {
      ok: failed.length === 0 && stop === null,
      file: source.path,
      kernel: compiled.kernel,
      seed,
      ...(chosen === null ? {} : { schedule: chosen.map(printStep) }),
      ...(stop === null ? {} : { interrupted: true }),
      roads: roads.map(({ name, what, ending, milliseconds: took }) => ({
        name,
        what,
        ...ending,
        milliseconds: took,
      })),
      diagnostics: compiled.diagnostics.map((d) => diagnosticJson(source, d)),
    });
    if (stop !== null) throw new Failure("", { status: stopStatus(stop) });
    if (failed.length > 0) throw new Failure("", { status: 1 });
    return;
  }
  const colors = colorsOf(terminal);
  terminal.out("\n");
  if (chosen !== null) terminal.out(`${colors.dim(`circuits: ${chosenText(chosen)}`)}\n`);
  if (stop !== null) throw interrupted(roads, planned, failed, stop);
  if (failed.length > 0) throw disagreement(failed);
  const walked = roads.filter(wasWalked);
  terminal.out(
    `${colors.green("ok")}  ${walked.length} of ${roads.length} roads were walked, and all agree\n`,
  );
}

/** The words of `--roads` and `--no-python`. */
function wantedRoads({ roads, python = true }: VerifyOptions): readonly RoadName[] {
  const named = roads?.split(",").map((word): RoadName => {
    const text = word.trim().replaceAll(/[-_]/g, " ");
    const found = roadNames.find((one) => one === text);
    if (found === undefined) throw noSuch("--roads", word.trim(), "road", roadNames);
    if (!python && pythonRoads.includes(found))
      throw new Failure(`--roads ${found} and --no-python: CPython walks that road`);
    return found;
  });
  return (named ?? roadNames).filter((one) => python || !pythonRoads.includes(one));
}

/** A road that is asked for and not there is not left out in silence. */
function refuseAbsent(wanted: readonly RoadName[], planned: readonly Planned[]): void {
  const absent = wanted.find((one) => planned.every(({ name }) => name !== one));
  if (absent === undefined) return;
  const why =
    absent === "scheduled"
      ? "no schedule changes the loops"
      : absent === "source"
        ? "the file is no .py file"
        : "the kernel has no loops";
  throw new Failure(`--roads ${absent}: there is no such road here: ${why}`);
}

/** Shows each road when it has ended, unless there is no title. A signal ends the walk; what is known then is given. */
async function walkAll(
  job: { readonly journey: Journey; readonly wanted: readonly RoadName[] },
  planned: readonly Planned[],
  terminal: Terminal,
  { title }: { readonly title: string | null },
): Promise<{ readonly roads: readonly Road[]; readonly stop: Stop | null }> {
  const colors = colorsOf(terminal);
  const widths = [1, ...[planned.map(({ name }) => name), planned.map(({ what }) => what)].map(widest), 7, 1];
  const bar = progressBar(terminal);
  const roads: Road[] = [];
  const stopping = new AbortController();
  let stop: Stop | null = null;
  const next = (): void => {
    const under = planned[roads.length];
    if (under !== undefined) bar.show(roads.length, planned.length, under.name);
  };
  const { program } = terminal;
  const forget =
    program === undefined
      ? () => {}
      : onStop((signal) => {
          stop = signal;
          stopping.abort();
        });
  if (title !== null) terminal.out(`${title}\n\n`);
  next();
  try {
    const walking =
      program === undefined
        ? verify(job.journey, job.wanted, thisMachine)
        : walkApart(program, job, stopping.signal);
    for await (const road of walking) {
      roads.push(road);
      bar.clear();
      if (title !== null) terminal.out(tableLine(row(road, colors), widths));
      next();
    }
  } finally {
    bar.clear();
    forget();
  }
  return { roads, stop };
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(widthOf));
}

function wasWalked({ ending }: Road): boolean {
  return ending.kind !== "skipped" && ending.kind !== "refused";
}

function disagreement(failed: readonly Road[]): Failure {
  if (failed.some(({ ending }) => ending.kind === "no end")) {
    return new Failure("the reference did not come to an end, so there is nothing to compare with", {
      help: "verify the kernel on smaller data: --in NAME=FILE.npy, --in NAME=8, --arg NAME=int32[8]",
    });
  }
  const names = failed.map(({ name }) => name).join(", ");
  return new Failure(`${names} ${failed.length === 1 ? "does" : "do"} not agree with the reference`, {
    status: 1,
    help: "this is a mistake of Lutra's, or of the compiler that built the road: please report it with the kernel",
  });
}

function interrupted(
  roads: readonly Road[],
  planned: readonly Planned[],
  failed: readonly Road[],
  stop: Stop,
): Failure {
  const known =
    failed.length === 0 ? "those agree" : `${failed.map(({ name }) => name).join(", ")} did not agree`;
  const left = planned.slice(roads.length).map(({ name }) => name);
  const count = `${roads.filter(wasWalked).length} of ${planned.length} roads were walked`;
  return new Failure(`stopped: ${count}, and ${known}; not ${left.join(", ")}`, { status: stopStatus(stop) });
}

function row({ name, what, ending, milliseconds: took }: Road, colors: Colors): readonly Cell[] {
  const { mark, words } = shown(ending, colors);
  return [
    mark,
    { text: name },
    { text: what, paint: colors.dim },
    {
      text: ending.kind === "skipped" || ending.kind === "refused" ? "" : milliseconds(took),
      align: "right",
      paint: colors.dim,
    },
    words,
  ];
}

function shown(ending: Ending, colors: Colors): { readonly mark: Cell; readonly words: Cell } {
  switch (ending.kind) {
    case "measure":
      return { mark: { text: "•" }, words: { text: "what the others are compared with", paint: colors.dim } };
    case "same":
      return { mark: { text: "✓", paint: colors.green }, words: { text: "the same bits" } };
    case "close": {
      const { count, total, relative } = ending.difference;
      const size =
        relative === Number.POSITIVE_INFINITY ? "" : `, by ${relative.toPrecision(2)} of the largest`;
      return {
        mark: { text: "≈", paint: colors.yellow },
        words: { text: `${count} of ${total} differ${size}: ${ending.why}`, paint: colors.yellow },
      };
    }
    case "differs": {
      const { where, expected, found, count, total } = ending.difference;
      return {
        mark: { text: "✗", paint: colors.red },
        words: {
          text: `${where} is ${found}, expected ${expected} (${count} of ${total} differ)`,
          paint: colors.red,
        },
      };
    }
    case "same fault":
      return {
        mark: { text: "✓", paint: colors.green },
        words: { text: `the same fault: ${ending.message}` },
      };
    case "no end":
    case "other fault":
    case "broken":
      return { mark: { text: "✗", paint: colors.red }, words: { text: ending.message, paint: colors.red } };
    case "refused":
      return {
        mark: { text: "-", paint: colors.dim },
        words: { text: `not possible: ${ending.message}`, paint: colors.dim },
      };
    case "skipped":
      return {
        mark: { text: "-", paint: colors.dim },
        words: { text: `not walked: ${ending.message}`, paint: colors.dim },
      };
  }
}
