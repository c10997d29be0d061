/**
 * What every kernel that runs as a program of its own shares: arguments to .npy files, arrays and results back from
 * them, a fault told by its line turned into the fault of the source.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Check, checkOfFault, type LineMap, placeOfFault } from "../backend/c/lines.ts";
import type { Signature } from "../backend/c/signature.ts";
import { fromNpy, toNpy } from "../call/exchange.ts";
import { decodeNpy, encodeNpy } from "../call/npy.ts";
import type { Arguments } from "../call/outside.ts";
import { bug } from "../diagnostics/bug.ts";
import type { Span } from "../diagnostics/diagnostic.ts";
import { writesOf } from "../loops/analysis/effects.ts";
import type { Loops } from "../loops/nodes.ts";
import { arrayType } from "../loops/program.ts";
import { mentionedIn } from "../loops/tidy/flow.ts";
import { RunFault, type RunResult } from "../program/interpret/index.ts";
import type { Value } from "../types/operators.ts";
import type { ArrayData, NDArray } from "../types/storage.ts";
import { type Type, withShape } from "../types/types.ts";

export function writeArguments(folder: string, loops: Loops, args: Arguments): void {
  refuseShared(loops, args);
  for (const param of loops.params) {
    const type = param.kind === "scalar" ? param.type : arrayType(param);
    const value = args.get(param.name);
    if (value === undefined)
      throw new RunFault("argument", `no value for the argument \`${param.name}\``, nowhere);
    writeFileSync(join(folder, `${param.name}.npy`), encodeNpy(toNpy(type, value)));
  }
}

/** Changes argument arrays in place. */
export function readResults(folder: string, signature: Signature, args: Arguments): RunResult {
  for (const { kind, source, direction, type, shape } of signature.parameters) {
    if (kind !== "array" || source === null || direction === "in") continue;
    const target = args.get(source);
    const read = readValue(folder, source, withShape(type, shape));
    if (typeof target !== "object" || typeof read !== "object") bug(`\`${source}\` is no array`);
    copyData(read.data, target.data);
  }
  const results = signature.results.map(({ parameter, file }) => {
    const from = signature.parameters.find(({ name }) => name === parameter);
    if (from === undefined) bug(`nothing comes out of \`${parameter}\``);
    const own = from.source === null ? undefined : args.get(from.source);
    if (typeof own === "object") return { type: own.type, data: own.data };
    return readValue(folder, file, withShape(from.type, from.shape));
  });
  return { results };
}

function readValue(folder: string, name: string, type: Type): NDArray | Value {
  return fromNpy(decodeNpy(readFileSync(join(folder, `${name}.npy`))), type, name);
}

function copyData(from: ArrayData, to: ArrayData): void {
  for (let i = 0; i < from.length; i++) to[i] = from[i] as never;
}

/** A generated kernel takes each array as memory of its own: one that is written may not come twice. */
function refuseShared(loops: Loops, args: Arguments): void {
  const written = writesOf(loops.body);
  const used = new Set(loops.body.flatMap((stmt) => [...mentionedIn(stmt)]));
  const first = new Map<ArrayData, string>();
  for (const { name } of loops.params) {
    const value = args.get(name);
    if (typeof value !== "object" || !used.has(name)) continue;
    const other = first.get(value.data) ?? name;
    first.set(value.data, other);
    if (other === name || !(written.has(name) || written.has(other))) continue;
    const message = `arguments \`${other}\` and \`${name}\` are the same array, which is written; generated kernels take different ones`;
    throw new RunFault("argument", message, nowhere);
  }
}

const nowhere: Span = { from: 0, to: 0 };

/** `lutra fault CODE LINE [words]` on stderr, or null. */
export function faultIn(stderr: string, lines: LineMap): RunFault | null {
  const found = /^lutra fault (\S+) (\d+) ?(.*)$/m.exec(stderr);
  if (found === null) return null;
  const [, code = "", line = "0", text = ""] = found;
  const words = text.split(" ");
  const span = placeOfFault(lines, Number(line), code, words) ?? nowhere;
  const { index } = checkOfFault(lines, Number(line), code, words) ?? {};
  return new RunFault(code, messageOf(code, words, index), span);
}

/** The reference's words for it. */
function messageOf(code: string, words: readonly string[], index: Check["index"]): string {
  const [first = "", second = "", third = ""] = words;
  switch (code) {
    case "index-out-of-range": {
      const elements = second === "1" ? "1 element" : `${second} elements`;
      return index === undefined
        ? `index ${first} is out of range for an axis of ${elements}`
        : `index ${first} is out of range for axis ${index.axis} of \`${index.array}\`, which has ${elements}`;
    }
    case "overflow":
      return first === "power"
        ? "the power is too large for a float"
        : "the result does not fit the 64 bits of a Python int";
    case "zero-division":
      return "division by zero";
    case "negative-shift":
      return "a shift by a negative count";
    case "negative-power":
      return "an integer to a negative power";
    case "out-of-range": {
      const type = words.slice(1).join(" "); // `python int` is two words
      return type === "" ? `${first} has no integer value` : `${first} is out of range for ${type}`;
    }
    case "bit-range":
      return `bits ${first} to ${second} are outside a value of ${third} bits`;
    case "domain":
      if (first === "complex") return "a negative number to a fractional power is complex";
      if (first === "root") return "the square root of a negative number";
      return third === "inf"
        ? `${first} of ${numberIn(second)} is infinite`
        : `${first} has no value at ${numberIn(second)}`;
    case "zero-step":
      return "the step of range() is zero";
    default:
      return [code, ...words].join(" ");
  }
}

/** As printf's %.17g writes it. */
function numberIn(text: string): number {
  return Number(text.replace("inf", "Infinity"));
}
