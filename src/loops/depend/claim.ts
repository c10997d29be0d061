/** What somebody says of the dependences of a loop, held against what they are. */
import type { Loops } from "../nodes.ts";
import { statementsIn } from "../walk.ts";
import { carrier, type Dependence, dependences } from "./dependence.ts";

export interface Claim {
  readonly array: string;
  readonly loop: string;
  /** `inter`: of iterations on earlier ones; `intra`: inside of one iteration. */
  readonly type: "inter" | "intra";
  readonly kinds: readonly Dependence["kind"][];
  /** So many iterations at least lie between two that depend on each other; of none at all it is Infinity. */
  readonly distance: number;
}

export type Verdict =
  | { readonly is: "true" }
  | { readonly is: "false"; readonly dependence: Dependence } // it really happens
  | { readonly is: "open"; readonly dependence: Dependence }; // it may happen: subscripts or conditions are not affine

export function judge(loops: Loops, claim: Claim): Verdict {
  const suspects = dependences(loops).filter(
    (one) => one.name === claim.array && claim.kinds.includes(one.kind) && isAbout(claim, one),
  );
  const shortest = suspects.map((dependence) => ({ dependence, reach: reachOf(loops, claim, dependence) }));
  const wrong = shortest.find(({ dependence, reach }) => dependence.exact && reach.least < claim.distance);
  if (wrong !== undefined) return { is: "false", dependence: wrong.dependence };
  const open = shortest.find(({ reach }) => !reach.known || reach.least < claim.distance);
  return open === undefined ? { is: "true" } : { is: "open", dependence: open.dependence };
}

/** A dependence of that kind which a loop around carries for sure: tools that flatten a nest would meet it. */
export function carriedAround(loops: Loops, claim: Claim): Dependence | null {
  const found = dependences(loops).find((one) => {
    const by = carrier(one);
    const at = one.loops.indexOf(claim.loop);
    const isOuter = by !== null && at >= 0 && one.loops.indexOf(by) < at;
    return one.exact && one.name === claim.array && claim.kinds.includes(one.kind) && isOuter;
  });
  return found ?? null;
}

function isAbout({ loop, type }: Claim, dependence: Dependence): boolean {
  const at = dependence.loops.indexOf(loop);
  if (at < 0) return false;
  const by = carrier(dependence);
  if (type === "inter") return by === loop;
  // The value that a statement stores comes from what it reads: no tool can turn these two around.
  if (dependence.kind === "anti" && dependence.source.stmt === dependence.sink.stmt && by === null)
    return false;
  return by === null || dependence.loops.indexOf(by) > at;
}

/** How many iterations of the loop lie between; `known` where that is the same for all that meet. */
function reachOf(
  loops: Loops,
  { loop, type }: Claim,
  dependence: Dependence,
): { least: number; known: boolean } {
  if (type === "intra") return { least: 0, known: true };
  const { distances, witness } = dependence;
  const distance = distances[dependence.loops.indexOf(loop)] ?? null;
  const step = stepOf(loops, loop);
  if (distance !== null) return { least: Math.abs(distance) / step, known: true };
  const [from, to] = [witness?.source[loop], witness?.sink[loop]];
  if (from === undefined || to === undefined) return { least: 1, known: false };
  return { least: Math.abs(to - from) / step, known: false };
}

function stepOf(loops: Loops, name: string): number {
  for (const stmt of statementsIn(loops.body))
    if (stmt.kind === "for" && stmt.name === name) return stmt.step;
  return 1; // a while loop
}
