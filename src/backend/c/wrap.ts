/** Statements on lines of readable length: broken before the operator, or after the comma, that binds least. */

const longest = 110;

/** The first line as it is indented, the others four spaces further. A line that has no place to break stays long. */
export function wrapped(text: string, margin: string): readonly string[] {
  const lines: string[] = [];
  let rest = margin + text;
  while (rest.length > longest && !/^#|^\/\//.test(text)) {
    const at = breakingPlace(rest, margin.length + (lines.length === 0 ? 0 : 4));
    if (at === null) break;
    lines.push(rest.slice(0, at).trimEnd());
    rest = `${margin}    ${rest.slice(at).trimStart()}`;
  }
  return [...lines, rest];
}

/** Of the places that leave a line short enough, the one in the fewest parentheses; of those the last. */
function breakingPlace(line: string, start: number): number | null {
  let depth = 0;
  let best: { at: number; rank: number } | null = null;
  for (let i = 0; i < line.length && i <= longest; i++) {
    const letter = line[i];
    if (letter === '"') i = line.indexOf('"', i + 1);
    const isTemplate = (letter === "<" || letter === ">") && line[i - 1] !== " ";
    if (letter === "(" || letter === "[" || letter === "{" || (isTemplate && letter === "<")) depth++;
    if (letter === ")" || letter === "]" || letter === "}" || (isTemplate && letter === ">")) depth--;
    if (letter !== " " || i < start + shortest) continue;
    const isPlace =
      line[i - 1] === "," || /^ ([-+*/%&|^?:]|&&|\|\||<<|>>|[<>=!]=?|=) /.test(line.slice(i, i + 5));
    const clause = line[i - 1] === ";"; // of a `for`
    const rank = clause ? depth - 1 : depth;
    if ((isPlace || clause) && (best === null || rank <= best.rank)) best = { at: i, rank };
  }
  return best?.at ?? null;
}

/** A first part shorter than this says too little. */
const shortest = 30;
