/** Random steps that place data or regroup kernels; many are refused. */

import { arraysOf, forLoops, regions, scalarsOf } from "../../src/loops/find.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import type { Step } from "../../src/schedule/schedule.ts";
import type { Random } from "./random.ts";

export function dataStep(loops: Loops, random: Random): Step | null {
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const array = pick(arraysOf(loops))?.name;
  const other = pick(loops.arrays)?.name ?? array;
  const local = pick(loops.arrays)?.name ?? array;
  const scalar = pick(scalarsOf(loops))?.name ?? array;
  const loop = pick(forLoops(loops))?.name;
  const second = pick(forLoops(loops))?.name;
  const region = pick(regions(loops))?.name;
  if (array === undefined || other === undefined || local === undefined || scalar === undefined) return null;
  if (loop === undefined || second === undefined) return null;
  const name = `n${random(100000)}`;
  const [dim, factor] = [random(3), 2 + random(3)];
  const steps: readonly Step[] = [
    { primitive: "partition", args: { array, dim, how: random(2) === 0 ? "cyclic" : "block", factor } },
    { primitive: "partition", args: { array, dim, how: "complete" } },
    { primitive: "reshape", args: { array, dim, factor } },
    {
      primitive: "memmap",
      args: { name, how: random(2) === 0 ? "vertical" : "horizontal", arrays: [local, other] },
    },
    { primitive: "reuse_at", args: { array, loop } },
    { primitive: "reuse_at", args: { array, loop: second } },
    { primitive: "reuse_at", args: { array: local, loop } },
    { primitive: "buffer", args: { array } },
    { primitive: "privatize", args: { storage: scalar, loop } },
    { primitive: "privatize", args: { storage: local, loop } },
    { primitive: "outline", args: { loop, name } },
    { primitive: "fuse_kernels", args: { first: region ?? loop, second } },
    { primitive: "dataflow", args: {} },
    ...(region === undefined ? [] : [{ primitive: "inline", args: { region } }]),
  ];
  return pick(steps) ?? null;
}

/** What concerns all nests, or asks for much: most are refused. */
export function networkStep(loops: Loops, random: Random): Step | null {
  const which = random(4);
  if (which === 0) return { primitive: "task_parallel", args: {} };
  const arrays = arraysOf(loops);
  const array = arrays[random(arrays.length)]?.name;
  if (which === 1) return array === undefined ? null : { primitive: "stream", args: { array } };
  const nests = [...forLoops(loops), ...regions(loops)];
  const nest = nests[random(nests.length)]?.name;
  if (nest === undefined) return null;
  return {
    primitive: "stencil",
    args: { nest, unroll: 1 + random(3), steps: 1 + Math.max(0, random(4) - 2) },
  };
}

/** An outermost loop and one inside of it as rows and columns. */
export function systolicStep(loops: Loops, random: Random): Step | null {
  const nests = loops.body.filter((stmt) => stmt.kind === "for");
  const nest = nests[random(nests.length)];
  const inside = nest?.body.find((stmt) => stmt.kind === "for");
  if (nest === undefined || inside === undefined) return null;
  const { name } = nest;
  const size = [1 + random(3), 1 + random(3)];
  return random(3) === 0
    ? { primitive: "systolic", args: { nest: name, rows: name, size: size.slice(1) } }
    : { primitive: "systolic", args: { nest: name, rows: name, columns: inside.name, size } };
}
