/**
 * Many generated programs, one after the other, with what came of them.
 *
 *     const report = await fuzz(numpy, { programs: 300, seed: 1 });
 *     report.failures   // each shrunk, with the seed that makes it again: LUTRA_SEED=… LUTRA_PROGRAMS=1
 */
import fc from "fast-check";
import type { NumpyServer } from "../numpy/server.ts";
import { choiceLists } from "./choices.ts";
import { type GeneratedKernel, programLength, writeKernel } from "./generator.ts";
import { judge, type Verdict } from "./verdict.ts";

export interface FuzzOptions {
  readonly programs: number;
  readonly seed: number; // of the first program; the next has the next
  readonly progress?: (done: number, report: FuzzReport) => void;
}

export interface FuzzReport {
  agreed: number;
  readonly raised: Map<string, number>; // by exception: NumPy raises it, we report a fault or refuse
  readonly refused: Map<string, Refusals>; // by diagnostic: NumPy runs it
  readonly failures: Failure[]; // one of a kind, shrunk
  differed: number;
}

export interface Refusals {
  count: number;
  readonly examples: string[];
}

export interface Failure {
  readonly seed: number;
  readonly text: string; // the kernel, as a file of the corpus
  readonly lines: readonly string[];
}

const shrinkMilliseconds = 40_000;
const examplesKept = 5;

/** What makes a program of a list of numbers. */
export interface Writer {
  readonly write: (numbers: readonly number[]) => GeneratedKernel;
  readonly length: number; // how many numbers it takes at most
  readonly mayFault?: RegExp; // the faults that may stand where NumPy goes on
}

export function fuzz(numpy: NumpyServer, options: FuzzOptions): Promise<FuzzReport> {
  return fuzzOf(numpy, { write: (numbers) => writeKernel(numbers), length: programLength }, options);
}

export async function fuzzOf(numpy: NumpyServer, writer: Writer, options: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = { agreed: 0, raised: new Map(), refused: new Map(), failures: [], differed: 0 };
  const seen = new Set<string>();
  for (let i = 0; i < options.programs; i++) {
    const seed = options.seed + i;
    const [numbers = []] = fc.sample(listsOf(writer), { seed, numRuns: 1 });
    const kernel = writer.write(numbers);
    const verdict = allowed(writer, await judge(numpy, kernel));
    switch (verdict.kind) {
      case "agrees":
        report.agreed++;
        break;
      case "raises":
        report.raised.set(verdict.exception, (report.raised.get(verdict.exception) ?? 0) + 1);
        break;
      case "refused":
        refusal(report, verdict, kernel.text);
        break;
      case "differs":
        report.differed++;
        if (!seen.has(kindOf(verdict.lines))) report.failures.push(await shrink(numpy, writer, seed, seen));
        break;
    }
    options.progress?.(i + 1, report);
  }
  return report;
}

function listsOf({ write, length }: Writer): fc.Arbitrary<readonly number[]> {
  return choiceLists(length, (numbers) => write(numbers));
}

function allowed({ mayFault }: Writer, verdict: Verdict): Verdict {
  const [said = ""] = verdict.kind === "differs" ? verdict.lines : [];
  const fault = mayFault?.exec(said.replace(/^we report: /, ""));
  return fault ? { kind: "raises", exception: `${fault[0]} (ours)` } : verdict;
}

/** fast-check finds the simplest program near this one that still differs. */
async function shrink(numpy: NumpyServer, writer: Writer, seed: number, seen: Set<string>): Promise<Failure> {
  let simplest: Failure = { seed, text: "", lines: ["it agreed when it ran again"] };
  const fails = async (numbers: readonly number[]): Promise<boolean> => {
    const kernel = writer.write(numbers);
    const verdict = allowed(writer, await judge(numpy, kernel));
    if (verdict.kind !== "differs") return true;
    simplest = { seed, text: kernel.text, lines: verdict.lines };
    seen.add(kindOf(verdict.lines));
    return false;
  };
  await fc.check(fc.asyncProperty(listsOf(writer), fails), {
    seed,
    numRuns: 1,
    interruptAfterTimeLimit: shrinkMilliseconds,
  });
  return simplest;
}

/** Failures that read alike but for names and numbers are one. Different values of results are not told apart. */
function kindOf(lines: readonly string[]): string {
  return lines
    .map((line) => line.split("\n")[0]?.replace(/[\d.]+|'\w+'|\b[a-z]\w?_?\b/g, "") ?? "")
    .join("|");
}

function refusal(
  report: FuzzReport,
  { code, message }: Extract<Verdict, { kind: "refused" }>,
  text: string,
): void {
  const found = report.refused.get(code) ?? { count: 0, examples: [] };
  report.refused.set(code, found);
  found.count++;
  const line = text.split("\n")[Number.parseInt(message, 10) - 1]?.trim() ?? "";
  if (found.examples.length < examplesKept) found.examples.push(`${line}\n      ${message}`);
}

export function describeFailure({ seed, text, lines }: Failure): string {
  return `${text}\n${lines.join("\n")}\nagain: LUTRA_SEED=${seed} LUTRA_PROGRAMS=1 npx vitest run test/generated`;
}

/** What came of the programs, as a table. */
export function describeReport(report: FuzzReport, withExamples: boolean): string {
  const raised = [...report.raised.values()].reduce((sum, n) => sum + n, 0);
  const refused = [...report.refused.values()].reduce((sum, { count }) => sum + count, 0);
  const lines = [
    `${report.agreed} agree, ${raised} raise on every road, ${refused} refused, ${report.differed} differ`,
  ];
  for (const [exception, count] of byCount([...report.raised])) lines.push(`  raises ${exception}: ${count}`);
  for (const [code, { count, examples }] of byCount([...report.refused], ({ count }) => count)) {
    lines.push(`  refused ${code}: ${count}`);
    if (withExamples) lines.push(...examples.map((example) => `    ${example}`));
  }
  return lines.join("\n");
}

function byCount<T>(rows: [string, T][], count: (row: T) => number = Number): [string, T][] {
  return rows.sort(([, a], [, b]) => count(b) - count(a));
}
