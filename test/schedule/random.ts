/** Random steps for a kernel as it stands, and what a kernel leaves behind. */

import { seededArgument } from "../../src/call/seeded.ts";
import { forLoops } from "../../src/loops/find.ts";
import type { For, Loops, Stmt } from "../../src/loops/nodes.ts";
import { arrayType, prepareLoops } from "../../src/loops/program.ts";
import { bodiesOf, statementsIn } from "../../src/loops/walk.ts";
import type { Step } from "../../src/schedule/schedule.ts";
import type { Value } from "../../src/types/operators.ts";
import { get, type NDArray } from "../../src/types/storage.ts";

/** A number below the given one. */
export type Random = (below: number) => number;

export function rng(seed: number): Random {
  let state = (seed * 2654435761) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** A loop primitive with loops of the kernel; it may well be refused. */
export function randomStep(loops: Loops, random: Random, reassociates: boolean): Step | null {
  const all = forLoops(loops);
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const one = pick(all);
  if (one === undefined) return null;
  const other = pick(all) ?? one;
  const inner = pick(nestedIn(one)) ?? other;
  const loop = one.name;
  const after = pick(following(loops.body, one)) ?? other;
  const user = pick([after, ...nestedIn(after)]) ?? after;
  const steps: readonly Step[] = [
    { primitive: "split", args: { loop, factor: 1 + random(5) } },
    { primitive: "fuse", args: { outer: loop, inner: inner.name } },
    { primitive: "reorder", args: { loops: shuffled([loop, inner.name], random) } },
    {
      primitive: "reorder",
      args: {
        loops: shuffled(
          [one, ...nestedIn(one)].map(({ name }) => name),
          random,
        ),
      },
    },
    {
      primitive: "tile",
      args: { outer: loop, inner: inner.name, rows: 1 + random(4), columns: 1 + random(4) },
    },
    { primitive: "unroll", args: { loop, factor: 1 + random(4) } },
    { primitive: "unroll", args: { loop } },
    { primitive: "parallel", args: { loop } },
    // No draw of its own, so that what a seed draws besides stays the same.
    { primitive: (loop.codePointAt(0) ?? 0) % 2 === 0 ? "flatten" : "pipeline", args: { loop } },
    { primitive: "peel", args: { loop, count: 1 + random(3), side: random(2) === 0 ? "first" : "last" } },
    { primitive: "fuse_loops", args: { first: loop, second: after.name } },
    { primitive: "distribute", args: { loop, after: pick(partsOf(one)) ?? loop } },
    { primitive: "compute_at", args: { producer: loop, at: user.name } },
    { primitive: "reassociate", args: { loop, factor: 2 + random(4) } },
    { primitive: "reassociate", args: { loop, factor: 2 + random(4), how: "turns" } },
  ];
  const step = pick(steps) ?? null;
  return step?.primitive === "reassociate" && !reassociates ? null : step;
}

/** What the call leaves in the arguments, and what it returns. */
export function outcome(loops: Loops, seed: number): Readonly<Record<string, readonly string[]>> {
  const args = new Map<string, NDArray | Value>(
    loops.params.map((param) => [
      param.name,
      seededArgument(param.kind === "array" ? arrayType(param) : param.type, param.name, seed),
    ]),
  );
  const { results } = prepareLoops(loops).run(args);
  return Object.fromEntries([
    ...[...args].map(([name, value]) => [name, texts(value)]),
    ...results.map((value, k) => [`result ${k}`, texts(value)]),
  ]);
}

function texts(value: NDArray | Value): readonly string[] {
  const text = (one: Value): string => (Object.is(one, -0) ? "-0" : String(one));
  return typeof value === "object"
    ? Array.from({ length: value.data.length }, (_, i) => text(get(value, i)))
    : [text(value)];
}

/** The loops that come later in the same list. */
function following(body: readonly Stmt[], loop: For): readonly For[] {
  const at = body.indexOf(loop);
  if (at >= 0) return body.slice(at + 1).filter((stmt) => stmt.kind === "for");
  return body.flatMap((stmt) => bodiesOf(stmt).flatMap((inner) => following(inner, loop)));
}

/** What `distribute` can name in a body. */
function partsOf(loop: For): readonly string[] {
  return loop.body.flatMap((stmt) => {
    if (stmt.kind === "for" || stmt.kind === "while" || stmt.kind === "region") return [stmt.name];
    return stmt.kind === "assign" ? [stmt.target] : stmt.kind === "store" ? [stmt.array] : [];
  });
}

function nestedIn(loop: For): readonly For[] {
  return [...statementsIn(loop.body)].filter((stmt) => stmt.kind === "for");
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  const out = [...list];
  for (let k = out.length - 1; k > 0; k--) {
    const other = random(k + 1);
    const [a, b] = [out[k], out[other]];
    if (a !== undefined && b !== undefined) [out[k], out[other]] = [b, a];
  }
  return out;
}
