/** What the schedule asked of a loop, as pragmas above it. The correspondence is HeteroCL's table 8. */
import { reducedBy } from "../../loops/depend/index.ts";
import type { For, Stmt, While } from "../../loops/nodes.ts";
import { mentionedIn } from "../../loops/tidy/flow.ts";
import { isLoop, statementsIn } from "../../loops/walk.ts";
import type { LoopContext } from "../c/dialect.ts";

type Context = Pick<LoopContext, "loops" | "name">;

export function pragmasOf(loop: For | While, context: Context): readonly string[] {
  if (loop.kind === "while") return [];
  const { pipeline, unroll, parallel } = loop.attrs;
  return [
    ...(pipeline === undefined ? [] : [pipelined(loop, pipeline.ii)]),
    ...(unroll === undefined ? [] : [unrolled(loop, unroll.factor, context)]),
    ...(parallel === undefined || unroll !== undefined
      ? []
      : [`#pragma ACCEL parallel${reduction(loop, context)}`]),
  ];
}

/** Of a loop with loops inside it is a pipeline of whole rounds, unless all of these are unrolled. */
function pipelined(loop: For, ii: number | undefined): string {
  const inner = statementsIn(loop.body).filter(isLoop);
  const flat = inner.length > 0 && inner.every((one) => one.kind === "for" && unrolledWhole(one));
  return `#pragma ACCEL pipeline${flat ? " flatten" : ""}${ii === undefined ? "" : ` II=${ii}`}`;
}

function unrolledWhole({ attrs }: For): boolean {
  return attrs.unroll !== undefined && attrs.unroll.factor === undefined;
}

function unrolled(loop: For, factor: number | undefined, context: Context): string {
  return `#pragma ACCEL parallel flatten${factor === undefined ? "" : ` factor=${factor}`}${reduction(loop, context)}`;
}

/** Scalars that the loop itself accumulates into, from one iteration to the next. */
function reduction(loop: For, { loops, name }: Context): string {
  const elsewhere = inFunctions(loop.body);
  const found = reducedBy(loops, loop).filter(
    ({ target, unordered }) => unordered && !elsewhere.has(target), // a call would have to be believed
  );
  return found.length === 0 ? "" : ` reduction=${found.map((one) => name(one.target)).join(",")}`;
}

/** What regions speak of: they become functions of their own. */
function inFunctions(body: readonly Stmt[]): ReadonlySet<string> {
  const regions = [...statementsIn(body)].filter(({ kind }) => kind === "region");
  return new Set(regions.flatMap((region) => [...mentionedIn(region)]));
}
