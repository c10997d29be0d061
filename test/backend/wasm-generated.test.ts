/**
 * Random kernels, lowered and run as WebAssembly: the bits of the reference.
 *
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 npx vitest run test/backend/wasm-generated     as many as wanted
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { prepare } from "../../src/program/interpret/index.ts";
import { typesOf } from "../corpus/roads.ts";
import { choiceLists } from "../generated/choices.ts";
import { programLength, writeKernel } from "../generated/generator.ts";
import { argsFromWire, left, sameLeft } from "./wasm-build.ts";

const programs = Number(process.env.LUTRA_PROGRAMS ?? 60);
const first = Number(process.env.LUTRA_SEED ?? 1);

test(`${programs} from seed ${first}`, { timeout: 3_600_000 }, async () => {
  const wrong: string[] = [];
  let refused = 0;
  for (let seed = first; seed < first + programs; seed++) {
    const difference = await differenceOf(seed);
    if (difference === "refused") refused++;
    else if (difference !== null) wrong.push(`seed ${seed}: ${difference}`);
  }
  expect(wrong).toEqual([]);
  expect(refused / programs).toBeLessThan(0.1);
});

/** What is not the same, with the kernel; null where all is well, "refused" where nothing can run. */
async function differenceOf(seed: number): Promise<string | null> {
  const [numbers = []] = fc.sample(
    choiceLists(programLength, (list) => writeKernel(list)),
    { seed, numRuns: 1 },
  );
  const { text, args } = writeKernel(numbers);
  const { program, diagnostics } = compilePython(
    { path: "kernel.py", text },
    { kernel: "kernel", args: typesOf(args) },
  );
  if (program === null || diagnostics.some((d) => d.severity === "error")) return "refused";
  const lowered = lower(program);
  if (!lowered.ok) return "refused";
  const given = argsFromWire(args, typesOf(args));
  const wasm = left(await compileWasm(lowered.loops), given);
  const interpreted = left(prepareLoops(lowered.loops), given);
  if (!sameLeft(wasm, interpreted)) return `not what the loops give\n${text}`;
  const reference = left(prepare(program), given);
  if (reference.fault !== null) return wasm.fault === null ? `no fault\n${text}` : null;
  return sameLeft(wasm, reference) ? null : `not what the program gives\n${text}`;
}
