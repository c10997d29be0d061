/**
 * stencil, reuse_at and privatize on kernels of the corpus, one by one, on every array or scalar and every loop: whatever is
 * accepted, up to a dozen, leaves the same bits or a fault where there was one. ALL=1 takes every kernel, else one in
 * eight.
 */
import { expect, test } from "vitest";
import { arraysOf, forLoops, scalarsOf } from "../../src/loops/find.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops, verifyLoops } from "../../src/loops/program.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { applyStep, type Step } from "../../src/schedule/schedule.ts";
import { argsFromWire, left } from "../backend/wasm-build.ts";
import { kernelPaths, loweredAt } from "../corpus/kernels.ts";
import { typesOf } from "../corpus/roads.ts";
import { agree } from "./roads.ts";

const seed = Number(process.env.SEED ?? 1);
const paths = kernelPaths.filter((_, i) => process.env.ALL === "1" || (i + seed) % 8 === 0);

test.each(paths)("%s", (path) => {
  const { loops, args, header } = loweredAt(path);
  const given = argsFromWire(args, typesOf(args));
  const before = left(prepareLoops(loops), given);
  expect(before.fault !== null).toBe(header.raises !== null);
  for (const { step, after } of accepted(loops).slice(0, 12)) {
    expect(verifyLoops(after), printSchedule([step])).toEqual([]);
    expect(agree(left(prepareLoops(after), given), before), printSchedule([step])).toBe(true);
  }
});

function accepted(loops: Loops): readonly { readonly step: Step; readonly after: Loops }[] {
  const names = [...arraysOf(loops), ...scalarsOf(loops)];
  const steps = forLoops(loops).flatMap(({ name: loop }) =>
    names.flatMap(({ kind, name }): Step[] => [
      ...(kind === "array" ? [{ primitive: "reuse_at", args: { array: name, loop } }] : []),
      { primitive: "privatize", args: { storage: name, loop } },
    ]),
  );
  const stencils = forLoops(loops).map(({ name }, i): Step => {
    return { primitive: "stencil", args: { nest: name, unroll: 1 + (i % 3) } };
  });
  return [...stencils, ...steps].flatMap((step) => {
    const done = applyStep(loops, step);
    return done.ok ? [{ step, after: done.loops }] : [];
  });
}
