/**
 * Arrays in banks along several dimensions, with places of every kind: the bits of the reference, in the cycles that were predicted.
 *
 *     LUTRA_PROGRAMS=500 LUTRA_SEED=7 npx vitest run test/synthesis/banks-random.test.ts
 */
import { expect, test } from "vitest";
import { type Random, rng } from "../schedule/random.ts";
import { argumentsFor } from "../schedule/scheduled.ts";
import { verdictBeside } from "./promise.ts";
import { writtenLoops } from "./written.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 16);
const first = Number(process.env.LUTRA_SEED ?? 1);

test(`random kernels from seed ${first}`, { timeout: 0 }, async () => {
  const found: string[] = [];
  let kept = 0;
  for (let seed = first; seed < first + runs && found.length < 3; seed++) {
    const { source, steps } = bankedKernel(rng(seed));
    const plain = writtenLoops(source);
    const own = await verdictBeside(
      plain,
      writtenLoops(source, steps),
      Object.fromEntries(argumentsFor(plain, seed)),
    );
    if (own.kind === "kept") kept++;
    if (own.kind === "broken") found.push(`seed ${seed}: ${own.how}\n${source}\n${steps}`);
  }
  expect(found).toEqual([]);
  expect(kept).toBeGreaterThan(runs / 2);
});

/** A nest of three loops over an array of three dimensions, which is loaded and stored at several places in each round. */
function bankedKernel(random: Random): { readonly source: string; readonly steps: string } {
  const shape = [2 + random(4), 2 + random(5), 2 + random(6)];
  const trips = shape.map((size) => 1 + random(size));
  const places = shape.map((size, dim) => () => index(random, size, trips, dim));
  const access = (): string => `m[${places.map((place) => place()).join(", ")}]`;
  const body = Array.from({ length: 2 + random(3) }, () => {
    const guard = random(3) === 0 ? `if k % 2 == ${random(2)}: ` : "";
    return `                ${guard}${random(2) === 0 ? `${access()} = ${access()} + i` : `total += ${access()} * (j + 1)`}`;
  });
  const source = [
    `def kernel(m: "int16[${shape.join(",")}]", d: "uint8[8]"):`,
    "    total = np.int32(0)",
    ...["i", "j", "k"].map((name, at) => `${"    ".repeat(at + 1)}for ${name} in range(${trips[at]}):`),
    ...body,
    "    return total",
  ].join("\n");
  const banks = shape.flatMap((size, dim) => {
    const count = 2 + random(3);
    const how = pick(random, ["complete", `cyclic ${count}`, `block ${count}`, ""]);
    const isFilled = how.startsWith("block")
      ? Math.ceil(size / Math.ceil(size / count)) === count
      : count <= size;
    return how === "" || (how !== "complete" && !isFilled) ? [] : [`partition m dim=${dim} ${how}`];
  });
  const runsAs = pick(random, ["pipeline k", "pipeline j", "unroll k 2", "unroll j 2\npipeline k", ""]);
  return { source, steps: [...banks, runsAs].filter(Boolean).join("\n") };
}

/** Inside of the array for certain: a counter, one that goes by two, a diagonal, a place that data tell, a constant. */
function index(random: Random, size: number, trips: readonly number[], dim: number): string {
  const names = ["i", "j", "k"];
  const own = names[dim] ?? "i";
  const other = names[random(3)] ?? "i";
  return pick(random, [
    own,
    own,
    `(${own} + ${random(size)}) % ${size}`,
    `(2 * ${other} + ${random(2)}) % ${size}`,
    `(${own} + ${other}) % ${size}`,
    `d[${other}] % ${size}`,
    String(random(size)),
    ...((trips[dim] ?? 1) < size ? [`${own} + 1`] : []),
    ...(2 * (trips[dim] ?? 1) <= size ? [`2 * ${own}`, `2 * ${own} + 1`] : []),
  ]);
}

function pick<T>(random: Random, from: readonly T[]): T {
  const [first] = from;
  const found = from[random(from.length)] ?? first;
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}
