/**
 * The pragmas of a generated file, each with the blocks around it and what is declared there. It reads the text alone,
 * as the tools do that will read it next, and knows only so much of C as we write.
 */

export interface ScannedPragma {
  readonly at: number; // where its line begins
  readonly line: number; // from 1
  readonly text: string; // behind `#pragma`
  readonly blocks: readonly Block[]; // the file, the function, ... down to the block it stands in
  next(): Block | null; // the block that the next statement opens; null where it opens none
}

export interface Block {
  readonly kind: "file" | "function" | "for" | "while" | "other";
  readonly name: string | null; // of a function, of a for loop's variable, of a while loop's label
  readonly declared: Map<string, Declared>;
  readonly from: number; // where its text begins
  to: number; // and ends
}

export interface Declared {
  readonly at: number; // where its scope begins
  readonly extents: readonly number[] | null; // [] of a scalar, null of a stream; NaN where the first is not written
  readonly parameter: boolean;
}

export interface ScannedFile {
  readonly pragmas: readonly ScannedPragma[];
  readonly text: string; // without comments and pragmas, of the same length
}

export function scan(file: string): ScannedFile {
  const text = withoutComments(file);
  const statements: { readonly at: number; readonly opens: Block | null }[] = [];
  const pragmas: ScannedPragma[] = [];
  const outermost: Block = newBlock("file", null, 0);
  const blocks: Block[] = [outermost];
  let start = 0; // of the statement at hand
  let parentheses = 0;
  let braces = 0; // of an initialiser
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === "#" && text.slice(text.lastIndexOf("\n", at) + 1, at).trim() === "") {
      const end = endOfLine(text, at);
      const line = /^#pragma\s+(.*)$/.exec(file.slice(at, end).trim());
      if (line !== null) pragmas.push(pragmaAt(file, at, line[1] ?? "", [...blocks], statements));
      if (text.slice(start, at).trim() === "") start = end;
      at = end;
      continue;
    }
    if (letter === '"') at = closingQuote(text, at);
    if (letter === "(" || letter === "[") parentheses++;
    if (letter === ")" || letter === "]") parentheses--;
    if (braces > 0 || (letter === "{" && isInitialiser(text.slice(start, at)))) {
      braces += letter === "{" ? 1 : letter === "}" ? -1 : 0;
      continue;
    }
    if (letter === "{") {
      const block = blockOf(text.slice(start, at), at + 1);
      statements.push({ at: start, opens: block });
      blocks.push(block);
      start = at + 1;
    } else if (letter === "}") {
      const closed = blocks.pop();
      if (closed !== undefined) closed.to = at;
      start = at + 1;
    } else if (letter === ";" && parentheses === 0) {
      statements.push({ at: start, opens: null });
      const found = declarationIn(text.slice(start, at));
      if (found !== null) blocks.at(-1)?.declared.set(found.name, { ...found.as, at });
      start = at + 1;
    }
  }
  outermost.to = text.length;
  return { pragmas, text: text.replaceAll(/^\s*#.*$/gm, (line) => " ".repeat(line.length)) };
}

function pragmaAt(
  file: string,
  at: number,
  text: string,
  blocks: readonly Block[],
  statements: readonly { readonly at: number; readonly opens: Block | null }[],
): ScannedPragma {
  const known = statements.length; // later ones come behind
  const line = file.slice(0, at).split("\n").length;
  return { at, line, text, blocks, next: () => statements[known]?.opens ?? null };
}

function newBlock(kind: Block["kind"], name: string | null, from: number): Block {
  return { kind, name, declared: new Map(), from, to: from };
}

/** `head` is what stands before the brace. */
function blockOf(head: string, from: number): Block {
  const plain = head.replaceAll(/^\s*#.*$/gm, "").replaceAll(/__attribute__\s*\(\(.*?\)\)+/g, "");
  const labelled = /^\s*(\w+)\s*:(?!:)\s*/.exec(plain);
  const words = plain.slice(labelled?.[0].length ?? 0).trim();
  if (/^for\s*\(/.test(words)) {
    const variable = /^for\s*\(\s*[\w\s:<>]*?(\w+)\s*=/.exec(words)?.[1] ?? null;
    const block = newBlock("for", variable, from);
    if (variable !== null) block.declared.set(variable, { at: from, extents: [], parameter: false });
    return block;
  }
  if (/^while\s*\(/.test(words)) return newBlock("while", labelled?.[1] ?? null, from);
  const named = /(?:^|[\s*&])(\w+)\s*\(([\s\S]*)\)\s*$/.exec(words);
  if (/^(else|if)\b/.test(words) || named === null) return newBlock("other", null, from);
  const block = newBlock("function", named[1] ?? null, from);
  for (const parameter of apart(named[2] ?? "")) {
    const found = parameterIn(parameter);
    if (found !== null) block.declared.set(found.name, { ...found.as, at: from });
  }
  return block;
}

interface Named {
  readonly name: string;
  readonly as: Omit<Declared, "at">;
}

/** `const float a[16][16]`, `__global float (*restrict a)[16]`, `int32_t *n`, `hls::stream<T> &s`. */
function parameterIn(text: string): Named | null {
  const pointer = /\(\*\s*(?:restrict\s+)?(\w+)\)((?:\[\d+\])*)\s*$/.exec(text);
  if (pointer !== null) {
    const extents = [Number.NaN, ...extentsIn(pointer[2] ?? "")];
    return { name: pointer[1] ?? "", as: { extents, parameter: true } };
  }
  const plain = /(\*?)\s*(?:restrict\s+)?(\w+)((?:\[\d+\])*)\s*$/.exec(text);
  if (plain === null || text.trim() === "void") return null;
  if (text.includes("hls::stream")) return { name: plain[2] ?? "", as: { extents: null, parameter: true } };
  const extents = plain[1] === "*" ? [Number.NaN] : extentsIn(plain[3] ?? "");
  return { name: plain[2] ?? "", as: { extents, parameter: true } };
}

/** A type, a name, extents; perhaps a value. */
function declarationIn(text: string): Named | null {
  const [before = ""] = text.trim().split(/(?<![=!<>+\-*/%&|^])=(?!=)/);
  const found = /^(?:[\w:]+(?:<[^;={}()]*>)?[\s*&]+)+(\w+)((?:\[\d+\])*)\s*$/.exec(before.trim());
  if (found === null || /^(return|goto|case|else|typedef|using)\b/.test(before.trim())) return null;
  return { name: found[1] ?? "", as: { extents: extentsIn(found[2] ?? ""), parameter: false } };
}

function extentsIn(text: string): readonly number[] {
  return [...text.matchAll(/\[(\d+)\]/g)].map(([, extent]) => Number(extent));
}

/** At the commas outside of brackets. */
function apart(text: string): readonly string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const letter of text) {
    if ("([<{".includes(letter)) depth++;
    if (")]>}".includes(letter)) depth--;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

function isInitialiser(head: string): boolean {
  return /=\s*$/.test(head);
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function closingQuote(text: string, at: number): number {
  for (let k = at + 1; k < text.length; k++) {
    if (text[k] === "\\") k++;
    else if (text[k] === '"') return k;
  }
  return text.length;
}

/** Blanks in their place, so that places stay the same. */
function withoutComments(text: string): string {
  return text.replaceAll(/"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
    found.startsWith('"') ? found : found.replaceAll(/[^\n]/g, " "),
  );
}
