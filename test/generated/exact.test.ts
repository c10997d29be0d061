/**
 * Exact locals without a declared type: CPython on fractions = interpreter = WebAssembly = circuit, or refused.
 *
 *     LUTRA_EXACT=2000 LUTRA_SEED=7 npx vitest run test/generated/exact     as many as wanted
 */
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { kernelOf, runLoops, runProgram } from "../../src/call/run.ts";
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import type { Value } from "../../src/types/operators.ts";
import { parseType } from "../../src/types/parse.ts";
import { allocate, type NDArray, set } from "../../src/types/storage.ts";
import type { Type } from "../../src/types/types.ts";
import { choiceLists } from "./choices.ts";
import { type ExactKernel, exactLength, writeExact } from "./exact.ts";

const programs = Number(process.env.LUTRA_EXACT ?? 60);
const first = Number(process.env.LUTRA_SEED ?? 1);
const circuits = 6; // one program in so many

test(`${programs} from seed ${first}`, { timeout: 3_600_000 }, async () => {
  const kernels = Array.from({ length: programs }, (_, i) => kernelFrom(first + i));
  const expected = onFractions(kernels);
  const wrong: string[] = [];
  let refused = 0;
  for (const [i, kernel] of kernels.entries()) {
    const seen = await ours(kernel, i % circuits === 0);
    if (seen === null) refused++;
    else
      for (const [road, results] of seen)
        if (!agree(results, expected[i] ?? ""))
          wrong.push(`${road}: ${results}, fractions: ${expected[i]}\n${shown(kernel)}`);
  }
  if (process.env.LUTRA_EXACT !== undefined)
    process.stderr.write(`${programs} programs, ${refused} refused\n`);
  expect(wrong.slice(0, 3).join("\n\n")).toBe("");
  expect(refused / programs).toBeLessThan(0.25);
});

function agree(results: string, expected: string): boolean {
  const wanted = expected.split(" ");
  return results.split(" ").every((result, i) => result === "float" || result === wanted[i]);
}

function kernelFrom(seed: number): ExactKernel {
  const [numbers = []] = fc.sample(choiceLists(exactLength, writeExact), { seed, numRuns: 1 });
  return writeExact(numbers);
}

/** What each kernel returns, as `n/d n/d`. */
function onFractions(kernels: readonly ExactKernel[]): readonly string[] {
  const calls = kernels.map(({ text, args }) => ({
    text: text.replace("from pylog import *", "").replace("@pylog", ""),
    args: args.map(({ raw, fraction }) => ({ raw, fraction })),
  }));
  const script = `
import ast, json, sys
sys.set_int_max_str_digits(0)  # values that we refuse may be long
from fractions import Fraction as F
class Exact(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.Call(ast.Name("F", ast.Load()), [node], []) if isinstance(node.value, float) else node
for call in json.load(sys.stdin):
    scope = {"F": F}
    exec(compile(ast.fix_missing_locations(Exact().visit(ast.parse(call["text"]))), "k", "exec"), scope)
    found = scope["kernel"](*[[F(x, 1 << one["fraction"]) for x in one["raw"]] for one in call["args"]])
    found = found if isinstance(found, tuple) else (found,)
    print(" ".join("%d/%d" % F(x).as_integer_ratio() for x in found))
`;
  const { stdout, stderr, status } = spawnSync("python3", ["-c", script], {
    input: JSON.stringify(calls),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trimEnd().split("\n");
}

/** By road; null where it is refused. */
async function ours(
  kernel: ExactKernel,
  circuit: boolean,
): Promise<readonly (readonly [string, string])[] | null> {
  const types = new Map(kernel.args.map(({ name, type }) => [name, typeNamed(type)]));
  const { program } = compilePython(
    { path: "kernel.py", text: kernel.text },
    { kernel: "kernel", args: types },
  );
  if (program === null) return null;
  const promised = kernelOf(program).results;
  const told = (results: readonly { readonly value: NDArray | Value }[]): string =>
    results.map(({ value }, i) => ratio(value, promised[i])).join(" ");
  const options = () => ({ given: new Map(kernel.args.map((one) => [one.name, dataOf(one)])), seed: 1 });
  const lowered = lower(program);
  if (!lowered.ok) throw new Error(`not lowered:\n${kernel.text}`);
  const { loops } = lowered;
  const roads: [string, string][] = [
    ["interpreter", told(runProgram(program, options()).results)],
    ["wasm", told((await runLoops(loops, "wasm", options())).results)],
  ];
  if (circuit && synthesize(loops, { target: { family: "xcup", periodNs: 10 }, faults: "watched" }).ok)
    roads.push(["circuit", told((await runLoops(loops, "verilog", options())).results)]);
  return roads;
}

function typeNamed(text: string): Type {
  const parsed = parseType(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.type;
}

function dataOf({ type, raw }: ExactKernel["args"][number]): NDArray {
  const found = typeNamed(type);
  if (found.kind !== "array") throw new Error("an array");
  const array = allocate(found);
  for (const [i, x] of raw.entries()) set(array, i, x);
  return array;
}

function ratio(value: NDArray | Value, type: Type | undefined): string {
  if (typeof value === "object") throw new Error("a number");
  if (type?.kind === "float" || (type?.kind === "python" && type.name === "float")) return "float"; // it rounds
  return reduced(BigInt(value), type?.kind === "fixed" ? type.width - type.integer : 0);
}

function reduced(raw: bigint, fraction: number): string {
  let [n, bits] = [raw, fraction];
  if (bits < 0) [n, bits] = [n << BigInt(-bits), 0];
  while (bits > 0 && n % 2n === 0n) [n, bits] = [n / 2n, bits - 1];
  return `${n}/${1n << BigInt(bits)}`;
}

function shown({ text, args }: ExactKernel): string {
  return `${args.map(({ name, type, raw }) => `${name}: ${type} raw ${raw.join(",")}`).join("\n")}\n${text}`;
}
