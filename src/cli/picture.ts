/** Numbers to look at: grey images and bar charts in text. */

/** A row-major image of values from 0 (black) to 1 (white); anything outside is cut. */
export interface Picture {
  readonly height: number;
  readonly width: number;
  readonly at: (y: number, x: number) => number;
}

/** Lines of `columns` characters that keep the picture's proportions: a character is twice as high as wide. */
export function drawPicture(picture: Picture, columns: number, color: boolean): readonly string[] {
  const rows = Math.round((columns * picture.height) / picture.width / 2);
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    let line = "";
    for (let column = 0; column < columns; column++) {
      const mean = (from: number, to: number): number =>
        meanOf(picture, [from / rows, to / rows], [column / columns, (column + 1) / columns]);
      line += color ? halves(mean(row, row + 0.5), mean(row + 0.5, row + 1)) : shade(mean(row, row + 1));
    }
    lines.push(color ? `${line}\x1b[0m` : line);
  }
  return lines;
}

/** One line a bar: label, bar, value. */
export function drawBars(
  values: readonly number[],
  labels: readonly string[],
  width: number,
): readonly string[] {
  const most = Math.max(1, ...values);
  const labelWidth = Math.max(...labels.map((label) => label.length));
  return values.map((value, i) => {
    const eighths = Math.round((value / most) * width * 8);
    const bar = "█".repeat(Math.floor(eighths / 8)) + (" ▏▎▍▌▋▊▉"[eighths % 8] ?? "").trim();
    return `${(labels[i] ?? "").padStart(labelWidth)} ${bar} ${value}`;
  });
}

/** Blocks of lines beside each other. */
export function sideBySide(
  left: readonly string[],
  right: readonly string[],
  gap: string,
): readonly string[] {
  return left.map((line, i) => `${line}${gap}${right[i] ?? ""}`);
}

type Range = readonly [number, number];

function meanOf({ height, width, at }: Picture, rows: Range, columns: Range): number {
  let sum = 0;
  let count = 0;
  for (let y = Math.floor(rows[0] * height); y < Math.ceil(rows[1] * height); y++) {
    for (let x = Math.floor(columns[0] * width); x < Math.ceil(columns[1] * width); x++) {
      sum += at(y, x);
      count++;
    }
  }
  return Math.min(1, Math.max(0, sum / count));
}

function shade(value: number): string {
  return [..." ░▒▓█"][Math.min(4, Math.floor(value * 5))] ?? " ";
}

/** Two pixels in one character, in the 24 greys of a 256-colour terminal. */
function halves(top: number, bottom: number): string {
  const grey = (value: number): number => 232 + Math.min(23, Math.floor(value * 24));
  return `\x1b[38;5;${grey(top)}m\x1b[48;5;${grey(bottom)}m▀`;
}
