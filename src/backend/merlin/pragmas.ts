/** What the schedule asked of a loop, as pragmas above it. The correspondence is HeteroCL's table 8. */
import { reductionOf } from "../../loops/depend/index.ts";
import type { For, While } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";

/** `name` gives the C name of a scalar. */
export function pragmasOf(loop: For | While, name: (of: string) => string): readonly string[] {
  if (loop.kind === "while") return [];
  const { pipeline, unroll, parallel } = loop.attrs;
  return [
    ...(pipeline === undefined ? [] : [pipelined(loop, pipeline.ii)]),
    ...(unroll === undefined ? [] : [unrolled(loop, unroll.factor, name)]),
    ...(parallel === undefined || unroll !== undefined
      ? []
      : [`#pragma ACCEL parallel${reduction(loop, name)}`]),
  ];
}

/** Of a loop with loops inside it is a pipeline of whole rounds, unless all of these are unrolled. */
function pipelined(loop: For, ii: number | undefined): string {
  const inner = [...statementsIn(loop.body)].filter((stmt) => stmt.kind === "for" || stmt.kind === "while");
  const flat = inner.length > 0 && inner.every((one) => one.kind === "for" && unrolledWhole(one));
  return `#pragma ACCEL pipeline${flat ? " flatten" : ""}${ii === undefined ? "" : ` II=${ii}`}`;
}

function unrolledWhole({ attrs }: For): boolean {
  return attrs.unroll !== undefined && attrs.unroll.factor === undefined;
}

function unrolled(loop: For, factor: number | undefined, name: (of: string) => string): string {
  return `#pragma ACCEL parallel flatten${factor === undefined ? "" : ` factor=${factor}`}${reduction(loop, name)}`;
}

/** Scalars that the loop accumulates into and that any order of additions leaves the same. */
function reduction(loop: For, name: (of: string) => string): string {
  const found = new Set<string>();
  for (const stmt of statementsIn(loop.body)) {
    if (stmt.kind === "assign" && reductionOf(stmt)?.unordered === true) found.add(name(stmt.target));
  }
  return found.size === 0 ? "" : ` reduction=${[...found].join(",")}`;
}
