/** Text that never was a program: bytes, Unicode, and the words of the language in any order. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { parseType } from "../../src/types/parse.ts";
import type { Type } from "../../src/types/types.ts";
import { seed, sources, survive } from "./survive.ts";

const hour = 3_600_000;

describe("noise", () => {
  it(
    "random bytes",
    () =>
      property(
        fc.uint8Array({ maxLength: 300 }).map((bytes) => new TextDecoder().decode(bytes)),
        (text) => survive(text),
      ),
    12 * hour,
  );

  it(
    "random Unicode, lone surrogates too",
    () =>
      property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        survive(text);
        survive(inKernel(`    x = ${text}\n`), args);
        survive(inKernel(`    x = "${text}"\n`), args);
      }),
    12 * hour,
  );

  it("words in any order", () => property(soup, (text) => survive(text, args)), 12 * hour);

  it(
    "a kernel of words in any order",
    () => property(soup, (text) => survive(inKernel(text.replace(/^/gm, "    ")), args)),
    12 * hour,
  );
});

function property<T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => unknown): void {
  const runs = fc.property(arbitrary, (value) => void check(value));
  fc.assert(runs, { numRuns: sources(150), seed, verbose: fc.VerbosityLevel.None });
}

const args: ReadonlyMap<string, Type> = new Map(
  Object.entries({ a: "float32[8]", m: "int16[4,4]", n: "python int", u: "uint8" }).map(([name, text]) => {
    const parsed = parseType(text);
    if (!parsed.ok) throw new Error(parsed.message);
    return [name, parsed.type];
  }),
);

function inKernel(body: string): string {
  return `from pylog import *\n@pylog\ndef k(a, m, n, u):\n${body}`;
}

const words =
  "a m n u x y i np range len map dot sum zip enumerate int float 0 1 2 -1 0.5 8 True None 'text' " +
  "if else elif for while in return lambda def not and or is break continue pass : : , , . ( ) ( ) [ ] [ ] { } " +
  "+ - * / // % ** @ & | ^ ~ << >> < > == != = = += -= a[0] a[1:] m[0] m[:,0] m.T a.shape a.sum() np.zeros(3) " +
  "np.float32 np.sum( np.where( .reshape( .astype( [0]*4 x=1 y=a x[0]=1";
const gaps = [" ", " ", " ", "", "\n", "\n    ", "\n        "];

const soup = fc
  .array(fc.tuple(fc.constantFrom(...words.split(" ")), fc.constantFrom(...gaps)), { maxLength: 40 })
  .map((parts) => parts.map(([word, gap]) => word + gap).join(""));
