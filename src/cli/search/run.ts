/**
 * Whatever is searched, this is how: a journal while it goes on, a line for who watches, then the front as text or JSON and
 * as files. Ctrl-C keeps all of it.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Failure } from "../../diagnostics/failure.ts";
import { paretoFront } from "../../explore/search/front.ts";
import type { History } from "../../explore/search/history.ts";
import { methodNamed } from "../../explore/search/methods/index.ts";
import type { Method } from "../../explore/search/methods/method.ts";
import { type Evaluate, type Problem, type Recorded, search } from "../../explore/search/search.ts";
import { type Point, pointValues } from "../../explore/search/space.ts";
import { readBytes } from "../../outside/files.ts";
import { type Content, claimFolder, unchangedFiles } from "../../outside/folder.ts";
import { checkFolder, statOf, writeFiles } from "../../outside/write.ts";
import { onStop, type Stop, stopStatus } from "../../toolchain/stop.ts";
import { withProgress } from "../progress.ts";
import { printJson, type Terminal } from "../terminal.ts";
import type { Budget } from "./budget.ts";
import {
  type Header,
  headerLine,
  journalName,
  openJournal,
  readHeaderOf,
  readJournal,
  spaceChecksum,
} from "./journal.ts";
import { liveLine } from "./live.ts";
import { type FrontMeasure, type FrontMeasured, measuredFront, nothingMeasured } from "./measure.ts";
import { searchPage } from "./page.ts";
import { type Result, resultJson, resultText, summaryLines } from "./show.ts";

/** What is searched: a table, a space with a command, a kernel. */
export interface Searched {
  readonly title: string;
  readonly problem: Problem;
  readonly evaluate: Evaluate;
  readonly identity: unknown; // how points are evaluated: a search goes on only where it is the same
  readonly batch: number; // points proposed at once, where nobody says
  readonly inputs: readonly string[]; // files that were read
  readonly notes?: readonly string[]; // what a person should know of it
  readonly measure?: FrontMeasure; // what tools say of the front
  readonly file?: (point: Point) => { readonly extension: string; readonly text: string }; // of a front point; else JSON
}

export interface RunSettings {
  readonly method: string | null; // null: not said
  readonly seed: number | null;
  readonly batch: number | null;
  readonly budget: Budget;
  readonly workers: number;
  readonly output: string | null; // a directory
  readonly resume: boolean; // what is in it goes on
  readonly force: boolean;
  readonly json: boolean;
}

/** How it ended: `time` and a signal are told apart from a budget of evaluations. */
export type End = "budget" | "time" | "space" | Stop;

export async function runSearch(
  searched: Searched,
  settings: RunSettings,
  terminal: Terminal,
): Promise<void> {
  const { header, method, before } = await begin(searched, settings);
  const started = performance.now();
  const live = liveLine(terminal, searched.problem.objectives, settings.budget, before);
  const journal = settings.output === null ? null : openJournal(join(settings.output, journalName));
  const onEvaluated = (recorded: Recorded): void => {
    journal?.append(recorded);
    live.evaluated(recorded);
  };
  const { history, end } = await untilStopped(settings.budget, async (stopped) => {
    try {
      const { seed, batch } = header;
      const { evaluations } = settings.budget;
      const setting = { method, seed, batch, evaluations, workers: settings.workers };
      return await search(awakeProblem(searched.problem), setting, awake(searched.evaluate), {
        before,
        stopped,
        onEvaluated,
      });
    } finally {
      live.clear();
      journal?.close();
    }
  });
  const milliseconds = performance.now() - started;
  const measured = await frontOf(searched, history, end, terminal);
  const result: Result = { searched, header, history, measured, end, milliseconds };
  const wrote = settings.output === null ? null : await writeResult(result, settings.output, settings.force);
  show(result, wrote, settings, terminal);
}

/** Not where a person has stopped the search. */
async function frontOf(
  { measure }: Searched,
  history: History,
  end: End,
  terminal: Terminal,
): Promise<FrontMeasured> {
  if (measure === undefined) return nothingMeasured;
  if (end !== "budget" && end !== "time" && end !== "space")
    return { ...nothingMeasured, notes: ["stopped, so the front was not measured"] };
  return withProgress(terminal, "measuring the front", () => measuredFront(measure, history));
}

function show(
  result: Result,
  wrote: readonly string[] | null,
  settings: RunSettings,
  terminal: Terminal,
): void {
  const { history, end } = result;
  const none =
    history.feasible.length === 0 && (history.evaluations.length > 0 || end === "space")
      ? noneFeasible(history)
      : null;
  const status =
    end === "budget" || end === "time" || end === "space" ? (none === null ? 0 : 1) : stopStatus(end);
  if (settings.json) {
    const error = none === null ? {} : { error: { message: none.message, help: none.help } };
    const facts = { ...resultJson(result), ...(wrote === null ? {} : { wrote }) };
    printJson(terminal, { ok: status === 0, ...facts, ...error });
    if (status !== 0) throw new Failure("", { status });
    return;
  }
  terminal.out(resultText(result, terminal));
  if (wrote !== null) terminal.out(`wrote ${settings.output}: ${someOf(wrote)}\n`);
  if (none !== null && status === 1) throw none;
  if (status === 0) return;
  const again = settings.output === null ? "" : `; --resume ${settings.output} goes on`;
  const count = history.evaluations.length;
  throw new Failure(`stopped after ${count} evaluation${count === 1 ? "" : "s"}${again}`, { status });
}

function someOf(names: readonly string[]): string {
  const shown = names.filter((name) => !name.startsWith("front/"));
  const front = names.length - shown.length;
  return [...shown, ...(front === 0 ? [] : [`front/ (${front} ${front === 1 ? "file" : "files"})`])].join(
    ", ",
  );
}

function noneFeasible({ evaluations }: History): Failure {
  if (evaluations.length === 0)
    return new Failure("every point of the space is forbidden", { help: "leave out a rule of `forbid`" });
  const counts = new Map<string, number>();
  for (const { outcome } of evaluations) {
    if (outcome.kind === "infeasible") counts.set(outcome.reason, (counts.get(outcome.reason) ?? 0) + 1);
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const reasons = sorted.slice(0, 3).map(([reason, count]) => `${reason} (${count})`);
  return new Failure(`none of ${evaluations.length} evaluations was feasible: ${reasons.join("; ")}`, {
    help: "give the search a larger budget, or a space whose first values are known to work",
  });
}

/** Between evaluations Ctrl-C, timers and the live line have their turn. */
function awake(evaluate: Evaluate): Evaluate {
  return async (point, stopped) => {
    await setImmediate();
    return stopped.aborted ? null : evaluate(point, stopped);
  };
}

/** The same while points turn out to be others that are known. */
function awakeProblem(problem: Problem): Problem {
  const { sameAs } = problem;
  if (sameAs === undefined) return problem;
  return {
    ...problem,
    sameAs: async (point) => {
      await setImmediate();
      return sameAs(point);
    },
  };
}

async function untilStopped(
  budget: Budget,
  act: (
    stopped: AbortSignal,
  ) => Promise<{ readonly history: History; readonly ending: "budget" | "stopped" | "space" }>,
): Promise<{ readonly history: History; readonly end: End }> {
  const stopping = new AbortController();
  let why: Stop | "time" = "time";
  const forget = onStop((signal) => {
    if (stopping.signal.aborted) process.exit(stopStatus(signal)); // asked twice
    why = signal;
    stopping.abort();
  });
  const timer = Number.isFinite(budget.milliseconds)
    ? setTimeout(() => stopping.abort(), budget.milliseconds)
    : undefined;
  try {
    const { history, ending } = await act(stopping.signal);
    return { history, end: ending === "stopped" ? why : ending };
  } catch (error) {
    stopping.abort(); // what else is being evaluated ends too
    throw error;
  } finally {
    clearTimeout(timer);
    forget();
  }
}

interface Begun {
  readonly header: Header;
  readonly method: Method;
  readonly before: readonly Recorded[];
}

async function begin(searched: Searched, settings: RunSettings): Promise<Begun> {
  const { problem, identity } = searched;
  const space = spaceChecksum(problem, identity);
  const { output } = settings;
  const { evaluations } = settings.budget;
  if (output !== null) checkFolder(settings.resume ? "--resume" : "-o", output);
  if (output !== null && settings.resume) return resumed(searched, settings, output, space);
  const method = methodNamed(settings.method ?? "auto", problem.space, evaluations, problem.limits);
  const header = {
    space,
    seed: settings.seed ?? 1,
    method: method.name,
    batch: settings.batch ?? searched.batch,
  };
  if (output !== null) {
    if (!settings.force && statOf(join(output, journalName)) !== null) {
      throw new Failure(`-o ${output}: the directory holds a search`, {
        help: `--resume ${output} goes on with it; else name another directory, or add --force to start anew`,
      });
    }
    const files = claimFolder(output, new Map([[journalName, headerLine(header)]]), settings);
    await writeFiles(within(output, files), searched.inputs);
  }
  return { header, method, before: [] };
}

function resumed(searched: Searched, settings: RunSettings, output: string, space: string): Begun {
  const path = join(output, journalName);
  if (statOf(path) === null) throw new Failure(`--resume ${output}: there is no ${journalName}`);
  const other = (what: string): Failure =>
    new Failure(`--resume ${output}: that search has another ${what}`, {
      help: "say the same as then, or start anew in another directory",
    });
  if (readHeaderOf(path).space !== space) throw other("space, other objectives or another way to evaluate");
  const { header, recorded } = readJournal(path, searched.problem);
  if (settings.seed !== null && settings.seed !== header.seed) throw other(`seed: ${header.seed}`);
  if (settings.batch !== null && settings.batch !== header.batch) throw other(`batch: ${header.batch}`);
  if (settings.method !== null && settings.method !== "auto" && settings.method !== header.method) {
    throw other(`method: ${header.method}`);
  }
  const done = recorded.filter(({ isSame }) => !isSame).length;
  const { evaluations } = settings.budget;
  if (done > evaluations) {
    throw new Failure(
      `--resume ${output}: that search has ${done} evaluations, more than --budget ${evaluations}`,
      {
        help: `give it a larger budget; ${done} shows again what it has found`,
      },
    );
  }
  const method = methodNamed(header.method, searched.problem.space, evaluations, searched.problem.limits);
  return { header, method, before: recorded };
}

/** Files of an earlier front that are as we left them go; the names of what is there now. */
async function writeResult(result: Result, output: string, force: boolean): Promise<readonly string[]> {
  const { searched, history } = result;
  const { problem } = searched;
  const summary = summaryLines(result);
  const page = searchPage(problem, history, { title: searched.title, summary, measured: result.measured });
  const front = paretoFront(history.front).map((one, index): readonly [string, Content] => {
    const json = {
      objectives: Object.fromEntries(problem.objectives.map((name, at) => [name, one.objectives[at]])),
      point: pointValues(problem.space, one.point),
    };
    const file = searched.file?.(one.point) ?? {
      extension: "json",
      text: `${JSON.stringify(json, null, 2)}\n`,
    };
    return [`front/${index + 1}.${file.extension}`, file.text];
  });
  const files = new Map<string, Content>([
    [journalName, readBytes(join(output, journalName))],
    ["search.html", page],
    ...front,
  ]);
  const stale = unchangedFiles(output).filter((name) => name.startsWith("front/") && !files.has(name));
  for (const name of stale) rmSync(join(output, name), { force: true });
  await writeFiles(within(output, claimFolder(output, files, { force })), searched.inputs);
  return [...files.keys()];
}

function within(folder: string, files: ReadonlyMap<string, Content>): ReadonlyMap<string, Content> {
  return new Map([...files].map(([name, content]) => [join(folder, name), content]));
}
