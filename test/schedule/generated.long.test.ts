/**
 * Random kernels under random schedules: whatever is not refused computes the same bits on every road (roads.ts).
 *
 *     LUTRA_SCHEDULES=20000 LUTRA_SEED=7 LUTRA_TESTS=all npx vitest run test/schedule/generated.long.test.ts
 */
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { compilePython } from "../../src/frontend/python/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { primitives } from "../../src/schedule/primitives/index.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import type { Step } from "../../src/schedule/schedule.ts";
import { typesOf } from "../corpus/roads.ts";
import { choiceLists } from "../generated/choices.ts";
import { type GeneratedKernel, programLength, writeKernel } from "../generated/generator.ts";
import { findNumpy } from "../numpy/server.ts";
import { type Draft, drawSchedule } from "./draw.ts";
import { writeNests } from "./nest_kernels.ts";
import { type Further, type Judgement, judge } from "./roads.ts";

const count = Number(process.env.LUTRA_SCHEDULES ?? 300);
const first = Number(process.env.LUTRA_SEED ?? 1);
const asked = process.env.LUTRA_SCHEDULES !== undefined;
const share = 5; // one in so many is compiled and printed: that takes longer than interpreting

const numpy = await findNumpy();
afterAll(() => numpy?.close());

test(`${count} schedules from seed ${first}: the same bits on every road`, {
  timeout: 36_000_000,
}, async () => {
  const wrong: string[] = [];
  const taken = new Map<string, number>();
  const seen = { schedules: 0, faults: 0, further: 0, refused: 0 };
  for (let seed = first; seen.schedules < count; seed++) {
    const onAll = seen.schedules % share === 0;
    const further: Further = { wasm: onAll, python: onAll ? numpy : null };
    const found = await judged(
      writerOf(seed)(numbersOf(seed)),
      (loops) => drawSchedule(loops, seed),
      further,
    );
    if (found === null) seen.refused++;
    if (found === null || stepsOf(found.draft).length === 0) continue;
    seen.schedules++;
    if (onAll) seen.further++;
    if (found.faults) seen.faults++;
    for (const { primitive } of stepsOf(found.draft)) taken.set(primitive, (taken.get(primitive) ?? 0) + 1);
    if (found.trouble !== null) wrong.push(await simplest(seed, found, further));
    if (asked && seen.schedules % 500 === 0)
      process.stderr.write(`${seen.schedules} schedules, seed ${seed}, ${wrong.length} wrong\n`);
  }
  if (asked) process.stderr.write(`${JSON.stringify({ ...seen, ...Object.fromEntries(taken) })}\n`);
  expect(wrong.join("\n\n")).toBe("");
  if (count < 300) return;
  for (const { name } of primitives)
    expect(taken.get(name) ?? 0, `times ${name} was taken`).toBeGreaterThan(0);
});

/** Every other kernel is one of loops. */
function writerOf(seed: number): (numbers: readonly number[]) => GeneratedKernel {
  return seed % 2 === 0 ? writeNests : (numbers) => writeKernel(numbers);
}

function numbersOf(seed: number): readonly number[] {
  return fc.sample(choiceLists(programLength, writerOf(seed)), { seed, numRuns: 1 })[0] ?? [];
}

/** Null where the front end or lowering refuses the kernel. */
async function judged(
  { text, args }: GeneratedKernel,
  draft: Draft | ((loops: Loops) => Draft),
  further: Further,
): Promise<Judgement | null> {
  const { program } = compilePython({ path: "kernel.py", text }, { kernel: "kernel", args: typesOf(args) });
  return program === null ? null : judge(program, args, draft, further);
}

function stepsOf({ changing, keeping }: Draft): readonly Step[] {
  return [...changing, ...keeping];
}

/** Fewer steps, then a simpler kernel, then fewer steps again, as long as something is wrong. */
async function simplest(seed: number, found: Judgement, further: Further): Promise<string> {
  const write = writerOf(seed);
  let kernel = write(numbersOf(seed));
  let draft = await fewerSteps(kernel, found.draft, further);
  const holds = async (numbers: readonly number[]): Promise<boolean> => {
    const simpler = write(numbers);
    const again = await judged(simpler, draft, further).catch(() => null);
    if (again === null || again.trouble === null) return true;
    kernel = simpler;
    return false;
  };
  const lists = choiceLists(programLength, write);
  await fc.check(fc.asyncProperty(lists, holds), { seed, numRuns: 1, interruptAfterTimeLimit: 60_000 });
  draft = await fewerSteps(kernel, draft, further);
  const last = await judged(kernel, draft, further);
  const shown = `${kernel.text}\n${printSchedule(stepsOf(draft))}\n${last?.trouble ?? found.trouble}`;
  return `LUTRA_SEED=${seed} LUTRA_SCHEDULES=1\n${shown}`;
}

async function fewerSteps(kernel: GeneratedKernel, draft: Draft, further: Further): Promise<Draft> {
  let current = draft;
  for (const group of ["keeping", "changing"] as const) {
    for (let k = current[group].length - 1; k >= 0; k--) {
      const without = { ...current, [group]: current[group].toSpliced(k, 1) };
      const again = await judged(kernel, without, further);
      if (again !== null && again.trouble !== null) current = without;
    }
  }
  return current;
}
