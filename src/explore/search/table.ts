/**
 * A table of designs as a space: the product of the values that each knob has in it. A point without a row is infeasible.
 *
 *     const { problem, lookUp } = tableProblem(text, { path, knobs: ["unroll"], objectives: ["cycles"], feasible: null });
 */
import { Failure, noSuch } from "../../diagnostics/failure.ts";
import { parseCsv } from "./csv.ts";
import type { Outcome } from "./outcome.ts";
import type { Problem } from "./search.ts";
import { type Knob, type KnobValue, type Point, pointKey } from "./space.ts";

export interface TableOptions {
  readonly path: string; // for messages
  readonly knobs: readonly string[]; // columns
  readonly objectives: readonly string[]; // columns
  readonly feasible: string | null; // a column of 1 and 0, or true and false; else every row is feasible
}

export interface Table {
  readonly problem: Problem;
  readonly lookUp: (point: Point) => Outcome;
  readonly rows: number;
  readonly feasible: number; // points
  readonly repeated: number; // rows for a point that had one: the best feasible one counts
  readonly best: readonly number[]; // of every objective
  readonly worst: readonly number[];
}

export function tableProblem(text: string, options: TableOptions): Table {
  const { path } = options;
  const [head, ...rows] = parseCsv(text);
  if (head === undefined || rows.length === 0) {
    throw new Failure(`${path}: the table has no rows`, {
      help: "the first line names the columns, each other line is a design",
    });
  }
  const ragged = rows.find(({ cells }) => cells.length !== head.cells.length);
  if (ragged !== undefined) {
    throw new Failure(
      `${path}:${ragged.line}: the row has ${ragged.cells.length} cells; the first line names ${head.cells.length} columns`,
    );
  }
  const knobColumns = options.knobs.map((name) => columnOf("--knobs", name, head.cells));
  const objectiveColumns = options.objectives.map((name) => columnOf("--objective", name, head.cells));
  const feasibleColumn =
    options.feasible === null ? null : columnOf("--feasible", options.feasible, head.cells);
  refuseTwice("--knobs", options.knobs);
  refuseTwice("--objective", options.objectives);
  const both = options.knobs.find((name) => options.objectives.includes(name) || name === options.feasible);
  if (both !== undefined)
    throw new Failure(`--knobs ${both}: the column is what a design gives, so it is no knob`);

  const knobs = knobColumns.map((column, index) =>
    knobOf(
      options.knobs[index] ?? "",
      rows.map(({ cells }) => cells[column] ?? ""),
    ),
  );
  const indexes = knobs.map(({ values }) => new Map(values.map((value, index) => [value, index])));
  const outcomes = new Map<string, Outcome>();
  let repeated = 0;
  for (const { line, cells } of rows) {
    const point = knobColumns.map((column, knob) => {
      const value = cellValue(cells[column] ?? "", knobs[knob]);
      return indexes[knob]?.get(value) ?? 0;
    });
    const isFeasible =
      feasibleColumn === null || truth(cells[feasibleColumn] ?? "", options.feasible ?? "", path, line);
    const outcome: Outcome = isFeasible
      ? objectivesOf(cells, objectiveColumns, options.objectives, path, line)
      : { kind: "infeasible", reason: `${options.feasible} is ${cells[feasibleColumn ?? 0]}` };
    const key = pointKey(point);
    const before = outcomes.get(key);
    if (before !== undefined) repeated++;
    if (before === undefined || isBetter(outcome, before)) outcomes.set(key, outcome);
  }
  const feasible = [...outcomes.values()].filter((outcome) => outcome.kind === "feasible");
  return {
    problem: { space: { knobs, forbidden: [] }, objectives: options.objectives },
    lookUp: (point) =>
      outcomes.get(pointKey(point)) ?? { kind: "infeasible", reason: "the table has no such row" },
    rows: rows.length,
    feasible: feasible.length,
    repeated,
    best: options.objectives.map((_, index) => extreme(feasible, index, Math.min)),
    worst: options.objectives.map((_, index) => extreme(feasible, index, Math.max)),
  };
}

function extreme(
  feasible: readonly { readonly objectives: readonly number[] }[],
  index: number,
  pick: (a: number, b: number) => number,
): number {
  return feasible
    .map(({ objectives }) => objectives[index] ?? 0)
    .reduce((a, b) => (Number.isNaN(a) ? b : pick(a, b)), Number.NaN);
}

function columnOf(option: string, name: string, columns: readonly string[]): number {
  const found = columns.indexOf(name);
  if (found < 0) throw noSuch(option, name, "column", columns);
  return found;
}

function refuseTwice(option: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Failure(`${option}: ${twice} is named twice`);
}

/** Ascending, so that the first value is the least one, whatever the order of the rows. */
function knobOf(name: string, cells: readonly string[]): Knob {
  const texts = [...new Set(cells)];
  if (texts.every(isNumber)) {
    const values = [...new Set(texts.map(Number))].sort((a, b) => a - b);
    return { name, kind: "ordered", values };
  }
  const isTruth = texts.every((text) => truths.has(text.toLowerCase()));
  const values: readonly KnobValue[] = isTruth
    ? [false, true].filter((value) => texts.some((text) => truths.get(text.toLowerCase()) === value))
    : texts.sort();
  return { name, kind: "category", values };
}

function cellValue(cell: string, knob: Knob | undefined): KnobValue {
  if (knob?.kind === "ordered") return Number(cell);
  return typeof knob?.values[0] === "boolean" ? (truths.get(cell.toLowerCase()) ?? false) : cell;
}

function isNumber(text: string): boolean {
  return text !== "" && Number.isFinite(Number(text));
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

function truth(cell: string, column: string, path: string, line: number): boolean {
  const text = cell.toLowerCase();
  const found = truths.get(text) ?? (isNumber(text) ? Number(text) !== 0 : undefined);
  if (found !== undefined) return found;
  throw new Failure(`${path}:${line}: ${column} is \`${cell}\`; expected 1 or 0, true or false`);
}

/** A cell that is empty or no finite number says that there is no such design; other text is a mistake. */
function objectivesOf(
  cells: readonly string[],
  columns: readonly number[],
  names: readonly string[],
  path: string,
  line: number,
): Outcome {
  const objectives: number[] = [];
  for (const [index, column] of columns.entries()) {
    const cell = cells[column] ?? "";
    if (isNumber(cell)) {
      objectives.push(Number(cell));
      continue;
    }
    if (/^$|^[+-]?(nan|inf|infinity|none|null|na|n\/a)$/i.test(cell)) {
      return { kind: "infeasible", reason: `the table has no ${names[index]} there` };
    }
    throw new Failure(`${path}:${line}: ${names[index]} is \`${cell}\`; expected a number`, {
      help: "an objective is a column of numbers, the less the better",
    });
  }
  return { kind: "feasible", objectives };
}

function isBetter(a: Outcome, b: Outcome): boolean {
  if (a.kind === "infeasible") return false;
  if (b.kind === "infeasible") return true;
  const differs = a.objectives.findIndex((value, index) => value !== b.objectives[index]);
  return differs >= 0 && (a.objectives[differs] ?? 0) < (b.objectives[differs] ?? 0);
}
