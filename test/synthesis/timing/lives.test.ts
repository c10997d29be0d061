/** Moving operations later never costs registers, nor breaks a timing. */
import { expect, it } from "vitest";
import { earliest } from "../../../src/synthesis/timing/earliest.ts";
import { graphOf, settle } from "../../../src/synthesis/timing/graph.ts";
import { check } from "../../../src/synthesis/timing/index.ts";
import { shortenLives } from "../../../src/synthesis/timing/lives.ts";
import { place } from "../../../src/synthesis/timing/place.ts";
import type { Problem, Timing } from "../../../src/synthesis/timing/problem.ts";
import { reservationsFor } from "../../../src/synthesis/timing/reservations.ts";
import { lengthOf } from "../../../src/synthesis/timing/straight.ts";
import { byHeight, heightsOf } from "../../../src/synthesis/timing/urgency.ts";
import { dice } from "../../hardware/random.ts";
import { pipelined, randomProblem } from "./problems.ts";

/** Bits of registers that values wait in, each shifting once an II. */
function bits(problem: Problem, { ii, cycles }: Timing): number {
  return problem.operations.reduce((sum, { latency, width }, i) => {
    const uses = problem.edges.filter(({ kind, from }) => kind === "value" && from === i);
    const last = Math.max(0, ...uses.map(({ to }) => (cycles[to] ?? 0) - (cycles[i] ?? 0) - latency));
    return sum + (width ?? 1) * Math.ceil(last / (ii ?? 1));
  }, 0);
}

it("registers become fewer or stay as many, and the timing stays good", () => {
  let saved = 0;
  for (let seed = 0; seed < 60; seed++) {
    const d = dice(seed);
    const problem = randomProblem(d, { operations: 5 + d.roll(25), resources: d.roll(3), back: d.roll(4) });
    const ii = pipelined(problem).ii ?? 1;
    const graph = graphOf(problem, problem.edges);
    const least = earliest(graph, ii);
    const reservations = reservationsFor(problem, ii);
    if (!("times" in least)) throw new Error("an II that recurrences forbid");
    const ranking = byHeight(graph, heightsOf(graph, ii));
    const times = place({ graph, ii, reservations, least: least.times, ranking, budget: 100_000 });
    if (times === null) continue; // found by search alone
    const cycles = times.cycles.slice();
    const length = Math.max(ii, lengthOf(problem, cycles));
    const before: Timing = { ii, cycles: [...cycles], offsets: [...times.offsets], length, reason: null };
    expect(check(problem, before), `seed ${seed}`).toEqual([]);
    shortenLives({ problem, graph, ii, reservations, cycles }, length);
    const after: Timing = { ...before, cycles: [...cycles], offsets: [...settle(graph, cycles)] };
    expect(check(problem, after), `seed ${seed}`).toEqual([]);
    expect(bits(problem, after), `seed ${seed}`).toBeLessThanOrEqual(bits(problem, before));
    saved += bits(problem, before) - bits(problem, after);
  }
  expect(saved).toBeGreaterThan(0);
});
