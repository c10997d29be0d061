/** Single steps that may help a pipelined loop: what advice tries on Loops as they are scheduled. */
import { readsOf } from "../loops/analysis/effects.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import { arraysOf, pathTo } from "../loops/find.ts";
import type { For, Loops } from "../loops/nodes.ts";
import type { Step } from "../schedule/schedule.ts";
import type { Bound } from "./measure.ts";

export interface Scheduled {
  readonly loops: Loops;
  readonly loop: For; // that is pipelined
  readonly around: readonly For[]; // outermost first
  readonly bound: Bound;
}

export function widening({ loop }: Scheduled): readonly Step[] {
  const copies = loop.attrs.unroll?.factor ?? 1;
  return [2, 4].map((more) => ({
    primitive: "unroll",
    args: { loop: loop.name, factor: copies * more },
  }));
}

/** All copies of a short loop. */
export function writingOut({ loop }: Scheduled): readonly Step[] {
  const trips = tripCount(loop);
  return trips !== null && trips <= 8 ? [{ primitive: "unroll", args: { loop: loop.name } }] : [];
}

export function interchanging({ loop, around }: Scheduled): readonly Step[] {
  return around.slice(-2).map(({ name }) => ({ primitive: "reorder", args: { loops: [loop.name, name] } }));
}

/** The loop around is pipelined instead. */
export function raising({ around }: Scheduled): readonly Step[] {
  return around.slice(-1).map(({ name }) => ({ primitive: "pipeline", args: { loop: name } }));
}

/** Several sums side by side. */
export function reassociating({ loop }: Scheduled): readonly Step[] {
  return [4, 8].map((factor) => ({ primitive: "reassociate", args: { loop: loop.name, factor } }));
}

/** The array that bounds the loop, or those it reads: in more memories, in rows that are read again, on chip. */
export function storing({ loops, loop, around, bound }: Scheduled): readonly Step[] {
  const arrays = bound.kind === "ports" ? [bound.array] : [...readsOf(loop.body)].slice(0, 4);
  return arraysOf(loops)
    .filter(({ name }) => arrays.includes(name))
    .flatMap(({ name: array, shape }): Step[] => [
      ...shape.flatMap((size, dim) =>
        [2, 4]
          .filter((factor) => factor <= size)
          .map((factor) => ({ primitive: "partition", args: { array, dim, how: "cyclic", factor } })),
      ),
      ...around.slice(-1).map(({ name }) => ({ primitive: "reuse_at", args: { array, loop: name } })),
      { primitive: "buffer", args: { array } },
    ]);
}

/** With the loop before it, and with the one behind it. */
export function fusing({ loops, loop }: Scheduled): readonly Step[] {
  const { siblings, index } = pathTo(loops, loop.name);
  const before = siblings.slice(0, index).findLast((stmt) => stmt.kind === "for");
  const next = siblings.slice(index + 1).find((stmt) => stmt.kind === "for");
  const fused = (first: For, second: For): Step => ({
    primitive: "fuse_loops",
    args: { first: first.name, second: second.name },
  });
  return [
    ...(before === undefined ? [] : [fused(before, loop)]),
    ...(next === undefined ? [] : [fused(loop, next)]),
  ];
}

/** Apart from what follows it in the loop around. */
export function distributing({ loop, around }: Scheduled): readonly Step[] {
  const parent = around.at(-1);
  if (parent === undefined || parent.body.length < 2) return [];
  return [{ primitive: "distribute", args: { loop: parent.name, after: loop.name } }];
}
