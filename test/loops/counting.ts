/** Kernels with random `while` loops, about where these stop to count: bounds that change, counters set twice, loops left early. */
import { compilePython } from "../../src/frontend/python/index.ts";
import type { Program } from "../../src/program/nodes.ts";
import { allocate, type NDArray, set } from "../../src/types/storage.ts";
import { array as arrayOf, int32 } from "../../src/types/types.ts";
import type { Args } from "../backend/wasm-build.ts";
import { type Random, rng } from "../schedule/random.ts";

/** A kernel, and arguments for it. */
export function countingKernel(seed: number): { readonly program: Program; readonly args: Args } {
  const random = rng(seed);
  const lines = ["s = 1", "t = 2", "rounds = 0", `b = ${random(20)}`];
  const nests = Array.from({ length: 1 + random(2) }, (_, k) => nest(random, 2, 4 * k)).flat();
  const program = programOf([...lines, ...nests, "return s, t, b, rounds"]);
  const values = Array.from({ length: 24 }, () => random(90) - 40);
  return { program, args: { a: filled(values), n: random(30) - 3, m: BigInt(random(25)) } };
}

export function programOf(lines: readonly string[]): Program {
  const text = `from pylog import *\n@pylog\ndef k(a: "int32[24]", n: "int32", m: "int64"):\n    ${lines.join("\n    ")}\n`;
  const { program, diagnostics } = compilePython({ path: "kernel.py", text }, { args: new Map() });
  if (program === null) throw new Error(`${text}\n${diagnostics.map(({ message }) => message).join("\n")}`);
  return program;
}

function filled(values: readonly number[]): NDArray {
  const array = allocate(arrayOf(int32, [values.length]));
  for (const [k, value] of values.entries()) set(array, k, value);
  return array;
}

function oneOf<T>(random: Random, ...all: readonly [T, ...T[]]): T {
  return all[random(all.length)] ?? all[0];
}

/** Statements that may count, leave, go on, nest and change bounds, about where loops stop counting. */
function nest(random: Random, depth: number, counter: number): readonly string[] {
  const i = `i${counter}`;
  const isUp = random(2) === 0;
  const step = 1 + random(3);
  const bound = oneOf(random, `${random(24)}`, "n", "int(n)", "b", "b + 1", "m", `len(a) - ${random(4)}`);
  const test = isUp ? oneOf(random, "<", "<=") : oneOf(random, ">", ">=");
  const end = isUp ? bound : oneOf(random, "0", "-1", "3", bound);
  const start = isUp
    ? oneOf(random, "0", "1", "b", "-2", "int(n)", "b - 3")
    : oneOf(random, "23", "b", "20", "b + 2");
  const counts = oneOf(
    random,
    ...([`${i} ${isUp ? "+" : "-"}= ${step}`, `${i} = ${i} ${isUp ? "+" : "-"} ${step}`] as const),
  );
  const condition =
    random(4) === 0
      ? `${end} ${isUp ? (test === "<" ? ">" : ">=") : test === ">" ? "<" : "<="} ${i}`
      : `${i} ${test} ${end}`;
  const some = (): string =>
    oneOf(
      random,
      `s = (s * 3 + ${i}) % 1000003`,
      `s += int(a[${i} % 24])`,
      `if s % 7 == ${random(7)}:\n    break`,
      `b = b + ${random(2)}`,
      `if s % 3 == 0:\n    s += ${i}`,
      `a[${i} % 24] = s % 50`,
      `t = ${i} + ${random(3)}`,
      `s += t`,
    );
  const inner = depth > 0 && random(2) === 0 ? nest(random, depth - 1, counter + 1) : [];
  const before = [some(), ...(random(2) === 0 ? [some()] : []), ...inner].flatMap((one) => one.split("\n"));
  const after = random(3) === 0 ? some().split("\n") : [];
  const skip = random(8) === 0 ? [`if ${i} % 5 == 4:`, `    ${counts}`, "    continue"] : [];
  const last = random(6) === 0 ? [`if rounds % 5 != 0:`, `    ${counts}`] : [counts];
  const body = ["rounds += 1", "if rounds > 300:", "    break", ...skip, ...before, ...last, ...after];
  const guarded = random(5) === 0 ? body.slice(3) : body;
  const looped = body === guarded || isEndless(guarded) ? body : guarded;
  return [`${i} = ${start}`, `while ${condition}:`, ...looped.map((line) => `    ${line}`), `s += ${i}`];
}

/** Only what surely counts needs no other end. */
function isEndless(body: readonly string[]): boolean {
  return body.some((line) => /b = b|continue|rounds/.test(line));
}
