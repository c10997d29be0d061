/** Kernels that work, to be broken: the corpus and the examples, with the types they are called with. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseType } from "../../src/types/parse.ts";
import type { Type } from "../../src/types/types.ts";
import { type Argument, parseHeader } from "../corpus/header.ts";

export interface Kernel {
  readonly path: string;
  readonly text: string;
  readonly args: ReadonlyMap<string, Type>;
  readonly values: ReadonlyMap<string, bigint>; // of integers, which may shape arrays
}

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

export const kernels: readonly Kernel[] = [
  ...pythonFiles("test/corpus").map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const { args } = parseHeader(text);
    const types = new Map(args.map((arg) => [arg.name, typeOf(arg)]));
    return { path, text, args: types, values: new Map(args.flatMap(integerIn)) };
  }),
  // Those in examples/pylog take their shapes from the call.
  ...pythonFiles("examples")
    .filter((path) => !/\b(pylog|search)\b/.test(path)) // those of a search are no kernels
    .map((path) => {
      return { path, text: readFileSync(join(root, path), "utf8"), args: new Map(), values: new Map() };
    }),
];

function pythonFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".py"))
    .sort()
    .map((path) => join(folder, path));
}

function integerIn(argument: Argument): readonly (readonly [string, bigint])[] {
  if (argument.kind !== "python" || typeof argument.value === "boolean") return [];
  return Number.isInteger(Number(argument.value)) ? [[argument.name, BigInt(argument.value)]] : [];
}

function typeOf(argument: Argument): Type {
  if (argument.kind === "python") {
    const { value, text } = argument;
    const whole = typeof value === "bigint" || (typeof value === "number" && /^-?\d+$/.test(text));
    return { kind: "python", name: typeof value === "boolean" ? "bool" : whole ? "int" : "float" };
  }
  const parsed = parseType(argument.typeText);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.type;
}
