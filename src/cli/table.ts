/** Columns that line up. */

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string; // applied after padding, so that colour codes take no width
  readonly align?: "left" | "right";
}

/** One line a row, two spaces between columns, nothing trailing. A column that is empty everywhere goes away. */
export function table(rows: readonly (readonly (Cell | string)[])[], indent = "  "): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? { text: cell } : cell)));
  const columns = Math.max(0, ...cells.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...cells.map((row) => widthOf(row[column]?.text ?? ""))),
  );
  return cells.map((row) => tableLine(row, widths, indent)).join("");
}

/** One line of a table whose widths are known before all of its rows are. */
export function tableLine(row: readonly Cell[], widths: readonly number[], indent = "  "): string {
  const last = row.findLastIndex((cell) => cell.text !== "");
  const parts = row.slice(0, last + 1).map((cell, column) => {
    const width = widths[column] ?? 0;
    return width === 0 ? null : pad(cell, column === last && cell.align !== "right" ? 0 : width);
  });
  return `${(indent + parts.filter((part) => part !== null).join("  ")).trimEnd()}\n`;
}

export function widthOf(text: string): number {
  return [...text].length;
}

function pad(cell: Cell, width: number): string {
  const space = " ".repeat(Math.max(0, width - widthOf(cell.text)));
  const painted = cell.paint?.(cell.text) ?? cell.text;
  return cell.align === "right" ? space + painted : painted + space;
}
