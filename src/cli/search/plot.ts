/** A plot of points in letters, for a terminal: axes are logarithmic where values span a factor of ten. */
import { numberText } from "./numbers.ts";

export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly letter: string; // later ones are drawn over earlier ones
}

const columns = 64;
const rows = 14;

/** `isCount`: the x axis counts, so it is never logarithmic. */
export function plot(marks: readonly Mark[], xName: string, yName: string, isCount = false): string {
  if (marks.length === 0) return "";
  const x = axis(
    marks.map((mark) => mark.x),
    isCount,
  );
  const y = axis(marks.map((mark) => mark.y));
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => " "));
  for (const mark of marks) {
    const row = grid[rows - 1 - Math.round(y.place(mark.y) * (rows - 1))];
    if (row !== undefined) row[Math.round(x.place(mark.x) * (columns - 1))] = mark.letter;
  }
  const [top, bottom] = [numberText(y.most), numberText(y.least)];
  const margin = Math.max(top.length, bottom.length);
  const lines = grid.map((cells, index) => {
    const label = index === 0 ? top : index === rows - 1 ? bottom : "";
    return `  ${label.padStart(margin)} │${cells.join("").trimEnd()}`;
  });
  const [left, right] = [numberText(x.least), numberText(x.most)];
  const space = " ".repeat(Math.max(1, columns - left.length - right.length));
  const pad = " ".repeat(margin + 4);
  return [
    `  ${yName}${y.isLog ? " (log)" : ""}`,
    ...lines,
    `  ${" ".repeat(margin)} └${"─".repeat(columns)}`,
    `${pad}${left}${space}${right}`,
    `${pad}${xName}${x.isLog ? " (log)" : ""}`,
    "",
  ].join("\n");
}

export interface Axis {
  readonly least: number;
  readonly most: number;
  readonly isLog: boolean;
  readonly place: (value: number) => number; // 0 to 1
}

export function axis(values: readonly number[], isCount = false): Axis {
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const isLog = !isCount && least > 0 && most / least >= 10;
  const scale = isLog ? Math.log : (value: number): number => value;
  const span = scale(most) - scale(least);
  return { least, most, isLog, place: (value) => (span > 0 ? (scale(value) - scale(least)) / span : 0.5) };
}
