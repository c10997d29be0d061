/** The page of `lutra report --html`: what holds for any call, or what one call did, with its data. */
import { endOf } from "../call/hardware.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import { Failure } from "../diagnostics/failure.ts";
import type { Report } from "../driver/report.ts";
import { observedCallOf, wavesOfCall } from "../driver/timeline.ts";
import type { Loops } from "../loops/nodes.ts";
import { writeFiles } from "../outside/write.ts";
import { type PageData, timelinePage } from "../picture/page.ts";
import type { Synthesized } from "../synthesis/index.ts";
import { type Timeline, timelineOf } from "../timeline/index.ts";
import { callValuesOf, type Loaded } from "./load.ts";
import { withProgress } from "./progress.ts";
import { faultDiagnostic, isFault, parseSeed } from "./run.ts";
import type { Terminal } from "./terminal.ts";

export interface PageWords {
  readonly html?: string; // a file for a page of the time of a call
  readonly seed?: string; // of the call that it shows; without it, any call
}

export function checkPageWords({ html, seed }: PageWords): void {
  if (seed === undefined) return;
  parseSeed(seed);
  if (html === undefined)
    throw new Failure("--seed has no effect without --html", {
      help: "it says the data of the call that the page shows",
    });
}

export interface Reported {
  readonly loaded: Loaded;
  readonly loops: Loops; // that the circuit is made of
  readonly known: Report;
}

/** Writes it, where one is asked for, and gives what it shows. */
export async function writtenPage(
  { html, seed }: PageWords,
  reported: Reported,
  inputs: readonly string[],
  terminal: Terminal,
): Promise<Timeline | null> {
  if (html === undefined) return null;
  const { loaded, known } = reported;
  if (!known.circuit.ok) throw new Diagnosed(loaded.source, known.circuit.diagnostics);
  const { made } = known.circuit;
  const data = await withProgress(terminal, `simulating a call of ${loaded.compiled.kernel}`, () =>
    seed === undefined ? anyCall(loaded, made) : oneCall(reported, made, parseSeed(seed)),
  );
  await writeFiles(new Map([[html, timelinePage(data)]]), inputs);
  return data.timeline;
}

async function anyCall({ compiled }: Loaded, made: Synthesized): Promise<PageData> {
  const waves = wordsOf(made) > mostWords ? null : await wavesOfCall(compiled, made);
  return { timeline: timelineOf(made), waves };
}

/** Words of arguments with which a page shows signals of any call: filling their memories takes a moment. */
const mostWords = 1 << 22;

function wordsOf({ interface: { arrays } }: Synthesized): number {
  return arrays.reduce((sum, { depth, banks }) => sum + depth * banks.length, 0);
}

const mostChanges = 50_000; // of signals: a page of some megabytes

async function oneCall({ loaded, loops }: Reported, made: Synthesized, seed: number): Promise<PageData> {
  try {
    const given = callValuesOf(loaded);
    const { outcome, ...data } = await observedCallOf(loaded.compiled, made, given, { seed, mostChanges });
    if (outcome.kind === "fault") throw endOf(loops, made, outcome);
    return data;
  } catch (error) {
    throw isFault(error) ? new Diagnosed(loaded.source, [faultDiagnostic(error)]) : error;
  }
}
