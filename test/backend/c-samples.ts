/** Kernels to compile: a sample of the corpus, and random ones, under random schedules. */
import fc from "fast-check";
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { kernelPaths, loweredAt } from "../corpus/kernels.ts";
import { typesOf } from "../corpus/roads.ts";
import { choiceLists } from "../generated/choices.ts";
import { programLength, writeKernel } from "../generated/generator.ts";
import { type Draft, drawSchedule } from "../schedule/draw.ts";
import { writeNests } from "../schedule/nest_kernels.ts";
import type { Case } from "./c-cases.ts";
import { argsFromWire } from "./wasm-build.ts";

/** One in `every`, as it is and under a random schedule. LUTRA_CORPUS=all: all of them; =plain: all as they are. */
export function corpusCases(every: number): readonly Case[] {
  const asked = process.env.LUTRA_CORPUS;
  const step = asked === "all" || asked === "plain" ? 1 : every;
  return kernelPaths
    .filter((_, k) => k % step === 0)
    .flatMap((path, k) => {
      const { loops, args: wire } = loweredAt(path);
      const args = argsFromWire(wire, typesOf(wire));
      const scheduled = asked === "plain" ? loops : scheduledAtRandom(loops, k + 1);
      const plainly = { name: path, loops, args };
      return scheduled === loops
        ? [plainly]
        : [plainly, { name: `${path} scheduled`, loops: scheduled, args }];
    });
}

/** `count` random kernels, or LUTRA_PROGRAMS of them, from LUTRA_SEED on; under a random schedule, or as given. */
export function randomCases(count: number, schedule = scheduledAtRandom): readonly Case[] {
  const wanted = Number(process.env.LUTRA_PROGRAMS ?? count);
  const cases: Case[] = [];
  for (let seed = Number(process.env.LUTRA_SEED ?? 1); cases.length < wanted; seed++) {
    const one = randomCase(seed, schedule);
    if (one !== null) cases.push(one);
  }
  return cases;
}

/** Null where the kernel is refused before it has loops. */
export function randomCase(seed: number, schedule = scheduledAtRandom): Case | null {
  const write = seed % 2 === 0 ? writeNests : writeKernel;
  const lists = choiceLists(programLength, (numbers) => write(numbers));
  const { text, args } = write(fc.sample(lists, { seed, numRuns: 1 })[0] ?? []);
  const source = { path: "kernel.py", text };
  const { program } = compilePython(source, { kernel: "kernel", args: typesOf(args) });
  const lowered = program === null ? null : lower(program);
  if (lowered === null || !lowered.ok) return null;
  const loops = schedule(lowered.loops, seed);
  return { name: `seed ${seed}`, loops, args: argsFromWire(args, typesOf(args)) };
}

function scheduledAtRandom(loops: Loops, seed: number): Loops {
  return scheduledBy(loops, drawSchedule(loops, seed));
}

/** As seeds drew before there were networks: what one of them found stays found. */
export function scheduledWithoutNetworks(loops: Loops, seed: number): Loops {
  return scheduledBy(loops, drawSchedule(loops, seed, false));
}

function scheduledBy(loops: Loops, { changing, keeping }: Draft): Loops {
  const steps = [...changing, ...keeping];
  return steps.length === 0 ? loops : apply(loops, steps).loops;
}
