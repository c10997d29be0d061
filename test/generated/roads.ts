/** Generated kernels on the roads that start from Loops: WebAssembly, C++, circuits. A refusal counts as wrong. */
import fc from "fast-check";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { compileFile, toLoops } from "../../src/driver/compile.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import type { Program } from "../../src/program/nodes.ts";
import { type Case, trouble } from "../backend/c-cases.ts";
import { runVitis } from "../backend/vitis-run.ts";
import { type Args, argsFromWire, left, programInParts, sameLeft } from "../backend/wasm-build.ts";
import { integerValues, runtimeArguments, typesOf } from "../corpus/roads.ts";
import { fast } from "../synthesis/fast.ts";
import { verdict } from "../synthesis/promise.ts";
import { choiceLists } from "./choices.ts";
import type { Writer } from "./fuzz.ts";

export interface Lowered {
  readonly seed: number;
  readonly text: string;
  readonly program: Program;
  readonly loops: Loops;
  readonly given: Args;
}

/** Null: the compiler refuses it. */
export function loweredFrom(writer: Writer, seed: number): Lowered | null {
  const [numbers = []] = fc.sample(
    choiceLists(writer.length, (list) => writer.write(list)),
    { seed, numRuns: 1 },
  );
  const { text, args } = writer.write(numbers);
  const types = typesOf(args);
  const source = { path: "kernel.py", text };
  const asked = { kernel: "kernel", args: types };
  const plain = compileFile(source, asked);
  const compiled = plain.ok ? plain : compileFile(source, { ...asked, values: integerValues(args) });
  const found = compiled.ok ? toLoops(compiled) : null;
  if (!compiled.ok || !found?.ok) return null;
  const { program } = compiled;
  return {
    seed,
    text,
    program,
    loops: found.loops,
    given: argsFromWire(runtimeArguments(program, args), types),
  };
}

/** Those that the compiler takes, of so many from a seed on. */
export function loweredSample(writer: Writer, count: number, first: number): readonly Lowered[] {
  return Array.from({ length: count }, (_, k) => loweredFrom(writer, first + k) ?? []).flat();
}

export function wrongInLoops(kernels: readonly Lowered[]): readonly string[] {
  return kernels
    .filter(
      ({ program, loops, given }) =>
        !sameLeft(left(prepareLoops(loops), given), left(programInParts(program), given)),
    )
    .map(described);
}

export async function wrongInWasm(kernels: readonly Lowered[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const kernel of kernels) {
    const { program, loops, given } = kernel;
    const expected = left(programInParts(program), given);
    for (const quick of [false, true]) {
      const found = left(await compileWasm(loops, { quick }), given);
      if (!sameLeft(found, expected)) wrong.push(`${quick ? "quick, " : ""}${described(kernel)}`);
    }
  }
  return wrong;
}

/** In batches: one call of g++ compiles many. */
export function wrongInCpp(kernels: readonly Lowered[]): readonly string[] {
  const cases = kernels.map(
    (kernel): Case => ({ name: described(kernel), loops: kernel.loops, args: kernel.given }),
  );
  const batches = Array.from({ length: Math.ceil(cases.length / 100) }, (_, k) =>
    cases.slice(100 * k, 100 * (k + 1)),
  );
  return batches.flatMap((batch) =>
    runVitis(batch).flatMap((ran, k) => {
      const one = batch[k];
      if (one === undefined) return [];
      return ran.kind === "refused" ? [`${ran.messages.join()}\n${one.name}`] : (trouble(ran, one) ?? []);
    }),
  );
}

/** As they are, or unrolled and pipelined. */
export async function wrongInCircuits(kernels: readonly Lowered[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const kernel of kernels) {
    const judged = await verdict(kernel.seed % 2 === 0 ? kernel.loops : fast(kernel.loops), kernel.given);
    if (judged.kind !== "kept") wrong.push(`${JSON.stringify(judged)}\n${described(kernel)}`);
  }
  return wrong;
}

function described({ seed, text }: Lowered): string {
  return `seed ${seed}:\n${text}`;
}
