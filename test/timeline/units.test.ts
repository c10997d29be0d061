/** When units are busy: as the plan has it, and as circuits are seen to start them. */
import { describe, expect, it } from "vitest";
import { argumentsFor } from "../../src/call/seeded.ts";
import { circuitMade } from "../../src/driver/report.ts";
import { callKernel } from "../../src/hardware/bench/call.ts";
import { harness } from "../../src/hardware/bench/harness.ts";
import { watched } from "../../src/hardware/bench/watch.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import { circuitLoops, compile } from "../../src/index.ts";
import type { Synthesized } from "../../src/synthesis/index.ts";
import { timelineOf } from "../../src/timeline/index.ts";
import type { Timeline } from "../../src/timeline/nodes.ts";
import { observedCall } from "../../src/timeline/observe.ts";
import type { Arguments } from "../../src/timeline/recorded.ts";
import { busyIn } from "../../src/timeline/traffic.ts";

interface Case {
  readonly made: Synthesized;
  readonly args: () => Arguments;
}

function madeOf(text: string, schedule: string): Case {
  const kernel = compile({ path: "kernel.py", text: `from pylog import *\n\n@pylog\n${text}` });
  if (!kernel.ok) throw new Error(kernel.diagnostics.map(({ message }) => message).join("\n"));
  const options = { schedule: { path: "s", text: schedule }, part: "xc7", clock: "100MHz" };
  const { made } = circuitMade(kernel, options, circuitLoops(kernel, options));
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  return { made, args: () => new Map(argumentsFor(kernel.program, new Map(), 1)) };
}

/** By cycle of the call, up to its end. */
function busyEach(timeline: Timeline, kind: number, unit?: number): readonly number[] {
  const busy = busyIn(timeline, kind, unit);
  return Array.from({ length: timeline.cycles.least + 1 }, (_, cycle) => busy(cycle, cycle + 1));
}

const taps = `def taps(x: "int32[32]", h: "int32[4]", out: "int32[32]"):
    for i in range(3, 32):
        out[i] = x[i] * h[0] + x[i - 1] * h[1] + x[i - 2] * h[2] + x[i - 3] * h[3]
`;

describe("units that take turns", () => {
  const { made } = madeOf(taps, "pipeline i\nlimit mul 2\n");
  const timeline = timelineOf(made);
  const kind = timeline.units.findIndex(({ name }) => name === "mul int32, int32");
  const units = timeline.units[kind];

  it("are there with what each of them computes, and where that stands", () => {
    expect(units).toMatchObject({ count: 2, busy: 1, isExact: true });
    expect(units?.units.map((uses) => uses.reduce((sum, { count }) => sum + count, 0))).toEqual([2, 2]);
    expect(new Set(units?.uses.map(({ place }) => place?.line))).toEqual(new Set([6]));
  });

  it("are busy in as many cycles as there are products, one of each at a time", () => {
    const all = busyEach(timeline, kind);
    expect(all.reduce((sum, now) => sum + now, 0)).toBe(4 * 29);
    expect(units?.taken).toBe(4 * 29);
    const each = [0, 1].map((unit) => busyEach(timeline, kind, unit));
    for (const [cycle, now] of all.entries()) {
      const alone = each.map((one) => one[cycle] ?? 0);
      expect(Math.max(...alone)).toBeLessThanOrEqual(1);
      expect(now).toBe((alone[0] ?? 0) + (alone[1] ?? 0));
    }
    // The loop's interval is two: in its middle none of them rests.
    expect(new Set(all.slice(20, 40))).toEqual(new Set([2]));
  });
});

const quotients = `def quotients(a: "float64[16]", b: "float64[16]", c: "float64"):
    s = c
    for i in range(16):
        s = a[i] / s
        if s > 1.0:
            break
    t = c
    for j in range(16):
        t = b[j] / t
    return s / c, t
`;

describe("units that are busy for some cycles", () => {
  it("are started in the cycles in which their start signals are seen, and stay busy as long", async () => {
    const { made, args } = madeOf(quotients, "pipeline i\npipeline j\n");
    const { timeline } = await observedCall(made, timelineOf(made), args(), { signals: [] });
    const told = timeline.units.flatMap(({ name, busy }, kind) =>
      busy === 1 ? [] : [{ name, busy, cycles: busyEach(timeline, kind) }],
    );
    const seen = await startsSeen(made, args());
    expect(told.length).toBeGreaterThan(0);
    expect(seen.length).toBeGreaterThan(18); // 16 of the second loop, one after it, and those of the first
    const expected = Array.from({ length: timeline.cycles.least + 1 }, () => 0);
    for (const { cycle, busy } of seen)
      for (let later = 0; later < busy; later++) expected[cycle + later] = (expected[cycle + later] ?? 0) + 1;
    const busy = expected.map((_, cycle) => told.reduce((sum, { cycles }) => sum + (cycles[cycle] ?? 0), 0));
    expect(busy).toEqual(expected);

    async function startsSeen(own: Synthesized, given: Arguments) {
      const circuit = await simulate(harness(own.design, own.interface));
      const { wires, registers } = own.design.top;
      const signals = [...wires, ...registers].filter(({ name }) => /^shared_.*_start$/.test(name));
      const lasts = new Set(told.map((one) => one.busy));
      expect(lasts.size).toBe(1);
      const found: { readonly cycle: number; readonly busy: number }[] = [];
      const see = (cycle: number): boolean => {
        for (const { name } of signals)
          if (circuit.peek(`kernel.${name}`) === 1n) found.push({ cycle, busy: [...lasts][0] ?? 1 });
        return true;
      };
      callKernel(watched(circuit, see), own.interface, given, { atOnce: 1 });
      return found;
    }
  });
});
