/** The result of a search for people and for programs. */
import { paretoFront } from "../../explore/search/front.ts";
import type { History } from "../../explore/search/history.ts";
import { type Point, pointKey, pointValues, sizeOf } from "../../explore/search/space.ts";
import { type Cell, table } from "../table.ts";
import { colorsOf, type Terminal } from "../terminal.ts";
import type { Header } from "./journal.ts";
import type { FrontMeasured } from "./measure.ts";
import { numberText } from "./numbers.ts";
import { type Mark, plot } from "./plot.ts";
import type { End, Searched } from "./run.ts";

export interface Result {
  readonly searched: Searched;
  readonly header: Header;
  readonly history: History;
  readonly measured: FrontMeasured;
  readonly end: End;
  readonly milliseconds: number; // of this run
}

export function resultJson({
  searched,
  header,
  history,
  measured,
  end,
  milliseconds,
}: Result): Readonly<Record<string, unknown>> {
  const { space, objectives } = searched.problem;
  const traces = objectives.map((_, index) => traceOf(history, index));
  return {
    searched: searched.title,
    method: header.method,
    seed: header.seed,
    batch: header.batch,
    ended: end,
    points: Number(sizeOf(space)) <= Number.MAX_SAFE_INTEGER ? Number(sizeOf(space)) : sizeOf(space),
    evaluations: history.evaluations.length,
    feasible: history.feasible.length,
    milliseconds: Math.round(milliseconds),
    objectives,
    best: Object.fromEntries(objectives.map((name, index) => [name, traces[index]?.at(-1) ?? null])),
    trace: traces[0] ?? [], // of the first objective: the best so far after every evaluation
    ...(objectives.length > 1
      ? { traces: Object.fromEntries(objectives.map((name, index) => [name, traces[index]])) }
      : {}),
    front: paretoFront(history.front).map((one) => ({
      objectives: Object.fromEntries(objectives.map((name, index) => [name, one.objectives[index]])),
      ...(measured.facts.has(pointKey(one.point))
        ? { measured: measured.facts.get(pointKey(one.point)) }
        : {}),
      point: pointValues(space, one.point),
      ...(searched.file === undefined
        ? {}
        : { [searched.file(one.point).extension]: searched.file(one.point).text }),
    })),
    ...(notesOf(searched, measured).length === 0 ? {} : { notes: notesOf(searched, measured) }),
  };
}

function notesOf({ notes = [] }: Searched, measured: FrontMeasured): readonly string[] {
  return [...notes, ...measured.notes];
}

/** The best so far after every evaluation; null until one was feasible. */
export function traceOf({ evaluations }: History, objective: number): readonly (number | null)[] {
  let best: number | null = null;
  return evaluations.map(({ outcome }) => {
    const value = outcome.kind === "feasible" ? outcome.objectives[objective] : undefined;
    if (value !== undefined && (best === null || value < best)) best = value;
    return best;
  });
}

const endings: Readonly<Record<string, string>> = {
  budget: "the budget is spent",
  time: "the time is up",
  space: "the whole space is known",
};

export function summaryLines(result: Result): readonly string[] {
  const { searched, header, history, measured, end, milliseconds } = result;
  const { space } = searched.problem;
  const seconds = numberText(Math.round(milliseconds / 100) / 10);
  const { method, seed, batch } = header;
  return [
    `${sizeOf(space).toLocaleString("en-US")} points of ${space.knobs.length} knobs; ${method}, seed ${seed}, batches of ${batch}`,
    `${numberText(history.evaluations.length)} evaluations, ${numberText(history.feasible.length)} feasible, ${seconds} s: ${endings[end] ?? "stopped"}`,
    ...notesOf(searched, measured),
  ];
}

const mostRows = 20;

export function resultText(result: Result, terminal: Terminal): string {
  const { searched, history } = result;
  const { objectives } = searched.problem;
  const colors = colorsOf(terminal);
  const head = `${colors.bold(searched.title)}\n${summaryLines(result)
    .map((line) => `  ${line}\n`)
    .join("")}`;
  if (history.feasible.length === 0) return head;
  const title = objectives.length === 1 ? "The best" : "The front";
  return `${head}\n${colors.bold(title)}\n${frontTable(result, terminal)}\n${
    objectives.length === 1 ? historyPlot(history, objectives[0] ?? "") : frontPlot(history, objectives)
  }`;
}

function frontTable({ searched, history, measured }: Result, terminal: Terminal): string {
  const { space, objectives } = searched.problem;
  const front = paretoFront(history.front);
  const { dim } = colorsOf(terminal);
  const right = (text: string): Cell => ({ text, align: "right" });
  const { file } = searched;
  const left = (text: string): Cell => ({ text, align: "left" });
  const shown = (point: Point): readonly Cell[] =>
    file === undefined
      ? Object.values(pointValues(space, point)).map((value) => right(String(value)))
      : [left(inOneLine(file(point).text))];
  const last = front[0] === undefined || file === undefined ? null : file(front[0].point).extension;
  const names = [
    "",
    ...objectives,
    ...measured.columns,
    ...(last === null ? space.knobs.map(({ name }) => name) : [last]),
  ];
  const rows = front
    .slice(0, mostRows)
    .map((one, index) => [
      right(String(index + 1)),
      ...one.objectives.map((value) => right(numberText(value))),
      ...measuredTexts(measured, one.point).map(right),
      ...shown(one.point),
    ]);
  const more = front.length > mostRows ? `  and ${front.length - mostRows} more\n` : "";
  const head = names.map((text): Cell => ({ text, align: text === last ? "left" : "right", paint: dim }));
  return `${table([head, ...rows])}${more}`;
}

/** What was measured of a point, column by column. */
export function measuredTexts({ columns, facts }: FrontMeasured, point: Point): readonly string[] {
  const own = facts.get(pointKey(point));
  return columns.map((name) => {
    const value = own?.[name];
    return value === undefined ? "–" : numberText(value);
  });
}

/** Files have it whole. */
function inOneLine(text: string): string {
  const line = text.trim() === "" ? "the loops as written" : text.trim().replaceAll("\n", "; ");
  return line.length <= mostLetters ? line : `${line.slice(0, mostLetters - 1)}…`;
}

const mostLetters = 100;

function historyPlot(history: History, objective: string): string {
  const found: Mark[] = [];
  const best: Mark[] = [];
  const trace = traceOf(history, 0);
  for (const [index, { outcome }] of history.evaluations.entries()) {
    const x = index + 1;
    if (outcome.kind === "feasible") found.push({ x, y: outcome.objectives[0] ?? 0, letter: "·" });
    const y = trace[index];
    if (y !== null && y !== undefined) best.push({ x, y, letter: "█" });
  }
  return plot([...found, ...best], "evaluations: █ the best so far, · the others", objective, true);
}

function frontPlot({ feasible, front }: History, [x = "", y = ""]: readonly string[]): string {
  const mark =
    (letter: string) =>
    ({ objectives: [a = 0, b = 0] }: { readonly objectives: readonly number[] }): Mark => ({
      x: a,
      y: b,
      letter,
    });
  return plot([...feasible.map(mark("·")), ...front.map(mark("█"))], `${x}: █ the front, · the others`, y);
}
