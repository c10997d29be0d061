/** What a search starts from: more than Lutra's own schedule, where its own advice knows better. */
import { describe, expect, test } from "vitest";
import { parts } from "../../../src/device/part.ts";
import { scheduleFor } from "../../../src/explore/index.ts";
import { evaluated, limitsOf, nothingRemembered } from "../../../src/explore/kernel/evaluate.ts";
import { scheduleOfPoint } from "../../../src/explore/kernel/schedule.ts";
import { kernelSpace, startsOf } from "../../../src/explore/kernel/space.ts";
import { knownSchedules, withStarts } from "../../../src/explore/kernel/starts.ts";
import { printSchedule } from "../../../src/schedule/print.ts";
import { loopsOf } from "../../schedule/lowered.ts";

const target = { family: "xc7", periodNs: 10 } as const;
const part = parts["xc7z020clg400-1"];

/** Sums of floats that nothing but processes makes faster: what one nest leaves the other takes at once. */
const source = `
def kernel(a: "float32[100]", c: "float32[100]"):
    b = np.zeros(100, np.float32)
    last = np.float32(0)
    for i in range(100):
        last = last * np.float32(0.5) + a[i]
        b[i] = last
    other = np.float32(0)
    for j in range(100):
        other = other * np.float32(0.25) + b[j]
        c[j] = other
`;

function startedWith(limits = limitsOf(part)) {
  const loops = loopsOf(source);
  const kernel = { loops, auto: scheduleFor(loops, target, part).schedule };
  const known = knownSchedules(kernel, { reassociate: false, target, part, limits });
  return { kernel, known, space: withStarts(kernelSpace(loops, { reassociate: false }), known) };
}

test("advice that is followed is a start, and the first points have it", () => {
  const { kernel, known, space } = startedWith();
  const evaluator = { ...kernel, target, limits: limitsOf(part), known: nothingRemembered() };
  const texts = startsOf(space).map((point) => {
    const made = scheduleOfPoint(kernel, space, point);
    return made.ok ? printSchedule(made.schedule) : made.reason;
  });
  expect(known.length).toBeGreaterThan(0);
  for (const schedule of known) expect(texts).toContain(printSchedule(schedule));
  const cycles = startsOf(space)
    .slice(0, 1 + known.length)
    .map((point) => {
      const outcome = evaluated({ ...evaluator, objectives: ["cycles"] }, space, point);
      return outcome.kind === "feasible" ? (outcome.objectives[0] ?? 0) : Number.POSITIVE_INFINITY;
    });
  expect(Math.min(...cycles)).toBeLessThan(0.7 * (cycles[0] ?? 0));
});

describe("several nests", () => {
  const layers = `
def kernel(x: "int16[16]", w: "int16[16,16]"):
    h = np.zeros(16, np.int32)
    y = np.zeros(16, np.int32)
    for i in range(16):
        s = np.int32(0)
        for j in range(16):
            s += np.int32(x[j]) * w[i, j]
        h[i] = s
    for k in range(16):
        y[k] = max(h[k], 0)
    return y
`;
  const loops = loopsOf(layers);
  const kernel = { loops, auto: scheduleFor(loops, target, part).schedule };
  const known = knownSchedules(kernel, { reassociate: false, target, part, limits: limitsOf(part) });

  test.each(["dataflow", "flatten"])("are known as %s", (step) => {
    expect(known.some((schedule) => schedule.some(({ primitive }) => primitive === step))).toBe(true);
  });

  test("may each be a graph of its own", () => {
    const space = kernelSpace(loops, { reassociate: false });
    expect(space.knobs.find(({ name }) => name === "graph of i")?.values).toEqual(["-", "flatten i"]);
  });

  test("that are processes take a call more often than they take cycles", () => {
    const space = withStarts(kernelSpace(loops, { reassociate: false }), known);
    const figures = { ...kernel, target, limits: limitsOf(part), known: nothingRemembered() };
    const outcomes = startsOf(space).map((point) =>
      evaluated({ ...figures, objectives: ["cycles", "interval"] }, space, point),
    );
    const both = outcomes.flatMap((one) => (one.kind === "feasible" ? [one.objectives] : []));
    expect(both.some(([cycles = 0, interval = 0]) => interval < cycles)).toBe(true);
    expect(both.every(([cycles = 0, interval = 0]) => interval <= cycles)).toBe(true);
  });
});

test("starts keep the limits", () => {
  const { known } = startedWith([{ name: "luts", most: 1 }]);
  expect(known).toEqual([]);
});
