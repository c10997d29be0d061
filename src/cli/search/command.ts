/**
 * `--evaluate COMMAND`: an outside program tells what a point is worth. No shell sees it: the words of the command are taken
 * apart here, and what a space says is put into words that are already apart.
 *
 *     ./measure.sh --unroll {unroll} {point}     {unroll}: the value of a knob; {point}: a file with all of them as JSON
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../diagnostics/failure.ts";
import { onOneLine } from "../../diagnostics/one_line.ts";
import type { Outcome } from "../../explore/search/outcome.ts";
import type { Evaluate, Problem } from "../../explore/search/search.ts";
import { type Point, pointValues } from "../../explore/search/space.ts";
import { runProcess } from "../../toolchain/process.ts";
import { makeWorkspace } from "../../toolchain/workspace.ts";

/** A file that a placeholder names: its text for a point. */
export interface PointFile {
  readonly name: string; // what stands between the braces
  readonly fileName: string;
  readonly text: (point: Point) => string;
}

export const defaultTimeout = "1h";
export const commandBatch = 8; // so many can go on at the same time

export interface CommandOptions {
  readonly timeoutMs: number;
  readonly files?: readonly PointFile[]; // beside {point}
}

export interface CommandEvaluator {
  readonly evaluate: Evaluate;
  readonly close: () => void;
}

export function commandEvaluator(
  command: string,
  problem: Problem,
  { timeoutMs, files = [] }: CommandOptions,
): CommandEvaluator {
  const json = (point: Point): string => `${JSON.stringify(pointValues(problem.space, point))}\n`;
  const allFiles: readonly PointFile[] = [{ name: "point", fileName: "point.json", text: json }, ...files];
  const names = new Set([
    ...problem.space.knobs.map(({ name }) => name),
    ...allFiles.map(({ name }) => name),
  ]);
  const words = splitWords(command).map((word) => partsOf(word, names));
  const [program, ...args] = words;
  if (program === undefined) throw new Failure("--evaluate needs a command");
  if (program.some(({ kind }) => kind === "placeholder")) {
    throw new Failure("--evaluate: the name of the program is not for a space to choose", {
      help: "write the program first, then words with placeholders",
    });
  }
  const workspace = makeWorkspace();
  let count = 0;
  const evaluate: Evaluate = async (point, stopped) => {
    const folder = workspace.folder(String(count++));
    const values = new Map(Object.entries(pointValues(problem.space, point)).map(([k, v]) => [k, String(v)]));
    for (const { name, fileName, text } of allFiles) {
      values.set(name, join(folder, fileName));
      writeFileSync(join(folder, fileName), text(point));
    }
    const filled = args.map((word) => word.map((part) => fill(part, values)).join(""));
    const ran = await runProcess(fillProgram(program), filled, { timeoutMs, input: json(point), stopped });
    rmSync(folder, { recursive: true, force: true });
    if (stopped.aborted) return null;
    if (ran.kind === "failed") {
      if (ran.reason === "timeout" || ran.reason === "killed")
        return { kind: "infeasible", reason: ran.message };
      throw new Failure(`--evaluate: ${ran.message}`, { status: 2 });
    }
    if (ran.status !== 0)
      return { kind: "infeasible", reason: lastLine(ran.stderr) ?? `exit status ${ran.status}` };
    return answerOf(ran.stdout, problem.objectives);
  };
  return { evaluate, close: () => workspace.remove() };
}

type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "placeholder"; readonly name: string };

/** `{{` and `}}` are braces. */
function partsOf(word: string, names: ReadonlySet<string>): readonly Part[] {
  return word.split(/(\{\{|\}\}|\{[^{}]*\})/).flatMap((text): Part[] => {
    if (text === "") return [];
    if (text === "{{" || text === "}}") return [{ kind: "text", text: text.slice(1) }];
    if (!/^\{[^{}]*\}$/.test(text)) return [{ kind: "text", text }];
    const name = text.slice(1, -1);
    if (names.has(name)) return [{ kind: "placeholder", name }];
    throw new Failure(
      `--evaluate: there is nothing to put in place of {${name}}; there is ${[...names].join(", ")}`,
      {
        help: "write {{ and }} for braces",
      },
    );
  });
}

function fill(part: Part, values: ReadonlyMap<string, string>): string {
  return part.kind === "text" ? part.text : (values.get(part.name) ?? "");
}

function fillProgram(parts: readonly Part[]): string {
  return parts.map((part) => fill(part, new Map())).join("");
}

/** Words with blanks between, as a shell has them: quotes keep blanks, a backslash keeps the next letter. */
export function splitWords(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < command.length; at++) {
    const letter = command[at] ?? "";
    const isEscape = letter === "\\" && quote !== "'" && at + 1 < command.length;
    if (isEscape) word = (word ?? "") + command[++at];
    else if (quote !== null) {
      if (letter === quote) quote = null;
      else word = (word ?? "") + letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= "";
    } else if (/\s/.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + letter;
  }
  if (quote !== null) throw new Failure(`--evaluate: a ${quote} is not closed`);
  if (word !== null) words.push(word);
  return words;
}

/** `{"cycles": 100}`, alone or as the last line; or `{"feasible": false, "reason": "…"}`. */
function answerOf(stdout: string, objectives: readonly string[]): Outcome {
  const json = jsonOf(stdout) ?? jsonOf(lastLine(stdout) ?? "");
  if (json === null) throw unanswered(objectives, `it printed \`${shown(stdout)}\``);
  if (json.feasible === false) {
    return {
      kind: "infeasible",
      reason: typeof json.reason === "string" ? json.reason : "the command says so",
    };
  }
  const values = objectives.map((name) => {
    const value = Object.hasOwn(json, name) ? json[name] : undefined;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw unanswered(
      objectives,
      value === undefined ? `it has no ${name}` : `${name} is ${JSON.stringify(value)}`,
    );
  });
  return { kind: "feasible", objectives: values };
}

function unanswered(objectives: readonly string[], why: string): Failure {
  const example = `{${objectives.map((name) => `"${name}": 1`).join(", ")}}`;
  return new Failure(`--evaluate: the command ended well, but did not answer as expected: ${why}`, {
    help: `let it print JSON such as ${example}; for a point that cannot be, let it end with another status than 0`,
  });
}

function jsonOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && !Array.isArray(json)
      ? (json as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

function lastLine(text: string): string | null {
  const line = text.trim().split("\n").at(-1)?.trim() ?? "";
  return line === "" ? null : shown(line);
}

function shown(text: string): string {
  const line = onOneLine(text);
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
