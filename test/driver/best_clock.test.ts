/** `--clock auto`: no clock that was tried is faster, whatever the schedule. */
import { expect, it } from "vitest";
import { bestClock } from "../../src/driver/best_clock.ts";
import { compile, explain } from "../../src/driver/compile.ts";
import { duration, targetOf } from "../../src/driver/device.ts";
import { circuitLoops } from "../../src/driver/schedule.ts";
import { predicted } from "../../src/synthesis/index.ts";

const text = `import numpy as np
from pylog import *

@pylog
def ratios(a: "float32[16]", b: "float32[16]") -> "float32":
    s = np.float32(1)
    for i in range(16):
        s = (s + a[i]) / b[i]
    return s
`;

const sums = `import numpy as np
from pylog import *

@pylog
def weigh(x: "int16[64,16]", h: "int16[16]", y: "int32[64]"):
    for i in range(64):
        total = np.int32(0)
        for k in range(16):
            total += np.int32(x[i, k]) * np.int32(h[k])
        y[i] = total
`;

function compiled(source = text): Extract<ReturnType<typeof compile>, { readonly ok: true }> {
  const found = compile({ path: "kernel.py", text: source });
  if (!found.ok) throw new Error(explain(found));
  return found;
}

function nsAt(clock: string, schedule?: "none"): number {
  const options = { part: "xc7", clock, ...(schedule === undefined ? {} : { schedule }) };
  const kernel = compiled();
  const { target } = targetOf(kernel, options);
  return predicted(circuitLoops(kernel, options).loops, { target }).most * target.periodNs;
}

it.each([undefined, "none"] as const)("takes the least time, with the schedule %s", (schedule) => {
  const options = { part: "xc7", clock: "auto", ...(schedule === undefined ? {} : { schedule }) };
  const { clock, told } = bestClock(compiled(), options);
  const best = nsAt(clock, schedule);
  for (const other of ["30MHz", "50MHz", "75MHz", "100MHz", "150MHz", "200MHz"])
    expect(nsAt(other, schedule)).toBeGreaterThan(0.97 * best);
  expect(told).toMatch(/^clock of our own: .* MHz: .* a call, as predicted; at 100 MHz: .* a call$/);
});

it("tells the time of the circuit that is made, whose sums are in another order", () => {
  const kernel = compiled(sums);
  const { clock, told } = bestClock(kernel, { part: "xc7", clock: "auto", schedule: "auto" });
  const options = { part: "xc7", clock };
  const { target } = targetOf(kernel, options);
  const { most } = predicted(circuitLoops(kernel, options).loops, { target });
  expect(told).toContain(`: ${duration(most * target.periodNs)} a call, as predicted`);
});
