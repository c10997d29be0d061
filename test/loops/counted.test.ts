/** Accesses whose places are not affine, but known from counters: how far apart they meet, and circuits that rely on it. */
import { describe, expect, it } from "vitest";
import { seededArgument } from "../../src/call/seeded.ts";
import { compile, explain, toLoops } from "../../src/driver/compile.ts";
import { flatDistances } from "../../src/loops/depend/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { apply } from "../../src/schedule/schedule.ts";
import type { Value } from "../../src/types/operators.ts";
import type { NDArray } from "../../src/types/storage.ts";
import { array } from "../../src/types/types.ts";
import { verdictBeside } from "../synthesis/promise.ts";
import { checkDistances } from "./distances.ts";
import { loopNamed } from "./enumerate.ts";
import { type Random, seeded } from "./nests.ts";

/** Kernels; LUTRA_NESTS=2000 for a long run. */
const count = Number(process.env.LUTRA_NESTS ?? 25);

function loopsOf(body: string, params = '"int32[64]"'): Loops {
  const text = `from pylog import *
import numpy as np

T = tuple((7 * k + 3) % 64 for k in range(64))

@pylog
def kernel(x: ${params}, y: "int32[64]"):
${body.trim().replaceAll(/^/gm, "    ")}
`;
  const compiled = compile({ path: "kernel.py", text });
  if (!compiled.ok) throw new Error(`${explain(compiled)}\n${text}`);
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Error(text);
  return lowered.loops;
}

/** The least distance of a store to a later load of `x`; infinite where they do not meet within 64. */
function leastFlow(loops: Loops, names: readonly string[]): number {
  const nest = names.map((name) => loopNamed(loops, name));
  const found = flatDistances(loops, nest, nest.at(-1)?.body ?? []).filter(
    ({ kind, first }) => kind === "flow" && first.array === "x",
  );
  return Math.min(...found.map(({ distance }) => distance));
}

const butterflies = `
for s in range(6):
    h = 1 << s
    for k in range(32):
        i = ((k >> s) << (s + 1)) + (k & (h - 1))
        a = x[i]
        b = x[i + h]
        x[i] = a + b
        x[i + h] = a - b
`;

describe("a store meets a later load", () => {
  it("16 iterations later in a transform of 64 points", () => {
    expect(leastFlow(loopsOf(butterflies), ["s", "k"])).toBe(16);
  });

  it("where a table says so", () => {
    const far = "for k in range(64):\n    x[T[k]] = x[T[(k + 50) % 64]] + 1";
    expect(leastFlow(loopsOf(far), ["k"])).toBe(14);
  });

  it("by the loops around the nest, for each of their iterations", () => {
    const sort = `
for s in range(6):
    for p in range(6):
        if p <= s:
            h = 1 << (s - p)
            for k in range(32):
                i = ((k >> (s - p)) << (s - p + 1)) + (k & (h - 1))
                a = x[i]
                x[i] = min(a, x[i + h])
                x[i + h] = max(a, x[i + h])`;
    expect(leastFlow(loopsOf(sort), ["k"])).toBe(Number.POSITIVE_INFINITY);
  });

  it("in the next iteration, in a loop that data end", () => {
    const waits = `
n = 0
while n < y[0]:
    for k in range(64):
        x[k ^ (n & 63)] = x[(k >> (n & 3)) & 63] + 1
    n += 1`;
    expect(leastFlow(loopsOf(waits), ["k"])).toBe(1);
  });

  it("in the next iteration, where data say where", () => {
    const somewhere = "for k in range(64):\n    x[y[k] & 63] = x[y[k] & 63] + 1";
    expect(leastFlow(loopsOf(somewhere), ["k"])).toBe(1);
  });

  it("in the next iteration, where it hangs on what was before the loop", () => {
    const before = "i = y[0] & 63\nfor k in range(64):\n    x[i ^ k] = x[i] + 1\n    i = (i * 5 + k) & 63";
    expect(leastFlow(loopsOf(before), ["k"])).toBe(1);
  });

  it("in the next iteration, where a place is known in one branch alone", () => {
    const branch = `
i = 0
for k in range(64):
    i = k ^ 1
    if y[k] > 3:
        i = k ^ 2
    x[i] = x[i ^ 5] + 1`;
    expect(leastFlow(loopsOf(branch), ["k"])).toBe(1);
  });
});

it("butterflies take two cycles a pair: two loads and two stores of a memory with two ports", async () => {
  const loops = loopsOf(butterflies);
  const judged = await verdictBeside(loops, pipelined(loops), argumentsOf(loops, 1));
  expect(judged).toMatchObject({ kind: "kept", ran: { cycles: 2 * 192 + 1 } });
});

it.each(Array.from({ length: count }, (_, k) => k))("random places: nest %i", async (seed) => {
  const loops = loopsOf(randomBody(seeded(7000 + seed)));
  checkDistances(loops, ["s", "k"], {});
  expect(await verdictBeside(loops, pipelined(loops), argumentsOf(loops, seed))).toMatchObject({
    kind: "kept",
  });
});

function pipelined(loops: Loops): Loops {
  const done = apply(loops, [{ primitive: "pipeline", args: { loop: "k" } }]);
  if (!done.ok) throw new Error(done.refusal.message);
  return done.loops;
}

function argumentsOf({ params }: Loops, seed: number): Readonly<Record<string, NDArray | Value>> {
  return Object.fromEntries(
    params.map((decl) => {
      const type = decl.kind === "array" ? array(decl.element, decl.shape) : decl.type;
      return [decl.name, seededArgument(type, decl.name, seed)];
    }),
  );
}

/** Swaps, updates and choices at places that shifts, masks, tables and remainders give. */
function randomBody(random: Random): string {
  const isAround = random(3) === 0;
  const pick = <T>(...all: readonly [T, ...T[]]): T => all[random(all.length)] ?? all[0];
  const number = (below: number): number => random(below);
  const place = (): string =>
    pick(
      () => `(k >> s) + (k << ${number(3)})`,
      () => `k ^ (1 << s)`,
      () => `T[k] + s`,
      () => `T[(k * ${2 * number(4) + 1} + s) & 63]`,
      () => `(k * ${number(9) + 1}) % ${number(40) + 7} + (k & s)`,
      () => `(k & ((1 << s) - 1)) + ((k >> s) << (s + 1))`,
      () => `i + ${number(8)}`,
      () => `i ^ ${number(64)}`,
    )();
  const value = (): string => pick("a", "b", "a + b", "a - b", "y[k]", "x[j] + a");
  const write = (): string => `x[${pick("i", "j", `(${place()}) & 63`)}] = ${value()}`;
  const guarded = (): string =>
    `if ${pick("a > b", "k & 1 == 0", "(k >> s) & 1 == 0", "y[k] > a")}:\n            ${write()}`;
  return `
for s in range(${number(4) + 2}):
    h = ${isAround ? "y[s] & 15" : "1 << s"}
    for k in range(${number(24) + 5}):
        i = (k + h) & 63
        i = (${place()}) & 63
        j = (${place()}) & 63
        a = x[i]
        b = x[j]
        ${pick(write, guarded)()}
        ${pick(write, guarded)()}
`;
}
