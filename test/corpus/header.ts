/**
 * What the comments at the top of a corpus kernel say about how to call it and how to compare.
 *
 *     # args: a=float32[8,8] b=int32[8] s=float32 n=5     types, or Python numbers, 1.5-2.0j too
 *     # seed: 3                                            1 unless said
 *     # range: a=-5..5 b=0..7                              of random data, both ends included
 *     # values: p=0,2,5,7 x=nan,-0.0,inf                   these instead of random data; of complex numbers, their parts
 *     # sum: 64 of 100                                     sums of 64 terms, of magnitude 100: see compare.ts
 *     # ulp: 1                                             elementary functions
 *     # raises: IndexError                                 CPython raises this, we report a fault
 */
import { exact, type Tolerance } from "../numpy/compare.ts";

export interface Header {
  readonly args: readonly Argument[];
  readonly seed: number;
  readonly tolerance: Tolerance;
  readonly raises: string | null;
}

export type Argument =
  | {
      readonly kind: "numpy";
      readonly name: string;
      readonly typeText: string; // float32[8,8]
      readonly dtype: string;
      readonly shape: readonly number[] | null;
      readonly range: readonly [string, string] | null;
      readonly values: readonly string[] | null;
    }
  | {
      readonly kind: "python";
      readonly name: string;
      readonly value: boolean | number | bigint;
      readonly text: string;
    };

const keys = new Set(["args", "seed", "range", "values", "sum", "ulp", "raises"]);

export function parseHeader(text: string): Header {
  const fields = new Map<string, string>();
  for (const line of text.split("\n")) {
    const match = /^# (\w+):(.*)$/.exec(line);
    if (match === null) {
      if (line.startsWith("#")) continue; // prose
      break;
    }
    const [, key = "", value = ""] = match;
    if (!keys.has(key)) throw new Error(`no such header: ${key}`);
    fields.set(key, `${fields.get(key) ?? ""} ${value.trim()}`.trim());
  }
  const ranges = pairs(fields.get("range"));
  const values = pairs(fields.get("values"));
  return {
    args: [...pairs(fields.get("args"))].map(([name, what]) => argument(name, what, ranges, values)),
    seed: Number(fields.get("seed") ?? 1),
    tolerance: tolerance(fields.get("sum"), fields.get("ulp")),
    raises: fields.get("raises") ?? null,
  };
}

function pairs(text: string | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (const word of (text ?? "").split(/\s+/).filter((w) => w !== "")) {
    const equals = word.indexOf("=");
    if (equals < 0) throw new Error(`expected name=value, found ${word}`);
    found.set(word.slice(0, equals), word.slice(equals + 1));
  }
  return found;
}

function argument(
  name: string,
  what: string,
  ranges: ReadonlyMap<string, string>,
  values: ReadonlyMap<string, string>,
): Argument {
  if (what === "True" || what === "False")
    return { kind: "python", name, value: what === "True", text: what };
  const complex = /^(-?[\d.]+)([-+][\d.]+)j$/.exec(what);
  if (complex !== null) {
    const parts = [complex[1] ?? "0", complex[2] ?? "0"];
    const facts = { dtype: "python complex", shape: null, range: null, values: parts };
    return { kind: "numpy", name, typeText: "python complex", ...facts };
  }
  if (/^-?[\d.]/.test(what)) {
    const isInt = /^-?\d+$/.test(what);
    const value = isInt && !Number.isSafeInteger(Number(what)) ? BigInt(what) : Number(what);
    return { kind: "python", name, value, text: what };
  }
  const match = /^(\w+?)(?:\[([\d,]+)\])?$/.exec(what);
  if (match === null) throw new Error(`not a type or a number: ${what}`);
  const [, dtype = "", extents] = match;
  const [low, high] = ranges.get(name)?.split("..") ?? [];
  return {
    kind: "numpy",
    name,
    typeText: what,
    dtype,
    shape: extents === undefined ? null : extents.split(",").map(Number),
    range: low !== undefined && high !== undefined ? [low, high] : null,
    values: values.get(name)?.split(",") ?? null,
  };
}

function tolerance(sum: string | undefined, ulp: string | undefined): Tolerance {
  if (sum !== undefined) {
    const [terms, magnitude] = sum.split(" of ");
    return {
      kind: "sum",
      terms: Number(terms),
      magnitude: magnitude === undefined ? null : Number(magnitude),
    };
  }
  return ulp === undefined ? exact : { kind: "ulp", ulps: Number(ulp) };
}
