/** What the page holds: kept in a link, and in this browser until the tab comes back. */
import { type DeflateOptions, deflateSync, Inflate, strFromU8, strToU8 } from "fflate";
import type { Subject } from "./protocol.ts";

export const emptySubject: Omit<Subject, "written"> = {
  ...{ path: "kernel.py", text: "", schedule: "", args: "", kernel: "", board: "", clock: "" },
};

/** By the ending of its name, as on the command line. */
export function languageOf(path: string): "python" | "typescript" {
  return /\.m?[jt]s$/.test(path) ? "typescript" : "python";
}

const mostLetters = 100_000; // of a link
const mostBytes = 400_000; // of what is in it

/** Everything that differs from an empty page, compressed, in letters that a URL may have. It stands behind `#`, so no server sees it. */
export function linkOf(subject: Subject): string {
  const told = Object.entries(subject).filter(
    ([key, value]) => value !== emptySubject[key as keyof typeof emptySubject],
  );
  const bytes = deflateSync(strToU8(JSON.stringify(Object.fromEntries(told))), best);
  const letters = btoa(latin(bytes));
  return `#1.${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

const best: DeflateOptions = { level: 9 };

/** Null: it holds none, or is damaged. Nothing of it is trusted: types, lengths and names are checked. */
export function subjectOfLink(fragment: string): Subject | null {
  const [, letters] = /^#1\.([A-Za-z0-9_-]+)$/.exec(fragment) ?? [];
  if (letters === undefined || letters.length > mostLetters) return null;
  try {
    const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return subjectOf(JSON.parse(strFromU8(inflated(bytes))));
  } catch {
    return null;
  }
}

/** Of the fields of a subject those that are there; null: it is something else. */
export function subjectOf(value: unknown): Subject | null {
  if (typeof value !== "object" || value === null) return null;
  const found: Record<string, string> = { ...emptySubject };
  for (const key of Object.keys(emptySubject)) {
    const own: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
    if (own === undefined) continue;
    if (typeof own !== "string") return null;
    found[key] = own;
  }
  return found as unknown as Subject;
}

function latin(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Stops where more comes out than a page holds: a few letters may stand for gigabytes. */
function inflated(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate((piece) => {
    length += piece.length;
    if (length > mostBytes) throw new RangeError("too much");
    pieces.push(piece);
  });
  for (let at = 0; at < bytes.length; at += 512)
    stream.push(bytes.subarray(at, at + 512), at + 512 >= bytes.length);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const place = "lutra.explorer.subject";

/** A browser may forbid it; then nothing is kept. */
export function keep(subject: Subject): void {
  try {
    localStorage.setItem(place, JSON.stringify(subject));
  } catch {
    // nothing is kept
  }
}

export function kept(): Subject | null {
  try {
    return subjectOf(JSON.parse(localStorage.getItem(place) ?? "null"));
  } catch {
    return null;
  }
}
