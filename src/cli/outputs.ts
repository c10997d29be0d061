/** `--out DIR` and `--out NAME=FILE`: which arrays a call leaves behind, and the files that they go to. */
import { basename, join } from "node:path";
import { formatOf, toNpy } from "../call/exchange.ts";
import { encodeNpy, withPlainNaNs } from "../call/npy.ts";
import { checkPicture, encodePng } from "../call/png.ts";
import { kernelOf, type Outcome } from "../call/run.ts";
import { bug } from "../diagnostics/bug.ts";
import { closest } from "../diagnostics/closest.ts";
import { Failure } from "../diagnostics/failure.ts";
import { checkFile, checkFolder, statOf, writeFiles } from "../outside/write.ts";
import type { Program } from "../program/nodes.ts";
import type { Type } from "../types/types.ts";
import { inFile } from "./arguments.ts";

/** What the options name, before the kernel is known. */
export interface OutputOptions {
  readonly folder: string | null; // for everything that a call leaves behind
  readonly files: ReadonlyMap<string, string>; // by argument, or `return`
}

export function parseOutputs(options: readonly string[]): OutputOptions {
  let folder: string | null = null;
  const files = new Map<string, string>();
  for (const option of options) {
    const [, name, path = ""] = /^([^=/\\]+)=(.*)$/.exec(option) ?? [];
    if (name === undefined || statOf(option)?.isDirectory() === true) {
      if (folder !== null) throw new Failure(`--out names two directories: ${folder} and ${option}`);
      checkFolder("--out", option);
      folder = option;
      continue;
    }
    if (!/\.(npy|png)$/i.test(path)) {
      throw new Failure(`--out ${option}: expected a directory, NAME=FILE.npy or NAME=FILE.png`, {
        help: `for a directory of that name write --out ./${option}`,
      });
    }
    const plain = name.trim().normalize("NFKC"); // as Python reads names
    if (files.has(plain)) throw new Failure(`--out gives ${plain} twice`);
    files.set(plain, path.trim());
  }
  return { folder, files };
}

/** A file to write, and what goes into it. */
interface Output {
  readonly path: string;
  readonly from: Left;
}

/** What a call leaves behind: array arguments, and what it returned. */
interface Left {
  readonly name: string;
  readonly type: Type;
  readonly after: (outcome: Outcome) => Pick<Outcome["results"][number], "type" | "value"> | undefined;
}

/** Every file that will be written; what cannot be is refused here, before the work is done. */
export function planOutputs(
  { folder, files }: OutputOptions,
  program: Program,
  inputs: readonly string[],
): readonly Output[] {
  const left = leftBehind(program);
  const inFolder = (folder === null ? [] : left).map((from) => ({
    path: join(folder ?? "", `${from.name}.npy`),
    from,
  }));
  const named = [...files].map(([name, path]) => ({ path, from: leftNamed(name, left, program) }));
  const outputs = [...inFolder, ...named];
  outputs.forEach(({ path, from }, i) => {
    const other = outputs.slice(0, i).find((one) => join(one.path) === join(path));
    if (other !== undefined) {
      const who =
        other.from.name === from.name
          ? `two things called ${from.name}`
          : `${other.from.name} and ${from.name}`;
      throw new Failure(`${who} would both be written to ${path}`);
    }
    if (isPng(path)) inFile(`${from.name}, to ${basename(path)}`, () => checkPicture(formatOf(from.type)));
    checkFile("--out", path, inputs);
  });
  return outputs;
}

/** Gives the files' names. */
export async function writeOutputs(
  outputs: readonly Output[],
  outcome: Outcome,
  inputs: readonly string[],
): Promise<readonly string[]> {
  const files = new Map<string, Uint8Array>();
  for (const { path, from } of outputs) {
    const { type, value } = from.after(outcome) ?? bug(`a call left no ${from.name} behind`);
    const array = toNpy(type, value); // a schedule may have given it another type
    files.set(path, isPng(path) ? inFile(path, () => encodePng(array)) : encodeNpy(withPlainNaNs(array)));
  }
  await writeFiles(files, inputs);
  return [...files.keys()];
}

function leftBehind(program: Program): readonly Left[] {
  const { params, results } = kernelOf(program);
  const args = params.flatMap(({ name, type }): Left[] => {
    const after: Left["after"] = ({ args }) => args.find((arg) => arg.name === name);
    return type.kind === "array" ? [{ name, type, after }] : [];
  });
  const returned = results.map((type, i): Left => {
    const name = results.length === 1 ? "return" : `return_${i}`;
    return { name, type, after: (outcome) => outcome.results[i] };
  });
  return [...args, ...returned];
}

function leftNamed(name: string, left: readonly Left[], program: Program): Left {
  const found = left.find((one) => one.name === name);
  if (found !== undefined) return found;
  const { name: kernel, params } = kernelOf(program);
  if (params.some((param) => param.name === name)) {
    throw new Failure(`--out: argument ${name} is a number, which a call does not change`);
  }
  const names = left.map((one) => one.name);
  const meant = closest(name, names);
  const has = names.length === 0 ? "nothing" : names.join(", ");
  throw new Failure(`--out: ${kernel} leaves no ${name} behind; there is ${has}`, {
    ...(meant === null ? {} : { help: `did you mean ${meant}?` }),
  });
}

function isPng(path: string): boolean {
  return /\.png$/i.test(path);
}
