/** Lowering grows with the program and no faster; a long schedule on a kernel of many loops is applied at once. */
import { compile } from "../src/driver/compile.ts";
import { lower } from "../src/loops/lower/index.ts";
import type { Loops } from "../src/loops/nodes.ts";
import type { Program } from "../src/program/nodes.ts";
import { apply, type Schedule } from "../src/schedule/schedule.ts";
import { leastTime, type Measurement } from "./table.ts";

export function loopsSpeed(): Measurement[] {
  return [...loweringGrowth(), scheduleSpeed()];
}

/** Against ten times the time of a tenth of the program. */
function loweringGrowth(): Measurement[] {
  const times = [4, 40, 400].map((pieces) => {
    const program = programOf(pieces);
    return { pieces, time: leastTime(() => lowered(program), 5) };
  });
  return times.slice(1).map(({ pieces, time }, i) => {
    const tenth = (times[i]?.time ?? 0) * 10;
    const who = `10 x ${pieces / 10} nests`;
    return {
      what: `lower ${pieces} nests`,
      ours: time,
      theirs: { who, time: tenth },
      bound: "at most 1.5x slower",
      holds: time <= tenth * 1.5,
    };
  });
}

const limit = 1000; // milliseconds

/** 50 steps on 15 nests of two loops. */
function scheduleSpeed(): Measurement {
  const loops = lowered(programOf(15));
  const steps: Schedule = Array.from({ length: 15 }, (_, n) => {
    const [i, j] = [loopName("i", n), loopName("j", n)];
    return [
      { primitive: "split", args: { loop: j, factor: 8 } },
      { primitive: "reorder", args: { loops: [`${j}.outer`, i, `${j}.inner`] } },
      { primitive: "pipeline", args: { loop: i } },
      { primitive: "unroll", args: { loop: `${j}.inner` } },
    ];
  })
    .flat()
    .slice(0, 50);
  const ours = leastTime(() => {
    const done = apply(loops, steps);
    if (!done.ok) throw new Error(`step ${done.step}: ${done.refusal.message}`);
  }, 3);
  return {
    what: "apply 50 steps to 30 loops",
    ours,
    theirs: null,
    bound: `under ${limit} ms`,
    holds: ours < limit,
  };
}

function loopName(variable: string, n: number): string {
  return n === 0 ? variable : `${variable}_${n}`;
}

function programOf(nests: number): Program {
  const body = Array.from(
    { length: nests },
    (_, n) => `    for i in range(62):
        for j in range(64):
            b[i, j] = a[i, j] * ${n + 1} + a[i + 1, j]
`,
  ).join("");
  const compiled = compile(`@pylog\ndef nests(a, b):\n${body}`, {
    args: { a: "float32[64,64]", b: "float32[64,64]" },
  });
  if (!compiled.ok) throw new Error(compiled.diagnostics.map((d) => d.message).join("\n"));
  return compiled.program;
}

function lowered(program: Program): Loops {
  const result = lower(program);
  if (!result.ok) throw new Error(result.diagnostics.map((d) => d.message).join("\n"));
  return result.loops;
}
