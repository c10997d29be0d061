/** The command line as a function: words in, what a person or a program would see out. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeNpy, encodeNpy, type NpyArray } from "../../src/call/npy.ts";
import { main } from "../../src/cli/main.ts";

export interface Seen {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

export async function lutra(...words: readonly string[]): Promise<Seen> {
  let out = "";
  let err = "";
  const status = await main(words, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    color: false,
    errorColor: false,
    interactive: false,
  });
  return { status, out, err };
}

/** A source file in a test's directory. */
export function write(directory: string, name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

export function writeNpy(directory: string, name: string, array: NpyArray): string {
  const path = join(directory, name);
  writeFileSync(path, encodeNpy(array));
  return path;
}

export function readNpy(...parts: readonly string[]): NpyArray {
  return decodeNpy(readFileSync(join(...parts)));
}
