import { breaksOut, jumpsOut, namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { canComputeAt } from "../../loops/depend/index.ts";
import { loopNamed, pathTo, replaceLoop } from "../../loops/find.ts";
import { substitute } from "../../loops/indices.ts";
import type { For, Loops, Stmt } from "../../loops/nodes.ts";
import { perfectBand } from "../band.ts";
import { matchingCounter } from "../bounds.ts";
import { clashPlace, clashText, inOrder, placeOf, stillParallel } from "../clash.ts";
import { type Applied, loop, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { computeNeeded } from "../region.ts";
import { brokenAt } from "./split.ts";

/**
 *     for i in range(0, 8):                  for k in range(0, 8):
 *         for j in range(0, 4):      =>          for j in range(0, 4):
 *             b[i, j] = a[i, j] + 1                  b[k, j] = a[k, j] + 1
 *     for k in range(0, 8):                      for l in range(0, 4):
 *         for l in range(0, 4):                      c[k, l] = b[k, l] * 2
 *             c[k, l] = b[k, l] * 2
 *
 * The producer's outer loops are taken over by those of the consumer down to the loop named, where they run equally
 * often and each iteration has what it needs from itself and earlier ones. Else, where the producer fills an array
 * from values that stay the same, each iteration computes the elements that it reads, some of them anew each time.
 */
export const computeAt = primitive({
  name: "compute_at",
  description:
    "Moves the nest that computes something to where it is needed: into an iteration of a loop of a later nest.",
  params: { producer: loop(), at: loop() },
  apply(loops, { producer, at }) {
    const found = placesOf(loops, producer, at);
    if (found === null) return refuse("not-before", { producer, at }, placeOf(loopNamed(loops, producer)));
    const jump = jumpsOut(found.between);
    if (jump !== null) {
      const facts = { first: producer, second: at, primitive: "compute_at" };
      return refuse("jump-between", facts, brokenAt(found.producer, jump));
    }
    for (const one of found.chain) {
      // An iteration that is never reached would leave its part of the producer's work undone.
      const left = one === found.target ? breaksOut(one.body) : jumpsOut(one.body);
      if (left !== null)
        return refuse("left-early", { loop: one.name, primitive: "compute_at" }, brokenAt(one, left));
    }
    const merged = merge(loops, found);
    const consumer = found.chain[0]?.name ?? at;
    if (merged?.ok) return stillParallel(merged.loops, consumer);
    const needed = computeNeeded(loops, found);
    return needed.ok ? stillParallel(needed.loops, consumer) : (merged ?? needed);
  },
});

/** A producer and where it goes. */
export interface Move {
  readonly producer: For;
  readonly between: readonly Stmt[];
  readonly chain: readonly For[]; // from the consumer's outermost loop to the one named
  readonly target: For; // the last of the chain
}

/** Null unless the consumer's nest follows the producer in one body, with nothing but loops around the one named. */
function placesOf(loops: Loops, producer: string, at: string): Move | null {
  const { siblings, index } = pathTo(loops, producer);
  const target = loopNamed(loops, at);
  for (const [place, stmt] of siblings.entries()) {
    if (place <= index || stmt.kind !== "for") continue;
    const chain = chainTo(stmt, at);
    if (chain === null) continue;
    return {
      producer: loopNamed(loops, producer),
      between: siblings.slice(index + 1, place),
      chain,
      target,
    };
  }
  return null;
}

function chainTo(outer: For, name: string): readonly For[] | null {
  if (outer.name === name) return [outer];
  for (const stmt of outer.body) {
    const rest = stmt.kind === "for" ? chainTo(stmt, name) : null;
    if (rest !== null) return [outer, ...rest];
  }
  return null;
}

/** Each loop of the chain takes over one loop of the producer; null when they do not run equally often. */
function merge(loops: Loops, { producer, between, chain, target }: Move): Applied | null {
  const band = outerBand(producer, chain.length);
  const counters = band?.loops.map((own, level) => {
    const other = chain[level];
    return other === undefined ? null : matchingCounter(other, own);
  });
  if (band === null || counters === undefined) return null;
  const written = writesOf([producer, ...between, ...chain.slice(0, 1)]);
  const bounds = [...band.loops, ...chain].flatMap(({ from, to }) => [from, to]);
  if (bounds.some((bound) => [...namesRead(bound)].some((name) => written.has(name)))) {
    return null;
  }
  let body = band.body;
  for (const [level, own] of [...band.loops.entries()].reverse()) {
    const counter = counters[level]; // it may use the variables of loops further out
    if (counter === undefined || counter === null) return null;
    body = substitute(body, own.variable, counter);
  }
  const clash = canComputeAt(inOrder(loops), producer.name, target.name);
  if (clash !== null) {
    const facts = { producer: producer.name, at: target.name, clash: clashText(loops, clash) };
    return refuse("compute-at-clash", facts, clashPlace(producer, clash));
  }
  return { ok: true, loops: moved(loops, producer.name, target.name, body) };
}

/** The outermost `depth` loops of a perfect nest. */
function outerBand(outer: For, depth: number) {
  let current: For = outer;
  for (let level = 1; level < depth; level++) {
    const [only, other] = current.body.filter(({ kind }) => kind !== "pragma");
    if (other !== undefined || only?.kind !== "for") return null;
    current = only;
  }
  return perfectBand(outer, current.name);
}

/** Without the producer, and with `body` at the start of each iteration of the target. */
export function moved(loops: Loops, producer: string, target: string, body: readonly Stmt[]): Loops {
  const without = replaceLoop(loops, producer, () => []);
  return replaceLoop(without, target, (stmt) => [{ ...stmt, body: [...body, ...stmt.body] }]);
}
