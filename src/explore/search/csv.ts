/** Comma-separated values as RFC 4180 has them: quotes around cells with commas, quotes or line ends. */

/** Rows of cells, and the line on which each begins. Lines that are empty are no rows. */
export function parseCsv(
  text: string,
): readonly { readonly line: number; readonly cells: readonly string[] }[] {
  const rows: { readonly line: number; readonly cells: readonly string[] }[] = [];
  let line = 1;
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  for (let at = 0; at < source.length; ) {
    const begins = line;
    const cells: string[] = [];
    for (;;) {
      const cell = cellAt(source, at);
      cells.push(cell.text);
      line += cell.lines;
      at = cell.end;
      if (source[at] !== ",") break;
      at++;
    }
    if (source[at] === "\r") at++;
    if (source[at] === "\n") at++;
    line++;
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: begins, cells });
  }
  return rows;
}

interface Cell {
  readonly text: string;
  readonly end: number; // where the comma or the line end stands
  readonly lines: number; // line ends in it
}

function cellAt(source: string, start: number): Cell {
  if (source[start] !== '"') {
    let end = start;
    while (end < source.length && !",\r\n".includes(source[end] ?? "")) end++;
    return { text: source.slice(start, end).trim(), end, lines: 0 };
  }
  let text = "";
  let at = start + 1;
  for (;;) {
    const close = source.indexOf('"', at);
    if (close < 0) return finished(text + source.slice(at), source.length);
    text += source.slice(at, close);
    if (source[close + 1] !== '"') return finished(text, close + 1);
    text += '"';
    at = close + 2;
  }
}

function finished(text: string, end: number): Cell {
  return { text, end, lines: text.split("\n").length - 1 };
}
