/**
 * Reads the Python literal in a `.npy` header. NumPy itself uses `ast.literal_eval`, so any spacing, quoting or key
 * order is legal.
 *
 *     parseLiteral("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }")
 *     // Map { "descr" => "<f4", "fortran_order" => false, "shape" => [3, 4] }
 */
import { named } from "../diagnostics/named.ts";
import { DataError } from "./data_error.ts";

export type Literal = string | number | boolean | null | readonly Literal[] | ReadonlyMap<string, Literal>;

/** Tuples and lists both come out as arrays. */
export function parseLiteral(text: string): Literal {
  const reader: Reader = { text, at: 0, depth: 0 };
  const value = readValue(reader);
  skipSpace(reader);
  if (reader.at < text.length) throw unexpected(reader);
  return value;
}

interface Reader {
  readonly text: string;
  at: number;
  depth: number; // of brackets
}

const deepest = 32; // a header needs two

function readValue(reader: Reader): Literal {
  skipSpace(reader);
  const char = reader.text[reader.at];
  if (char === "{" || char === "(" || char === "[") {
    if (++reader.depth > deepest) throw unexpected(reader);
    const read = char === "{" ? readDict(reader) : readSequence(reader, char === "(" ? ")" : "]");
    reader.depth--;
    return read;
  }
  if (char === "'" || char === '"') return readString(reader, char);
  return readWord(reader);
}

function readDict(reader: Reader): ReadonlyMap<string, Literal> {
  const entries = new Map<string, Literal>();
  reader.at++;
  while (!accept(reader, "}")) {
    const key = readValue(reader);
    if (typeof key !== "string" || !accept(reader, ":")) throw unexpected(reader);
    entries.set(key, readValue(reader));
    if (!accept(reader, ",") && !next(reader, "}")) throw unexpected(reader);
  }
  return entries;
}

/** `(3)` is 3 in Python, not a tuple. */
function readSequence(reader: Reader, close: ")" | "]"): Literal {
  const items: Literal[] = [];
  let comma = false;
  reader.at++;
  while (!accept(reader, close)) {
    items.push(readValue(reader));
    if (accept(reader, ",")) comma = true;
    else if (!next(reader, close)) throw unexpected(reader);
  }
  const [only] = items;
  return close === ")" && items.length === 1 && !comma && only !== undefined ? only : items;
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

function readString(reader: Reader, quote: string): string {
  let value = "";
  reader.at++;
  for (;;) {
    const char = reader.text[reader.at++];
    if (char === undefined) throw unexpected(reader);
    if (char === quote) return value;
    if (char !== "\\") {
      value += char;
      continue;
    }
    const meant = named(escapes, reader.text[reader.at++] ?? "");
    if (meant === undefined) throw unexpected(reader);
    value += meant;
  }
}

const words: Readonly<Record<string, boolean | null>> = { True: true, False: false, None: null };

/** True, False, None, or an integer; `10L` is what Python 2 wrote. */
function readWord(reader: Reader): Literal {
  const word = /^[-\w]+/.exec(reader.text.slice(reader.at))?.[0] ?? "";
  const known = named(words, word);
  if (known === undefined && !/^-?\d+L?$/.test(word)) throw unexpected(reader);
  reader.at += word.length;
  return known === undefined ? Number.parseInt(word, 10) : known;
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? "")) reader.at++;
}

function next(reader: Reader, char: string): boolean {
  skipSpace(reader);
  return reader.text[reader.at] === char;
}

function accept(reader: Reader, char: string): boolean {
  const found = next(reader, char);
  if (found) reader.at++;
  return found;
}

function unexpected(reader: Reader): DataError {
  const found = reader.text[reader.at];
  const what = found === undefined ? "its end" : `'${found}'`;
  return new DataError(
    `the .npy header is not a Python literal: unexpected ${what} at character ${reader.at}`,
  );
}
