/**
 * The schedule that a kernel gets when nobody writes one: in every nest one loop is pipelined, and what is inside it
 * unrolled. It starts an iteration as often as it can, and a nest around it runs as one loop.
 *
 *     for i in range(64):                  pipeline j     (the 9 products of r and c side by side)
 *         for j in range(64):
 *             for r in range(3):
 *                 for c in range(3): …
 */
import type { For, Loops, Stmt, While } from "../loops/nodes.ts";
import { bodiesOf, expressionsIn, expressionsOf, statementsIn } from "../loops/walk.ts";
import { tripCount } from "./bounds.ts";
import type { Schedule, Step } from "./schedule.ts";

/** What an automatic schedule may choose. */
export interface AutoChoice {
  readonly copies?: number; // of a body side by side inside a pipelined loop, at most
  readonly factors?: ReadonlyMap<string, number>; // how many iterations of a pipelined loop stand side by side; else one
}

const fewCopies = 16;

/** Nodes that unrolling may make, at most. */
const mostNodes = 4000;

export function autoSchedule(loops: Loops, { copies = fewCopies, factors }: AutoChoice = {}): Schedule {
  return pipelinesIn(loops.body, copies).flatMap(({ name }): readonly Step[] => {
    const factor = factors?.get(name) ?? 1;
    const unrolled: Step[] = factor === 1 ? [] : [{ primitive: "unroll", args: { loop: name, factor } }];
    return [...unrolled, { primitive: "pipeline", args: { loop: name } }];
  });
}

/** Pipelined loops without others inside: iterations of these may stand side by side. With how often they run. */
export function widenable(
  loops: Loops,
  { copies = fewCopies }: AutoChoice = {},
): readonly { readonly name: string; readonly trips: number }[] {
  return pipelinesIn(loops.body, copies).flatMap((loop) => {
    const trips = tripCount(loop);
    const isPlain = loopsIn(loop.body).length === 0 && !hasJump(loop.body);
    return trips === null || !isPlain ? [] : [{ name: loop.name, trips }];
  });
}

function hasJump(body: readonly Stmt[]): boolean {
  return [...statementsIn(body)].some(({ kind }) => kind === "break" || kind === "continue");
}

/** The loops to pipeline, in the order of the source. */
function pipelinesIn(body: readonly Stmt[], most: number): readonly For[] {
  return body.flatMap((stmt) => {
    if (stmt.kind === "for" && isWorthUnrolling(stmt, most)) return [stmt];
    return bodiesOf(stmt).flatMap((inner) => pipelinesIn(inner, most));
  });
}

/** Whether all loops inside can stand side by side: an innermost loop has none. Loops that a person spoke for stay. */
function isWorthUnrolling(loop: For, most: number): boolean {
  const inner = loopsIn(loop.body);
  if (inner.some(isSpokenFor) || isSpokenFor(loop)) return false;
  if (inner.length === 0) return true;
  const copies = copiesOf(loop.body);
  return copies !== null && copies <= most && sizeOf(loop.body) * copies <= mostNodes;
}

function loopsIn(body: readonly Stmt[]): readonly (For | While)[] {
  return [...statementsIn(body)].filter((stmt) => stmt.kind === "for" || stmt.kind === "while");
}

function isSpokenFor(loop: For | While): boolean {
  return loop.kind === "for" && Object.keys(loop.attrs).length > 0;
}

/** Of the innermost statements; null where nobody can count. */
function copiesOf(body: readonly Stmt[]): number | null {
  let most = 1;
  for (const stmt of body) {
    if (stmt.kind === "while") return null;
    const trips = stmt.kind === "for" ? tripCount(stmt) : 1;
    for (const inner of bodiesOf(stmt)) {
      const copies = copiesOf(inner);
      if (copies === null || trips === null) return null;
      most = Math.max(most, trips * copies);
    }
  }
  return most;
}

function sizeOf(body: readonly Stmt[]): number {
  let size = 0;
  for (const stmt of statementsIn(body)) {
    size += 1;
    for (const expr of expressionsOf(stmt)) for (const _ of expressionsIn(expr)) size += 1;
  }
  return size;
}
